"""Openings: every way to begin a game, with their exact values.

The game defines how many plies make an opening: a first stone that may be swapped (NK6), the two
home squares of a set-up (MM3), otherwise a first move. Symmetric openings are solved once.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial

from positions.game import SWAP, Move, Position
from positions.games import game_of, rules_of
from positions.images import alike
from positions.text import format_move, format_position, parse_move
from solver.answers.ask import Question, ended, heading, value_of
from solver.answers.model import Opening, Openings, Winning
from solver.engines.lines import RANK, winner_of
from solver.interface.engine import Budget, Engine, LimitReached, Limits, Result, Status, Watch


class OpeningsSolver:
    """Solves openings and keeps the results for symmetric ones."""

    def __init__(self, limits: Limits, engine: Engine, distance: bool = False) -> None:
        self._limits = limits
        self._engine = engine
        self._question = Question(distance=distance)
        self._known: dict[Position, Opening] = {}

    def of(
        self, position: Position, watch: Watch | None = None
    ) -> Iterator[tuple[Position, Opening]]:
        """Yield each start of a position with its openings, in the order of the rules.

        There are several starts in a set-up: either player may move first. The limits apply to each
        opening. `watch` is called with the share of openings done.
        """
        lines = [
            (start, moves, after)
            for start in rules_of(position).beginnings(position)
            for moves, after in _lines(start, (), rules_of(start).opening_plies(start))
        ]
        for number, (start, moves, after) in enumerate(lines):
            done = partial(_tell, watch, number / len(lines))
            yield start, self._opening(start, moves, after, done)

    def _opening(
        self, start: Position, moves: tuple[Move, ...], after: Position, watch: Watch
    ) -> Opening:
        game = game_of(start)
        can_swap = SWAP in rules_of(after).moves(after)
        if can_swap:
            after = rules_of(after).play(after, SWAP)
        image, exchanged = _image(after)
        known = self._known.get(image) or self._solve(image, watch)
        self._known[image] = replace(known, nodes=0, seconds=0.0)
        winner = None if known.result is None else winner_of(after, known.result)
        score, distance = known.score, known.distance
        return replace(
            known,
            moves=[format_move(start, move) for move in moves],
            position=format_position(after),
            # As long as nobody wins, the result is the same for both.
            result=known.result if winner is None else _result_for(start.turn, winner),
            winner=None if winner is None else game.players[winner],
            score=-score if exchanged and score is not None else score,
            distance=None if distance is None else len(moves) + distance,
            # A swap exchanges the players' colours; the colour to move stays the same.
            swap=known.result == Result.LOSS if can_swap and known.result is not None else None,
        )

    def _solve(self, position: Position, watch: Watch) -> Opening:
        """Solve a position; the result is for the player to move there."""
        budget, question = Budget(self._limits, watch), self._question
        try:
            oracle = self._engine.open(position, budget)
            found = oracle.assess(position, question.wanted(position))
        except LimitReached as limit:
            parts = ended(position, self._engine.name, budget, limit)
            return Opening(**parts, moves=[], position=format_position(position))
        return Opening(
            status=Status.PROVED,
            **vars(value_of(position, found)),
            moves=[],
            position=format_position(position),
            engine=oracle.engine,
            nodes=budget.nodes,
            seconds=budget.seconds,
        )


def openings_answer(position: Position, found: Sequence[tuple[Position, Opening]]) -> Openings:
    """Return the answer about all openings of a position: each of them, and the value of the start.

    With several starts, the first one has the `result` and `winner`.
    """
    openings = [opening for _, opening in found]
    start = found[0][0]
    first = [opening for begin, opening in found if begin == start]
    result = result_of_start(start, first)
    winner = None if result is None else winner_of(start, result)
    is_proved = all(opening.status == Status.PROVED for opening in openings)
    return Openings(
        **heading(position),
        status=Status.PROVED if is_proved else Status.UNKNOWN,
        result=result,
        winner=None if winner is None else game_of(start).players[winner],
        distance=_distance_of_start(first, result),
        winning=_winning(openings),
        openings=openings,
    )


def _winning(openings: Sequence[Opening]) -> Winning:
    """Count the openings that win for the player who begins."""
    cases = len(openings)
    count = sum(opening.result in (Result.WIN, Result.SOLVABLE) for opening in openings)
    unknown = sum(opening.result is None for opening in openings)
    return Winning(
        count=count,
        unknown=unknown,
        cases=cases,
        share=None if unknown else count / cases,
        low=count / cases,
        high=(count + unknown) / cases,
    )


def _distance_of_start(openings: Sequence[Opening], result: Result | None) -> int | None:
    """Return the plies of best play from the start, a swap included.

    None if they are not known, and where an opening is more than a move.
    """
    if any(len(opening.moves) > 1 for opening in openings):
        return None
    kept = [one for one in openings if (Result.LOSS if one.swap else one.result) == result]
    plies = [
        None if one.distance is None else one.distance + (one.swap is True)
        for one in (openings if result == Result.LOSS else kept)
    ]
    if result in (None, Result.DRAW) or None in plies:
        return None
    known = [number for number in plies if number is not None]
    return max(known) if result == Result.LOSS else min(known)


def result_of_start(start: Position, openings: Sequence[Opening]) -> Result | None:
    """Return the result of a start for the first mover, from all its openings.

    The players choose in turn: the first mover needs a move that is good against every reply. A
    swap is made if it is right. None if unknown openings could change the result.
    """
    return _best(start, start, list(openings), 0)


def _best(start: Position, position: Position, openings: list[Opening], ply: int) -> Result | None:
    """Return the result for the first mover, with the plies from `ply` on still to be chosen.

    In a set-up, a player may have two turns in a row (MM3).
    """
    if len(openings) == 1 and len(openings[0].moves) == ply:
        return Result.LOSS if openings[0].swap else openings[0].result
    choices: dict[str, list[Opening]] = {}
    for opening in openings:
        choices.setdefault(opening.moves[ply], []).append(opening)
    rules = rules_of(position)
    results = [
        _best(start, rules.play(position, parse_move(position, move)), group, ply + 1)
        for move, group in choices.items()
    ]
    known = [result for result in results if result is not None]
    sign = 1 if position.turn == start.turn else -1
    best = max(known, key=lambda result: sign * RANK[result], default=None)
    is_settled = best is not None and sign * RANK[best] == max(
        sign * rank for rank in RANK.values()
    )
    return best if is_settled or None not in results else None


def _result_for(player: str, winner: str) -> Result:
    return Result.WIN if winner == player else Result.LOSS


def _lines(
    position: Position, moves: tuple[Move, ...], plies: int
) -> Iterator[tuple[tuple[Move, ...], Position]]:
    rules = rules_of(position)
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
    return image, image not in rules_of(position).images(position)
