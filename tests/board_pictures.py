"""Pictures of the page for `docs/howto/board.md`: each view on two screens, light and dark.

`python tests/board_pictures.py` writes those in `docs/pictures/board`, of all views or of those
named as arguments. `PROOFPLAY_CHROMIUM` names a browser if necessary.
"""

from __future__ import annotations

import base64
import os
import shutil
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from playwright.sync_api import Browser, Page, expect, sync_playwright

ROOT = Path(__file__).parents[1]
PLACE = ROOT / "docs" / "pictures" / "board"
SCREENS = {"wide": (1280, 800), "narrow": (390, 844)}
SCHEMES = ("light", "dark")
# The quality of WebP, from 0 to 1: letters are still sharp.
QUALITY = 0.7
# Chromium converts the pictures that it has taken.
TO_WEBP = """async ([png, quality]) => {
    const picture = await createImageBitmap(await (await fetch(png)).blob());
    const canvas = new OffscreenCanvas(picture.width, picture.height);
    canvas.getContext("2d").drawImage(picture, 0, 0);
    const blob = await canvas.convertToBlob({ type: "image/webp", quality });
    const bytes = new Uint8Array(await blob.arrayBuffer());
    return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
}"""
DEAL = "sight-reduction:bwww/bbwb/wwwb/bwbb:w"
GAME = "nakatta:start:4x4?moves=b2,c1,c3,a1,a3"
PUZZLE = {"game": "nakatta", "puzzle": "only-move", "seed": 5, "wait": 10}


def front(page: Page) -> None:
    """Show the front page."""
    page.goto("./#/")
    expect(page.locator(".card-picture svg")).to_have_count(5)


def learn(page: Page) -> None:
    """Show a course, with a lesson that was begun."""
    page.goto("./#/learn/nakatta")
    expect(page.locator(".lesson:has(.cell)")).to_have_count(5)
    lesson = page.locator(".lesson").nth(1)
    lesson.locator('[data-square="c3"]').click()
    expect(lesson.locator(".lesson-said")).not_to_be_empty()
    page.evaluate("scrollTo(0, 0)")


def play(page: Page) -> None:
    """Show a position with what every move is worth."""
    page.goto(f"./#/play/{DEAL}")
    expect(page.locator(".cell .badge").first).to_be_visible()
    expect(page.locator(".cell .badge.unknown")).to_have_count(0)
    page.evaluate("scrollTo(0, 0)")


def puzzle(page: Page) -> None:
    """Show a solved puzzle."""
    page.goto(f"./#/puzzles/{PUZZLE['game']}/{PUZZLE['puzzle']}/any/{PUZZLE['seed']}")
    expect(page.locator(".puzzles .cell").first).to_be_visible()
    made = page.evaluate(
        """asked => fetch("api/puzzle", {
            method: "POST",
            headers: {"Content-Type": "application/json"},
            body: JSON.stringify(asked),
        }).then((answer) => answer.json())""",
        PUZZLE,
    )
    page.locator(f'.puzzles [data-square="{made["solution"][0]}"]').click()
    expect(page.locator(".feedback")).to_contain_text("Solved!")
    page.mouse.move(0, 0)


def review(page: Page) -> None:
    """Show a game, and what was given away in it."""
    page.goto(f"./#/play/{GAME}")
    expect(page.locator(".ply")).to_have_count(5)
    page.locator('[data-act="review"]').click()
    mistake = page.locator(".mistakes button").first
    expect(mistake).to_be_visible()
    mistake.click()
    page.mouse.move(0, 0)


VIEWS: dict[str, Callable[[Page], None]] = {
    view.__name__: view for view in (front, learn, play, puzzle, review)
}


def take(
    browser: Browser,
    address: str,
    place: Path,
    names: Sequence[str] = tuple(VIEWS),
    screens: Sequence[str] = tuple(SCREENS),
    schemes: Sequence[str] = SCHEMES,
) -> None:
    """Write pictures of views, on screens and in colour schemes, as WebP."""
    place.mkdir(parents=True, exist_ok=True)
    for screen in screens:
        width, height = SCREENS[screen]
        for scheme in schemes:
            context = browser.new_context(
                base_url=address,
                viewport={"width": width, "height": height},
                color_scheme=scheme,  # type: ignore[arg-type]
                reduced_motion="reduce",
                service_workers="block",
            )
            page = context.new_page()
            for name in names:
                VIEWS[name](page)
                png = base64.b64encode(page.screenshot()).decode()
                made = base64.b64decode(to_webp(browser, f"data:image/png;base64,{png}"))
                (place / f"{name}-{screen}-{scheme}.webp").write_bytes(made)
            context.close()


def to_webp(browser: Browser, png: str) -> str:
    """Return a picture as WebP in Base64, converted on a blank page, which has no policy."""
    page = browser.new_page()
    made: str = page.evaluate(TO_WEBP, [png, QUALITY])
    page.close()
    return made


def main() -> None:
    """Write the named pictures of the documentation, or all of them."""
    from service_tests import Server

    expect.set_options(timeout=30_000)
    server = Server("--workers", "2", "--time", "60")
    chromium = os.environ.get("PROOFPLAY_CHROMIUM") or shutil.which("chromium")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium)
        take(browser, f"{server.url}/", PLACE, sys.argv[1:] or tuple(VIEWS))
        browser.close()
    server.end()


if __name__ == "__main__":
    main()
