"""The objects that ``--json`` prints: their fields in order, and their values."""

import json
from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from strategies import sight_reduction

from positions.game import Position
from positions.games import game_of, rules_of
from positions.text import parse_move, parse_position
from solver import Analysis, Limits, Question, analyse, solve
from solver.answers.ask import ANALYSE, ask_within, value_of
from solver.answers.model import COUNTS, MoveAnswer, Record, record
from solver.engines.brute import BRUTE
from solver.interface.engine import Assessment, Budget, Result

HEADING = ["position", "game", "variants", "status"]
ANSWERS = ["result", "winner", "score", "distance", "par", "value", "line"]
COST = ["engine", "nodes", "seconds", "estimate"]
ANALYSIS = ["moves", "outcome_class", "other_turn", "zugzwang", "keeping", "only_move"]
VALUE = ["result", "winner", "score", "distance", "par", "value"]
MOVE = ["move", *VALUE, "best", "estimate"]


def solved(position: Position, nodes: int | None = None) -> Record:
    return record(solve(position, engine="brute", nodes=nodes))


def analysed(position: Position, nodes: int | None = None) -> Record:
    return record(analyse(position, engine="brute", nodes=nodes))


@given(sight_reduction())
def test_a_proved_answer(position: Position) -> None:
    found = solved(position)
    assert json.loads(json.dumps(found, allow_nan=False)) == found
    assert list(found) == HEADING + ANSWERS + COST
    assert found["status"] == "proved"
    assert parse_position(str(found["position"])) == position
    assert isinstance(found["seconds"], float)
    assert isinstance(found["nodes"], int)
    alone = "solitaire" in position.variants
    if alone:
        assert found["result"] in ("solvable", "unsolvable")
        assert found["winner"] is found["value"] is None
        assert isinstance(found["par"], int)
    else:
        mover, other = ("white", "black") if position.turn == "w" else ("black", "white")
        assert (found["result"], found["winner"]) in (("win", mover), ("loss", other))
        assert found["par"] is None
        assert found["value"] is None or Fraction(str(found["value"])) is not None
    line = found["line"]
    assert isinstance(line, list)
    assert found["distance"] == len(line)
    for move in line:
        position = rules_of(position).play(position, parse_move(position, move))
    assert rules_of(position).outcome(position) is not None


@given(sight_reduction())
def test_an_analysis(position: Position) -> None:
    found = analysed(position)
    fields = HEADING + ANSWERS + COST + ANALYSIS
    assert list(found)[: len(fields)] == fields
    moves = found["moves"]
    assert isinstance(moves, list)
    assert all(list(move)[: len(MOVE)] == MOVE for move in moves)
    rules = rules_of(position)
    legal = rules.moves(position) if rules.outcome(position) is None else ()
    notation = game_of(position).notation
    assert sorted(move["move"] for move in moves) == sorted(
        notation.format(position.board, move) for move in legal
    )
    if moves:
        assert moves[0]["best"]
        assert moves[0]["result"] == found["result"]
        assert moves[0]["distance"] == found["distance"]
    assert (found["outcome_class"] is None) == ("solitaire" in position.variants)


@pytest.mark.parametrize("variant", ["", "+solitaire"])
def test_an_unknown_answer_has_no_facts(variant: str) -> None:
    position = parse_position(f"sight-reduction{variant}:bwwb/wwbw/bwbb:w")
    found = solved(position, nodes=3)
    assert list(found) == [*HEADING, "reason", "detail", *ANSWERS, *COST]
    assert (found["status"], found["reason"]) == ("unknown", "nodes")
    assert all(found[name] is None for name in ANSWERS if name != "line")
    assert found["line"] == []
    analysis = analysed(position, nodes=3)
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
    assert value_of(position, Assessment(Result.LOSS, "b", 0, value)).value == text


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
    position, limits, shown = parse_position(line), Limits(), list[list[MoveAnswer]]()
    budget, engine = Budget(limits), BRUTE
    answer = ask_within(position, Question(ANALYSE), limits, budget, engine, shown.append)
    assert isinstance(answer, Analysis)
    final = {move.move: move for move in answer.moves}
    for number, several in enumerate(shown, start=1):
        valued = [move for move in several if move.result is not None]
        assert (len(valued), len(several)) == (number, len(final))
        assert several[:number] == valued
        for move in valued:
            last = replace(final[move.move], **dict.fromkeys(COUNTS))
            assert move == (last if number == len(final) else replace(last, best=None))
    assert [move.move for move in shown[-1]] == list(final)
