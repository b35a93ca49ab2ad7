"""Options that several commands share, and how strictly their values are read.

Numbers are ASCII digits only: no signs, blanks or underscores, no digits of other scripts, no
``nan`` and no ``inf``.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Sequence
from math import inf, isfinite
from typing import Any

import click

from cli.common.logs import logging_to_stderr
from cli.files.formats import FORMATS, JSON_LINES
from cli.files.record_output import RECORDS
from cli.files.run_files import OUTPUT, SOURCE
from positions.errors import InputError, one_of, quote
from positions.game import Game
from positions.text import parse_size
from solver.interface.engine import Limits
from solver.pool.processes import START_METHODS

LARGEST = (1 << 63) - 1
MOST_WORKERS = 1024
LOG_LEVELS = ("debug", "info", "warning", "error")
ENGINES = ("auto", "brute", "search", "retrograde", "sat")

_INTEGER = re.compile(r"[0-9]+")
_DECIMAL = re.compile(r"[0-9]+(\.[0-9]*)?|\.[0-9]+")

# What adds options to the function of a command.
Option = Callable[[Callable[..., Any]], Callable[..., Any]]


def whole_number(least: int = 0, most: int = LARGEST) -> Callable[[object], int]:
    """Give a reader of whole numbers in ASCII digits, from `least` to `most`."""

    def read(value: object) -> int:
        text = str(value)
        # The length is checked first: a number of a million digits is not worth reading.
        if _INTEGER.fullmatch(text) and len(text) <= len(str(most)) and least <= int(text) <= most:
            return int(text)
        is_large = most < LARGEST or len(text) >= len(str(most))
        bounds = f"from {least} to {most}" if is_large else f"of at least {least}"
        raise click.BadParameter(f"found {quote(text)}, expected a whole number {bounds}")

    return read


def seconds(value: object) -> float:
    """Read a time in seconds, in ASCII digits with a decimal point, 0 included."""
    text = str(value)
    number = float(text) if _DECIMAL.fullmatch(text) else inf
    if not isfinite(number):
        expected = "a number of seconds of at least 0, such as 0.5"
        raise click.BadParameter(f"found {quote(text)}, expected {expected}")
    return number


def one_word(words: Sequence[str]) -> Callable[[object], str]:
    """Give a reader of one of a few words, exactly as they are written."""

    def read(value: object) -> str:
        if value not in words:
            raise click.BadParameter(f"found {quote(str(value))}, expected {one_of(words)}")
        return str(value)

    return read


def check_words(option: str, found: Sequence[str], known: Sequence[str], game: Game) -> None:
    """Raise `InputError` for a word of an option that a game does not know."""
    for word in found:
        if word not in known:
            expected = one_of(known) if known else "none"
            raise InputError(f"{option}: found {quote(word)}, expected {expected} ({game.title})")


def size(value: object) -> tuple[int, int]:
    """Read the size of a board, files by ranks, such as ``4x8``."""
    found = value if isinstance(value, tuple) else parse_size(str(value))
    if found is None:
        expected = "files by ranks, such as 4x8 (at most 26 files)"
        raise click.BadParameter(f"found {quote(str(value))}, expected {expected}")
    return found


def together(*options: Option) -> Option:
    """Give what adds several options, in this order."""

    def add(command: Callable[..., Any]) -> Callable[..., Any]:
        for option in reversed(options):
            command = option(command)
        return command

    return add


# The positions that a command takes.
positions_argument: Option = click.argument(
    "positions", type=SOURCE, nargs=-1, metavar="[POSITION | FILE | -]..."
)


def json_option(record: str) -> Option:
    """Give what adds ``--json``, as `as_json`; an object is printed of each `record`."""
    return click.option(
        "--json", "as_json", is_flag=True, help=f"Print one JSON object a line, one a {record}."
    )


report_option: Option = click.option(
    "--report",
    "report_path",
    type=OUTPUT,
    metavar="FILE",
    help="Write a report, too: a page in FILE.html, Markdown in FILE.md, records in FILE.json.",
)


def output_options(help_text: str) -> Option:
    """Give what adds ``-o``, whose help is given, and ``--resume``."""
    return together(
        click.option("-o", "--output", type=RECORDS, metavar="FILE", help=help_text),
        click.option(
            "--resume",
            is_flag=True,
            help="Go on with the FILE of a run that was stopped, wherever it ends.",
        ),
    )


# For what a worker pool writes, in one of several forms.
format_options = together(
    click.option(
        "--format",
        "form",
        type=one_word(FORMATS),
        metavar="FORMAT",
        help=f"Write {', '.join(FORMATS)}; else what the name of FILE ends in, or {JSON_LINES}.",
    ),
    click.option("--json", "as_json", is_flag=True, help=f"The same as --format {JSON_LINES}."),
)

distance_option: Option = click.option(
    "--distance", is_flag=True, help="Give the exact length of best play."
)
par_option: Option = click.option(
    "--par", is_flag=True, help="Give the par of unsolvable deals (SR8)."
)
# What can be asked of a position beside who wins it.
answer_options = together(
    distance_option,
    click.option("--value", is_flag=True, help="Give the number of moves that White is ahead."),
    par_option,
    click.option(
        "--count",
        is_flag=True,
        help="Count the solutions of solitaire deals, and give the chance of random play.",
    ),
)

memory_option: Option = click.option(
    "--memory", type=whole_number(1), metavar="MB", help="Take at most so much memory for tables."
)
limit_options = together(
    click.option(
        "--nodes",
        type=whole_number(),
        metavar="N",
        help="Search at most N positions (SAT: conflicts) for each answer (0: no search).",
    ),
    click.option(
        "--time",
        "seconds",
        type=seconds,
        metavar="SECONDS",
        help="Search for at most so long for each answer (0: no search).",
    ),
    memory_option,
)

engine_option: Option = click.option(
    "--engine",
    type=one_word(ENGINES),
    default="auto",
    show_default=True,
    metavar="NAME",
    help=f"The engine to use: {', '.join(ENGINES)}.",
)


def _turn_on_logging(context: click.Context, parameter: click.Parameter, wanted: bool) -> None:
    if wanted and not context.resilient_parsing:
        context.with_resource(logging_to_stderr())


# Needs nothing of the command.
verbose_option: Option = click.option(
    "-v",
    "--verbose",
    is_flag=True,
    expose_value=False,
    callback=_turn_on_logging,
    help="Say on standard error what is worked out, such as how large an encoding is.",
)


def cores() -> int:
    """Give the number of processor cores that this program may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


