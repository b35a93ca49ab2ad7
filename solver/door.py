"""What commands do for a user, as functions for Python programs and notebooks."""

from __future__ import annotations

from random import Random

from positions.errors import InputError, one_of, quote
from positions.game import Position
from positions.games import rules_of
from positions.reading.game_reading import parse_record
from positions.text import check_position, format_move
from positions.values import Instances, WholeNumbers, check
from solver.answers import annotation
from solver.answers.ask import Question, limits_of
from solver.answers.model import Annotation, Openings, Record
from solver.answers.openings import OpeningsSolver, openings_answer
from solver.engines.choice import ENGINES
from solver.estimates import Estimate, Run, estimate_of_position
from solver.estimates import estimate as estimate_position
from solver.interface.engine import check_taken, playout_budget_of
from solver.interface.ranges import ENGINE_NAMES, SEED
from solver.pool.worker import Resources
from solver.puzzles.kind import GameSpec
from solver.puzzles.kinds import kinds_by_game
from solver.puzzles.search import Index, PuzzleSearch, likeness, puzzle_record, seek

_TEXT = Instances(str, "the text of a game")
_SIZE = Instances(tuple | None, "files and ranks, such as (4, 4), or None")
_PLAYOUTS = 1000
_TRIES = 10_000


def openings(
    position: Position,
    *,
    time: float | None = None,
    nodes: int | None = None,
    memory: int | None = None,
    threads: int = 1,
    engine: str = "auto",
    distance: bool = False,
) -> Openings:
    """Prove who wins after each opening, as the command does; the limits apply to each opening."""
    check_position(position)
    check("engine", engine, ENGINE_NAMES)
    check_taken(ENGINES[engine], position)
    solver = OpeningsSolver(limits_of(time, nodes, memory, threads), ENGINES[engine], distance)
    return openings_answer(position, list(solver.of(position)))


def annotate(
    text: str,
    *,
    time: float | None = None,
    nodes: int | None = None,
    memory: int | None = None,
    threads: int = 1,
    engine: str = "auto",
) -> Annotation:
    """Say of each move of a game, given as text, what it gave away; limits apply to each position.

    Raises `InputError` for a text that is not the record of a game.
    """
    check("text", text, _TEXT)
    question = Question(engine=engine)
    return annotation.annotate(
        parse_record(text), question, limits_of(time, nodes, memory, threads)
    )


def estimate(
    position: Position,
    *,
    time: float | None = None,
    playouts: int | None = None,
    seed: int = 0,
    threads: int = 1,
) -> Estimate | None:
    """Estimate the chances of the player to move by playouts, for some time or a number of them.

    Without both there are a thousand. Returns None if the game is over, or cannot be estimated.
    """
    check_position(position)
    if time is None and playouts is None:
        playouts = _PLAYOUTS
    budget = playout_budget_of(time, playouts, seed)
    assert budget is not None  # noqa: S101 - one of them is given
    limits = budget.limits(limits_of(None, None, None, threads))
    found = estimate_position(position, Run(limits, budget.seed))
    return None if found is None else estimate_of_position(position, found)


def playout(position: Position, *, seed: int = 0, plies: int = 1000) -> list[str]:
    """Return the moves of a game played at random to its end, or for some plies."""
    check_position(position)
    check("seed", seed, SEED)
    check("plies", plies, WholeNumbers())
    random, moves = Random(f"proofplay playout {seed}"), list[str]()
    while len(moves) < plies and (legal := rules_of(position).moves(position)):
        move = random.choice(legal)
        moves.append(format_move(position, move))
        position = rules_of(position).play(position, move)
    return moves


def generate(
    game: str,
    *,
    puzzle: str | None = None,
    count: int = 1,
    seed: int = 0,
    size: tuple[int, int] | None = None,
    variants: tuple[str, ...] = (),
) -> list[Record]:
    """Return puzzles of a game, by its name, as the objects that the command prints.

    `puzzle` is the kind, by default the game's first. There are fewer if no more are found.
    """
    kinds = kinds_by_game()
    if game not in kinds:
        raise InputError(f"game: found {quote(str(game))}, expected {one_of(list(kinds))}")
    by_name = {kind.name: kind for kind in kinds[game]}
    name = next(iter(by_name)) if puzzle is None else puzzle
    if name not in by_name:
        raise InputError(f"puzzle: found {quote(str(name))}, expected {one_of(list(by_name))}")
    check("count", count, WholeNumbers(1))
    check("seed", seed, SEED)
    check("size", size, _SIZE)
    kind = by_name[name](GameSpec(game, tuple(variants), size))
    search, known, found = PuzzleSearch(kind, seed, _TRIES), set[str](), list[Record]()
    for number in range(1, count + 1):
        result = seek(search, Index(number, known=frozenset(known)), Resources())
        if result.puzzle is None:
            break
        known.add(likeness(result.puzzle.position))
        found.append(puzzle_record(kind, result.puzzle, seed, Index(number, result.candidate)))
    return found
