"""The kernels in C++. Boards and pieces are 64-bit masks of squares, a1 being bit 0.

Every kernel takes a `Control` and gives None if it ended before the answer was known.
"""

from collections.abc import Callable

class BareControl: ...

class Control(BareControl):
    """The limits of one run of a kernel, and what became of it."""

    def __init__(
        self,
        max_nodes: int,
        seconds: float,
        max_bytes: int,
        watch: Callable[[float], object] | None = None,
    ) -> None: ...
    def stop(self) -> None: ...
    def rethrow(self) -> None: ...
    @property
    def nodes(self) -> int: ...
    @property
    def progress(self) -> float: ...
    @property
    def reason(self) -> str | None: ...

def solve_solitaire(
    width: int,
    height: int,
    white: int,
    black: int,
    harder: bool,
    easier: bool,
    pairs: bool,
    turn: int,
    keep: tuple[int, int] | None,
    control: BareControl,
) -> tuple[bool, list[int]] | None:
    """Say whether a solitaire position is solvable, with the masks that a solution removes in turn.

    `turn` is 0 for White and 1 for Black; `keep` gives the survivors' squares (SR4), not with
    `pairs`. An unsolvable position has no solution: an empty list.
    """
