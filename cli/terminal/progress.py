"""A progress bar on standard error, for answers that take longer than a second."""

from __future__ import annotations

import sys
import time
from contextlib import ExitStack
from typing import TYPE_CHECKING

from cli.common.words import percent
from cli.terminal.output import console, is_live

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID

PATIENCE = 1.0


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
        if not self._is_live or time.perf_counter() - self._started < PATIENCE:
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
