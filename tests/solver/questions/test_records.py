"""The objects that ``--json`` prints: their fields in order, and their values."""

import json
from collections.abc import Mapping, Sequence
from fractions import Fraction

import pytest
from hypothesis import given
from solver.answers.solve import Verdict, solve
from solver.records.answers import answer_record, moves_record, verdict_record
from solver.records.shapes import MoveRecord
from strategies import sight_reduction

from positions.game import Position
from positions.games import game_of
from positions.text import parse_move, parse_position
from solver.answers.ask import ask, ask_within
from solver.answers.moves import MoveValue
from solver.answers.question import ANALYSE, Question
from solver.engines.brute import BruteEngine
from solver.interface.engine import Assessment, Budget, Limits, Result, Status

HEADING = ["position", "game", "variants", "status"]
ANSWERS = ["result", "winner", "score", "distance", "par", "value", "line"]
COST = ["engine", "nodes", "seconds", "estimate"]
ANALYSIS = ["moves", "outcome_class", "other_turn", "zugzwang", "keeping", "only_move"]
MOVE = ["move", "result", "distance", "score", "value", "best", "estimate"]


def verdict_of(position: Position, nodes: int | None = None) -> Verdict:
    return solve(position, Question().wanted(position), Limits(nodes), BruteEngine())


def analysis_record(position: Position, nodes: int | None = None) -> Mapping[str, object]:
    question = Question(ANALYSE, "brute")
    return answer_record(ask(position, question, Limits(nodes)))


@given(sight_reduction())
def test_a_proved_verdict(position: Position) -> None:
    record = verdict_record(verdict_of(position))
    assert json.loads(json.dumps(record, allow_nan=False)) == record
    assert list(record) == HEADING + ANSWERS + COST
    assert record["status"] == "proved"
    assert parse_position(str(record["position"])) == position
    assert isinstance(record["seconds"], float)
    assert isinstance(record["nodes"], int)
    alone = "solitaire" in position.variants
    if alone:
        assert record["result"] in ("solvable", "unsolvable")
        assert record["winner"] is record["value"] is None
        assert isinstance(record["par"], int)
    else:
        mover, other = ("white", "black") if position.turn == "w" else ("black", "white")
        assert (record["result"], record["winner"]) in (("win", mover), ("loss", other))
        assert record["par"] is None
        assert record["value"] is None or Fraction(str(record["value"])) is not None
    line = record["line"]
    assert isinstance(line, list)
    assert record["distance"] == len(line)
    for move in line:
        position = game_of(position).rules.play(position, parse_move(position, move))
    assert game_of(position).rules.outcome(position) is not None


@given(sight_reduction())
def test_an_analysis(position: Position) -> None:
    record = analysis_record(position)
    fields = HEADING + ANSWERS + COST + ANALYSIS
    assert list(record)[: len(fields)] == fields
    moves = record["moves"]
    assert isinstance(moves, list)
    assert all(list(move)[: len(MOVE)] == MOVE for move in moves)
    rules = game_of(position).rules
    legal = rules.moves(position) if rules.outcome(position) is None else ()
    notation = game_of(position).notation
    assert sorted(move["move"] for move in moves) == sorted(
        notation.format(position.board, move) for move in legal
    )
    if moves:
        assert moves[0]["best"]
        assert moves[0]["result"] == record["result"]
        assert moves[0]["distance"] == record["distance"]
    assert (record["outcome_class"] is None) == ("solitaire" in position.variants)


@pytest.mark.parametrize("variant", ["", "+solitaire"])
def test_an_unknown_verdict_has_no_facts(variant: str) -> None:
    position = parse_position(f"sight-reduction{variant}:bwwb/wwbw/bwbb:w")
    record = verdict_record(verdict_of(position, nodes=3))
    assert list(record) == [*HEADING, "reason", "detail", *ANSWERS, *COST]
    assert (record["status"], record["reason"]) == ("unknown", "nodes")
    assert all(record[name] is None for name in ANSWERS if name != "line")
    assert record["line"] == []
    analysis = analysis_record(position, nodes=3)
    moves = analysis["moves"]
    assert isinstance(moves, list)
    assert len(moves) == 5
    assert all(move["result"] is None and move["best"] is None for move in moves)
    assert analysis["outcome_class"] is None


@pytest.mark.parametrize(
    ("value", "text"), [(Fraction(2), "2"), (Fraction(-1, 2), "-1/2"), (Fraction(0), "0")]
)
def test_values_are_text(value: Fraction, text: str) -> None:
    position = parse_position("sight-reduction:wb:w")
    verdict = Verdict(position, Status.PROVED, Assessment(Result.LOSS, "b", 0, value))
    assert verdict_record(verdict)["value"] == text


@pytest.mark.parametrize(
    "line",
    [
        "sight-reduction:bwwb/wwbw:w",
        "sight-reduction+solitaire:wbbw/bwwb:w",
        "manhattan:r2r/2b1/1b2/4:r",
        "marvin:wr1/1RW/3:w",
        "nakatta:2w/1b1/b1w:b",
        "minelayers:1B2/4/2A1:A:first=A",
    ],
)
def test_moves_shown_during_an_analysis_do_not_change(line: str) -> None:
    position, limits, shown = parse_position(line), Limits(), list[list[MoveRecord]]()
    budget, engine = Budget(limits), BruteEngine()

    def show(moves: Sequence[MoveValue]) -> None:
        shown.append(moves_record(position, moves))

    answer = ask_within(position, Question(ANALYSE), limits, budget, engine, show)
    moves = answer_record(answer)["moves"]
    assert isinstance(moves, list)
    final = {move["move"]: move for move in moves}
    for number, several in enumerate(shown, start=1):
        valued = [move for move in several if move["result"] is not None]
        assert (len(valued), len(several)) == (number, len(final))
        assert several[:number] == valued
        for move in valued:
            last = {name: final[str(move["move"])][name] for name in MOVE}
            assert move == (last if number == len(final) else last | {"best": None})
    assert [move["move"] for move in shown[-1]] == list(final)
