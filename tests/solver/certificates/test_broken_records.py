"""Any wrong value in a puzzle's record is refused in one short line."""

import json
from functools import cache
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from running import run

from solver.certificates.checking.files import check_solutions

MADE = (
    "--size 3x4 --max-solutions 9999",
    "--game nakatta --size 4x4 --puzzle win-in",
    "--game minelayers --puzzle survive",
    "--game minelayers --puzzle tour --size 5x5",
)
TEXTS = st.text(max_size=8) | st.sampled_from(["x" * 10_000, "9" * 5_000, "\ud800", "\0\n"])
NUMBERS = st.integers() | st.floats() | st.just(10**400)
PLAIN = st.none() | st.booleans() | NUMBERS | TEXTS
VALUES = st.recursive(PLAIN, lambda inner: st.lists(inner, max_size=3), max_leaves=6)


@cache
def record(options: str) -> str:
    return run("generate", "--seed", "3", "--workers", "1", "--json", *options.split()).stdout


def refusals(text: str) -> list[str]:
    found = check_solutions(text.encode("utf-8", "surrogatepass"))
    return [str(checked.refused) for checked in found if checked.refused is not None]


@given(options=st.sampled_from(MADE), data=st.data())
def test_refusals_of_any_wrong_value_are_short(options: str, data: st.DataObject) -> None:
    changed: dict[str, Any] = json.loads(record(options))
    name = data.draw(st.sampled_from(list(changed)))
    place: Any = changed
    if changed[name] and isinstance(changed[name], dict | list) and data.draw(st.booleans()):
        place = changed[name]
        keys = list(place) if isinstance(place, dict) else list(range(len(place)))
        name = data.draw(st.sampled_from(keys))
    place[name] = data.draw(VALUES)
    for refusal in refusals(json.dumps(changed)):
        assert refusal
        assert "\n" not in refusal
        assert len(refusal) < 600


@pytest.mark.parametrize("options", MADE)
def test_a_long_word_is_quoted_in_part(options: str) -> None:
    good = json.loads(record(options))
    (refusal,) = refusals(json.dumps(good | {"solution": ["x" * 10_000, *good["solution"][1:]]}))
    assert len(refusal) < 600


def test_a_record_nested_too_deeply_is_refused() -> None:
    assert refusals('{"position": ' + "[" * 100_000 + "\n")
