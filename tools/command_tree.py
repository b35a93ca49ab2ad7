"""The commands of `proofplay` as data, for man pages and for the reference on the site."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from inspect import cleandoc
from typing import NamedTuple

import click

from cli.app import COMMANDS, proofplay


class Option(NamedTuple):
    """An option as help shows it: its names and argument, what it does, and its default."""

    names: str
    help: str
    default: str | None


class Block(NamedTuple):
    """Lines below the options, such as examples, under a heading."""

    heading: str
    lines: list[str]


@dataclass(frozen=True, slots=True)
class CommandPage:
    """The help of a command, or of the program itself if `name` is empty."""

    name: str
    summary: str
    usage: str
    paragraphs: list[str]
    options: list[Option]
    blocks: list[Block]

    @property
    def title(self) -> str:
        """The command as typed in a shell."""
        return f"proofplay {self.name}".rstrip()


def pages() -> Iterator[CommandPage]:
    """Yield the program, then its commands in the order of `proofplay --help`."""
    top = click.Context(proofplay, info_name="proofplay", **proofplay.context_settings)
    yield _page("", "exact answers about small abstract games", proofplay, top)
    for name in proofplay.list_commands(top):
        command = proofplay.get_command(top, name)
        assert command is not None  # noqa: S101 - it was just listed
        context = click.Context(command, info_name=name, parent=top)
        yield _page(name, COMMANDS[name][1].rstrip("."), command, context)


def _page(name: str, summary: str, command: click.Command, context: click.Context) -> CommandPage:
    return CommandPage(
        name,
        summary,
        " ".join([context.command_path, *command.collect_usage_pieces(context)]),
        [" ".join(paragraph.split()) for paragraph in cleandoc(command.help or "").split("\n\n")],
        [
            _option(record)
            for parameter in command.get_params(context)
            if isinstance(parameter, click.Option)
            and (record := parameter.get_help_record(context)) is not None
        ],
        list(_blocks(cleandoc((command.epilog or "").replace("\b", "")))),
    )


def _option(record: tuple[str, str]) -> Option:
    names, text = record
    # In brackets at the end, added by click, or by the option's own help if words are clearer.
    if match := re.fullmatch(r"(.*?)\s*\[default: ([^\]]*)\]", text):
        return Option(names, match[1], match[2])
    return Option(names, text, None)


def _blocks(text: str) -> Iterator[Block]:
    """Yield blocks of lines: a heading ends in a colon, and the lines below it are indented."""
    heading, lines = "", list[str]()
    for line in text.splitlines():
        if line.endswith(":") and not line.startswith(" "):
            if lines:
                yield Block(heading, lines)
            heading, lines = line.removesuffix(":"), []
        elif line.strip():
            lines.append(line.removeprefix("  "))
    if lines:
        yield Block(heading, lines)
