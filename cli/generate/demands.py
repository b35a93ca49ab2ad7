"""The options that say what is demanded of puzzles, each known to some kinds and not to others."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any, TypeVar

import click

from cli.common.options import one_word, together, whole_number
from positions.errors import InputError, one_of
from solver.puzzles.kind import (
    FIRST_MOVE,
    MEANINGS,
    TRANSPOSITION,
    WHOLE_LINE,
    Kind,
    Setting,
    demands_of,
)
from solver.puzzles.kinds import KINDS
from solver.puzzles.solitaires.solitaire import RANDOM

_R = TypeVar("_R")

SOLITAIRE = (
    click.option(
        "--pieces",
        type=whole_number(),
        metavar="N",
        help="Solitaire: N pieces are left after random play; otherwise the board is full.",
    ),
    click.option(
        "--keep",
        type=str.lower,
        metavar="a1,b7",
        help=f"Solitaire: the squares of the white and the black survivor (SR4), or {RANDOM}.",
    ),
    click.option(
        "--first-moves",
        type=whole_number(1),
        metavar="N",
        help="Solitaire: exactly N first moves keep the puzzle solvable.",
    ),
    click.option(
        "--max-solutions",
        type=whole_number(1),
        metavar="N",
        help="Solitaire: there are at most N solutions, all of which are counted.",
    ),
    click.option(
        "--unique",
        type=one_word(MEANINGS),
        metavar="WHAT",
        help=f"Solitaire: there is exactly one {FIRST_MOVE!r} that solves it, or one "
        f"{WHOLE_LINE!r}, or one solution {TRANSPOSITION!r}. Survive: {FIRST_MOVE!r}, otherwise "
        f"{WHOLE_LINE!r}.",
    ),
)
FOR_TWO = (
    click.option(
        "--played",
        type=whole_number(),
        metavar="N",
        help="For two: N random plies come before the puzzle, or before best play that leads to "
        "it; otherwise as many as suit the game.",
    ),
    click.option(
        "--choices",
        type=whole_number(2),
        metavar="N",
        help="For two: there are at least N legal moves to choose from.",
    ),
    click.option(
        "--plies", type=whole_number(1), metavar="N", help="Win in: N plies, an odd number."
    ),
    click.option(
        "--steps",
        type=whole_number(1),
        metavar="N",
        help="Survive: the way of the player to move has at least N moves.",
    ),
)
TOUR = (
    click.option(
        "--closed",
        is_flag=True,
        default=None,
        help="Tour: the last square is a knight's move from the first.",
    ),
    click.option(
        "--givens",
        type=whole_number(1),
        metavar="N",
        help="Tour: N squares have their numbers; otherwise as many as it takes.",
    ),
)
OPTIONS = SOLITAIRE + FOR_TWO + TOUR
NAMES = {name for kinds in KINDS.values() for kind in kinds for name in demands_of(kind)}


def kinds_text() -> str:
    """Give the kinds of puzzles, and those of each game, as an epilog."""
    kinds = {kind.name: kind.summary for kinds in KINDS.values() for kind in kinds}
    longest = max(map(len, (*kinds, *KINDS)))
    of_games = {game: ", ".join(kind.name for kind in KINDS[game]) for game in KINDS}
    rows = [f"  {name:<{longest}}  {text}" for name, text in (*kinds.items(), *of_games.items())]
    rows.insert(len(kinds), "Kinds by game, the first being made unasked:")
    return "\n".join(("\b\nKinds of puzzles:", *rows))


def demand_options(function: Callable[..., _R]) -> Callable[..., _R]:
    """Add the options, those that are given being handed on together, as `demands`."""

    @wraps(function)
    def gathering(**given: Any) -> _R:  # noqa: ANN401 - what click hands on
        values = {name: given.pop(name) for name in NAMES}
        demands = {name: value for name, value in values.items() if value is not None}
        return function(demands=demands, **given)

    return together(*OPTIONS)(gathering)


def demanded(kind: type[Kind], setting: Setting, demands: Mapping[str, object]) -> Kind:
    """Give a kind with what is demanded; raises `InputError` for what the kind does not know."""
    known = demands_of(kind)
    for name in demands:
        if name not in known:
            options = [_option(name) for name in known]
            expected = one_of(options) if options else "none of its own"
            raise InputError(f"{_option(name)}: {kind.name} puzzles take {expected}")
    return kind(setting, **demands)


def _option(name: str) -> str:
    return "--" + name.replace("_", "-")
