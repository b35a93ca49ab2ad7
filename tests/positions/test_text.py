"""The one-line form of positions: parsing, refusing, printing."""

import io
import re

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from strategies import played, sight_reduction

from positions.errors import MoveError, PositionError
from positions.game import Position
from positions.games import GAMES, rules_of
from positions.grid import parse_square, square_name
from positions.reading.diagram import format_diagram
from positions.reading.files import read_records
from positions.text import (
    format_move,
    format_position,
    parse_arrangement,
    parse_move,
    parse_position,
    parse_size,
)

DEAL = "wbbb/bbbw/bbww/wwbw/wbwb/bwww/bbbw/wwwb"


def flaws(text: str) -> list[str]:
    """Return the flaws of a text that is not a position, as printed."""
    with pytest.raises(PositionError) as refused:
        parse_position(text)
    return [str(flaw) for flaw in refused.value.flaws]


@given(sight_reduction(keep=True))
def test_printed_positions_read_back(position: Position) -> None:
    text = format_position(position)
    assert parse_position(text) == position
    assert format_position(parse_position(text)) == text


SIZES = {
    "sight-reduction": (4, 4),
    "manhattan": (4, 4),
    "marvin": (4, 4),
    "nakatta": (4, 4),
    "minelayers": (4, 5),
}


@pytest.mark.parametrize("name", GAMES)
@settings(max_examples=80)
@given(data=st.data())
def test_positions_from_play_read_back(name: str, data: st.DataObject) -> None:
    position = data.draw(played(GAMES[name], SIZES[name]))
    assert not list(rules_of(position).flaws(position))
    assert rules_of(position).as_printed(position) == position
    assert parse_position(format_position(position)) == position
    (record,) = read_records(io.BytesIO(format_diagram(position).encode()))
    assert record.position == position


@pytest.mark.parametrize(
    ("moves", "text"),
    [
        ("a1", "sight-reduction+solitaire:bb/1w:b:keep=-,a2"),
        ("a1 a2", "sight-reduction+solitaire:1b/1w:w:keep=-,-"),
        ("b1 a2", "sight-reduction+solitaire:1b/w1:w:keep=a1,-"),
        ("b1 b2", "sight-reduction+solitaire:b1/w1:w:keep=a1,a2"),
    ],
)
def test_a_removed_survivor_is_a_dash(moves: str, text: str) -> None:
    position = parse_position("sight-reduction+solitaire:bb/ww:w:keep=a1,a2")
    for move in moves.split():
        position = rules_of(position).play(position, parse_move(position, move))
    assert format_position(position) == text


