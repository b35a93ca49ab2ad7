"""Oracles that stay open answer like new ones, and are reused if that pays."""

from collections.abc import Mapping
from contextlib import suppress

import pytest

from positions.game import Position
from positions.games import rules_of
from positions.text import parse_position
from solver.answers.ask import ANALYSE, Question, ask, ask_within
from solver.answers.model import record
from solver.engines.oracle_cache import OracleCache
from solver.interface.engine import Budget, Limits
from solver.pool.worker import Cancelled

Facts = Mapping[str, object]

LIMITS = Limits(memory=512)
# The cost, and which of several good moves a search finds first.
MAY_DIFFER = {"nodes", "seconds", "engine", "line"}
FEW = "sight-reduction:wbwbw/bwbwb/wwbbw:w"


def with_kept(
    kept: OracleCache, position: Position, question: Question, limits: Limits = LIMITS
) -> Facts:
    engine, wanted = question.engine_for(position), question.wanted(position)
    with kept.checkout(engine, position, wanted, limits) as (caching, budget):
        answer = ask_within(position, question, limits, budget, caching)
        return record(answer, question.asked(position))


def by_itself(position: Position, question: Question) -> Facts:
    return record(ask(position, question, LIMITS), question.asked(position))


def answers(found: Facts) -> Facts:
    return {name: value for name, value in found.items() if name not in MAY_DIFFER}


def check_same(kept: OracleCache, position: Position, question: Question) -> None:
    found = with_kept(kept, position, question)
    assert answers(found) == answers(by_itself(position, question))


@pytest.mark.parametrize("engine", ["auto", "retrograde"])
@pytest.mark.parametrize(
    "start",
    [
        FEW,
        "sight-reduction+harder:wbwbw/bwbwb/wwbbw:b",
        "sight-reduction+solitaire:wbbb/bbbw/bbww/wwbw:w",
        "manhattan:r2b/b2r/r2b:r",
        "marvin:start:3x3",
        "nakatta+pie:start:3x3",
        "minelayers:start:4x4",
    ],
)
def test_a_kept_oracle_answers_for_a_whole_game(start: str, engine: str) -> None:
    kept, position = OracleCache(512), parse_position(start)
    question = Question(ANALYSE, engine)
    for ply in range(5):
        assert answers(with_kept(kept, position, question)) == answers(
            by_itself(position, question)
        )
        moves = rules_of(position).moves(position)
        if not moves:
            break
        position = rules_of(position).play(position, moves[ply % len(moves)])


def test_open_oracles_answer_again_at_no_cost() -> None:
    position, question = parse_position("marvin:start:3x4"), Question(engine="retrograde")
    kept = OracleCache(512)
    first, second = (with_kept(kept, position, question) for _ in range(2))
    assert (first["status"], second["status"]) == ("proved", "proved")
    assert isinstance(first["nodes"], int)
    assert first["nodes"] > 1000 > int(str(second["nodes"]))


def test_other_boards_do_not_share_an_oracle() -> None:
    kept, question = OracleCache(512), Question(engine="retrograde")
    boards = [
        "sight-reduction:wbwb/bwbw:w",
        "sight-reduction:wbwb/bwwb:w",
        "sight-reduction+harder:wbwb/bwbw:w",
        "marvin:3/1W1/3:r",
        "marvin:3/1R1/3:r",
        "marvin:3/3/3:w",
    ]
    for position in map(parse_position, (*boards, *reversed(boards))):
        assert answers(with_kept(kept, position, question)) == answers(
            by_itself(position, question)
        )


def test_answers_after_a_limit_are_correct() -> None:
    kept, question = OracleCache(512), Question()
    position = parse_position("nakatta:start:4x4")
    assert with_kept(kept, position, question, Limits(nodes=50, memory=512))["status"] == "unknown"
    check_same(kept, position, question)


def test_rearrangements_get_new_oracles() -> None:
    kept, position = OracleCache(512), parse_position("sight-reduction:bbww/wbwb/wbbw:w")
    question = Question(ANALYSE, "retrograde", fair=True)
    for _ in range(2):
        found, expected = (
            with_kept(kept, position, question)["fair"],
            by_itself(position, question)["fair"],
        )
        assert isinstance(found, dict)
        assert isinstance(expected, dict)
        assert answers(found) == answers(expected)


def ask_and_stop(kept: OracleCache, position: Position, question: Question) -> Budget:
    """Ask, and stop at the first check; return the budget."""
    engine, wanted = question.engine_for(position), question.wanted(position)
    lent: list[Budget] = []

    def stop(share: float) -> None:
        raise Cancelled

    with suppress(Cancelled), kept.checkout(engine, position, wanted, LIMITS) as (caching, budget):
        lent.append(budget)
        budget.watch = stop
        ask_within(position, question, LIMITS, budget, caching)
        lent.clear()
    (budget,) = lent
    return budget


def test_a_cancelled_search_is_continued() -> None:
    kept, question, start = OracleCache(512), Question(), parse_position("manhattan:start:6x6")
    assert ask_and_stop(kept, start, question) is ask_and_stop(kept, start, question)
    position = parse_position("manhattan:r5/5b/2r3/6/3b2/6:r")
    check_same(kept, position, question)


def test_tables_beyond_the_memory_are_dropped() -> None:
    kept, question = OracleCache(-(1 << 20)), Question(engine="retrograde")
    position, other = parse_position("marvin:start:3x3"), parse_position("manhattan:r2/3/2r:r")
    for _ in range(2):
        assert int(str(with_kept(kept, position, question)["nodes"])) > 100
        with_kept(kept, other, question)
