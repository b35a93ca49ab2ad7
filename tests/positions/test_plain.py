"""Boards as people write them are read, with what options supply."""

import io
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import played

from cli.terminal.board import board
from cli.terminal.signs import ASCII, UNICODE, Glyphs, legend
from positions.errors import SourceError
from positions.game import Position
from positions.games import GAMES, rules_of
from positions.looks.drawing import title
from positions.reading.files import Record, read_records
from positions.reading.plain import NOTHING, Supplied
from positions.text import format_position, parse_position

SIGHT_REDUCTION = Supplied(GAMES["sight-reduction"])
SOLITAIRE = Supplied(GAMES["sight-reduction"], ("solitaire",))
TWO = ["sight-reduction:wbbw/bwwb:w", "sight-reduction:bbww/wwbb:w"]


def read(text: str, supplied: Supplied = NOTHING) -> list[Record]:
    return list(read_records(io.BytesIO(text.encode()), supplied=supplied))


def lines(text: str, supplied: Supplied = NOTHING) -> list[str]:
    found = [record.position for record in read(text, supplied)]
    return [format_position(position) for position in found if position is not None]


def picture(position: Position, signs: Glyphs) -> str:
    """Return what `show` prints."""
    key = legend(position, signs)
    above = [title(position, signs.times), *([key] if key else []), ""]
    return "\n".join([*above, board(position, signs).plain, ""])


@pytest.mark.parametrize(
    "text",
    [
        "wbbw/bwwb\nbbww/wwbb\n",
        "1. wbbw/bwwb:w\nDeal 2: bbww/wwbb\n",
        "wbbw\nbwwb\n\nbbww\nwwbb\n",
        "  W B B W\n  B W W B\n\n\n\n  B B W W\n  W W B B",
        "Deal 1\nwbbw\nbwwb\nDeal 2\nbbww\nwwbb\n",
        "#1\n2 wbbw\n1 bwwb\n  abcd\n#2\n2 b b w w\n1 w w b b\n  a b c d\n",
        "●○".translate({ord("●"): "○●●○\n", ord("○"): "●○○●\n"}) + "\n●●○○\n○○●●",
        "position,solved\nwbbw/bwwb,yes\nbbww/wwbb,no\n",
        '{"position": "wbbw/bwwb"}\n{"position": "bbww/wwbb:w"}\n',
    ],
)
def test_boards_without_a_game_are_read(text: str) -> None:
    assert lines(text, SIGHT_REDUCTION) == TWO


def test_a_size_separates_boards_and_rows() -> None:
    supplied = Supplied(GAMES["sight-reduction"], size=(4, 2))
    assert lines("wbbw\nbwwb\nbbww\nwwbb\n", supplied) == TWO
    assert lines("wbbwbwwb\nbbwwwwbb\n", supplied) == TWO
    (record,) = read("wbbw\n", supplied)
    assert str(record.error) == "line 1: found 1 row, expected 2, as --size says"


def test_other_letters_are_translated() -> None:
    supplied = Supplied(GAMES["sight-reduction"], letters={"x": "w", "o": "b"})
    assert lines("XOOX\nOXXO\n\nooxx\nxxoo\n", supplied) == TWO


def test_empty_squares_are_dots_hyphens_or_numbers() -> None:
    for text in ("b.w\n...\nw.b", "b-w\n---\nw-b", "b1w\n3\nw1b", "b _ w\n_ _ _\nw _ b"):
        assert lines(text, Supplied(GAMES["nakatta"])) == ["nakatta:b1w/3/w1b:b"]


def test_a_comment_ends_a_row_and_a_line_of_it_is_a_heading() -> None:
    text = "wbbw # the upper\nbwwb\n#bw\nbbww/wwbb # whole\n"
    assert lines(text, SIGHT_REDUCTION) == TWO
    assert [record.name for record in read(text, SIGHT_REDUCTION)] == [None, "#bw"]


def test_a_number_alone_is_a_heading_unless_it_is_a_row_of_empty_squares() -> None:
    assert lines("b1w\n3\nw1b\n4\nw1b\n3\nb1w", Supplied(GAMES["nakatta"])) == [
        "nakatta:b1w/3/w1b:b",
        "nakatta:w1b/3/b1w:b",
    ]


