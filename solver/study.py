"""A designer's report on a game: who wins by size of board, and what play is like.

What is exact comes from `solver.answers`; play at random, and of the opponent against itself, is
sampled. The measures are those of ``docs/reference/census.md``, named as in Ludii (Piette and
others, Ludii – the Ludemic General Game System, 2020), and lead changes as in Browne, Automatic
generation and evaluation of recombination games, 2008.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from random import Random
from statistics import fmean

from positions.deals import DealOrder, set_up
from positions.errors import InputError, PositionError
from positions.game import Game, Position
from positions.games import rules_of
from positions.text import parse_move
from solver.answers.ask import ANALYSE, Question, ask
from solver.answers.model import Analysis, Answer
from solver.census.measures import MEASURES, Measured
from solver.census.play import MAX_PLIES, Games, play, random_of
from solver.engines.lines import sign_of
from solver.interface.engine import Limits, Result, Status, Watch
from solver.opponent import choose

# The levels that play against themselves.
LEVELS = (4, 8)
# Random deals that stand for a game without a fixed start.
DEALS = 10
# The measures of random play that a study shows.
SHOWN = (
    "AdvantageP1",
    "Drawishness",
    "DurationTurns",
    "BranchingFactorAverage",
    "DecisionMoves",
)


@dataclass(frozen=True, slots=True)
class StudyOrder:
    """What is studied: a game with variants, on boards of some sizes.

    `limits` apply to each search. `games` are played at random, and `matches` by the opponent at
    each level against itself, with `move_seconds` for a move.
    """

    game: Game
    variants: tuple[str, ...]
    sizes: tuple[tuple[int, int], ...]
    limits: Limits
    games: int
    matches: int
    move_seconds: float
    seed: int


@dataclass(frozen=True, slots=True)
class SelfPlay:
    """Games of the opponent against itself at a level, as shares and means.

    `lead_changes` is the mean share of plies at which the estimated lead goes to the other player.
    """

    level: int
    games: int
    first: float
    draws: float
    plies: float
    lead_changes: float


@dataclass(frozen=True, slots=True)
class SizeStudy:
    """The study of one size; `starts` are the positions that stand for it: usually one.

    Of the starts, `solved` are solved, `first_wins` won by the first player, and `draws` drawn. If
    there is one start, `answer` is its answer, `moves` counts its first moves, and `winning` those
    that win, None if any of them is unknown.
    """

    size: tuple[int, int]
    starts: int
    solved: int
    first_wins: int
    draws: int
    answer: Answer | None
    moves: int | None
    winning: int | None
    random: dict[str, Measured | None]
    levels: tuple[SelfPlay, ...]

    @property
    def is_complete(self) -> bool:
        """Whether no limit left anything open."""
        return self.solved == self.starts and (self.answer is None or self.winning is not None)


def sizes_between(
    game: Game, least: tuple[int, int], most: tuple[int, int]
) -> tuple[tuple[int, int], ...]:
    """Return the sizes from one to another, both included, that the game can have.

    From a square board to another these are the squares between, else all sizes. Raises
    `InputError` if the game has none of them.
    """
    (width, height), (last_width, last_height) = least, most
    is_square = width == height and last_width == last_height
    sizes = [
        (files, ranks)
        for files in range(width, last_width + 1)
        for ranks in range(height, last_height + 1)
        if not is_square or files == ranks
    ]
    found = tuple(size for size in sizes if _has(game, size))
    if not found:
        between = f"{width}x{height}..{last_width}x{last_height}"
        raise InputError(f"--sizes: found {between}, expected sizes of {game.title}: {game.sizes}")
    return found


def _has(game: Game, size: tuple[int, int]) -> bool:
    try:
        position = set_up(DealOrder(game, *size), Random(0))
    except PositionError:
        return False
    return not rules_of(position).flaws(position)


def study(order: StudyOrder, size: tuple[int, int], watch: Watch | None = None) -> SizeStudy:
    """Study a game on one size of board; `watch` is called while it searches."""
    starts = _starts(order, size)
    if rules_of(starts[0]).persons == 1:
        raise InputError("--variant: found a solitaire, expected a game for two: see census")
    answers = [ask(start, Question(), order.limits, watch) for start in starts]
    results = [answer.result for answer in answers if answer.status == Status.PROVED]
    first = starts[0]
    analysis = ask(first, Question(ANALYSE), order.limits, watch) if len(starts) == 1 else None
    moves = winning = None
    if isinstance(analysis, Analysis):
        moves = len(analysis.moves)
        if all(move.result is not None for move in analysis.moves):
            winning = sum(move.result == Result.WIN for move in analysis.moves)
    return SizeStudy(
        size,
        len(starts),
        len(results),
        results.count(Result.WIN),
        results.count(Result.DRAW),
        answers[0] if len(answers) == 1 else None,
        moves,
        winning,
        _random_play(order, starts),
        tuple(_self_play(order, starts, level) for level in LEVELS) if order.matches else (),
    )


def _starts(order: StudyOrder, size: tuple[int, int]) -> list[Position]:
    deal = DealOrder(order.game, *size, order.variants)
    count = DEALS if order.game.setups else 1
    return [set_up(deal, Random(f"proofplay study {order.seed} {n}")) for n in range(count)]


def _random_play(order: StudyOrder, starts: Sequence[Position]) -> dict[str, Measured | None]:
    played = Games()
    for number in range(order.games):
        played.add(play(starts[number % len(starts)], random_of(order.seed, number)))
    return {measure.name: measure.of(played) for measure in MEASURES if measure.name in SHOWN}


def _self_play(order: StudyOrder, starts: Sequence[Position], level: int) -> SelfPlay:
    played = [
        _played(order, starts[number % len(starts)], level, order.seed + number)
        for number in range(order.matches)
    ]
    return SelfPlay(
        level,
        len(played),
        fmean(winner == 1 for winner, _, _ in played),
        fmean(winner == 0 for winner, _, _ in played),
        fmean(plies for _, plies, _ in played),
        fmean(changes / max(plies, 1) for _, plies, changes in played),
    )


def _played(order: StudyOrder, position: Position, level: int, seed: int) -> tuple[int, int, int]:
    """Return who won a game (1 for the first player, 0 for nobody), its plies and lead changes."""
    begun, plies, changes, lead = sign_of(position), 0, 0, 0
    rules = rules_of(position)
    limits = replace(order.limits, nodes=None, seconds=order.move_seconds)
    while (outcome := rules.outcome(position)) is None and plies < MAX_PLIES:
        reply = choose(position, level, limits, seed + plies)
        if reply.estimate is not None and reply.estimate.win != 0.5:
            leads = sign_of(position) * (1 if reply.estimate.win > 0.5 else -1)
            changes += lead not in (0, leads)
            lead = leads
        position = rules.play(position, parse_move(position, reply.move))
        rules, plies = rules_of(position), plies + 1
    winner = None if outcome is None else outcome.winner
    if winner is None:
        return 0, plies, changes
    return sign_of(position.with_turn(winner)) * begun, plies, changes


def study_record(order: StudyOrder, found: SizeStudy) -> dict[str, object]:
    """Return a size's study as plain data, for ``study --json``."""
    answer = found.answer
    width, height = found.size
    share = None if found.winning is None or not found.moves else found.winning / found.moves
    return {
        "game": order.game.name,
        "variants": list(order.variants),
        "size": f"{width}x{height}",
        "position": None if answer is None else answer.position,
        "starts": found.starts,
        "solved": found.solved,
        "first_wins": found.first_wins,
        "drawn": found.draws,
        "status": str(Status.PROVED if found.is_complete else Status.UNKNOWN),
        "result": None if answer is None or answer.result is None else str(answer.result),
        "winner": None if answer is None else answer.winner,
        "score": None if answer is None else answer.score,
        "distance": None if answer is None else answer.distance,
        "first_moves": found.moves,
        "winning_first_moves": found.winning,
        "winning_share": share,
        "random": {
            "games": order.games,
            **{
                name: None if each is None else [each.value, each.low, each.high]
                for name, each in found.random.items()
            },
        },
        "levels": [
            {
                "level": each.level,
                "games": each.games,
                "first": each.first,
                "draws": each.draws,
                "plies": each.plies,
                "lead_changes": each.lead_changes,
            }
            for each in found.levels
        ],
    }
