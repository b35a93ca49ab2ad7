"""The review: the mistakes of a game in order, each as a small puzzle."""

from board_seat import KeyboardSeat, Seat, open_position
from playwright.sync_api import Page, expect

DEAL = "sight-reduction:bwww/bbwb/wwwb/bwbb:w"
GAME = f"{DEAL}?moves=c2,d2,b1,d3,b4,a3,b2,a1,c3,c1,d4"


def test_each_mistake_is_a_puzzle_with_an_answer_and_a_refutation(page: Page) -> None:
    open_position(page, GAME)
    page.get_by_role("button", name="Find the mistakes").click()
    mistakes = page.locator(".mistake")
    expect(mistakes).to_contain_text(
        ["1. c2?? c2 throws away the win.", "3... a3?? a3 throws away the win."]
    )
    mistakes.first.click()
    trial = page.get_by_role("group", name="Find the better move")
    expect(trial).to_contain_text("White played c2??. Find a better move on the board.")
    # Nothing on the board gives the answer away.
    expect(page.locator(".cell .badge")).to_have_count(0)
    seat = Seat(page)
    said = trial.locator(".feedback")
    for square, answer in (
        ("c2", "c2 is the move that was played."),
        ("a2", "a2 throws away the win. Try again."),
        ("b1", "Yes: b1 wins in 13, costs 1 move."),
    ):
        seat.pick(square)
        expect(said).to_have_text(answer)
    # Trying changes nothing in the game.
    expect(page.locator(".ply").filter(visible=True)).to_have_count(11)
    trial.get_by_role("button", name="Why not c2?").click()
    expect(said).to_have_text("After c2, Black wins:")
    expect(trial.locator(".line-shown button")).not_to_have_count(0)
    trial.get_by_role("button", name="Show the answer").click()
    expect(said).to_contain_text("Better was ")
    page.get_by_role("button", name="Next mistake").click()
    expect(trial).to_contain_text("Black played a3??.")
    expect(page.get_by_role("button", name="Next mistake")).to_be_hidden()
    page.get_by_role("button", name="Back to the game").click()
    expect(trial).to_be_hidden()
    expect(page.locator(".status")).to_contain_text("White plays b4. Black to move.")


def test_a_mistake_is_corrected_by_keyboard_and_left_by_stepping_on(page: Page) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    open_position(page, GAME)
    page.get_by_role("button", name="Find the mistakes").press("Enter")
    page.locator(".mistake").last.press("Enter")
    trial = page.get_by_role("group", name="Find the better move")
    expect(trial).to_contain_text("Black played a3??.")
    # The board is in view on a narrow screen too.
    expect(page.locator(".table .picture")).to_be_in_viewport(ratio=1)
    KeyboardSeat(page).pick("a3")
    expect(trial.locator(".feedback")).to_have_text("a3 is the move that was played.")
    page.locator("body").press("Tab")
    page.get_by_role("button", name="Forward").press("Enter")
    expect(trial).to_be_hidden()
    expect(page.locator(".ply[aria-current]")).to_have_text("a3??")


def test_a_solitaire_is_reviewed_like_a_game(page: Page) -> None:
    open_position(page, "sight-reduction+solitaire:wbb/bbw/www:w?moves=a1")
    page.get_by_role("button", name="Find the mistakes").click()
    mistake = page.locator(".mistake")
    expect(mistake).to_contain_text("a1 makes it unsolvable.")
    mistake.click()
    page.get_by_role("button", name="Why not a1?").click()
    trial = page.get_by_role("group", name="Find the better move")
    expect(trial.locator(".feedback")).to_contain_text("After a1, ")
    Seat(page).pick("b1")
    expect(trial.locator(".feedback")).to_contain_text("Yes: b1 keeps it solvable")
