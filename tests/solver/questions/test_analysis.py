"""Analyses of all moves, compared with positions solved one by one."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from solver.answers.analysis import Analysis, analyse
from solver.answers.solve import solve
from strategies import from_play, sight_reduction

from positions.game import Position
from positions.games import GAMES, game_of
from positions.text import format_move, parse_position
from solver.answers.counting import count
from solver.answers.question import Question
from solver.engines.choice import ENGINES
from solver.engines.lines import RANK, for_opponent, result_of_move
from solver.interface.engine import Details, Limits, Result

ENDGAMES = {
    "manhattan": ((4, 4), 10, 17),
    "marvin": ((3, 3), 8, 18),
    "nakatta": ((3, 3), 0, 5),
    "minelayers": ((3, 4), 2, 8),
}


def analysed(position: Position, counting: bool | None = None) -> Analysis:
    question = (position, Question().wanted(position))
    return analyse(*question, Limits(), ENGINES["auto"], counting=counting)


def result_alone(position: Position) -> Result:
    found = solve(position, Details(), Limits(), ENGINES["auto"]).found
    assert found is not None
    return found.result


@pytest.mark.parametrize("game", ENDGAMES)
@settings(max_examples=15)
@given(data=st.data())
def test_moves_agree_with_the_positions_after_them(game: str, data: st.DataObject) -> None:
    position = data.draw(from_play(GAMES[game], *ENDGAMES[game]))
    analysis, rules = analysed(position), game_of(position).rules
    found = analysis.verdict.found
    assert found is not None
    for move in analysis.moves:
        after = rules.play(position, move.move)
        alone = solve(after, Question().wanted(position), Limits(), ENGINES["auto"]).found
        assert alone is not None
        expected = for_opponent(position, after, alone)
        assert move.after == expected
        assert move.result == result_of_move(position, expected)
    results = [move.result for move in analysis.moves if move.result is not None]
    if not results:
        assert (analysis.keeping, analysis.only_move, analysis.zugzwang) == (None, None, None)
        return
    assert max(results, key=lambda result: RANK[result]) == found.result
    assert analysis.keeping is not None
    assert len(analysis.keeping) == results.count(found.result)
    assert (analysis.only_move is None) == (len(analysis.keeping) > 1 or len(results) == 1)
    other = game_of(position).other_turn(position)
    if other is None:
        assert analysis.zugzwang is None
    elif found.score is None:
        passing = RANK[Result.WIN] - RANK[result_alone(other)]
        assert analysis.zugzwang == (passing > RANK[found.result])


@settings(max_examples=40)
@given(position=sight_reduction(max_pieces=8, alone=True, keep=True))
def test_solutions_and_survivors(position: Position) -> None:
    analysis, whole = analysed(position), count(position, Limits())
    if analysis.counted is not None:
        assert analysis.counted.solutions == whole.solutions
        error = analysis.counted.error + whole.error
        assert abs(analysis.counted.random_play - whole.random_play) <= error
    last = ends(position)
    assert analysis.survivors is None or set(analysis.survivors.pairs) == last


def ends(position: Position) -> set[tuple[int, int]]:
    """Return the last two pieces of every solution, by plain recursion over the rules."""
    rules, found, waiting = game_of(position).rules, set(), {position}
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
    position = parse_position(text)
    analysis = analysed(position)
    found = analysis.only_move
    assert (None if found is None else format_move(position, found.move)) == only
    assert analysis.zugzwang is zugzwang


@pytest.mark.parametrize("text", ["manhattan:rrbr:r", "marvin:WW/1W:r"])
@pytest.mark.parametrize("name", ENGINES)
def test_a_final_move_has_no_distance_if_its_position_has_none(text: str, name: str) -> None:
    question = (parse_position(text), Details(distance=True))
    analysis = analyse(*question, Limits(), ENGINES[name])
    assert analysis.verdict.distance is None
    assert [move.distance for move in analysis.moves] == [None] * len(analysis.moves)
    assert all(move.after is not None and move.after.distance == 0 for move in analysis.moves)


def test_a_limit_that_only_affects_the_counts() -> None:
    position = parse_position("sight-reduction+solitaire:bwwb/wwbw/bwbb:w")
    question, engine = (position, Details()), ENGINES["brute"]
    full = analyse(*question, Limits(), engine, counting=False)
    limits = Limits(nodes=full.verdict.nodes)
    asked = analyse(*question, limits, engine, counting=True)
    assert asked.verdict.found == full.verdict.found
    assert asked.left_open == ("solutions",)
    assert analyse(*question, limits, engine).left_open == ()
