"""Pages of puzzles: each has its board and its answer, on both papers, for every game."""

import io
import re
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterator
from dataclasses import replace

import pytest
from pypdf import PageObject, PdfReader
from pypdf.generic import DictionaryObject

from cli.sheets.sheet import PROMISE, SIZES, Paper, Sheet, lay_out, to_html, to_pdf, to_svg_page
from positions import format_move, legal_moves, parse, play
from positions.looks.picture import SIDE

POSITIONS = {
    "sight-reduction": "sight-reduction+solitaire:wbbb/bbbw/bbww/wwbw/wbwb/bwww/bbbw/wwwb:w",
    "manhattan": "manhattan:brbr/r2b/b2r/rbrb:r",
    "marvin": "marvin:W3r/5/2w2/5/R3w:r",
    "nakatta": "nakatta:1b3/5/2w2/5/5:b",
    "minelayers": "minelayers:2B2/5/5/2x2/5/5/5/5/5/A4:A:first=A",
}
ORIGIN = "proofplay generate --seed 7 --sheet puzzles.pdf"
MILLIMETRE = 72 / 25.4


def some_moves(text: str) -> list[str]:
    """Return five moves of a game."""
    position, names = parse(text), []
    for _ in range(5):
        move = legal_moves(position)[-1]
        names.append(format_move(position, move))
        position = play(position, move)
    return names


def sheet(position: str, count: int, paper: Paper = Paper.A4) -> Sheet:
    """Return a sheet that has one position many times."""
    made = Sheet(paper, ORIGIN)
    for number in range(1, count + 1):
        made.add(
            {
                "position": position,
                "goal": f"Do what number {number} asks for.",
                "solution": some_moves(position),
                "uniqueness": {"meaning": "first move", "complete": True},
                "grade": "tricky",
                "number": number,
            }
        )
    return made


def plain(text: str) -> str:
    """Return a text with single spaces between its words."""
    return re.sub(r"\s+", " ", text)


def pictured(node: DictionaryObject) -> Iterator[str]:
    """Yield the text alternatives of a document's pictures, in order."""
    if "/Alt" in node:
        yield node["/Alt"]
    kids = node.get("/K", [])
    for kid in kids if isinstance(kids, list) else [kids]:
        if isinstance(kid := kid.get_object(), DictionaryObject):
            yield from pictured(kid)


def has_its_fonts(page: PageObject) -> bool:
    """Return whether the outlines of all letters are in the document."""
    fonts = [font.get_object() for font in page["/Resources"]["/Font"].values()]
    parts = [font["/DescendantFonts"][0]["/FontDescriptor"] for font in fonts]
    return bool(parts) and all({"/FontFile2", "/FontFile3"} & set(part) for part in parts)


@pytest.mark.parametrize("paper", Paper)
@pytest.mark.parametrize("position", POSITIONS.values(), ids=POSITIONS)
def test_every_puzzle_has_a_board_and_an_answer_at_the_end(position: str, paper: Paper) -> None:
    made = sheet(position, 8, paper)
    reader = PdfReader(io.BytesIO(to_pdf(made)))
    pages = reader.pages
    texts = [plain(page.extract_text()) for page in pages]
    behind = next(number for number, text in enumerate(texts) if f"Answers {PROMISE}" in text)
    puzzles, answers = texts[:behind], " ".join(texts[behind:])
    for entry in made.entries:
        assert sum(entry.goal in text for text in puzzles) == 1
        assert entry.setting in " ".join(puzzles)
    assert answers.count(plain(made.entries[0].moves)) == 8
    assert made.entries[0].moves not in " ".join(puzzles)
    for number, (page, text) in enumerate(zip(pages, texts, strict=True), start=1):
        size = tuple(round(float(side) / MILLIMETRE, 1) for side in page.mediabox[2:])
        assert size == SIZES[paper]
        assert text.endswith(f"{ORIGIN} {number} / {len(pages)}")
        assert not page.images  # boards are lines and curves, not pixels
        assert has_its_fonts(page)
    shown = list(pictured(reader.trailer["/Root"]["/StructTreeRoot"]))
    assert shown[:8] == [entry.words for entry in made.entries]
    assert [plain(text) for text in shown[8:]] == [plain(entry.moves) for entry in made.entries]


