"""Each game is played from its beginning to its end, with the result that the rules give."""

import re

import pytest
from board_seat import KeyboardSeat, Seat, open_position, open_records, play_fully
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
# Games whose moves take one or two squares, two squares, and one square or a button.
BY_KEYBOARD = [SMALL[1], SMALL[2], SMALL[4]]


@pytest.mark.parametrize(
    ("position", "seat"),
    [
        *((position, Seat) for position in SMALL),
        *((position, KeyboardSeat) for position in BY_KEYBOARD),
    ],
)
def test_a_game_is_played_to_its_end(
    page: Page, server: Server, position: str, seat: type[Seat]
) -> None:
    open_position(page, position)
    said = seat(page).play_to_the_end()
    last = page.url.partition("#/play/")[2]
    outcome = server.client.post("/api/moves", json={"position": last}).json()["outcome"]
    winner = outcome["winner"]
    ending = "a draw" if winner is None else f"{winner} has won".lower()
    assert ending in said.lower()
    for told in (page.locator(".title").inner_text(), page.title()):
        assert ending in told.lower()
        assert "to move" not in told


def test_an_illegal_move_is_refused_by_its_rule(page: Page) -> None:
    open_position(page, "nakatta:3/1b1/3:w")
    page.locator('[data-square="b1"]').click()
    expect(page.locator(".play .trouble")).to_contain_text("NK3")


def test_a_piece_is_picked_before_its_destination(page: Page) -> None:
    open_position(page, "sight-reduction+pairs:wwb/bwb:w")
    seat = Seat(page)
    seat.pick("a2")
    expect(seat.square("a2")).to_have_attribute("aria-selected", "true")
    expect(seat.square("a2")).to_have_accessible_name("a2, white piece, chosen, legal")
    page.keyboard.press("Escape")
    expect(seat.square("a2")).to_have_attribute("aria-selected", "false")
    seat.pick("a2")
    seat.pick("b2")
    expect(page.locator(".status")).to_contain_text("White plays a2+b2. Black to move.")


def test_a_forced_pass_is_a_button(page: Page) -> None:
    open_position(page, "nakatta:2b/b2/bww:w")
    expect(page.locator(".cell.legal")).to_have_count(0)
    page.get_by_role("button", name="Pass: there is no move").click()
    expect(page.locator(".status")).to_contain_text("White has no move and passes. Black to move.")


def test_the_computer_replies_and_waits_after_a_move_is_taken_back(page: Page) -> None:
    open_position(page, "nakatta+pie:start:3x3")
    page.get_by_role("combobox", name="White").select_option("Computer")
    Seat(page).pick("b2")
    expect(page.locator(".ply")).to_have_count(2)
    page.get_by_role("button", name="Back a move").click()
    now = page.get_by_role("button", name="Move now")
    expect(now).to_be_visible()
    expect(page.locator(".ply")).to_have_count(2)
    # When the button disappears, the board gets the keyboard's focus.
    now.press("Enter")
    expect(now).to_be_hidden()
    expect(page.locator(".cell:focus")).to_have_count(1)


def test_a_thinking_computer_can_be_stopped_and_told_to_move(page: Page) -> None:
    play_fully(page, "manhattan")
    open_position(page, HARD)
    page.get_by_role("switch", name="Analysis").check()
    page.get_by_role("combobox", name="Red").select_option("Computer")
    stop = page.get_by_role("button", name="Stop: The computer is thinking")
    stop.click()
    expect(stop).to_be_hidden()
    expect(page.locator(".ply")).to_have_count(0)
    # The analysis for the user continues.
    expect(page.locator(".work").filter(has_text="Analysing")).to_be_visible()
    page.get_by_role("button", name="Move now").click()
    expect(stop).to_be_visible()


def test_after_a_swap_the_computer_has_the_other_colour(page: Page) -> None:
    open_position(page, "nakatta+pie:3/1b1/3:w")
    page.get_by_role("combobox", name="Black").select_option("Computer")
    page.get_by_role("button", name="Swap sides").click()
    # White is the computer now, and to move.
    expect(page.locator(".ply")).to_have_count(2)


def test_after_a_swap_all_texts_name_who_holds_which_colour(page: Page) -> None:
    """NK6: the computer, which began as White, holds Black after the swap."""
    play_fully(page, "nakatta")
    open_position(page, "nakatta+pie:start:5x5")
    black, white = (page.get_by_role("combobox", name=name) for name in ("Black", "White"))
    white.select_option("Computer")
    Seat(page).pick("b2")
    expect(page.locator(".ply")).to_have_count(2)
    expect(page.locator(".status")).to_have_text(
        "White swaps sides: the players have exchanged colours. White (you) to move."
    )
    for _ in range(2):
        expect(black).to_have_value("computer")
        expect(white).to_have_value("you")
        expect(page.get_by_role("button", name="Move now")).to_be_hidden()
        page.reload()
        expect(page.locator(".ply")).to_have_count(2)
    Seat(page).pick("d4")
    expect(page.locator(".ply")).to_have_count(4)
    page.get_by_role("button", name="Find the mistakes").click()
    said = page.locator(".said").filter(has_text="mistake")
    expect(said).to_contain_text("Black, then White (you): 0 mistakes")
    expect(said).to_contain_text("; White, then Black (the computer): 0 mistakes")
    graph = page.get_by_role("region", name="Value of the game")
    expect(graph).to_contain_text("Up: whoever began as Black wins, down: whoever began as White.")
    expect(graph.locator("svg")).to_have_accessible_name(
        re.compile(
            "start White wins.*, b2 White wins.*, swap Black wins.*, d4 Black wins.*, "
            "[a-e][1-5] Black wins"
        )
    )
    page.get_by_role("button", name="1. b2").click()
    expect(white).to_have_value("computer")
    expect(black).to_have_value("you")
    # In this variation there was no swap.
    page.get_by_role("button", name="Back a move").click()
    Seat(page).pick("a1")
    expect(page.locator(".variation")).to_be_visible()
    page.get_by_role("button", name="1. a1").click()
    expect(white).to_have_value("computer")


def test_the_names_of_a_record_belong_to_people_not_to_colours(page: Page) -> None:
    open_position(page, "nakatta:start:3x3")
    open_records(page)
    tags = '[Position "nakatta+pie:start:3x3"]\n[Black "Ann"]\n[White "Ben"]'
    text = page.get_by_role("textbox", name="Record of a game")
    text.fill(f"{tags}\n\n1. b2 swap 2. a1 b3 3. a3 b1")
    page.get_by_role("button", name="Read the text").click()
    expect(page.get_by_role("combobox", name="Black (Ann)")).to_be_visible()
    page.get_by_role("button", name="Last position").click()
    expect(page.get_by_role("combobox", name="White (Ann)")).to_be_visible()
    expect(page.locator(".status")).to_contain_text("Black (Ben) has won.")
    page.get_by_role("button", name="Find the mistakes").click()
    said = page.locator(".said").filter(has_text="Black, then White (Ann): 0 mistakes")
    expect(said).to_contain_text("; White, then Black (Ben): 0 mistakes")
    page.get_by_role("button", name="Write this game").click()
    expect(text).to_have_value(re.compile(r'\[Black "Ann"\]\n\[White "Ben"\]\n\[Result "black"\]'))


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
