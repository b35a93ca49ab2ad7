"""Annotation of a game: what each of its moves gave away, by exact values.

One oracle, opened at the start, answers for the whole game. If a limit ends its work, a new one is
opened at the next position, which has its own limits.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property

from positions.game import SWAP, Move, Position
from positions.games import game_of, rules_of
from positions.playing import legal_moves
from positions.reading.game_records import GameRecord, move_number
from positions.text import format_move
from solver.answers.ask import Question, heading, value_of
from solver.answers.model import (
    AnnotatedMove,
    Annotation,
    Loss,
    LossEstimate,
    Player,
    TurningPoint,
)
from solver.answers.moves import MoveValue, best_first, known_bounds, value_move
from solver.engines.lines import RANK, lead, preference, sign_of
from solver.estimates import PositionEstimate, Run, estimate
from solver.interface.engine import (
    Assessment,
    Budget,
    Details,
    Engine,
    LimitReached,
    Limits,
    Oracle,
    Result,
    Status,
    Watch,
)

# The drop in chances for which a move is called probably, or perhaps, a mistake, and the number of
# playouts required: their mean is then off by some hundredths.
PROBABLY, PERHAPS = 0.2, 0.1
FEWEST_PLAYOUTS = 100


@dataclass(frozen=True)
class _Judgement:
    """What is known about a move of a game.

    `found` is the value of the position before it, `moves` are all legal moves, best first.
    """

    position: Position
    move: Move
    found: Assessment | None
    moves: Sequence[MoveValue]

    @cached_property
    def played(self) -> MoveValue:
        """The value of the played move."""
        return next(value for value in self.moves if value.move == self.move)

    @property
    def is_forced(self) -> bool:
        """Whether there was no other legal move."""
        return len(self.moves) == 1

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
        if before is None or after is None or rules_of(self.position).persons == 1:
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

    @cached_property
    def better(self) -> MoveValue | None:
        """The best known move, if something was given away and that move gives away less."""
        if not self.lost_result and not self.is_slip:
            return None
        best = self.moves[0]
        if best.after is None or self.played.after is None:
            return None
        gained = preference(self.position, best.after) > preference(
            self.position, self.played.after
        )
        return best if gained else None

    @property
    def is_value_open(self) -> bool:
        """Whether the value before or after the move was requested but not computed."""
        found = (self.found, self.played.after)
        return any(one is not None and one.value_open for one in found)


def _player(person: str, moves: Sequence[AnnotatedMove]) -> Player:
    """Return how a person played."""
    free = [move for move in moves if not move.forced]
    judged = [move for move in free if move.lost.result is not None]
    measured = [move for move in judged if move.measured]
    flawless = sum(not move.lost.result and not move.is_slip for move in measured)
    return Player(
        person=person,
        moves=len(moves),
        forced=len(moves) - len(free),
        judged=len(judged),
        measured=len(measured),
        mistakes=sum(bool(move.lost.result) for move in judged) if judged or not free else None,
        slips=sum(move.is_slip for move in measured) if measured or not free else None,
        accuracy=flawless / len(measured) if measured else None,
    )


def players_of(start: Position, moves: Sequence[AnnotatedMove]) -> list[Player]:
    """Return how each person played; in solitaire there is only one."""
    game = game_of(start)
    if rules_of(start).persons == 1:
        return [_player(game.players[start.turn], moves)]
    return [
        _player(person, [move for move in moves if move.person == person])
        for person in game.players.values()
    ]


def turning_point_of(moves: Sequence[AnnotatedMove]) -> TurningPoint:
    """Return the last move that changed the result."""
    ply = max((move.ply for move in moves if move.lost.result), default=None)
    later = moves[ply or 0 :]
    return TurningPoint(ply=ply, certain=all(move.lost.result is not None for move in later))


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
    moves = [judge.judge(record, ply) for ply in _plies(record)]
    is_known = all(move.status == Status.PROVED for move in moves)
    return Annotation(
        **heading(record.start),
        tags=dict(record.tags),
        comment=record.comment,
        status=Status.PROVED if is_known else Status.UNKNOWN,
        result=record.result,
        moves=moves,
        players=players_of(record.start, moves),
        turning_point=turning_point_of(moves),
        engine=judge.engine,
        nodes=judge.nodes,
        seconds=judge.seconds,
        left_open=["value"] if question.value and judge.is_value_open else [],
    )


@dataclass(frozen=True, slots=True)
class _Ply:
    """A move of a game, and the person who makes it: after a swap each has the other's colour."""

    number: int
    position: Position
    move: Move
    person: str
    comment: str


def _plies(record: GameRecord) -> Iterator[_Ply]:
    has_swapped = False
    pairs = zip(record.plies, record.positions(), strict=False)
    for number, (ply, position) in enumerate(pairs):
        person = game_of(position).opponent(position.turn) if has_swapped else position.turn
        yield _Ply(number, position, ply.move, person, ply.comment)
        has_swapped ^= ply.move == SWAP


