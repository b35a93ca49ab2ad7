"""The workers of a Dask cluster as an executor.

The cluster itself does again what a worker was at when it died. Only what several workers in turn
have died of comes back, as `WorkerDied`.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from concurrent.futures import Executor, Future
from functools import partial
from typing import Any, ParamSpec, TypeVar

from solver.pool.worker import WorkerDied

# Seconds in which a scheduler has to answer.
PATIENCE = 10

_P = ParamSpec("_P")
_T = TypeVar("_T")


class Cluster(Executor):
    """Has calls made by the workers that a Dask scheduler knows; a context manager.

    `threads` counts what the workers can do at a time when it is opened. Raises `ImportError`
    without the package `distributed`, `OSError` or `ValueError` where no scheduler answers.
    """

    def __init__(self, address: str) -> None:
        from distributed import Client

        # What it has to say of workers that come and go is told by what becomes of the calls.
        logging.getLogger("distributed").setLevel(logging.CRITICAL)
        try:
            self._client = Client(address, timeout=PATIENCE, set_as_default=False)
        except AssertionError as error:
            # What is no address fails, now and then, an assertion inside of `distributed`.
            raise ValueError(f"no scheduler is at {address!r}") from error
        self._executor = self._client.get_executor(pure=False)
        self.threads = sum(self._client.nthreads().values())

    def submit(self, fn: Callable[_P, _T], /, *args: _P.args, **kwargs: _P.kwargs) -> Future[_T]:
        """Have a call made by some worker; what is called must be installed there, too."""
        found: Future[_T] = Future()
        call = self._executor.submit(fn, *args, **kwargs)
        call.add_done_callback(partial(_pass_on, found))
        return found

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Leave the cluster, without what has not been answered unless it is waited for."""
        self._executor.shutdown(wait=wait and not cancel_futures)
        self._client.close()

    def __exit__(self, kind: object, error: object, trace: object) -> None:
        self.shutdown(cancel_futures=kind is not None)


def _pass_on(found: Future[Any], call: Future[Any]) -> None:
    from distributed.scheduler import KilledWorker

    if call.cancelled():
        found.cancel()
    elif isinstance(error := call.exception(), KilledWorker):
        found.set_exception(
            WorkerDied(f"as did others of the cluster, {error.allowed_failures + 1} in all")
        )
    elif error is not None:
        found.set_exception(error)
    else:
        found.set_result(call.result())
