"""A sixth game only needs a file with its rules: then every command supports it.

The game is the example Kayles, on a row of pins: knock down one pin or two neighbours, or lose.
"""

import json
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from running import ROOT, run

from positions.deals import deals
from positions.rules_file import drop, load_rules
from positions.text import parse_position
from service.api.board import board_record
from service.api.puzzles import PuzzleRequest, catalogue
from service.api.requests import DealRequest
from service.moves_limit import MovesLimit
from service.settings import Settings
from solver.engines.oracle_cache import OracleCache

# Grundy values of rows of 0 to 4 pins (Berlekamp, Conway and Guy, Winning Ways, chapter 4).
GRUNDY = (0, 1, 2, 3, 1)


KAYLES = ROOT / "examples" / "kayles.py"
START = "kayles:ooooooo:l"
# Modules that list the games known when they were imported.
LISTING = ("cli.common.options", "cli.deal", "cli.generate")


@pytest.fixture(autouse=True)
def sixth_game(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    game = load_rules(KAYLES)
    for module in [name for name in sys.modules if name.startswith(LISTING)]:
        monkeypatch.delitem(sys.modules, module)
    yield
    drop(game)


def answer(*arguments: str) -> dict[str, object]:
    result = run(*arguments, "--json")
    assert result.exit_code == 0, result.stderr
    found: dict[str, object] = json.loads(result.stdout.splitlines()[-1])
    return found


def test_the_game_is_listed_and_its_positions_read_back() -> None:
    assert answer("games")["title"] == "Kayles"
    assert run("show", "--format", "line", "kayles:start").stdout == START + "\n"
    diagram = run("show", "--format", "diagram", START).stdout
    assert run("show", "--format", "line", "-", given=diagram).stdout == START + "\n"
    assert "Kayles" in run("show", START).stdout
    assert run("show", "--format", "svg", START).stdout.count("<title>a1: pin</title>") == 1
    assert answer("show", START)["board"] == ["ooooooo"]


def test_moves_deals_and_counts() -> None:
    assert answer("moves", START, "--play", "C1+D1")["position"] == "kayles:oo2ooo:r"
    assert run("moves", START, "--play", "c1+e1").exit_code == 2
    deals = run("deal", "--game", "kayles", "--plies", "2", "--count", "5", "--seed", "1").stdout
    assert len(deals.splitlines()) == 5
    assert answer("perft", START, "--depth", "1")["count"] == 13


def test_the_board_in_the_browser_shows_the_game() -> None:
    board = board_record(parse_position(START), ["c1+d1"], MovesLimit())
    squares = board["squares"]
    assert isinstance(squares, list)
    assert squares[0] == {"name": "a1", "symbol": "o", "piece": "pin"}
    assert str(board["svg"]).count("<title>") == 6
    moves = board["moves"]
    assert isinstance(moves, list)
    assert [move["squares"] for move in moves][-1] == ["f1", "g1"]


def test_the_service_supports_the_game() -> None:
    (dealt,) = deals(DealRequest(game="kayles", plies=2).order(), 1, 1)
    assert dealt.game == "kayles"
    offered = [kind for kind in catalogue()["kinds"] if kind["game"] == "kayles"]
    assert [kind["puzzle"] for kind in offered] == ["only-move", "win-in"]
    task = PuzzleRequest(game="kayles", seed=1).task(Settings())
    record, _ = task.run(OracleCache(100), lambda progress: None)
    assert record["puzzle"] == "only-move"


@pytest.mark.parametrize("pins", range(1, 8))
def test_the_game_is_solved(pins: int) -> None:
    start = f"kayles:start:{pins}x1"
    found = answer("solve", start, "--engine", "brute")
    assert found["status"] == "proved"
    # Every row of pins is a win for the first player: play symmetrically from the middle.
    assert found["winner"] == "left"
    assert answer("solve", start)["distance"] == found["distance"]


@pytest.mark.parametrize("left", range(1, 5))
@pytest.mark.parametrize("right", range(1, 5))
def test_sums_of_rows_agree_with_their_grundy_values(left: int, right: int) -> None:
    found = answer("analyse", f"kayles:{'o' * left}1{'o' * right}:l")
    wins = GRUNDY[left] != GRUNDY[right]
    assert found["result"] == ("win" if wins else "loss")
    assert found["outcome_class"] == ("N" if wins else "P")


def test_reports_are_drawn() -> None:
    for command in (["solve"], ["analyse"], ["openings"], ["moves"]):
        result = run(*command, START)
        assert result.exit_code == 0, result.stderr
        assert "Left" in result.stdout
    openings = answer("openings", START)["openings"]
    assert isinstance(openings, list)
    assert len(openings) == 13


@pytest.mark.parametrize("kind", ["only-move", "win-in"])
def test_puzzles_are_made_and_verified(kind: str, tmp_path: Path) -> None:
    made = tmp_path / "puzzles.jsonl"
    order = ["--game", "kayles", "--puzzle", kind, "--size", "9x1", "--seed", "3", "--count", "3"]
    result = run("generate", *order, "--workers", "1", "-o", str(made))
    assert result.exit_code == 0, result.stderr
    puzzles = [json.loads(line) for line in made.read_text().splitlines()]
    assert [(puzzle["game"], puzzle["puzzle"]) for puzzle in puzzles] == [("kayles", kind)] * 3
    checked = run("verify", str(made))
    assert checked.exit_code == 0, checked.stdout
    changed = puzzles[0] | {"solution": ["a1"]}
    assert run("verify", "-", given=json.dumps(changed)).exit_code == 1


def test_questions_that_need_a_kernel_are_refused() -> None:
    result = run("solve", START, "--engine", "retrograde")
    assert result.exit_code == 2
    assert "Kayles" in result.stderr