def test_a_wrong_letter_is_located_each_time() -> None:
    (record,) = read("  w q b q\n  b w b w\n", SIGHT_REDUCTION)
    assert record.error is not None
    assert [flaw.column for flaw in record.error.flaws] == [5, 9]


def test_headings_are_names() -> None:
    text = "Deal 1\nwbbw\nbwwb\n\n# two\nbbww\nwwbb\n\nthe last wbbw/bwwb\n"
    assert [record.name for record in read(text, SIGHT_REDUCTION)] == [
        "Deal 1",
        "# two",
        "the last",
    ]
    table = "name;position\nfirst;wbbw/bwwb\n;bbww/wwbb\n"
    assert [record.name for record in read(table, SIGHT_REDUCTION)] == ["first", None]


def test_variants_and_the_turn_are_supplied() -> None:
    supplied = Supplied(GAMES["sight-reduction"], ("solitaire",), "b")
    assert lines("wb/bw", supplied) == ["sight-reduction+solitaire:wb/bw:b"]
    diagram = "turn: w\n\n  wb\n  bw\n"
    assert lines(diagram, supplied) == ["sight-reduction+solitaire:wb/bw:w"]
    assert lines(TWO[0], supplied) == [TWO[0]]


def test_a_game_is_found_if_no_other_has_such_pieces() -> None:
    assert lines("rb\nbr\n") == ["manhattan:rb/br:r"]
    assert lines("A..\n...\n..B\n") == ["minelayers:A2/3/2B:A:first=A"]
    assert lines("wb\nbw\n", Supplied(variants=("solitaire",))) == [
        "sight-reduction+solitaire:wb/bw:w"
    ]


@pytest.mark.parametrize(
    ("text", "supplied", "message"),
    [
        ("wb\nbw\n", NOTHING, "--game sight-reduction, --game nakatta or --variant solitaire"),
        ("xo\nox\n", NOTHING, "expected --game, and --letters for other letters"),
        ("ab\nqz\n", NOTHING, "boards with --game, and --letters if need be"),
        ("xo\nox\n", SIGHT_REDUCTION, "or --letters for other letters"),
    ],
)
def test_what_is_missing_is_said_once(text: str, supplied: Supplied, message: str) -> None:
    with pytest.raises(SourceError, match=message):
        read(text * 3, supplied)


def test_a_wrong_board_is_one_of_many() -> None:
    text = "wbbw\nbqwb\n\nwbb\nbwwb\n\nbbww\nwwbb\n"
    first, second, third = read(text, SIGHT_REDUCTION)
    assert str(first.error) == "line 2, row 2, column 2: found 'q', expected 'w', 'b' or '.'"
    assert str(second.error) == "line 5, row 2: found 4 squares, expected 3, as in row 1"
    assert third.position is not None


def test_a_column_is_counted_in_the_line() -> None:
    (record,) = read("Deal 7: wbbw/bqwb", SIGHT_REDUCTION)
    assert str(record.error).startswith("line 1, row 2, column 15: found 'q'")


@pytest.mark.parametrize("game", GAMES)
@given(st.data())
def test_pictures_are_read_back(game: str, data: st.DataObject) -> None:
    size = (4, 4) if game in ("manhattan", "nakatta") else (5, 4)
    position = data.draw(played(GAMES[game], size))
    if rules_of(position).outcome(position) is not None:
        return  # the title does not say whose turn it would be
    for signs in (UNICODE, ASCII):
        assert lines(picture(position, signs)) == [format_position(position)]


@pytest.mark.parametrize("text", ["sight-reduction:1/1/1/1/b/b:b", "sight-reduction:w/b/w:w"])
def test_pictures_of_one_file_are_read_back(text: str) -> None:
    for signs in (UNICODE, ASCII):
        assert lines(picture(parse_position(text), signs)) == [text]


def test_several_pictures_are_read_back() -> None:
    def drawn() -> Iterator[str]:
        for text in (*TWO, "nakatta:1b/w1:b"):
            (record,) = read(text)
            assert record.position is not None
            yield picture(record.position, UNICODE)

    assert lines("\n".join(drawn())) == [*TWO, "nakatta:1b/w1:b"]
