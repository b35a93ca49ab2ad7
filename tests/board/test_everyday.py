"""Everyday use of the page: themes, the keys listed under `?`, and use without a connection."""

import json
import struct
from collections.abc import Iterator
from threading import Thread

import pytest
from playwright.sync_api import Browser, Page, Route, expect
from running import ROOT
from service_tests import FOLDER, Server, proxy_to

# A question that needs a search.
ANALYSE = """fetch("api/analyse", {
    method: "POST",
    headers: {"Content-Type": "application/json"},
    body: JSON.stringify({position: "nakatta:3/1b1/3:w"}),
}).then((answer) => answer.ok)"""
STATIC = ROOT / "service" / "static"


def background(page: Page) -> str:
    return str(page.evaluate("getComputedStyle(document.documentElement).backgroundColor"))


def test_the_theme_is_changed_by_one_button_and_remembered(page: Page) -> None:
    page.goto("/#/learn")
    theme = page.locator('[data-act="theme"]')
    expect(theme).to_have_accessible_name("Colours: system. Switch to light.")
    theme.click()
    light = background(page)
    theme.focus()
    page.keyboard.press("Enter")
    expect(theme).to_have_accessible_name("Colours: dark. Switch to system.")
    expect(page.locator("#announcement")).to_have_text("Colours: dark.")
    assert background(page) != light
    page.reload()
    expect(theme).to_have_accessible_name("Colours: dark. Switch to system.")
    assert background(page) != light


def test_a_question_mark_lists_all_keys_except_while_typing(page: Page) -> None:
    page.goto("/")
    field = page.get_by_label("Bring your own")
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


def test_the_field_for_a_position_keeps_the_focus_when_the_courses_arrive(page: Page) -> None:
    routes = list[Route]()
    page.route("**/api/courses", lambda route: routes.append(route))
    with page.expect_request("**/api/courses"):
        page.goto("/")
    field = page.get_by_label("Bring your own")
    field.focus()
    pictures = page.locator(".cards svg")
    expect(pictures).to_have_count(0)
    routes[0].continue_()
    expect(pictures).not_to_have_count(0)
    expect(field).to_be_focused()


def test_colours_of_values_need_not_be_red_and_green(page: Page) -> None:
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


@pytest.mark.parametrize("view", ["#/", "#/play", "#/puzzles", "#/learn/sight-reduction"])
def test_a_view_loads_less_than_300_kb(page: Page, view: str) -> None:
    line = page.context.new_cdp_session(page)
    line.send("Network.enable")
    sizes: list[int] = []
    line.on("Network.loadingFinished", lambda event: sizes.append(event["encodedDataLength"]))
    page.goto(f"/{view}", wait_until="networkidle")
    expect(page.locator("main h1")).to_be_visible()
    assert 30_000 < sum(sizes) < 300_000


def test_the_manifest_has_the_sizes_of_its_icons() -> None:
    manifest = json.loads((STATIC / "manifest.webmanifest").read_text(encoding="utf-8"))
    assert manifest["start_url"] == manifest["scope"] == "./"
    made = [icon for icon in manifest["icons"] if icon["type"] == "image/png"]
    assert {icon["purpose"] for icon in made} == {"any", "maskable"}
    for icon in made:
        head = (STATIC / icon["src"]).read_bytes()[:24]
        assert "{}x{}".format(*struct.unpack(">II", head[16:])) == icon["sizes"]


# A server that the test ends, and the page's address: at its root, or under a sub-path.
@pytest.fixture(params=["", FOLDER], ids=["root", "folder"])
def place(request: pytest.FixtureRequest, chromium: str) -> Iterator[tuple[Server, str]]:
    server = Server("--workers", "1")
    folder: str = request.param
    with proxy_to(server) as proxy:
        Thread(target=proxy.serve_forever, daemon=True).start()
        yield server, f"http://127.0.0.1:{proxy.server_port}{folder}" if folder else server.url
        proxy.shutdown()
    server.end()


def test_loaded_pages_and_answers_remain_when_the_service_is_gone(
    browser: Browser, place: tuple[Server, str]
) -> None:
    server, address = place
    context = browser.new_context(viewport={"width": 1100, "height": 900})
    page = context.new_page()
    # A cache left by another release.
    page.goto(f"{address}/manifest.webmanifest")
    page.evaluate("caches.open('proofplay-page-0.0.0-old')")
    page.goto(f"{address}/#/learn/nakatta")
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.wait_for_function("navigator.serviceWorker.controller !== null")
    page.reload()
    expect(page.locator(".lesson:has(.cell)")).to_have_count(5)
    page.goto(f"{address}/#/play/nakatta:3/1b1/3:w")
    expect(page.locator(".cell")).to_have_count(9)
    assert page.evaluate(ANALYSE)
    server.end()
    page.reload()
    expect(page.locator(".cell")).to_have_count(9)
    page.goto(f"{address}/#/learn/nakatta")
    expect(page.locator(".lesson:has(.cell)")).to_have_count(5)
    # The answers of searches are never kept, nor are the caches of other releases.
    assert page.evaluate(f"{ANALYSE}.catch(() => 'lost')") == "lost"
    assert len(page.evaluate("caches.keys()")) == 2
    context.close()


def test_the_worker_knows_all_files_and_the_release(server: Server) -> None:
    answer = server.client.get("/service-worker.js")
    assert answer.headers["content-type"].startswith("text/javascript")
    assert "worker-src 'self'" in answer.headers["content-security-policy"]
    head = answer.text.splitlines()[:2]
    release, files = (json.loads(line.partition(" = ")[2].rstrip(";")) for line in head)
    assert release.startswith(server.client.get("/api/health").json()["version"])
    assert {"./", "js/app.js", "css/theme.css"} <= set(files)
    for name in files:
        assert server.client.get(f"/{name.removeprefix('./')}").status_code == 200
