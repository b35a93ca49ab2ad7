"""The board under a sub-path of a proxy, which the service does not know of."""

import http.client
from collections.abc import Iterator
from contextlib import closing, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

import pytest
from playwright.sync_api import Page, expect
from service_tests import Server

FOLDER = "/play"


def proxy_to(server: Server) -> ThreadingHTTPServer:
    """Make a proxy that hands on what is asked in its folder, without the folder's name."""
    address = server.client.base_url

    class Handler(BaseHTTPRequestHandler):
        def _hand_on(self) -> None:
            if not self.path.startswith(f"{FOLDER}/"):
                self.send_error(404)
                return
            body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
            asked = {name: value for name, value in self.headers.items() if name != "Connection"}
            line = http.client.HTTPConnection(address.host, address.port or 80, timeout=30)
            # A page that leaves hangs up on the events that it has asked for.
            with closing(line), suppress(ConnectionError):
                line.request(self.command, self.path.removeprefix(FOLDER), body or None, asked)
                with line.getresponse() as answer:
                    self.send_response(answer.status)
                    for name, value in answer.getheaders():
                        if name.lower() not in ("transfer-encoding", "connection"):
                            self.send_header(name, value)
                    self.end_headers()
                    while part := answer.read1():
                        self.wfile.write(part)

        do_GET = do_POST = do_DELETE = _hand_on  # noqa: N815 - the library's names

        def log_message(self, *args: object) -> None:
            pass

    return ThreadingHTTPServer(("127.0.0.1", 0), Handler)


@pytest.fixture
def folder(server: Server) -> Iterator[str]:
    """Yield the address of the board in the folder of a proxy."""
    with proxy_to(server) as proxy:
        Thread(target=proxy.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{proxy.server_port}{FOLDER}"
        proxy.shutdown()


def test_the_board_works_in_a_folder(page: Page, folder: str) -> None:
    page.goto(f"{folder}/#/play/nakatta:start:5x5")
    expect(page.locator(".cell")).to_have_count(25)
    page.get_by_label("Analysis: show what every move is worth").check()
    # What takes longer than an answer in place comes by the events of a job.
    expect(page.locator(".verdict")).to_contain_text("wins")
    page.get_by_role("link", name="Puzzles").click()
    expect(page.locator(".puzzles .goal")).not_to_be_empty()
