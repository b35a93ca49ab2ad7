"""Checks of puzzles, a module for what they have in common or for a kind."""
