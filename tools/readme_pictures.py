"""Make the pictures of README.md: a board, as drawn by `show`, and a terminal.

    python tools/readme_pictures.py

A test compares them with what the current program draws and prints.
"""

from __future__ import annotations

import io
import os
import re
import subprocess
import sys
from pathlib import Path

from rich.console import Console
from rich.terminal_theme import MONOKAI
from rich.text import Text

FOLDER = Path(__file__).parents[1] / "docs" / "pictures"
DEAL = "sight-reduction+solitaire:wbbb/bbbw/bbww/wwbw/wbwb/bwww/bbbw/wwwb:w"
COMMAND = ("analyse", "--threads", "1", "nakatta:4/1b2/4/3w:b")
WIDTH = 72
PROVED = "Proved by search"
# rich's own template loads its font from another server.
_FONTS = re.compile(r"@font-face \{.*?\}\n?", re.DOTALL)


def main() -> None:
    """Write both pictures."""
    FOLDER.mkdir(exist_ok=True)
    for name, picture in pictures().items():
        (FOLDER / name).write_text(picture, encoding="utf-8")


def pictures() -> dict[str, str]:
    """Return the pictures in SVG by name; the bytes are the same each time."""
    return {"deal.svg": run("show", "--format", "svg", DEAL), "terminal.svg": terminal()}


def terminal() -> str:
    """Return a terminal in which `COMMAND` was run, without details that differ between runs."""
    shown = Text.from_ansi(run(*COMMAND))
    start = shown.plain.index(PROVED) + len(PROVED)
    end = shown.plain.index("\n", start)
    shown = Text.assemble(shown[:start], ".", shown[end:])
    console = Console(record=True, width=WIDTH, file=io.StringIO())
    console.print(Text.assemble(("$ ", "bold green"), f"proofplay {' '.join(COMMAND)}"))
    console.print(shown)
    picture = console.export_svg(title="proofplay", theme=MONOKAI, unique_id="terminal")
    return _FONTS.sub("", picture).replace("Fira Code", "DejaVu Sans Mono")


def run(*arguments: str) -> str:
    """Return what a command prints on a terminal with colours."""
    kept = {name: value for name, value in os.environ.items() if name != "NO_COLOR"}
    return subprocess.run(
        [sys.executable, "-P", "-m", "proofplay", *arguments],
        env={**kept, "FORCE_COLOR": "1", "COLUMNS": str(WIDTH), "TERM": "xterm-256color"},
        capture_output=True,
        check=True,
        encoding="utf-8",
    ).stdout


if __name__ == "__main__":
    main()
