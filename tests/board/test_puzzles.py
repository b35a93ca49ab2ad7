"""Tries are judged at once and exactly, and an address or a date always gives the same puzzle."""

import json
import re

import pytest
from board_seat import KeyboardSeat, Seat
from playwright.sync_api import Page, expect
from service_tests import Server


def puzzle(server: Server, game: str, kind: str, seed: int) -> dict[str, object]:
    body = {"game": game, "puzzle": kind, "seed": seed, "wait": 10}
    found: dict[str, object] = server.client.post("/api/puzzle", json=body).json()
    return found


def show(page: Page, game: str, kind: str, seed: int) -> None:
    page.goto(f"/#/puzzles/{game}/{kind}/any/{seed}")
    expect(page.locator(".puzzles .cell").first).to_be_visible()


def test_a_wrong_try_is_reported_and_a_right_one_made(page: Page, server: Server) -> None:
    made = puzzle(server, "nakatta", "only-move", 5)
    show(page, "nakatta", "only-move", 5)
    (right,) = made["solution"]
    wrong = page.locator(f'.cell.legal:not([data-square="{right}"])').first
    name = wrong.get_attribute("data-square")
    wrong.click()
    expect(page.locator(".feedback")).to_contain_text(f"{name} loses")
    Seat(page).pick(right)
    expect(page.locator(".feedback")).to_have_text(f"Solved! {right} is right.")
    expect(page.locator(".results")).to_contain_text("0 solved, 0 with hints, 1 failed")


def test_a_line_is_played_against_the_best_replies(page: Page, server: Server) -> None:
    made = puzzle(server, "nakatta", "win-in", 5)
    show(page, "nakatta", "win-in", 5)
    seat = Seat(page)
    first, _, last = made["solution"]
    seat.pick(first)
    expect(page.locator(".feedback")).to_contain_text("Keep going.")
    hint, said = page.get_by_role("button", name="Hint"), page.locator(".feedback")
    pointed: list[set[str]] = []
    for text in ("Look at the squares ", f"in column {last[0]}, ", f"The move is {last}."):
        hint.click()
        expect(said).to_contain_text(text)
        names = page.locator(".cell.hinted").evaluate_all(
            "all => all.map(one => one.dataset.square)"
        )
        pointed.append(set(names))
    region, file, move = pointed
    assert region > file > move == {last}
    seat.pick(last)
    expect(page.locator(".feedback")).to_contain_text("White has won.")
    expect(page.locator(".results")).to_contain_text("0 solved, 1 with hints, 0 failed")
    expect(page.locator(".results")).to_contain_text("Rating: none yet")


def test_the_puzzle_of_a_day_has_the_date_as_its_seed(page: Page) -> None:
    page.clock.set_fixed_time("2026-03-14T12:00:00Z")
    page.goto("/#/puzzles")
    page.get_by_role("link", name="Puzzle of the day").click()
    expect(page.locator(".puzzles .cell").first).to_be_visible()
    assert page.url.endswith("/20260314")
    goal = page.locator(".goal").inner_text()
    page.goto("about:blank")
    page.goto("/#/puzzles/today")
    expect(page.locator(".goal")).to_have_text(goal)
    page.go_back()


def pills(page: Page, name: str) -> list[str]:
    """Return the choices of a group of buttons; an empty list if there is no such group."""
    return page.get_by_role("group", name=name, exact=True).get_by_role("button").all_inner_texts()


def press(page: Page, group: str, name: str) -> None:
    pill = page.get_by_role("group", name=group, exact=True).get_by_role(
        "button", name=name, exact=True
    )
    pill.click()
    expect(pill).to_have_attribute("aria-pressed", "true")


