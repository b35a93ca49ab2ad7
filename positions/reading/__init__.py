"""Reading positions, games and puzzles from files."""
