"""Knight's tours are solved by mouse and by keyboard, and every step is judged exactly."""

import pytest
from board_seat import KeyboardSeat, Seat
from playwright.sync_api import Browser, Page, expect
from service_tests import Server

TOUR = "/#/puzzles/minelayers/tour/any/7/5x5"
ASKED = {"game": "minelayers", "puzzle": "tour", "seed": 7, "size": "5x5", "wait": 10}


@pytest.fixture(scope="module")
def solution(server: Server) -> list[str]:
    found: list[str] = server.client.post("/api/puzzle", json=ASKED).json()["solution"]
    return found


def show(page: Page) -> None:
    page.goto(TOUR)
    expect(page.locator(".feedback")).to_have_text("The knight is on a1, 7. Next is 8.")


def test_a_tour_is_solved_and_judged_step_by_step(page: Page, solution: list[str]) -> None:
    show(page)
    mouse, keyboard = Seat(page), KeyboardSeat(page)
    said = page.locator(".feedback")
    expect(mouse.square("a1")).to_have_accessible_name("a1, given 7, the knight")
    right = solution[7]
    wrong = ({"b3", "c2"} - {right}).pop()
    mouse.pick(wrong)
    expect(said).to_contain_text(f"{wrong} is not 8 in the only tour that fits.")
    expect(mouse.square(wrong)).to_have_accessible_name(
        f"{wrong}, empty, not 8, a knight's move away"
    )
    expect(page.locator(".puzzles")).to_contain_text("0 solved, 0 with hints, 1 failed")
    mouse.pick("e5")
    expect(said).to_contain_text("e5 is not a knight's move from a1.")
    mouse.pick(right)
    expect(said).to_have_text(f"{right} is 8. The knight is on {right}, 8. Next is 9.")
    expect(mouse.square(right)).to_have_accessible_name(f"{right}, your 8, the knight")
    page.keyboard.press("Backspace")
    expect(mouse.square(right)).to_have_accessible_name(f"{right}, empty, a knight's move away")
    for square in solution[7:22]:
        keyboard.pick(square)
    expect(said).to_contain_text("The knight is on c3, 25. The path ends here")
    mouse.square(solution[0]).focus()
    page.keyboard.type("12")
    expect(mouse.square(solution[0])).to_have_accessible_name(f"{solution[0]}, empty, 12 typed")
    page.keyboard.press("Backspace")
    page.keyboard.press("Enter")
    expect(said).to_contain_text(f"{solution[0]} is 1.")
    page.get_by_label("Walk backwards").check()
    mouse.pick("a1")
    for square in solution[5:0:-1]:
        mouse.pick(square)
    expect(said).to_have_text(f"Solved! {solution[1]} is 2, and the tour is complete.")
    expect(page.get_by_role("button", name="Next puzzle")).to_be_visible()


def test_a_tour_opened_by_its_address_has_hints_and_a_solution(
    page: Page, browser: Browser, server: Server, solution: list[str]
) -> None:
    context = browser.new_context(base_url=server.url)
    other = context.new_page()
    show(other)
    said, hint = other.locator(".feedback"), other.get_by_role("button", name="Hint")
    for text in ("Look at", f"in column {solution[7][0]}, ", f"The move is 8 on {solution[7]}."):
        hint.click()
        expect(said).to_contain_text(
            f"Where does 8 go? {'' if text[0] in 'LT' else 'It is '}{text}"
        )
    other.get_by_role("button", name="Show the solution").click()
    names = other.locator(".cell").evaluate_all("all => all.map(one => one.ariaLabel)")
    shown = {name.split(",")[0]: int(name.split()[-1]) for name in names}
    assert sorted(shown, key=shown.__getitem__) == solution
    other.get_by_role("button", name="Start over").click()
    expect(other.locator(".badge")).to_have_count(4)
    context.close()


def test_a_tour_survives_a_change_of_view_and_steps_can_be_taken_back(
    page: Page, solution: list[str]
) -> None:
    show(page)
    seat = Seat(page)
    for square in solution[7:9]:
        seat.pick(square)
    page.get_by_role("link", name="Learn", exact=True).click()
    expect(page.locator("h1")).to_have_text("Learn")
    page.go_back()
    back = page.get_by_role("button", name="Take back")
    back.press("Enter")
    expect(back).to_be_focused()
    expect(seat.square(solution[7])).to_have_accessible_name(f"{solution[7]}, your 8, the knight")
