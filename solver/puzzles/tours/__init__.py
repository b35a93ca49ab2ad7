"""Puzzles of knight's tours."""
