"""The run of `generate`: puzzles come in order, and no two are the same up to symmetry.

If a puzzle matches an earlier one, or one to avoid, the search continues with the next candidate
before the following puzzle is considered. So the puzzles depend neither on the number of workers
nor on the number of puzzles requested.
"""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from functools import partial

from cli.common.exits import Code, InterruptedRun, worst
from cli.common.pool import Pool
from cli.common.session import Faults
from cli.common.words import counted
from cli.files.record_output import Output
from cli.generate import words
from cli.terminal.output import complain
from cli.terminal.progress import RecordProgress
from positions import InputError, Position
from positions.errors import quote
from positions.reading.puzzle_text import parse_puzzle
from solver.answers.model import Record
from solver.pool.ordered import Failure
from solver.puzzles.kind import Puzzle
from solver.puzzles.record import puzzle_record
from solver.puzzles.search import KNOWN, Index, SearchResult, Task, likeness, seek

log = logging.getLogger(__name__)

# The columns of a table; fields of only some kinds of puzzles go into `more`.
COLUMNS = (
    *("position", "game", "variants", "puzzle", "goal", "solution", "uniqueness", "grade"),
    *("measure", "seed", "number", "candidate", "generator"),
)

Show = Callable[[Puzzle, int], None]
Take = Callable[[Record], None]


class GenerateRun:
    """Makes puzzles 1 to `count`, none of which matches one of `avoided`.

    `take` receives the records of all of them, including those of an earlier run. `show` draws a
    puzzle; without it, the record is written.
    """

    def __init__(
        self,
        task: Task,
        count: int,
        avoided: Sequence[Position],
        output: Output,
        take: Take,
        show: Show | None = None,
    ) -> None:
        self._task = task
        self._count = count
        self._known = set(map(likeness, avoided))
        self._output = output
        self._take_record = take
        self._show = show
        self._work = partial(seek, task)
        self._rejections: Counter[str] = Counter()
        self._faults = Faults()
        self._begun = 0
        self._done = 0
        self._failed = 0
        self._is_late = False

    def recount(self) -> None:
        """Count the puzzles already written; raises `InputError` if they are different ones."""
        for line in self._output.lines.kept():
            try:
                record = self._output.form.decode(line)
                is_next = record["number"] == self._done + 1 and self._done < self._count
                self._recall(record)
            except (ValueError, KeyError, InputError):
                is_next = False
            if not is_next:
                found = quote(line.decode(errors="replace"))
                expected = words.A_PUZZLE.format(self._done + 1, self._count)
                raise InputError(words.BAD_LINE.format(found, expected))
            self._done += 1
        self._begun = self._done

    def through(self, pool: Pool, bar: RecordProgress) -> Code:
        """Make the other puzzles, advancing `bar` after each."""
        bar.begin(self._done)
        try:
            with closing(pool.map(self._work, self._indices())) as answers:
                for index, answer in answers:
                    if not self._take(pool, index, answer, bar):
                        # Do not wait for work on later puzzles.
                        pool.executor.shutdown(wait=False, cancel_futures=True)
                        break
                    bar.advance()
        except KeyboardInterrupt:
            log.info("stopped, %d puzzles written", self._done)
            raise InterruptedRun(words.STOPPED.format(counted(self._done, "puzzle"))) from None
        with bar.hidden():
            return self._close()

    def _recall(self, record: Record) -> None:
        if "error" in record:
            self._failed += 1
        else:
            self._known.add(likeness(parse_puzzle(str(record["position"]))))
            self._take_record(record)

    def _indices(self) -> Iterator[Index]:
        yield from map(Index, range(self._done + 1, self._count + 1))

    def _take(
        self, pool: Pool, index: Index, answer: SearchResult | Failure, bar: RecordProgress
    ) -> bool:
        """Write a new puzzle, or why it failed; return whether to continue."""
        while isinstance(answer, SearchResult):
            self._rejections += answer.rejections
            self._is_late |= answer.is_late
            if answer.puzzle is None:
                return False
            like = likeness(answer.puzzle.position)
            if like not in self._known:
                self._known.add(like)
                self._write(answer.puzzle, Index(index.number, answer.candidate))
                return True
            self._rejections[KNOWN] += 1
            index = Index(index.number, answer.candidate + 1, frozenset(self._known))
            with closing(pool.map(self._work, [index])) as again:
                ((_, answer),) = again
        self._fail(index, answer, bar)
        return True

    def _write(self, puzzle: Puzzle, index: Index) -> None:
        record = puzzle_record(self._task.kind, puzzle, self._task.seed, index)
        if self._show is not None:
            self._show(puzzle, index.number)
            self._done += 1
        else:
            self._write_record(record)
        self._take_record(record)

    def _fail(self, index: Index, failure: Failure, bar: RecordProgress) -> None:
        with bar.hidden():
            self._faults.report(words.FAILED.format(index.number, failure))
        self._failed += 1
        self._write_record({"number": index.number, "error": str(failure)}, is_answer=False)

    def _write_record(self, record: Record, *, is_answer: bool = True) -> None:
        line = self._output.form.encode(record)
        with self._output.held():
            self._output.write(line, is_answer=is_answer)
            self._done += 1

    def _close(self) -> Code:
        self._faults.close()
        if self._done < self._count:
            complain(*self._shortfall())
        return worst(
            Code.LIMITED if self._done < self._count else Code.ANSWERED,
            Code.SOME_FAILED if self._failed else Code.ANSWERED,
        )

    def _shortfall(self) -> Iterator[str]:
        """Report how many puzzles were made, why no more, and why candidates were rejected."""
        end = (
            words.BY_TIME
            if self._is_late
            else words.BY_TRIES.format(counted(self._task.tries, "candidate"))
        )
        yield words.SHORTFALL.format(end, self._done - self._failed, self._count)
        since = words.SINCE.format(self._begun + 1) if self._begun else ""
        reasons = [f"{n:,} {reason}" for reason, n in self._rejections.most_common()]
        yield words.REJECTED.format(since, ", ".join(reasons) or words.NONE)
