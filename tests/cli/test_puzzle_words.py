"""Words about puzzles, on paper and in the terminal."""

import pytest

from cli.sheets.sheet import counts_in_words, numbered_moves, unique
from positions.text import parse_position
from solver.puzzles.kind import MEANINGS

SOLITAIRE = "sight-reduction+solitaire:bwwb/wwbw/bwbb:w"
FIRST, SECOND = "marvin:3/3/3:w", "marvin:3/3/r2:r"


@pytest.mark.parametrize(
    ("text", "moves", "expected"),
    [
        (SOLITAIRE, "a1 b2 c3", "1. a1|2. b2|3. c3"),
        (FIRST, "a1 b2 c3", "1. a1 b2|2. c3"),
        (SECOND, "a1 b2 c3", "1. … a1|2. b2 c3"),
        (FIRST, "", ""),
    ],
)
def test_a_number_stays_with_its_moves(text: str, moves: str, expected: str) -> None:
    found = numbered_moves(parse_position(text), moves.split())
    assert found.replace(" ", "|").replace("\u00a0", " ") == expected


@pytest.mark.parametrize("text", [SOLITAIRE, SECOND])
def test_each_meaning_of_unique_has_its_own_words(text: str) -> None:
    position = parse_position(text)
    assert len({unique(position, meaning) for meaning in (None, *MEANINGS)}) == 1 + len(MEANINGS)


def test_the_player_with_the_only_moves_is_named() -> None:
    assert "Red's turns" in unique(parse_position(SECOND), "whole line")


@pytest.mark.parametrize(
    ("counts", "expected"),
    [
        ({}, ""),
        (
            {"first_moves": 1, "solutions": "12345"},
            "Counted: 1 first move that works, 12,345 solutions.",
        ),
        ({"moves": 9, "winning": 1}, "Counted: 9 moves, 1 winning."),
    ],
)
def test_counts_have_their_names(counts: dict[str, int | str], expected: str) -> None:
    assert counts_in_words(counts) == expected