class _Judge:
    """Judges moves one after another, with the same oracle as long as possible."""

    def __init__(
        self, engine: Engine, question: Question, limits: Limits, watch: Watch | None, count: int
    ) -> None:
        self.engine = engine.name
        self.nodes = 0
        self.seconds = 0.0
        self.is_value_open = False
        self._engine = engine
        self._question = question
        self._limits = limits
        self._watch = watch
        self._count = count
        self._done = 0
        self._budget = Budget(limits, self._tell)
        self._oracle: Oracle | None = None
        self._wanted: Details | None = None

    def judge(self, record: GameRecord, ply: _Ply) -> AnnotatedMove:
        """Judge a move of a game; what a limit leaves open is omitted."""
        position = ply.position
        wanted = self._question.wanted(position)
        self._budget.renew(self._question.exact(position, self._limits), self._tell)
        found: Assessment | None = None
        moves = {legal: MoveValue(legal) for legal in legal_moves(position)}
        limit: LimitReached | None = None
        try:
            oracle = self._opened(position, wanted)
            found = oracle.assess(position, wanted)
            # The played move comes first: with little time, it is the most useful one.
            for legal in sorted(moves, key=lambda legal: legal != ply.move):
                moves[legal] = value_move(position, legal, wanted, oracle)
        except LimitReached as reached:
            limit = reached
        judged = _Judgement(position, ply.move, found, best_first(position, [*moves.values()]))
        line: list[str] = []
        if judged.better is not None:
            line = [format_move(position, judged.better.move)]
            try:
                line += self._line_after(position, judged.better.move, wanted)
            except LimitReached as reached:
                limit = limit or reached
        self._close_question(limit)
        self.is_value_open |= judged.is_value_open
        estimate = None if limit is None else self._estimate(judged)
        return _answer(record, ply, judged, limit, line, estimate)

    def _estimate(self, judged: _Judgement) -> LossEstimate | None:
        """Estimate what a move gave away, if that is requested and unknown."""
        playout_budget, position = self._question.estimate, judged.position
        if playout_budget is None or judged.lost_result is not None:
            return None
        run = Run(
            playout_budget.limits(self._limits), playout_budget.seed, even=True, watch=self._tell
        )
        found = estimate(position, run, known_bounds(position, judged.moves, judged.found))
        return None if found is None else _loss_estimate(position, judged.move, found)

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

    def _line_after(self, position: Position, move: Move, wanted: Details) -> list[str]:
        """Return best play after a move; raises `LimitReached`."""
        after = rules_of(position).play(position, move)
        line = self._opened(position, wanted).line(after, wanted)
        return [format_move(after, move) for move in line]

    def _tell(self, share: float) -> None:
        """Pass on the share of the game that is done."""
        if self._watch is not None:
            self._watch((self._done + share) / self._count)


def _answer(
    record: GameRecord,
    ply: _Ply,
    judged: _Judgement,
    limit: LimitReached | None,
    line: list[str],
    estimate: LossEstimate | None,
) -> AnnotatedMove:
    """Return what is known about a move as it is answered."""
    position, played, margin = ply.position, judged.played, judged.lost_margin
    players = game_of(position).players
    after = value_of(position, played.after)
    return AnnotatedMove(
        ply=ply.number + 1,
        number=str(move_number(record.start, ply.number)),
        move=format_move(position, ply.move),
        player=players[position.turn],
        person=players[ply.person],
        mark=judged.mark,
        comment=ply.comment,
        status=Status.PROVED if limit is None else Status.UNKNOWN,
        reason=None if limit is None else limit.reason,
        detail=None if limit is None else str(limit),
        before=value_of(position, judged.found),
        after=replace(after, result=played.result, distance=played.distance),
        lost=Loss(
            result=judged.lost_result,
            margin=None if margin is None else str(margin),
            distance=judged.lost_distance,
        ),
        measured=judged.is_measured,
        forced=judged.is_forced,
        only_move=judged.is_only_move,
        better=line[0] if line else None,
        line=line,
        estimate=estimate,
    )


def _loss_estimate(position: Position, move: Move, found: PositionEstimate) -> LossEstimate:
    """Return what a move seems to have given away."""
    after = found.moves[move]
    is_judged = after.lower == after.upper or after.playouts >= FEWEST_PLAYOUTS
    is_best = found.best == move
    return LossEstimate(
        before=found.chances.win,
        after=after.win,
        playouts=found.chances.playouts,
        best=None if is_best else format_move(position, found.best),
        says=_judgement(found.chances.win - after.win) if is_judged and not is_best else None,
    )


def _judgement(lost: float) -> str | None:
    """Return what a move that is not the best seems to be, by the chances that it lost."""
    if lost < PERHAPS:
        return None
    return f"{'probably' if lost >= PROBABLY else 'perhaps'} a mistake"
