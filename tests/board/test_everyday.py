"""What makes the page an everyday thing: themes, keys under `?`, and that it is there offline."""

import json
import struct
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect
from running import ROOT
from service_tests import Server
from test_sub_path import FOLDER, proxy_to

STATIC = ROOT / "service" / "static"


def background(page: Page) -> str:
    return str(page.evaluate("getComputedStyle(document.documentElement).backgroundColor"))


def test_the_theme_is_one_button_and_is_remembered(page: Page) -> None:
    page.goto("/#/learn")
    theme = page.locator('[data-act="theme"]')
    expect(theme).to_have_accessible_name("Colours: as the system. Switch to light.")
    theme.click()
    light = background(page)
    theme.focus()
    page.keyboard.press("Enter")
    expect(theme).to_have_accessible_name("Colours: dark. Switch to as the system.")
    expect(page.locator("#announcement")).to_have_text("Colours: dark.")
    assert background(page) != light
    page.reload()
    expect(theme).to_have_accessible_name("Colours: dark. Switch to as the system.")
    assert background(page) != light


def test_a_question_mark_lists_all_keys_and_is_typed_where_one_types(page: Page) -> None:
    page.goto("/")
    field = page.get_by_label("Analyse a position")
    field.focus()
    page.keyboard.press("?")
    expect(field).to_have_value("?")
    page.get_by_role("link", name="proofplay").focus()
    page.keyboard.press("?")
    dialog = page.get_by_role("dialog", name="Help and settings")
    expect(dialog).to_be_visible()
    for key in ("Enter", "Esc", "Backspace", "?"):
        expect(dialog.locator("kbd", has_text=key).first).to_be_visible()
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    page.goto("/#/help")
    expect(dialog).to_be_visible()


def test_colours_of_values_can_be_told_apart_without_red_and_green(page: Page) -> None:
    page.goto("/")
    page.locator('[data-act="help"]').click()
    badge = page.locator("dialog .badge.win").first
    usual = badge.evaluate("one => getComputedStyle(one).backgroundColor")
    page.get_by_label("Blue and orange").check()
    blue = badge.evaluate("one => getComputedStyle(one).backgroundColor")
    assert blue != usual
    page.reload()
    page.keyboard.press("?")
    expect(page.get_by_label("Blue and orange")).to_be_checked()


def test_the_manifest_names_icons_of_the_size_that_they_have() -> None:
    manifest = json.loads((STATIC / "manifest.webmanifest").read_text(encoding="utf-8"))
    assert manifest["start_url"] == manifest["scope"] == "./"
    made = [icon for icon in manifest["icons"] if icon["type"] == "image/png"]
    assert {icon["purpose"] for icon in made} == {"any", "maskable"}
    for icon in made:
        head = (STATIC / icon["src"]).read_bytes()[:24]
        assert "{}x{}".format(*struct.unpack(">II", head[16:])) == icon["sizes"]


@pytest.fixture(params=["", FOLDER], ids=["root", "folder"])
def own(request: pytest.FixtureRequest, chromium: str, browser: Browser) -> Iterator[tuple[Page, str]]:
    """A page whose worker may work, and its address, at a server that the test may end."""
    server = Server("--workers", "1")
    context = browser.new_context(viewport={"width": 1100, "height": 900})
    with proxy_to(server) as proxy:
        import threading

        threading.Thread(target=proxy.serve_forever, daemon=True).start()
        folder = request.param
        address = f"http://127.0.0.1:{proxy.server_port}{folder}/" if folder else f"{server.url}/"
        yield context.new_page(), address
        context.close()
        proxy.shutdown()
    server.end()
