"""Combinatorial game theory: known values, and the laws that all values obey."""

from __future__ import annotations

import copy
import pickle
from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from positions.game import PASS, Move, Outcome, Position
from positions.games import GAMES
from positions.games.sight_reduction import SIGHT_REDUCTION, SightReductionRules, enemy
from positions.text import parse_position
from solver.engines import combinatorial
from solver.engines.combinatorial import (
    ZERO,
    Value,
    game,
    game_value,
    number,
    simplest_between,
)
from solver.interface.engine import OutcomeClass

HALF = Fraction(1, 2)
ONE = number(1)
STAR = game([ZERO], [ZERO])
UP = game([ZERO], [STAR])
DOWN = game([STAR], [ZERO])
TINY = game([ZERO], [game([ZERO], [-ONE])])


def nimber(size: int) -> Value:
    smaller = [nimber(less) for less in range(size)]
    return game(smaller, smaller)


def confused(one: Value, other: Value) -> bool:
    return not one <= other and not other <= one


def test_numbers_by_their_options() -> None:
    assert game([], []) is ZERO
    assert game([ZERO], []) is ONE
    assert game([], [ZERO]) is number(-1)
    assert game([ZERO], [ONE]) is number(HALF)
    assert game([number(HALF)], [ONE]) is number(3 * HALF / 2)
    assert game([number(-5), ONE], [number(4)]) is number(2)
    assert game([number(-3)], [number(7)]) is ZERO
    assert game([], [number(-2)]) is number(-3)
    assert number(2).left == {ONE}
    assert number(2).right == frozenset()


def test_zero_in_disguise() -> None:
    assert game([STAR], [STAR]) is ZERO
    assert game([number(-1)], [ONE]) is ZERO
    assert game([DOWN], [UP]) is ZERO


def test_star() -> None:
    assert STAR.number is None
    assert STAR + STAR is ZERO
    assert -STAR is STAR
    assert confused(STAR, ZERO)
    assert number(Fraction(-1, 1024)) < STAR < number(Fraction(1, 1024))


def test_up() -> None:
    assert ZERO < UP < number(Fraction(1, 1024))
    assert -UP is DOWN
    assert confused(UP, STAR)
    assert UP + UP > STAR
    assert UP + STAR is game([ZERO, STAR], [ZERO])
    assert UP + UP + STAR is game([ZERO], [UP])
    assert ZERO < TINY < UP


def test_switches_are_hot_and_not_numbers() -> None:
    switch = game([ONE], [-ONE])
    assert switch.number is None
    assert switch + switch is ZERO
    assert confused(switch, ZERO)
    assert confused(switch, ONE)
    assert switch < number(Fraction(9, 8))
    assert number(3) + switch is game([number(4)], [number(2)])


def test_nim() -> None:
    for one in range(6):
        for other in range(6):
            assert nimber(one) + nimber(other) is nimber(one ^ other)


def test_dominated_and_reversible_options_are_removed() -> None:
    assert game([ONE, ZERO], [number(-1), STAR]) is game([ONE], [number(-1)])
    assert game([ZERO, STAR], [ZERO]).left == {ZERO, STAR}
    # From up + star = {0, * | 0}, Left's option up of {up | up} reverses through star to 0.
    assert game([UP], [UP]) is game([ZERO], [UP])


def test_outcome_classes() -> None:
    assert ZERO.outcome_class() is OutcomeClass.PREVIOUS
    assert STAR.outcome_class() is OutcomeClass.NEXT
    assert UP.outcome_class() is OutcomeClass.LEFT
    assert number(-HALF).outcome_class() is OutcomeClass.RIGHT
    assert [str(one) for one in OutcomeClass] == ["L", "R", "N", "P"]


def test_values_as_text() -> None:
    assert repr(game([ONE, STAR], [])) == "2"
    assert repr(game([number(2), number(1) + STAR], [number(-HALF)])) == "{2 | -1/2}"


def test_only_dyadic_fractions_are_values() -> None:
    with pytest.raises(ValueError, match="1/3 is not a dyadic fraction"):
        number(Fraction(1, 3))


