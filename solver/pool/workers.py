"""Worker processes as a `concurrent.futures` executor that survives dying workers.

The standard pools are not suitable. `ProcessPoolExecutor` fails all pending calls when one worker
dies, and takes no calls afterwards; `multiprocessing.Pool` never answers the call of a worker that
was killed. Both share one queue among the workers, whose lock is lost with a worker that holds it;
Pebble's pool replaces dead workers, but also has all of them read and write one channel under a
lock. Here each worker has its own link and one call at a time, so that the call of a dead worker is
known: it fails with `WorkerDied`, and a new worker takes the old one's place.

A thread manages the workers.
"""

from __future__ import annotations

import logging
import multiprocessing
import os
import pickle
import signal
import time
from collections import deque
from collections.abc import Callable, Hashable, Sequence
from concurrent.futures import CancelledError, Executor, Future
from contextlib import suppress
from dataclasses import dataclass, field
from math import inf
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from queue import Empty, SimpleQueue
from threading import Lock, Thread
from types import TracebackType
from typing import Any, ParamSpec, TypeVar

from positions.rules_file import loaded
from solver.pool.logs import LogReceiver
from solver.pool.processes import START_METHODS, NotStarted, block_terminal, pipe, start
from solver.pool.worker import CANCEL, Cancelled, MessageKind, WorkerDied, serve

# Seconds: for a worker to exit, for a cancelled call to stop, and between liveness checks.
GRACE = 1.5
CANCEL_GRACE = 1.0
LOOK = 1.0

log = logging.getLogger(__name__)

_P = ParamSpec("_P")
_T = TypeVar("_T")


@dataclass(slots=True)
class _Call:
    """A waiting or running call; with `is_exclusive`, nothing else may run at the same time.

    `hear` receives the call's reports. The call goes to a worker whose last call had the same
    `affinity`, if one is idle. A cancelled call is killed at `ends_at`, a time of the monotonic
    clock.
    """

    data: bytes
    is_exclusive: bool = False
    hear: Callable[[Any], None] | None = None
    affinity: Hashable = None
    ends_at: float = inf
    future: Future[Any] = field(default_factory=Future)


@dataclass(eq=False, slots=True)
class _Worker:
    """A worker process, the link to it, and its current call."""

    process: BaseProcess
    link: Connection
    call: _Call | None = None
    affinity: Hashable = None
    is_ready: bool = False

    @property
    def waitables(self) -> tuple[Connection, int]:
        return self.link, self.process.sentinel

    def take(self, call: _Call) -> bool:
        """Hand over a call; return whether that succeeded."""
        self.call, self.affinity = call, call.affinity
        try:
            self.link.send_bytes(call.data)
        except OSError:
            return False
        return True

    def cancel(self, call: _Call) -> None:
        """Tell the running call to stop."""
        call.ends_at = time.monotonic() + CANCEL_GRACE
        with suppress(OSError):
            self.link.send_bytes(CANCEL)

    def kill(self) -> None:
        """End the process and whatever it has started."""
        self.process.kill()
        if hasattr(os, "killpg") and self.process.pid is not None:
            with suppress(OSError):
                os.killpg(self.process.pid, signal.SIGKILL)


