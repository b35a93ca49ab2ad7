"""All engines give the same answers: brute = search = retrograde = sat on random positions."""

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from replays import after_line, assessed, chances, replay, value_in
from strategies import endgames, sight_reduction

from positions.game import Position
from positions.games import GAMES, rules_of
from positions.perft import perft as perft_by_rules
from positions.text import format_move, parse_move, parse_position
from solver import Limits, Question, Result, Status, analyse, ask, solve
from solver.answers.ask import ANALYSE, move_answers, value_of
from solver.answers.counting import count_within, divide, perft
from solver.answers.model import Analysis, Value
from solver.answers.moves import value_move
from solver.engines.choice import ENGINES
from solver.engines.lines import for_opponent, preference, result_of_move
from solver.interface.engine import Budget, Details

OTHERS = [name for name in ENGINES if name != "brute"]
EVERYTHING = {"distance": True, "value": True, "par": True}


def takes(name: str, position: Position) -> bool:
    """Return True if an engine accepts a position; otherwise discard the example."""
    return ENGINES[name].objection(position) is None


def wanted_for(position: Position) -> Details:
    return Question(**EVERYTHING).wanted(position)


@pytest.mark.parametrize("name", OTHERS)
@given(position=sight_reduction(max_pieces=8, keep=True))
def test_engines_agree(name: str, position: Position) -> None:
    assume(takes(name, position))
    expected, found = (
        ask(position, Question(engine=engine, other_turn=True, **EVERYTHING), Limits(threads=2))
        for engine in ("brute", name)
    )
    assert found.status == expected.status == Status.PROVED
    assert found.result is not None
    assert (found.result, found.winner) == (expected.result, expected.winner)
    if rules_of(position).persons == 1:
        assert found.par == expected.par
    else:
        assert (found.distance, found.value) == (expected.distance, expected.value)
        assert found.other_turn == expected.other_turn
        assert len(found.line) == found.distance
    if found.result != Result.UNSOLVABLE or found.par is not None:
        replay(found)


@pytest.mark.parametrize("name", ENGINES)
@given(position=sight_reduction(max_pieces=7, keep=True))
def test_moves_have_the_values_of_the_positions_after_them(name: str, position: Position) -> None:
    assume(takes(name, position))
    analysis = analyse(position, engine=name, **EVERYTHING)
    legal = (
        rules_of(position).moves(position) if rules_of(position).outcome(position) is None else ()
    )
    names = {format_move(position, move): move for move in legal}
    assert sorted(names) == sorted(move.move for move in analysis.moves)
    keys = []
    for move in analysis.moves:
        after = rules_of(position).play(position, names[move.move])
        alone = assessed(after, wanted_for(after), "brute")
        if rules_of(position).persons == 1:
            # Solutions may differ in length (SR7), and none is better for being short.
            alone = replace(alone, distance=None)
        assert move.result == result_of_move(position, alone)
        assert (move.winner, move.par) == (value_of(after, alone).winner, alone.par)
        if rules_of(position).persons == 2:
            assert alone.distance is not None
            assert move.distance == alone.distance + 1
            assert move.value == (None if alone.value is None else str(alone.value))
        keys.append(preference(position, for_opponent(position, after, alone)))
    if analysis.moves:
        best = [move for move in analysis.moves if move.best]
        assert best == list(analysis.moves[: len(best)])
        assert best
        assert all(move.result == analysis.result for move in best)
        assert keys == sorted(keys, reverse=True)


@pytest.mark.parametrize("name", ENGINES)
@pytest.mark.parametrize("lost", ["a1", "b1"])
def test_a_deal_that_has_lost_a_survivor_is_unsolvable(name: str, lost: str) -> None:
    position = parse_position("sight-reduction+solitaire:bb/ww:w:keep=a1,a2")
    position = rules_of(position).play(position, parse_move(position, lost))
    for text in ("a2", "b2"):
        after = rules_of(position).play(position, parse_move(position, text))
        expected = Result.SOLVABLE if (lost, text) == ("b1", "b2") else Result.UNSOLVABLE
        assert solve(after, engine=name, par=True).result == expected
    before = assessed(position, Details(), name)
    assert before.result == (Result.SOLVABLE if lost == "b1" else Result.UNSOLVABLE)


@given(position=sight_reduction(max_pieces=9))
def test_kernels_and_rules_agree_on_perft(position: Position) -> None:
    for depth in range(4):
        expected = perft_by_rules(position, depth)
        assert perft(position, depth, Budget(Limits())) == expected
        if depth:
            assert sum(divide(position, depth, Budget(Limits())).values()) == expected


@given(position=sight_reduction(max_pieces=9, alone=True, keep=True))
def test_solutions_are_counted_exactly(position: Position) -> None:
    counted = count_within(position, Budget(Limits(threads=2)))
    solutions, chance = chances(position)
    assert counted.number_of_solutions == solutions
    assert abs(Fraction(counted.random_play) - chance) <= Fraction(counted.random_play_error)


