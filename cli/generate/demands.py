"""The options that state requirements for puzzles, each of which applies to some kinds only."""

from __future__ import annotations

from collections.abc import Mapping

import click

from cli.common.options import Option, gathered, number_option, word_option
from cli.generate import words
from positions import InputError
from positions.errors import one_of
from solver.puzzles.kind import MEANINGS, Kind, Setting, demands_of
from solver.puzzles.kinds import kinds_by_game


def _number(name: str, minimum: int = 1) -> Option:
    return number_option(f"--{name}", words.OPTIONS[name], minimum)


OPTIONS = (
    # For solitaires.
    _number("pieces", 0),
    click.option("--keep", type=str.lower, metavar="a1,b7", help=words.OPTIONS["keep"]),
    _number("first-moves"),
    _number("max-solutions"),
    word_option("--unique", MEANINGS, words.OPTIONS["unique"], metavar="WHAT"),
    # For two players.
    _number("played", 0),
    _number("choices", 2),
    _number("plies"),
    _number("steps"),
    # For tours.
    click.option("--closed", is_flag=True, default=None, help=words.OPTIONS["closed"]),
    _number("givens"),
)


def kinds_text() -> str:
    """Return an epilog that lists the kinds of puzzles, and those of each game."""
    by_game = kinds_by_game()
    kinds = {kind.name: kind.summary for kinds in by_game.values() for kind in kinds}
    longest = max(map(len, (*kinds, *by_game)))
    of_games = {game: ", ".join(kind.name for kind in kinds) for game, kinds in by_game.items()}
    rows = [f"  {name:<{longest}}  {text}" for name, text in (*kinds.items(), *of_games.items())]
    rows.insert(len(kinds), words.KINDS_BY_GAME)
    return "\n".join((f"\b\n{words.KINDS}", *rows))


def _given(**values: object) -> dict[str, object]:
    return {name: value for name, value in values.items() if value is not None}


# The options; those given are passed on together.
demand_options = gathered("demands", _given, *OPTIONS)


def demanded(kind: type[Kind], setting: Setting, demands: Mapping[str, object]) -> Kind:
    """Return a kind with its requirements; raises `InputError` for one that does not apply."""
    known = demands_of(kind)
    for name in demands:
        if name not in known:
            options = [_option(name) for name in known]
            expected = one_of(options) if options else words.NO_DEMANDS
            raise InputError(words.BAD_DEMAND.format(_option(name), kind.name, expected))
    return kind(setting, **demands)


def _option(name: str) -> str:
    return "--" + name.replace("_", "-")
