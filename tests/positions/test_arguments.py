"""Functions of the public interface refuse wrong arguments on one line."""

import re
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest

import positions
from positions import (
    GAMES,
    InputError,
    Move,
    Position,
    format_move,
    format_position,
    legal_moves,
    outcome,
    parse,
    play,
)
from positions.grid import Board
from positions.text import check_position
from positions.values import LARGEST, Seconds, WholeNumbers, Words, check

EMPTY = Board(3, 3, "." * 9)
NAKATTA = parse("nakatta:start:3x3")
MINELAYERS = parse("minelayers:start:3x3")
DEAL = parse("sight-reduction:bwwb/wwbw/bwbb:w")

WRONG_POSITIONS: list[Any] = [
    "nakatta:start:3x3",
    None,
    5,
    Move("place", (0,)),
    Position("chess", EMPTY, "b"),
    Position(["nakatta"], EMPTY, "b"),  # type: ignore[arg-type]
    Position("nakatta", None, "b"),  # type: ignore[arg-type]
    Position("nakatta", Board(3, 3, "." * 8), "b"),
    Position("nakatta", Board(3.0, 3, "." * 9), "b"),  # type: ignore[arg-type]
    Position("nakatta", Board(0, 0, ""), "b"),
    Position("nakatta", Board(3, 3, "z" * 9), "b"),
    Position("nakatta", EMPTY, "q"),
    Position("nakatta", EMPTY, ""),
    Position("nakatta", EMPTY, "b", ("zz",)),
    Position("nakatta", EMPTY, "b", ["pie"]),  # type: ignore[arg-type]
    Position("nakatta", EMPTY, "b", (), (1,)),  # type: ignore[arg-type]
]


@pytest.mark.parametrize("position", WRONG_POSITIONS, ids=repr)
def test_what_is_no_position_is_refused(position: Any) -> None:
    calls: list[Callable[[], object]] = [
        lambda: legal_moves(position),
        lambda: outcome(position),
        lambda: play(position, "a1"),
        lambda: play(position, Move("place", (0,))),
        lambda: positions.format(position),
        lambda: format_position(position),
        lambda: format_move(position, Move("place", (0,))),
    ]
    for call in calls:
        with pytest.raises(InputError) as caught:
            call()
        assert str(caught.value).startswith("position: found '")
        assert str(caught.value).endswith("', expected a Position, as positions.parse returns it")
        assert "\n" not in str(caught.value)


A_MOVE = "expected a Move, as positions.legal_moves returns it"
WRONG_MOVES: list[tuple[Position, Any, str]] = [
    (NAKATTA, Move("zz", (0,)), "move: found 'Move(kind='zz', squares=(0,))', " + A_MOVE),
    (NAKATTA, Move("zz"), "move: found 'Move(kind='zz', squares=())', " + A_MOVE),
    (NAKATTA, Move("place"), "move: found 'Move(kind='place', squares=())', " + A_MOVE),
    (NAKATTA, Move("place", (0, 1)), A_MOVE),
    (NAKATTA, Move("place", (9,)), A_MOVE),
    (NAKATTA, Move("place", (-1,)), A_MOVE),
    (NAKATTA, Move("place", (True,)), A_MOVE),
    (NAKATTA, Move("place", (0.0,)), A_MOVE),  # type: ignore[arg-type]
    (NAKATTA, Move("place", [0]), A_MOVE),  # type: ignore[arg-type]
    (NAKATTA, Move("place", 0), A_MOVE),  # type: ignore[arg-type]
    (NAKATTA, Move([], (0,)), A_MOVE),  # type: ignore[arg-type]
    (DEAL, Move("remove", (0, 1, 2)), A_MOVE),
]
ILLEGAL_MOVES: list[tuple[Position, Any, str]] = [
    (NAKATTA, Move("swap"), "'swap' is illegal: a swap is possible only"),
    (MINELAYERS, Move("step", (0,)), "'a1' is illegal: found the kind 'step', expected 'place'"),
    (DEAL, Move("remove", (0,)), "'a1' is illegal: "),
    (NAKATTA, "z9", "'z9' is illegal: "),
]


@pytest.mark.parametrize(("position", "move", "says"), WRONG_MOVES)
def test_what_the_game_does_not_have_is_no_move(position: Position, move: Any, says: str) -> None:
    for call in (play, format_move):
        with pytest.raises(InputError, match=re.escape(says)):
            call(position, move)


