"""Every medium can show every part of a report, and says the same words."""

import re
from collections.abc import Callable
from fractions import Fraction
from html import unescape
from io import StringIO
from typing import get_args

import pytest
from rich.console import Console, Group

from cli.reports.document import (
    Article,
    Bar,
    Block,
    Column,
    Diagram,
    Facts,
    Gallery,
    Graph,
    Items,
    Pairs,
    Sentences,
    Share,
    SquareMap,
    Steps,
    Table,
    Tone,
    Verbatim,
    Words,
)
from cli.reports.markdown import to_markdown
from cli.reports.page import to_html
from cli.reports.terminal import drawn
from cli.terminal.signs import UNICODE
from positions.text import parse_position

POSITION = parse_position("nakatta:1b1/3/1w1:b")
BOARD = Diagram(POSITION, caption="w1")
PARTS: tuple[tuple[Block, list[str]], ...] = (
    (Facts(BOARD, "w2", ((Words("w3", Tone.GOOD, is_strong=True),), (Words("w4"),))), ["w3", "w4"]),
    (Sentences((Words("w1", Tone.OPEN), Words("w2"))), ["w1", "w2"]),
    (Gallery("w2", (BOARD, BOARD)), ["w2", "w1"]),
    (
        Table(
            "w1",
            (Column("w2", is_head=True), Column("w3", is_number=True)),
            ((Words("w4"), Words("w5", Tone.BAD)), (Words("w6"), Words("w7"))),
            ("w8", "w9"),
            (Share(0.5, 0.4, 0.6), Share(None, 0.0, 1.0)),
            stands_alone=True,
        ),
        [f"w{number}" for number in range(1, 10)],
    ),
    (Pairs("w1", (("w2", "w3"), ("", "w4"))), ["w1", "w2", "w3", "w4"]),
    (SquareMap("", POSITION.board, {0: Words("w1"), 8: Words("w2")}, ("w3",)), ["w1", "w2", "w3"]),
    (Steps("w1", (("w2", "w3"), ("w4", ""))), ["w1", "w2", "w3", "w4"]),
    (Items("w1", ("w2", "w3")), ["w1", "w2", "w3"]),
    (Verbatim("w1", "w2\n  w3"), ["w1", "w2", "w3"]),
    (Graph("w1", "w2", "w3", (Bar("w4", "w5", "w6", 1, Fraction(2)),)), ["w1", "w2", "w3", "w5"]),
)


def terminal(block: Block) -> str:
    console = Console(file=StringIO(), width=80)
    with console.capture() as capture:
        console.print(Group(*drawn([block], UNICODE, 80)))
    return capture.get()


def markdown(block: Block) -> str:
    return to_markdown([Article("", "", (Sentences(()), block), {})], None)


def page(block: Block) -> str:
    text = to_html([Article("", "", (Sentences(()), block), {})], None)
    return unescape(re.sub(r"<[^>]*>", " ", text.partition("<main>")[2]))


def test_all_kinds_of_parts_are_tested() -> None:
    assert {type(part) for part, _ in PARTS} == set(get_args(Block))


@pytest.mark.parametrize("show", [terminal, markdown, page])
@pytest.mark.parametrize(("part", "said"), PARTS, ids=lambda part: type(part).__name__)
def test_a_medium_shows_all_words_in_order(
    part: Block, said: list[str], show: Callable[[Block], str]
) -> None:
    found = re.findall(r"\bw\d\b", show(part))
    assert set(said) <= set(found)
    if not isinstance(part, Graph | SquareMap | Gallery):
        assert [word for word in found if word in said] == said
