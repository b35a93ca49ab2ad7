"""Boards in the terminal, compared with drawings that were checked by eye.

Each begins with a line ``--- SIGNS POSITION MOVES…``; the effects of the last move are marked.
"""

import re
from collections.abc import Iterator
from dataclasses import replace

import pytest
from rich.color import ColorSystem
from rich.style import Style
from running import ROOT

from cli.moves import play_all
from cli.terminal.board import board
from cli.terminal.signs import ASCII, UNICODE, Glyphs, legend
from positions.game import Effect, Position
from positions.games import GAMES
from positions.grid import EMPTY, Board
from positions.looks.scene import Colour, Look, Scene, looks_of
from positions.text import parse_position

DATA = ROOT / "tests" / "data"
SIGNS = {"unicode": UNICODE, "ascii": ASCII}
WIDEST = "nakatta:start:26x26"


def drawings() -> Iterator[tuple[str, list[str]]]:
    """Yield the heading and the lines of each drawing."""
    for path in sorted(DATA.glob("*/drawings.golden")):
        parts = re.split(r"^--- (.*)\n", path.read_text(encoding="utf-8"), flags=re.MULTILINE)
        yield from zip(parts[1::2], (part.splitlines() for part in parts[2::2]), strict=True)


@pytest.mark.parametrize(("heading", "expected"), list(drawings()))
def test_drawings_match_the_checked_ones(heading: str, expected: list[str]) -> None:
    name, text, *moves = heading.split()
    position, effects = play_all(parse_position(text), moves)
    drawn = board(position, SIGNS[name], effects).plain
    lines = [legend(position, SIGNS[name]), *drawn.splitlines()]
    assert [line.rstrip() for line in lines] == expected


def test_every_game_has_drawings_in_both_kinds_of_signs() -> None:
    headings = [heading.split() for heading, _ in drawings()]
    seen = {(re.split("[:+]", text)[0], name) for name, text, *_ in headings}
    assert seen == {(game, name) for game in GAMES for name in SIGNS}


@pytest.mark.parametrize("signs", SIGNS.values(), ids=SIGNS)
@pytest.mark.parametrize("game", GAMES)
def test_pieces_differ_by_more_than_their_colours(game: str, signs: Glyphs) -> None:
    around = Position(game, Board(3, 3, EMPTY * 9), next(iter(GAMES[game].players)))
    drawn = [board(around, signs).plain]
    for symbol in GAMES[game].pieces:
        alone = replace(around, board=around.board.with_cells({4: symbol}))
        drawn.append(board(alone, signs).plain)
    assert len(set(drawn)) == len(drawn)
    assert len({len(text) for text in drawn}) == 1


def test_a_board_of_26_files_fits_a_terminal() -> None:
    lines = board(parse_position(WIDEST), UNICODE).plain.splitlines()
    assert max(map(len, lines)) <= 80
    assert len(lines) == 26 + 3
    assert lines[-1].split() == list("abcdefghijklmnopqrstuvwxyz")


@pytest.mark.parametrize("palette", ["TRUECOLOR", "EIGHT_BIT", "STANDARD"])
@pytest.mark.parametrize("game", GAMES)
def test_pieces_and_lines_contrast_with_their_background(game: str, palette: str) -> None:
    position = Position(game, Board(3, 3, EMPTY * 9), next(iter(GAMES[game].players)))
    pieces = position.board.with_cells(dict(enumerate(GAMES[game].pieces)))
    drawn = board(replace(position, board=pieces), UNICODE, [Effect("moved", (8,))])
    styles = [span.style for span in drawn.spans if isinstance(span.style, Style)]
    pairs = [(style.color, style.bgcolor) for style in styles if style.color and style.bgcolor]
    assert pairs
    for pair in pairs:
        colour, cloth = (one.downgrade(ColorSystem[palette]).get_truecolor() for one in pair)
        assert colour != cloth


def test_a_game_without_a_look_gets_a_default_one() -> None:
    pieces = {"w": "white man", "b": "black man", "W": "white king", "o": "pin"}
    assert looks_of(Scene(), pieces) == {
        "w": Look(Colour.WHITE, letter="w"),
        "b": Look(Colour.BLACK),
        "W": Look(Colour.WHITE, letter="W"),
        "o": Look(Colour.GREY, letter="o"),
    }
