"""Puzzles from games for two players."""
