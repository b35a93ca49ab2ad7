"""Options that several commands share, and how strictly their values are read.

Numbers are ASCII digits only: no signs, blanks or underscores, no digits of other scripts, no
``nan`` and no ``inf``.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Sequence
from functools import wraps
from math import inf, isfinite
from typing import Any

import click

from cli.common.logs import logging_to_stderr
from cli.files.run_files import OUTPUT, SOURCE
from positions import InputError
from positions.errors import one_of, quote
from positions.game import Game
from positions.text import parse_size
from solver import Limits
from solver.estimates.effort import Effort, effort_of

LARGEST = (1 << 63) - 1
MOST_WORKERS = 1024
ENGINES = ("auto", "brute", "search", "retrograde", "sat")

_INTEGER = re.compile(r"[0-9]+")
_DECIMAL = re.compile(r"[0-9]+(\.[0-9]*)?|\.[0-9]+")

# What adds options to the function of a command.
Option = Callable[[Callable[..., Any]], Callable[..., Any]]


def whole_number(least: int = 0, most: int = LARGEST) -> Callable[[object], int]:
    """Return a reader of whole numbers in ASCII digits, from `least` to `most`."""

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


class OneWord(click.Choice[str]):
    """One of a few words, exactly as they are written."""

    def get_invalid_choice_message(self, value: object, ctx: click.Context | None) -> str:
        """Return what was found, and what was expected."""
        return f"found {quote(str(value))}, expected {one_of(self.choices)}"


def number_option(
    name: str,
    help_text: str,
    least: int = 0,
    most: int = LARGEST,
    **more: Any,  # noqa: ANN401 - what click takes
) -> Option:
    """Return what adds an option that takes a whole number, from `least` to `most`."""
    more = {"metavar": "N", "show_default": True, **more}
    return click.option(name, type=whole_number(least, most), help=help_text, **more)


def word_option(
    name: str,
    words: Sequence[str],
    help_text: str,
    *parameter: str,
    **more: Any,  # noqa: ANN401 - what click takes
) -> Option:
    """Return what adds an option that takes one of some words, as `parameter` if it is given."""
    more = {"metavar": "NAME", "show_default": True, **more}
    return click.option(name, *parameter, type=OneWord(words), help=help_text, **more)


def check_words(option: str, found: Sequence[str], known: Sequence[str], game: Game) -> None:
    """Raise `InputError` for a word of an option that a game does not know."""
    for word in found:
        if word not in known:
            expected = one_of(known) if known else "none"
            raise InputError(f"{option}: found {quote(word)}, expected {expected} ({game.title})")


def board_size(value: object) -> tuple[int, int]:
    """Read the size of a board, files by ranks, such as ``4x8``."""
    found = value if isinstance(value, tuple) else parse_size(str(value))
    if found is None:
        expected = "files by ranks, such as 4x8 (at most 26 files)"
        raise click.BadParameter(f"found {quote(str(value))}, expected {expected}")
    return found


def together(*options: Option) -> Option:
    """Return what adds several options, in this order."""

    def add(command: Callable[..., Any]) -> Callable[..., Any]:
        for option in reversed(options):
            command = option(command)
        return command

    return add


def gathered(name: str, make: Callable[..., object], *options: Option) -> Option:
    """Return what adds options that a command takes together, as `name`.

    `make` is given their values by the names of the parameters. What it raises ends the command.
    """
    add_all = together(*options)
    names = [option.name for option in click.command()(add_all(lambda **_: None)).params]

    def add(command: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(command)
        def gathering(**given: Any) -> object:  # noqa: ANN401 - what click hands on
            made = make(**{option: given.pop(option) for option in names})
            return command(**{name: made}, **given)

        return add_all(gathering)

    return add


# The positions that a command takes.
positions_argument: Option = click.argument(
    "positions", type=SOURCE, nargs=-1, metavar="[POSITION | FILE | -]..."
)


def json_option(record: str) -> Option:
    """Return what adds ``--json``, as `as_json`; an object is printed of each `record`."""
    return click.option(
        "--json", "as_json", is_flag=True, help=f"Print one JSON object a line, one a {record}."
    )


def form_option(forms: Sequence[str], help_text: str) -> Option:
    """Return what adds ``--format``, as `form`."""
    return word_option("--format", forms, help_text, "form", metavar="FORMAT")


def form_of(form: str | None, as_json: bool, json: str = "json") -> str | None:
    """Return the form that ``--format`` or ``--json`` names, which is the form `json`.

    Raises `click.UsageError` where they name two.
    """
    if as_json and form not in (None, json):
        raise click.UsageError(f"found --json with --format {form}, expected one of them")
    return json if as_json else form


report_option: Option = click.option(
    "--report",
    "report_path",
    type=OUTPUT,
    metavar="FILE",
    help="Write a report, too: a page in FILE.html, Markdown in FILE.md, records in FILE.json.",
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

memory_option = number_option(
    "--memory", "Take at most so much memory for tables.", 1, metavar="MB"
)


def cores() -> int:
    """Return the number of processor cores that this program may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def workers_option(help_text: str) -> Option:
    """Return what adds ``--workers``, with its help: a number of processes."""
    return number_option(
        "--workers", help_text, 1, MOST_WORKERS, default=cores, show_default="all cores"
    )


def most_threads() -> int:
    """Return how many threads one search may be given: more than the cores do no good."""
    return max(64, 4 * cores())


def threads_option(help_text: str, **more: Any) -> Option:  # noqa: ANN401 - what click takes
    """Return what adds ``--threads``, with its help: so many at work on one question."""
    return number_option("--threads", help_text, 1, most_threads(), **more)


_cost_options = together(
    number_option(
        "--nodes",
        "Search at most N positions (SAT: conflicts) for each answer (0: no search).",
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

# What an answer may cost, as `limits`; a worker has its share of the cores.
limit_options = gathered("limits", Limits, _cost_options)

# The same of a question that is alone, with ``--threads``.
search_limit_options = gathered(
    "limits",
    Limits,
    _cost_options,
    threads_option(
        "Search with N threads (with --nodes: 1). 1 gives the same line and count each time.",
        default=cores,
        show_default="all cores",
    ),
)


def _effort(estimate: float | None, playouts: int | None, seed: int | None) -> Effort | None:
    """Return the work that an estimate gets; raises `click.UsageError` for what makes no sense."""
    if estimate is not None and playouts is not None:
        raise click.UsageError("found --estimate with --playouts, expected one of them")
    if seed is not None and estimate is None and playouts is None:
        raise click.UsageError("found --seed, expected --estimate or --playouts with it")
    return effort_of(estimate, playouts, seed or 0)


# How much work goes into estimates of what a limit leaves open, as `effort`.
estimate_options = gathered(
    "effort",
    _effort,
    click.option(
        "--estimate",
        type=seconds,
        metavar="SECONDS",
        help="Estimate what stays open, for SECONDS per position.",
    ),
    number_option(
        "--playouts", "Estimate what stays open, by N playouts per position (with one thread)."
    ),
    number_option("--seed", "The seed of playouts (default: 0).", show_default=False),
)

engine_option = word_option(
    "--engine", ENGINES, f"The engine to use: {', '.join(ENGINES)}.", default="auto"
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


def example(text: str) -> str:
    """Return the epilog of a command: an example of its use."""
    return "\b\nExample:\n" + "\n".join(f"  {line}" for line in text.splitlines())