def test_the_cards_and_buttons_offer_exactly_what_exists(page: Page, server: Server) -> None:
    kinds = server.client.get("/api/puzzles").json()["kinds"]
    page.goto("/#/puzzles/minelayers")
    links = page.locator(".puzzle-card .kind .button")
    expect(links.first).to_be_visible()
    offered = links.evaluate_all("all => all.map(one => [one.hash, one.dataset.grade])")
    wanted = [
        f"#/puzzles/{kind['game']}/{kind['puzzle']}/{grade}/"
        for kind in kinds
        for grade in ("any", *kind["offers"][0]["grades"])
    ]
    assert sorted(address.rpartition("/")[0] + "/" for address, _ in offered) == sorted(wanted)
    survive = next(kind for kind in kinds if kind["puzzle"] == "survive")
    by_size = {offer["size"]: offer["grades"] for offer in survive["offers"]}
    page.locator('[data-puzzle="survive"][data-grade="any"]').click()
    expect(page.locator(".puzzles .cell").first).to_be_visible()
    sizes = [size.replace("x", "×") if size else "To suit the grade" for size in by_size]
    assert pills(page, "Board") == sizes
    assert pills(page, "Grade") == ["Any", *map(str.capitalize, by_size[None])]
    assert pills(page, "Variants") == []
    # A choice for which there is no puzzle any more is replaced by one that exists.
    press(page, "Grade", "Tricky")
    expect(page).to_have_url(re.compile(r"/survive/tricky/\d+$"))
    press(page, "Board", "5×5")
    expect(page).to_have_url(re.compile(r"/survive/any/\d+/5x5$"))
    assert pills(page, "Grade") == ["Any", *map(str.capitalize, by_size["5x5"])]
    page.get_by_role("link", name="All puzzles").click()
    page.locator('[data-puzzle="swap-or-not"][data-grade="any"]').click()
    expect(page.locator(".goal")).to_contain_text("change seats")
    assert pills(page, "Grade") == []
    page.get_by_role("link", name="All puzzles").click()
    page.locator('[data-puzzle="solitaire"][data-grade="steady"]').click()
    press(page, "Variants", "pairs")
    expect(page).to_have_url(re.compile(r"/sight-reduction\+pairs/solitaire/steady/\d+$"))
    expect(page.locator(".title")).to_contain_text("pairs")
    expect(page.locator(".puzzle-board .trouble")).to_be_empty()


def test_the_previous_puzzle_is_locked_while_another_is_made(page: Page) -> None:
    show(page, "nakatta", "only-move", 5)
    before = page.locator(".cell.legal").count()
    # Without an answer, the puzzle is being made until that is stopped.
    page.route("**/api/puzzle", lambda route: None)
    press(page, "Grade", "Tricky")
    expect(page.locator(".cell.legal")).to_have_count(0)
    page.get_by_role("button", name="Stop").click()
    expect(page.locator(".cell.legal")).to_have_count(before)
    expect(page).to_have_url(re.compile("/only-move/any/5$"))


def test_the_refutation_of_a_move_is_played_on_the_board(page: Page) -> None:
    show(page, "nakatta", "only-move", 5)
    board = page.locator(".puzzles .cell").evaluate_all("all => all.map(one => one.ariaLabel)")
    wrong = page.locator(".cell.legal").last
    name = wrong.get_attribute("data-square")
    wrong.click()
    said = page.locator(".feedback")
    # The feedback names the refutation; the explanation shows the moves.
    expect(said).to_contain_text(re.compile(f"{name} loses.* After {name}, "))
    page.keyboard.press("e")
    expect(said).to_contain_text(re.compile(f"After {name}, (Black|White) answers"))
    expect(page.locator(f'[data-square="{name}"]')).to_have_class(re.compile("taken"))
    on = page.get_by_role("button", name="Forward a move")
    expect(on).to_be_focused()
    while on.is_enabled():
        before = said.inner_text()
        on.press("Enter")
        expect(said).not_to_have_text(before)
    expect(said).to_contain_text("has won.")
    page.get_by_role("button", name="Back a move").press("Enter")
    expect(on).to_be_enabled()
    page.get_by_role("button", name="Back to the puzzle").click()
    after = page.locator(".puzzles .cell").evaluate_all("all => all.map(one => one.ariaLabel)")
    assert after == board


def test_the_solution_is_played_on_the_board_and_counts_as_failed(
    page: Page, server: Server
) -> None:
    made = puzzle(server, "nakatta", "win-in", 5)
    show(page, "nakatta", "win-in", 5)
    page.get_by_role("button", name="Show the solution").click()
    said = page.locator(".feedback")
    expect(said).to_contain_text(" ".join(made["solution"]))
    on = page.get_by_role("button", name="Forward a move")
    for number, move in enumerate(made["solution"], start=1):
        on.click()
        expect(said).to_contain_text(f"Move {number} of 3: ")
        expect(said).to_contain_text(f"plays {move}.")
    expect(on).to_be_disabled()
    expect(page.locator(".results")).to_contain_text("0 solved, 0 with hints, 1 failed")


