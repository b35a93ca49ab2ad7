"""The fair set-up (SR9): the smallest rearrangement after which it matters who moves first.

One player permutes the contents of up to four squares, the other picks a colour, and the first one
decides who moves first. So the first player wants a position that neither colour wins regardless of
who begins: one of outcome class N or P.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from itertools import combinations, permutations

from positions.game import Position
from positions.games import game_of
from positions.text import format_position
from solver.answers.model import Fair, Rearrangement
from solver.answers.moves import outcome_class
from solver.interface.engine import (
    Budget,
    Engine,
    LimitReached,
    Limits,
    OutcomeClass,
    Reason,
    Status,
)

MAX_SQUARES = 4
SHOWN = 5
OPEN = (OutcomeClass.NEXT, OutcomeClass.PREVIOUS)


def fair(
    position: Position,
    limits: Limits,
    engine: Engine,
    watch: Callable[[float], None] | None = None,
) -> Fair:
    """Find the smallest rearrangements of a position that make it matter who moves first."""
    budget = Budget(limits, watch)
    report = _Report()
    try:
        report.outcome_class = outcome_class(position, engine.open(position, budget))
        if report.outcome_class in OPEN:
            report.squares = 0
        else:
            _search(position, engine, budget, report)
    except LimitReached as limit:
        # What was found on so few squares is minimal, even if more remains to be found.
        if report.squares is None:
            return report.fair(budget, limit.reason)
    return report.fair(budget)


@dataclass(slots=True)
class _Report:
    """What is known so far."""

    outcome_class: OutcomeClass | None = None
    squares: int | None = None
    tried: int = 0
    found: list[Rearrangement] = field(default_factory=list)

    def fair(self, budget: Budget, reason: Reason | None = None) -> Fair:
        return Fair(
            status=Status.PROVED if reason is None else Status.UNKNOWN,
            reason=reason,
            outcome_class=self.outcome_class,
            squares=self.squares,
            rearrangements=self.found,
            tried=self.tried,
            seconds=budget.seconds,
        )


def _search(position: Position, engine: Engine, budget: Budget, report: _Report) -> None:
    """Try the rearrangements by size until some of one size are fair."""
    for size in range(2, MAX_SQUARES + 1):
        for squares, changed in changes(position, size):
            found = outcome_class(changed, engine.open(changed, budget))
            report.tried += 1
            if found in OPEN:
                report.squares = size
                report.found.append(
                    Rearrangement(
                        squares=[position.board.name(square) for square in squares],
                        position=format_position(changed),
                        outcome_class=found,
                    )
                )
                if len(report.found) == SHOWN:
                    return
        if report.found:
            return


def changes(position: Position, count: int) -> Iterator[tuple[tuple[int, ...], Position]]:
    """Yield every position made by permuting the contents of some squares.

    Exactly `count` squares change; each board is yielded once, with these squares, and boards that
    break the rules are left out.
    """
    cells, rules = position.board.cells, game_of(position).rules
    for squares in combinations(range(len(cells)), count):
        contents = [cells[square] for square in squares]
        for order in sorted(set(permutations(contents))):
            if all(new != old for new, old in zip(order, contents, strict=True)):
                board = position.board.with_cells(dict(zip(squares, order, strict=True)))
                changed = replace(position, board=board)
                if not rules.flaws(changed):
                    yield squares, changed
