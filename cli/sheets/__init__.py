"""Printable pages of puzzles: their content, their layout, and their files."""
