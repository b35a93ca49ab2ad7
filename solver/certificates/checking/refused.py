"""How the checker refuses: with the first line that is wrong, and what is wrong with it."""

from __future__ import annotations


class Refused(Exception):  # noqa: N818 - no error of the program: it is what the checker is for
    """A certificate is refused; `line` counts the lines of its file from 1."""

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(reason)
        self.line = line
