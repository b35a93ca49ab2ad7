"""The board under a sub-path of a proxy that is unknown to the service."""

from collections.abc import Iterator
from threading import Thread

import pytest
from playwright.sync_api import Page, expect
from service_tests import FOLDER, Server, proxy_to


@pytest.fixture
def folder(server: Server) -> Iterator[str]:
    """Yield the address of the board under the sub-path of a proxy."""
    with proxy_to(server) as proxy:
        Thread(target=proxy.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{proxy.server_port}{FOLDER}"
        proxy.shutdown()


# The page comes last, since it still asks until it is closed: then, the proxy must still be there.
def test_the_board_works_under_a_sub_path(folder: str, page: Page) -> None:
    page.goto(f"{folder}/#/play/nakatta:start:5x5")
    expect(page.locator(".cell")).to_have_count(25)
    page.get_by_role("switch", name="Analysis").check()
    # An answer that takes long comes by the events of a job.
    expect(page.locator(".verdict")).to_contain_text("wins")
    page.get_by_role("link", name="Puzzles").click()
    page.get_by_role("link", name="Puzzle of the day").click()
    expect(page.locator(".puzzles .goal")).not_to_be_empty()
