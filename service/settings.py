"""The operator's settings: what clients may ask, and what it may cost.

These caps override whatever a request asks for.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from positions import InputError, Position

MIB = 1 << 20

# Maximum bytes of a body, and characters of a position. A 19×19 board takes at most about 400.
MAX_BODY = 64 * 1024
MAX_POSITION = 1000
MAX_SQUARES = 400
# The maximum plies that one request may play, and the seconds this may take.
MAX_PLIES = 400
MAX_PLAYING = 2.0


@dataclass(frozen=True, slots=True)
class Settings:
    """The resources of the service, and the clients that it answers.

    `workers` searches run at once, with `memory` MiB together, each for at most `seconds`; `queue`
    more may wait, and one client may have `per_client` of them. A search that runs alone has
    `threads` threads; one that starts while others run has its share of them. A client with a job
    counts as present for `lifetime` seconds after each access, and the result of a job is kept
    for `keep` seconds. `answers` is the number of answers in the file `cache`, and `answer_memory`
    the MiB of answers kept in memory.

    `root_path` is the sub-path of a proxy under which the service answers, ``/play`` or empty.
    `host_names` are the accepted host names, () for any: this keeps out other sites whose names
    point here. `origins` are the other origins that may read the answers.
    """

    workers: int = 1
    threads: int = 1
    memory: int = 1024
    seconds: float = 300.0
    queue: int = 64
    per_client: int = 8
    jobs: int = 1000
    connections: int = 1000
    lifetime: float = 30.0
    keep: float = 600.0
    cache: Path | None = None
    answers: int = 100_000
    answer_memory: int = 64
    root_path: str = ""
    host_names: tuple[str, ...] = ()
    origins: tuple[str, ...] = ()

    @property
    def share(self) -> int:
        """MiB for one search: three quarters of a worker's part.

        The rest is for the tables that a worker keeps.
        """
        return max(self.memory // self.workers * 3 // 4, 1)

    @property
    def kept_tables(self) -> int:
        """MiB of tables that a worker keeps during other tasks."""
        return self.memory // self.workers // 4


def check_size(position: Position) -> None:
    """Raise `InputError` for a board that is too large for the service."""
    squares = len(position.board.cells)
    if squares > MAX_SQUARES:
        raise InputError(f"found a board of {squares} squares, expected at most {MAX_SQUARES}")
