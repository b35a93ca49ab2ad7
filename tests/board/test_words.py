"""The words of the page and of what the service sends to it: those of a person who plays."""

import json
import re
from collections.abc import Iterator

import pytest
from running import ROOT

from positions.games import GAMES
from solver.opponent import OPPONENT
from solver.puzzles.kinds import KINDS

STRINGS = ROOT / "service" / "static" / "js" / "strings" / "en.js"
# What only a person who programs or reads the source would say.
FOREIGN = [
    r"\bplayouts?\b",
    r"\bproofplay serve\b",
    r"games in its head",
    r"of its time",
    r"[A-Z]{3,}:[A-Z]{3,}",
    r"within a second",
    r"\bThe game is over\b",
    r"\bin N plies\b",
    r"-file\b",
    r"Every value on this page is proved",
    r"Step through (it|them)",
    r"for study",
    r"hard corners, no naked",
    r"near ties",
    r"almost chance",
    r"^Not settled|^Not solved\.|Estimated:",
    r"^Not \{",
]


def texts() -> Iterator[str]:
    """Yield all texts of the page, and the sentences that the service adds to them."""
    source = STRINGS.read_text(encoding="utf-8")
    for text in re.findall(r'"(?:[^"\\]|\\.)*"', source.partition("export const texts")[2]):
        yield json.loads(text)
    yield from (level.sentence for level in OPPONENT.levels)
    yield from (kind.summary for kind in KINDS.values())
    for game in GAMES.values():
        yield from (game.summary, game.moving, game.winning, game.solving)


@pytest.mark.parametrize("foreign", FOREIGN)
def test_no_text_is_foreign_to_a_person_who_plays(foreign: str) -> None:
    assert [text for text in texts() if re.search(foreign, text)] == []


@pytest.mark.parametrize("name", GAMES)
def test_every_game_says_how_to_move_and_how_to_win(name: str) -> None:
    game = GAMES[name]
    for sentence in (game.moving, game.winning):
        assert re.fullmatch(r"[A-Z].+\.", sentence)
    assert bool(game.solving) == (game.solitaire is not None)
    assert list(game.boards) == sorted(game.boards)
    assert game.size in game.boards