def test_a_set_ends_with_a_summary_and_the_next_puzzle_is_made_ahead(
    page: Page, server: Server
) -> None:
    show(page, "nakatta", "only-move", 5)
    asked: list[dict[str, object]] = []
    page.on(
        "request",
        lambda request: (
            asked.append(request.post_data_json) if request.url.endswith("/api/puzzle") else None
        ),
    )
    page.get_by_role("button", name="5 puzzles").first.click()
    expect(page.locator(".set")).to_contain_text("Puzzle 1 of 5")
    said = page.locator(".feedback")
    for number in range(1, 6):
        expect(page.locator(".set")).to_contain_text(f"Puzzle {number} of 5")
        seed = int(page.url.rpartition("/")[2])
        # The next puzzle has already been requested, and none twice.
        (right,) = puzzle(server, "nakatta", "only-move", seed)["solution"]
        if number == 2:
            page.locator(f'.cell.legal:not([data-square="{right}"])').first.click()
            expect(said).to_contain_text("Try another move.")
        elif number == 3:
            page.keyboard.press("n")
            continue
        elif number == 5:
            # After a reload the set continues, with all results.
            assert len({one["seed"] for one in asked}) == len(asked) == 5
            page.reload()
            expect(page.locator(".cell.legal").first).to_be_visible()
            expect(page.locator(".set .dot.solved")).to_have_count(2)
            expect(page.locator(".set .dot.failed")).to_have_count(2)
        Seat(page).pick(right)
        expect(said).to_contain_text("Solved!")
        page.get_by_role("button", name="Next puzzle").click()
    end = page.get_by_role("region", name="The set is done")
    expect(end).to_be_focused()
    expect(end).to_contain_text("3 of 5 solved")
    results = end.locator("tbody tr td:nth-child(2)").all_inner_texts()
    assert [result.split()[-1] for result in results] == [
        "solved",
        "failed",
        "failed",
        "solved",
        "solved",
    ]
    expect(end).to_contain_text(re.compile(r"Rating: 1500 → \d+ \([+−]\d+\)"))
    page.get_by_role("link", name="All puzzles").click()
    results = page.locator(".results")
    expect(results).to_contain_text("3 solved, 0 with hints, 2 failed")
    expect(results).to_contain_text("Streak: 2 puzzles, longest: 2")
    keep_and_load(page)


def keep_and_load(page: Page) -> None:
    """Save the results, delete them, and load them again."""
    results = page.locator(".results")
    results.get_by_text("What the rating means").click()
    expect(results).to_contain_text("a gentle puzzle counts as 1,200")
    with page.expect_download() as download:
        results.get_by_role("button", name="Save to a file").click()
    path = download.value.path()
    assert len(json.loads(path.read_text())["puzzles"]) == 5
    page.once("dialog", lambda dialog: dialog.accept())
    results.get_by_role("button", name="Forget all results").click()
    expect(results).to_contain_text("0 solved, 0 with hints, 0 failed")
    page.locator(".results input[type=file]").set_input_files(path)
    expect(results).to_contain_text("5 puzzles added to your results.")
    expect(results).to_contain_text("3 solved, 0 with hints, 2 failed")
    page.locator(".results input[type=file]").set_input_files(
        {"name": "x.json", "mimeType": "application/json", "buffer": b"{}"}
    )
    expect(results).to_contain_text("That is not a file of puzzle results")
    page.reload()
    expect(results).to_contain_text("3 solved, 0 with hints, 2 failed")


def test_a_mix_has_several_games_at_the_users_level(page: Page) -> None:
    page.goto("/#/puzzles")
    mix = page.get_by_role("region", name="A mix at your level")
    expect(mix).to_contain_text("steady")
    mix.get_by_role("button", name="20 puzzles").click()
    expect(page.locator(".set .dot")).to_have_count(20)
    expect(page.locator(".puzzles .cell").first).to_be_visible()
    page.go_back()
    expect(mix).to_be_visible()


def test_a_puzzle_is_printed_on_one_page_without_buttons(page: Page) -> None:
    for kind in ("only-move", "solitaire"):
        show(page, "sight-reduction", kind, 5)
        expect(page.get_by_role("button", name="Print")).to_be_visible()
        page.emulate_media(media="print")
        for button in page.get_by_role("button").all():
            classes = button.get_attribute("class") or ""
            assert "cell" in classes or not button.is_visible()
        expect(page.locator(".goal")).to_be_visible()
        assert len(re.findall(rb"/Type\s*/Page\b", page.pdf(format="A4"))) == 1
        page.emulate_media(media="screen")


