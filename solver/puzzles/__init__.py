"""Puzzles from seeds: random candidates, of which those that provably fit are kept."""
