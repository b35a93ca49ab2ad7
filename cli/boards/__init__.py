"""The commands that show, list, deal and count positions, without any engine."""
