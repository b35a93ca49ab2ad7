"""Puzzles from seeds: candidates are made at random, and those are taken that are proved to fit."""
