"""The blocks of code in the documentation, and what they print when they are run.

The language of a fence gives the kind of block. A `console` block has commands, each after `$ `,
and their output; a `pycon` block is the same for Python. `text` shows a format; with a `title` it
is a file that the commands of its page find. The comment `<!-- not run: REASON -->` on the line
before marks a block that cannot be run. An indented block is the diagram of a board. In output, `…`
stands for anything: within a line for a part of it, on its own line for any number of lines.

    python tests/doc_blocks.py PAGE…

replaces outdated output on pages by what their commands print now.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[1]
PAGES = (ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md")))
SECONDS = 300

_FENCE = re.compile(r"(?P<indent> *)```(?P<language>\w*)(?: title=\"(?P<title>[^\"]+)\")?\s*$")
_NOT_RUN = re.compile(r"\s*<!-- not run: (?P<reason>.+) -->\s*$")
_IN_A_LIST = re.compile(r"\s*([-*]|\d+\.) |=== ")
# What differs from run to run: the cost of a search.
_VARIES = re.compile(
    r"(?P<before>Proved by [^,]*, )[^│]*$|\d[\d,]* positions, [\d.,]+ m?s\.$"
    r"|(?P<key>\"(?:nodes|seconds)\": )[\d.e-]+"
    r"|(?<=; )[\d.]+ m?s\.$|(?<= written in )[\d.]+ m?s\.$"
)
_MARK = "\x1e"


@dataclass(frozen=True)
class Block:
    """A block of a page; `line` counts from 0, `end` is the line after its last one."""

    page: Path
    line: int
    end: int
    indent: int
    language: str
    text: str
    title: str | None = None
    not_run: str | None = None

    def __str__(self) -> str:
        return f"{self.page.relative_to(ROOT)}:{self.line + 1}"


@dataclass(frozen=True)
class Command:
    """A command of a block, and the output that the page shows for it."""

    block: Block
    text: str
    expected: tuple[str, ...]


@dataclass(frozen=True)
class Output:
    """What a command printed, on both streams, and its exit code."""

    lines: tuple[str, ...]
    code: int


def blocks(page: Path) -> Iterator[Block]:
    """Yield the blocks of a page; an indented one has the language `diagram`."""
    lines = page.read_text(encoding="utf-8").split("\n")
    at = 0
    is_in_list = False
    while at < len(lines):
        line = lines[at]
        if opened := _FENCE.match(line):
            indent = len(opened["indent"])
            end = lines.index(" " * indent + "```", at + 1)
            text = "\n".join(line[indent:] for line in lines[at + 1 : end])
            not_run = _NOT_RUN.match(lines[at - 1]) if at else None
            reason = not_run["reason"] if not_run else None
            yield Block(
                page, at + 1, end, indent, opened["language"], text, opened["title"], reason
            )
            at = end
        elif line.startswith("    ") and not is_in_list and not lines[at - 1].strip():
            end = at
            while end < len(lines) and (lines[end].startswith("    ") or not lines[end].strip()):
                end += 1
            text = "\n".join(line[4:] for line in lines[at:end]).rstrip()
            yield Block(page, at, end, 4, "diagram", text)
            at = end - 1
        elif line.strip() and not line.startswith(" "):
            is_in_list = bool(_IN_A_LIST.match(line))
        at += 1


def commands(block: Block) -> Iterator[Command]:
    """Yield the commands of a block; `> ` continues a command on another line."""
    parts = re.split(r"^\$ ", block.text, flags=re.MULTILINE)
    assert not parts[0].strip(), f"{block}: expected '$ ' before the first command"
    for part in parts[1:]:
        first, *others = part.rstrip("\n").split("\n")
        count = next((at for at, line in enumerate(others) if line[:1] != ">"), len(others))
        text = "\n".join([first, *(line[1:].removeprefix(" ") for line in others[:count])])
        yield Command(block, text, tuple(others[count:]))


def console(page: Path) -> list[Command]:
    """Return all commands of a page that are run, in order."""
    return [
        command
        for block in blocks(page)
        if block.language == "console" and block.not_run is None
        for command in commands(block)
    ]


def prepare(page: Path, folder: Path) -> None:
    """Put into a folder what the commands of a page need: its files, and `docs`."""
    (folder / "docs").symlink_to(ROOT / "docs")
    for block in blocks(page):
        if block.title is not None:
            (folder / block.title).write_text(block.text + "\n", encoding="utf-8")


def run_all(texts: Sequence[str], folder: Path) -> list[Output]:
    """Run commands in one shell, as if typed one after another in a folder."""
    script = "".join(
        f"{text}\n__code=$?; printf '{_MARK}%d{_MARK}' $__code; (exit $__code)\n" for text in texts
    )
    kept = {name: value for name, value in os.environ.items() if name not in ("COLUMNS", "TERM")}
    search = os.pathsep.join([str(Path(sys.executable).parent), kept.get("PATH", "")])
    shell = subprocess.run(
        ["bash", "-c", script],
        cwd=folder,
        env={**kept, "PATH": search, "COLUMNS": "80", "NO_COLOR": "1", "LC_ALL": "C.UTF-8"},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        timeout=SECONDS,
        check=False,
    )
    parts = shell.stdout.decode().split(_MARK)
    assert len(parts) == 2 * len(texts) + 1, f"the shell ended early: {parts[-1]}"
    return [
        Output(tuple(line.rstrip() for line in printed.rstrip("\n").split("\n")), int(code))
        for printed, code in zip(parts[0:-1:2], parts[1::2], strict=True)
    ]


def fits(expected: Sequence[str], printed: Sequence[str]) -> bool:
    """Return whether lines are as expected, where `…` stands for anything."""
    pattern = "".join(
        r"(?:.*\n)*?"
        if line.strip() == "…"
        else ".*?".join(map(re.escape, line.rstrip().split("…"))) + r"\n"
        for line in expected or [""]
    )
    return re.fullmatch(pattern, "".join(f"{line}\n" for line in printed)) is not None


def _marked(line: str) -> str:
    return _VARIES.sub(lambda found: f"{found['before'] or found['key'] or ''}…", line)


def rewrite(page: Path) -> None:
    """Replace the outdated output on a page by what its commands print now."""
    wanted = console(page)
    with tempfile.TemporaryDirectory() as name:
        prepare(page, Path(name))
        printed = run_all([command.text for command in wanted], Path(name))
    outputs = iter(zip(wanted, printed, strict=True))
    lines = page.read_text(encoding="utf-8").split("\n")
    shift = 0
    for block in list(blocks(page)):
        if block.language != "console" or block.not_run is not None:
            continue
        text = list[str]()
        for command in commands(block):
            _, found = next(outputs)
            first, *others = command.text.split("\n")
            shown = command.expected
            if not fits(shown, found.lines):
                print(f"{block}: {first}")
                shown = tuple(map(_marked, found.lines)) if found.lines != ("",) else ()
            text += [f"$ {first}", *(f"> {line}" for line in others), *shown]
        indented = [f"{' ' * block.indent}{line}".rstrip() for line in text]
        lines[block.line + shift : block.end + shift] = indented
        shift += len(indented) - (block.end - block.line)
    page.write_text("\n".join(lines), encoding="utf-8")


if __name__ == "__main__":
    for argument in sys.argv[1:]:
        rewrite(Path(argument).resolve())
