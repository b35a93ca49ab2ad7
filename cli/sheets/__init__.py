"""Puzzles on printable pages: what stands on them, how it is set out, and the files they go to."""
