"""Annotation of a game: what each of its moves gave away, by exact values.

One oracle, opened at the start, answers for the whole game. If a limit ends its work, a new one is
opened at the next position, which has its own limits.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property

from positions.game import SWAP, Move, Position
from positions.games import game_of
from positions.playing import legal_moves
from positions.reading.game_records import GameRecord
from solver.engines.lines import RANK, lead, preference, sign_of
from solver.interface.engine import (
    Assessment,
    Budget,
    Details,
    Engine,
    LimitReached,
    Limits,
    Oracle,
    Reason,
    Result,
)
from solver.questions.analysis import MoveValue, best_first, known_bounds, value_move
from solver.questions.likely import MoveChances, likely
from solver.questions.question import Question

Watch = Callable[[float], None]


@dataclass(frozen=True)
class JudgedMove:
    """A move of a game, and what is known about it.

    `person` is the symbol of the colour with which the mover began the game: after a swap (NK6)
    each has the other's. `found` is the value of the position before it, `moves` are all legal
    moves, best first. `better` is a better move followed by best play, if one is known and
    something was given away. `reason` is the limit that left something open, and `likely` the
    estimated chances if it is unknown whether the result became worse.
    """

    position: Position
    move: Move
    person: str
    found: Assessment | None = None
    moves: tuple[MoveValue, ...] = ()
    better: tuple[Move, ...] = ()
    reason: Reason | None = None
    detail: str | None = None
    likely: MoveChances | None = None

    @cached_property
    def played(self) -> MoveValue:
        """The value of the played move."""
        return next(value for value in self.moves if value.move == self.move)

    @property
    def is_forced(self) -> bool:
        """Whether there was no other legal move."""
        return len(self.moves) == 1

    def holder_after(self, colour: str) -> str:
        """Return the person who holds a colour after the move, by their initial colour."""
        has_changed = (self.person != self.position.turn) != (self.move == SWAP)
        return game_of(self.position).opponent(colour) if has_changed else colour

    @cached_property
    def lost_result(self) -> bool | None:
        """Whether the move made the result worse; None if unknown."""
        if self.is_forced:
            return False
        if self.found is None or self.played.result is None:
            return None
        return RANK[self.played.result] < RANK[self.found.result]

    @cached_property
    def lost_margin(self) -> Fraction | None:
        """The part of the margin that the move gave away, in the game's units; None if unknown.

        These are kings (Marvin), extra pieces left (a solitaire's par), or moves of the lead (the
        combinatorial value) beyond the cost of best play. That usually is the cost of the cheapest
        move; if best play pays more in order to hurry, neither hurrying nor keeping the lead gives
        anything away.
        """
        after = self.played.after
        if self.found is None or after is None:
            return None
        if self.found.score is not None and after.score is not None:
            return Fraction(sign_of(self.position) * (self.found.score - after.score))
        if self.found.par is not None and after.par is not None:
            return Fraction(after.par - self.found.par)
        if self.leads is None:
            return None
        return max(self.leads[self.moves[0].move] - self.leads[self.move], Fraction(0))

    @cached_property
    def leads(self) -> dict[Move, Fraction] | None:
        """The mover's lead after each move; None if any is unknown, see `lead`."""
        leads: dict[Move, Fraction] = {}
        for move in self.moves:
            kept = None if move.after is None else lead(self.position, move.after.value)
            if kept is None:
                return None
            leads[move.move] = kept
        return leads

    @cached_property
    def lost_distance(self) -> int | None:
        """The plies by which a win is delayed or a loss hastened; None if unknown.

        Also None if the result changed, and in solitaire, where speed does not matter.
        """
        if self.found is None or self.lost_result or self.found.score is not None:
            return None
        before, after = self.found.distance, self.played.distance
        if before is None or after is None or game_of(self.position).is_solitaire(self.position):
            return None
        return after - before if self.found.result == Result.WIN else before - after

    @property
    def is_measured(self) -> bool:
        """Whether it is known what the move gave away besides the result, if anything.

        In a draw there is nothing else to give away.
        """
        if self.found is None or self.lost_result is None:
            return False
        measures = (self.found.score, self.found.par, self.found.distance, self.leads)
        return self.found.result == Result.DRAW or any(one is not None for one in measures)

    @property
    def is_slip(self) -> bool | None:
        """Whether the move kept the result but gave away something else; None if unknown.

        That is the margin if the game has one and it is known, else plies.
        """
        if self.lost_result or self.is_forced:
            return False
        if not self.is_measured:
            return None
        lost = self.lost_distance if self.lost_margin is None else self.lost_margin
        return lost is not None and lost > 0

    @property
    def is_only_move(self) -> bool:
        """Whether there are other moves, and all of them would have made the result worse."""
        if self.found is None or self.is_forced or self.lost_result is not False:
            return False
        others = [move.result for move in self.moves if move.move != self.move]
        return all(r is not None and RANK[r] < RANK[self.found.result] for r in others)

    @property
    def mark(self) -> str:
        """The mark, as in chess: ``??``, ``?``, ``?!``, ``!`` or none."""
        if self.lost_result and self.found is not None and self.played.result is not None:
            is_all = RANK[self.found.result] - RANK[self.played.result] == 2
            return "??" if is_all else "?"
        if self.is_slip:
            return "?!"
        return "!" if self.is_only_move else ""


