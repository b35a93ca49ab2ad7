"""Every question about a position is answered by every engine, refused, or reported as open."""

import json
from functools import cache

import pytest
from running import run

from cli.work import was_complete
from positions.errors import InputError
from positions.game import Position
from positions.text import parse_position
from solver import Limits, Question, ask, solve
from solver.answers.ask import ANALYSE, SOLVE, TASKS
from solver.answers.model import Record, record
from solver.engines.choice import ENGINES

# Small positions of every game: won, lost and drawn, finished, with each variant, before a swap and
# in a set-up; solved, solvable and unsolvable solitaires.
POSITIONS = [
    "sight-reduction+solitaire:wb:w",
    "sight-reduction+solitaire:wb1w2:w",
    "sight-reduction+solitaire+pairs:wb1w2:w",
    "sight-reduction+solitaire:wwb/bwb/wbw:w",
    "sight-reduction+solitaire:bwwb/wwbw:w",
    "sight-reduction+solitaire:wbwb/wwbb:w:keep=a1,d1",
    "sight-reduction+solitaire+harder+easier:wbwb/wwbb:b",
    "sight-reduction+solitaire+pairs:ww1/1bb:w",
    "sight-reduction:bwb/wwb:w",
    "sight-reduction:wb:b",
    "sight-reduction+harder:wwb/bb1:w",
    "sight-reduction+easier+pairs:bwb/wwb:b",
    "manhattan:2r/1b1/b1r:r",
    "manhattan:rb/br:r",
    "marvin:WR/1w:r",
    "marvin:W1/wR:r",
    "nakatta:1bb/w2/2w:b",
    "nakatta+pie:start:2x2",
    "nakatta+pie:1b/2:w",
    "minelayers:1B/2/A1:A",
    "minelayers:start:2x3",
]
OPTIONS = {
    "distance": ("distance",),
    "value": ("value",),
    "par": ("par",),
    "count": ("solutions", "random_play"),
    "fair": ("fair",),
}
# The facts in which engines must agree with the reference engine; equally good lines may differ.
FACTS = (
    "status",
    "result",
    "winner",
    "score",
    "distance",
    "par",
    "value",
    "outcome_class",
    "other_turn",
    "survivors",
    "left_open",
)


def record_of(position: Position, question: Question, limits: Limits) -> Record:
    """Return the record of an answer; check that its completeness can be read back from it."""
    answer = ask(position, question, limits)
    found = record(answer, question.asked(position))
    assert was_complete(json.loads(json.dumps(found))) == answer.is_complete
    return found


@cache
def reference(text: str, do: str, option: str) -> Record:
    return record_of(parse_position(text), Question(do, "brute", **{option: True}), Limits())


def facts(answer: Record, option: str) -> dict[str, object]:
    found = {name: answer.get(name, "missing") for name in (*FACTS, *OPTIONS[option])}
    moves = answer.get("moves")
    if isinstance(moves, list):
        found["moves"] = sorted(json.dumps(move) for move in moves)
    if isinstance(found.get("fair"), dict):
        found["fair"] = {**answer["fair"], "seconds": 0}  # type: ignore[dict-item]
    return found


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("text", POSITIONS)
def test_every_question_is_answered_or_refused(text: str, engine: str) -> None:
    position = parse_position(text)
    for do in TASKS:
        for option in OPTIONS:
            if (do, option) == (SOLVE, "fair"):
                continue
            question, expected = Question(do, engine, **{option: True}), reference(text, do, option)
            if ENGINES[engine].objection(position) is not None:
                with pytest.raises(InputError, match=f"engine: {engine} takes "):
                    record_of(position, question, Limits())
            else:
                found = record_of(position, question, Limits())
                assert facts(found, option) == facts(expected, option), (do, option)


@pytest.mark.parametrize("text", POSITIONS)
def test_applicable_facts_are_never_null(text: str) -> None:
    alone = "solitaire" in text
    for do in TASKS:
        assert (reference(text, do, "par")["par"] is None) != alone
        assert ("solutions" in reference(text, do, "count")) == alone
        is_valued = text.startswith("sight-reduction") and not alone
        assert (reference(text, do, "value")["value"] is None) != is_valued
        distance = reference(text, do, "distance")
        has_no_distance = text.startswith("marvin") or distance["result"] == "draw"
        finished = distance["line"] == []
        assert (distance["distance"] is None) == (has_no_distance and not finished)


