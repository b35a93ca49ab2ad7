"""Several boards as one game, and fair set-ups."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import sight_reduction

from positions.errors import InputError
from positions.game import Position
from positions.games import rules_of
from positions.text import parse_move, parse_position
from solver.answers.fair import changes, fair
from solver.answers.sums import solve_sum
from solver.engines.choice import ENGINES
from solver.engines.combinatorial import ZERO, game_value
from solver.interface.engine import Limits, Result, Status

SMALL = sight_reduction(max_pieces=5, alone=False)


def wins(boards: tuple[Position, ...], turn: str) -> bool:
    """Return whether `turn`, to move, wins the sum of the boards, by plain recursion."""
    for number, board in enumerate(boards):
        rules = rules_of(board)
        for move in rules.moves(board.with_turn(turn)):
            after = rules.play(board.with_turn(turn), move)
            rest = (*boards[:number], after, *boards[number + 1 :])
            if not wins(rest, after.turn):
                return True
    return False


@pytest.mark.parametrize("name", ["auto", "brute", "search", "retrograde"])
@given(boards=st.lists(SMALL, min_size=1, max_size=2), turn=st.sampled_from("wb"))
def test_sums_agree_with_plain_recursion(name: str, boards: list[Position], turn: str) -> None:
    positions = tuple(board.with_turn(turn) for board in boards)
    answer = solve_sum(positions, Limits(), ENGINES[name])
    assert answer.status == Status.PROVED
    assert answer.result == (Result.WIN if wins(positions, turn) else Result.LOSS)
    total = ZERO
    for position in positions:
        total = total + game_value(position, lambda: None)
    assert answer.value == (None if total.number is None else str(total.number))
    current = list(positions)
    mover = turn
    for step in answer.line:
        number = step.board - 1
        rules = rules_of(current[number])
        board = current[number].with_turn(mover)
        move = parse_move(board, step.move)
        assert move in rules.moves(board)
        current[number] = rules.play(board, move)
        mover = current[number].turn
    assert answer.winner == {"w": "black", "b": "white"}[mover]
    assert not any(rules_of(b).moves(b.with_turn(mover)) for b in current)


def test_positions_that_are_not_one_game_are_refused() -> None:
    white, black = (parse_position(f"sight-reduction:ww/bb:{turn}") for turn in "wb")
    alone = parse_position("sight-reduction+solitaire:ww/bb:w")
    crowded = parse_position("sight-reduction+harder:wbwb/bwbw/wbwb/bwbw/wb2:w")
    for positions in ((white, black), (white, alone), (white, crowded)):
        with pytest.raises(InputError, match=r"found .*, expected"):
            solve_sum(positions, Limits(), ENGINES["auto"])


def test_a_sum_under_a_limit_is_unknown() -> None:
    position = parse_position("sight-reduction:wbwb/bwbw/wbwb/bwbw:w")
    answer = solve_sum((position, position), Limits(nodes=0), ENGINES["auto"])
    assert (answer.status, answer.reason) == (Status.UNKNOWN, "nodes")
    assert answer.line == []


@given(position=sight_reduction(max_pieces=5, alone=False))
def test_the_fair_set_up_changes_as_little_as_possible(position: Position) -> None:
    def is_open(board: Position) -> bool:
        first, second = (wins((board,), turn) for turn in "wb")
        return first == second

    report = fair(position, Limits(), ENGINES["auto"])
    assert report.status == Status.PROVED
    smaller = range(2, report.squares if report.squares is not None else 5)
    assert not any(is_open(after) for n in smaller for _, after in changes(position, n))
    assert is_open(position) == (report.squares == 0)
    for found in report.rearrangements:
        assert len(found.squares) == report.squares
        changed = parse_position(found.position)
        assert is_open(changed)
        assert sorted(changed.board.cells) == sorted(position.board.cells)
    assert bool(report.rearrangements) == bool(report.squares)


def test_a_fair_set_up_under_a_limit_is_unknown() -> None:
    position = parse_position("sight-reduction:wwww/wwww/bbbb/bwbb:w")
    report = fair(position, Limits(nodes=1), ENGINES["auto"])
    assert (report.status, report.squares, report.reason) == (Status.UNKNOWN, None, "nodes")
