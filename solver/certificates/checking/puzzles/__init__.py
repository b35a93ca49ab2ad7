"""Checks of puzzles: shared modules, and modules for each kind."""
