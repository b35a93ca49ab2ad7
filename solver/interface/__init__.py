"""Shared by the engines and their callers: questions, limits, verdicts."""
