"""The workers of a Dask cluster as an executor.

The cluster itself repeats a call whose worker died. A call fails, with `WorkerDied`, only if
several workers in turn die on it.
"""

from __future__ import annotations

import logging
import pickle
from collections.abc import Callable
from concurrent.futures import CancelledError, Executor, Future
from concurrent.futures import wait as wait_for
from functools import partial
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar
from weakref import WeakKeyDictionary

from positions.own.files import Source
from positions.rules_file import loaded, take_all
from solver.pool.worker import WorkerDied

if TYPE_CHECKING:
    from distributed import Future as Call

# Seconds within which a scheduler has to answer.
CONNECT_TIMEOUT = 10

_P = ParamSpec("_P")
_T = TypeVar("_T")


class Cluster(Executor):
    """An executor over the workers of a Dask scheduler; a context manager.

    `threads` is the number of calls that the workers can run at once when it is opened. Raises
    `ImportError` without the package `distributed`, `OSError` or `ValueError` if no scheduler
    answers.
    """

    def __init__(self, address: str) -> None:
        from distributed import Client
        from distributed.comm import get_address_host_port

        # Its messages about workers that come and go are redundant: calls report failures.
        logging.getLogger("distributed").setLevel(logging.CRITICAL)
        # Before creating a client: one that fails for its address prints a traceback on closing.
        get_address_host_port(address)
        self._client = Client(address, timeout=CONNECT_TIMEOUT, set_as_default=False)
        # Not the client's own executor: it mistakes an answer lost in transit, because its
        # worker died, for an exception.
        self._calls: WeakKeyDictionary[Future[Any], Call] = WeakKeyDictionary()
        self.threads = sum(self._client.nthreads().values())

    def submit(self, fn: Callable[_P, _T], /, *args: _P.args, **kwargs: _P.kwargs) -> Future[_T]:
        """Submit a call to some worker; the function must be installed there too."""
        future: Future[_T] = Future()
        if games := loaded():
            # Arguments may have values of these games: the worker must know them to unpickle.
            packed = pickle.dumps((fn, args, kwargs))
            call = self._client.submit(_with_games, games, packed, pure=False)
        else:
            call = self._client.submit(fn, *args, pure=False, **kwargs)
        self._calls[future] = call
        call.add_done_callback(partial(_pass_on, future))
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Leave the cluster, abandoning unanswered calls unless `wait` is set."""
        if wait and not cancel_futures:
            wait_for(list(self._calls))
        else:
            self._client.cancel(list(self._calls.values()))
        self._client.close()

    def __exit__(self, kind: object, error: object, trace: object) -> None:
        self.shutdown(cancel_futures=kind is not None)


def _with_games(games: tuple[Source, ...], packed: bytes) -> object:
    """Run a pickled call where the games from files that the caller has loaded are known."""
    take_all(games)
    fn, args, kwargs = pickle.loads(packed)
    return fn(*args, **kwargs)


def _pass_on(future: Future[Any], call: Call) -> None:
    """Pass on the result of a call; an answer that was lost is waited for once more."""
    from distributed.scheduler import KilledWorker

    try:
        future.set_result(call.result())
    except CancelledError:
        future.cancel()
    except KilledWorker as error:
        future.set_exception(
            WorkerDied(f"as did others of the cluster, {error.allowed_failures + 1} in all")
        )
    except Exception as error:
        future.set_exception(error)
