"""Sharing: links, pictures, a board in another page, a print."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from urllib.parse import unquote

from axe_playwright_python.sync_playwright import Axe
from board_seat import Seat, open_position
from playwright.sync_api import Browser, Page, expect
from service_tests import Server

START = "sight-reduction+pairs:wwb/bwb:w"


@contextmanager
def hosted(text: str) -> Iterator[str]:
    """Serve a page from another origin than the board's, and yield its address."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(text.encode())

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as host:
        Thread(target=host.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{host.server_port}/"
        host.shutdown()


def copied(page: Page) -> str:
    return str(page.evaluate("navigator.clipboard.readText()"))


def test_a_copied_link_leads_to_the_game_or_to_the_position(page: Page, server: Server) -> None:
    open_position(page, START)
    seat = Seat(page)
    seat.pick("a2")
    seat.pick("b2")
    expect(page.locator(".ply")).to_have_count(1)
    seat.move()
    expect(page.locator(".ply")).to_have_count(2)
    page.get_by_role("button", name="Back a move").click()
    page.get_by_text("Share and record").click()
    sharing = page.get_by_role("region", name="Share and record")
    copy = sharing.locator('[data-act="copy"]')
    copy.click()
    expect(copy).to_have_text("Copied")
    expect(page.locator("#announcement")).to_have_text("Copied")
    link = copied(page)
    assert re.fullmatch(
        rf"{re.escape(f'{server.url}/#/play/{START}?moves=')}a2%2Bb2,[a-c][12]\S*&ply=1", link
    )
    expect(sharing.get_by_role("textbox", name="Address")).to_have_value(link)
    page.evaluate("sessionStorage.clear()")
    page.goto("about:blank")
    page.goto(link)
    expect(page.locator(".ply")).to_have_count(2)
    expect(page.locator(".ply[aria-current]")).to_have_text("1. a2+b2")
    page.get_by_text("Link to").wait_for()
    page.get_by_role("combobox", name="Link to").select_option("this position")
    copy.click()
    expect(copy).to_have_text("Copied")
    assert copied(page) == page.url


def test_a_link_with_illegal_moves_shows_its_first_position(page: Page) -> None:
    page.goto("/#/play/nakatta:start:3x3?moves=b2,b2")
    expect(page.locator(".play .trouble")).to_contain_text("b2")
    expect(page.locator(".title")).to_have_text("Nakatta, 3×3, Black to move")


def test_a_picture_is_copied_and_saved(page: Page) -> None:
    open_position(page, "nakatta:start:3x3?moves=b2")
    page.get_by_text("Share and record").click()
    button = page.locator('[data-act="copy_picture"]')
    button.click()
    expect(button).to_have_text("Copied")
    types = page.evaluate("navigator.clipboard.read().then(all => all[0].types)")
    assert types == ["image/png"]
    for form, start in (("png", b"\x89PNG"), ("svg", b"<svg ")):
        with page.expect_download() as download:
            page.get_by_role("button", name=f"Save {form.upper()}").click()
        assert download.value.suggested_filename == f"position.{form}"
        content = download.value.path().read_bytes()
        assert content.startswith(start)
    assert b"proofplay-mark" in content


def test_a_board_is_embedded_in_another_page(page: Page, browser: Browser, server: Server) -> None:
    open_position(page, "nakatta+pie:start:3x3?moves=b2,a1&ply=1")
    page.get_by_text("Share and record").click()
    page.locator('[data-act="copy_embed"]').click()
    expect(page.locator('[data-act="copy_embed"]')).to_have_text("Copied")
    code = copied(page)
    context = browser.new_context(viewport={"width": 500, "height": 600})
    forum = context.new_page()
    page_of_a_forum = f"<!doctype html><html lang=en><title>Forum</title><main><h1>Look</h1>{code}"
    with hosted(page_of_a_forum) as address:
        forum.goto(address)
    board = forum.frame_locator("iframe")
    expect(board.locator(".title")).to_have_text("Nakatta, pie, 3×3, White to move")
    board.get_by_role("button", name="Forward").click()
    expect(board.locator(".status")).to_have_text("White plays a1.")
    board.get_by_role("button", name="Back a move").click()
    board.get_by_role("button", name="Swap sides").click()
    expect(board.locator(".status")).to_contain_text("White swaps sides")
    link = board.get_by_role("link", name="Open on proofplay").get_attribute("href") or ""
    assert unquote(link).startswith(f"{server.url}/#/play/nakatta+pie:3/3/3:b?moves=b2,swap")
    for scheme in ("light", "dark"):
        forum.emulate_media(color_scheme=scheme)
        found = Axe().run(forum).response["violations"]
        assert not [(one["id"], one["nodes"][0]["html"]) for one in found]
    # The page itself must not be framed.
    with forum.expect_response(f"{server.url}/") as answered:
        forum.set_content(f'<iframe src="{server.url}/"></iframe>')
    assert "frame-ancestors 'none'" in answered.value.headers["content-security-policy"]
    expect(forum.frame_locator("iframe").locator("#main")).to_have_count(0)
    context.close()


def test_an_embedded_board_reports_a_bad_address(page: Page) -> None:
    page.goto("/embed")
    expect(page.locator(".trouble")).to_contain_text("does not contain a position")
    page.goto("/embed?position=nakatta:bw1/3/3:w")
    expect(page.locator(".trouble")).to_contain_text("naked attachment")
    page.goto("/embed?position=nakatta:3/1b1/3:w")
    page.locator('[data-square="b1"]').click()
    expect(page.locator(".trouble")).to_contain_text("NK3")


def test_a_print_has_the_board_and_the_game_but_no_buttons(page: Page) -> None:
    open_position(page, "nakatta:start:5x5?moves=c3,b2,d4")
    page.emulate_media(media="print")
    for name in ("Copy link", "Back a move", "Find the mistakes"):
        expect(page.get_by_role("button", name=name, exact=True)).to_have_count(0)
    expect(page.locator("header")).to_be_hidden()
    expect(page.locator(".picture")).to_be_visible()
    expect(page.locator(".history")).to_contain_text("2. d4")
    # The text is dark on paper, whatever the theme.
    page.evaluate("document.documentElement.dataset.theme = 'dark'")
    expect(page.locator(".title")).to_have_css("color", "rgb(28, 28, 26)")
    pages = re.findall(rb"/Type\s*/Page\b", page.pdf(format="A4"))
    assert len(pages) == 1
