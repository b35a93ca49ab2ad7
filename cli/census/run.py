"""The run of `census`: lines already in the file are used first, workers do the rest."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, closing
from itertools import chain

from cli.census import words
from cli.common.exits import Code, InterruptedRun
from cli.common.pool import Pool
from cli.common.words import counted
from cli.files.record_output import Output
from cli.terminal.progress import RecordProgress
from positions import InputError
from positions.errors import quote
from solver.answers.model import Record
from solver.census.parts import Item, Part
from solver.pool.ordered import Failure
from solver.pool.worker import WorkerDied

log = logging.getLogger(__name__)


class CensusRun:
    """Runs the parts of a census one after the other, each until it has enough data.

    `open_pool` and `bar` are used for parts that are not complete in the file.
    """

    def __init__(
        self,
        parts: Sequence[Part],
        output: Output,
        open_pool: Callable[[], AbstractContextManager[Pool]],
        bar: Callable[[str, int | None], AbstractContextManager[RecordProgress]],
    ) -> None:
        self._parts = parts
        self._output = output
        self._open_pool = open_pool
        self._bar = bar
        self._kept = output.lines.kept()
        self._line = next(self._kept, None)
        self._done = 0

    def through(self) -> None:
        """Run all parts; raises `InterruptedRun` on Ctrl-C."""
        try:
            for part in self._parts:
                self._through(part)
        except KeyboardInterrupt:
            log.info("stopped, %d items done", self._done)
            raise InterruptedRun(words.STOPPED.format(counted(self._done, "item"))) from None

    def close(self, summary: Record) -> Code:
        """Write the summary, unless it exists, and return the exit code."""
        line = self._output.form.encode(summary)
        if self._line is None:
            self._write(line)
        elif self._line + b"\n" != line or next(self._kept, None) is not None:
            raise self._refused(words.A_SUMMARY)
        is_narrow = all(part.is_narrow for part in self._parts)
        is_settled = not any(part.left_open for part in self._parts)
        return Code.ANSWERED if is_narrow and is_settled else Code.LIMITED

    def _through(self, part: Part) -> None:
        items = part.items()
        self._recall(part, items)
        if self._line is not None or part.is_done:
            return
        item = next(items, None)
        if item is None:
            return
        with self._bar(words.GERUNDS[part.name], part.total) as bar, self._open_pool() as pool:
            bar.begin(item.number)
            with closing(pool.map(part.work, chain([item], items))) as answers:
                for item, answer in answers:
                    self._take(part, item, answer)
                    bar.advance()
                    if part.is_done:
                        # Do not wait for work on later items.
                        pool.executor.shutdown(wait=False, cancel_futures=True)
                        break

    def _recall(self, part: Part, items: Iterator[Item]) -> None:
        """Use a part's existing lines; raises `InputError` if they belong to something else."""
        while self._line is not None and not part.is_done:
            item = next(items, None)
            if item is None:
                return
            try:
                part.take(item, self._output.form.decode(self._line))
            except ValueError:
                raise self._refused(words.AN_ITEM.format(item.number, part.name)) from None
            self._line = next(self._kept, None)
            self._done += 1

    def _take(self, part: Part, item: Item, answer: Record | Failure) -> None:
        if isinstance(answer, Failure):
            if not isinstance(answer.error, WorkerDied):
                raise answer.error
            answer = part.failed(item, str(answer))
        form = self._output.form
        line = form.encode(answer)
        self._write(line)
        # Decoded, as a resumed run would read it, so that both have identical items.
        part.take(item, form.decode(line))
        self._done += 1

    def _write(self, line: bytes) -> None:
        with self._output.held():
            self._output.write(line)

    def _refused(self, expected: str) -> InputError:
        found = quote((self._line or b"").decode(errors="replace"))
        return InputError(words.BAD_LINE.format(found, expected))
