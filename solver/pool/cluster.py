"""The workers of a Dask cluster as an executor.

The cluster itself does again what a worker was at when it died. Only what several workers in turn
have died of comes back, as `WorkerDied`.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from concurrent.futures import CancelledError, Executor, Future
from concurrent.futures import wait as wait_for
from functools import partial
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar
from weakref import WeakKeyDictionary

from solver.pool.worker import WorkerDied

if TYPE_CHECKING:
    from distributed import Future as Call

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
        from distributed.comm import get_address_host_port

        # What it has to say of workers that come and go is told by what becomes of the calls.
        logging.getLogger("distributed").setLevel(logging.CRITICAL)
        # Before there is a client: one that fails over an address is closed with a traceback.
        get_address_host_port(address)
        self._client = Client(address, timeout=PATIENCE, set_as_default=False)
        # Not the client's own executor: it takes an answer that is lost while it is handed over,
        # since its worker dies, for an exception.
        self._calls: WeakKeyDictionary[Future[Any], Call] = WeakKeyDictionary()
        self.threads = sum(self._client.nthreads().values())

    def submit(self, fn: Callable[_P, _T], /, *args: _P.args, **kwargs: _P.kwargs) -> Future[_T]:
        """Have a call made by some worker; what is called must be installed there, too."""
        found: Future[_T] = Future()
        call = self._client.submit(fn, *args, pure=False, **kwargs)
        self._calls[found] = call
        call.add_done_callback(partial(_pass_on, found))
        return found

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Leave the cluster, without what has not been answered unless it is waited for."""
        if wait and not cancel_futures:
            wait_for(list(self._calls))
        else:
            self._client.cancel(list(self._calls.values()))
        self._client.close()

    def __exit__(self, kind: object, error: object, trace: object) -> None:
        self.shutdown(cancel_futures=kind is not None)


def _pass_on(found: Future[Any], call: Call) -> None:
    """Pass on what becomes of a call; an answer that was lost meanwhile is waited for once more."""
    from distributed.scheduler import KilledWorker

    try:
        found.set_result(call.result())
    except CancelledError:
        found.cancel()
    except KilledWorker as error:
        found.set_exception(
            WorkerDied(f"as did others of the cluster, {error.allowed_failures + 1} in all")
        )
    except Exception as error:
        found.set_exception(error)
