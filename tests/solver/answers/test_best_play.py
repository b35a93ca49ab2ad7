"""Best play is the same everywhere: no part of the program calls another's best move a slip."""

from collections.abc import Callable, Iterable
from fractions import Fraction

import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st
from strategies import from_play, sight_reduction

from positions.game import Position
from positions.games import GAMES, rules_of
from positions.reading.game_records import GameRecord, Ply, result_by_rules
from positions.text import parse_move, parse_position
from solver import Limits, Question, Result, Status, analyse, solve
from solver.answers.annotation import annotate
from solver.answers.model import Annotation
from solver.engines.choice import ENGINES

# Each move wins at once; the first one, c1, gives up part of the lead.
FIRST_IS_DEARER = parse_position("sight-reduction:2w1/2ww:w")
# The fastest wins cost more of the lead than slower ones do.
CONFLICTS = [
    parse_position("sight-reduction:1wbw/wb1b/wbbw:b"),
    parse_position("sight-reduction:bwbb/1www/w2w/b1b1:w"),
]
# Too many pieces for distances.
LARGE = parse_position("sight-reduction:ww1w/wwbw/1bbb/1wbb/bwbb/wwww/b1b1/w1bb:w")

# A board for each other game, and the plies after which little is left to play.
ENDGAMES = {
    "manhattan": ((4, 4), 15, 17),
    "marvin": ((3, 3), 14, 18),
    "nakatta": ((3, 3), 1, 5),
    "minelayers": ((3, 4), 5, 8),
}


def judged(start: Position, moves: Iterable[str], engine: str) -> Annotation:
    """Review a game of these moves."""
    position, plies = start, list[Ply]()
    for text in moves:
        plies.append(Ply(parse_move(position, text)))
        position = rules_of(start).play(position, plies[-1].move)
    record = GameRecord(start, tuple(plies), result_by_rules(position))
    return annotate(record, Question(engine=engine), Limits(threads=1))


def play_out(position: Position, choose: Callable[[Position], str]) -> list[str]:
    rules, moves = rules_of(position), list[str]()
    while rules.outcome(position) is None:
        moves.append(choose(position))
        position = rules.play(position, parse_move(position, moves[-1]))
    return moves


def check_faultless(annotation: Annotation) -> None:
    assert annotation.is_complete
    for move in annotation.moves:
        assert move.lost.result is False
        assert move.is_slip is False
        assert not move.better
        assert move.mark in ("", "!")


def check_one_best_play(position: Position, engine: str, reviewer: str) -> None:
    answer = solve(position, engine=engine)
    assert answer.status == Status.PROVED
    if answer.distance is not None:
        assert len(answer.line) == answer.distance
    if answer.line:
        best = [move.move for move in analyse(position, engine=engine).moves if move.best]
        assert answer.line[0] in best
    check_faultless(judged(position, answer.line, reviewer))


@pytest.mark.parametrize("engine", ENGINES)
@given(position=sight_reduction(max_pieces=7, alone=False))
@example(FIRST_IS_DEARER)
def test_a_line_of_best_play_has_no_slips(engine: str, position: Position) -> None:
    assume(ENGINES[engine].objection(position) is None)
    check_one_best_play(position, engine, "auto")


@pytest.mark.parametrize("engine", ["auto", "search"])
@pytest.mark.parametrize("position", CONFLICTS, ids=["4x3", "4x4"])
def test_best_play_has_no_slips_if_the_fastest_win_costs_more(
    engine: str, position: Position
) -> None:
    check_one_best_play(position, engine, "auto")


def test_best_play_has_no_slips_without_distances() -> None:
    check_one_best_play(LARGE, "auto", "auto")


@given(position=sight_reduction(max_pieces=7, alone=False))
@example(FIRST_IS_DEARER)
@example(CONFLICTS[1])
def test_play_by_the_computer_has_no_slips(position: Position) -> None:
    """The board's opponent and the hints take the first move of an analysis."""
    moves = play_out(position, lambda position: analyse(position).moves[0].move)
    check_faultless(judged(position, moves, "auto"))


@pytest.mark.parametrize("position", CONFLICTS, ids=["4x3", "4x4"])
def test_if_speed_and_lead_conflict_neither_is_a_slip(position: Position) -> None:
    keeping = [move for move in analyse(position).moves if move.result == Result.WIN]

    def kept(number: int) -> int:
        value = keeping[number].value
        assert value is not None
        return int(value) * (1 if position.turn == "w" else -1)

    most = max(range(len(keeping)), key=kept)
    assert kept(most) > kept(0)
    for number in (0, most):
        check_faultless(judged(position, [keeping[number].move], "auto"))


@pytest.mark.parametrize("engine", ["brute", "search", "retrograde"])
def test_of_equally_fast_moves_the_best_keep_the_lead(engine: str) -> None:
    moves = analyse(FIRST_IS_DEARER, engine=engine).moves
    soonest = [move for move in moves if move.distance == moves[0].distance]
    leads = [Fraction(move.value) for move in soonest if move.value is not None]
    assert len(leads) == len(soonest)
    assert leads == sorted(leads, reverse=True)
    assert leads[0] > leads[-1]
    assert [move.best for move in soonest] == [lead == leads[0] for lead in leads]


@pytest.mark.parametrize("game", ENDGAMES)
@settings(max_examples=8)
@given(data=st.data())
def test_other_games(game: str, data: st.DataObject) -> None:
    position = data.draw(from_play(GAMES[game], *ENDGAMES[game]))
    check_one_best_play(position, "auto", "auto")
