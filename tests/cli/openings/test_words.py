"""The texts of `openings`, with known and unknown openings."""

from dataclasses import replace

import pytest
from running import run

from cli.openings_report import answer
from positions.text import parse_position
from solver import Limits, Status
from solver.answers.model import Opening, Value
from solver.answers.openings import OpeningsSolver, result_of_start
from solver.engines.choice import ENGINES


def found(text: str, *open_: int) -> str:
    """Return the texts for the openings of a start, some of which a limit has left open."""
    start = parse_position(text)
    all_ = OpeningsSolver(Limits(), ENGINES["auto"]).of(start)
    some = [forgotten(one) if at in open_ else one for at, (_, one) in enumerate(all_)]
    return answer(start, some, result_of_start(start, some))


def forgotten(opening: Opening) -> Opening:
    nothing = {**vars(Value()), "swap": None}
    return replace(opening, status=Status.UNKNOWN, reason="time", **nothing)


@pytest.mark.parametrize(
    ("start", "open_", "said"),
    [
        ("nakatta:3/3/3:b", [], "Black wins with best play. Black wins 3 of 9 openings."),
        (
            "nakatta:3/3/3:b",
            [0],
            "Black wins with best play. Black wins 3 of 8 openings that are solved, 1 is not.",
        ),
        ("nakatta:3/3/3:b", range(9), "Unknown. None of 9 openings is solved."),
        (
            "nakatta+pie:3/3/3:b",
            [],
            "White wins with best play. White should swap after 3 of 9 first moves.",
        ),
    ],
)
def test_only_solved_openings_are_counted(start: str, open_: list[int], said: str) -> None:
    assert found(start, *open_) == said


def test_open_swaps_are_not_mentioned() -> None:
    assert "first moves that are solved, 2 are not." in found("nakatta+pie:3/3/3:b", 0, 1)
    assert found("nakatta+pie:3/3/3:b", *range(9)).endswith("None of 9 openings is solved.")


def test_a_census_without_solved_deals_counts_nothing() -> None:
    arguments = ["--size", "4x8", "--variant", "solitaire", "--count", "2", "--seed", "1"]
    shown = run("census", *arguments, "--nodes", "1", "--workers", "1").stdout
    rows = [line.split() for line in shown.splitlines() if "solvable" in line]
    assert [row[-1] for row in rows] == ["?", "?"]
