"""A film strip: what somebody sees on a visit, step by step, with the clicks and seconds it took.

The frames are kept in the folder that PROOFPLAY_FILM names, if it is set.
"""

import os
import time
from pathlib import Path

from board_seat import check_access
from playwright.sync_api import Locator, Page


class Film:
    """The frames of one visit."""

    def __init__(self, page: Page, name: str, usual: Path) -> None:
        self.page = page
        self.clicks = 0
        self._begun = time.monotonic()
        self._folder = Path(os.environ.get("PROOFPLAY_FILM") or usual) / name
        self._folder.mkdir(parents=True, exist_ok=True)
        self._lines: list[str] = []
        # Bytes that the page has loaded, as they were sent.
        self.weight = 0
        page.on("requestfinished", self._weigh)

    def _weigh(self, request) -> None:  # type: ignore[no-untyped-def]
        self.weight += request.sizes()["responseBodySize"]

    def click(self, what: Locator) -> None:
        """Click, and count it."""
        what.click()
        self.clicks += 1

    def frame(self, title: str, *, accessible: bool = True) -> None:
        """Keep what is seen now; axe must find no fault in it."""
        number = len(self._lines) + 1
        seconds = time.monotonic() - self._begun
        self._lines.append(f"{number}. {title}: {self.clicks} clicks, {seconds:.1f} s")
        self.page.screenshot(path=self._folder / f"{number}.png")
        (self._folder / "steps.txt").write_text("\n".join(self._lines) + "\n", encoding="utf-8")
        width = self.page.viewport_size
        assert width is not None
        assert self.page.evaluate("document.documentElement.scrollWidth") <= width["width"]
        if accessible:
            theme = self.page.evaluate("document.documentElement.dataset.theme ?? null")
            check_access(self.page)
            self.page.evaluate(
                "theme => theme === null ? delete document.documentElement.dataset.theme"
                " : (document.documentElement.dataset.theme = theme)",
                theme,
            )
