"""Oracles that stay open give what fresh ones give, and are used again where that is worth it."""

from contextlib import suppress

import pytest

from positions.game import Position
from positions.games import game_of
from positions.text import parse_position
from solver.engines.kept import KeptOracles
from solver.interface.engine import Budget, Limits
from solver.pool.worker import Recalled
from solver.questions.asking import ANALYSE, Asked, engine_for, record_of, record_within
from solver.records.answers import Record

LIMITS = Limits(memory=512)
# What it cost, and which of several good moves a search has at hand.
MAY_DIFFER = {"nodes", "seconds", "engine", "line"}
FEW = "sight-reduction:wbwbw/bwbwb/wwbbw:w"


def ask(kept: KeptOracles, position: Position, asked: Asked, limits: Limits = LIMITS) -> Record:
    wanted = asked.wanted(position)
    engine = engine_for(asked.engine, position, wanted)
    with kept.lend(engine, position, wanted, limits) as (lender, budget):
        return record_within(position, asked, limits, budget, lender)


def answers(record: Record) -> Record:
    return {name: value for name, value in record.items() if name not in MAY_DIFFER}


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
def test_a_game_is_followed(start: str, engine: str) -> None:
    kept, position = KeptOracles(512), parse_position(start)
    asked = Asked(ANALYSE, engine)
    for ply in range(5):
        assert answers(ask(kept, position, asked)) == answers(record_of(position, asked, LIMITS))
        moves = game_of(position).rules.moves(position)
        if not moves:
            break
        position = game_of(position).rules.play(position, moves[ply % len(moves)])


def test_what_is_open_costs_nothing_more() -> None:
    position, asked = parse_position("marvin:start:3x4"), Asked(engine="retrograde")
    kept = KeptOracles(512)
    first, second = (ask(kept, position, asked) for _ in range(2))
    assert (first["status"], second["status"]) == ("proved", "proved")
    assert isinstance(first["nodes"], int)
    assert first["nodes"] > 1000 > int(str(second["nodes"]))


def test_other_boards_do_not_share() -> None:
    kept, asked = KeptOracles(512), Asked(engine="retrograde")
    boards = [
        "sight-reduction:wbwb/bwbw:w",
        "sight-reduction:wbwb/bwwb:w",
        "sight-reduction+harder:wbwb/bwbw:w",
        "marvin:3/1W1/3:r",
        "marvin:3/1R1/3:r",
        "marvin:3/3/3:w",
    ]
    for position in map(parse_position, (*boards, *reversed(boards))):
        assert answers(ask(kept, position, asked)) == answers(record_of(position, asked, LIMITS))


def test_a_limit_leaves_nothing_wrong_behind() -> None:
    kept, asked = KeptOracles(512), Asked()
    position = parse_position("nakatta:start:4x4")
    assert ask(kept, position, asked, Limits(nodes=50, memory=512))["status"] == "unknown"
    assert answers(ask(kept, position, asked)) == answers(record_of(position, asked, LIMITS))


def test_rearrangements_are_opened_anew() -> None:
    kept, position = KeptOracles(512), parse_position("sight-reduction:bbww/wbwb/wbbw:w")
    asked = Asked(ANALYSE, "retrograde", fair=True)
    for _ in range(2):
        found, expected = (
            ask(kept, position, asked)["fair"],
            record_of(position, asked, LIMITS)["fair"],
        )
        assert isinstance(found, dict)
        assert isinstance(expected, dict)
        assert answers(found) == answers(expected)


def ask_and_stop(kept: KeptOracles, position: Position, asked: Asked) -> Budget:
    """Ask, and stop at the first look; give the budget that was lent."""
    wanted = asked.wanted(position)
    engine = engine_for(asked.engine, position, wanted)
    lent: list[Budget] = []

    def stop(share: float) -> None:
        raise Recalled

    with suppress(Recalled), kept.lend(engine, position, wanted, LIMITS) as (lender, budget):
        lent.append(budget)
        budget.watch = stop
        record_within(position, asked, LIMITS, budget, lender)
        lent.clear()
    (budget,) = lent
    return budget


def test_what_is_recalled_is_taken_up_again() -> None:
    kept, asked, start = KeptOracles(512), Asked(), parse_position("manhattan:start:6x6")
    assert ask_and_stop(kept, start, asked) is ask_and_stop(kept, start, asked)
    position = parse_position("manhattan:r5/5b/2r3/6/3b2/6:r")
    assert answers(ask(kept, position, asked)) == answers(record_of(position, asked, LIMITS))


def test_tables_beyond_the_memory_go() -> None:
    kept, asked = KeptOracles(-(1 << 20)), Asked(engine="retrograde")
    position, other = parse_position("marvin:start:3x3"), parse_position("manhattan:r2/3/2r:r")
    for _ in range(2):
        assert int(str(ask(kept, position, asked)["nodes"])) > 100
        ask(kept, other, asked)