@dataclass(frozen=True, slots=True)
class PlayerSummary:
    """How a person played, in numbers of moves.

    `forced` moves had no alternative; the others are `free`. Of these, `judged` ones have a known
    result before and after, and for `measured` ones it is also known whether they gave away
    anything else. `mistakes` made the result worse; None if there were free moves but none was
    judged. `slips` gave away something else; None if none was measured. `sound` moves are measured
    ones that gave nothing away.
    """

    person: str
    moves: int
    forced: int
    judged: int
    measured: int
    mistakes: int | None
    slips: int | None
    sound: int

    @property
    def free(self) -> int:
        """The number of moves that had an alternative."""
        return self.moves - self.forced

    @property
    def accuracy(self) -> float | None:
        """The share of measured moves that gave nothing away; None if none was measured."""
        return self.sound / self.measured if self.measured else None


@dataclass(frozen=True, slots=True)
class Annotation:
    """A game with all its moves judged; `nodes` and `seconds` are the cost.

    `left_open` names requested details that were not computed: ``value``.
    """

    record: GameRecord
    moves: tuple[JudgedMove, ...]
    engine: str
    nodes: int
    seconds: float
    left_open: tuple[str, ...] = ()

    @property
    def is_complete(self) -> bool:
        """Whether no limit left anything open."""
        return all(move.reason is None for move in self.moves)

    @property
    def turning_point(self) -> int | None:
        """The ply, from 0, of the last move that changed the winner, or solvability."""
        lost = [ply for ply, move in enumerate(self.moves) if move.lost_result]
        return lost[-1] if lost else None

    @property
    def is_turning_point_certain(self) -> bool:
        """Whether no later move that could have changed the result is left open."""
        first = 0 if self.turning_point is None else self.turning_point + 1
        return all(move.lost_result is not None for move in self.moves[first:])

    @property
    def is_anything_settled(self) -> bool:
        """Whether any move with an alternative was judged, or none had an alternative."""
        free = [move for move in self.moves if not move.is_forced]
        return not free or any(move.lost_result is not None for move in free)

    @property
    def final(self) -> Assessment | None:
        """The value of the last position, for the player to move there; None if unknown."""
        return self.moves[-1].played.after if self.moves else None

    def players(self) -> tuple[PlayerSummary, ...]:
        """Return how each person played; in solitaire there is only one."""
        start = self.record.start
        game = game_of(start)
        if game.is_solitaire(start):
            return (_summary(start.turn, self.moves),)
        return tuple(
            _summary(person, [move for move in self.moves if move.person == person])
            for person in game.players
        )


def _summary(person: str, moves: Sequence[JudgedMove]) -> PlayerSummary:
    free = [move for move in moves if not move.is_forced]
    judged = [move for move in free if move.lost_result is not None]
    measured = [move for move in judged if move.is_measured]
    return PlayerSummary(
        person,
        moves=len(moves),
        forced=len(moves) - len(free),
        judged=len(judged),
        measured=len(measured),
        mistakes=sum(bool(move.lost_result) for move in judged) if judged or not free else None,
        slips=sum(bool(move.is_slip) for move in measured) if measured or not free else None,
        sound=sum(not move.lost_result and not move.is_slip for move in measured),
    )


def annotate(
    record: GameRecord,
    question: Question,
    limits: Limits,
    watch: Watch | None = None,
) -> Annotation:
    """Judge every move of a game by asking a question about each position.

    The limits apply to each position, and what a limit leaves open stays unknown, except for an
    estimate if the question asks for one. `watch` is called with the share of work done. Raises
    `InputError` if the engine does not take the question.
    """
    engine = question.engine_for(record.start)
    judge = _Judge(engine, question, limits, watch, len(record.plies))
    moves: list[JudgedMove] = []
    has_swapped = False
    for ply, position in zip(record.plies, record.positions(), strict=False):
        game = game_of(position)
        person = game.opponent(position.turn) if has_swapped else position.turn
        moves.append(judge.judge(position, question.wanted(position), ply.move, person))
        has_swapped ^= ply.move == SWAP
    left_open = ("value",) if question.value and any(map(_is_value_open, moves)) else ()
    return Annotation(record, tuple(moves), judge.engine, judge.nodes, judge.seconds, left_open)


