"""Answers as plain data: the objects that ``--json`` prints."""
