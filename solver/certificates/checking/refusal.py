"""The checker's refusal: the first wrong line, and what is wrong with it."""

from __future__ import annotations


class Refusal(Exception):  # noqa: N818 - not a program error: this is the checker's purpose
    """A certificate is refused; `line` counts the lines of its file from 1."""

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(reason)
        self.line = line
