"""What the operator of the service decides: what strangers may ask, and what it may cost.

Whatever somebody asks for, these caps win.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from positions import InputError, Position

MIB = 1 << 20

# Bytes of a request's body, and characters of a position. A board of 19×19 takes at most about 400.
MAX_BODY = 64 * 1024
MAX_POSITION = 1000
MAX_SQUARES = 400
# Plies that one request may play, and the seconds that it may take over it.
MAX_PLIES = 400
MAX_PLAYING = 2.0


@dataclass(frozen=True, slots=True)
class Settings:
    """What the service may take, and whom it answers.

    `workers` searches go on at once, in `memory` MiB together, each for at most `seconds`; so many
    more may wait in the `queue`, and one client may have `per_client` of them all. A search that
    goes on alone has so many `threads`; one that begins beside others has its share of them. A
    client who has been sent away with a job is believed to be there for `lease` seconds after each
    sign of life, and what has come of the job is told for `keep` seconds. `answers` is how many
    answers the file `cache` holds, and `answer_memory` how many MiB of them stay in memory.

    `root_path` is the sub-path of a proxy under which the service answers, ``/play`` or nothing.
    `host_names` are the names under which the service is asked, () for any: a page elsewhere that
    lets a name of its own point here is refused. `origins` are those of pages elsewhere that may
    read the answers.
    """

    workers: int = 1
    threads: int = 1
    memory: int = 1024
    seconds: float = 300.0
    queue: int = 64
    per_client: int = 8
    jobs: int = 1000
    connections: int = 1000
    lease: float = 30.0
    keep: float = 600.0
    cache: Path | None = None
    answers: int = 100_000
    answer_memory: int = 64
    root_path: str = ""
    host_names: tuple[str, ...] = ()
    origins: tuple[str, ...] = ()

    @property
    def share(self) -> int:
        """MiB that one search may take: three quarters of a worker's part.

        The rest is for the tables that a worker keeps.
        """
        return max(self.memory // self.workers * 3 // 4, 1)

    @property
    def kept_tables(self) -> int:
        """MiB of tables that a worker keeps while it works at something else."""
        return self.memory // self.workers // 4


def check_size(position: Position) -> None:
    """Raise `InputError` for a board that is too large here."""
    squares = len(position.board.cells)
    if squares > MAX_SQUARES:
        raise InputError(f"found a board of {squares} squares, expected at most {MAX_SQUARES} here")