def test_a_board_being_set_up_is_parsed_with_its_flaws() -> None:
    position, flaws = parse_arrangement("nakatta+pie:bw/2:w")
    assert position.board.rows() == ["bw", ".."]
    assert position.variants == ("pie",)
    assert [str(flaw) for flaw in flaws] == [
        "found a naked attachment at a1–b2, expected none (NK3)"
    ]
    assert parse_arrangement("nakatta:start:3x3")[1] == ()
    with pytest.raises(PositionError, match="found 1 square, expected 2"):
        parse_arrangement("nakatta:bw/1:w")


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("sight-reduction:w..b/....:w", "sight-reduction:w2b/4:w"),
        ("sight-reduction:w.1b/1.2:w", "sight-reduction:w2b/4:w"),
        ("sight-reduction+pairs+solitaire:wb:b", "sight-reduction+solitaire+pairs:wb:b"),
        (
            "sight-reduction+easier+harder+solitaire:wb:w:keep=A1,B1",
            "sight-reduction+solitaire+harder+easier:wb:w:keep=a1,b1",
        ),
    ],
)
def test_one_canonical_line(text: str, canonical: str) -> None:
    assert format_position(parse_position(text)) == canonical


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", "column 1: found ''"),
        ("chess:8/8:w", "column 1: found 'chess'"),
        ("Sight-Reduction:wb:w", "column 1: found 'Sight-Reduction'"),
        ("sight-reduction", "found no board"),
        ("sight-reduction:wb", "found no turn"),
        ("sight-reduction::w", "row 1, column 17: found an empty row"),
        ("sight-reduction:wb:W", "column 20: found 'W', expected whose turn it is: 'w' or 'b'"),
        ("sight-reduction:wb:-", "column 20: found '-'"),
        ("sight-reduction:wb:", "column 20: found ''"),
        ("sight-reduction:wb:x", "column 20: found 'x'"),
        ("sight-reduction:wb/w:w", "row 2: found 1 square, expected 2, as in row 1"),
        ("sight-reduction:wb/wbw:w", "row 2: found 3 squares, expected 2, as in row 1"),
        ("sight-reduction:wb/3:w", "row 2: found 3 squares, expected 2, as in row 1"),
        ("sight-reduction:wb//wb:w", "row 2, column 20: found an empty row"),
        ("sight-reduction:wb/:w", "row 2, column 20: found an empty row"),
        ("sight-reduction:w?:w", "row 1, column 18: found '?', expected 'w', 'b', '.' or a number"),
        ("sight-reduction:w0b:w", "row 1, column 18: found '0'"),
        ("sight-reduction:w01:w", "row 1, column 18: found '01'"),
        ("sight-reduction:w²:w", "row 1, column 18: found '²'"),
        ("sight-reduction:w٤:w", "row 1, column 18: found '٤'"),
        ("sight-reduction:wb 2:w", "row 1, column 19: found ' '"),
        ("sight-reduction:27:w", "row 1: found 27 files, expected at most 26"),
        ("sight-reduction:" + "9" * 1000 + ":w", "row 1, column 17: found"),
        ("sight-reduction:9/9/9/9/9/9/9/9:w", "found a board of 9×8 squares, expected at most 64"),
        ("sight-reduction+fast:wb:w", "column 17: found 'fast'"),
        ("sight-reduction+:wb:w", "column 17: found ''"),
        ("sight-reduction+pairs+pairs:wb:w", "column 23: found 'pairs' twice"),
        ("sight-reduction:wb:w:first=A", "column 22: found 'first', expected a key: 'keep=a1,b7'"),
        ("sight-reduction:wb:w:", "column 22: found '', expected KEY=VALUE"),
        ("sight-reduction:wb:w:keep=a1,b1", "expected keep only with solitaire"),
        ("sight-reduction+solitaire+pairs:wb:w:keep=a1,b1", "expected keep only with solitaire"),
        ("sight-reduction+solitaire:wb:w:keep=a1", "expected two squares"),
        ("sight-reduction+solitaire:wb:w:keep=a1,b1,b1", "expected two squares"),
        ("sight-reduction+solitaire:wb:w:keep=b1,a1", "the square of a white piece"),
        ("sight-reduction+solitaire:wb:w:keep=-,b1", "'-' in keep, expected a square of the board"),
        ("sight-reduction+solitaire:w1b:w:keep=b1,c1", "the square of a white piece"),
        ("sight-reduction+solitaire:wb:w:keep=a1,c1", "'c1' in keep, expected a square"),
        ("sight-reduction+solitaire:wb:w:keep=a1,b1:keep=a1,b1", "'keep' twice"),
        ("sight-reduction:start", "expected rows: it starts from a deal"),
        ("marvin:start:5x5:w", "column 18: found 'w', expected nothing after the size of a start"),
        ("nakatta:bw/wb:w", "found a crosscut at a1–b2, expected none (NK1a)"),
        (f"sight-reduction:sight-reduction:{DEAL}:w", "row 1, column 17: found 's'"),
        ("position sight-reduction:wb:w", "found 'position sight-reduction'"),
    ],
)
def test_refusals_name_the_place_and_the_flaw(text: str, expected: str) -> None:
    assert any(expected in flaw for flaw in flaws(text)), flaws(text)


def test_all_flaws_at_once() -> None:
    found = flaws("sight-reduction+fast:w?/b!:z:k=1")
    assert [flaw.partition(",")[0] for flaw in found] == [
        "column 17: found 'fast'",
        "row 1",
        "row 2",
        "column 28: found 'z'",
        "column 30: found 'k'",
    ]


@settings(max_examples=300)
@given(st.text(max_size=60))
@example("sight-reduction:" + "1" * 5000 + ":w")
@example("sight-reduction:wb:w\x00")
@example("sight-reduction:wb:w\n")
def test_nonsense_is_refused_in_one_line(text: str) -> None:
    with pytest.raises(PositionError) as refused:
        parse_position(text)
    assert str(refused.value)
    assert str(refused.value).isprintable()


@settings(max_examples=300)
@given(sight_reduction(), st.data())
def test_a_changed_character_never_gives_the_same_position(
    position: Position, data: st.DataObject
) -> None:
    text = format_position(position)
    at = data.draw(st.integers(0, len(text) - 1))
    changed = text[:at] + data.draw(st.characters()) + text[at + 1 :]
    try:
        again = parse_position(changed)
    except PositionError:
        return
    assert (again == position) == (changed == text or changed.replace(".", "1") == text)


@given(sight_reduction(max_pieces=7))
def test_moves_read_back_and_nothing_else_does(position: Position) -> None:
    rules = rules_of(position)
    texts = {format_move(position, move): move for move in rules.moves(position)}
    for text, move in texts.items():
        assert parse_move(position, text) == move
        assert parse_move(position, text.upper()) == move
        assert parse_move(position, "+".join(reversed(text.split("+")))) == move
    board = position.board
    names = [board.name(square) for square in range(len(board.cells))]
    pairs = [f"{one}+{two}" for one in names for two in names if one < two]
    for text in [*names, *pairs, "pass", "swap", "", "a0", "a01", "1a", "a99", "z1", "a1+", "ｂ1"]:
        if text not in texts:
            with pytest.raises(MoveError, match=r"\(SR\d\)"):
                parse_move(position, text)


