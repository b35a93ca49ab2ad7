"""A SAT solver in a child process, which a limit or Ctrl-C can end at any time.

CaDiCaL cannot be interrupted from within its process, so it runs in a process of its own, and the
parent checks the limits while it waits. The child solves in slices of a fixed number of conflicts;
between slices it reports their number and exits if its parent is gone. The child ignores Ctrl-C:
its parent gets it, and kills the child.

A conflict counts as a node, and an answer by propagation alone as one node. Solvers notice only
with a delay that their conflicts are used up: CaDiCaL after one or two more, Glucose at its next
restart.
"""

from __future__ import annotations

import multiprocessing
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import inf
from multiprocessing.connection import Connection, wait
from types import TracebackType

import psutil
from pysat.solvers import Solver

from solver.interface.engine import Budget, LimitReached
from solver.pool.processes import NotStarted, block_terminal, ignore_terminal, pipe, start

SLICE = 2000
SECONDS_A_LOOK = 0.05
EMPTY_CLAUSE = "0"

# The available solvers, by their names in python-sat.
SOLVERS = (CADICAL, GLUCOSE) = ("cadical195", "glucose42")

# Is there a model under some assumptions? The question adds clauses, for itself and all later ones,
# and limits the conflicts of the search.
_Question = tuple[Sequence[Sequence[int]], Sequence[int], float]


@dataclass(frozen=True, slots=True)
class _Report:
    """The number of conflicts since the last report, and what they led to.

    While the solver works, `is_over` is False. `has_model` is the answer, None if the conflicts
    were used up.
    """

    conflicts: int
    is_over: bool
    has_model: bool | None = None
    model: list[int] | None = None


class SatProcess:
    """A solver that holds some clauses and answers one question after the other.

    `name` is one of `SOLVERS`. A context manager: the child process starts on entry and is killed
    on exit. With `with_proof`, a refutation can be requested. `conflicts` caps those of one
    question, in addition to the limits.
    """

    def __init__(
        self,
        clauses: Sequence[Sequence[int]],
        budget: Budget,
        name: str = CADICAL,
        *,
        with_proof: bool = False,
        conflicts: float = inf,
    ) -> None:
        self._budget = budget
        self._max_conflicts = conflicts
        self._new: list[Sequence[int]] = []
        self._given = (clauses, name, with_proof)

    def __enter__(self) -> SatProcess:
        self._budget.check()
        self._may_take = self._budget.bytes_left
        self._start()
        self._child = psutil.Process(self._process.pid)
        self._taken_at_first = self._taken()
        self._looked = time.perf_counter()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._process.kill()
        self._process.join()
        self._process.close()
        self._connection.close()

    def _start(self) -> None:
        """Start the child; raises `NotStarted`."""
        self._connection, childs_end = pipe()
        with childs_end:
            ends = (childs_end, self._connection)
            method = multiprocessing.get_start_method()
            try:
                self._process = start(method, _serve, (*ends, *self._given), "SAT", daemon=True)
            except NotStarted:
                self._connection.close()
                raise

    def add(self, *literals: int) -> None:
        """Add a clause for all further questions."""
        self._new.append(literals)

    def model(self, assumptions: Sequence[int] = ()) -> list[int] | None:
        """Return a model under the assumptions, one literal per variable; None if there is none.

        Raises `LimitReached`, after which no more questions can be asked.
        """
        self._budget.check()
        before = self._budget.nodes
        allowed = min(self._max_conflicts, self._budget.nodes_left)
        self._send((self._new, assumptions, allowed))
        self._new = []
        report = self._report()
        while not report.is_over:
            report = self._report()
        if self._budget.nodes == before:
            self._budget.nodes += 1
        if report.has_model is None:
            raise LimitReached("nodes")
        return report.model if report.has_model else None

    def proof(self) -> list[str]:
        """Return the refutation from the last question, as text in the DRUP format."""
        self._send(None)
        lines = self._receive()
        assert isinstance(lines, list)  # noqa: S101 - the answer to a request for a proof
        # An immediate contradiction has an empty refutation.
        return lines if lines and lines[-1] == EMPTY_CLAUSE else [*lines, EMPTY_CLAUSE]

    def _report(self) -> _Report:
        report = self._receive()
        assert isinstance(report, _Report)  # noqa: S101 - the answer to a question
        self._budget.nodes += report.conflicts
        return report

    def _send(self, message: _Question | None) -> None:
        try:
            self._connection.send(message)
        except OSError:
            raise self._died() from None

    def _receive(self) -> object:
        """Wait for the child's next message, checking the limits."""
        is_there = False
        while not is_there:
            is_there = bool(wait([self._connection, self._process.sentinel], SECONDS_A_LOOK))
            self._look()
        try:
            message = self._connection.recv()
        except (EOFError, OSError):
            raise self._died() from None
        if isinstance(message, MemoryError):
            raise self._died() from message
        if isinstance(message, Exception):
            raise message
        return message

    def _died(self) -> LimitReached | NotStarted:
        """Return the exception for a child that is gone: usually memory was short."""
        self._process.join()
        code = self._process.exitcode
        if code is not None and code < 0:
            return LimitReached("memory", "the SAT solver's process was killed")
        return NotStarted(f"the SAT solver's process died at start-up, exit code {code}")

    def _look(self) -> None:
        now = time.perf_counter()
        if now - self._looked < SECONDS_A_LOOK:
            return
        self._looked = now
        self._budget.check()
        self._budget.look()
        if self._taken() - self._taken_at_first > self._may_take:
            raise self._budget.ended("memory")

    def _taken(self) -> int:
        try:
            taken: int = self._child.memory_info().rss
        except psutil.Error:
            return 0
        return taken


def _serve(
    connection: Connection,
    parents_end: Connection,
    clauses: Sequence[Sequence[int]],
    name: str,
    with_proof: bool,
) -> None:
    """Answer questions until the parent is gone; this is what the child process runs."""
    parents_end.close()
    ignore_terminal()
    block_terminal()  # python-sat has a handler of its own for Ctrl-C
    try:
        with Solver(name, bootstrap_with=clauses, with_proof=with_proof) as solver:
            for question in _questions(connection):
                if question is None:
                    connection.send(solver.get_proof())
                else:
                    _answer(question, solver, connection)
    except ConnectionError:  # the parent is gone; unread data turn that into a connection reset
        return
    except Exception as error:
        connection.send(error)


def _questions(connection: Connection) -> Iterator[_Question | None]:
    """Yield the parent's questions until it is gone."""
    parent = multiprocessing.parent_process()
    assert parent is not None  # noqa: S101 - this runs in a child
    while connection in wait([connection, parent.sentinel]):
        try:
            yield connection.recv()
        except EOFError:
            return


def _answer(question: _Question, solver: Solver, connection: Connection) -> None:
    """Solve in slices, with a report after each."""
    clauses, assumptions, left = question
    solver.append_formula(clauses)
    while True:
        solver.conf_budget(int(min(SLICE, left)))
        before = _conflicts(solver)
        has_model = solver.solve_limited(assumptions=list(assumptions))
        spent = _conflicts(solver) - before
        left -= spent
        is_over = has_model is not None or left <= 0
        model = solver.get_model() if has_model else None
        connection.send(_Report(spent, is_over, has_model, model))
        if is_over or not _has_parent():
            return


def _conflicts(solver: Solver) -> int:
    return int(solver.accum_stats()["conflicts"])


def _has_parent() -> bool:
    parent = multiprocessing.parent_process()
    return parent is not None and parent.is_alive()
