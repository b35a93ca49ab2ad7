"""The pictures of the documentation can be made, and those that it shows exist."""

import re
from pathlib import Path

from board_pictures import PLACE, SCHEMES, SCREENS, VIEWS, take
from playwright.sync_api import Browser
from running import ROOT
from service_tests import Server


def test_each_view_can_be_pictured(browser: Browser, server: Server, tmp_path: Path) -> None:
    take(browser, f"{server.url}/", tmp_path, screens=["narrow"], schemes=["light"])
    pictures = sorted(path.name for path in tmp_path.iterdir())
    assert pictures == sorted(f"{view}-narrow-light.webp" for view in VIEWS)
    for path in tmp_path.iterdir():
        head = path.read_bytes()[:30]
        # The extended format of WebP stores the width and height minus one.
        assert head[:4] + head[8:16] == b"RIFFWEBPVP8X"
        sides = (head[24:27], head[27:30])
        assert tuple(int.from_bytes(side, "little") + 1 for side in sides) == SCREENS["narrow"]


def test_the_documentation_uses_all_pictures_and_they_are_small() -> None:
    text = (ROOT / "docs" / "howto" / "board.md").read_text(encoding="utf-8")
    shown = set(re.findall(r"pictures/board/([\w-]+\.webp)", text))
    names = {
        f"{view}-{screen}-{scheme}.webp"
        for view in VIEWS
        for screen in SCREENS
        for scheme in SCHEMES
    }
    assert shown == names == {path.name for path in PLACE.iterdir()}
    assert sum(path.stat().st_size for path in PLACE.iterdir()) < 1_500_000
