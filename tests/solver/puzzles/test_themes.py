"""The themes of puzzles, and their names."""

import pytest

from positions.games import rules_of
from positions.reading.puzzle_text import parse_puzzle
from positions.text import parse_move
from solver.puzzles.kind import Puzzle
from solver.puzzles.themes import identity, themes

# b1 completes a block and removes three singletons.
MARVIN = "marvin:3/rw1/r2:w"


def puzzle(text: str, *line: str, **facts: object) -> Puzzle:
    """Return a puzzle whose solution is a line of moves."""
    position = at = parse_puzzle(text)
    moves = []
    for name in line:
        moves.append(parse_move(at, name))
        at = rules_of(at).play(at, moves[-1])
    counts = {"first_moves": 1} if "solitaire" in text else {}
    return Puzzle(position, "", tuple(moves), None, counts, facts=facts)


@pytest.mark.parametrize(
    ("kind", "made", "expected"),
    [
        ("hold-margin", puzzle(MARVIN, "c3", score=0), ["quiet move"]),
        ("hold-margin", puzzle(MARVIN, "Kb1", score=0), []),
        ("hold-margin", puzzle(MARVIN, "c3", score=-2), ["forced loss", "quiet move"]),
        ("swap-or-not", puzzle("nakatta+pie:3/1b1/3:w", "swap"), ["swap"]),
        ("solitaire", puzzle("sight-reduction+solitaire:wwb/bwb:w", "b1"), ["one way in"]),
        ("tour", puzzle("minelayers:5/5/5/5/5:A:tour=closed:given=c3=1"), ["closed tour"]),
        ("tour", puzzle("minelayers:5/5/5/5/5:A:tour=open:given=c3=1"), ["open tour"]),
        ("survive", puzzle("minelayers:B4/5/5/5/4A:A:first=A", "c2", "b3"), ["race"]),
        # A mine on c4 leaves B one square.
        (
            "survive",
            puzzle("minelayers:B4/2x2/5/5/4A:A:first=A", "c2", "b3"),
            ["race", "forced replies"],
        ),
    ],
)
def test_a_puzzle_has_the_themes_that_its_rules_tell(
    kind: str, made: Puzzle, expected: list[str]
) -> None:
    assert themes(kind, made) == expected


def test_a_name_depends_on_the_kind_and_the_position() -> None:
    one, other = parse_puzzle(MARVIN), parse_puzzle("marvin:3/rw1/r2:r")
    assert identity("hold-margin", one) == identity("hold-margin", one)
    names = {identity("hold-margin", one), identity("only-move", one), identity("only-move", other)}
    assert len(names) == 3
    assert all(name.rpartition("-")[0] in ("hold-margin", "only-move") for name in names)
