"""All engines give the same answers: brute = search = retrograde = sat on random positions."""

from fractions import Fraction

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from replays import chances, replay
from solver.answers.analysis import analyse
from solver.answers.solve import solve
from strategies import endgames, sight_reduction

from positions.game import Position
from positions.games import GAMES, game_of
from positions.perft import perft as perft_by_rules
from positions.text import parse_move, parse_position
from solver.answers.counting import count
from solver.answers.perft import divide, perft
from solver.answers.question import Question
from solver.engines.choice import ENGINES
from solver.engines.lines import for_opponent, preference, result_of_move
from solver.interface.engine import Budget, Details, Limits, Result, Status

OTHERS = [name for name in ENGINES if name != "brute"]
EVERYTHING = Details(distance=True, value=True, par=True)


def takes(name: str, position: Position) -> bool:
    """Return True if an engine accepts a position; otherwise discard the example."""
    return ENGINES[name].objection(position, wanted_for(position)) is None


def wanted_for(position: Position) -> Details:
    return Details(par=True) if game_of(position).is_solitaire(position) else EVERYTHING


@pytest.mark.parametrize("name", OTHERS)
@settings(max_examples=60)
@given(position=sight_reduction(max_pieces=8, keep=True))
def test_engines_agree(name: str, position: Position) -> None:
    assume(takes(name, position))
    question = (position, wanted_for(position))
    reference, verdict = (
        solve(*question, Limits(threads=2), ENGINES[engine], other_turn=True)
        for engine in ("brute", name)
    )
    assert verdict.status == Status.PROVED
    assert reference.found is not None
    assert verdict.found is not None
    found, expected = verdict.found, reference.found
    assert (found.result, found.winner) == (expected.result, expected.winner)
    if game_of(position).is_solitaire(position):
        assert found.par == expected.par
    else:
        assert (found.distance, found.value) == (expected.distance, expected.value)
        assert verdict.other_turn == reference.other_turn
        assert len(verdict.line) == found.distance
    if found.result != Result.UNSOLVABLE or found.par is not None:
        replay(verdict)


@pytest.mark.parametrize("name", ENGINES)
@settings(max_examples=30)
@given(position=sight_reduction(max_pieces=7, keep=True))
def test_moves_have_the_values_of_the_positions_after_them(name: str, position: Position) -> None:
    assume(takes(name, position))
    game, engine = game_of(position), ENGINES[name]
    analysis = analyse(position, wanted_for(position), Limits(), engine)
    legal = game.rules.moves(position) if game.rules.outcome(position) is None else ()
    assert sorted(legal, key=str) == sorted((move.move for move in analysis.moves), key=str)
    for value in analysis.moves:
        after = game.rules.play(position, value.move)
        alone = solve(after, wanted_for(after), Limits(), ENGINES["brute"])
        assert alone.found is not None
        assert value.after is not None
        assert value.result == result_of_move(position, alone.found)
        if not game.is_solitaire(position):
            assert alone.found.distance is not None
            assert value.distance == alone.found.distance + 1
            assert value.after.value == alone.found.value
    if analysis.moves:
        best = [move for move in analysis.moves if move.best]
        assert best == list(analysis.moves[: len(best)])
        assert best
        assert analysis.verdict.found is not None
        assert all(move.result == analysis.verdict.found.result for move in best)
        keys = [preference(position, move.after) for move in analysis.moves if move.after]
        assert keys == sorted(keys, reverse=True)


@pytest.mark.parametrize("name", ENGINES)
@pytest.mark.parametrize("lost", ["a1", "b1"])
def test_a_deal_that_has_lost_a_survivor_is_unsolvable(name: str, lost: str) -> None:
    position = parse_position("sight-reduction+solitaire:bb/ww:w:keep=a1,a2")
    game = game_of(position)
    position = game.rules.play(position, parse_move(position, lost))
    for text in ("a2", "b2"):
        after = game.rules.play(position, parse_move(position, text))
        verdict = solve(after, Details(par=True), Limits(), ENGINES[name])
        expected = Result.SOLVABLE if (lost, text) == ("b1", "b2") else Result.UNSOLVABLE
        assert verdict.found is not None
        assert verdict.found.result == expected
    before = solve(position, Details(), Limits(), ENGINES[name])
    assert before.found is not None
    assert before.found.result == (Result.SOLVABLE if lost == "b1" else Result.UNSOLVABLE)


@settings(max_examples=50)
@given(position=sight_reduction(max_pieces=9))
def test_kernels_and_rules_agree_on_perft(position: Position) -> None:
    for depth in range(4):
        expected = perft_by_rules(position, depth)
        assert perft(position, depth, Budget(Limits())) == expected
        if depth:
            assert sum(divide(position, depth, Budget(Limits())).values()) == expected


