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
