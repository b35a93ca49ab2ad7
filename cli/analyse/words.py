"""The sentences of `analyse`: what the moves show as a whole, and fair set-ups."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cli.common.words import counted, number, player
from positions import Position
from positions.games import game_of
from solver import Analysis, Result, Status
from solver.answers.model import Fair, Progress, Survivors
from solver.interface.engine import limit_reached

# What moves that keep a result do: for one move, and for several.
_KEEPS = {
    Result.WIN: ("wins", "win"),
    Result.DRAW: ("holds the draw", "hold the draw"),
    Result.SOLVABLE: ("keeps it solvable", "keep it solvable"),
}
_BOUNDS = {
    Result.WIN: "one of them wins, so {mover} wins",
    Result.DRAW: "one of them draws, so {mover} has at least a draw",
    Result.SOLVABLE: "one of them keeps it solvable, so it can be solved",
}

_CLASSES = {
    "N": "whoever moves first wins",
    "P": "whoever moves second wins, so both players would rather pass",
}


def outlook(position: Position, analysis: Analysis) -> Iterator[str]:
    """Return sentences that sum up an analysis."""
    facts = (
        _outcome_class(position, analysis.outcome_class),
        _zugzwang(position, analysis),
        _keeping(analysis),
        None if analysis.survivors is None else _survivors(position, analysis.survivors),
        None if analysis.why is None else _progress(position, analysis.why),
    )
    return (fact for fact in facts if fact is not None)


def _keeping(analysis: Analysis) -> str | None:
    """Return how many moves keep the result, if any move loses it."""
    keeping, total = analysis.keeping, len(analysis.moves)
    if keeping is None or analysis.result not in _KEEPS:
        return None
    one, many = _KEEPS[analysis.result]
    if keeping == 1:
        name = analysis.moves[0].move
        return f"{name} is the only move." if total == 1 else f"Only {name} {one}."
    if keeping == total:
        return f"Every move {one}."
    return f"{keeping} of {total} moves {many}."


def _zugzwang(position: Position, analysis: Analysis) -> str | None:
    """Return what a pass would be worth, if it would be better than every move.

    An outcome class of P already says so.
    """
    other = analysis.other_turn
    if not analysis.zugzwang or analysis.outcome_class == "P" or other is None:
        return None
    mover = player(game_of(position), position.turn)
    if other.winner == analysis.winner:
        kings = abs((other.score or 0) - (analysis.score or 0))
        return f"Zugzwang: a pass would be worth {counted(kings, 'point')} to {mover}."
    gain = "draw" if other.winner is None else "win"
    return f"Zugzwang: if {mover} could pass, {mover} would {gain}."


def _survivors(position: Position, survivors: Survivors) -> str | None:
    """Return which pieces can be the last ones, and which must be."""
    if not survivors.white:
        return None
    white, black = (
        _last(names, position.board.cells.count(symbol))
        for names, symbol in ((survivors.white, "w"), (survivors.black, "b"))
    )
    return f"The last white piece {white}, and the last black one {black}."


def _last(names: Sequence[str], pieces: int) -> str:
    if len(names) == 1:
        return f"must be {names[0]}"
    if len(names) == pieces:
        return "can be any"
    return f"can be {', '.join(names[:-1])} or {names[-1]}"


def _progress(position: Position, why: Progress) -> str | None:
    """Return what an analysis found before a limit ended it."""
    if not why.moves:
        return None
    solved = f"{why.moves_settled} of {counted(why.moves, 'move')} solved"
    bound = _BOUNDS.get(why.at_least or Result.LOSS)
    if bound is None:
        return f"{solved}."
    return f"{solved}; {bound.format(mover=player(game_of(position), position.turn))}."


def _outcome_class(position: Position, outcome_class: str | None) -> str | None:
    """Return the meaning of an outcome class (SR9)."""
    if outcome_class is None:
        return None
    game = game_of(position)
    first, second = game.players
    meanings = {
        "L": f"{player(game, first)} wins, whoever moves first",
        "R": f"{player(game, second)} wins, whoever moves first",
        **_CLASSES,
    }
    return f"Outcome class {outcome_class}: {meanings[outcome_class]}."


def fair(report: Fair) -> str:
    """Return what the search for fair set-ups found (SR9)."""
    if report.status == Status.UNKNOWN:
        tried = counted(report.tried, "rearrangement")
        return f"Fair set-up: unknown, {limit_reached(report.reason)} after {tried}."
    if report.squares == 0:
        return "Fair set-up: it already matters who moves first, so nothing needs to change."
    if report.squares is None:
        return (
            "Fair set-up: no rearrangement of up to four squares makes it matter who moves first."
        )
    return (
        f"Fair set-up: at least {number(report.squares)} squares must change "
        f"({counted(report.tried, 'rearrangement')} tried)."
    )