@pytest.mark.parametrize(("position", "move", "says"), ILLEGAL_MOVES)
def test_illegal_moves_are_not_played(position: Position, move: Any, says: str) -> None:
    with pytest.raises(InputError, match=re.escape(says)):
        play(position, move)


@pytest.mark.parametrize("value", [5, None, b"a1"])
def test_other_types_are_refused(value: Any) -> None:
    for call, message in (
        (lambda: play(NAKATTA, value), f"move: found '{value}', expected a Move or its text"),
        (lambda: format_move(NAKATTA, value), f"move: found '{value}', {A_MOVE}"),
        (lambda: parse(value), f"text: found '{value}', expected the text of a position"),
    ):
        with pytest.raises(InputError) as caught:
            call()
        assert str(caught.value) == message


@pytest.mark.parametrize("name", GAMES)
def test_every_game_names_the_kinds_of_its_moves(name: str) -> None:
    for move in legal_moves(
        parse({"sight-reduction": "sight-reduction:wbw/bwb:w"}.get(name, f"{name}:start"))
    ):
        assert len(move.squares) in GAMES[name].notation.move_kinds[move.kind]


def test_a_legal_move_is_played_as_a_move_or_as_text() -> None:
    for position in (NAKATTA, MINELAYERS, DEAL):
        assert check_position(position) is GAMES[position.game]
        for move in legal_moves(position):
            assert play(position, move) == play(position, format_move(position, move))
    assert parse(positions.format(NAKATTA)) == NAKATTA


SECONDS = "a number of seconds, 0 or more, such as 0.5"
VALUES: list[tuple[Any, Any, str | None]] = [
    (WholeNumbers(), 0, None),
    (WholeNumbers(), LARGEST, None),
    (
        WholeNumbers(),
        LARGEST + 1,
        f"'9223372036854775808', expected a whole number from 0 to {LARGEST}",
    ),
    (WholeNumbers(), -1, "'-1', expected a whole number of at least 0"),
    (WholeNumbers(), True, "'True', expected a whole number of at least 0"),
    (WholeNumbers(), 1.0, "'1.0', expected a whole number of at least 0"),
    (WholeNumbers(), "5", "'\"5\"', expected a whole number of at least 0"),
    (WholeNumbers(2, 8), 9, "'9', expected a whole number from 2 to 8"),
    (WholeNumbers(2, 8), 1, "'1', expected a whole number of at least 2"),
    (Seconds(), 0, None),
    (Seconds(), Decimal(1), f"'Decimal('1')', expected {SECONDS}"),
    (Seconds(), Fraction(1, 2), None),
    (Seconds(), float("nan"), f"'nan', expected {SECONDS}"),
    (Seconds(), float("inf"), f"'inf', expected {SECONDS}"),
    (Seconds(), -0.1, f"'-0.1', expected {SECONDS}"),
    (Seconds(), False, f"'False', expected {SECONDS}"),
    (Seconds(), 10**400, f"expected {SECONDS}"),
    (Seconds(10), 10, None),
    (Seconds(10), 10.5, "'10.5', expected a number of seconds from 0 to 10"),
    (Words(("one", "two")), "two", None),
    (Words(("one", "two")), "three", "'three', expected 'one' or 'two'"),
    (Words(("one", "two")), ["one"], "'['one']', expected 'one' or 'two'"),
]


@pytest.mark.parametrize(("kind", "value", "says"), VALUES)
def test_values_are_checked(kind: Any, value: Any, says: str | None) -> None:
    if says is None:
        check("x", value, kind)
        return
    with pytest.raises(InputError, match="^x: found .*" + re.escape(says) + "$"):
        check("x", value, kind)


def test_an_integer_may_have_more_digits_than_python_prints() -> None:
    for kind in (Seconds(), WholeNumbers()):
        with pytest.raises(InputError, match=r"^x: found '<int object at .*>', expected a "):
            check("x", 10**5000, kind)


def test_a_text_is_read_as_a_number_only_if_it_is_one() -> None:
    assert WholeNumbers().read("12") == 12
    assert WholeNumbers(0, 8).read("9" * 1_000_000) == 9
    for text in ("", " ", "x", "-1", "+1", "1.5", " 4 ", "4_0", "٤", "²", "0x4", "1e3", "1\n"):
        assert WholeNumbers().read(text) == text
    assert Seconds().read(".5") == 0.5
    assert Seconds().expected(Seconds().read("9" * 400)) is not None
    for text in ("", "x", "-1", "nan", "inf", "-inf", "1e400", "1e3", "٤", "1_0", " 1", ".", "1\n"):
        assert Seconds().read(text) == text