@pytest.mark.parametrize(
    ("low", "high", "simplest"),
    [
        (None, None, 0),
        (None, 0, -1),
        (0, None, 1),
        (-3, 2, 0),
        (1, 2, Fraction(3, 2)),
        (-2, -1, Fraction(-3, 2)),
        (0, Fraction(1, 8), Fraction(1, 16)),
        (Fraction(5, 8), Fraction(7, 4), 1),
        (Fraction(9, 8), Fraction(21, 16), Fraction(5, 4)),
        (Fraction(5, 2), 40, 3),
        (None, Fraction(-7, 2), -4),
    ],
)
def test_simplest_between(
    low: Fraction | None, high: Fraction | None, simplest: Fraction | int
) -> None:
    bounds = [None if bound is None else Fraction(bound) for bound in (low, high)]
    assert simplest_between(*bounds) == simplest


def test_nothing_lies_between_equal_bounds() -> None:
    with pytest.raises(ValueError, match="no number between"):
        simplest_between(Fraction(1), Fraction(1))


def test_deep_games_need_no_deep_stack() -> None:
    assert number(64) + number(-64) is ZERO
    assert number(Fraction(1, 2**64)) + number(Fraction(-1, 2**64)) is ZERO
    chain = STAR
    for _ in range(63):
        chain = game([ZERO], [chain])
    ups = ZERO
    for _ in range(63):
        ups += UP
    # n times up is {0 | n - 1 times up + star}, so the chain is 63 times up + 62 times star.
    assert ups is chain
    assert ZERO < chain < number(Fraction(1, 1024))
    assert chain - ups is ZERO


def test_values_survive_copying() -> None:
    for value in (ZERO, number(-3 * HALF), UP, TINY + STAR):
        assert pickle.loads(pickle.dumps(value)) is value
        assert copy.deepcopy(value) is value


# The first example of a kind may take long, since values are cached.
law = settings(deadline=None)

# Values of birthday up to about three, including small numbers and infinitesimals.
values = st.recursive(
    st.sampled_from([ZERO, ONE, -ONE, number(HALF), STAR]),
    lambda smaller: st.builds(game, st.lists(smaller, max_size=3), st.lists(smaller, max_size=3)),
    max_leaves=8,
)
dyadics = st.builds(Fraction, st.integers(-64, 64), st.sampled_from([1, 2, 4, 8, 16]))


@law
@given(values, values)
def test_sums_commute(one: Value, other: Value) -> None:
    assert one + other is other + one


@law
@given(values, values, values)
def test_sums_associate(one: Value, two: Value, three: Value) -> None:
    assert (one + two) + three is one + (two + three)


@law
@given(values)
def test_a_game_less_itself_is_zero(one: Value) -> None:
    assert one - one is ZERO
    assert one + ZERO is one
    negative = -one
    assert -negative is one


@law
@given(values)
def test_the_canonical_form_is_that_of_its_own_options(one: Value) -> None:
    assert game(one.left, one.right) is one
    assert not any(a < b for side in (one.left, one.right) for a in side for b in side)
    assert not any(answer <= one for option in one.left for answer in option.right)
    assert not any(answer >= one for option in one.right for answer in option.left)


@law
@given(values, values)
def test_order_is_the_sign_of_the_difference(one: Value, other: Value) -> None:
    difference = (one - other).outcome_class()
    assert (one is other) == (difference is OutcomeClass.PREVIOUS)
    assert (one > other) == (difference is OutcomeClass.LEFT)
    assert (one < other) == (difference is OutcomeClass.RIGHT)
    assert confused(one, other) == (difference is OutcomeClass.NEXT)


@law
@given(values, values)
def test_games_at_most_each_other_are_equal(one: Value, other: Value) -> None:
    assert (one <= other and other <= one) == (one is other)
    assert (one <= other) == (-other <= -one)


@law
@given(values, values, values)
def test_sums_keep_the_order(one: Value, other: Value, third: Value) -> None:
    assert (one <= other) == (one + third <= other + third)


@law
@given(values)
def test_the_outcome_agrees_with_play(one: Value) -> None:
    def wins(value: Value, left: bool) -> bool:
        options = value.left if left else value.right
        return any(not wins(option, not left) for option in options)

    first = {
        (True, True): OutcomeClass.NEXT,
        (True, False): OutcomeClass.LEFT,
        (False, True): OutcomeClass.RIGHT,
        (False, False): OutcomeClass.PREVIOUS,
    }
    assert one.outcome_class() is first[wins(one, True), wins(one, False)]


