"""The table: the size of the board, the panels beside it, and the colours of values."""

import re

import pytest
from board_seat import Seat, analyse, check_access, open_position
from playwright.sync_api import Browser, Page, expect
from service_tests import HARD, Server

# A deal in which White wins with half of the moves, and a game with a mistake by each side.
DEAL = "sight-reduction:bwww/bbwb/wwwb/bwbb:w"
GAME = f"{DEAL}?moves=c2,d2,b1,d3,b4,a3,b2,a1,c3,c1,d4"
DARK, LIGHT = "rgb(26, 26, 26)", "rgb(255, 255, 255)"


def colour(page: Page, square: str) -> str:
    badge = page.locator(f'[data-square="{square}"] .badge')
    return str(badge.evaluate("sign => getComputedStyle(sign).backgroundColor"))


def test_a_position_is_analysed_at_once_and_until_it_is_proved_or_switched_off(fresh: Page) -> None:
    open_position(fresh, DEAL)
    switch = fresh.get_by_role("switch", name="Analysis")
    expect(switch).to_be_checked()
    expect(fresh.locator(".verdict")).to_have_text("White wins in 13 plies with best play.")
    open_position(fresh, HARD)
    work = fresh.locator(".work").filter(has_text="Analysing")
    # Estimates come first, and the search for proofs goes on.
    expect(fresh.locator(".cell .badge.estimated").first).to_be_visible()
    expect(work).to_be_visible()
    assert not fresh.get_by_role("button", name=re.compile("Analys")).filter(visible=True).count()
    switch.uncheck()
    expect(work).to_be_hidden()
    expect(fresh.locator(".cell .badge").filter(visible=True)).to_have_count(0)


@pytest.mark.parametrize("kind", ["solitaire", "computer"])
def test_nothing_is_spoilt_unasked(fresh: Page, kind: str) -> None:
    asked: list[str] = []
    fresh.on("request", lambda one: asked.append(one.url) if "analyse" in one.url else None)
    if kind == "solitaire":
        open_position(fresh, "sight-reduction+solitaire:wbb/bbw/www:w")
    else:
        open_position(fresh, DEAL)
        fresh.get_by_role("combobox", name="Black").select_option("Computer")
        expect(fresh.locator(".cell .badge")).to_have_count(0)
        # Nor is anything shown of an analysis that is no longer wanted.
        open_position(fresh, "sight-reduction:bwbw/wbbb/wwbb/wwbw/wbbw/bwbb/bwww/bwbw:w")
        fresh.get_by_role("combobox", name="Black").select_option("Computer")
        fresh.wait_for_timeout(100)
        expect(fresh.locator(".verdict")).to_be_empty()
        expect(fresh.get_by_role("button", name="Keep analysing")).to_be_hidden()
        open_position(fresh, DEAL)
        fresh.get_by_role("combobox", name="Black").select_option("Computer")
        asked.clear()
    Seat(fresh).move()
    expect(fresh.locator(".ply").nth(0 if kind == "solitaire" else 1)).to_be_visible()
    assert not asked
    expect(fresh.get_by_role("switch", name="Analysis")).not_to_be_checked()


def test_values_have_the_winners_colour_whoever_moves(page: Page) -> None:
    open_position(page, DEAL)
    analyse(page)
    expect(page.locator('[data-square="b1"] .badge')).to_have_text("▲13")
    assert (colour(page, "b1"), colour(page, "c2")) == (LIGHT, DARK)
    gauge = page.locator(".gauge")
    expect(gauge).to_have_accessible_name("White wins in 13 plies with best play.")
    expect(gauge).to_have_class(re.compile("first"))
    Seat(page).pick("c2")
    # Black moves and wins: winning moves are dark, as losing ones were when White was to move.
    expect(gauge).to_have_class(re.compile("second"))
    square = page.locator(".cell:has(.badge)").filter(has_text="▲").first
    assert colour(page, square.get_attribute("data-square") or "") == DARK


def test_a_frame_marks_the_better_of_moves_with_the_same_sign(page: Page) -> None:
    open_position(page, "sight-reduction+solitaire:wbb/bbw/www:w")
    analyse(page)
    expect(page.locator(".cell .badge.solvable").first).to_be_visible()
    assert page.locator(".cell .badge.solvable").count() > 1
    expect(page.locator(".badge.best")).to_have_count(0)
    open_position(page, "minelayers:2B2/1x3/3x1/1x1x1/3x1/5/5/1x1x1/3A1/x4:A:first=B")
    analyse(page)
    expect(page.locator(".cell .badge.best")).to_have_text("▼30")
    assert sorted(page.locator(".cell .badge").all_inner_texts()) == ["▼28", "▼28", "▼30"]


