"""Positions, games and puzzles as they stand in files."""