@settings(max_examples=50)
@given(position=sight_reduction(max_pieces=9, alone=True, keep=True))
def test_solutions_are_counted_exactly(position: Position) -> None:
    counted = count(position, Limits(threads=2))
    solutions, chance = chances(position)
    assert counted.solutions == solutions
    assert abs(Fraction(counted.random_play) - chance) <= Fraction(counted.error)


@pytest.mark.parametrize("name", ENGINES)
@settings(max_examples=20)
@given(position=sight_reduction(max_pieces=9))
def test_a_limit_is_never_an_answer(name: str, position: Position) -> None:
    assume(takes(name, position))
    question = (position, wanted_for(position))
    for limits in (Limits(nodes=0), Limits(seconds=0.0), Limits(nodes=2)):
        verdict = solve(*question, limits, ENGINES[name])
        if verdict.status == Status.UNKNOWN:
            assert verdict.found is None
            assert verdict.line == ()
            assert verdict.reason in ("nodes", "time")
        else:
            full = solve(*question, Limits(), ENGINES["brute"])
            assert verdict.found is not None
            assert full.found is not None
            assert verdict.found.result == full.found.result
    finished = game_of(position).rules.outcome(position) is not None
    assert finished or solve(*question, Limits(nodes=0), ENGINES[name]).status == Status.UNKNOWN


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
    wanted = Question(distance=True).wanted(position)
    reference = ENGINES["brute"].open(position, Budget(Limits()))
    other = GAMES[game].other_turn(position)
    found = reference.assess(position, wanted)
    few = Limits(nodes=data.draw(st.integers(1, 90)))
    for engine in ENGINES.values():
        if engine.name == "brute" or engine.objection(position, wanted) is not None:
            continue
        analysis = analyse(position, wanted, Limits(), engine)
        assert analysis.verdict.found == found
        assert analysis.verdict.distance in (None, len(analysis.verdict.line))
        replay(analysis.verdict)
        for move in analysis.moves:
            after = GAMES[game].rules.play(position, move.move)
            alone = reference.assess(after, wanted)
            assert move.after == for_opponent(position, after, alone)
        if other is not None:
            verdict = solve(position, wanted, Limits(), engine, other_turn=True)
            assert verdict.other_turn == reference.assess(other, wanted)
        for limits in (Limits(nodes=0), Limits(seconds=0.0), few):
            verdict = solve(position, wanted, limits, engine)
            assert verdict.found == (found if verdict.status == Status.PROVED else None)
            if limits is not few and GAMES[game].rules.outcome(position) is None:
                assert verdict.status == Status.UNKNOWN
    for depth in range(4):
        assert perft(position, depth, Budget(Limits())) == perft_by_rules(position, depth)


@pytest.mark.parametrize("name", ["search", "retrograde"])
@pytest.mark.parametrize("text", ["nakatta+pie:start:3x3", "nakatta+pie:3/1b1/3:w"])
def test_kernels_agree_with_the_rules_while_a_swap_is_possible(text: str, name: str) -> None:
    question = (parse_position(text), Details(distance=True))
    reference = solve(*question, Limits(), ENGINES["brute"])
    verdict = solve(*question, Limits(), ENGINES[name])
    assert verdict.found == reference.found
    assert verdict.line == reference.line


# Enough positions for the result, but not for the values of all moves along the line.
SHOWN = [
    ("manhattan:b2r2/5b/6/1r2r1/bbb1r1/r2rr1:r", 10_000),
    ("sight-reduction+harder:bwbbb/wbbbw/wwwww/bwbww/wbbbb:w", 20_000),
]


@pytest.mark.parametrize(("text", "nodes"), SHOWN)
def test_a_search_shows_a_line_without_valuing_all_moves(text: str, nodes: int) -> None:
    question = (parse_position(text), Details())
    verdict = solve(*question, Limits(nodes=nodes), ENGINES["search"])
    assert verdict.status == Status.PROVED
    replay(verdict)


TOO_LARGE = ["manhattan:start:6x6", "marvin:start:4x5", "nakatta:start:6x6", "minelayers:start"]


@pytest.mark.parametrize("text", TOO_LARGE)
def test_a_table_without_room_gives_no_answer(text: str) -> None:
    position = parse_position(text)
    verdict = solve(position, Details(), Limits(memory=1), ENGINES["retrograde"])
    assert (verdict.status, verdict.reason) == (Status.UNKNOWN, "memory")
    assert (verdict.found, verdict.line) == (None, ())


def test_a_table_of_known_size_reports_the_memory_it_needs() -> None:
    position = parse_position("marvin:start:4x5")
    few = solve(position, Details(), Limits(nodes=1000), ENGINES["retrograde"])
    assert few.detail == "the table of all reachable positions has 177,910,977 positions"
    small = solve(position, Details(), Limits(memory=20), ENGINES["retrograde"])
    assert small.detail is not None
    assert "needs 89 MiB, but only 20 MiB are allowed" in small.detail
    objection = ENGINES["retrograde"].objection(parse_position("marvin:start:7x7"), Details())
    assert objection is not None
    assert "25 open points" in objection
