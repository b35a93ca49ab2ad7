"""Analyses of all moves, compared with positions solved one by one."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from replays import assessed, value_in
from strategies import from_play, sight_reduction

from positions.game import Position
from positions.games import GAMES, game_of, rules_of
from positions.text import parse_move, parse_position
from solver import Limits, Question, Result, Status, analyse, solve
from solver.answers.ask import ANALYSE, is_final, value_of
from solver.answers.counting import count_within
from solver.engines.choice import ENGINES
from solver.engines.lines import RANK, for_opponent, plies_to_end, result_of_move
from solver.interface.engine import Budget, Details

ENDGAMES = {
    "manhattan": ((4, 4), 10, 17),
    "marvin": ((3, 3), 8, 18),
    "nakatta": ((3, 3), 0, 5),
    "minelayers": ((3, 4), 2, 8),
}


@pytest.mark.parametrize("game", ENDGAMES)
@settings(max_examples=15)
@given(data=st.data())
def test_moves_agree_with_the_positions_after_them(game: str, data: st.DataObject) -> None:
    position = data.draw(from_play(GAMES[game], *ENDGAMES[game]))
    analysis, rules = analyse(position), rules_of(position)
    assert analysis.result is not None
    for move in analysis.moves:
        after = rules.play(position, parse_move(position, move.move))
        alone = assessed(after, Question().wanted(position))
        plies = plies_to_end(alone)
        assert value_in(move) == replace(
            value_of(after, alone),
            result=result_of_move(position, for_opponent(position, after, alone)),
            distance=None if plies is None else plies + 1,
        )
    results = [move.result for move in analysis.moves if move.result is not None]
    if not results:
        assert (analysis.keeping, analysis.only_move, analysis.zugzwang) == (None, None, None)
        return
    assert max(results, key=lambda result: RANK[result]) == analysis.result
    assert analysis.keeping == results.count(analysis.result)
    assert (analysis.only_move is None) == (analysis.keeping > 1 or len(results) == 1)
    other = game_of(position).other_turn(position)
    if other is None:
        assert analysis.zugzwang is None
    elif analysis.score is None:
        passing = RANK[Result.WIN] - RANK[assessed(other, Details()).result]
        assert analysis.zugzwang == (passing > RANK[analysis.result])


@given(position=sight_reduction(max_pieces=8, alone=True, keep=True))
def test_solutions_and_survivors(position: Position) -> None:
    analysis, whole = analyse(position), count_within(position, Budget(Limits()))
    if analysis.random_play is not None and analysis.random_play_error is not None:
        assert analysis.solutions == whole.solutions
        error = analysis.random_play_error + whole.random_play_error
        assert abs(analysis.random_play - whole.random_play) <= error
    last = ends(position)
    if analysis.survivors is not None:
        board = position.board
        colours = zip(*last, strict=True) if last else ((), ())
        names = [[board.name(square) for square in sorted(set(colour))] for colour in colours]
        assert [analysis.survivors.white, analysis.survivors.black] == names


def ends(position: Position) -> set[tuple[int, int]]:
    """Return the last two pieces of every solution, by plain recursion over the rules."""
    rules, found, waiting = rules_of(position), set(), {position}
    while waiting:
        one = waiting.pop()
        outcome = rules.outcome(one)
        if outcome is None:
            waiting |= {rules.play(one, move) for move in rules.moves(one)}
        elif outcome.solved and "pairs" not in one.variants:
            found.add((one.board.squares("w")[0], one.board.squares("b")[0]))
    return found


@pytest.mark.parametrize(
    ("text", "only", "zugzwang"),
    [
        ("minelayers:1B2/4/4/4/1A2:A:first=A", "d2", False),
        ("manhattan:start:4x4", None, True),
        ("sight-reduction:bwwb/wwbw/bwbb:w", None, False),
        ("nakatta+pie:3/1b1/3:w", "swap", None),
    ],
)
def test_only_moves_and_zugzwang(text: str, only: str | None, zugzwang: bool | None) -> None:
    analysis = analyse(parse_position(text))
    assert analysis.only_move == only
    assert analysis.zugzwang is zugzwang


@pytest.mark.parametrize("text", ["manhattan:rrbr:r", "marvin:WW/1W:r"])
@pytest.mark.parametrize("name", ENGINES)
def test_a_final_move_has_no_distance_if_its_position_has_none(text: str, name: str) -> None:
    position = parse_position(text)
    analysis = analyse(position, distance=True, engine=name)
    assert analysis.distance is None
    assert [move.distance for move in analysis.moves] == [None] * len(analysis.moves)
    for move in analysis.moves:
        after = rules_of(position).play(position, parse_move(position, move.move))
        assert solve(after, distance=True, engine=name).distance == 0


def test_a_limit_that_only_affects_the_counts() -> None:
    position = parse_position("sight-reduction+solitaire:bwwb/wwbw/bwbb:w")
    question = Question(ANALYSE, engine="brute")
    full = analyse(position, engine="brute", count=True)
    nodes = solve(position, engine="brute").nodes
    asked = analyse(position, nodes=nodes, engine="brute", count=True)
    assert value_in(asked) == value_in(full)
    assert (asked.status, asked.solutions) == (Status.PROVED, None)
    assert asked.left_open == ["solutions"]
    unasked = analyse(position, nodes=nodes, engine="brute")
    assert unasked.left_open == []
    assert not is_final(position, question, unasked)
    assert is_final(position, question, full)