@pytest.mark.parametrize(
    ("position", "moves", "others"),
    [
        ("manhattan:start:4x4", ["c1-C2", "C1-c2", "c1c2"], ["C1-C2x", "c1-c2-c1", "c1+c2"]),
        ("manhattan:23r1r/26:r", ["x2-Y2", "x2y2"], ["xx2", "x2"]),
        ("manhattan:rr1b/4/b3/3r:r", ["xA4", "xb4"], ["XA4", "Xa4", "a4", "xxa4"]),
        ("manhattan:brr1/rb2/4/4:b", ["pass"], ["PASS", "Pass", "pAss"]),
        ("nakatta:2b/b2/bww:w", ["pass"], ["PASS", "Pass"]),
        ("nakatta+pie:3/3/b2:w", ["swap", "B2"], ["SWAP", "Swap", "pass"]),
        ("marvin:2/ww:w", ["a2", "B2"], ["kA2", "KA2"]),
        ("marvin:1w/ww:w", ["Ka2", "KA2"], ["ka2", "kA2", "a2", "KKa2"]),
        ("marvin:11/11:w", ["K1", "k1"], ["KK1", "\u212a1", "\uff2b1"]),
        ("minelayers:11/11:A", ["K1", "k1"], ["\u212a1", "k\u0661"]),
        (
            "sight-reduction+pairs:wwww:w",
            ["B1+A1", "C1", "b1a1"],
            ["a1 +b1", "a1-b1", "a1c1", "A1+A1", "\uff221"],
        ),
    ],
)
def test_only_the_case_of_squares_their_order_in_a_pair_and_the_sign_are_free(
    position: str, moves: list[str], others: list[str]
) -> None:
    root = parse_position(position)
    for move in moves:
        parse_move(root, move)
    for other in others:
        with pytest.raises(MoveError):
            parse_move(root, other)


@pytest.mark.parametrize(
    ("position", "move", "reason"),
    [
        ("sight-reduction:1w2/4/4/1b2/ww1w/4/1w2/4:w", "b8", "it has no friend in sight (SR1)"),
        ("sight-reduction:1w2/4/4/1b2/ww1w/4/1w2/4:w", "b5", "it is not the square of a white"),
        ("sight-reduction:1w2/4/4/1b2/ww1w/4/1w2/4:w", "c5", "it is not the square of a white"),
        ("sight-reduction:1w2/4/4/1b2/ww1w/4/1w2/4:w", "e1", "it is not a square of this board"),
        ("sight-reduction:1w2/4/4/1b2/ww1w/4/1w2/4:w", "a4+b4", "at most one piece here (SR7)"),
        ("sight-reduction+harder:wwb:w", "a1", "it has no enemy in sight (SR5)"),
        ("sight-reduction+pairs:www:w", "a1+c1", "do not see each other (SR7)"),
        ("sight-reduction+pairs:www:w", "a1+b1+c1", "at most two pieces here (SR7)"),
        ("sight-reduction+easier:ww2/3w:w", "d1", "it has no friend in sight (SR6)"),
        ("sight-reduction:wb:w", "a1", "the game is over"),
        (
            "manhattan:r3/1b1r/rrb1/b1r1:r",
            "c1-d1",
            "c1 would not get nearer to its nearest friend by stepping to d1 (MH3)",
        ),
        ("manhattan:start:4x4", "c1c3", "c1 and c3 are not neighbours (MH3)"),
        ("manhattan:start:4x4", "c1-d1", "d1 is not empty (MH3)"),
        ("manhattan:start:4x4", "c1-c2-c3", "c1 makes only one step in a turn (MH3)"),
        ("manhattan:start:4x4", "xc1c2", "a turn removes only one checker (MH4)"),
        ("manhattan:23r1r/26:r", "x2-x1", "x2 would not get nearer to its nearest friend by"),
        ("sight-reduction+pairs:wwb:w", "a1c1", "c1 is not the square of a white piece (SR1)"),
    ],
)
def test_a_refused_move_has_its_rule(position: str, move: str, reason: str) -> None:
    with pytest.raises(MoveError, match=rf"^'{re.escape(move)}' is illegal: ") as refused:
        parse_move(parse_position(position), move)
    assert reason in str(refused.value)


@pytest.mark.parametrize("width", range(1, 27))
def test_square_names_are_a_bijection(width: int) -> None:
    height = 30
    names = [square_name(width, square) for square in range(width * height)]
    assert len(set(names)) == len(names)
    assert [parse_square(name, width, height) for name in names] == list(range(len(names)))
    assert [parse_square(name.upper(), width, height) for name in names] == list(range(len(names)))
    for text in ("a0", "a01", "1a", "a", "", "a-1", "a1 ", " a1", "aa1", "a31", "å1", "a١"):
        assert parse_square(text, width, height) is None


def test_names_of_squares_begin_with_the_file() -> None:
    assert square_name(2, 1) == "b1"
    assert square_name(2, 2) == "a2"


@pytest.mark.parametrize(
    ("text", "size"),
    [
        ("4x8", (4, 8)),
        ("26x1", (26, 1)),
        *((bad, None) for bad in ("0x4", "4", "4x", "x4", "4x-1", "04x8", "27x1", "4X8", "٤x8")),
        ("9999x9999", None),
    ],
)
def test_sizes(text: str, size: tuple[int, int] | None) -> None:
    assert parse_size(text) == size
