"""Openings: every way to begin a game, with their exact values.

The game defines how many plies make an opening: a first stone that may be swapped (NK6), the two
home squares of a set-up (MM3), otherwise a first move. Symmetric openings are solved once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import partial

from positions.game import SWAP, Move, Position
from positions.games import game_of
from positions.images import alike
from solver.engines.lines import RANK, winner_of
from solver.interface.engine import Assessment, Budget, Engine, LimitReached, Limits, Result, Status
from solver.questions.question import Question
from solver.questions.solve import Verdict, unknown

Watch = Callable[[float], None]


@dataclass(frozen=True, slots=True)
class Opening:
    """An opening of a position and its value.

    `verdict` is about the position after `moves`, and after an open swap: the same stones, without
    the option. `swap` says whether the swap is right, None if there is none or a limit left it
    open. An opening symmetric to an earlier one costs nothing.
    """

    start: Position
    moves: tuple[Move, ...]
    verdict: Verdict
    swap: bool | None = None

    @property
    def result(self) -> Result | None:
        """Return the result for the player who begins, None if a limit left it open."""
        found = self.verdict.found
        if found is None:
            return None
        if found.winner is None:
            return found.result
        return Result.WIN if found.winner == self.start.turn else Result.LOSS

    @property
    def distance(self) -> int | None:
        """Return the plies from the start to the end, including the opening but not the swap."""
        plies = self.verdict.distance
        return None if plies is None else len(self.moves) + plies


class Openings:
    """Solves openings and keeps the results for symmetric ones."""

    def __init__(self, limits: Limits, engine: Engine, distance: bool = False) -> None:
        self._limits = limits
        self._engine = engine
        self._question = Question(distance=distance)
        self._known: dict[Position, Verdict] = {}

    def of(self, start: Position, watch: Watch | None = None) -> Iterator[Opening]:
        """Yield the openings of a position in the order of the rules; the limits apply to each.

        `watch` is called with the share of openings done.
        """
        lines = [
            (begin, moves, after)
            for begin in game_of(start).beginnings(start)
            for moves, after in _lines(begin, (), game_of(begin).opening_plies(begin))
        ]
        for number, (begin, moves, after) in enumerate(lines):
            done = partial(_tell, watch, number / len(lines))
            yield self._opening(begin, moves, after, done)

    def _opening(
        self, start: Position, moves: tuple[Move, ...], after: Position, watch: Watch
    ) -> Opening:
        rules = game_of(start).rules
        if SWAP not in rules.moves(after):
            return Opening(start, moves, self._verdict(after, watch))
        verdict = self._verdict(rules.play(after, SWAP), watch)
        # A swap exchanges the players' colours; the colour to move stays the same.
        swap = None if verdict.found is None else verdict.found.result == Result.LOSS
        return Opening(start, moves, verdict, swap)

    def _verdict(self, position: Position, watch: Watch) -> Verdict:
        image, exchanged = _image(position)
        verdict = self._known.get(image) or self._solve(image, watch)
        self._known[image] = replace(verdict, nodes=0, seconds=0.0)
        return replace(
            verdict,
            position=position,
            found=verdict.found and _seen_from(position, verdict.found, exchanged),
        )

    def _solve(self, position: Position, watch: Watch) -> Verdict:
        budget = Budget(self._limits, watch)
        wanted = self._question.wanted(position)
        try:
            oracle = self._engine.open(position, budget)
            found = oracle.assess(position, wanted)
        except LimitReached as limit:
            return unknown(position, self._engine.name, budget, limit)
        return Verdict(
            position,
            Status.PROVED,
            found,
            engine=oracle.engine,
            nodes=budget.nodes,
            seconds=budget.seconds,
        )


def result_of_start(openings: Iterable[Opening]) -> Result | None:
    """Return the result of the start for the first mover, from all its openings.

    The players choose in turn: the first mover needs a move that is good against every reply. A
    swap is made if it is right. None if unknown openings could change the result.
    """
    return _best(list(openings), 0)


def _best(openings: list[Opening], ply: int) -> Result | None:
    """Return the result for the first mover, with the plies from `ply` on still to be chosen."""
    if len(openings) == 1 and len(openings[0].moves) == ply:
        return Result.LOSS if openings[0].swap else openings[0].result
    choices: dict[Move, list[Opening]] = {}
    for opening in openings:
        choices.setdefault(opening.moves[ply], []).append(opening)
    results = [_best(group, ply + 1) for group in choices.values()]
    known = [result for result in results if result is not None]
    sign = 1 if _mover(openings[0], ply) == openings[0].start.turn else -1
    best = max(known, key=lambda result: sign * RANK[result], default=None)
    is_settled = best is not None and sign * RANK[best] == max(
        sign * rank for rank in RANK.values()
    )
    return best if is_settled or None not in results else None


def _mover(opening: Opening, ply: int) -> str:
    """Return who makes a move of an opening: in a set-up, one may have two turns in a row (MM3)."""
    position = opening.start
    for move in opening.moves[:ply]:
        position = game_of(position).rules.play(position, move)
    return position.turn


def _lines(
    position: Position, moves: tuple[Move, ...], plies: int
) -> Iterator[tuple[tuple[Move, ...], Position]]:
    rules = game_of(position).rules
    if plies == 0 or rules.outcome(position) is not None:
        if moves:
            yield moves, position
        return
    for move in rules.moves(position):
        yield from _lines(rules.play(position, move), (*moves, move), plies - 1)


def _tell(watch: Watch | None, share: float, _: float) -> None:
    if watch is not None:
        watch(share)


def _image(position: Position) -> tuple[Position, bool]:
    """Return a canonical image of a position, and whether it exchanges the players."""
    image = max(alike(position), key=lambda image: (image.turn, image.board.cells))
    return image, image not in game_of(position).rules.images(position)


def _seen_from(position: Position, found: Assessment, exchanged: bool) -> Assessment:
    """Translate the value of an image: players may be exchanged, the result stays the same."""
    score = found.score
    return replace(
        found,
        winner=winner_of(position, found.result),
        score=-score if exchanged and score is not None else score,
    )
