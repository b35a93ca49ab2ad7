"""Titles of positions: the game, the board, and whose turn it is or the result."""

import pytest

from positions.looks.drawing import title
from positions.text import parse_position


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("sight-reduction+harder:bbw/wbw:b", "Sight Reduction, harder, 3×2, Black to move"),
        (
            "sight-reduction+solitaire:ww/bb:w:keep=a2,b1",
            "Sight Reduction, solitaire, keep a2,b1, 2×2, White removes first",
        ),
        ("minelayers:3/3/3:A:first=B", "Manic Minelayers, begun by B, 3×3, A to place"),
        ("minelayers:3/3/1A1:B:first=A", "Manic Minelayers, begun by A, 3×3, B to place"),
        ("minelayers:1B1/3/1A1:B:first=B", "Manic Minelayers, begun by B, 3×3, B to move"),
        ("minelayers:xBx/xxx/xAx:B:first=B", "Manic Minelayers, begun by B, 3×3, A has won"),
        ("nakatta:bw/b1:w", "Nakatta, 2×2, Black has won"),
    ],
)
def test_title(text: str, expected: str) -> None:
    """Each part of a title is there only if the position has something to say in it."""
    assert title(parse_position(text)) == expected
