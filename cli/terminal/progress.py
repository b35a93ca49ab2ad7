"""Progress on standard error: the share of a long answer, or the number of records done."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING

from cli.common.words import percent
from cli.terminal.output import console, is_live

if TYPE_CHECKING:
    from rich.progress import Progress, Task, TaskID
    from rich.text import Text

SHOWN_AFTER = 1.0
# Seconds of work from which a rate can be told.
RATE_AFTER = 5.0


class ProgressBar(ExitStack):
    """Shows the share of work done, on a terminal only; a context manager.

    It is called with a share from 0 to 1, as the `watch` of engines. While the share is 0, because
    the work cannot be measured, only the elapsed time is shown.
    """

    def __init__(self, label: str) -> None:
        super().__init__()
        self._label = label
        self._is_live = is_live(sys.stderr)
        self._started = time.perf_counter()
        self._bar: Progress | None = None
        self._task: TaskID | None = None

    def __call__(self, share: float) -> None:
        """Set the share of work done."""
        if not self._is_live or time.perf_counter() - self._started < SHOWN_AFTER:
            return
        if self._bar is None:
            self._bar = self.enter_context(_bar())
        if self._task is None:
            self._task = self._bar.add_task(self._label, total=None, percent=percent(0))
        total = 1.0 if share > 0 else None
        self._bar.update(self._task, completed=share, total=total, percent=percent(share))
        self._bar.refresh()


def _bar() -> Progress:
    # Imported late: most answers take less than a second.
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.fields[percent]:>3} %"),
        TimeElapsedColumn(),
        console=console(sys.stderr),
        auto_refresh=False,
        transient=True,
    )


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
        self._task: TaskID | None = None

    def begin(self, count: int) -> None:
        """Begin with some records already done."""
        if self._is_shown:
            self._bar = _bar_of_records()
            self._task = self._bar.add_task(self._label, completed=count, total=self._total())
            self.enter_context(self._bar)

    def advance(self) -> None:
        """Count one more record."""
        if self._bar is not None and self._task is not None:
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


def _bar_of_records() -> Progress:
    from rich.progress import BarColumn, Progress, ProgressColumn, TextColumn

    class Count(ProgressColumn):
        """A column such as "1,234 of 10,000, 321 per second, 0:00:27 left"."""

        def render(self, task: Task) -> Text:
            return _count(task)

    return Progress(
        TextColumn("{task.description}"),
        BarColumn(16),
        Count(),
        console=console(sys.stderr),
        refresh_per_second=4,
        transient=True,
    )


def _count(task: Task) -> Text:
    from rich.text import Text

    count = f"{int(task.completed):,}"
    words = [count if task.total is None else f"{count} of {int(task.total):,}"]
    is_steady = task.elapsed is not None and task.elapsed >= RATE_AFTER
    if is_steady and task.speed:
        words.append(f"{task.speed:,.{0 if task.speed >= 10 else 1}f} per second")
    if is_steady and task.time_remaining is not None:
        minutes, seconds = divmod(int(task.time_remaining), 60)
        words.append(f"{minutes // 60}:{minutes % 60:02}:{seconds:02} left")
    return Text(", ".join(words), no_wrap=True)
