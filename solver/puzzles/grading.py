"""Grades for any deal, position or puzzle: those that `generate` gives to its own puzzles.

A position is graded as the kind of puzzle that it is: the one that its record names, or the first
of its game whose claim can be proved. For a solitaire, the chance of random play is counted, or on
boards with many pieces sampled.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import exp, sqrt
from random import Random
from statistics import mean, stdev

from positions.game import SWAP, Position
from positions.games import rules_of
from positions.games.sight_reduction import pieces_left
from positions.images import canonical
from positions.playing import legal_moves
from positions.text import format_move, format_position
from solver.answers.counting import count_within
from solver.answers.model import Record
from solver.engines.choice import ENGINES
from solver.interface.engine import Budget, Details, LimitReached, Limits, Result, Status
from solver.puzzles.kind import GameSpec, Kind, Puzzle, Rejection
from solver.puzzles.kinds import KINDS, kinds_of
from solver.puzzles.one_move import SwapOrNot
from solver.puzzles.solitaire import Solitaire
from solver.puzzles.survive import Survive
from solver.puzzles.tour import KnightsTour
from solver.puzzles.win_in import WinIn

# Up to as many pieces, the chance of random play is counted within milliseconds. With more, games
# of this number are played at random until as many are left.
COUNTED = 22
GAMES_PLAYED = 48
# Of the t distribution with that many games, less one, for 95 %.
_QUANTILE = 2.01


@dataclass(frozen=True, slots=True)
class Chance:
    """The chance that random play solves a deal, with a 95 % interval; exact if it has no width."""

    share: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Graded:
    """What a position is as a puzzle.

    If it is none, `why` says so in a few words, and if a limit left that open, `reason` names the
    limit.
    """

    position: Position
    kind: str | None = None
    puzzle: Puzzle | None = None
    chance: Chance | None = None
    why: str | None = None
    reason: str | None = None

    @property
    def is_complete(self) -> bool:
        """Whether no limit left anything open."""
        return self.reason is None


def grade(position: Position, kind: str | None, limits: Limits) -> Graded:
    """Grade a position as a puzzle of a kind, or if None, of the first kind that it fits."""
    if rules_of(position).persons == 2 and rules_of(position).outcome(position) is not None:
        return Graded(position, why="the game is over")
    why = None
    try:
        for each in _kinds(position, kind, limits):
            try:
                puzzle = each.prove(position, Budget(limits))
            except Rejection as rejection:
                why = why or str(rejection)
                continue
            is_solitaire = isinstance(each, Solitaire)
            chance = chance_of(position, Budget(limits)) if is_solitaire else None
            return Graded(position, each.name, puzzle, chance)
    except LimitReached as limit:
        return Graded(position, reason=limit.reason)
    return Graded(position, why=why or "no puzzle of that kind")


def _kinds(position: Position, kind: str | None, limits: Limits) -> Iterator[Kind]:
    """Yield the kinds that a position may be a puzzle of, with as few requirements as possible.

    A `kind` that its game does not have is ignored.
    """
    spec = GameSpec(position.game, position.variants, position.board.size)
    of_game = [each.name for each in kinds_of(position.game)]
    names = [kind] if kind in of_game else of_game
    rules = rules_of(position)
    alone = KnightsTour if rules.solution == "path" else Solitaire if rules.persons == 1 else None
    for name in names:
        each = KINDS[name]
        if each is not alone and (alone is not None or each in (Solitaire, KnightsTour)):
            continue
        if each is SwapOrNot:
            if SWAP in legal_moves(position):
                yield each(spec)
        elif each is WinIn:
            plies = _distance(position, limits)
            if plies is not None:
                yield each(spec, plies=plies, choices=1)
        elif each is Survive:
            yield each(spec, steps=1, choices=1)
        elif each in (Solitaire, KnightsTour):
            yield each(spec)
        elif SWAP not in legal_moves(position):
            yield each(spec, choices=2)


def _distance(position: Position, limits: Limits) -> int | None:
    """Return in how many plies the player to move wins, if they do."""
    if not legal_moves(position):
        return None
    oracle = ENGINES["auto"].open(position, Budget(limits))
    found = oracle.assess(position, Details(distance=True))
    return found.distance if found.result == Result.WIN else None


def chance_of(position: Position, budget: Budget) -> Chance:
    """Return the chance that random play solves a deal.

    Random games are played until few enough pieces are left to count exactly, so that the chance is
    the mean over these games. They depend on the position alone, up to symmetry. The interval is
    that of a mean on a logarithmic scale.
    """
    if pieces_left(position) <= COUNTED:
        share = count_within(position, budget).random_play or 0.0
        return Chance(share, share, share)
    image = canonical(position)
    random = Random(f"proofplay random play {format_position(image)}")
    shares = [_played(image, random, budget) for _ in range(GAMES_PLAYED)]
    share = mean(shares)
    if share == 0:
        return Chance(0.0, 0.0, 1 / GAMES_PLAYED)
    factor = exp(_QUANTILE * stdev(shares) / share / sqrt(GAMES_PLAYED))
    return Chance(share, share / factor, min(share * factor, 1.0))


def _played(position: Position, random: Random, budget: Budget) -> float:
    """Return the chance of solving a deal after random play down to `COUNTED` pieces."""
    rules = rules_of(position)
    while pieces_left(position) > COUNTED:
        moves = rules.moves(position)
        if not moves:
            return 0.0
        position = rules.play(position, random.choice(moves))
    return count_within(position, budget).random_play or 0.0


def ranks(difficulties: Sequence[int | None]) -> list[int | None]:
    """Return ranks from 1, the easiest, where equals share one; None for those without."""
    known = sorted(each for each in difficulties if each is not None)
    return [None if each is None else known.index(each) + 1 for each in difficulties]


def grade_record(graded: Graded, labels: Mapping[str, object], rank: int | None) -> Record:
    """Return a graded position as an object of the JSON output."""
    position, puzzle, chance = graded.position, graded.puzzle, graded.chance
    found: Record = {
        "position": format_position(position),
        "game": position.game,
        "variants": list(position.variants),
        **labels,
        "status": Status.UNKNOWN if graded.reason is not None else Status.PROVED,
        "reason": graded.reason,
        "puzzle": graded.kind,
        "why": graded.why,
        "grade": None,
        "difficulty": None,
        "rank": rank,
        "measure": None,
        "goal": None,
        "solution": [],
        "uniqueness": None,
    }
    if puzzle is not None:
        found |= {
            "grade": None if puzzle.grade is None else puzzle.grade.value,
            "difficulty": puzzle.difficulty,
            "measure": None if puzzle.measure is None else dict(puzzle.measure),
            "goal": puzzle.goal,
            "solution": [format_move(position, move) for move in puzzle.solution],
            "uniqueness": {"meaning": puzzle.uniqueness, **puzzle.counts, "complete": True},
        }
    if chance is not None:
        found |= {
            "random_play": chance.share,
            "random_play_low": chance.low,
            "random_play_high": chance.high,
        }
    return found
