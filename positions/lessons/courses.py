"""Courses in the games, read from the files next to this module: NAME.toml for each game."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files


@dataclass(frozen=True, slots=True)
class Lesson:
    """A board on which one rule is tried.

    `text` states the rule, with its number. The lesson is done when one of the moves `wanted` is
    played, or any legal move where none are named; with `to_the_end` both sides are played until
    the game is over, and a solitaire has to be solved. `tries` are picks (squares separated
    by spaces) that the text suggests and the rules refuse.
    """

    title: str
    text: str
    position: str
    task: str
    done: str
    wanted: tuple[str, ...] = ()
    to_the_end: bool = False
    tries: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Course:
    """The lessons of a game, and what its rules say in a sentence or two each, by their numbers.

    `sample` is a position from play that shows what the game looks like; None where a game has no
    course. `basics` are the numbers of the rules that hold in every game, whatever the variants.
    """

    sample: str | None
    rules: Mapping[str, str]
    lessons: tuple[Lesson, ...]
    basics: tuple[str, ...] = ()


@cache
def course_of(game: str) -> Course:
    """Return the course in a game, an empty one if it has no file."""
    file = files(__package__) / f"{game}.toml"
    if not file.is_file():
        return Course(None, {}, ())
    data = tomllib.loads(file.read_text(encoding="utf-8"))
    lessons = tuple(map(_lesson, data["lessons"]))
    return Course(data["sample"], data["rules"], lessons, tuple(data["basics"]))


def _lesson(data: Mapping[str, object]) -> Lesson:
    fields = {
        name: tuple(value) if isinstance(value, list) else value for name, value in data.items()
    }
    return Lesson(**fields)  # type: ignore[arg-type]
