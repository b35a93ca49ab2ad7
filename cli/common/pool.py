"""One interface to the workers that the options select: local processes or a Dask cluster."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator, Sequence
from concurrent.futures import Executor
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

import click

from cli.common.logs import logging_to
from cli.common.options import gathered, word_option, workers_option
from cli.files.run_files import OUTPUT
from positions import InputError
from positions.errors import quote
from solver.interface.ranges import cores
from solver.pool.cluster import Cluster
from solver.pool.ordered import Failure, OrderedMap
from solver.pool.processes import START_METHODS
from solver.pool.worker import Resources, Work, divide
from solver.pool.workers import Workers

LOG_LEVELS = ("debug", "info", "warning", "error")
# How many items per worker may be ahead of the last answer.
AHEAD = 32

_Item = TypeVar("_Item")
_Answer = TypeVar("_Answer")


@dataclass(frozen=True, slots=True)
class PoolOptions:
    """The options: processes and how they start, or a scheduler's address; and a log file."""

    workers: int
    start_method: str = START_METHODS[0]
    cluster: str | None = None
    log_file: Path | None = None
    log_level: str = "info"

    def logged(self) -> AbstractContextManager[None]:
        """Return a context in which work is logged."""
        return logging_to(self.log_file, self.log_level)


pool_options = gathered(
    "pool",
    PoolOptions,
    workers_option("Number of worker processes, which share cores and memory."),
    word_option(
        "--start-method",
        START_METHODS,
        f"How to start workers: {', '.join(START_METHODS)}.",
        default=START_METHODS[0],
    ),
    click.option(
        "--cluster",
        metavar="ADDRESS",
        help="Run on the Dask cluster of this scheduler, such as tcp://127.0.0.1:8786.",
    ),
    click.option(
        "--log-file",
        type=OUTPUT,
        metavar="FILE",
        help="Append a log to FILE.",
    ),
    word_option(
        "--log-level",
        LOG_LEVELS,
        f"Lowest level to log: {', '.join(LOG_LEVELS)}.",
        default="info",
    ),
)


@dataclass(frozen=True, slots=True)
class Pool:
    """Workers, and the resources of each."""

    executor: Executor
    resources: tuple[Resources, Resources]
    workers: int

    def map(
        self, work: Work[_Item, _Answer], items: Iterable[_Item]
    ) -> Generator[tuple[_Item, _Answer | Failure]]:
        """Yield each item with its answer, in order; close the generator if you stop early."""
        return OrderedMap(self.executor, work, self.resources, AHEAD * self.workers).over(items)


@contextmanager
def open_pool(
    options: PoolOptions, memory: int | None, preload: Sequence[str] = ()
) -> Iterator[Pool]:
    """Open the workers; processes import the modules of `preload` when they start.

    `memory` is the limit in MiB for all processes together, or for each cluster worker.
    """
    if options.cluster is not None:
        all_of_it = Resources(memory=memory)
        with _join(options.cluster) as cluster:
            yield Pool(cluster, (all_of_it, all_of_it), max(cluster.threads, 1))
        return
    resources = divide(options.workers, cores(), memory)
    with Workers(options.workers, options.start_method, preload) as workers:
        yield Pool(workers, resources, options.workers)


def _join(address: str) -> Cluster:
    try:
        return Cluster(address)
    except ImportError:
        message = "distributed is missing, install it with: pip install 'proofplay[cluster]'"
        raise InputError(f"--cluster: {message}") from None
    except (OSError, ValueError) as error:
        expected = "the address of a Dask scheduler, such as tcp://127.0.0.1:8786"
        raise InputError(f"--cluster: found {quote(address)}, expected {expected}") from error
