"""The theorems of docs/explanation/theory.md, tested on every position of small boards.

Positions are computed here from bit masks, independently of the rules; one test compares the two.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property
from itertools import pairwise, product

import pytest
from running import ROOT

from positions.game import Position
from positions.grid import Board
from positions.text import parse_position
from solver.engines.combinatorial import ZERO, Value, game, game_value, number
from solver.interface.engine import OutcomeClass

DATA = ROOT / "tests" / "data" / "sight-reduction"

ORTHOGONAL = ((1, 0), (0, 1), (-1, 0), (0, -1))
EIGHT = (*ORTHOGONAL, (1, 1), (-1, -1), (1, -1), (-1, 1))

# A position here: the masks of the white and of the black squares.
Pieces = tuple[int, int]


@dataclass(frozen=True)
class Area:
    """A set of positions that includes all positions reachable from its own.

    It has every filling of a board, or with `deal` all subsets of one deal.
    """

    width: int
    height: int
    deal: Pieces | None = None

    def __str__(self) -> str:
        return f"{self.width}x{self.height}" + ("" if self.deal is None else " deal")

    def positions(self) -> Iterator[Pieces]:
        """Yield the positions, each after those with a subset of its pieces."""
        full = (1 << self.width * self.height) - 1
        for white in subsets(full if self.deal is None else self.deal[0]):
            for black in subsets(full & ~white if self.deal is None else self.deal[1]):
                yield white, black


def subsets(mask: int) -> Iterator[int]:
    """Yield the subsets of a mask in ascending order."""
    subset = 0
    while True:
        yield subset
        if subset == mask:
            return
        subset = (subset - mask) & mask


def bits(mask: int) -> Iterator[int]:
    while mask:
        yield mask & -mask
        mask &= mask - 1


@cache
def lines(
    width: int, height: int, directions: tuple[tuple[int, int], ...]
) -> dict[int, list[tuple[int, int]]]:
    """Return for each square the squares in line with it, each with those between the two."""
    found: dict[int, list[tuple[int, int]]] = {}
    for rank, file in product(range(height), range(width)):
        here = found[1 << (rank * width + file)] = []
        for step_file, step_rank in directions:
            at_file, at_rank, between = file + step_file, rank + step_rank, 0
            while 0 <= at_file < width and 0 <= at_rank < height:
                square = 1 << (at_rank * width + at_file)
                here.append((square, between))
                between |= square
                at_file, at_rank = at_file + step_file, at_rank + step_rank
    return found


@dataclass(frozen=True)
class Play:
    """All positions of an area under a variant, with their options and values."""

    area: Area
    easier: bool = False
    pairs: bool = False
    harder: bool = False

    def __str__(self) -> str:
        names = [name for name in ("harder", "easier", "pairs") if getattr(self, name)]
        return "+".join([str(self.area), *names])

    def removals(self, own: int, enemy: int) -> Iterator[int]:
        """Yield the masks of what the owner of the pieces `own` may remove."""
        friends = lines(self.area.width, self.area.height, EIGHT if self.easier else ORTHOGONAL)
        all_lines = lines(self.area.width, self.area.height, EIGHT)
        pieces = own | enemy
        singles = 0
        for piece in bits(own):
            if any(other & own and not between & pieces for other, between in friends[piece]) and (
                not self.harder
                or any(o & enemy and not between & pieces for o, between in all_lines[piece])
            ):
                singles |= piece
                yield piece
        if self.pairs:
            for piece in bits(singles):
                for other, between in friends[piece]:
                    if other & singles and other > piece and not between & pieces:
                        yield piece | other

    @cached_property
    def options(self) -> dict[Pieces, tuple[list[Pieces], list[Pieces]]]:
        return {
            (white, black): (
                [(white & ~gone, black) for gone in self.removals(white, black)],
                [(white, black & ~gone) for gone in self.removals(black, white)],
            )
            for white, black in self.area.positions()
        }

    @cached_property
    def values(self) -> dict[Pieces, Value]:
        known: dict[Pieces, Value] = {}
        for here, (left, right) in self.options.items():
            known[here] = game([known[one] for one in left], [known[one] for one in right])
        return known

    @cached_property
    def integers(self) -> dict[Pieces, int]:
        found = {here: value.number for here, value in self.values.items()}
        assert all(one is not None and one.denominator == 1 for one in found.values())
        return {here: int(one) for here, one in found.items() if one is not None}

    @cached_property
    def wins(self) -> dict[Pieces, tuple[bool, bool]]:
        """Whether White and Black win when they are to move, by plain backward induction."""
        known: dict[Pieces, tuple[bool, bool]] = {}
        for here, (left, right) in self.options.items():
            white = any(not known[one][1] for one in left)
            black = any(not known[one][0] for one in right)
            known[here] = white, black
        return known


def random_deal(width: int, height: int, seed: int) -> Area:
    """Return the area of a random full deal, half of the squares white."""
    squares = [1 << square for square in range(width * height)]
    random.Random(seed).shuffle(squares)
    half = len(squares) // 2
    return Area(width, height, (sum(squares[:half]), sum(squares[half:])))


AREAS = [
    Area(3, 3),
    Area(2, 4),
    Area(1, 7),
    random_deal(4, 3, seed=2),
    random_deal(2, 6, seed=3),
]
PLAYS = [Play(area, easier) for area in AREAS for easier in (False, True)]

every_play = pytest.mark.parametrize("play", PLAYS, ids=str)


@every_play
def test_every_position_is_an_integer(play: Play) -> None:
    assert len(play.integers) == len(play.options)


@every_play
def test_a_move_costs_at_least_one(play: Play) -> None:
    values = play.integers
    for here, (left, right) in play.options.items():
        assert all(values[one] <= values[here] - 1 for one in left)
        assert all(values[one] >= values[here] + 1 for one in right)


@every_play
def test_the_value_in_terms_of_the_options(play: Play) -> None:
    values = play.integers
    for here, (left, right) in play.options.items():
        best = max((values[one] for one in left), default=-1)
        worst = min((values[one] for one in right), default=1)
        assert values[here] == (best + 1 if best >= 0 else worst - 1 if worst <= 0 else 0)


@every_play
def test_the_sign_gives_the_winner_and_moving_first_never_helps(play: Play) -> None:
    for here, (white, black) in play.wins.items():
        assert white == (play.integers[here] > 0)
        assert black == (play.integers[here] < 0)


@every_play
def test_the_lead_follows_from_the_winners_and_the_own_options(play: Play) -> None:
    white_lead: dict[Pieces, int] = {}
    black_lead: dict[Pieces, int] = {}
    for here, (left, right) in play.options.items():
        safe_left = [one for one in left if not play.wins[one][1]]
        safe_right = [one for one in right if not play.wins[one][0]]
        white_lead[here] = max((white_lead[one] + 1 for one in safe_left), default=0)
        black_lead[here] = max((black_lead[one] + 1 for one in safe_right), default=0)
        assert white_lead[here] == max(play.integers[here], 0)
        assert black_lead[here] == max(-play.integers[here], 0)


@every_play
def test_each_threshold_follows_from_the_previous_one(play: Play) -> None:
    values = play.integers
    for here, (left, right) in play.options.items():
        assert (values[here] >= 0) == all(values[one] >= 1 for one in right)
        for bound in range(1, 8):
            assert (values[here] >= bound) == any(values[one] >= bound - 1 for one in left)


@every_play
def test_a_further_piece_never_harms_its_owner(play: Play) -> None:
    values = play.integers
    for (white, black), value in values.items():
        assert all(values[white & ~piece, black] <= value for piece in bits(white))
        assert all(values[white, black & ~piece] >= value for piece in bits(black))


@every_play
def test_pairs_change_no_value(play: Play) -> None:
    assert Play(play.area, play.easier, pairs=True).values == play.values


@every_play
def test_the_value_lies_within_the_moves_of_each_player_alone(play: Play) -> None:
    lone_white: dict[Pieces, int] = {}
    lone_black: dict[Pieces, int] = {}
    for here, (left, right) in play.options.items():
        lone_white[here] = max((lone_white[one] + 1 for one in left), default=0)
        lone_black[here] = max((lone_black[one] + 1 for one in right), default=0)
        white, black = here
        assert lone_white[here] == white.bit_count() - components(play, white, black)
        assert lone_black[here] == black.bit_count() - components(play, black, white)
        assert -lone_black[here] <= play.integers[here] <= lone_white[here]


def components(play: Play, own: int, enemy: int) -> int:
    """Count the components of pieces that see each other: in line, with no enemy between."""
    friends = lines(play.area.width, play.area.height, EIGHT if play.easier else ORTHOGONAL)
    count = 0
    while own:
        count += 1
        edge = own & -own
        while edge:
            piece = edge & -edge
            own, edge = own & ~piece, edge & ~piece
            for other, between in friends[piece]:
                if other & own and not between & enemy:
                    edge |= other
    return count


def test_the_value_is_the_number_of_free_moves_that_balance() -> None:
    play = Play(Area(2, 4))

    @cache
    def wins_second(here: Pieces, free: int, white_second: bool) -> bool:
        """Return whether the player not to move wins, if Black can pass `free` times."""
        left, right = play.options[here]
        replies = [(one, free) for one in (right if white_second else left)]
        if white_second and free:
            replies.append((here, free - 1))
        return not any(wins_second(one, left_over, not white_second) for one, left_over in replies)

    for here, value in play.integers.items():
        for free in range(4):
            assert wins_second(here, free, True) == (value >= free)
            assert wins_second(here, free, False) == (value <= free)


def test_values_of_separate_boards_add_up() -> None:
    play = Play(Area(2, 3))
    chosen = random.Random(5).sample(sorted(play.options), 60)

    @cache
    def mover_wins(one: Pieces, other: Pieces, white: bool) -> bool:
        side = 0 if white else 1
        return any(not mover_wins(two, other, not white) for two in play.options[one][side]) or any(
            not mover_wins(one, two, not white) for two in play.options[other][side]
        )

    for one, other in pairwise(chosen):
        value = play.integers[one] + play.integers[other]
        assert mover_wins(one, other, True) == (value > 0)
        assert mover_wins(one, other, False) == (value < 0)


def test_the_rules_give_the_same_options() -> None:
    rng = random.Random(4)
    for easier, pairs, harder in product((False, True), repeat=3):
        play = Play(Area(2, 4), easier, pairs, harder)
        names = {"harder": harder, "easier": easier, "pairs": pairs}
        variants = tuple(name for name, chosen in names.items() if chosen)
        for _ in range(6):
            cells = [rng.choice("wb.") if rng.random() < 0.8 else "." for _ in range(8)]
            white, black = (
                sum(1 << square for square, cell in enumerate(cells) if cell == colour)
                for colour in "wb"
            )
            position = Position("sight-reduction", Board(2, 4, "".join(cells)), "w", variants)
            assert game_value(position, lambda: None) is play.values[white, black]


def value_of(text: str) -> Value:
    return game_value(parse_position(f"sight-reduction{text}"), lambda: None)


def options_of(text: str) -> tuple[list[Value], list[Value]]:
    """Return the values of the options of a small position."""
    position = parse_position(f"sight-reduction{text}")
    play = Play(
        Area(position.board.width, position.board.height),
        **dict.fromkeys(position.variants, True),
    )
    white, black = (
        sum(1 << square for square in position.board.squares(colour)) for colour in "wb"
    )
    left, right = play.options[white, black]
    return [play.values[one] for one in left], [play.values[one] for one in right]


def test_the_best_move_of_the_player_behind_may_cost_more_than_one() -> None:
    left, _ = options_of(":b1b/ww1/bwb:w")
    assert value_of(":b1b/ww1/bwb:w") is ZERO
    assert max(left) is number(-2)


HALF, QUARTER = Fraction(1, 2), Fraction(1, 4)
STAR = game([ZERO], [ZERO])


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("+harder:w2/2b/w1b:w", number(-HALF)),
        ("+harder:w2/2b/wbb:w", number(-3 * QUARTER)),
        ("+harder:w1/w1/1b/1b:w", STAR),
        ("+harder:www/www/bbb/bbb:w", STAR),
        ("+harder+pairs:ww/bb:w", STAR),
        ("+harder:ww/bb:w", ZERO),
        ("+harder:1/b/b:w", ZERO),
        ("+harder:w/b/b:w", number(-1)),
        ("+harder+pairs:b1/bw/w1/ww:w", game([number(1)], [ZERO])),
    ],
)
def test_theorems_that_fail_with_harder(text: str, value: Value) -> None:
    assert value_of(text) is value


def test_harder_on_small_boards() -> None:
    three = set(Play(Area(3, 3), harder=True).values.values())
    assert all(value.number is not None for value in three)
    assert {one.number.denominator for one in three if one.number} == {1, 2, 4}
    four = set(Play(Area(2, 4), harder=True).values.values())
    assert [value for value in four if value.number is None] == [STAR]
    assert STAR.outcome_class() is OutcomeClass.NEXT


def recorded_values() -> list[tuple[str, str]]:
    lines_of = (DATA / "values.txt").read_text(encoding="utf-8").splitlines()
    pairs = [line.split(" value=") for line in lines_of if not line.startswith("#")]
    return [(text, value) for text, value in pairs]


def value_in(play: Play, deal: Pieces) -> Value:
    """Return the value of a deal from the positions reachable from it, a part of its area."""

    @cache
    def value(white: int, black: int) -> Value:
        left = [value(white & ~gone, black) for gone in play.removals(white, black)]
        return game(left, [value(white, black & ~gone) for gone in play.removals(black, white)])

    return value(*deal)


def number_text(value: Value) -> str | None:
    """Return a number as text; None if the value is not a number."""
    return None if value.number is None else str(value.number)


def test_recorded_values_are_reproduced() -> None:
    records = recorded_values()
    assert len(records) == 92
    for text, value in records:
        position = parse_position(text)
        board = position.board
        white, black = (sum(1 << square for square in board.squares(colour)) for colour in "wb")
        area = Area(board.width, board.height, (white, black))
        play = Play(area, **dict.fromkeys(position.variants, True))
        assert number_text(value_in(play, (white, black))) == value, text


@pytest.mark.parametrize(
    ("text", "value"), [record for record in recorded_values() if record[0].count("/") == 2][:24]
)
def test_recorded_values_of_small_boards_by_the_rules(text: str, value: str) -> None:
    assert number_text(game_value(parse_position(text), lambda: None)) == value
