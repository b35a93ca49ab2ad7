"""Solitaire: a solvable deal in one click, judged moves, and the way back after a mistake."""

import re

import pytest
from board_seat import KeyboardSeat, Seat
from playwright.sync_api import Page, expect
from service_tests import Server

DEAL, PIECES = "sight-reduction+solitaire:wbw/www/wbb/bbb:w", 12
LOST = "sight-reduction+solitaire:wbw/bwb/wbw:w"


def ask(server: Server, position: str) -> dict[str, object]:
    """Return the solution of a deal, or how few pieces can be left."""
    body = {"position": position, "par": True, "wait": 10}
    found: dict[str, object] = server.client.post("/api/solve", json=body).json()
    return found


def show(page: Page, position: str) -> None:
    page.goto(f"/#/solitaire/{position}")
    expect(page.locator(".solitaire .cell").first).to_be_visible()


def play_out(page: Page) -> None:
    """Make the first move that the board offers, until there is none."""
    pieces = page.locator(".facts .count")
    while page.locator(".cell.legal").count():
        before = pieces.inner_text()
        page.locator(".cell.legal").first.click()
        expect(pieces).not_to_have_text(before)


def spoiling(server: Server, position: str) -> tuple[list[str], str, int]:
    """Return moves that keep a deal solvable, one that then spoils it, and the par after it."""
    kept: list[str] = []
    for right in [*ask(server, position)["line"]]:
        body = {"position": position, "moves": kept}
        here = server.client.post("/api/board", json=body).json()
        for move in (one["move"] for one in here["moves"]):
            played = {"position": here["position"], "moves": [move]}
            after = server.client.post("/api/board", json=played).json()["position"]
            found = ask(server, after)
            if found["result"] == "unsolvable":
                return kept, move, int(str(found["par"]))
        kept.append(right)
    raise AssertionError("this deal cannot be spoiled")


def test_one_click_gives_a_solvable_deal_and_choices_are_remembered(
    page: Page, server: Server
) -> None:
    page.goto("/#/puzzles")
    page.get_by_role("region", name="Solitaire").get_by_role("link", name="New deal").click()
    standing = page.locator(".solitaire .goal")
    expect(standing).to_have_text("This deal can be solved.")
    expect(page.locator(".solitaire .cell")).to_have_count(32)
    board = page.get_by_role("group", name="Board", exact=True)
    board.get_by_role("button", name="3×4").click()
    expect(page.locator(".solitaire .cell")).to_have_count(12)
    page.get_by_role("group", name="Variants").get_by_role(
        "button", name="harder", exact=True
    ).click()
    expect(page).to_have_url(re.compile(r"\+solitaire\+harder:"))
    expect(standing).to_have_text("This deal can be solved.")
    seen = set()
    for _ in range(3):
        position = page.url.partition("#/solitaire/")[2]
        assert ask(server, position)["result"] == "solvable"
        seen.add(position)
        page.get_by_role("button", name="New deal").click()
        expect(page).not_to_have_url(re.compile(re.escape(position)))
    assert len(seen) == 3
    page.goto("about:blank")
    page.goto("/#/solitaire")
    expect(page.locator(".solitaire .cell")).to_have_count(12)
    expect(page).to_have_url(re.compile(r"\+solitaire\+harder:"))


@pytest.mark.parametrize("sitting", [Seat, KeyboardSeat])
def test_a_deal_is_solved(page: Page, server: Server, sitting: type[Seat]) -> None:
    line = ask(server, DEAL)["line"]
    assert isinstance(line, list)
    show(page, DEAL)
    seat = sitting(page)
    pieces = PIECES
    for move in line:
        seat.pick(move)
        pieces -= 1
        expect(page.locator(".facts")).to_contain_text(f"{pieces} pieces")
    said = page.locator(".feedback")
    expect(said).to_contain_text(re.compile(r"Solved in \d+:\d\d: 2 pieces are left."))
    expect(page.locator(".solitaire")).to_contain_text("Solved 1 of 1 deals like this. Best time:")
    expect(page.locator(".cell.legal")).to_have_count(0)


def test_after_a_mistake_the_par_is_shown_and_a_button_leads_back(
    page: Page, server: Server
) -> None:
    kept, wrong, par = spoiling(server, DEAL)
    show(page, DEAL)
    seat = Seat(page)
    for move in [*kept, wrong]:
        seat.pick(move)
        expect(seat.square(move)).to_have_accessible_name(f"{move}, empty")
    said = page.locator(".feedback")
    expect(said).to_have_text(
        f"{wrong} was a mistake: now it cannot be solved any more."
        f" At best {par} pieces will be left."
    )
    # The board itself has no signs.
    expect(page.locator(".solitaire .badge")).to_have_count(0)
    play_out(page)
    expect(said).to_contain_text(f"Move {len(kept) + 1}, {wrong}, was the mistake")
    expect(said).to_contain_text("No move is left, but")
    page.keyboard.press("m")
    expect(said).to_have_text(f"Play move {len(kept) + 1} again: {wrong} was the mistake.")
    expect(seat.square(wrong)).to_have_class(re.compile("legal"))
    expect(page.locator(".facts")).to_contain_text(f"{PIECES - len(kept)} pieces")
    # Moves that were taken back can be made again.
    page.get_by_role("button", name="Forward").click()
    expect(said).to_contain_text(f"{wrong} was a mistake")


