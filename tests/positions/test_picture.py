"""Pictures: their contents, that they are well-formed, and that all letters exist."""

import re
import string
import struct
from collections import Counter
from dataclasses import replace
from xml.etree import ElementTree

import pytest

from positions.game import Effect
from positions.grid import EMPTY
from positions.looks.drawing import draw
from positions.looks.letters import write
from positions.looks.picture import PAPER, Pictures, extent, to_png, to_svg
from positions.looks.scene import Scene
from positions.text import parse_position

SVG = "{http://www.w3.org/2000/svg}"
POSITIONS = [
    "manhattan:br1b2/rb3r/brr3/rb2rb/br1b1b/rb1r2:r",
    "marvin:Www1R/r1RWW/wwRW1/w1R1r/rrRww:w",
    "minelayers:2B2/1x3/3x1/1x1x1/x3x/2x2/5/1x1x1/3A1/x4:A:first=B",
    "nakatta:bww1w1/ww4/3w1b/b2wb1/3wbb/2b1bb:w",
    "nakatta:start:12x12",
    "sight-reduction+solitaire:wbbb/bb1w/b1ww/wwbw/w3/bwww/b2w/wwwb:w:keep=a1,b7",
]


def parsed(picture: str) -> ElementTree.Element:
    return ElementTree.fromstring(picture)


@pytest.mark.parametrize("text", POSITIONS)
def test_a_picture_is_well_formed_and_described_in_words(text: str) -> None:
    drawing = draw(parse_position(text))
    root = parsed(to_svg(drawing))
    assert root.findtext(f"{SVG}title") == drawing.title
    assert root.findtext(f"{SVG}desc") == drawing.describe()
    # Pictures can share a page, where ids would clash.
    assert not [element for element in root.iter() if "id" in element.attrib]
    pieces = Counter(symbol for symbol in drawing.board.cells if symbol != EMPTY)
    titles = [group.findtext(f"{SVG}title") for group in root.findall(f"{SVG}g")]
    named = Counter(str(title).partition(": ")[2] for title in titles)
    assert named == Counter({drawing.names[symbol]: count for symbol, count in pieces.items()})
    marks = [mark for mark in root.iter() if mark.get("class") == "proofplay-mark"]
    assert len(marks) == len(drawing.marks)


def shapes(
    root: ElementTree.Element, shared: dict[str, ElementTree.Element], right: int = 0, down: int = 0
) -> Counter[tuple[str, float, float]]:
    """Count the shapes by name, and discs also by position, including referenced ones."""
    found: Counter[tuple[str, float, float]] = Counter()
    for element in root.iter():
        name = element.tag.removeprefix(SVG)
        if name == "use":
            x, y = int(element.attrib["x"]), int(element.attrib["y"])
            found += shapes(shared[element.attrib["href"]], shared, x, y)
        elif name == "circle":
            x, y = (float(element.attrib[at]) for at in ("cx", "cy"))
            found[name, x + right, y + down] += 1
        elif name in {"line", "path", "polygon", "rect"}:
            found[name, 0, 0] += 1
    return found


@pytest.mark.parametrize("text", POSITIONS)
def test_a_picture_looks_the_same_on_a_page_with_others(text: str) -> None:
    drawing, pictures = draw(parse_position(text)), Pictures()
    on_page = parsed(pictures.to_svg(drawing))
    definitions = pictures.shared()
    shared = {f"#{group.get('id')}": group for group in parsed(definitions).iter("g")}
    assert shapes(on_page, shared) == shapes(parsed(to_svg(drawing)), {})
    assert on_page.findtext(f"{SVG}desc") == drawing.describe()
    pictures.to_svg(drawing)
    assert pictures.shared() == definitions


@pytest.mark.parametrize(
    ("text", "ending"),
    [
        ("nakatta:1b1/3/1b1:w", "Nakatta, 3×3, White to move"),
        ("nakatta:1b1/1b1/1b1:w", "Nakatta, 3×3, Black has won"),
        ("manhattan:4/4/2b1/4:r", "Manhattan, 4×4, a draw"),
        ("sight-reduction+solitaire:w1b/3:w", "Sight Reduction, solitaire, 3×2, solved"),
        ("sight-reduction+solitaire:bw/wb:w", "Sight Reduction, solitaire, 2×2, not solved"),
        (
            "sight-reduction+solitaire:ww/wb:w",
            "Sight Reduction, solitaire, 2×2, White removes first",
        ),
        ("marvin:WRR/WRW/WWW:r", "Marvin, 3×3, White has won by 3"),
    ],
)
def test_a_title_names_the_player_to_move_or_the_result(text: str, ending: str) -> None:
    assert draw(parse_position(text)).title == ending