@pytest.mark.parametrize("name", ENGINES)
@settings(max_examples=20)
@given(position=sight_reduction(max_pieces=9))
def test_a_limit_is_never_an_answer(name: str, position: Position) -> None:
    assume(takes(name, position))
    question = Question(engine=name, **EVERYTHING)
    for limits in (Limits(nodes=0), Limits(seconds=0.0), Limits(nodes=2)):
        answer = ask(position, question, limits)
        if answer.status == Status.UNKNOWN:
            assert value_in(answer) == Value()
            assert answer.line == []
            assert answer.reason in ("nodes", "time")
        else:
            assert answer.result == assessed(position, wanted_for(position), "brute").result
    finished = rules_of(position).outcome(position) is not None
    assert finished or ask(position, question, Limits(nodes=0)).status == Status.UNKNOWN


# A board for each game, and the plies after which little enough is left for the rules alone.
ENDGAMES = {
    "manhattan": ((4, 4), 14, 17),
    "marvin": ((3, 3), 13, 18),
    "nakatta": ((3, 3), 2, 5),
    "minelayers": ((3, 4), 5, 8),
}


@pytest.mark.parametrize("game", ENDGAMES)
@settings(max_examples=6)
@given(data=st.data())
def test_kernels_agree_with_the_rules(game: str, data: st.DataObject) -> None:
    size, min_plies, max_plies = ENDGAMES[game]
    position = data.draw(endgames(GAMES[game], size, min_plies, max_plies, nodes=500))
    question = Question(distance=True, other_turn=True)
    wanted = question.wanted(position)
    reference = ENGINES["brute"].open(position, Budget(Limits()))
    other = GAMES[game].other_turn(position)
    found = reference.assess(position, wanted)
    few = Limits(nodes=data.draw(st.integers(1, 90)))
    for engine in ENGINES.values():
        if engine.name == "brute" or engine.objection(position) is not None:
            continue
        asked = replace(question, engine=engine.name)
        analysis = ask(position, replace(asked, task=ANALYSE), Limits())
        assert isinstance(analysis, Analysis)
        assert value_in(analysis) == value_of(position, found)
        assert analysis.distance in (None, len(analysis.line))
        replay(analysis)
        oracle = engine.open(position, Budget(Limits()))
        values = [
            value_move(position, parse_move(position, move.move), wanted, oracle)
            for move in analysis.moves
        ]
        for value in values:
            after = GAMES[game].rules.play(position, value.move)
            alone = reference.assess(after, wanted)
            assert value.after == for_opponent(position, after, alone)
        assert analysis.moves == move_answers(position, values)
        if other is not None:
            answer = ask(position, asked, Limits())
            assert answer.other_turn == value_of(position, reference.assess(other, wanted))
        for limits in (Limits(nodes=0), Limits(seconds=0.0), few):
            answer = ask(position, asked, limits)
            is_proved = answer.status == Status.PROVED
            assert value_in(answer) == value_of(position, found if is_proved else None)
            if limits is not few and GAMES[game].rules.outcome(position) is None:
                assert answer.status == Status.UNKNOWN
    for depth in range(4):
        assert perft(position, depth, Budget(Limits())) == perft_by_rules(position, depth)


@pytest.mark.parametrize("name", ["search", "retrograde"])
@pytest.mark.parametrize("text", ["nakatta+pie:start:3x3", "nakatta+pie:3/1b1/3:w"])
def test_kernels_agree_with_the_rules_while_a_swap_is_possible(text: str, name: str) -> None:
    reference, answer = (
        solve(parse_position(text), distance=True, engine=engine) for engine in ("brute", name)
    )
    assert answer.status == Status.PROVED
    assert value_in(answer) == value_in(reference)
    assert answer.line == reference.line


# Enough positions for the result, but not for the values of all moves along the line.
SHOWN = [
    ("manhattan:b2r2/5b/6/1r2r1/bbb1r1/r2rr1:r", 10_000),
    ("sight-reduction+harder:bwbbb/wbbbw/wwwww/bwbww/wbbbb:w", 20_000),
]


@pytest.mark.parametrize(("text", "nodes"), SHOWN)
def test_a_search_shows_a_line_without_valuing_all_moves(text: str, nodes: int) -> None:
    position = parse_position(text)
    oracle = ENGINES["search"].open(position, Budget(Limits(nodes=nodes)))
    found = oracle.assess(position, Details())
    line = [format_move(position, move) for move in oracle.line(position, Details())]
    last = after_line(position, line)
    outcome = rules_of(position).outcome(last)
    assert outcome is not None
    assert outcome.winner == found.winner


TOO_LARGE = ["manhattan:start:6x6", "marvin:start:4x5", "nakatta:start:6x6", "minelayers:start"]


@pytest.mark.parametrize("text", TOO_LARGE)
def test_a_table_without_room_gives_no_answer(text: str) -> None:
    answer = solve(parse_position(text), memory=1, engine="retrograde")
    assert (answer.status, answer.reason) == (Status.UNKNOWN, "memory")
    assert (value_in(answer), answer.line) == (Value(), [])


def test_a_table_of_known_size_reports_the_memory_it_needs() -> None:
    position = parse_position("marvin:start:4x5")
    few = solve(position, nodes=1000, engine="retrograde")
    assert few.detail == "the table of all reachable positions has 177,910,977 positions"
    small = solve(position, memory=20, engine="retrograde")
    assert small.detail is not None
    assert "needs 89 MiB, but only 20 MiB are allowed" in small.detail
    objection = ENGINES["retrograde"].objection(parse_position("marvin:start:7x7"))
    assert objection is not None
    assert "25 open points" in objection
