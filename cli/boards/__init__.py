"""The commands that show, list, deal and count, and ask no engine."""
