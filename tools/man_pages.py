"""Write the man pages of `proofplay` and its commands, made from the commands themselves.

    python tools/man_pages.py FOLDER

With `man/` of a checkout as FOLDER, as in `nox -s release`, the package installs the pages.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

from command_tree import CommandPage, pages

from cli.common.exits import Code
from solver.version import version

SECTION = 1
EXIT_STATUS = {
    Code.ANSWERED: "Everything was answered.",
    Code.SOME_FAILED: "Some records failed, or verify refused a certificate.",
    Code.BAD_INPUT: "No record could be read, the usage is wrong, or the output cannot be written.",
    Code.LIMITED: "A limit left something open, or fewer puzzles were made than asked for.",
    Code.INTERRUPTED: "Stopped by Ctrl-C, SIGTERM, SIGHUP or SIGQUIT; finished work is kept.",
    Code.PIPE_CLOSED: "The reader of the output closed it.",
}


def main(folder: Path) -> None:
    """Write all pages into a folder, which is created if missing."""
    folder.mkdir(parents=True, exist_ok=True)
    everything = list(pages())
    for page in everything:
        name = page.title.replace(" ", "-")
        text = "\n".join(man_page(page, everything)) + "\n"
        (folder / f"{name}.{SECTION}").write_text(text, encoding="utf-8")


def man_page(page: CommandPage, everything: list[CommandPage]) -> Iterator[str]:
    """Yield the lines of a page, in the macros of man(7)."""
    name = page.title.replace(" ", "-")
    yield f'.TH "{_text(name.upper())}" "{SECTION}" "" "proofplay {version()}" "proofplay"'
    yield from (
        ".SH NAME",
        f"{_text(name)} \\- {_text(page.summary[:1].lower() + page.summary[1:])}",
    )
    command, *arguments = page.usage.partition(" [")
    yield from (".SH SYNOPSIS", f".B {_text(command)}", _text("".join(arguments).strip()))
    yield ".SH DESCRIPTION"
    for number, paragraph in enumerate(page.paragraphs):
        yield from [".PP"] * (number > 0)
        yield _text(paragraph)
    yield ".SH OPTIONS"
    for option in page.options:
        default = f" Default: {option.default}." if option.default else ""
        yield from (".TP", f"\\fB{_text(option.names)}\\fR", _text(option.help + default))
    if not page.name:
        yield ".SH COMMANDS"
        for other in everything[1:]:
            yield from (".TP", f"\\fB{_text(other.name)}\\fR", _text(f"{other.summary}."))
    for block in page.blocks:
        yield from (f'.SH "{_text(block.heading.upper())}"', ".nf", *map(_text, block.lines), ".fi")
    if not page.name:
        yield ".SH EXIT STATUS"
        for code, meaning in EXIT_STATUS.items():
            yield from (".TP", f"\\fB{int(code)}\\fR", _text(meaning))
    yield ".SH SEE ALSO"
    others = [
        other for other in everything if other.name != page.name and not (page.name and other.name)
    ]
    yield ",\n".join(
        f".BR \\%{_text(other.title.replace(' ', '-'))} ({SECTION})" for other in others
    )


def _text(text: str) -> str:
    """Escape what roff would interpret: backslashes, hyphens as minus signs, leading dots."""
    roff = text.replace("\\", "\\e").replace("-", "\\-").replace("'", "\\(aq").replace("`", "\\(ga")
    return f"\\&{roff}" if roff.startswith(".") else roff


if __name__ == "__main__":
    main(Path(sys.argv[1]))
