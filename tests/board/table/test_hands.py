"""The hand on the board: dragging pieces, the wheel, and boards on the narrowest screens."""

import pytest
from board_seat import open_position
from playwright.sync_api import Locator, Page, expect


def middle(square: Locator) -> tuple[float, float]:
    """Return the middle of a square."""
    box = square.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def drag(page: Page, from_: str, to: str) -> None:
    """Drag what is on a square to another one, with a look at its ghost on the way."""
    start, end = (middle(page.locator(f'[data-square="{name}"]')) for name in (from_, to))
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move(*end, steps=5)
    expect(page.locator("svg.dragged")).to_have_count(1)
    page.mouse.up()
    expect(page.locator("svg.dragged")).to_have_count(0)


def test_a_piece_is_dragged_to_where_it_moves(page: Page) -> None:
    open_position(page, "manhattan:r3/1r1b/4/b2r:b")
    move = page.locator(".moves .name").filter(has_text="-").first.inner_text()
    from_, to = move.split("-")
    # Dropped where it came from, it stays, and nothing is chosen.
    x, y = middle(page.locator(f'[data-square="{from_}"]'))
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 40, y, steps=3)
    expect(page.locator(f'[data-square="{to}"]')).to_have_class(r"cell legal")
    page.mouse.move(x, y, steps=3)
    page.mouse.up()
    expect(page.locator(".cell.chosen")).to_have_count(0)
    drag(page, from_, to)
    expect(page.locator(".status")).to_contain_text(f"plays {move}.")
    # A click still counts after a drag.
    expect(page.locator(".ply")).to_have_count(1)
    page.locator(".ply").click()
    expect(page.locator(".ply[aria-current]")).to_have_count(1)


def test_the_wheel_over_the_board_steps_through_a_game(page: Page) -> None:
    page.goto("/#/play/nakatta:start:5x5?moves=c3,b2,d2")
    status = page.locator(".status")
    expect(status).to_contain_text("Black plays d2.")
    page.locator(".table .cell").first.hover()
    page.mouse.wheel(0, -100)
    expect(status).to_contain_text("White plays b2.")
    page.mouse.wheel(0, 100)
    expect(status).to_contain_text("Black plays d2.")


@pytest.mark.parametrize("position", ["nakatta:start:9x9", "manhattan:start:8x8"])
def test_a_large_board_is_whole_on_the_narrowest_screen(fresh: Page, position: str) -> None:
    fresh.set_viewport_size({"width": 320, "height": 640})
    open_position(fresh, position)
    expect(fresh.locator(".cell .badge").first).to_be_visible()
    for width in fresh.locator(".grid, main").evaluate_all(
        "all => all.map(o => [o.scrollWidth, o.clientWidth])"
    ):
        assert width[0] <= width[1]


def test_dots_mark_legal_squares_only_where_they_say_something(page: Page) -> None:
    dot = "o => getComputedStyle(o, '::after').content"
    for position, content in (("nakatta:start:9x9", "none"), ("nakatta:start:4x4", '""')):
        open_position(page, position)
        assert page.locator(".cell.legal").first.evaluate(dot) == content


def test_the_key_f_turns_the_board_round(page: Page) -> None:
    open_position(page, "manhattan:r3/1r1b/4/b2r:b")
    corners = [page.locator(f'[data-square="{name}"]') for name in ("a1", "d4")]
    before = [middle(corner) for corner in corners]
    page.keyboard.press("f")
    after = [middle(corner) for corner in corners]
    for one, other in zip(before, reversed(after), strict=True):
        assert one == pytest.approx(other, abs=1)
    # The player who sat below sits above, and the arrow keys go where they point.
    red, blue = (page.get_by_role("combobox", name=name).bounding_box() for name in ("Red", "Blue"))
    assert red is not None
    assert blue is not None
    assert red["y"] < blue["y"]
    page.locator('[data-square="d4"]').focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator('[data-square="c4"]')).to_be_focused()
    page.keyboard.press("Escape")
    move = page.locator(".moves .name").filter(has_text="-").first.inner_text()
    drag(page, *move.split("-"))
    expect(page.locator(".status")).to_contain_text(f"plays {move}.")


def test_the_text_of_a_position_is_copied(page: Page) -> None:
    open_position(page, "nakatta:3/1b1/3:w")
    page.get_by_text("Share and record").click()
    page.get_by_role("button", name="Copy position as text").click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()") == "nakatta:3/1b1/3:w"
