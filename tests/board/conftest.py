"""A browser, a server, and a page open in it."""

import os
import shutil
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright
from service_tests import Server

# A generous timeout in milliseconds, since machines that run tests are busy: only a test that fails
# ever waits as long.
TIMEOUT = 60_000
# Nothing is analysed unless a test asks for it.
UNASKED = """
if (location.protocol.startsWith("http") && !localStorage.getItem("proofplay.analysis"))
    localStorage.setItem("proofplay.analysis", '{"game": false}');
"""
NAMES = ("chromium", "chromium-browser", "google-chrome")


@pytest.fixture(scope="session")
def chromium() -> str:
    """Find Chromium; skip the test if there is none, or fail if one was promised."""
    promised = os.environ.get("PROOFPLAY_CHROMIUM")
    found = promised or next(filter(None, map(shutil.which, NAMES)), None)
    if found is None:
        pytest.skip(f"found none of {', '.join(NAMES)}: the board is not tried in a browser here")
    return found


# While open, playwright runs an event loop, but other tests need their own.
@pytest.fixture(scope="package")
def browser(chromium: str) -> Iterator[Browser]:
    expect.set_options(timeout=TIMEOUT)
    with sync_playwright() as playwright:
        one = playwright.chromium.launch(executable_path=chromium)
        yield one
        one.close()


@pytest.fixture(scope="session")
def server(chromium: str) -> Iterator[Server]:
    one = Server("--workers", "2", "--time", "60")
    yield one
    one.end()


@pytest.fixture
def page(browser: Browser, server: Server) -> Iterator[Page]:
    """A page in a browser, whose settings only turn analysis off unless it is requested.

    Its errors fail the test.
    """
    yield from opened(browser, server, UNASKED)


@pytest.fixture
def fresh(browser: Browser, server: Server) -> Iterator[Page]:
    """A page in a browser without stored data, as on a first visit."""
    yield from opened(browser, server)


def opened(browser: Browser, server: Server, *scripts: str) -> Iterator[Page]:
    """Yield a page; its errors fail the test."""
    # A service worker would bypass the routes that tests put between page and server.
    context = browser.new_context(
        base_url=server.url,
        viewport={"width": 1100, "height": 900},
        service_workers="block",
    )
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    for script in scripts:
        context.add_init_script(script)
    complaints: list[str] = []
    one = context.new_page()
    one.on("pageerror", lambda error: complaints.append(str(error)))
    one.on("console", lambda said: complaints.append(said.text) if is_fault(said.text) else None)
    one.set_default_timeout(TIMEOUT)
    yield one
    context.close()
    assert not complaints


def is_fault(text: str) -> bool:
    """Return whether a message is an error of the page, not just a refused or lost request."""
    lost = ("the server responded with a status of 4", "net::ERR_FAILED")
    harmless = [f"Failed to load resource: {how}" for how in lost]
    return not text.startswith((*harmless, "Service Worker registration blocked"))