@law
@given(values, st.lists(values, max_size=2))
def test_more_options_are_never_worse(one: Value, further: list[Value]) -> None:
    assert game([*one.left, *further], one.right) >= one
    assert game(one.left, [*one.right, *further]) <= one


@law
@given(dyadics, dyadics)
def test_numbers_behave_like_fractions(one: Fraction, other: Fraction) -> None:
    assert number(one) + number(other) is number(one + other)
    assert -number(one) is number(-one)
    assert (number(one) <= number(other)) == (one <= other)
    assert number(one).number == one


@law
@given(dyadics, dyadics)
def test_two_numbers_make_a_number_or_a_switch(one: Fraction, other: Fraction) -> None:
    value = game([number(one)], [number(other)])
    if one < other:
        assert value is number(simplest_between(one, other))
        assert one < value.number < other if value.number is not None else False
    else:
        assert value.number is None
        assert confused(value, number((one + other) / 2))


@law
@given(values)
def test_a_number_has_only_numbers_as_options(one: Value) -> None:
    numeric = all(option.number is not None for option in (*one.left, *one.right))
    apart = all(left < right for left in one.left for right in one.right)
    assert (one.number is not None) == (numeric and apart)


def test_values_of_positions() -> None:
    position = parse_position("sight-reduction:ww/bb:w")
    assert game_value(position, lambda: None) is ZERO
    assert game_value(position.with_turn("b"), lambda: None) is ZERO
    three = parse_position("sight-reduction:www/1b1:b")
    assert game_value(three, lambda: None) is number(2)


def test_known_values_are_shared_and_each_position_ticks_once() -> None:
    ticks: list[int] = []
    known: dict[object, Value] = {}
    position = parse_position("sight-reduction:wwb/bbw/wbw:w")
    value = game_value(position, lambda: ticks.append(1), known)
    assert len(ticks) == len(known)
    assert game_value(position.with_turn("b"), lambda: ticks.append(1), known) is value
    assert len(ticks) == len(known)


def test_the_callback_ends_the_work() -> None:
    def stop() -> None:
        raise TimeoutError

    with pytest.raises(TimeoutError):
        game_value(parse_position("sight-reduction:ww/bb:w"), stop)


def test_solitaire_has_no_value() -> None:
    with pytest.raises(ValueError, match="solitaire"):
        game_value(parse_position("sight-reduction+solitaire:ww/bb:w"), lambda: None)


class NoLoss(SightReductionRules):
    """A player who cannot move has won."""

    def outcome(self, position: Position) -> Outcome | None:
        return None if self.moves(position) else Outcome(winner=position.turn)


class Standstill(SightReductionRules):
    """A move changes nothing."""

    def play(self, position: Position, move: Move) -> Position:
        return position.with_turn(enemy(position.turn))


class PassingRules(SightReductionRules):
    """A player who cannot move passes."""

    def moves(self, position: Position) -> tuple[Move, ...]:
        return super().moves(position) or (PASS,)


@pytest.mark.parametrize(
    ("rules", "complaint"),
    [
        (NoLoss(), "who cannot move has not lost"),
        (Standstill(), "play can cycle"),
        (PassingRules(), "may have to pass"),
    ],
)
def test_other_endings_are_refused(
    monkeypatch: pytest.MonkeyPatch, rules: SightReductionRules, complaint: str
) -> None:
    monkeypatch.setitem(GAMES, "sight-reduction", replace(SIGHT_REDUCTION, rules=rules))
    with pytest.raises(ValueError, match=complaint):
        game_value(parse_position("sight-reduction:ww/bb:w"), lambda: None)


def test_forgotten_values_are_computed_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(combinatorial, "MAX_REMEMBERED", 100)
    switches = [game([number(hot)], [number(-hot)]) for hot in (7, 8, 9)]
    forwards, backwards = sum(switches, ZERO), sum(switches[::-1], ZERO)
    assert forwards is backwards
    assert forwards - forwards is ZERO
    assert len(combinatorial._SUMS) <= 100
