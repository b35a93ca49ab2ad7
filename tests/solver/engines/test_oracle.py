"""Every value in `tests/data` is reproduced, by each engine that accepts the position."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import pytest
from replays import replay
from running import ROOT

from positions.game import Position
from positions.games import rules_of
from positions.games.sight_reduction import SIGHT_REDUCTION
from positions.grid import EMPTY
from positions.perft import perft as perft_by_rules
from positions.text import format_position, parse_position
from solver import Answer, Limits, Question, Result, Status, analyse, ask
from solver.answers.counting import count_within, perft
from solver.engines.choice import ENGINES
from solver.interface.engine import Budget, Engine

DATA = ROOT / "tests" / "data"
PERFT = sorted(DATA.glob("*/perft.txt"))
FILES = sorted(set(DATA.glob("*/*.txt")) - set(PERFT))
# The nodes that an engine may use for a line; lines that take more are left out.
NODES = {"brute": 200, "search": 50_000}
# The positions of a two-player game that SAT may list for a line, or a growing table may have.
POSITIONS_FOR_SAT = 100
POSITIONS_FOR_TABLE = 20_000
MAX_PIECES_FOR_BRUTE = 16
# The sequences that the rules count at most in a test; the kernels count all.
MAX_BY_RULES = 5_000
# A full deal may need a lattice of its own: of full deals, and of long files, an engine only takes
# every n-th line. The exhaustive run (`nox -s exhaustive`) takes all of them.
STRIDES = {"auto": 197, "brute": 83, "search": 73, "retrograde": 367, "sat": 37}
MANY_LINES = 100


@dataclass(frozen=True)
class KnownPosition:
    """A line of a data file: a position and what is known about it."""

    position: Position
    facts: dict[str, str]


def known_values(path: Path) -> Iterator[KnownPosition]:
    for line in path.read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            text, *facts = line.split()
            yield KnownPosition(parse_position(text), dict(fact.split("=") for fact in facts))


def shown(answer: Answer) -> dict[str, str | None]:
    names = ("result", "winner", "distance", "par", "value", "score")
    values = {name: getattr(answer, name) for name in names}
    return {name: None if value is None else str(value) for name, value in values.items()}


def is_hopeless(engine: Engine, position: Position) -> bool:
    """Return whether a position is hopeless for the reference engine."""
    pieces = len(position.board.cells.replace(EMPTY, ""))
    return engine.name == "brute" and pieces > MAX_PIECES_FOR_BRUTE


def limits_for(engine: Engine, position: Position, limits: Limits) -> Limits:
    """Limit SAT to small endgames of two players, and tables other than lattices to small ones."""
    if engine.name == "sat" and rules_of(position).persons == 2:
        return replace(limits, nodes=POSITIONS_FOR_SAT)
    if engine.name == "retrograde" and position.game != SIGHT_REDUCTION.name:
        return replace(limits, nodes=POSITIONS_FOR_TABLE)
    return limits


def check_values(engine: Engine, lines: list[KnownPosition], limits: Limits) -> int:
    """Compare an engine with lines of a file; return how many it answered."""
    checked = 0
    for known in lines:
        asked = {name: name in known.facts for name in ("par", "value")}
        question = Question(engine=engine.name, **asked)
        if engine.objection(known.position) or is_hopeless(engine, known.position):
            continue
        allowed = limits_for(engine, known.position, limits)
        answer = ask(known.position, question, allowed)
        if answer.status == Status.UNKNOWN:
            assert allowed.nodes is not None, format_position(known.position)
            continue
        found = shown(answer)
        for fact, value in known.facts.items():
            if fact in found and (found[fact] is not None or fact == "result"):
                assert found[fact] == value, f"{format_position(known.position)}: {fact}"
        replay(answer)
        checked += 1
    return checked


@pytest.mark.parametrize("engine", ENGINES.values(), ids=lambda engine: engine.name)
@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_values(path: Path, engine: Engine) -> None:
    lines = list(known_values(path))
    if path.stem == "deals" or len(lines) > MANY_LINES:
        lines = lines[:: STRIDES.get(engine.name, 1)]
    if all(engine.objection(known.position) for known in lines):
        pytest.skip(f"{engine.name} does not take this game")
    limits = Limits(nodes=NODES.get(engine.name), threads=2)
    assert check_values(engine, lines, limits) or engine.name == "brute"


@pytest.mark.exhaustive
@pytest.mark.parametrize(
    ("name", "pattern"),
    [
        ("search", "*/deals.txt"),
        ("retrograde", "*/deals.txt"),
        ("search", "*/small.txt"),
        ("retrograde", "*/small.txt"),
        ("search", "minelayers/values.txt"),
    ],
)
def test_values_of_all_lines(name: str, pattern: str) -> None:
    for path in DATA.glob(pattern):
        lines = list(known_values(path))
        assert check_values(ENGINES[name], lines, Limits(threads=2)) == len(lines)


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_winning_moves_and_solutions(path: Path) -> None:
    for known in known_values(path):
        if "winning" in known.facts:
            moves = analyse(known.position).moves
            winning = [move.move for move in moves if move.result == Result.WIN]
            assert (",".join(sorted(winning)) or "-") == known.facts["winning"]
        if "solutions" in known.facts:
            counted = count_within(known.position, Budget(Limits()))
            assert counted.solutions == known.facts["solutions"]


@pytest.mark.parametrize("path", PERFT, ids=lambda path: path.parent.name)
def test_perft(path: Path) -> None:
    by_kernel, checked = ENGINES["search"], 0
    for known in known_values(path):
        depth, expected = int(known.facts["depth"]), int(known.facts["count"])
        if by_kernel.objection(known.position) is None:
            assert perft(known.position, depth, Budget(Limits())) == expected
            checked += 1
        if expected <= MAX_BY_RULES:
            assert perft_by_rules(known.position, depth) == expected
            checked += 1
    assert checked
