"""Openings: their values agree with the rules, and determine the value of the start."""

from dataclasses import dataclass, field

import pytest
from solver.answers.solve import solve

from positions.game import SWAP, Position
from positions.games import game_of
from positions.games.nakatta import BLACK
from positions.text import format_move, parse_position
from solver.answers.openings import Openings, result_of_start
from solver.answers.question import Question
from solver.engines.brute import BruteEngine
from solver.engines.choice import ENGINES
from solver.interface.engine import Budget, Details, LimitReached, Limits, Oracle, Result

STARTS = [
    "nakatta:start:2x2",
    "nakatta:start:3x3",
    "nakatta+pie:start:3x3",
    "minelayers:start:2x4",
    "minelayers:start:3x3",
    "minelayers:start:4x3",
    "minelayers:3/3/3/A2:B:first=B",
    "marvin:start:2x2",
    "marvin:start:3x2",
    "manhattan:br1b/4/4/r2r:r",
    "sight-reduction:bwb/wwb/bbw:w",
    "sight-reduction+solitaire:bwb/wwb/bb1:w",
]


@dataclass
class ReluctantEngine:
    """The reference engine with a limit at some positions; it notes the questions."""

    refuses: str | None = None
    asked: list[Position] = field(default_factory=list)
    name: str = "reluctant"

    def objection(self, position: Position, wanted: Details) -> str | None:
        return None

    def open(self, position: Position, budget: Budget) -> Oracle:
        self.asked.append(position)
        if self.refuses is not None and self.refuses in position.board.rows():
            raise LimitReached("nodes")
        return BruteEngine().open(position, budget)


@pytest.mark.parametrize("text", STARTS)
def test_openings_have_the_values_of_their_positions(text: str) -> None:
    start = parse_position(text)
    rules = game_of(start).rules
    brute, found = ENGINES["brute"], list(Openings(Limits(), ENGINES["auto"], True).of(start))
    for opening in found:
        position = opening.start
        for move in opening.moves:
            assert move in rules.moves(position)
            position = rules.play(position, move)
        if SWAP in rules.moves(position):
            position = rules.play(position, SWAP)
        assert position == opening.verdict.position
        alone = solve(position, Question(distance=True).wanted(position), Limits(), brute)
        assert alone.found is not None
        assert opening.verdict.found is not None
        assert opening.verdict.found.result == alone.found.result
        assert opening.verdict.found.winner == alone.found.winner
        assert opening.verdict.found.score == alone.found.score
        if not game_of(start).is_solitaire(start):
            assert opening.verdict.distance == alone.distance
    for begin in {opening.start for opening in found}:
        whole = solve(begin, Question().wanted(begin), Limits(), brute)
        assert whole.found is not None
        assert result_of_start(o for o in found if o.start == begin) == whole.found.result


def test_a_table_of_starts_has_both_first_movers() -> None:
    found = list(Openings(Limits(), ENGINES["auto"]).of(parse_position("minelayers:start:3x4")))
    assert len(found) == 18
    assert [dict(opening.start.keys)["first"] for opening in found] == ["A"] * 9 + ["B"] * 9
    assert len({opening.verdict.position for opening in found}) == 18


@pytest.mark.parametrize(
    ("text", "different"),
    [("nakatta:start:3x3", 4), ("minelayers:start:3x4", 5), ("minelayers:start:4x3", 8)],
)
def test_symmetric_openings_are_solved_once(text: str, different: int) -> None:
    engine = ReluctantEngine()
    found = list(Openings(Limits(), engine).of(parse_position(text)))
    assert len(engine.asked) == different
    assert len(found) > different
    assert sum(opening.verdict.nodes > 0 for opening in found) == different


def test_white_swaps_for_the_middle_rank_of_3x3() -> None:
    for variant in ("", "+pie"):
        start = parse_position(f"nakatta{variant}:start:3x3")
        found = list(Openings(Limits(), ENGINES["auto"]).of(start))
        winners = [opening.verdict.found and opening.verdict.found.winner for opening in found]
        assert [winner == BLACK for winner in winners] == [False] * 3 + [True] * 3 + [False] * 3
        swaps = [winner == BLACK for winner in winners] if variant else [None] * 9
        assert [opening.swap for opening in found] == swaps
        assert [opening.distance for opening in found] == [6] * 3 + [5] * 3 + [6] * 3


def test_openings_ended_by_a_limit_stay_unknown() -> None:
    start = parse_position("nakatta:start:2x2")
    nothing = list(Openings(Limits(), ReluctantEngine("b.")).of(start))
    assert [opening.result for opening in nothing] == [None] * 4
    assert result_of_start(nothing) is None
    start = parse_position("nakatta:start:3x3")
    # Corners and the middles of Black's edges are open, but the others win, which is enough.
    some = list(Openings(Limits(), ReluctantEngine("b..")).of(start))
    assert None in [opening.result for opening in some]
    assert result_of_start(some) == Result.WIN
    refused = [format_move(start, o.moves[0]) for o in some if o.verdict.reason == "nodes"]
    assert refused
    losing = [opening for opening in some if opening.result != Result.WIN]
    assert result_of_start(losing) is None
