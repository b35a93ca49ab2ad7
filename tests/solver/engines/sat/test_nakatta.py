"""Boards of Nakatta from clauses, compared with the rules on every filling of small boards."""

from itertools import product

import pytest
from legal_boards import COLOURS, LegalBoards, completed, end_without_winner
from pysat.solvers import Solver

from positions.game import Position
from positions.games.nakatta import BLACK, NAKATTA, WHITE, can_place, winning_chain
from positions.grid import EMPTY, Board
from solver.interface.engine import Budget, LimitReached, Limits

# Legal boards of n×n points, and full ones (docs/rules/nakatta.md).
COUNTS = {1: (3, 2), 2: (63, 14), 3: (8_165, 322)}


def fillings(size: int) -> list[Board]:
    return [
        Board(size, size, "".join(cells)) for cells in product(EMPTY + "bw", repeat=size * size)
    ]


def is_legal(board: Board) -> bool:
    return not NAKATTA.rules.flaws(Position(NAKATTA.name, board, BLACK))


def is_allowed(boards: LegalBoards, solver: Solver, board: Board) -> bool:
    """Return whether a filling is one of the boards that a formula allows."""
    stones = [
        boards.stands(point, colour) * (1 if board[point] == colour else -1)
        for point in range(len(board.cells))
        for colour in COLOURS
    ]
    allowed: bool = solver.solve(stones)
    return allowed


@pytest.mark.parametrize("size", [1, 2, 3])
def test_every_filling(size: int) -> None:
    """The clauses and the rules agree on which boards are legal, full, won or stuck."""
    any_, full, open_, *stuck = (LegalBoards(size) for _ in range(5))
    full.require_full()
    open_.require_no_winner()
    for boards, colour in zip(stuck, COLOURS, strict=True):
        boards.require_stuck(colour)
    solvers = [
        (boards, Solver("minisat22", bootstrap_with=boards.formula.clauses))
        for boards in (any_, full, open_, *stuck)
    ]
    legal = complete = 0
    for board in fillings(size):
        is_full = EMPTY not in board.cells
        is_won = bool(winning_chain(board, BLACK) or winning_chain(board, WHITE))
        are_stuck = [not can_place(board, colour) for colour in COLOURS]
        expected = [True, is_full, not is_won, *are_stuck] if is_legal(board) else [False] * 5
        assert [is_allowed(*pair, board) for pair in solvers] == expected
        legal += expected[0]
        complete += expected[1]
    assert (legal, complete) == COUNTS[size]
    for _, solver in solvers:
        solver.delete()


@pytest.mark.parametrize("size", range(1, 7))
def test_no_board_is_stuck_without_a_winner(size: int) -> None:
    assert end_without_winner(size, Budget(Limits())) is None


def test_with_crosscuts_a_full_board_can_be_without_a_winner() -> None:
    """The clauses find such boards: the theorem depends on crosscuts being illegal."""
    boards = LegalBoards(2)
    boards.require_no_winner()
    boards.require_full()
    clauses = [clause for clause in boards.formula.clauses if len(clause) != 4]
    with Solver("minisat22", bootstrap_with=clauses) as solver:
        assert solver.solve()
        board = boards.board(solver.get_model())
    assert board.cells in ("bwwb", "wbbw")


@pytest.mark.parametrize(
    "cells", ["b........", "b...w...b", "bw.bw....", "." * 64, "b" * 32 + "." * 32]
)
def test_boards_are_completed(cells: str) -> None:
    size = int(len(cells) ** 0.5)
    board = completed(Board(size, size, cells), Budget(Limits()))
    assert board is not None
    assert is_legal(board)
    assert all(before in (EMPTY, after) for before, after in zip(cells, board.cells, strict=True))
    assert EMPTY not in board.cells


@pytest.mark.parametrize("cells", ["bw.wb....", "bwwb"])
def test_some_boards_cannot_be_completed(cells: str) -> None:
    size = int(len(cells) ** 0.5)
    assert completed(Board(size, size, cells), Budget(Limits())) is None


@pytest.mark.parametrize("limits", [Limits(nodes=100), Limits(seconds=0.0), Limits(seconds=0.5)])
def test_a_limit_is_not_an_answer(limits: Limits) -> None:
    with pytest.raises(LimitReached):
        end_without_winner(14, Budget(limits))