def test_a_tour_has_its_given_numbers_and_all_numbers_in_the_answer() -> None:
    made = Sheet(Paper.A4, ORIGIN)
    tour = ["a1", "b3", "c1", "a2", "c3", "b1", "a3", "c2", "a4", "b2", "c4"]
    uniqueness = {"meaning": "whole line", "tours": 1, "complete": True}
    made.add(
        {
            "position": "minelayers:3/3/3/3:A:tour=open:given=a1=1,c4=11",
            "goal": "Visit every square.",
            "solution": tour,
            "uniqueness": uniqueness,
            "grade": "gentle",
            "number": 1,
        }
    )
    (entry,) = made.entries
    assert entry.words == "The board is empty. Written: 1 on a1, 11 on c4."
    drawn = ElementTree.fromstring(entry.solved or "").findtext("{*}desc") or ""
    assert "1 on a1, 2 on b3, 3 on c1," in drawn
    assert drawn.endswith("11 on c4. Marked: a1, c4.")
    for page in (to_html(made), to_svg_page(made).decode()):
        assert len(re.findall("<image |<figure ", page)) == 2
    reader = PdfReader(io.BytesIO(to_pdf(made)))
    shown = list(pictured(reader.trailer["/Root"]["/StructTreeRoot"]))
    assert [plain(text) for text in shown] == [entry.words, plain(entry.moves)]


def test_an_svg_is_one_page_with_all_boards_and_answers() -> None:
    made = sheet(POSITIONS["marvin"], 8)
    root = ElementTree.fromstring(to_svg_page(made))
    boards = list(root.iter("{http://www.w3.org/2000/svg}image"))
    assert len(boards) == 2 * 8
    assert not list(root.iter("{http://www.w3.org/2000/svg}text"))  # letters are outlines


def test_an_html_page_has_all_puzzles_and_is_self_contained() -> None:
    made = sheet(POSITIONS["minelayers"], 8)
    made.added[0] = replace(made.added[0], goal="<b>&", grade=None)
    page = to_html(made)
    assert page.count("<svg ") == 2 * 8
    assert page.count(made.entries[0].moves) == 8
    assert page.index("</svg>") < page.index("Answers") < page.index(made.entries[0].moves)
    assert "&lt;b&gt;&amp;" in page
    assert page.count("tricky") == 2 * 7
    assert not re.search(r"<script|<link|src=|href=|url\(", page)
    assert f"<code>{ORIGIN}</code>" in page


def test_the_same_sheet_gives_the_same_bytes() -> None:
    one, two = (to_pdf(sheet(POSITIONS["nakatta"], 2)) for _ in range(2))
    assert one == two
    assert b"CreationDate" not in one


@pytest.mark.parametrize("paper", Paper)
@pytest.mark.parametrize("side", range(1, 31))
def test_boards_fit_the_page_and_have_playable_squares(side: int, paper: Paper) -> None:
    extent = (side * SIDE + 60, side * SIDE + 60)
    layout = lay_out(paper, [(100, 100), extent])
    width, height = SIZES[paper]
    assert layout.columns * extent[0] * layout.scale < width
    assert layout.rows * extent[1] * layout.scale < height
    assert layout.scale * SIDE >= 8 or layout.columns * layout.rows == 1
    assert side > 10 or layout.scale * SIDE >= 8


@pytest.mark.parametrize(
    ("side", "count", "expected"), [(4, 99, 6), (4, 1, 1), (12, 9, 2), (20, 9, 1)]
)
def test_a_page_has_as_many_boards_as_have_playable_squares(
    side: int, count: int, expected: int
) -> None:
    layout = lay_out(Paper.A4, [(side * SIDE, side * SIDE)] * count)
    assert layout.columns * layout.rows == expected
