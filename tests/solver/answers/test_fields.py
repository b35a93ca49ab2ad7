"""An answer's attributes are its JSON fields, and those of the description of the service."""

import json
from dataclasses import is_dataclass

import pytest
from docs_site.schemas import description
from running import run

from positions.reading.game_reading import parse_record
from positions.text import parse_position
from service.api.answers import ANSWERS
from solver import Limits, Question, Status, analyse, ask, solve
from solver.answers.annotation import annotate
from solver.answers.ask import ANALYSE, SOLVE
from solver.answers.model import Answer, Openings, names_of, record
from solver.answers.openings import OpeningsSolver, openings_answer
from solver.answers.sums import solve_sum
from solver.engines.choice import ENGINES
from solver.interface.engine import PlayoutBudget

DEAL = "sight-reduction+solitaire:bwwb/wwbw:w"
SMALL = [
    DEAL,
    "sight-reduction+solitaire:wbbw/bwwb:w",
    "sight-reduction:bwwb/wwbw:w",
    "sight-reduction+harder:wwb/bb1:w",
    "manhattan:r2r/2b1/1b2/4:r",
    "marvin:wr1/1RW/3:w",
    "nakatta:1bb/w2/2w:b",
    "nakatta+pie:3/1b1/3:w",
    "minelayers:1B2/4/2A1:A:first=A",
    "nakatta:1b1/1b1/wb1:w",
]
LARGE = ["nakatta:start:9x9", "marvin:start:7x7", "sight-reduction+solitaire:bwwb/wwbw/bwbb:w"]
PLAYOUTS = PlayoutBudget(playouts=200, seed=1)
# What every object has.
SOLVED = ["position", "game", "variants", "status"]
SOLVED += ["result", "winner", "score", "distance", "par", "value", "line"]
SOLVED += ["engine", "nodes", "seconds"]
ANALYSED = [*SOLVED, "moves", "outcome_class"]
MOVE = ["move", "result", "distance", "score", "value", "best"]
COUNTED = ["solutions", "random_play"]
VALUE = {"result", "winner", "score", "distance", "par", "value"}


def check(answer: object, found: object) -> None:
    """Check that an object read from JSON has what the attributes of an answer have."""
    if is_dataclass(answer) and not isinstance(answer, type):
        assert isinstance(found, dict)
        for name, is_optional in names_of(type(answer)):
            assert name in found or (is_optional and getattr(answer, name) in (None, []))
        for name, value in found.items():
            check(getattr(answer, name), value)
    elif isinstance(answer, list):
        assert isinstance(found, list)
        for one, other in zip(answer, found, strict=True):
            check(one, other)
    else:
        assert answer == found
        assert isinstance(answer, str) or type(answer) is type(found)


def as_json(answer: Answer, question: Question, text: str) -> dict[str, object]:
    """Return the object of an answer as read from JSON; check it against the attributes."""
    found = json.loads(json.dumps(record(answer, question.asked(parse_position(text)))))
    check(answer, found)
    assert isinstance(found, dict)
    return found


@pytest.mark.parametrize("text", SMALL)
@pytest.mark.parametrize("task", [SOLVE, ANALYSE])
def test_proved_answers(text: str, task: str) -> None:
    question = Question(task, distance=True, value=True, par=True, count=True, fair=True)
    answer = ask(parse_position(text), question, Limits())
    assert answer.status == Status.PROVED
    found = as_json(answer, question, text)
    is_solitaire = "solitaire" in text
    expected = ANALYSED if task == ANALYSE else SOLVED
    assert set(expected) <= set(found)
    assert (set(COUNTED) <= set(found)) == is_solitaire
    assert ("fair" in found) == (task == ANALYSE)
    moves = found.get("moves", [])
    assert isinstance(moves, list)
    assert all(set(MOVE) <= set(move) for move in moves)


@pytest.mark.parametrize("text", LARGE)
@pytest.mark.parametrize("task", [SOLVE, ANALYSE])
def test_unknown_answers(text: str, task: str) -> None:
    question = Question(task, count=True, fair=True, estimate=PLAYOUTS)
    answer = ask(parse_position(text), question, Limits(nodes=3))
    assert (answer.status, answer.reason) == (Status.UNKNOWN, "nodes")
    found = as_json(answer, question, text)
    assert {"reason", "estimate", *(ANALYSED if task == ANALYSE else SOLVED)} <= set(found)
    assert (found["estimate"] is None) == ("solitaire" in text)


def test_an_answer_without_its_counts_says_so() -> None:
    position, question = parse_position(DEAL), Question(count=True)
    nodes = solve(position).nodes
    answer = ask(position, question, Limits(nodes))
    assert (answer.status, answer.solutions, answer.left_open) == ("proved", None, ["solutions"])
    found = as_json(answer, question, DEAL)
    assert {found[name] for name in COUNTED} == {None}


@pytest.mark.parametrize("limits", [Limits(), Limits(nodes=3)])
def test_annotations(limits: Limits) -> None:
    text = '[Position "nakatta+pie:start:3x3"]\n[Black "Ann"]\n1. b2 swap 2. a1 {Well…} b3 3. a3 b1'
    question = Question(estimate=PLAYOUTS)
    annotation = annotate(parse_record(text), question, limits)
    assert (annotation.status == Status.PROVED) == (limits.nodes is None)
    found = json.loads(json.dumps(record(annotation)))
    check(annotation, found)
    assert found["tags"]["Black"] == "Ann"
    for move in found["moves"]:
        assert {"before", "after", "lost", "measured", "mark"} <= set(move)
        assert set(move["before"]) == set(move["after"]) == VALUE


def openings(text: str) -> Openings:
    start = parse_position(text)
    return openings_answer(start, list(OpeningsSolver(Limits(), ENGINES["auto"]).of(start)))


@pytest.mark.parametrize("text", ["nakatta+pie:start:3x3", "minelayers:start:3x3", DEAL])
def test_openings(text: str) -> None:
    answer = openings(text)
    found = json.loads(json.dumps(record(answer)))
    check(answer, found)
    assert found["openings"]
    assert all(set(opening) >= VALUE for opening in found["openings"])


@pytest.mark.parametrize("limits", [Limits(), Limits(nodes=0)])
def test_sums(limits: Limits) -> None:
    boards = tuple(map(parse_position, ["sight-reduction:bwwb/wwbw:w", "sight-reduction:wwb:w"]))
    answer = solve_sum(boards, limits, ENGINES["auto"])
    assert (answer.status == Status.PROVED) == (limits.nodes is None)
    check(answer, json.loads(json.dumps(record(answer))))


@pytest.mark.parametrize("text", SMALL)
def test_the_commands_print_these_fields(text: str) -> None:
    costs = {"nodes": 0, "seconds": 0.0}
    for command, function in (("solve", solve), ("analyse", analyse)):
        printed = json.loads(run(command, "--json", text).stdout)
        expected = json.loads(json.dumps(record(function(parse_position(text)))))
        assert list(printed) == list(expected)
        assert printed | costs == expected | costs


def test_the_service_describes_exactly_these_fields() -> None:
    schemas = description()["components"]["schemas"]
    described = ANSWERS.keys() & schemas.keys()
    assert {"Answer", "Analysis", "Annotation", "Openings", "Sum", "Reply"} <= described
    for name in described:
        fields = dict(names_of(ANSWERS[name]))
        assert set(schemas[name]["properties"]) == set(fields)
        required = {field for field, is_optional in fields.items() if not is_optional}
        assert set(schemas[name]["required"]) == required
