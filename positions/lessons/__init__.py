"""Courses in the games: a file of data for each, from which the page makes boards to try."""
