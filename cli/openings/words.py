"""The texts of `openings`: help and report."""

from __future__ import annotations

from collections.abc import Sequence

from cli.common.words import counted, duration, player
from positions import Position
from positions.games import game_of
from solver import Result
from solver.answers.model import Opening

HELP = """Prove who wins after each opening.

Each argument is a starting position (any position will do), a file of positions, or - for
standard input. An opening is a first move; in Nakatta with the pie rule, a first stone and whether
to swap; in Manic Minelayers, both home squares and who moves first. The limits apply to each
opening separately. If a limit ends a search, the opening is unknown and the exit code is 3.
"""
EXAMPLE = (
    "proofplay openings nakatta+pie:start:5x5\nproofplay openings --distance minelayers:start:5x8"
)
GERUND = "solving"
OPENING, RESULT, PLIES, NOT_SETTLED = "Opening", "Result", "Plies", "unknown"


def answer(start: Position, openings: Sequence[Opening], result: Result | None) -> str:
    """Return the value of the start, and how many openings are good for whom."""
    return " ".join((_worth(start, result), *_tally(start, openings)))


def _worth(start: Position, result: Result | None) -> str:
    game = game_of(start)
    mover, other = player(game, start.turn), player(game, game.opponent(start.turn))
    choices = {
        Result.WIN: f"{mover} wins with best play.",
        Result.LOSS: f"{other} wins with best play.",
        Result.DRAW: "A draw with best play.",
        Result.SOLVABLE: "Solvable.",
        Result.UNSOLVABLE: "Not solvable.",
    }
    return "Unknown." if result is None else choices[result]


def _tally(start: Position, openings: Sequence[Opening]) -> list[str]:
    """Count the openings by result, leaving out the unknown ones."""
    game = game_of(start)
    settled = [opening for opening in openings if opening.result is not None]
    if not settled:
        return [f"None of {counted(len(openings), 'opening')} is solved."]
    results = [opening.result for opening in settled]
    good = results.count(Result.WIN) + results.count(Result.SOLVABLE)
    if any(opening.swap is not None for opening in settled):
        swaps = sum(opening.swap is True for opening in settled)
        other = player(game, game.opponent(start.turn))
        parts = [f"{other} should swap after {swaps} of {counted(len(settled), 'first move')}"]
    elif game.is_solitaire(start):
        parts = [f"{good} of {counted(len(settled), 'first move')} solve it"]
    else:
        total = counted(len(settled), "opening")
        parts = [f"{player(game, start.turn)} wins {good} of {total}"]
    if results.count(Result.DRAW):
        parts.append(f"{results.count(Result.DRAW)} are draws")
    if len(settled) < len(openings):
        parts[0] += " that are solved"
        rest = len(openings) - len(settled)
        parts.append(f"{rest} {'is' if rest == 1 else 'are'} not")
    return [", ".join(parts) + "."]


def map_legend(start: Position, openings: Sequence[Opening]) -> str:
    """Return the legend of a map of first squares."""
    game = game_of(start)
    mover, other = player(game, start.turn), player(game, game.opponent(start.turn))
    results = {opening.result for opening in openings}
    swap = f" ({other} should swap)" if any(opening.swap for opening in openings) else ""
    by_margin = any(opening.score is not None for opening in openings)
    parts = []
    if Result.WIN in results:
        parts.append(f"+ {mover} wins{swap}")
    if Result.LOSS in results:
        parts.append(f"− {other} wins")
    if Result.DRAW in results:
        parts.append("= a draw")
    if None in results:
        parts.append("? unknown")
    if by_margin:
        parts.append("number: the margin")
    elif any(opening.distance is not None for opening in openings):
        parts.append("number: plies to the end")
    return "   ".join(parts)


def grid_legend(start: Position, openings: Sequence[Opening]) -> str:
    """Return the legend of a grid of two squares."""
    game = game_of(start)
    mover, other = player(game, start.turn), player(game, game.opponent(start.turn))
    parts = [f"below: {mover}'s first square, left: {other}'s", "letter: the winner"]
    if any(opening.distance is not None for opening in openings):
        parts.append("number: plies to the end")
    if any(opening.result is None for opening in openings):
        parts.append("? unknown")
    return "   ".join(parts)


def cost(openings: Sequence[Opening]) -> str:
    """Return the cost of all openings; symmetric ones were solved once."""
    nodes = sum(opening.nodes for opening in openings)
    seconds = sum(opening.seconds for opening in openings)
    return f"{counted(nodes, 'position')}, {duration(seconds)}."