def test_a_deal_can_be_judged_only_at_the_end(page: Page, server: Server) -> None:
    kept, wrong, par = spoiling(server, DEAL)
    show(page, DEAL)
    page.get_by_role("button", name="At the end").click()
    said = page.locator(".feedback")
    seat = Seat(page)
    for move in [*kept, wrong]:
        seat.pick(move)
        expect(seat.square(move)).to_have_accessible_name(f"{move}, empty")
    page.wait_for_timeout(500)
    expect(said).to_be_empty()
    # A judgement is given on request.
    page.get_by_role("button", name="Is it still solvable?").click()
    expect(said).to_contain_text(f"{wrong} was a mistake")
    expect(said).to_contain_text(f"At best {par} pieces")
    page.get_by_role("button", name="Take back").click()
    expect(said).to_be_empty()
    page.get_by_role("button", name="Is it still solvable?").click()
    expect(said).to_have_text("So far so good: it can still be solved.")
    page.get_by_role("button", name="Forward").click()
    play_out(page)
    expect(said).to_contain_text(f"Move {len(kept) + 1}, {wrong}, was the mistake")
    expect(page.get_by_role("button", name="Back to the mistake")).to_be_visible()


def test_an_unsolvable_deal_is_reported_and_another_offered(page: Page, server: Server) -> None:
    found = ask(server, LOST)
    assert found["result"] == "unsolvable"
    show(page, LOST)
    expect(page.locator(".solitaire .goal")).to_have_text(
        f"This deal cannot be solved: at best {found['par']} pieces are left."
    )
    page.get_by_role("button", name="Another deal").click()
    expect(page.locator(".solitaire .goal")).to_have_text("This deal can be solved.")


def test_hints_become_more_exact_and_the_solution_is_played(page: Page, server: Server) -> None:
    line = ask(server, DEAL)["line"]
    assert isinstance(line, list)
    show(page, DEAL)
    said = page.locator(".feedback")
    for text in ("Look at the squares", f"in column {line[0][0]}, ", f"The move is {line[0]}."):
        page.keyboard.press("h")
        expect(said).to_contain_text(text)
    page.get_by_role("button", name="Show the solution").click()
    for number, move in enumerate(line, start=1):
        page.get_by_role("button", name="Forward a move").click()
        expect(said).to_contain_text(f"Move {number} of {len(line)}: {move} is removed.")
    page.get_by_role("button", name="Back to the game").click()
    expect(page.locator(".facts")).to_contain_text("12 pieces")


def test_a_deal_continues_after_a_reload(page: Page, server: Server) -> None:
    line = ask(server, DEAL)["line"]
    assert isinstance(line, list)
    show(page, DEAL)
    seat = Seat(page)
    for pieces, move in zip((11, 10), line, strict=False):
        seat.pick(move)
        expect(page.locator(".facts")).to_contain_text(f"{pieces} pieces")
    page.reload()
    expect(page.locator(".facts")).to_contain_text("10 pieces")
    page.get_by_role("button", name="Take back").click()
    expect(page.locator(".facts")).to_contain_text("11 pieces")


@pytest.mark.parametrize(
    ("text", "fault"),
    [("nakatta:start:3x3", "for two players"), ("sight-reduction+solitaire:xx:w", "found 'x'")],
)
def test_an_address_without_a_deal_is_reported(page: Page, text: str, fault: str) -> None:
    page.goto(f"/#/solitaire/{text}")
    expect(page.locator(".solitaire .trouble")).to_contain_text(fault)
    page.get_by_role("button", name="New deal").click()
    expect(page.locator(".solitaire .goal")).to_have_text("This deal can be solved.")
    expect(page.locator(".solitaire .trouble")).to_be_empty()


def test_an_analysed_deal_that_is_lost_is_reported_once(page: Page, server: Server) -> None:
    kept, wrong, par = spoiling(server, DEAL)
    page.goto(f"/#/play/{DEAL}")
    page.locator(".controls input[role=switch]").check()
    seat = Seat(page)
    badges = page.locator(".play .cell .badge")
    for number, move in enumerate([*kept, wrong], start=1):
        expect(badges.first).to_be_visible()
        seat.pick(move)
        expect(page.locator(".ply")).to_have_count(number)
    lost = page.locator(".lost")
    expect(lost).to_contain_text(f"Move {len(kept) + 1}, {wrong}, was the mistake")
    expect(lost).to_contain_text(f"At best {par} pieces will be left.")
    expect(badges).to_have_count(0)
    lost.get_by_role("button", name="Back to the mistake").press("Enter")
    expect(lost).to_be_hidden()
    expect(page.locator(f'[data-square="{wrong}"] .badge')).to_have_class(re.compile("unsolvable"))
