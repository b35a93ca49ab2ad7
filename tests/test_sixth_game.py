"""A sixth game only needs rules and a descriptor, an entry each: then every command supports it.

The game is Kayles on a row of pins: knock down one pin or two neighbours, or lose.
"""

import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest
from running import run

from positions.deals import deals
from positions.errors import Flaw
from positions.game import (
    Designer,
    Effect,
    Game,
    Move,
    Notation,
    Outcome,
    Position,
    Refusal,
    Rules,
    turned,
)
from positions.games import GAMES
from positions.grid import EMPTY, Board, symmetries
from positions.text import parse_position
from service.api.board import board_record
from service.api.puzzles import PuzzleRequest, catalogue
from service.api.requests import DealRequest
from service.moves_limit import MovesLimit
from service.settings import Settings
from solver.engines.oracle_cache import OracleCache
from solver.games import DESCRIPTORS
from solver.games.descriptor import GameSolver, Puzzles

# Grundy values of rows of 0 to 4 pins (Berlekamp, Conway and Guy, Winning Ways, chapter 4).
GRUNDY = (0, 1, 2, 3, 1)


class KaylesRules(Rules):
    """One pin or two neighbouring pins per turn."""

    def flaws(self, position: Position) -> Sequence[Flaw]:
        return [] if position.board.height == 1 else [Flaw("several ranks", "one row of pins")]

    def start(self, width: int, height: int, variants: tuple[str, ...]) -> Position | None:
        return Position("kayles", Board(width, height, "o" * width * height), "l")

    def moves(self, position: Position) -> tuple[Move, ...]:
        pins = list(position.board.squares("o"))
        couples = [(one, two) for one, two in pairwise(pins) if two == one + 1]
        return tuple(Move("knock", squares) for squares in [*((pin,) for pin in pins), *couples])

    def play(self, position: Position, move: Move) -> Position:
        board = position.board.with_cells(dict.fromkeys(move.squares, EMPTY))
        return replace(position, board=board, turn="r" if position.turn == "l" else "l")

    def effects(self, position: Position, move: Move) -> tuple[Effect, ...]:
        return (Effect("removed", move.squares),)

    def outcome(self, position: Position) -> Outcome | None:
        winner = "r" if position.turn == "l" else "l"
        return None if "o" in position.board.cells else Outcome(winner=winner)

    def images(self, position: Position) -> Iterator[Position]:
        return (turned(position, image) for image in symmetries(*position.board.size)[:2])


class KaylesNotation(Notation):
    """The pins knocked down: ``c1``, ``c1+d1``."""

    def format(self, board: Board, move: Move) -> str:
        return "+".join(board.name(square) for square in move.squares)

    def normalise(self, board: Board, text: str) -> str:
        return text.lower()

    def refuse(self, position: Position, text: str) -> Refusal:
        return Refusal("K1", "no pin or two neighbours")


KAYLES = Game(
    name="kayles",
    title="Kayles",
    designers=(Designer("Henry Dudeney", "https://en.wikipedia.org/wiki/Kayles"),),
    year=1908,
    pieces={"o": "pin"},
    players={"l": "left", "r": "right"},
    size=(7, 1),
    sizes="a row",
    rules=KaylesRules(),
    notation=KaylesNotation(),
    summary="Knock down one pin or two neighbours; who cannot, loses.",
)


SOLVER = GameSolver(
    puzzles=Puzzles(
        kinds=("only-move", "win-in"),
        menu={"only-move": {"": {"gentle..cruel": "usual"}}},
        takes_squares=True,
        # One pin, or two neighbours.
        max_moves=lambda width, height, variants: 2 * width - 1,
        max_plies=lambda width, height: width,
    )
)
START = "kayles:ooooooo:l"
# Modules that list the games known when they were imported.
LISTING = ("cli.common.options", "cli.deal", "cli.generate")


@pytest.fixture(autouse=True)
def sixth_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, "kayles", KAYLES)
    monkeypatch.setitem(DESCRIPTORS, "kayles", SOLVER)
    for module in [name for name in sys.modules if name.startswith(LISTING)]:
        monkeypatch.delitem(sys.modules, module)


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
    # Only forked workers know the game.
    result = run("generate", *order, "--start-method", "fork", "--workers", "1", "-o", str(made))
    assert result.exit_code == 0, result.stderr
    puzzles = [json.loads(line) for line in made.read_text().splitlines()]
    assert [(puzzle["game"], puzzle["puzzle"]) for puzzle in puzzles] == [("kayles", kind)] * 3
    checked = run("verify", str(made))
    assert checked.exit_code == 0, checked.stdout
    changed = puzzles[0] | {"solution": ["a1"]}
    assert run("verify", "-", given=json.dumps(changed)).exit_code == 1


def test_questions_that_need_a_kernel_are_refused() -> None:
    result = run("solve", START, "--engine", "search")
    assert result.exit_code == 2
    assert "Kayles" in result.stderr
