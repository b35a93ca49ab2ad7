"""Annotation of a game that was played: what each of its moves gave away, by exact values.

One oracle, opened at the start, answers for the whole game. Where a limit ends its work a new one
is opened at the next position, which has limits of its own.
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
    """A move of a game, and what is known of it.

    `person` is the symbol of the colour with which the person who made it began the game: after a
    swap (NK6) each has the other's. `found` is the value of the position before it, `moves` are all
    legal moves best first. `better` is a better move with best play behind it, where one is known
    and something was given away. `reason` is the limit that left something of this open, and
    `likely` what playouts say where it is open whether the result became worse.
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
        """What the move that was played is worth."""
        return next(value for value in self.moves if value.move == self.move)

    @property
    def is_forced(self) -> bool:
        """Whether there was no other legal move."""
        return len(self.moves) == 1

    def holder_after(self, colour: str) -> str:
        """Return the person who holds a colour after the move, by the colour they began with."""
        has_changed = (self.person != self.position.turn) != (self.move == SWAP)
        return game_of(self.position).opponent(colour) if has_changed else colour

    @cached_property
    def lost_result(self) -> bool | None:
        """Whether the move made the result worse; None where that is not known."""
        if self.is_forced:
            return False
        if self.found is None or self.played.result is None:
            return None
        return RANK[self.played.result] < RANK[self.found.result]

    @cached_property
    def lost_margin(self) -> Fraction | None:
        """What the move gave away of the margin, in the units of the game; None if not known.

        Kings (Marvin), pieces more than need be left (a solitaire's par), or moves of the lead
        (the combinatorial value) beyond what best play would have cost. That mostly is what the
        cheapest move costs; where best play pays more to hurry, whoever hurries, too, gives nothing
        away, nor does who keeps the lead.
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
        """The lead after each move, for who made it; None if any is not known, see `lead`."""
        leads: dict[Move, Fraction] = {}
        for move in self.moves:
            kept = None if move.after is None else lead(self.position, move.after.value)
            if kept is None:
                return None
            leads[move.move] = kept
        return leads

    @cached_property
    def lost_distance(self) -> int | None:
        """How many plies later a win comes, or earlier a loss, than need be; None if not known.

        None, too, where the result has changed, and in solitaire, where nobody hurries.
        """
        if self.found is None or self.lost_result or self.found.score is not None:
            return None
        before, after = self.found.distance, self.played.distance
        if before is None or after is None or game_of(self.position).is_solitaire(self.position):
            return None
        return after - before if self.found.result == Result.WIN else before - after

    @property
    def is_measured(self) -> bool:
        """Whether it is known what the move gave away beside the result, if anything.

        A draw has nothing else to give away.
        """
        if self.found is None or self.lost_result is None:
            return False
        measures = (self.found.score, self.found.par, self.found.distance, self.leads)
        return self.found.result == Result.DRAW or any(one is not None for one in measures)

    @property
    def is_slip(self) -> bool | None:
        """Whether the move kept the result and gave away something else; None if not known.

        That is the margin where the game has one and it is known, else plies.
        """
        if self.lost_result or self.is_forced:
            return False
        if not self.is_measured:
            return None
        lost = self.lost_distance if self.lost_margin is None else self.lost_margin
        return lost is not None and lost > 0

    @property
    def is_only_move(self) -> bool:
        """Whether all other moves, of which there are some, would have made the result worse."""
        if self.found is None or self.is_forced or self.lost_result is not False:
            return False
        others = [move.result for move in self.moves if move.move != self.move]
        return all(r is not None and RANK[r] < RANK[self.found.result] for r in others)

    @property
    def mark(self) -> str:
        """The mark that chess players would set: ``??``, ``?``, ``?!``, ``!`` or none."""
        if self.lost_result and self.found is not None and self.played.result is not None:
            is_all = RANK[self.found.result] - RANK[self.played.result] == 2
            return "??" if is_all else "?"
        if self.is_slip:
            return "?!"
        return "!" if self.is_only_move else ""


@dataclass(frozen=True, slots=True)
class PlayerSummary:
    """How a person played: numbers of moves.

    `forced` ones had no alternative; the others are `free`. Of these, `judged` are those whose
    result is known before and after, and `measured` those of which it is known, too, whether they
    gave away something else. `mistakes` made the result worse; None where there were free moves and
    none is judged. `slips` gave away something else; None where none of them is measured. `sound`
    are the measured ones that gave nothing away.
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
        """The share of the measured moves that gave nothing away; None if none is measured."""
        return self.sound / self.measured if self.measured else None


