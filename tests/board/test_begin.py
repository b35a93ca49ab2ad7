"""The ways to begin a game: addresses, set-ups, deals, and records."""

import re

from board_seat import Seat, open_position, open_records
from playwright.sync_api import Browser, Page, expect
from service_tests import Server

DEAL = "sight-reduction+solitaire:wbb/bbw/www:w"
RECORD = """[Position "nakatta+pie:start:3x3"]
[Black "Ann"]
[Result "*"]

{<img src=x onerror=alert(1)>} 1. b2 swap (1... a1?! {in the corner} 2. c3)"""


def test_an_address_opened_elsewhere_shows_the_same_position(
    page: Page, browser: Browser, server: Server
) -> None:
    open_position(page, "nakatta+pie:start:3x3")
    Seat(page).pick("b2")
    expect(page.locator(".title")).to_have_text("Nakatta, pie, 3×3, White to move")
    page.get_by_text("Share and record").click()
    page.get_by_role("combobox", name="Link to").select_option("this position")
    page.get_by_role("region", name="Share and record").get_by_role(
        "button", name="Copy link"
    ).click()
    link = page.evaluate("navigator.clipboard.readText()")
    assert link == f"{server.url}/#/play/nakatta+pie:3/1b1/3:w"
    for address in (link, f"{server.url}/?position=nakatta+pie:3/1b1/3:w"):
        context = browser.new_context()
        other = context.new_page()
        other.goto(address)
        expect(other.locator(".title")).to_have_text("Nakatta, pie, 3×3, White to move")
        expect(other.locator('[data-square="b2"]')).to_have_accessible_name("b2, black stone")
        context.close()


def test_the_back_button_returns_to_the_game_that_was_left(page: Page) -> None:
    open_position(page, "nakatta:start:3x3")
    Seat(page).pick("b2")
    expect(page.locator(".ply")).to_have_count(1)
    open_position(page, "nakatta:3/1b1/2w:b")
    expect(page.locator(".ply")).to_have_count(0)
    page.go_back()
    expect(page.locator(".title")).to_have_text("Nakatta, 3×3, White to move")
    expect(page.locator(".ply")).to_have_text("1. b2")


def test_a_bad_position_is_reported_in_one_line(page: Page) -> None:
    page.goto("/#/play/nakatta:<b>:w")
    expect(page.locator(".play .trouble")).to_contain_text("found '<'")
    expect(page.locator(".title")).to_contain_text("Sight Reduction")


def test_markup_in_an_address_is_shown_as_text(page: Page) -> None:
    image = "<img src=x onerror=alert(1)>"
    page.goto(f"/#/setup/sight-reduction+solitaire:wb:w:keep={image}")
    expect(page.locator(".flaws")).to_contain_text(image)
    page.goto(f"/#/play/{image}:1:w")
    expect(page.locator(".play .trouble")).to_contain_text(image)
    assert page.locator("img").count() == 0


def test_a_position_is_set_up_and_played(page: Page) -> None:
    page.goto("/#/setup/nakatta:3/3/3:b")
    board = Seat(page)
    page.get_by_role("button", name="Black stone").click()
    board.pick("b2")
    page.get_by_role("button", name="White stone").click()
    board.pick("b3")
    expect(page.locator(".flaws")).to_contain_text("naked attachment at a2–b3")
    expect(page.get_by_role("button", name="Play from here")).to_be_disabled()
    board.square("b3").focus()
    page.keyboard.press("Delete")
    page.get_by_role("group", name="To move").get_by_role("button", name="White").click()
    expect(page.locator(".flaws")).to_contain_text("Legal: Nakatta, 3×3, White to move.")
    page.get_by_role("button", name="Play from here").click()
    expect(page).to_have_url(f"{page.url.partition('#')[0]}#/play/nakatta:3/1b1/3:w")
    expect(page.locator(".title")).to_have_text("Nakatta, 3×3, White to move")


def test_a_seed_always_gives_the_same_deal(page: Page, server: Server) -> None:
    page.goto("/#/setup")
    page.get_by_role("button", name="Sight Reduction").click()
    page.get_by_label("solitaire").check()
    page.get_by_label("Files").fill("3")
    page.get_by_label("Ranks").fill("4")
    page.get_by_label("Seed").fill("7")
    page.get_by_role("button", name="Random deal").click()
    expect(page.locator(".setup")).to_contain_text("Seed 7:")
    dealt = server.client.post(
        "/api/deal", json={"variants": ["solitaire"], "size": "3x4", "seed": 7}
    ).json()
    expect(page.get_by_role("textbox", name="Position as text")).to_have_value(dealt["position"])


def test_a_record_is_read_and_written(page: Page) -> None:
    open_position(page, DEAL)
    open_records(page)
    text = page.get_by_label("Record of a game")
    text.fill(RECORD)
    page.get_by_role("button", name="Read the text").click()
    expect(page.locator(".title")).to_have_text("Nakatta, pie, 3×3, Black to move")
    expect(page.locator(".note")).to_have_text("<img src=x onerror=alert(1)>")
    expect(page.locator(".variation")).to_have_text("1… a1?!2. c3")
    text.fill("")
    page.get_by_role("button", name="Write this game").click()
    expect(text).to_have_value(RECORD.replace("start:3x3", "3/3/3:b"))
    text.fill('[Position "nakatta:start:3x3"]\n\n1. z9')
    page.get_by_role("button", name="Read the text").click()
    expect(page.locator(".play .trouble")).to_contain_text("line 3, column 4: found 'z9'")


def test_a_random_solitaire_deal_shows_whether_it_can_be_solved(page: Page) -> None:
    page.goto("/#/setup/sight-reduction:wbw/www/wbb/bbb:w")
    said = page.locator(".setup .solvable")
    expect(page.locator(".flaws")).to_contain_text("Legal")
    expect(said).to_be_empty()
    page.get_by_label("solitaire").check()
    expect(said).to_have_text("This deal can be solved.")
    expect(page.get_by_role("link", name="SR5")).to_have_attribute("href", "#/learn/SR5")
    page.get_by_label("harder").check()
    page.get_by_label("pairs").check()
    expect(said).to_contain_text("This deal cannot be solved: at best ")
    page.get_by_label("pairs").uncheck()
    page.get_by_label("harder").uncheck()
    page.get_by_role("button", name="Random deal").click()
    expect(said).to_contain_text(re.compile("This deal can(not)? be solved"))
    page.get_by_role("button", name="Empty the board").click()
    expect(said).to_be_empty()
    expect(page.get_by_role("button", name="Play as solitaire")).to_be_hidden()
    page.goto("/#/setup/sight-reduction+solitaire:wbw/www/wbb/bbb:w")
    page.get_by_role("button", name="Play as solitaire").click()
    expect(page).to_have_url(re.compile(r"#/solitaire/sight-reduction\+solitaire:"))
    expect(page.locator(".solitaire .goal")).to_have_text("This deal can be solved.")
