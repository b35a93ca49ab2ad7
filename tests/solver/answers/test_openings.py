"""Openings: their values agree with the rules, and determine the value of the start."""

import pytest
from replays import assessed

from positions.game import SWAP, Position
from positions.games import rules_of
from positions.text import format_position, parse_move, parse_position
from solver import Limits, Question, Result
from solver.answers.ask import value_of
from solver.answers.model import Opening
from solver.answers.openings import OpeningsSolver, openings_answer, result_of_start
from solver.engines.brute import BRUTE
from solver.engines.choice import ENGINES
from solver.interface.engine import Assessment, Budget, Engine, LimitReached, Oracle

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


class Reluctance:
    """The reference engine with a limit at some positions; it notes the questions."""

    def __init__(self, refuses: str | None = None) -> None:
        self.refuses = refuses
        self.asked: list[Position] = []
        self.engine = Engine(name="reluctant", open=self._open)

    def _open(self, position: Position, budget: Budget) -> Oracle:
        self.asked.append(position)
        if self.refuses is not None and self.refuses in position.board.rows():
            raise LimitReached("nodes")
        return BRUTE.open(position, budget)


def result_for(start: Position, found: Assessment) -> Result:
    """Return the result of a position for the player who began."""
    if found.winner is None:
        return found.result
    return Result.WIN if found.winner == start.turn else Result.LOSS


def solved(text: str, engine: Engine | None = None) -> list[Opening]:
    start = parse_position(text)
    return [one for _, one in OpeningsSolver(Limits(), engine or ENGINES["auto"]).of(start)]


@pytest.mark.parametrize("text", STARTS)
def test_openings_have_the_values_of_their_positions(text: str) -> None:
    start = parse_position(text)
    rules = rules_of(start)
    found = list(OpeningsSolver(Limits(), ENGINES["auto"], True).of(start))
    for begin, opening in found:
        position = begin
        for text in opening.moves:
            move = parse_move(position, text)
            assert move in rules.moves(position)
            position = rules.play(position, move)
        can_swap = SWAP in rules.moves(position)
        if can_swap:
            position = rules.play(position, SWAP)
        assert opening.position == format_position(position)
        alone = assessed(position, Question(distance=True).wanted(position), "brute")
        value = value_of(position, alone)
        assert (opening.winner, opening.score) == (value.winner, value.score)
        assert opening.result == result_for(begin, alone)
        assert opening.swap == ((alone.result == Result.LOSS) if can_swap else None)
        if rules_of(start).persons == 2:
            plies = None if value.distance is None else value.distance + len(opening.moves)
            assert opening.distance == plies
    for begin in {begin for begin, _ in found}:
        openings = [opening for one, opening in found if one == begin]
        whole = assessed(begin, Question().wanted(begin), "brute")
        assert result_of_start(begin, openings) == whole.result
        assert openings_answer(begin, [(begin, one) for one in openings]).result == whole.result


def test_a_table_of_starts_has_both_first_movers() -> None:
    start = parse_position("minelayers:start:3x4")
    found = list(OpeningsSolver(Limits(), ENGINES["auto"]).of(start))
    assert len(found) == 18
    assert [dict(begin.keys)["first"] for begin, _ in found] == ["A"] * 9 + ["B"] * 9
    assert len({opening.position for _, opening in found}) == 18


@pytest.mark.parametrize(
    ("text", "different"),
    [("nakatta:start:3x3", 4), ("minelayers:start:3x4", 5), ("minelayers:start:4x3", 8)],
)
def test_symmetric_openings_are_solved_once(text: str, different: int) -> None:
    reluctance = Reluctance()
    found = solved(text, reluctance.engine)
    assert len(reluctance.asked) == different
    assert len(found) > different
    assert sum(opening.nodes > 0 for opening in found) == different


def test_white_swaps_for_the_middle_rank_of_3x3() -> None:
    for variant in ("", "+pie"):
        found = solved(f"nakatta{variant}:start:3x3")
        wins = [False] * 3 + [True] * 3 + [False] * 3
        assert [opening.winner for opening in found] == ["black" if b else "white" for b in wins]
        assert [opening.swap for opening in found] == (wins if variant else [None] * 9)
        assert [opening.distance for opening in found] == [6] * 3 + [5] * 3 + [6] * 3


def test_openings_ended_by_a_limit_stay_unknown() -> None:
    nothing = solved("nakatta:start:2x2", Reluctance("b.").engine)
    assert [opening.result for opening in nothing] == [None] * 4
    assert result_of_start(parse_position("nakatta:start:2x2"), nothing) is None
    start = parse_position("nakatta:start:3x3")
    # Corners and the middles of Black's edges are open, but the others win, which is enough.
    some = solved("nakatta:start:3x3", Reluctance("b..").engine)
    assert None in [opening.result for opening in some]
    assert result_of_start(start, some) == Result.WIN
    assert "nodes" in [opening.reason for opening in some]
    losing = [opening for opening in some if opening.result != Result.WIN]
    assert result_of_start(start, losing) is None