@dataclass(frozen=True, slots=True)
class Annotation:
    """A game with all its moves judged; `nodes` positions and `seconds` are what that took.

    `left_open` names what was asked beside the results and is not worked out: ``value``.
    """

    record: GameRecord
    moves: tuple[JudgedMove, ...]
    engine: str
    nodes: int
    seconds: float
    left_open: tuple[str, ...] = ()

    @property
    def is_complete(self) -> bool:
        """Whether no limit has left anything open."""
        return all(move.reason is None for move in self.moves)

    @property
    def turning_point(self) -> int | None:
        """The ply, from 0, of the last move that changed who wins, or what was solvable."""
        lost = [ply for ply, move in enumerate(self.moves) if move.lost_result]
        return lost[-1] if lost else None

    @property
    def is_turning_point_certain(self) -> bool:
        """Whether no move that could have changed the result later on is left open."""
        first = 0 if self.turning_point is None else self.turning_point + 1
        return all(move.lost_result is not None for move in self.moves[first:])

    @property
    def is_anything_settled(self) -> bool:
        """Whether any of the moves that had an alternative is judged, or none had one."""
        free = [move for move in self.moves if not move.is_forced]
        return not free or any(move.lost_result is not None for move in free)

    @property
    def final(self) -> Assessment | None:
        """The value of the last position, for who is to move there; None if not known."""
        return self.moves[-1].played.after if self.moves else None

    def players(self) -> tuple[PlayerSummary, ...]:
        """Sum up how each person played; in solitaire there is one."""
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
    """Judge every move of a game by a question, which is asked of each position.

    Each position has the limits to itself, and what a limit leaves open stays unknown, but for an
    estimate if the question asks for one. `watch` is called with the share that is done. Raises
    `InputError` if the engine does not take it.
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
    """Return whether the value before or after a move was wanted and is not worked out."""
    found = (move.found, move.played.after)
    return any(one is not None and one.value_open for one in found)


class _Judge:
    """Judges moves one after another, with one oracle as far as it reaches."""

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
        """Judge a move of a position; what a limit leaves open stays out."""
        self._budget.renew(self._question.exact(position, self._limits), self._tell)
        found: Assessment | None = None
        moves = {legal: MoveValue(legal) for legal in legal_moves(position)}
        limit: LimitReached | None = None
        try:
            oracle = self._opened(position, wanted)
            found = oracle.assess(position, wanted)
            # What was played comes first: who has little time learns most from it.
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
        """Estimate what a move gave away, where that was asked and is not known."""
        effort, position = self._question.estimate, judged.position
        if effort is None or judged.lost_result is not None:
            return None
        known = known_bounds(position, judged.moves)
        return likely(position, judged.move, known, judged.found, effort, self._limits, self._tell)

    def _opened(self, position: Position, wanted: Details) -> Oracle:
        """Return the oracle that is open; where more is asked than before a new one answers.

        More is asked where that has become cheap, but it would not be for the whole game.
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
        # What keeps no tables may be too large for the limits only because it was opened so early
        # in the game.
        if limit is not None:
            self._forget()

    def _forget(self) -> None:
        """Close the oracle that is open, unless it serves any question."""
        if self._oracle is not None and not self._oracle.keeps_tables:
            self._oracle = None

    def _with_line(self, judged: JudgedMove, wanted: Details) -> tuple[Move, ...]:
        """Add best play to a better move; raises `LimitReached`."""
        after = game_of(judged.position).rules.play(judged.position, judged.better[0])
        return (judged.better[0], *self._opened(judged.position, wanted).line(after, wanted))

    def _tell(self, share: float) -> None:
        """Hand on the share of the game that is done."""
        if self._watch is not None:
            self._watch((self._done + share) / self._count)


def _better(judged: JudgedMove) -> tuple[Move, ...]:
    """Return the best move that is known if something was given away and this one gives less."""
    if not judged.lost_result and not judged.is_slip:
        return ()
    best, played = judged.moves[0], judged.played
    if best.after is None or played.after is None:
        return ()
    is_better = preference(judged.position, best.after) > preference(judged.position, played.after)
    return (best.move,) if is_better else ()
