"""The end of a game and the way to it: taking back, hints, resigning, and the rules."""

import json
import re

import pytest
from board_seat import KeyboardSeat, Seat, check_access, open_position, open_records
from playwright.sync_api import Page, expect

# White wins with c2.
LAST = "nakatta:3/ww1/3:{turn}"


def begin(page: Page, position: str, level: int = 2, **seats: str) -> None:
    """Put a game on the table, as if it had been begun in the dialog."""
    record = {"position": position, "tags": {}, "line": {"comment": "", "moves": []}}
    game = {"name": "one", "at": position, "moves": [], "record": record, "seats": seats}
    kept = [{**game, "strength": {"level": level, "seconds": 1}}]
    page.goto("/")
    page.evaluate(f"localStorage.setItem('proofplay.games', {json.dumps(kept)!r})")
    open_position(page, position)


def record_of(page: Page) -> str:
    """Return the record of the game on the table."""
    if not page.get_by_role("button", name="Write this game").is_visible():
        open_records(page)
    page.get_by_role("button", name="Write this game").click()
    text = page.get_by_role("textbox", name="Record of a game")
    expect(text).not_to_have_value("")
    return text.input_value()


def test_a_won_game_says_so_marks_the_chain_and_offers_the_next_level(fresh: Page) -> None:
    begin(fresh, LAST.format(turn="w"), black="computer", white="you")
    finish = fresh.get_by_role("region", name="The end")
    expect(finish).to_be_hidden()
    Seat(fresh).pick("c2")
    expect(finish.get_by_role("heading")).to_have_text("You won!")
    marked = fresh.locator(".cell.changed").evaluate_all("all => all.map(o => o.dataset.square)")
    assert sorted(marked) == ["a2", "b2", "c2"]
    expect(fresh.locator(".status")).to_have_text("White plays c2. White has won.")
    check_access(fresh)
    finish.get_by_role("button", name="Try level 3").click()
    expect(finish).to_be_hidden()
    expect(fresh.get_by_role("combobox", name="Level")).to_have_value("3")
    expect(fresh.get_by_role("combobox", name="White")).to_have_value("you")
    # The next game is at that level as well.
    fresh.goto("/")
    fresh.get_by_role("button", name="Play: Nakatta").click()
    level = fresh.get_by_role("group", name="Level")
    expect(level.locator("[aria-pressed=true]")).to_have_text("3")


def test_a_lost_game_can_be_played_again_with_the_other_colour(fresh: Page) -> None:
    begin(fresh, LAST.format(turn="b"), black="you", white="computer")
    Seat(fresh).pick("c1")
    finish = fresh.get_by_role("region", name="The end")
    expect(finish.get_by_role("heading")).to_have_text("You lost.")
    expect(finish.get_by_role("button", name="Try level")).to_have_count(0)
    finish.get_by_role("button", name="Other colour").click()
    expect(fresh.get_by_role("combobox", name="Black")).to_have_value("computer")
    expect(fresh.get_by_role("combobox", name="White")).to_have_value("you")
    # The computer begins.
    expect(fresh.locator(".ply")).to_have_count(1)


def test_the_margin_is_said_and_the_game_reviewed(fresh: Page) -> None:
    begin(fresh, "marvin:wr1/1RW/3:w", white="you", red="you")
    Seat(fresh).play_to_the_end()
    finish = fresh.get_by_role("region", name="The end")
    expect(finish.get_by_role("heading")).to_have_text(re.compile(r"^(White|Red) has won by \d+\."))
    expect(finish.get_by_role("button", name="Other colour")).to_have_count(0)
    finish.get_by_role("button", name="Review the game").click()
    expect(fresh.locator(".said").filter(has_text="mistake")).to_be_visible()


def test_moves_are_taken_back_and_hints_given_and_the_record_says_so(fresh: Page) -> None:
    begin(fresh, "nakatta:3/3/3:b", black="you", white="computer")
    seat = KeyboardSeat(fresh)
    seat.pick("b2")
    expect(fresh.locator(".ply")).to_have_count(2)
    fresh.get_by_role("button", name="Take back").click()
    expect(fresh.locator(".status")).to_have_text("Black to move.")
    seat.pick("a1")
    expect(fresh.locator(".ply")).to_have_count(4)
    hint = fresh.get_by_role("button", name="Hint")
    said = fresh.locator(".said").filter(visible=True)
    for text in ("Look at ", "It is ", "The move is "):
        expect(hint).to_be_enabled()
        hint.click()
        expect(said).to_contain_text(text)
        expect(fresh.locator(".cell.hinted").first).to_be_visible()
    expect(said).to_contain_text(re.compile("proved"))
    # The game is what was played in the end; what was taken back is a variation.
    written = record_of(fresh)
    assert re.search(
        r"1\. a1 \(1\. b2 \{Taken back\.\} (1\.\.\. )?[a-c]\d\) 1\.\.\. [a-c]\d \{With a hint\.\}",
        " ".join(written.split()),
    )


def test_a_resigned_game_is_over_and_stays_so(fresh: Page) -> None:
    begin(fresh, "nakatta:3/3/3:b", black="you", white="computer")
    Seat(fresh).pick("b2")
    expect(fresh.locator(".ply")).to_have_count(2)
    fresh.on("dialog", lambda dialog: dialog.accept())
    fresh.get_by_role("button", name="Resign").click()
    finish = fresh.get_by_role("region", name="The end")
    for _ in range(2):
        expect(finish.get_by_role("heading")).to_have_text("You lost.")
        expect(finish).to_contain_text("Black resigned.")
        expect(fresh.locator(".cell.legal")).to_have_count(0)
        fresh.reload()
    written = record_of(fresh)
    assert '[Result "white"]' in written
    assert "{Resigns here.}" in written


@pytest.mark.parametrize(
    ("position", "said"),
    [
        ("sight-reduction:wbw/wbb:w", "sees a friend.*Whoever cannot move loses"),
        ("sight-reduction+solitaire:wbw/wbb:w", "sees a friend.*until one of each is left"),
        ("sight-reduction+pairs:wwb/bwb:w", "sees a friend.*cannot move loses"),
        ("manhattan:start:4x4", "Step a lone checker.*one group"),
        ("marvin:start:3x3", "empty point.*more kings wins"),
        ("nakatta+pie:start:3x3", "empty point.*White may swap sides.*chain"),
        ("minelayers:start:3x4", "knight.*cannot move loses"),
    ],
)
def test_every_board_says_how_to_move_and_how_to_win(page: Page, position: str, said: str) -> None:
    open_position(page, position)
    expect(page.locator(".how-to-play")).to_contain_text(re.compile(said))


def test_the_rules_are_read_without_leaving_the_game(page: Page) -> None:
    open_position(page, "nakatta:start:3x3")
    Seat(page).pick("b2")
    expect(page.locator(".ply")).to_have_count(1)
    page.locator(".cell:focus").blur()
    page.keyboard.press("x")
    dialog = page.get_by_role("dialog", name="How to play Nakatta")
    expect(dialog).to_contain_text("NK5")
    expect(dialog.get_by_role("link", name="Mark Steere")).to_be_visible()
    check_access(page)
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    expect(page.locator(".ply")).to_have_count(1)
