"""Values that users give as options, in requests or as arguments: one check, and one message.

A kind of values says what it expects instead of a wrong one, and numbers how their text is read.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from math import inf, isfinite
from numbers import Integral, Real
from typing import Any, ClassVar, Protocol

from positions.errors import InputError, one_of, quote

LARGEST = (1 << 63) - 1

_DIGITS = re.compile(r"[0-9]+")
_DECIMAL = re.compile(r"[0-9]+(\.[0-9]*)?|\.[0-9]+")


class Kind(Protocol):
    """A kind of values."""

    def expected(self, value: object) -> str | None:
        """Return in words what is expected instead of a value; None if the value is allowed."""


class Numbers(Kind, Protocol):
    """A kind of numbers; `plain` makes one of a value that is allowed, such as one of NumPy's.

    As texts they consist of ASCII digits: signs, spaces, underscores, digits of other scripts,
    ``nan`` and ``inf`` are refused.
    """

    plain: ClassVar[Callable[..., Any]]

    @property
    def minimum(self) -> float:
        """The smallest number."""

    @property
    def maximum(self) -> float:
        """The largest number, infinite if there is none."""

    def read(self, text: str) -> object:
        """Return the number that a text stands for, or the text itself if it stands for none."""


@dataclass(frozen=True, slots=True)
class WholeNumbers(Numbers):
    """The whole numbers from `minimum` to `maximum`."""

    plain = int
    minimum: int = 0
    maximum: int = LARGEST

    def expected(self, value: object) -> str | None:
        """Return the bounds; the maximum is named only if it is exceeded."""
        if isinstance(value, Integral) and not isinstance(value, bool):
            number = int(value)
            if number > self.maximum:
                return f"a whole number from {self.minimum} to {self.maximum}"
            if number >= self.minimum:
                return None
        return f"a whole number of at least {self.minimum}"

    def read(self, text: str) -> object:
        """Read ASCII digits."""
        if not _DIGITS.fullmatch(text):
            return text
        # The length is checked first, so that a million digits are not parsed.
        return int(text) if len(text) <= len(str(self.maximum)) else self.maximum + 1


@dataclass(frozen=True, slots=True)
class Seconds(Numbers):
    """Times in seconds, finite and at most `maximum`."""

    plain = float
    minimum: ClassVar = 0
    maximum: float = inf

    def expected(self, value: object) -> str | None:
        """Return the range in words."""
        if isinstance(value, Real) and not isinstance(value, bool):
            try:
                number = float(value)
            except OverflowError:
                number = inf
            if isfinite(number) and self.minimum <= number <= self.maximum:
                return None
        if self.maximum < inf:
            return f"a number of seconds from {self.minimum} to {self.maximum:g}"
        return f"a number of seconds, {self.minimum} or more, such as 0.5"

    def read(self, text: str) -> object:
        """Read ASCII digits with an optional decimal point."""
        return float(text) if _DECIMAL.fullmatch(text) else text


@dataclass(frozen=True, slots=True)
class Words(Kind):
    """A few words, spelled exactly."""

    words: tuple[str, ...]

    def expected(self, value: object) -> str | None:
        """Return the words."""
        return None if isinstance(value, str) and value in self.words else one_of(self.words)


@dataclass(frozen=True, slots=True)
class Instances(Kind):
    """The instances of some types, described in words."""

    types: Any  # what `isinstance` takes
    description: str

    def expected(self, value: object) -> str | None:
        """Return the description."""
        return None if isinstance(value, self.types) else self.description


FLAG = Instances(bool, "True or False")


def check(name: str, value: object, kind: Kind) -> None:
    """Raise `InputError` for the argument `name` if its value is not of a kind."""
    expected = kind.expected(value)
    if expected is not None:
        is_number = isinstance(kind, WholeNumbers | Seconds)
        found = value if isinstance(value, str) and not is_number else shown(value)
        raise InputError(f"{name}: found {quote(found)}, expected {expected}")


def shown(value: object) -> str:
    """Return a value as it is written in code; a text as in JSON."""
    try:
        return json.dumps(value) if isinstance(value, str) else repr(value)
    except ValueError:  # an integer of more digits than Python prints
        return object.__repr__(value)


def convert(
    owner: object, field: str, numbers: Numbers, name: str = "", *, optional: bool = False
) -> None:
    """Check a number in a field of a frozen value being made, and make it a plain one.

    Raises `InputError`, which calls it `name` if that is not empty. If it is optional, None stays.
    """
    value = getattr(owner, field)
    if value is not None or not optional:
        check(name or field, value, numbers)
        object.__setattr__(owner, field, numbers.plain(value))