LARGE = "sight-reduction+solitaire:bbbw/bwwb/wbwb/bbbw/wwbw/bbbw/wwbw/wwwb:w"
HARDER = "sight-reduction+harder:wwwbb/bbwwb/wbwbw/bwb2:w"


def test_the_search_gets_the_par_of_a_large_deal_from_clauses() -> None:
    found = solve(parse_position(LARGE), engine="search", par=True)
    assert (found.par, found.engine, len(found.line)) == (3, "sat", 29)
    unasked = solve(parse_position(LARGE), engine="search")
    assert (unasked.result, unasked.par) == ("unsolvable", None)
    assert (unasked.engine, unasked.line) == ("search", [])


@pytest.mark.parametrize("engine", ["auto", "search", "retrograde"])
@pytest.mark.parametrize("do", TASKS)
def test_a_value_that_is_not_computed_is_left_open(do: str, engine: str) -> None:
    question = Question(do, engine, value=True)
    answer = ask(parse_position(HARDER), question, Limits())
    assert (answer.status, answer.value) == ("proved", None)
    assert answer.left_open == ["value"]
    assert not answer.is_complete
    assert "left_open" not in record_of(parse_position(HARDER), Question(do, engine), Limits())


@pytest.mark.parametrize("command", [SOLVE, ANALYSE])
def test_the_command_line_says_what_is_left_open(command: str) -> None:
    result = run(command, "--value", "--json", HARDER)
    assert result.exit_code == 3
    assert json.loads(result.stdout)["left_open"] == ["value"]
    shown = run(command, "--value", HARDER)
    assert shown.exit_code == 3
    assert "Value: unknown" in shown.stdout
    assert run(command, "--json", HARDER).exit_code == 0


def test_without_a_search_the_value_of_a_finished_game_is_left_open() -> None:
    position, none = parse_position("sight-reduction:wb:w"), Limits(nodes=0)
    answer = ask(position, Question(value=True), none)
    assert (answer.result, answer.value, answer.left_open) == ("loss", None, ["value"])


def test_rearrangements_follow_the_rules() -> None:
    result = run("analyse", "--fair", "--json", "nakatta:b2/1w1/3:w")
    assert result.exit_code == 0
    found = json.loads(result.stdout)["fair"]
    assert found["squares"] == 2
    for change in found["rearrangements"]:
        parse_position(change["position"])


@pytest.mark.parametrize("text", ["nakatta+pie:start:2x2", "minelayers:start:2x3"])
def test_nothing_is_fair_if_only_one_player_can_begin(text: str) -> None:
    assert json.loads(run("analyse", "--fair", "--json", text).stdout)["fair"] is None


def test_a_sum_checks_that_its_engine_accepts_the_boards() -> None:
    boards = ["sight-reduction:wwwbb/bbwwb/wbwbw:w", "sight-reduction:wwb:w"]
    result = run("solve", "--sum", "--engine", "sat", *boards)
    assert result.exit_code == 2
    assert "sat takes two-player Sight Reduction with up to 12 pieces, not 15" in result.stderr


def test_a_sum_has_no_distance() -> None:
    result = run("solve", "--sum", "--distance", "sight-reduction:wwb:w")
    assert result.exit_code == 2
    assert "--distance cannot be combined with --sum" in result.stderr


def test_a_review_reports_that_values_are_left_open() -> None:
    game = f'[Position "{HARDER}"]\n\n1. c3\n'
    result = run("annotate", "--value", "--json", "-", given=game)
    assert result.exit_code == 3, result.stderr
    found = json.loads(result.stdout)
    assert (found["status"], found["left_open"]) == ("proved", ["value"])
    assert "Value: unknown" in run("annotate", "--value", "-", given=game).stdout
    unasked = run("annotate", "--json", "-", given=game)
    assert unasked.exit_code == 0
    assert "left_open" not in json.loads(unasked.stdout)