# Worker processes, and their log.
pool_options = together(
    click.option(
        "--workers",
        type=whole_number(1, MOST_WORKERS),
        default=cores,
        show_default="all cores",
        metavar="N",
        help="Work with N processes, among which cores and memory are divided.",
    ),
    click.option(
        "--start-method",
        type=one_word(START_METHODS),
        default=START_METHODS[0],
        show_default=True,
        metavar="NAME",
        help=f"How workers are started: {', '.join(START_METHODS)}.",
    ),
    click.option(
        "--cluster",
        metavar="ADDRESS",
        help="Work on the Dask cluster with this scheduler, such as tcp://127.0.0.1:8786.",
    ),
    click.option(
        "--log-file",
        type=OUTPUT,
        metavar="FILE",
        help="Append to FILE what is done, line by line.",
    ),
    click.option(
        "--log-level",
        type=one_word(LOG_LEVELS),
        default="info",
        show_default=True,
        metavar="NAME",
        help=f"What is logged at least: {', '.join(LOG_LEVELS)}.",
    ),
)


def limits_of(nodes: int | None, time: float | None, memory: int | None) -> Limits:
    """Give the limits that the options name, on all processor cores that this program may use."""
    return Limits(nodes, time, memory, threads=cores())


def example(text: str) -> str:
    """Give the epilog of a command: an example of its use."""
    return "\b\nExample:\n" + "\n".join(f"  {line}" for line in text.splitlines())
