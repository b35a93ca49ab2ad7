"""Specific to Manic Minelayers: the set-up, the table of starts, and the example of its page."""

from __future__ import annotations

from functools import cache
from math import inf

import pytest

from positions.game import Position
from positions.games import rules_of
from positions.games.minelayers import FIRST, MINELAYERS, A, B
from positions.text import parse_position
from solver._native import Control, minelayers_search
from solver.interface.engine import MIB, NO_LIMIT, Assessment, Result


def _start(width: int, height: int, first: str) -> Position:
    return parse_position(f"minelayers:{'/'.join([str(width)] * height)}:A:first={first}")


def _packed(position: Position) -> tuple[bytes, int, int]:
    players = {A: 0, B: 1, None: 0}
    return position.board.cells.encode(), players[position.turn], players[position.key(FIRST)]


def _by_kernel(position: Position) -> Assessment:
    search = minelayers_search(*position.board.size, 64 * MIB)
    control = Control(NO_LIMIT, inf, NO_LIMIT)
    result = search.result(*_packed(position), control)
    distance = search.distance(*_packed(position), control)
    winner = position.turn if result == 1 else MINELAYERS.opponent(position.turn)
    return Assessment(Result.WIN if result == 1 else Result.LOSS, winner, distance)


@cache
def _by_rules(position: Position) -> Assessment:
    """Solve by plain recursion. In the set-up B may have two turns in a row."""
    outcome = rules_of(position).outcome(position)
    if outcome is not None:
        result = Result.WIN if outcome.winner == position.turn else Result.LOSS
        return Assessment(result, outcome.winner, 0)
    plies: dict[Result, list[int]] = {Result.WIN: [], Result.LOSS: []}
    for move in rules_of(position).moves(position):
        found = _by_rules(rules_of(position).play(position, move))
        result = Result.WIN if found.winner == position.turn else Result.LOSS
        plies[result].append(found.distance + 1)
    if plies[Result.WIN]:
        return Assessment(Result.WIN, position.turn, min(plies[Result.WIN]))
    winner = MINELAYERS.opponent(position.turn)
    return Assessment(Result.LOSS, winner, max(plies[Result.LOSS]))


@pytest.mark.parametrize(("width", "height"), [(2, 4), (3, 3), (4, 3), (5, 2), (1, 3), (3, 1)])
@pytest.mark.parametrize("first", [A, B])
def test_set_up_is_part_of_the_game(width: int, height: int, first: str) -> None:
    start = _start(width, height, first)
    assert _by_kernel(start) == _by_rules(start)
    for move in rules_of(start).moves(start):
        placed = rules_of(start).play(start, move)
        assert _by_kernel(placed) == _by_rules(placed)


def test_boards_of_64_squares() -> None:
    # A is stuck, B is not; then both are, and the player who moved second wins (MM2).
    one = parse_position("minelayers:1B6/8/8/8/8/1x6/2x5/A7:A:first=B")
    assert _by_kernel(one) == Assessment(Result.LOSS, B, 0)
    for first, result in ((A, Result.LOSS), (B, Result.WIN)):
        both = parse_position(f"minelayers:B7/2x5/1x6/8/8/1x6/2x5/A7:A:first={first}")
        assert _by_kernel(both) == Assessment(result, MINELAYERS.opponent(first), 0)


def test_boards_of_at_most_128_squares() -> None:
    one = parse_position(f"minelayers:1B14/{'16/' * 4}1x14/2x13/A15:A:first=B")
    assert _by_kernel(one) == Assessment(Result.LOSS, B, 0)
    with pytest.raises(ValueError, match="128 squares"):
        minelayers_search(43, 3, MIB)


def test_the_example_of_the_page() -> None:
    position = parse_position("minelayers:1x2/A2x/2x1/x1B1:A:first=A")
    found = {}
    for move in rules_of(position).moves(position):
        after = _by_kernel(rules_of(position).play(position, move))
        found[MINELAYERS.notation.format(position.board, move)] = (after.winner, after.distance)
    assert found == {"b1": (A, 4), "c4": (B, 6)}
