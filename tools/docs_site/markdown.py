"""Plain text as Markdown, escaped so that it is shown as it is."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

_CODE = re.compile(r"(`[^`]+`)")
_SIGNS = re.compile(r"([\\*_<>\[\]#|~])")


def plain(text: str) -> str:
    """Return text in which only code between backticks is markup."""
    parts = _CODE.split(" ".join(text.split()))
    return "".join(code(part[1:-1]) if part[:1] == "`" else _escaped(part) for part in parts)


def code(text: str) -> str:
    """Return text as code."""
    return f"`{text}`"


def _escaped(text: str) -> str:
    return _SIGNS.sub(r"\\\1", text)


def table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> Iterator[str]:
    """Yield the lines of a table, and an empty one after it."""
    yield f"| {' | '.join(heads)} |"
    yield f"|{'---|' * len(heads)}"
    for row in rows:
        yield f"| {' | '.join(row)} |"
    yield ""


def block(lines: Iterable[str], language: str = "text") -> Iterator[str]:
    """Yield lines of code, and an empty one after them."""
    yield f"```{language}"
    yield from lines
    yield from ("```", "")
