"""A player at the board, with the mouse or the keyboard."""

import re

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Locator, Page, expect


def open_position(page: Page, position: str) -> None:
    """Go to a position by its address, and wait until it is shown."""
    # An open table shows its old position until the page's title names the new one.
    page.evaluate("document.title = ''")
    page.goto(f"/#/play/{position}")
    expect(page).to_have_title(re.compile("."))
    expect(page.locator(".cell").first).to_be_visible()
    expect(page.locator(".play .trouble")).to_be_empty()


def open_records(page: Page) -> None:
    """Unfold the panel in which games are read and written."""
    page.get_by_text("Share and record").click()
    page.get_by_text("Record", exact=True).click()


def play_fully(page: Page, game: str) -> None:
    """Have the computer play a game at full strength."""
    page.add_init_script(f"localStorage.setItem('proofplay.levels', '{{\"{game}\": 8}}')")


def analyse(page: Page) -> None:
    """Switch the full analysis on."""
    page.get_by_role("switch", name="Analysis").check()


def check_access(page: Page) -> None:
    """Check a page with axe; in the dark theme, which only has other colours, their contrast."""
    contrast = {"runOnly": ["color-contrast"], "resultTypes": ["violations"]}
    for scheme, options in (("light", {"resultTypes": ["violations"]}), ("dark", contrast)):
        page.evaluate("theme => (document.documentElement.dataset.theme = theme)", scheme)
        found = Axe().run(page, options=options).response["violations"]
        assert not [(fault["id"], fault["nodes"][0]["html"]) for fault in found]


class Seat:
    """A player who picks squares with the mouse."""

    def __init__(self, page: Page) -> None:
        self.page = page

    @property
    def status(self) -> str:
        return self.page.locator(".status").inner_text()

    def square(self, name: str) -> Locator:
        return self.page.locator(f'[data-square="{name}"]')

    def pick(self, name: str) -> None:
        self.square(name).click()

    def press(self, button: Locator) -> None:
        button.click()

    def move(self) -> None:
        """Make the first move that the board offers."""
        before = self.status
        others = self.page.locator(".table .acts button")
        legal = self.page.locator(".cell.legal:not(.chosen)")
        while self.status == before:
            if legal.count():
                self.pick(legal.first.get_attribute("data-square") or "")
            else:
                self.press(others.first)
            self.page.wait_for_function(
                "before => document.querySelector('.status').textContent !== before"
                " || document.querySelector('.cell.chosen')",
                arg=before,
            )

    def play_to_the_end(self, max_moves: int = 60) -> str:
        """Make moves until the game is over; return the announcement."""
        for _ in range(max_moves):
            if "over" in (self.page.locator(".status").get_attribute("class") or ""):
                return self.status
            self.move()
        raise AssertionError(f"still not over: {self.status}")


class KeyboardSeat(Seat):
    """A player who reaches squares with the arrow keys."""

    def pick(self, name: str) -> None:
        here = self.page.locator('.cell[tabindex="0"]')
        here.focus()
        at = here.get_attribute("data-square") or ""
        for key, steps in zip(("Right", "Up"), way(at, name), strict=True):
            back = {"Right": "Left", "Up": "Down"}[key]
            for _ in range(abs(steps)):
                self.page.keyboard.press(f"Arrow{key if steps > 0 else back}")
        expect(self.square(name)).to_be_focused()
        self.page.keyboard.press("Enter")

    def press(self, button: Locator) -> None:
        button.focus()
        self.page.keyboard.press("Enter")


def way(at: str, to: str) -> tuple[int, int]:
    """Return how many files and ranks lie between two squares."""
    (file, rank), (other_file, other_rank) = map(place, (at, to))
    return other_file - file, other_rank - rank


def place(name: str) -> tuple[int, int]:
    match = re.fullmatch(r"([a-z])(\d+)", name)
    assert match is not None
    return ord(match[1]), int(match[2])
