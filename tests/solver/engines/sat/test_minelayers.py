"""The longest path of a minelayer from clauses, and races, compared with recursion and kernel."""

from itertools import pairwise

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from longest_paths import longest_way, race_winner, region

from positions.game import Position
from positions.games.minelayers import FIRST, MINE, MINELAYERS, A, B
from positions.grid import EMPTY, KNIGHT, Board, neighbours
from solver.engines.choice import ENGINES
from solver.interface.engine import Budget, Details, LimitReached, Limits

SIZES = [(1, 3), (2, 5), (3, 3), (3, 4), (4, 4), (3, 6), (5, 4)]


@st.composite
def boards(draw: st.DrawFn) -> Board:
    """Draw boards with both minelayers, and mines anywhere."""
    width, height = draw(st.sampled_from(SIZES))
    squares = draw(st.permutations(range(width * height)))
    mines = draw(st.integers(0, len(squares) - 2))
    cells = dict.fromkeys(squares[2 : 2 + mines], MINE) | {squares[0]: A, squares[1]: B}
    return Board(width, height, EMPTY * (width * height)).with_cells(cells)


def max_moves(board: Board, square: int, used: frozenset[int]) -> int:
    free = [
        other
        for other in neighbours(*board.size, square, KNIGHT)
        if other not in used and board[other] == EMPTY
    ]
    return max((1 + max_moves(board, other, used | {other}) for other in free), default=0)


def check_path(board: Board, way: tuple[int, ...]) -> None:
    """Check that squares are a path of minelayer A, by MM1."""
    assert len(set(way)) == len(way)
    assert board[way[0]] == A
    assert all(board[square] == EMPTY for square in way[1:])
    assert all(two in neighbours(*board.size, one, KNIGHT) for one, two in pairwise(way))


@given(board=boards())
def test_no_path_is_longer(board: Board) -> None:
    (start,) = board.squares(A)
    way = longest_way(board, A, Budget(Limits()))
    check_path(board, way)
    assert len(way) - 1 == max_moves(board, start, frozenset())


@given(board=boards(), turn=st.sampled_from(A + B), first=st.sampled_from(A + B))
def test_races_agree_with_the_kernel(board: Board, turn: str, first: str) -> None:
    assume(not region(board, A) & region(board, B))
    position = Position(MINELAYERS.name, board, turn, keys=((FIRST, first),))
    found = ENGINES["search"].open(position, Budget(Limits())).assess(position, Details())
    assert race_winner(position, Budget(Limits())) == found.winner


@pytest.mark.parametrize(
    ("width", "height", "moves"), [(6, 6, 35), (5, 5, 24), (8, 8, 63), (4, 8, 31)]
)
def test_a_whole_board(width: int, height: int, moves: int) -> None:
    board = Board(width, height, A + EMPTY * (width * height - 1))
    way = longest_way(board, A, Budget(Limits()))
    check_path(board, way)
    assert len(way) - 1 == moves


@pytest.mark.parametrize("limits", [Limits(nodes=0), Limits(seconds=0.0)])
def test_a_limit_is_not_an_answer(limits: Limits) -> None:
    with pytest.raises(LimitReached):
        longest_way(Board(6, 6, A + EMPTY * 35), A, Budget(limits))
