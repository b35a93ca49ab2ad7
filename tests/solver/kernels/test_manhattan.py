"""Specific to Manhattan: the 4×4 game, draws on narrow boards, and the example of its page."""

from __future__ import annotations

from math import inf

import pytest

from positions.game import Position
from positions.games import rules_of
from positions.games.manhattan import MANHATTAN, RED
from positions.text import parse_position
from solver._native import Control, manhattan_search
from solver.interface.engine import MIB, NO_LIMIT


class UnlimitedSearch:
    """A search of one board without limits."""

    def __init__(self, position: Position) -> None:
        self._search = manhattan_search(*position.board.size, 16 * MIB)

    def result(self, position: Position) -> int | None:
        """Return 1, 0 or -1 for the player to move."""
        control = Control(NO_LIMIT, inf, NO_LIMIT)
        return self._search.result(*_packed(position), control)

    def distance(self, position: Position) -> int | None:
        """Return the plies to the end."""
        control = Control(NO_LIMIT, inf, NO_LIMIT)
        return self._search.distance(*_packed(position), control)


def _packed(position: Position) -> tuple[bytes, int, int]:
    return position.board.cells.encode(), 0 if position.turn == RED else 1, 0


def test_red_loses_the_4x4_game() -> None:
    start = MANHATTAN.rules.start(4, 4, ())
    assert start is not None
    search = UnlimitedSearch(start)
    assert (search.result(start), search.distance(start)) == (-1, 22)


def test_the_example_of_the_page() -> None:
    position = parse_position("manhattan:r3/1b1r/rrb1/b1r1:r")
    search = UnlimitedSearch(position)
    found = {}
    for move in rules_of(position).moves(position):
        after = rules_of(position).play(position, move)
        found[MANHATTAN.notation.format(position.board, move)] = (
            search.result(after),
            search.distance(after),
        )
    assert found == {
        "a4-a3": (-1, 6),
        "c1-b1": (-1, 6),
        "d3-d2": (-1, 8),
        "xa2": (1, 5),
        "xb2": (1, 3),
    }


@pytest.mark.parametrize("text", ["manhattan:rbr1br:b", "manhattan:1br1/1rb1:b"])
def test_draws_on_narrow_boards(text: str) -> None:
    position = parse_position(text)
    assert UnlimitedSearch(position).result(position) == 0


def test_draw_ahead_has_no_distance() -> None:
    position = parse_position("manhattan:1br1/rrb1:r")
    search = UnlimitedSearch(position)
    assert search.result(position) == 0
    with pytest.raises(ValueError, match="draw"):
        search.distance(position)


def test_the_number_of_cells_must_fit_the_board() -> None:
    with pytest.raises(ValueError, match="cells"):
        manhattan_search(4, 4, MIB).result(b"r" * 15, 0, 0, Control(NO_LIMIT, inf, NO_LIMIT))
