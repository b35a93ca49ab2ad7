"""The fair set-up (SR9): the smallest rearrangement after which it matters who moves first.

One player permutes the contents of up to four squares, the other picks a colour, and the first one
decides who moves first. So the first player wants a position that neither colour wins regardless of
who begins: one of outcome class N or P.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import chain, combinations, permutations

from positions.game import Position
from positions.games import rules_of
from positions.text import format_position
from solver.answers.model import Fair, Rearrangement
from solver.answers.moves import outcome_class
from solver.interface.engine import (
    Budget,
    Engine,
    LimitReached,
    Limits,
    OutcomeClass,
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
    own: OutcomeClass | None = None
    found: list[Rearrangement] = []
    tried, reason = 0, None
    try:
        own = outcome_class(position, engine.open(position, budget))
        sizes = () if own in OPEN else range(2, MAX_SQUARES + 1)
        for squares, changed in chain.from_iterable(changes(position, size) for size in sizes):
            if found and len(squares) > len(found[0].squares):
                break
            its_class = outcome_class(changed, engine.open(changed, budget))
            tried += 1
            if its_class in OPEN:
                names = [position.board.name(square) for square in squares]
                text = format_position(changed)
                found.append(Rearrangement(squares=names, position=text, outcome_class=its_class))
            if len(found) == SHOWN:
                break
    except LimitReached as limit:
        # What was found on so few squares is minimal, even if more remains to be found.
        reason = None if found else limit.reason
    return Fair(
        status=Status.PROVED if reason is None else Status.UNKNOWN,
        reason=reason,
        outcome_class=own,
        squares=0 if own in OPEN else len(found[0].squares) if found else None,
        rearrangements=found,
        tried=tried,
        seconds=budget.seconds,
    )


def changes(position: Position, count: int) -> Iterator[tuple[tuple[int, ...], Position]]:
    """Yield every position made by permuting the contents of some squares.

    Exactly `count` squares change; each board is yielded once, with these squares, and boards that
    break the rules are left out.
    """
    cells, rules = position.board.cells, rules_of(position)
    for squares in combinations(range(len(cells)), count):
        contents = [cells[square] for square in squares]
        for order in sorted(set(permutations(contents))):
            if all(new != old for new, old in zip(order, contents, strict=True)):
                board = position.board.with_cells(dict(zip(squares, order, strict=True)))
                changed = replace(position, board=board)
                if not rules.flaws(changed):
                    yield squares, changed
