"""The sentences of `analyse`: what the moves show as a whole, and fair set-ups."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cli.common.words import counted, number, player
from positions import Position, format_move
from positions.games import game_of
from solver import Result, Status
from solver.engines.lines import result_of_move
from solver.interface.engine import limit_reached
from solver.questions.analysis import Analysis
from solver.questions.fair import Fair
from solver.questions.survivors import Survivors

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


def outlook(analysis: Analysis) -> Iterator[str]:
    """Return sentences that sum up an analysis."""
    verdict = analysis.verdict
    facts = (
        _outcome_class(verdict.position, analysis.outcome_class),
        _zugzwang(analysis),
        _keeping(analysis),
        None if analysis.survivors is None else _survivors(analysis, analysis.survivors),
        _settled(analysis),
    )
    return (fact for fact in facts if fact is not None)


def _keeping(analysis: Analysis) -> str | None:
    """Return how many moves keep the result, if any move loses it."""
    position, assessment = analysis.verdict.position, analysis.verdict.found
    keeping, total = analysis.keeping, len(analysis.moves)
    if assessment is None or keeping is None or assessment.result not in _KEEPS:
        return None
    one, many = _KEEPS[assessment.result]
    if len(keeping) == 1:
        name = format_move(position, keeping[0].move)
        return f"{name} is the only move." if total == 1 else f"Only {name} {one}."
    if len(keeping) == total:
        return f"Every move {one}."
    return f"{len(keeping)} of {total} moves {many}."


def _zugzwang(analysis: Analysis) -> str | None:
    """Return what a pass would be worth, if it would be better than every move.

    An outcome class of P already says so.
    """
    verdict = analysis.verdict
    assessment, other = verdict.found, verdict.other_turn
    if (
        not analysis.zugzwang
        or analysis.outcome_class == "P"
        or assessment is None
        or other is None
    ):
        return None
    mover = player(game_of(verdict.position), verdict.position.turn)
    passing = result_of_move(verdict.position, other)
    if passing == assessment.result:
        kings = abs((other.score or 0) - (assessment.score or 0))
        return f"Zugzwang: a pass would be worth {counted(kings, 'point')} to {mover}."
    gain = "win" if passing == Result.WIN else "draw"
    return f"Zugzwang: if {mover} could pass, {mover} would {gain}."


def _survivors(analysis: Analysis, survivors: Survivors) -> str | None:
    """Return which pieces can be the last ones, and which must be."""
    if not survivors.pairs:
        return None
    white, black = _last(analysis, "w", survivors.white), _last(analysis, "b", survivors.black)
    return f"The last white piece {white}, and the last black one {black}."


def _last(analysis: Analysis, symbol: str, squares: Sequence[int]) -> str:
    board = analysis.verdict.position.board
    names = [board.name(square) for square in squares]
    if len(names) == 1:
        return f"must be {names[0]}"
    if len(names) == board.cells.count(symbol):
        return "can be any"
    return f"can be {', '.join(names[:-1])} or {names[-1]}"


def _settled(analysis: Analysis) -> str | None:
    """Return what an analysis found before a limit ended it."""
    position, total = analysis.verdict.position, len(analysis.moves)
    if analysis.verdict.found is not None or not total:
        return None
    settled = f"{analysis.settled} of {counted(total, 'move')} solved"
    bound = _BOUNDS.get(analysis.at_least or Result.LOSS)
    if bound is None:
        return f"{settled}."
    return f"{settled}; {bound.format(mover=player(game_of(position), position.turn))}."


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
