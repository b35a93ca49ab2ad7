"""Combinatorial game theory of short games, exact: canonical forms, comparison, sums and numbers.

The theory and its names are those of J. H. Conway, *On Numbers and Games* (2nd edition, 2001), and
of A. N. Siegel, *Combinatorial Game Theory* (2013), chapter II. Two players, Left and Right, move
in turn, and a player who cannot move loses. A `Value` is a game in canonical form. There is one
object for each canonical form, so that two games are equal exactly when their values are the same
object.

`game_value` returns the value of a position: Left is the game's first player (White in Sight
Reduction), and the turn in the position does not matter.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import floor
from typing import TypeVar
from weakref import WeakValueDictionary

from positions.game import PASS, Game, Position
from positions.games import game_of, rules_of
from solver.interface.engine import OutcomeClass


@dataclass(frozen=True, slots=True, eq=False, repr=False, weakref_slot=True)
class Value:
    """A short game in canonical form, made only by `game` and `number`.

    `left` and `right` are the options that are neither dominated nor reversible; `number` is the
    dyadic fraction that the game equals, None if it equals no number.
    """

    left: frozenset[Value]
    right: frozenset[Value]
    number: Fraction | None = None

    def __le__(self, other: Value) -> bool:
        """Return whether Right, moving second, wins ``self - other``."""
        return _at_most(self, other)

    def __ge__(self, other: Value) -> bool:
        return _at_most(other, self)

    def __lt__(self, other: Value) -> bool:
        return self is not other and _at_most(self, other)

    def __gt__(self, other: Value) -> bool:
        return other < self

    def __neg__(self) -> Value:
        """Return the game with the players exchanged."""
        return _negative(self)

    def __add__(self, other: Value) -> Value:
        """Return the sum: a turn is a move in one of the two games."""
        return _sum(self, other)

    def __sub__(self, other: Value) -> Value:
        return self + -other

    def outcome_class(self) -> OutcomeClass:
        """Return the outcome class."""
        if self >= ZERO:
            return OutcomeClass.PREVIOUS if self is ZERO else OutcomeClass.LEFT
        return OutcomeClass.RIGHT if self <= ZERO else OutcomeClass.NEXT

    def __repr__(self) -> str:
        if self.number is not None:
            return str(self.number)
        left, right = (", ".join(sorted(map(repr, side))) for side in (self.left, self.right))
        return f"{{{left} | {right}}}"

    def __reduce__(self) -> tuple[Callable[..., Value], tuple[object, ...]]:
        if self.number is not None:
            return number, (self.number,)
        return game, (tuple(self.left), tuple(self.right))


_Options = frozenset[Value]
_Key = TypeVar("_Key")
_Result = TypeVar("_Result")

# The values in use.
_INTERNED: WeakValueDictionary[tuple[_Options, _Options], Value] = WeakValueDictionary()

# Caches, with some hundred bytes per entry. A full cache is cleared: it only saves time, and a sum
# of boards needs far fewer entries.
MAX_REMEMBERED = 1 << 20
_CANONICAL: dict[tuple[_Options, _Options], Value] = {}
_COMPARED: dict[tuple[Value, Value], bool] = {}
_SUMS: dict[tuple[Value, Value], Value] = {}
_NEGATIVES: dict[Value, Value] = {}
_NUMBERS: dict[Fraction, Value] = {}


def _remember(memory: dict[_Key, _Result], key: _Key, result: _Result) -> _Result:
    if len(memory) >= MAX_REMEMBERED:
        memory.clear()
    memory[key] = result
    return result


def _intern(left: _Options, right: _Options, fraction: Fraction | None = None) -> Value:
    return _INTERNED.setdefault((left, right), Value(left, right, fraction))


ZERO = _intern(frozenset(), frozenset(), Fraction(0))


def number(fraction: Fraction | int) -> Value:
    """Return the value of a dyadic fraction; raises `ValueError` for any other number."""
    fraction = Fraction(fraction)
    value = _NUMBERS.get(fraction)
    if value is None:
        new_value = _integer(fraction) if fraction.denominator == 1 else _dyadic(fraction)
        value = _remember(_NUMBERS, fraction, new_value)
    return value


def _integer(fraction: Fraction) -> Value:
    """Return an integer, built up from 0: n = {n - 1 | } and -n = { | 1 - n}."""
    value, none = ZERO, _Options()
    for count in range(1, abs(fraction.numerator) + 1):
        before = frozenset({value})
        if fraction > 0:
            value = _intern(before, none, Fraction(count))
        else:
            value = _intern(none, before, Fraction(-count))
    return value


def _dyadic(fraction: Fraction) -> Value:
    """Return m/2^k for an odd m: {(m - 1)/2^k | (m + 1)/2^k}."""
    if fraction.denominator & (fraction.denominator - 1):
        raise ValueError(f"{fraction} is not a dyadic fraction, so no short game has this value")
    step = Fraction(1, fraction.denominator)
    below, above = number(fraction - step), number(fraction + step)
    return _intern(frozenset({below}), frozenset({above}), fraction)


def simplest_between(low: Fraction | None, high: Fraction | None) -> Fraction:
    """Return the simplest number strictly between two bounds; None means unbounded.

    The simplest number is the one born first: the integer nearest to 0 if an integer lies between,
    else the fraction with the smallest denominator (*On Numbers and Games*, chapter 2). Raises
    `ValueError` if no number lies between.
    """
    if low is not None and high is not None and low >= high:
        raise ValueError(f"there is no number between {low} and {high}")
    if low is None or low < 0:
        if high is None or high > 0:
            return Fraction(0)
        return -simplest_between(-high, None if low is None else -low)
    denominator = 1
    while True:
        candidate = Fraction(floor(low * denominator) + 1, denominator)
        if high is None or candidate < high:
            return candidate
        denominator *= 2


def game(left: Iterable[Value], right: Iterable[Value]) -> Value:
    """Return the value of the game with these options."""
    options = frozenset(left), frozenset(right)
    value = _CANONICAL.get(options)
    if value is None:
        value = _remember(_CANONICAL, options, _canonical(*options))
    return value


def _canonical(left: _Options, right: _Options) -> Value:
    """Bypass reversible options, then remove dominated ones (Siegel, chapter II).

    The result is the canonical form, since all options are in canonical form themselves.
    """
    simplest = _number_between(left, right)
    if simplest is not None:
        return simplest
    form = _Form(left, right)
    left = _maximal(form.bypassed_left())
    right = _minimal(form.bypassed_right())
    simplest = _number_between(left, right)
    return _intern(left, right) if simplest is None else simplest


def _number_between(left: _Options, right: _Options) -> Value | None:
    """Return the value if all options are numbers and every left one is below every right one.

    It is the simplest number between them (*On Numbers and Games*, chapter 2).
    """
    lefts = [option.number for option in left if option.number is not None]
    rights = [option.number for option in right if option.number is not None]
    if len(lefts) < len(left) or len(rights) < len(right):
        return None
    low, high = max(lefts, default=None), min(rights, default=None)
    if low is not None and high is not None and low >= high:
        return None
    return number(simplest_between(low, high))


def _maximal(options: set[Value]) -> _Options:
    return frozenset(one for one in options if not any(one < other for other in options))


def _minimal(options: set[Value]) -> _Options:
    return frozenset(one for one in options if not any(other < one for other in options))


class _Form:
    """A game whose options are values, but which is not yet in canonical form itself."""

    def __init__(self, left: _Options, right: _Options) -> None:
        self.left = left
        self.right = right
        self._above: dict[Value, bool] = {}
        self._below: dict[Value, bool] = {}

    def bypassed_left(self) -> set[Value]:
        """Return irreversible left options that can replace all left options.

        A left option is reversible if Right has a reply to it that is at most the whole game; it is
        then replaced by Left's options after that reply.
        """
        waiting, kept = list(self.left), set[Value]()
        while waiting:
            option = waiting.pop()
            answer = next((one for one in option.right if self.is_at_least(one)), None)
            if answer is None:
                kept.add(option)
            else:
                waiting.extend(answer.left)
        return kept

    def bypassed_right(self) -> set[Value]:
        """Return irreversible right options that can replace all right options."""
        waiting, kept = list(self.right), set[Value]()
        while waiting:
            option = waiting.pop()
            answer = next((one for one in option.left if self.is_at_most(one)), None)
            if answer is None:
                kept.add(option)
            else:
                waiting.extend(answer.right)
        return kept

    def is_at_least(self, value: Value) -> bool:
        """Return whether the game is at least a value, as `_at_most` does."""
        known = self._above.get(value)
        if known is None:
            known = not _any_at_most(self.right, value)
            for option in value.left if known else ():
                if self.is_at_most(option):
                    known = False
                    break
            self._above[value] = known
        return known

    def is_at_most(self, value: Value) -> bool:
        """Return whether the game is at most a value, as `_at_most` does."""
        known = self._below.get(value)
        if known is None:
            known = not _any_at_least(self.left, value)
            for option in value.right if known else ():
                if self.is_at_least(option):
                    known = False
                    break
            self._below[value] = known
        return known


def _any_at_most(options: _Options, value: Value) -> bool:
    return any(_at_most(option, value) for option in options)


def _any_at_least(options: _Options, value: Value) -> bool:
    return any(_at_most(value, option) for option in options)


# The recursive functions below use loops instead of generators, so that each level costs only one
# frame of Python's stack: two games of birthday 64 need 128 of them.


def _at_most(one: Value, other: Value) -> bool:
    """Return ``one <= other``: true unless some one^L >= other or some other^R <= one."""
    if one is other:
        return True
    if one.number is not None and other.number is not None:
        return one.number < other.number
    pair = one, other
    known = _COMPARED.get(pair)
    if known is None:
        known = True
        for option in one.left:
            if _at_most(other, option):
                known = False
                break
        for option in other.right if known else ():
            if _at_most(option, one):
                known = False
                break
        _remember(_COMPARED, pair, known)
    return known


def _negative(value: Value) -> Value:
    if value.number is not None:
        return number(-value.number)
    negative = _NEGATIVES.get(value)
    if negative is None:
        left, right = [], []
        for option in value.right:
            left.append(_negative(option))  # noqa: PERF401
        for option in value.left:
            right.append(_negative(option))  # noqa: PERF401
        # Exchanging the players preserves canonical form.
        negative = _remember(_NEGATIVES, value, _intern(frozenset(left), frozenset(right)))
    return negative


def _sum(one: Value, other: Value) -> Value:
    if one.number is not None and other.number is not None:
        return number(one.number + other.number)
    if one is ZERO or other is ZERO:
        return other if one is ZERO else one
    total = _SUMS.get((one, other))
    if total is None:
        left, right = [], []
        for fixed, moved in ((other, one), (one, other)):
            for option in moved.left:
                left.append(_sum(option, fixed))  # noqa: PERF401
            for option in moved.right:
                right.append(_sum(option, fixed))  # noqa: PERF401
        total = _remember(_SUMS, (one, other), game(left, right))
        _remember(_SUMS, (other, one), total)
    return total


def game_value(
    position: Position,
    tick: Callable[[], None],
    known: dict[Position, Value] | None = None,
) -> Value:
    """Return the value of a two-player position of a game in which the last player to move wins.

    `tick` is called once for every position evaluated; an exception that it raises, such as
    `LimitReached`, ends the work. `known` holds the values of positions with the first player to
    move, and is extended; pass the same one again to ask about following positions.

    Raises `ValueError` for solitaire, and as soon as a position violates normal play: a player
    without a move has not lost or may pass, or play can cycle.
    """
    known = {} if known is None else known
    its_game = game_of(position)
    if rules_of(position).persons == 1:
        raise ValueError("a solitaire position has no combinatorial game value")
    first, _ = its_game.players
    root = position.with_turn(first)
    # A position is opened when it is first met, and closed when all its options are known. The open
    # ones form the path from the root, so that meeting one again means a cycle.
    open_options: dict[Position, tuple[list[Position], list[Position]]] = {}
    waiting = [root]
    while waiting:
        here = waiting[-1]
        if here in known:
            waiting.pop()
        elif here in open_options:
            left, right = open_options.pop(here)
            known[here] = game([known[one] for one in left], [known[one] for one in right])
            waiting.pop()
        else:
            tick()
            left, right = open_options[here] = _options(its_game, here)
            missing = [option for option in (*left, *right) if option not in known]
            if any(option in open_options for option in missing):
                raise ValueError("play can cycle: this is not a short game")
            waiting += missing
    return known[root]


def _options(its_game: Game, position: Position) -> tuple[list[Position], list[Position]]:
    """Return each player's options, as positions with the first player to move."""
    first, second = its_game.players
    left, right = (_successors(its_game, position.with_turn(turn)) for turn in (first, second))
    return [one.with_turn(first) for one in left], [one.with_turn(first) for one in right]


def _successors(its_game: Game, position: Position) -> Sequence[Position]:
    rules = rules_of(position)
    moves = rules.moves(position)
    if not moves:
        end = rules.outcome(position)
        if end is None or end.winner != its_game.opponent(position.turn):
            raise ValueError(
                f"{its_game.title} is not normal play: a player who cannot move has not lost"
            )
    if PASS in moves:
        raise ValueError(f"{its_game.title} is not normal play: a player may have to pass")
    return [rules.play(position, move) for move in moves]
