"""Progress of a run over many records, on standard error: number, speed, remaining time."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager

from rich.progress import BarColumn, Progress, ProgressColumn, Task, TaskID, TextColumn
from rich.text import Text

from cli.terminal.output import console, is_live


class RecordProgress(ExitStack):
    """Shows a count of records on a terminal; a context manager.

    `is_wanted` is False if the records themselves go to the terminal. `total` is called, if
    anything is shown, for the number of records; it returns None if that is unknown.
    """

    def __init__(self, label: str, is_wanted: bool, total: Callable[[], int | None]) -> None:
        super().__init__()
        self._label = label
        self._is_shown = is_wanted and is_live(sys.stderr)
        self._total = total
        self._bar: Progress | None = None
        self._task = TaskID(0)

    def begin(self, count: int) -> None:
        """Begin with some records already done."""
        if self._is_shown:
            self._bar = Progress(
                TextColumn("{task.description}"),
                BarColumn(16),
                _Words(),
                console=console(sys.stderr),
                refresh_per_second=4,
                transient=True,
            )
            self._task = self._bar.add_task(self._label, completed=count, total=self._total())
            self.enter_context(self._bar)

    def advance(self) -> None:
        """Count one more record."""
        if self._bar is not None:
            self._bar.advance(self._task)

    @contextmanager
    def hidden(self) -> Iterator[None]:
        """Hide the bar while other lines go to standard error."""
        if self._bar is None:
            yield
            return
        self._bar.stop()
        yield
        self._bar.start()


class _Words(ProgressColumn):
    """A column such as "1,234 of 10,000, 321 per second, 0:00:27 left"."""

    def render(self, task: Task) -> Text:
        count = f"{int(task.completed):,}"
        words = [count if task.total is None else f"{count} of {int(task.total):,}"]
        if task.speed:
            words.append(f"{task.speed:,.{0 if task.speed >= 10 else 1}f} per second")
        if task.time_remaining is not None:
            minutes, seconds = divmod(int(task.time_remaining), 60)
            words.append(f"{minutes // 60}:{minutes % 60:02}:{seconds:02} left")
        return Text(", ".join(words), no_wrap=True)