def test_making_a_puzzle_shows_progress_and_can_be_stopped(page: Page) -> None:
    show(page, "nakatta", "only-move", 5)
    goal = page.locator(".goal").inner_text()
    here = page.url
    job = {"job": "x", "state": "running", "share": 0.4, "nodes": 0, "result": None}
    events = f"retry: 60000\nevent: progress\ndata: {json.dumps(job)}\n\n"
    stream = {"content_type": "text/event-stream", "body": events}
    page.route("**/api/puzzle", lambda route: route.fulfill(status=202, json=job))
    page.route("**/api/jobs/x/events", lambda route: route.fulfill(**stream))
    page.route("**/api/jobs/x", lambda route: route.fulfill(json=job))
    # The next puzzle of this grade already exists, so another grade is chosen.
    page.get_by_role("button", name="Gentle").click()
    expect(page.locator(".puzzles .work")).to_contain_text("Making a puzzle, 40 % …")
    page.get_by_role("button", name="Stop: Making a puzzle").click()
    expect(page.locator(".feedback")).to_have_text("Stopped: no puzzle was made.")
    expect(page.locator(".puzzles .work")).to_be_hidden()
    # The previous puzzle continues.
    expect(page.locator(".goal")).to_have_text(goal)
    expect(page).to_have_url(here)


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("chess/mate/any/7", "There are no puzzles of 'chess': sight-reduction, manhattan, "),
        (
            "nakatta/x/any/7",
            "There are no such puzzles of Nakatta. There are these: find the only move",
        ),
        ("nakatta/win-in", "There is no puzzle 'nakatta/win-in': an address ends with GAME/"),
        ("nakatta/win-in/mild/7", "found 'mild', expected 'gentle', 'steady', "),
    ],
)
def test_an_address_without_a_puzzle_is_reported_in_one_sentence(
    page: Page, text: str, fault: str
) -> None:
    page.goto(f"/#/puzzles/{text}")
    expect(page.locator(".puzzle-board .trouble")).to_contain_text(fault)
    expect(page.locator(".puzzles .work")).to_be_hidden()
    expect(page.locator(".puzzles .cell")).to_have_count(0)
    # Another puzzle can be chosen from there.
    page.get_by_role("link", name="All puzzles").click()
    page.locator('[data-game="marvin"] .button').first.click()
    expect(page.locator(".puzzles .cell").first).to_be_visible()
    expect(page.locator(".puzzle-board .trouble")).to_be_empty()


def test_nothing_of_another_puzzle_stays_under_a_message(page: Page) -> None:
    page.goto("/#/puzzles/nakatta/only-move/any/5")
    expect(page.locator(".puzzles .cell").first).to_be_visible()
    page.goto("/#/puzzles/nakatta/swap/any/3")
    expect(page.locator(".puzzle-board .trouble")).to_contain_text("There are no such puzzles")
    expect(page.locator(".puzzles .cell")).to_have_count(0)
    expect(page.get_by_role("button", name="Hint")).to_have_count(0)
    expect(page.locator(".puzzles h1")).to_have_text("Puzzles")
    expect(page.locator(".goal")).to_be_empty()
    page.goto("/#/puzzles/nakatta/only-move/any/5")
    expect(page.locator(".puzzles .cell").first).to_be_visible()


def test_puzzles_can_be_chosen_and_solved_by_keyboard_alone(page: Page, server: Server) -> None:
    page.goto("/#/puzzles/nakatta")
    link = page.get_by_role("link", name="Find the only move that wins: Gentle").nth(3)
    link.focus()
    page.keyboard.press("Enter")
    expect(page.locator(".puzzles .cell").first).to_be_visible()
    address = page.url.partition("#/puzzles/")[2]
    game, kind, grade, seed = address.split("/")
    body = {"game": game, "puzzle": kind, "grade": grade, "seed": int(seed), "wait": 10}
    (right,) = server.client.post("/api/puzzle", json=body).json()["solution"]
    page.keyboard.press("h")
    expect(page.locator(".feedback")).to_contain_text("Look at the squares")
    KeyboardSeat(page).pick(right)
    expect(page.locator(".feedback")).to_contain_text("Solved!")
    page.keyboard.press("n")
    expect(page).not_to_have_url(re.compile(seed))
    expect(page.locator(".feedback")).to_be_empty()