def _is_value_open(move: JudgedMove) -> bool:
    """Return whether the value before or after a move was requested but not computed."""
    found = (move.found, move.played.after)
    return any(one is not None and one.value_open for one in found)


class _Judge:
    """Judges moves one after another, with the same oracle as long as possible."""

    def __init__(
        self, engine: Engine, question: Question, limits: Limits, watch: Watch | None, count: int
    ) -> None:
        self.engine = engine.name
        self.nodes = 0
        self.seconds = 0.0
        self._engine = engine
        self._question = question
        self._limits = limits
        self._watch = watch
        self._count = count
        self._done = 0
        self._budget = Budget(limits, self._tell)
        self._oracle: Oracle | None = None
        self._wanted: Details | None = None

    def judge(self, position: Position, wanted: Details, move: Move, person: str) -> JudgedMove:
        """Judge a move of a position; what a limit leaves open is omitted."""
        self._budget.renew(self._question.exact(position, self._limits), self._tell)
        found: Assessment | None = None
        moves = {legal: MoveValue(legal) for legal in legal_moves(position)}
        limit: LimitReached | None = None
        try:
            oracle = self._opened(position, wanted)
            found = oracle.assess(position, wanted)
            # The played move comes first: with little time, it is the most useful one.
            for legal in sorted(moves, key=lambda legal: legal != move):
                moves[legal] = value_move(position, legal, wanted, oracle)
        except LimitReached as reached:
            limit = reached
        judged = JudgedMove(position, move, person, found, best_first(position, [*moves.values()]))
        judged = replace(judged, better=_better(judged))
        try:
            if judged.better:
                judged = replace(judged, better=self._with_line(judged, wanted))
        except LimitReached as reached:
            limit = limit or reached
        self._close_question(limit)
        if limit is None:
            return judged
        likely = self._likely(judged)
        return replace(judged, reason=limit.reason, detail=str(limit), likely=likely)

    def _likely(self, judged: JudgedMove) -> MoveChances | None:
        """Estimate what a move gave away, if that is requested and unknown."""
        effort, position = self._question.estimate, judged.position
        if effort is None or judged.lost_result is not None:
            return None
        known = known_bounds(position, judged.moves)
        return likely(position, judged.move, known, judged.found, effort, self._limits, self._tell)

    def _opened(self, position: Position, wanted: Details) -> Oracle:
        """Return the open oracle, or a new one if more details are wanted than before.

        Late in a game, details become cheap that would not be for the earlier positions.
        """
        if self._wanted != wanted:
            self._forget()
        if self._oracle is None:
            self._oracle = self._engine.open(position, self._budget)
            self._wanted = wanted
        return self._oracle

    def _close_question(self, limit: LimitReached | None) -> None:
        if self._oracle is not None:
            self.engine = self._oracle.engine
        self.nodes += self._budget.nodes
        self.seconds += self._budget.seconds
        self._done += 1
        # An oracle without tables may exceed the limits only because it was opened so early in the
        # game.
        if limit is not None:
            self._forget()

    def _forget(self) -> None:
        """Close the open oracle, unless it can answer any question."""
        if self._oracle is not None and not self._oracle.keeps_tables:
            self._oracle = None

    def _with_line(self, judged: JudgedMove, wanted: Details) -> tuple[Move, ...]:
        """Add best play to a better move; raises `LimitReached`."""
        after = game_of(judged.position).rules.play(judged.position, judged.better[0])
        return (judged.better[0], *self._opened(judged.position, wanted).line(after, wanted))

    def _tell(self, share: float) -> None:
        """Pass on the share of the game that is done."""
        if self._watch is not None:
            self._watch((self._done + share) / self._count)


def _better(judged: JudgedMove) -> tuple[Move, ...]:
    """Return the best known move if something was given away and that move gives away less."""
    if not judged.lost_result and not judged.is_slip:
        return ()
    best, played = judged.moves[0], judged.played
    if best.after is None or played.after is None:
        return ()
    is_better = preference(judged.position, best.after) > preference(judged.position, played.after)
    return (best.move,) if is_better else ()
