"""Learn: legal moves change the board, others are refused by a rule, and numbers lead to rules."""

import re

from board_seat import way
from playwright.sync_api import Locator, Page, expect
from service_tests import Server


def lesson(page: Page, title: str) -> Locator:
    """Return the lesson with a title, once its board is loaded."""
    found = page.locator(".lesson", has=page.locator("h2", has_text=title))
    expect(found.locator(".cell").first).to_be_visible()
    return found


def pick(board: Locator, square: str) -> None:
    board.locator(f'[data-square="{square}"]').click()


def test_a_lesson_accepts_its_task_and_refuses_illegal_moves(page: Page) -> None:
    page.goto("/#/learn/sight-reduction")
    first = lesson(page, "A friend in sight")
    pick(first, "a4")
    said = first.locator(".lesson-said")
    expect(said).to_have_text("✗ Illegal: a4 has no friend in sight (SR1).")
    # An illegal pick changes nothing.
    expect(first.locator(".cell.legal")).to_have_count(4)
    pick(first, "b1")
    expect(said).to_contain_text("✓ White plays b1. That piece saw a friend")
    expect(page.locator(".learn-head")).to_contain_text("1 of 6 lessons done")
    first.get_by_role("button", name="Again").click()
    expect(first.locator(".cell.legal")).to_have_count(4)
    page.reload()
    expect(page.locator(".learn-head")).to_contain_text("1 of 6 lessons done")


def test_a_legal_move_that_is_not_the_task_does_not_finish_it(page: Page) -> None:
    page.goto("/#/learn/sight-reduction")
    second = lesson(page, "The last to move wins")
    pick(second, "b1")
    expect(second.locator(".lesson-said")).to_contain_text("not the task")
    second.get_by_role("button", name="Again").click()
    pick(second, "b2")
    expect(second.locator(".lesson-said")).to_contain_text("White wins")


def test_a_solitaire_is_played_to_its_end(page: Page) -> None:
    page.goto("/#/learn/sight-reduction")
    third = lesson(page, "Solitaire")
    for square in ("a3", "b1"):
        pick(third, square)
        expect(third.locator(f'[data-square="{square}"]')).not_to_have_class("taken")
    expect(third.locator(".lesson-said")).not_to_be_empty()


def test_a_step_of_two_squares_is_refused_by_its_rule(page: Page) -> None:
    page.goto("/#/learn/manhattan")
    first = lesson(page, "A singleton steps")
    first.get_by_role("button", name="Try c1 d1").click()
    expect(first.locator(".lesson-said")).to_contain_text("(MH3)")
    pick(first, "c1")
    pick(first, "b1")
    expect(first.locator(".lesson-said")).to_contain_text("One step nearer")


def test_the_number_of_a_rule_leads_to_its_text(page: Page) -> None:
    page.goto("/#/learn/nakatta")
    second = lesson(page, "No naked attachment")
    pick(second, "c3")
    second.locator(".lesson-said").get_by_role("link", name="NK3").click()
    assert page.url.endswith("#/learn/NK3")
    rule = page.locator('[data-rule="NK3"]')
    expect(rule).to_have_class("aimed")
    expect(rule).to_be_in_viewport()
    # The lesson is still as it was left.
    expect(second.locator(".lesson-said")).to_contain_text("naked attachment")


def test_every_lesson_of_every_game_shows_its_board_without_errors(
    page: Page, server: Server
) -> None:
    page.goto("/#/learn")
    expect(page.locator(".learn-games li")).to_have_count(5)
    for card in server.client.get("/api/courses").json():
        page.goto(f"/#/learn/{card['game']}")
        course = server.client.get(f"/api/courses/{card['game']}").json()
        expect(page.locator(".lesson h2").last).to_contain_text(course["lessons"][-1]["title"])
        expect(page.locator(".lesson:has(.cell)")).to_have_count(card["lessons"])
        expect(page.locator(".rules dt")).to_have_text(card["rules"])
        expect(page.locator(".lesson-said.bad")).to_have_count(0)


def test_a_lesson_can_be_done_by_keyboard_alone(page: Page) -> None:
    page.goto("/#/learn/nakatta")
    first = lesson(page, "Join your edges")
    here = first.locator('.cell[tabindex="0"]')
    here.focus()
    files, ranks = way(here.get_attribute("data-square") or "", "b2")
    for key, steps in (("ArrowRight", files), ("ArrowUp", ranks)):
        for _ in range(steps):
            page.keyboard.press(key)
    page.keyboard.press("Enter")
    expect(first.locator(".lesson-said")).to_contain_text("Black wins")


def test_an_unknown_game_or_rule_is_reported(page: Page) -> None:
    page.goto("/#/learn/chess")
    expect(page.locator(".learn .trouble")).to_contain_text("no game or rule called 'chess'")
    expect(page.locator(".learn-games li")).to_have_count(5)


def test_a_game_begins_after_its_lessons(page: Page) -> None:
    page.goto("/#/learn/manhattan")
    page.get_by_role("button", name="Play", exact=True).click()
    page.get_by_role("dialog", name="Play Manhattan").get_by_role("button", name="Start").click()
    expect(page).to_have_url(re.compile("#/play/manhattan:"))
    expect(page.get_by_role("combobox", name="Blue")).to_have_value("computer")
