"""Each game is played from its beginning to its end, and the end is what the rules say."""

import pytest
from board_seat import KeyboardSeat, Seat, open_position
from playwright.sync_api import Page, expect
from service_tests import HARD, Server

SMALL = [
    "sight-reduction:wbw/wbb:w",
    "sight-reduction+pairs:wwb/bwb:w",
    "manhattan:r3/1r1b/4/b2r:b",
    "marvin:w2/RWw/1W1:r",
    "nakatta+pie:start:3x3",
    "minelayers:start:3x4",
]


@pytest.mark.parametrize("seat", [Seat, KeyboardSeat])
@pytest.mark.parametrize("position", SMALL)
def test_a_game_is_played_to_its_end(
    page: Page, server: Server, position: str, seat: type[Seat]
) -> None:
    open_position(page, position)
    said = seat(page).play_to_the_end()
    last = page.url.partition("#/play/")[2]
    outcome = server.client.post("/api/moves", json={"position": last}).json()["outcome"]
    winner = outcome["winner"]
    ending = "a draw" if winner is None else f"{winner.capitalize()} has won"
    assert ending in said
    for told in (page.locator(".title").inner_text(), page.title()):
        assert ending in told
        assert "to move" not in told


def test_what_cannot_be_played_is_told_with_its_rule(page: Page) -> None:
    open_position(page, "nakatta:3/1b1/3:w")
    page.locator('[data-square="b1"]').click()
    expect(page.locator(".play .trouble")).to_contain_text("NK3")


def test_a_piece_with_one_way_and_more_is_picked_before_its_way(page: Page) -> None:
    open_position(page, "sight-reduction+pairs:wwb/bwb:w")
    seat = Seat(page)
    seat.pick("a2")
    expect(seat.square("a2")).to_have_attribute("aria-selected", "true")
    expect(seat.square("a2")).to_have_accessible_name("a2, white piece, chosen, legal")
    page.keyboard.press("Escape")
    expect(seat.square("a2")).to_have_attribute("aria-selected", "false")
    seat.pick("a2")
    seat.pick("b2")
    expect(page.locator(".status")).to_contain_text("White a2+b2: removed a2, b2.")


def test_a_forced_pass_is_a_button(page: Page) -> None:
    open_position(page, "nakatta:2b/b2/bww:w")
    expect(page.locator(".cell.legal")).to_have_count(0)
    page.get_by_role("button", name="Pass: there is no move").click()
    expect(page.locator(".status")).to_contain_text("White pass: passed. Black to move.")


def test_the_computer_answers_and_waits_after_a_move_was_taken_back(page: Page) -> None:
    open_position(page, "nakatta+pie:start:3x3")
    page.get_by_role("combobox", name="White").select_option("Computer")
    Seat(page).pick("b2")
    expect(page.locator(".ply")).to_have_count(2)
    page.get_by_role("button", name="Take back").click()
    now = page.get_by_role("button", name="Move now")
    expect(now).to_be_visible()
    expect(page.locator(".ply")).to_have_count(2)
    # The keyboard goes on at the board where a button is gone.
    now.press("Enter")
    expect(now).to_be_hidden()
    expect(page.locator(".cell:focus")).to_have_count(1)


def test_a_thinking_computer_is_stopped_and_moves_when_it_is_told(page: Page) -> None:
    open_position(page, HARD)
    page.get_by_label("Analysis: show what every move is worth").check()
    page.get_by_role("combobox", name="Red").select_option("Computer")
    stop = page.get_by_role("button", name="Stop: The computer is thinking")
    stop.click()
    expect(stop).to_be_hidden()
    expect(page.locator(".ply")).to_have_count(0)
    # Analysis goes on for whoever looks at the board.
    expect(page.get_by_role("button", name="Stop: Analysing")).to_be_visible()
    page.get_by_role("button", name="Move now").click()
    expect(stop).to_be_visible()


def test_after_a_swap_the_computer_has_the_other_colour(page: Page) -> None:
    open_position(page, "nakatta+pie:3/1b1/3:w")
    page.get_by_role("combobox", name="Black").select_option("Computer")
    page.get_by_role("button", name="Swap sides").click()
    # White is the computer now, and to move.
    expect(page.locator(".ply")).to_have_count(2)


def test_variations_are_kept(page: Page) -> None:
    open_position(page, "nakatta:3/3/3:b")
    seat = Seat(page)
    seat.pick("a1")
    expect(page.locator(".status")).to_contain_text("White to move")
    page.keyboard.press("Backspace")
    expect(page.locator(".status")).to_contain_text("Black to move")
    seat.pick("b2")
    expect(page.locator(".ply")).to_have_count(2)
    expect(page.locator(".variation")).to_contain_text("b2")
    page.reload()
    expect(page.locator(".variation")).to_contain_text("b2")
    page.get_by_role("button", name="Make main line").click()
    expect(page.locator(".variation")).to_contain_text("a1")
    page.get_by_role("button", name="Delete from here").click()
    expect(page.locator(".ply")).to_have_text(["1. a1"])
