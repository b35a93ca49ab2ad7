"""The run of `batch`: existing answers are counted, the other records go through the workers."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from contextlib import closing
from functools import partial

from cli.batch.work import BatchAnswer, Order, was_complete, work
from cli.common.exits import Code, InterruptedRun
from cli.common.inputs import InputRecord, UnreadableSource, name_of, read_arguments
from cli.common.pool import Pool
from cli.common.session import Tally, fault_lines
from cli.common.words import counted
from cli.files.record_output import Output
from cli.terminal.progress import RecordProgress
from positions import InputError, format_position
from positions.errors import quote, summary
from solver.answers.model import Record
from solver.pool.ordered import Failure

log = logging.getLogger(__name__)


class BatchRun:
    """Answers all records that the arguments name, in order."""

    def __init__(self, arguments: Sequence[str], order: Order, output: Output) -> None:
        self._items = read_arguments(arguments)
        self._order = order
        self._output = output
        self._tally = Tally(partial(self._write, is_answer=False))
        self._written = 0

    def recount(self) -> None:
        """Count the answers already written, and begin the output if it is empty.

        Raises `InputError` if they are answers to other records.
        """
        for line in self._output.lines.kept():
            self._recount(line, self._next_given())
            self._written += 1

    def through(self, pool: Pool, bar: RecordProgress) -> Code:
        """Answer the other records, advancing `bar` after each."""
        bar.begin(self._written)
        try:
            with closing(pool.map(partial(work, self._order), self._items)) as answers:
                for item, answer in answers:
                    self._take(item, answer, bar)
        except KeyboardInterrupt:
            log.info("stopped, %d answers written", self._written)
            raise InterruptedRun(f"Stopped; {counted(self._written, 'answer')} written.") from None
        with bar.hidden():
            return self._tally.close()

    def _take(
        self,
        item: InputRecord | UnreadableSource,
        answer: BatchAnswer | Failure | None,
        bar: RecordProgress,
    ) -> None:
        if isinstance(item, UnreadableSource):
            with bar.hidden():
                self._tally.break_off(item.message)
            return
        self._tally.begin()
        if isinstance(answer, BatchAnswer):
            self._write(answer.record)
            self._tally.answer(answer.is_complete)
        elif answer is not None:
            error = answer.as_input_error()
            with bar.hidden():
                self._tally.fail(item.line, summary(error), fault_lines(item, error))
        bar.advance()

    def _write(self, record: Record, *, is_answer: bool = True) -> None:
        line = self._output.form.encode(record)
        with self._output.held():
            self._output.write(line, is_answer=is_answer)
            self._written += 1

    def _next_given(self) -> InputRecord | None:
        for item in self._items:
            if isinstance(item, InputRecord):
                return item
            self._tally.break_off(item.message)
        return None

    def _recount(self, line: bytes, question: InputRecord | None) -> None:
        try:
            record = self._output.form.decode(line)
            is_answer = question is not None and _is_answer(record, question)
        except (ValueError, KeyError):
            is_answer = False
        if not is_answer:
            place = "no more records" if question is None else name_of(question)
            found = quote(line.decode(errors="replace"))
            raise InputError(f"--resume: found {found}, expected the answer to {place}")
        is_bad = "error" in record
        is_complete = is_bad or was_complete(record)
        self._tally.recall(is_bad, is_complete)


def _is_answer(record: Record, question: InputRecord) -> bool:
    if "error" in record:
        return record["line"] == question.line
    return question.position is not None and record["position"] == format_position(
        question.position
    )
