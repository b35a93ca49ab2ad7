"""Searches: tasks, cached answers, sharing, jobs and results."""
