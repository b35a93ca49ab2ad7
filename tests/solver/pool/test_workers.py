"""Worker processes: none outlives its use."""

import os
import signal
import subprocess
import sys
from concurrent.futures import CancelledError
from queue import SimpleQueue

import pool_work
import psutil
import pytest
from running import ROOT
from waiting import DEADLINE, eventually

from solver.pool.processes import START_METHODS
from solver.pool.worker import Cancelled, Resources, WorkerDied
from solver.pool.workers import Workers

RESOURCES = Resources()
# Starts two workers that sleep, prints their process ids, and sleeps too.
PARENT = """
import sys, time, pool_work
from solver.pool.worker import Resources
from solver.pool.workers import Workers
if __name__ == "__main__":
    workers = Workers(2, sys.argv[1])
    numbers = [workers.submit(pool_work.own_number, None, Resources()).result()]
    for _ in range(2):
        workers.submit(pool_work.sleep, 60, Resources())
    print(*numbers, flush=True)
    time.sleep(60)
"""


def is_alive(number: int) -> bool:
    try:
        return psutil.Process(number).status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False


def gone(numbers: list[int]) -> bool:
    """Wait until all processes are gone; return whether they are."""
    return eventually(lambda: not any(map(is_alive, numbers)))


@pytest.mark.parametrize("method", START_METHODS)
def test_killed_workers_leave_no_processes(method: str) -> None:
    workers = Workers(2, method)
    number = workers.submit(pool_work.own_number, None, RESOURCES).result()
    child = workers.submit(pool_work.start_child, None, RESOURCES).result()
    asleep = [workers.submit(pool_work.sleep, 60, RESOURCES) for _ in range(3)]
    workers.kill()
    assert gone([number, child])
    for future in asleep:
        with pytest.raises(CancelledError):
            future.result(10)
    with pytest.raises(RuntimeError):
        workers.submit(pool_work.square, 1, RESOURCES)


@pytest.mark.parametrize("method", START_METHODS)
def test_workers_do_not_outlive_their_parent(method: str) -> None:
    tests = str(ROOT / "tests")
    with subprocess.Popen(
        [sys.executable, "-c", PARENT, method],
        stdout=subprocess.PIPE,
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": tests},
    ) as parent:
        assert parent.stdout is not None
        parent.stdout.readline()
        children: list[int] = []
        while len(children) < 2:
            children = [child.pid for child in psutil.Process(parent.pid).children(recursive=True)]
        parent.kill()
        assert gone(children)


@pytest.mark.parametrize("method", START_METHODS)
def test_a_worker_does_not_see_ctrl_c(method: str) -> None:
    with Workers(1, method) as workers:
        number = workers.submit(pool_work.own_number, None, RESOURCES).result()
        os.kill(number, signal.SIGINT)
        assert workers.submit(pool_work.own_number, None, RESOURCES).result() == number


def test_an_idle_worker_that_dies_is_replaced() -> None:
    with Workers(1) as workers:
        number = workers.submit(pool_work.own_number, None, RESOURCES).result()
        worker = psutil.Process(number)
        worker.kill()
        worker.wait(10)  # until its last thread has closed the connection
        assert workers.submit(pool_work.square, 5, RESOURCES).result() == 25


def test_a_call_reports_how_its_worker_died() -> None:
    with Workers(1) as workers:
        with pytest.raises(WorkerDied, match="worker died, exit 7"):
            workers.submit(pool_work.leave, 7, RESOURCES).result()
        assert workers.submit(pool_work.square, 5, RESOURCES).result() == 25


def test_a_call_that_cannot_be_pickled_is_refused_at_once() -> None:
    with Workers(1) as workers, pytest.raises(Exception, match="pickle"):
        workers.submit(lambda: None)


def test_an_exception_kills_busy_workers() -> None:
    workers = Workers(1)
    asleep = workers.submit(pool_work.sleep, 60, RESOURCES)
    workers.__exit__(ZeroDivisionError, None, None)
    with pytest.raises(CancelledError):
        asleep.result(0)


@pytest.mark.parametrize(("pause", "lives"), [(0.01, True), (60, False)])
def test_a_call_can_be_cancelled(pause: float, lives: bool) -> None:
    heard: SimpleQueue[tuple[str, int]] = SimpleQueue()
    with Workers(1) as workers:
        call = workers.submit_heard(heard.put, "a", pool_work.tell_until_cancelled, "one", pause)
        waiting = workers.submit_heard(heard.put, "a", pool_work.tell_until_cancelled, "two", pause)
        item, number = heard.get(timeout=DEADLINE)
        workers.cancel(waiting)
        workers.cancel(call)
        with pytest.raises(Cancelled):
            call.result(10)
        assert (item, waiting.cancelled()) == ("one", True)
        workers.cancel(call)
        assert (workers.submit(pool_work.own_number, None, RESOURCES).result(20) == number) == lives


def test_related_calls_go_to_one_worker() -> None:
    with Workers(2) as workers:
        pair = [
            workers.submit_heard(print, affinity, pool_work.sleep, 0.5, RESOURCES)
            for affinity in "ab"
        ]
        assert [call.result(20) for call in pair] == [0.5, 0.5]
        own: dict[str, set[int]] = {"a": set(), "b": set()}
        for affinity in "abbaab":
            call = workers.submit_heard(print, affinity, pool_work.own_number, None, RESOURCES)
            own[affinity].add(call.result(20))
    assert [len(numbers) for numbers in own.values()] == [1, 1]
    assert own["a"] != own["b"]
