"""Courses: every board is legal, its tasks can be done, and its texts agree with the rules."""

import re

import pytest
from running import ROOT

from positions import Position
from positions.games import GAMES, rules_of
from positions.lessons.courses import Lesson, course_of
from positions.playing import legal_moves, refusal
from positions.text import format_move, parse_move, parse_position
from solver import solve

RULE = re.compile(r"\b([A-Z]{2}\d+[a-z]?)\b")
LESSONS = [(game, lesson) for game in GAMES for lesson in course_of(game).lessons]


@pytest.mark.parametrize("game", GAMES)
def test_rules_are_those_of_the_rules_page(game: str) -> None:
    page = (ROOT / "docs" / "rules" / f"{game}.md").read_text(encoding="utf-8")
    numbers = re.findall(r"^\*\*([A-Z]{2}\d+[a-z]?)\.", page, re.MULTILINE)
    assert sorted(course_of(game).rules) == sorted(numbers)


@pytest.mark.parametrize("game", GAMES)
def test_a_course_is_short_and_its_picture_shows_a_position_from_play(game: str) -> None:
    course = course_of(game)
    assert course.sample is not None
    assert legal_moves(parse_position(course.sample))
    assert 4 <= len(course.lessons) <= 6


def test_a_game_without_a_course_has_an_empty_one() -> None:
    assert not course_of("kayles").lessons


@pytest.mark.parametrize(("game", "lesson"), LESSONS, ids=lambda value: getattr(value, "title", ""))
def test_a_lesson_is_consistent(game: str, lesson: Lesson) -> None:
    position = parse_position(lesson.position)
    assert position.game == game
    named = set(RULE.findall(lesson.text))
    assert named
    assert named <= course_of(game).rules.keys()
    legal = [format_move(position, move) for move in legal_moves(position)]
    assert len(legal) > 1 or lesson.wanted == ("pass",)
    assert set(lesson.wanted) <= set(legal)
    for squares in lesson.tries:
        refused = refusal(position, squares.split())
        assert refused is not None
        assert refused.rule in named


@pytest.mark.parametrize(
    "lesson",
    [lesson for _, lesson in LESSONS if "win" in lesson.task.lower() and lesson.wanted],
    ids=lambda lesson: lesson.title,
)
def test_exactly_the_wanted_moves_win_at_once(lesson: Lesson) -> None:
    position = parse_position(lesson.position)
    rules = rules_of(position)
    over = [
        format_move(position, move)
        for move in legal_moves(position)
        if (end := rules.outcome(rules.play(position, move))) and end.winner == position.turn
    ]
    assert over == list(lesson.wanted)


def test_lessons_to_the_end_can_be_done() -> None:
    solitaire, marvin = [lesson.position for _, lesson in LESSONS if lesson.to_the_end]
    start = parse_position(solitaire)
    rules = rules_of(start)
    after = [result(rules.play(start, move)) for move in legal_moves(start)]
    assert sorted(after) == ["solvable", "solvable", "unsolvable", "unsolvable"]
    assert result(parse_position(marvin)) == "win"


def result(position: Position) -> str:
    return str(solve(position).result)


@pytest.mark.parametrize("game", GAMES)
def test_legal_moves_are_not_refused_by_their_squares(game: str) -> None:
    for lesson in course_of(game).lessons:
        position = parse_position(lesson.position)
        for move in legal_moves(position):
            text = format_move(position, move)
            if move.squares and not text.startswith("K"):
                names = [position.board.name(square) for square in move.squares]
                assert parse_move(position, text) == move
                assert refusal(position, names) is None
