"""Specific to Marvin: the table of all positions, and counted kings."""

from __future__ import annotations

from itertools import pairwise
from math import inf
from pathlib import Path
from random import Random

import pytest

from positions.game import Move, Position
from positions.games import rules_of
from positions.games.marvin import MARVIN, blocks, placed
from positions.grid import EMPTY
from positions.text import parse_position
from solver import _native
from solver.interface.engine import NO_LIMIT


def control() -> _native.Control:
    """Return a control without limits."""
    return _native.Control(NO_LIMIT, inf, NO_LIMIT)


def random_game(width: int, height: int, seed: int) -> list[Position]:
    """Return the positions of a random game, the last one finished."""
    rules, chance = MARVIN.rules, Random(seed)
    position = rules.start(width, height, ())
    assert position is not None
    met = [position]
    while rules.outcome(position) is None:
        position = rules.play(position, chance.choice(rules.moves(position)))
        met.append(position)
    return met


def turn_of(position: Position) -> int:
    """Return the number of the player to move."""
    return list(MARVIN.players).index(position.turn)


@pytest.mark.parametrize("size", [(3, 3), (3, 4), (5, 3), (4, 4)])
def test_table_and_search_agree_on_whole_games(size: tuple[int, int]) -> None:
    table = _native.MarvinTable(*size)
    search = _native.marvin_search(*size, 1 << 26)
    assert table.run(control())
    for position in random_game(*size, seed=1):
        cells, turn = position.board.cells.encode(), turn_of(position)
        assert table.score(cells, turn, 0) == search.score(cells, turn, 0, control())
        assert table.score(cells, 1 - turn, 0) == search.score(cells, 1 - turn, 0, control())


def test_only_the_two_by_twos_around_a_point_matter() -> None:
    for width, height in ((3, 5), (4, 4), (6, 3)):
        for position in random_game(width, height, seed=3):
            board = position.board
            for square in board.squares(EMPTY):
                by_windows = _completed(position, square)
                assert bool(blocks(placed(position, square), square)) == bool(by_windows)
                after = rules_of(position).play(position, _move(position, square)).board
                removed = {s for s in range(len(board.cells)) if after[s] == EMPTY != board[s]}
                assert removed == {s for s in by_windows if board[s] in "wr"}


def _move(position: Position, square: int) -> Move:
    return next(move for move in rules_of(position).moves(position) if move.squares == (square,))


def _completed(position: Position, square: int) -> set[int]:
    """Return the other points of the 2×2s that a stack on a point completes."""
    board = position.board
    rank, file = divmod(square, board.width)
    found: set[int] = set()
    for left, bottom in ((file - 1, rank - 1), (file, rank - 1), (file - 1, rank), (file, rank)):
        if 0 <= left < board.width - 1 and 0 <= bottom < board.height - 1:
            corner = bottom * board.width + left
            others = {corner, corner + 1, corner + board.width, corner + board.width + 1} - {square}
            if all(board[other] != EMPTY for other in others):
                found |= others
    return found


def test_endgames_of_the_large_board() -> None:
    search = _native.marvin_search(7, 7, 1 << 28)
    for position in random_game(7, 7, seed=20):
        kings = [square for square, cell in enumerate(position.board.cells) if cell in "WR"]
        if len(kings) < 29:
            continue
        cells, turn = position.board.cells.encode(), turn_of(position)
        limits = _native.Control(NO_LIMIT, 60, NO_LIMIT)
        score = search.score(cells, turn, 0, limits)
        assert score is not None
        if len(kings) >= 38:
            table = _native.MarvinTable(7, 7, sum(1 << king for king in kings))
            assert table.run(control())
            assert table.score(cells, turn, 0) == score


def test_a_table_in_files_is_continued_after_a_stop(tmp_path: Path) -> None:
    whole = _native.MarvinTable(3, 5)
    assert whole.run(control())
    table = _native.MarvinTable(3, 5, folder=str(tmp_path))
    shares: list[float] = []
    assert table.run(_native.Control(NO_LIMIT, inf, NO_LIMIT, shares.append), threads=2)
    assert shares == sorted(shares)
    assert table.layers == whole.layers
    (tmp_path / "kings-0").unlink()
    again, second = _native.MarvinTable(3, 5, folder=str(tmp_path)), control()
    assert again.run(second)
    assert second.nodes == whole.layers[0][1]
    for position in random_game(3, 5, seed=2):
        cells, turn = position.board.cells.encode(), turn_of(position)
        assert again.score(cells, turn, 0) == whole.score(cells, turn, 0)


def test_layers_count_all_legal_positions_up_to_symmetry() -> None:
    table = _native.MarvinTable(3, 3)
    assert table.run(control())
    layers = table.layers
    assert sum(positions for _, positions, _, _ in layers) == 2755
    assert all(upper[0] == lower[0] + 1 for lower, upper in pairwise(layers))
    for kings, _, lowest, highest in layers:
        assert (lowest - kings) % 2 == (highest - kings) % 2 == 1


def test_other_files_and_boards_are_refused() -> None:
    table = _native.MarvinTable(3, 3, kings=1)
    assert table.run(control())
    with pytest.raises(ValueError, match="not a position of this table"):
        table.value(2, 0)
    with pytest.raises(ValueError, match="MV4a"):
        _native.marvin_search(2, 2, 1 << 16).score(b"wWWW", 0, 0, control())
    with pytest.raises(ValueError, match="25 open points"):
        _native.MarvinTable(5, 6)


def test_corner_openings_of_three_by_five_lose() -> None:
    table = _native.MarvinTable(3, 5)
    assert table.run(control())
    start = parse_position("marvin:start:3x5")
    worth = [
        table.score(rules_of(start).play(start, move).board.cells.encode(), 1, 0)
        for move in rules_of(start).moves(start)
    ]
    assert worth == [-1, 1, -1] + [1] * 9 + [-1, 1, -1]