@pytest.mark.parametrize("text", POSITIONS)
def test_a_png_has_two_pixels_a_unit(text: str) -> None:
    drawing = draw(parse_position(text))
    root = parsed(to_svg(drawing))
    picture = to_png(drawing)
    assert picture.startswith(b"\x89PNG\r\n\x1a\n")
    width, height = struct.unpack(">II", picture[16:24])
    assert (width, height) == (2 * int(root.get("width", 0)), 2 * int(root.get("height", 0)))


def test_the_size_of_a_png_is_limited() -> None:
    picture = to_png(draw(parse_position(f"manhattan:{'/'.join(['1'] * 300)}:r")))
    assert max(struct.unpack(">II", picture[16:24])) == 4096


def test_the_edges_have_the_colours_of_their_owners() -> None:
    drawing = draw(parse_position("nakatta:start:3x3"))
    flat, upright = [], []
    for bar in parsed(to_svg(drawing)).findall(f"{SVG}rect[@class='proofplay-ink']"):
        is_flat = int(bar.get("width", 0)) > int(bar.get("height", 0))
        (flat if is_flat else upright).append(bar.get("fill"))
    assert len(flat) == len(upright) == 2
    assert len(set(flat)) == len(set(upright)) == 1
    assert flat[0] != upright[0]


def test_joined_pieces_have_a_bar_between_them() -> None:
    drawing = draw(parse_position(POSITIONS[0]))
    assert {tuple(map(drawing.board.name, pair)) for pair in drawing.joins} == {
        ("b4", "c4"),
        ("f2", "f3"),
    }
    apart = replace(drawing, joins=())
    lines = [to_svg(one).count("<line ") for one in (drawing, apart)]
    assert lines[0] == lines[1] + 2 * len(drawing.joins)


def test_the_effects_of_a_move_are_marked_instead_of_the_keys() -> None:
    position = parse_position(POSITIONS[-1])
    assert {position.board.name(square) for square in draw(position).marks} == {"a1", "b7"}
    assert draw(position, [Effect("removed", (5,)), Effect("passed", ())]).marks == {5}


def test_numbers_are_drawn_on_squares_and_described() -> None:
    empty = draw(parse_position("minelayers:start"))
    numbered = replace(empty, labels={0: "1", 7: "22"})
    assert numbered.describe() == f"{empty.describe()} Written: 1 on a1, 22 on c2."
    assert to_svg(numbered).count("<path ") == to_svg(empty).count("<path ") + len("122")


def test_paper_has_its_own_colours() -> None:
    drawing = draw(parse_position(POSITIONS[0]))
    assert "prefers-color-scheme" in to_svg(drawing)
    assert "<style" not in to_svg(drawing, PAPER)
    root = parsed(to_svg(drawing, PAPER))
    assert extent(drawing) == (int(root.get("width", 0)), int(root.get("height", 0)))


def test_an_empty_board_is_described_with_its_edges() -> None:
    assert draw(parse_position("nakatta:start:3x3")).describe() == (
        "The board is empty. Top and bottom belong to black. Both sides belong to white."
    )


def test_markup_in_a_name_is_text() -> None:
    drawing = replace(
        draw(parse_position("nakatta:b1/2:w")), title="<b>&</b>", names={"b": "<&>", "w": ""}
    )
    root = parsed(to_svg(drawing))
    assert root.findtext(f"{SVG}title") == "<b>&</b>"
    assert root.findtext(f"{SVG}g/{SVG}title") == "a2: <&>"


def test_a_board_without_a_scene_is_drawn() -> None:
    drawing = replace(draw(parse_position("manhattan:rb/br:r")), scene=Scene(), joins=())
    assert to_svg(drawing).count('fill="#ecdcb8"') == 4


@pytest.mark.parametrize("characters", [string.ascii_letters, string.digits])
def test_every_letter_and_digit_has_an_outline_of_its_own(characters: str) -> None:
    assert len({letter.outline for letter in write(characters, 13, 0, 0)}) == len(characters)


@pytest.mark.parametrize("text", ["H", "HH", "HHHH"])
def test_a_text_is_centred(text: str) -> None:
    """An H has the height of a capital, and is centred."""
    xs, ys = [], []
    for letter in write(text, 12, 100, 50):
        # Its outline only has straight lines, so each command with its numbers is a corner.
        x = y = 0.0
        for command, number, other in re.findall(r"([MLHV])(-?\d+)(?: ?(-?\d+))?", letter.outline):
            x = x if command == "V" else float(number)
            y = y if command == "H" else float(number if command == "V" else other)
            xs.append(letter.x + letter.scale * x)
            ys.append(letter.y + letter.scale * y)
    assert min(xs) + max(xs) == pytest.approx(200)
    assert (min(ys), max(ys)) == pytest.approx((44, 56))
