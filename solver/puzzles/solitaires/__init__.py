"""Puzzles for one player."""
