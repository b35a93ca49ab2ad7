"""Reading takes work in proportion to what is read, counted without a clock."""

import runpy
import sys
import tracemalloc
from functools import cache
from types import FrameType
from typing import Any

import pytest
from running import ROOT

from positions import text
from positions.reading import game_reading

CONSTRUCTS = runpy.run_path(str(ROOT / "benchmarks" / "speed" / "readers.py"))["CONSTRUCTS"]
# Bytes of the repeated part in the smaller file, and the most calls that reading it may take.
SIZE, CALLS = 1500, 10_000


class Work:
    """The work of a block: its calls, and the bytes that it allocates between them.

    Copying what was read so far at each step allocates in proportion to its square, even if a
    single call does it and all but the last copy is freed at once.
    """

    def __init__(self) -> None:
        self.calls = self.allocated = 0

    def __enter__(self) -> "Work":
        tracemalloc.start()
        tracemalloc.reset_peak()
        self._held = tracemalloc.get_traced_memory()[0]
        sys.setprofile(self._count)
        return self

    def _count(self, frame: FrameType, event: str, argument: object) -> None:
        held, peak = tracemalloc.get_traced_memory()
        self.calls += 1
        self.allocated += peak - self._held
        self._held = held
        tracemalloc.reset_peak()

    def __exit__(self, *_: object) -> None:
        sys.setprofile(None)
        tracemalloc.stop()


def work(construct: Any, count: int) -> Work:
    data = construct.data(count)
    with Work() as counted:
        construct.read(data)
    return counted


@pytest.mark.parametrize("construct", CONSTRUCTS, ids=lambda construct: construct.name)
def test_twice_as_much_takes_twice_the_work(
    construct: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    # The rules do most of the work, but always the same.
    monkeypatch.setattr(game_reading, "parse_move", cache(text.parse_move))
    monkeypatch.setattr(game_reading, "parse_position", cache(text.parse_position))
    construct.read(construct.data(2))  # fills the caches
    per_part = (work(construct, 40).calls - work(construct, 20).calls) / 20
    count = round(min(SIZE / len(construct.part.encode()), CALLS / max(per_part, 1)))
    one, two = work(construct, count), work(construct, 2 * count)
    assert two.calls <= 2.1 * one.calls
    assert two.allocated <= 2.1 * one.allocated