class Workers(Executor):
    """At most `count` worker processes, which start on demand, and fewer if necessary.

    A context manager: on exit it waits for running calls, or kills them if there is an exception.
    `start_method` is one of `START_METHODS`; the first is the default. Unlike `fork`, it does not
    copy a process in which threads may hold locks, and unlike `spawn`, it imports the modules of
    `preload` only once.
    """

    def __init__(
        self, count: int, start_method: str = START_METHODS[0], preload: Sequence[str] = ()
    ) -> None:
        self._count = count
        self._start_method = start_method
        if start_method == "forkserver":
            multiprocessing.set_forkserver_preload([serve.__module__, *preload])
        self._logs = LogReceiver(start_method)
        self._orders: SimpleQueue[_Call] = SimpleQueue()
        self._cancels: SimpleQueue[Future[Any]] = SimpleQueue()
        self._wakeup_reader, self._wakeup_writer = pipe(duplex=False)
        self._lock = Lock()
        self._is_closing = False
        self._is_killed = False
        self._waiting: deque[_Call] = deque()
        self._exclusive: deque[_Call] = deque()
        self._workers: list[_Worker] = []
        self._manager = Thread(target=self._manage, name="workers", daemon=True)
        self._manager.start()

    def submit(self, fn: Callable[_P, _T], /, *args: _P.args, **kwargs: _P.kwargs) -> Future[_T]:
        """Submit a call to a worker; the function and its arguments must be picklable.

        The future raises what the call raised, `WorkerDied`, or `NotStarted`.
        """
        return self._order(_Call(pickle.dumps((fn, args, kwargs))))

    def submit_heard(
        self,
        hear: Callable[[Any], None],
        affinity: Hashable,
        fn: Callable[_P, _T],
        /,
        *args: _P.args,
        **kwargs: _P.kwargs,
    ) -> Future[_T]:
        """Submit a call that can be cancelled, and receive its reports.

        `hear` is called in the manager's thread. Calls of one `affinity` go to the same worker,
        which may have useful cached data, unless it is busy and another one is idle.
        """
        return self._order(_Call(pickle.dumps((fn, args, kwargs)), hear=hear, affinity=affinity))

    def cancel(self, future: Future[Any]) -> None:
        """Cancel a call: its future is cancelled, or raises `Cancelled`.

        It is asked to stop, and its worker is killed if it does not. A finished call is unaffected.
        """
        if not future.cancel():
            with self._lock:
                if not self._is_closing:
                    self._cancels.put(future)
                    self._ring()

    def submit_alone(
        self, fn: Callable[_P, _T], /, *args: _P.args, **kwargs: _P.kwargs
    ) -> Future[_T]:
        """Submit a call to run next, in a fresh worker, while no other worker runs."""
        return self._order(_Call(pickle.dumps((fn, args, kwargs)), is_exclusive=True))

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Accept no more calls, and end the workers when all calls are finished or cancelled."""
        with self._lock:
            self._is_closing = True
            self._is_killed = self._is_killed or cancel_futures
            self._ring()
        if wait:
            self._manager.join()

    def kill(self) -> None:
        """Kill the workers at once, whatever they are doing."""
        self.shutdown(cancel_futures=True)

    def __exit__(
        self,
        exc_type: type[BaseException] | None,
        exc_val: BaseException | None,
        exc_tb: TracebackType | None,
    ) -> None:
        self.shutdown(cancel_futures=exc_type is not None)

    def _order(self, call: _Call) -> Future[Any]:
        with self._lock:
            if self._is_closing:
                raise RuntimeError("these workers take no more calls")
            self._orders.put(call)
            self._ring()
        return call.future

    def _ring(self) -> None:
        """Wake the manager. One ring is enough until it is heard."""
        if not (self._wakeup_reader.closed or self._wakeup_reader.poll()):
            self._wakeup_writer.send_bytes(b"!")

    # The following methods run in the manager's thread.

    def _manage(self) -> None:
        block_terminal()
        reason: Exception = CancelledError()
        try:
            while not self._is_over():
                self._give_out()
                self._listen()
        except Exception as error:
            # Waiting callers have to be notified.
            log.exception("the workers cannot be managed any longer")
            reason = error
        self._close(reason)

    def _close(self, reason: Exception) -> None:
        """End the workers, and fail the remaining calls."""
        with self._lock:
            self._is_closing = True
            self._take_orders()
            self._wakeup_reader.close()
            self._wakeup_writer.close()
        calls = [worker.call for worker in self._workers if worker.call is not None]
        self._end(self._workers)
        for call in (*calls, *self._waiting, *self._exclusive):
            if call.future.running() or call.future.set_running_or_notify_cancel():
                call.future.set_exception(reason)
        self._logs.close()

    def _is_over(self) -> bool:
        with self._lock:
            self._take_orders()
            if self._is_killed:
                return True
            is_idle = not (self._waiting or self._exclusive or any(w.call for w in self._workers))
            return self._is_closing and is_idle

    def _take_orders(self) -> None:
        if self._wakeup_reader.poll():
            self._wakeup_reader.recv_bytes()
        with suppress(Empty):
            while True:
                call = self._orders.get_nowait()
                (self._exclusive if call.is_exclusive else self._waiting).append(call)
        with suppress(Empty):
            while True:
                self._cancel(self._cancels.get_nowait())

    def _cancel(self, future: Future[Any]) -> None:
        for worker in self._workers:
            if worker.call is not None and worker.call.future is future:
                worker.cancel(worker.call)

    def _give_out(self) -> None:
        """Hand calls to idle workers, starting new ones if there are not enough."""
        at_work = [worker.call for worker in self._workers if worker.call is not None]
        if self._exclusive or any(call.is_exclusive for call in at_work):
            if not at_work:
                self._dismiss(*self._workers)
                self._give(self._exclusive.popleft())
            return
        while self._waiting and sum(w.call is not None for w in self._workers) < self._count:
            self._give(self._waiting.popleft())

    def _give(self, call: _Call) -> None:
        if not (call.future.running() or call.future.set_running_or_notify_cancel()):
            return
        idle = [worker for worker in self._workers if worker.call is None]
        for worker in sorted(idle, key=lambda worker: worker.affinity != call.affinity):
            if worker.take(call):
                return
            self._dismiss(worker)  # it died while idle
        try:
            self._start().take(call)
        except NotStarted as reason:
            if not self._workers:
                call.future.set_exception(reason)
                return
            log.warning("no more than %d workers: %s", len(self._workers), reason)
            self._count = len(self._workers)
            self._waiting.appendleft(call)
        except Exception as error:
            # This call is not in any queue any more.
            call.future.set_exception(error)
            raise

    def _start(self) -> _Worker:
        link, far_end = pipe()
        with far_end:
            try:
                args = (far_end, self._logs.for_workers, loaded())
                process = start(self._start_method, serve, args, "worker")
            except NotStarted:
                link.close()
                raise
        worker = _Worker(process, link)
        self._workers.append(worker)
        return worker

    def _listen(self) -> None:
        """Wait until something happens, and handle it."""
        lines = [waitable for worker in self._workers for waitable in worker.waitables]
        ready = wait([self._wakeup_reader, *lines], self._patience())
        for worker in list(self._workers):
            if worker.link in ready:
                self._hear(worker)
            elif worker.process.sentinel in ready or not (ready or worker.process.is_alive()):
                self._bury(worker)
            elif worker.call is not None and worker.call.ends_at <= time.monotonic():
                worker.kill()

    def _patience(self) -> float:
        """Return the seconds until the next worker needs attention."""
        ends = [worker.call.ends_at for worker in self._workers if worker.call is not None]
        return max(min([*ends, time.monotonic() + LOOK]) - time.monotonic(), 0)

    def _hear(self, worker: _Worker) -> None:
        try:
            kind, value = pickle.loads(worker.link.recv_bytes())
        except (EOFError, OSError):
            self._bury(worker)
            return
        if kind is MessageKind.READY:
            worker.is_ready = True
        elif kind is MessageKind.LOG:
            self._logs.take(value)
        elif kind is MessageKind.UPDATE:
            if worker.call is not None and worker.call.hear is not None:
                worker.call.hear(value)
        else:
            self._answered(worker, kind, value)

    def _answered(self, worker: _Worker, kind: MessageKind, value: Any) -> None:  # noqa: ANN401 - the call's
        """Pass on what a call returned or raised."""
        call, worker.call = worker.call, None
        if call is None:
            raise RuntimeError("unexpected report from a worker")
        is_error = kind is MessageKind.ERROR
        if call.is_exclusive or (is_error and isinstance(value, WorkerDied)):
            self._dismiss(worker)
        if is_error:
            call.future.set_exception(value)
        else:
            call.future.set_result(value)

    def _bury(self, worker: _Worker) -> None:
        """Fail the call of a dead worker."""
        worker.process.join(GRACE)
        code, number = worker.process.exitcode, worker.process.pid
        self._dismiss(worker)
        if worker.call is not None and worker.call.ends_at < inf:
            worker.call.future.set_exception(Cancelled())
        elif worker.call is not None:
            how = f"signal {-code}" if code is not None and code < 0 else f"exit {code}"
            died = (
                WorkerDied(how)
                if worker.is_ready
                else NotStarted(f"a worker died at its start, {how}")
            )
            log.warning("%s (process %d)", died, number)
            worker.call.future.set_exception(died)

    def _dismiss(self, *workers: _Worker) -> None:
        self._end(workers)
        for worker in workers:
            self._workers.remove(worker)

    def _end(self, workers: Sequence[_Worker]) -> None:
        """End workers, gracefully if they are idle and there is no hurry."""
        idle = [w for w in workers if w.call is None and not self._is_killed]
        for worker in idle:
            with suppress(OSError):
                worker.link.send_bytes(b"")
        deadline = time.monotonic() + GRACE
        for worker in idle:
            worker.process.join(max(deadline - time.monotonic(), 0))
        for worker in workers:
            worker.kill()
            worker.process.join()
            worker.process.close()
            worker.link.close()