def test_lengths_are_computed_after_the_proof_and_after_a_review(page: Page) -> None:
    """The service first proves only who wins, and is asked again for the lengths."""
    held = []

    def shorten(route) -> None:  # type: ignore[no-untyped-def]
        if route.request.post_data_json.get("distance"):
            held.append(route)
            return
        found = route.fetch().json()
        for one in (found, *found["moves"]):
            one["distance"] = None
        route.fulfill(json=found)

    page.route("**/api/analyse", shorten)
    open_position(page, "nakatta:start:3x3?moves=b2")
    analyse(page)
    verdict = page.locator(".verdict")
    expect(verdict).to_have_text("Black wins with best play. Computing the number of plies.")
    expect(page.locator(".cell .badge").first).to_have_text("▼")
    # The review has priority, and then the search that it stopped starts again.
    page.get_by_role("button", name="Find the mistakes").click()
    while len(held) < 2:
        page.wait_for_timeout(50)
    held[1].continue_()
    expect(page.locator(".cell .badge").first).to_have_text("▼4")
    expect(verdict).to_have_text("Black wins in 4 plies with best play.")


@pytest.mark.parametrize(("width", "height"), [(360, 700), (1280, 800), (2560, 1440)])
def test_the_board_is_as_large_as_the_window_allows(page: Page, width: int, height: int) -> None:
    page.set_viewport_size({"width": width, "height": height})
    open_position(page, "nakatta:start:9x9")
    box = page.locator(".picture").bounding_box()
    assert box is not None
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    room = min(width, height)
    assert max(box["width"], box["height"]) > 0.7 * room
    below = page.locator(".strip.below").bounding_box()
    assert below is not None
    assert below["y"] + below["height"] <= height
    names = page.locator(".ranks span").all_inner_texts(), page.locator(".files").inner_text()
    assert names[0] == list("987654321")
    assert "".join(names[1].split()) == "abcdefghi"


def test_a_panel_stays_folded(page: Page) -> None:
    open_position(page, DEAL)
    moves = page.get_by_role("region", name="Legal moves")
    moves.locator("summary").focus()
    page.keyboard.press("Enter")
    expect(moves.locator(".moves")).to_be_hidden()
    page.reload()
    expect(page.locator(".cell").first).to_be_visible()
    expect(moves.locator(".moves")).to_be_hidden()


def test_keys_step_through_the_game_unless_the_board_has_the_focus(page: Page) -> None:
    open_position(page, GAME)
    current = page.locator(".ply[aria-current]")
    expect(current).to_have_text("6. d4")
    for key, ply in (
        ("ArrowLeft", "c1"),
        ("Home", None),
        ("ArrowRight", "1. c2"),
        ("End", "6. d4"),
    ):
        page.keyboard.press(key)
        if ply:
            expect(current).to_have_text(ply)
        else:
            expect(current).to_have_count(0)
    # On the board they select squares.
    page.locator('.cell[tabindex="0"]').focus()
    page.keyboard.press("ArrowRight")
    expect(current).to_have_text("6. d4")
    page.keyboard.press("?")
    expect(page.get_by_role("dialog")).to_contain_text("go back and forward in the game")


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_pieces_are_animated_unless_motion_is_unwanted(
    browser: Browser, server: Server, motion: str
) -> None:
    context = browser.new_context(base_url=server.url, reduced_motion=motion)
    page = context.new_page()
    page.add_init_script(
        "window.moved = []; const own = Element.prototype.animate;"
        "Element.prototype.animate = function (frames, how) {"
        "  window.moved.push([Object.keys(frames[0])[0], how.duration]);"
        "  return own.call(this, frames, how); }"
    )
    open_position(page, "minelayers:2B2/1x3/3x1/1x1x1/3x1/5/5/1x1x1/3A1/x4:A:first=B")
    Seat(page).pick("e4")
    expect(page.locator('[data-square="e4"]')).to_have_accessible_name(re.compile("minelayer A"))
    moved = page.evaluate("window.moved")
    expected = [["transform", 150], ["opacity", 150]]
    assert sorted(moved) == (sorted(expected) if motion == "no-preference" else [])
    expect(page.locator(".ghosts > *")).to_have_count(0)
    context.close()


def test_the_graph_scrolls_and_its_bars_grow_towards_a_win(page: Page) -> None:
    open_position(page, GAME)
    page.get_by_role("button", name="Find the mistakes").click()
    bars = page.locator(".graph rect.value")
    expect(bars).to_have_count(12)
    heights = [float(bar.get_attribute("height") or 0) for bar in bars.all()]
    # After the last mistake White wins, and the end comes nearer.
    assert heights[6:] == sorted(heights[6:])
    assert page.locator(".graph text.first").last.text_content() == "0"
    page.set_viewport_size({"width": 360, "height": 700})
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


def test_axe_finds_no_faults_at_the_table(page: Page) -> None:
    open_position(page, GAME)
    analyse(page)
    page.get_by_role("button", name="Find the mistakes").click()
    page.locator(".mistake").first.click()
    page.get_by_role("button", name="Why not c2?").click()
    expect(page.locator(".line-shown button").first).to_be_visible()
    page.get_by_text("Share and record").click()
    page.get_by_role("combobox", name="Black").select_option("Computer")
    check_access(page)
