"""The swap map of Nakatta."""

from positions.game import Position
from positions.games.nakatta import BLACK, WHITE
from solver.brute import BruteEngine
from solver.engine import Assessment, Budget, LimitReached, Limits, Wanted
from solver.swap_map import swap_map


def by_rules(position: Position) -> Assessment:
    oracle = BruteEngine().open(position, Budget(Limits()))
    return oracle.assess(position, Wanted(distance=True))


def test_white_swaps_for_the_middle_rank_of_3x3() -> None:
    found = swap_map(3, by_rules)
    assert [opening.square for opening in found] == list(range(9))
    assert [opening.swap for opening in found] == [False] * 3 + [True] * 3 + [False] * 3
    assert [opening.distance for opening in found] == [5] * 3 + [4] * 3 + [5] * 3


def test_white_swaps_for_every_stone_of_2x2() -> None:
    assert {opening.winner for opening in swap_map(2, by_rules)} == {BLACK}


def test_images_are_assessed_once() -> None:
    asked: list[Position] = []

    def assess(position: Position) -> Assessment:
        asked.append(position)
        return by_rules(position)

    swap_map(3, assess)
    assert len(asked) == 4
    assert all(position.turn == WHITE and not position.variants for position in asked)


def test_what_a_limit_ended_stays_unknown() -> None:
    def assess(position: Position) -> Assessment:
        if position.board.cells[0] == BLACK:
            raise LimitReached("nodes")
        return by_rules(position)

    found = swap_map(2, assess)
    assert [opening.swap for opening in found] == [None] * 4
    corner, side, *_ = swap_map(3, assess)
    assert corner.winner is None
    assert corner.swap is None
    assert side.winner == WHITE
