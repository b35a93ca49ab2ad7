"""Estimating a position by one or several runs of the game's playout kernel.

The kernel receives what is already proved about the moves. Estimates of positions that it does not
support, with an open swap (NK6) or in a set-up (MM3), are combined from its results.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from math import inf
from typing import NamedTuple

from positions.game import SWAP, Move, Position
from positions.games import rules_of
from positions.own.rules import OwnRules
from positions.text import format_move
from solver import _native
from solver.engines.lines import sign_of
from solver.games import descriptor_of
from solver.games.descriptor import Playouts
from solver.interface.engine import Budget, LimitReached, Limits, Result, Watch
from solver.rule_playouts import RuleEstimates, run_playouts

# Final scores for a player: 1 is a win, 0 a draw, -1 a loss, or a margin if the game has one.
Bounds = tuple[int, int]

RESULT_SCORES = {Result.WIN: 1, Result.DRAW: 0, Result.LOSS: -1}

NOTHING_KNOWN: Bounds = (-_native.SCORE_LIMIT, _native.SCORE_LIMIT)


@dataclass(frozen=True, slots=True)
class Estimate:
    """An estimate by playouts if nothing is proved; it is never an answer."""

    win: float
    """The chances, from 0 to 1, of the player to move, or of the move's player; a draw is 0.5."""
    playouts: int
    best: str | None = None
    """The move with the best chances; null for the estimate of a move."""
    score: float | None = None
    """The expected final margin, positive for the first player (Marvin: kings)."""


class Chances(NamedTuple):
    """The result of playouts for one player: the share won, and the mean final score.

    `lower` and `upper` are proved bounds of the score with best play.
    """

    playouts: int
    win: float
    score: float
    lower: int
    upper: int

    @property
    def is_known(self) -> bool:
        """Whether there is any information: playouts, or a proved result."""
        return self.playouts > 0 or self.proved_win is not None

    @property
    def proved_win(self) -> float | None:
        """The chances if the result is proved, else None."""
        if self.lower > 0:
            return 1.0
        if self.upper < 0:
            return 0.0
        return 0.5 if self.lower == self.upper else None

    def settled(self) -> Chances:
        """Return the chances, made exact if the result is proved.

        Unproved chances are never exactly 0 or 1, even if all playouts were won or lost.
        """
        proved, unsure = self.proved_win, 0.5 / (self.playouts + 1)
        win = min(max(self.win, unsure), 1 - unsure) if proved is None else proved
        score = self.score if self.lower != self.upper else float(self.lower)
        return self._replace(win=win, score=score)

    def within(self, bounds: Bounds) -> Chances:
        """Return the chances with bounds that are known as well."""
        lower, upper = max(self.lower, bounds[0]), min(self.upper, bounds[1])
        return self._replace(lower=lower, upper=upper).settled()

    def for_opponent(self) -> Chances:
        """Return the chances from the opponent's side."""
        return Chances(self.playouts, 1.0 - self.win, -self.score, -self.upper, -self.lower)


_UNKNOWN = Chances(0, 0.5, 0.0, *NOTHING_KNOWN)


def proved_chances(score: int) -> Chances:
    """Return the chances of a player whose final score with best play is known."""
    return Chances(0, 0.5, 0.0, score, score).settled()


@dataclass(frozen=True, slots=True)
class PositionEstimate:
    """The chances of the player to move, and of each move for its player.

    If it `is_even`, the number of playouts of a move does not indicate its quality.
    """

    chances: Chances
    best: Move
    moves: Mapping[Move, Chances]
    is_even: bool = False


def estimate_of_position(position: Position, estimate: PositionEstimate) -> Estimate:
    """Return the estimate of a position."""
    return _estimate(position, estimate.chances, estimate.best)


def estimate_of_move(position: Position, chances: Chances) -> Estimate | None:
    """Return the estimate of a move of a position; None if nothing is known."""
    return _estimate(position, chances) if chances.is_known else None


def _estimate(position: Position, chances: Chances, best: Move | None = None) -> Estimate:
    score = None
    if rules_of(position).scored_in is not None:
        score = sign_of(position) * chances.score
    name = None if best is None else format_move(position, best)
    return Estimate(chances.win, chances.playouts, name, score)


@dataclass(frozen=True, slots=True)
class Run:
    """Parameters of playouts: at most `limits.nodes` of them, with the random seed `seed`.

    If `even`, every move gets a fair estimate; otherwise playouts concentrate on the best moves.
    With `play_on`, playouts continue after the result is proved: of the moves that keep it, `best`
    is then the one that seems to win soonest, or hardest to refute.
    """

    limits: Limits
    seed: int = 0
    even: bool = False
    play_on: bool = False
    watch: Watch | None = None


def is_estimated(position: Position) -> bool:
    """Return whether a position can be estimated: not in solitaire, and not on every board."""
    return _playouts_for(position) is not None


def score_of(position: Position, result: Result, score: int | None) -> int:
    """Return what a proved result, or a proved margin, counts for the player to move."""
    if score is not None:
        return sign_of(position) * score
    return RESULT_SCORES[result]


def estimate(
    position: Position, run: Run, known: Mapping[Move, Bounds] | None = None
) -> PositionEstimate | None:
    """Estimate a position and its moves, for which bounds may be `known`.

    Moves that are images of each other under the position's symmetries have the same estimate.
    Returns None if no estimate is possible, the game is over, or the limits allow no playout.
    """
    playouts = _playouts_for(position)
    if playouts is None or rules_of(position).outcome(position) is not None:
        return None
    try:
        return _estimated(position, playouts, run, known or {})
    except LimitReached:
        return None


def _playouts_for(position: Position) -> Playouts | None:
    if rules_of(position).persons == 1:
        return None
    return descriptor_of(position).playouts_for(position)


def _estimated(
    position: Position, playouts: Playouts, run: Run, known: Mapping[Move, Bounds]
) -> PositionEstimate:
    closed = playouts.without_swap(position)
    if closed is not None:
        return _with_swap(position, closed, playouts, run, known)
    if not playouts.is_known(position):
        return _by_moves(position, playouts, run, known)
    return _by_kernel(position, playouts, run, known)


def _by_kernel(
    position: Position, playouts: Playouts, run: Run, known: Mapping[Move, Bounds]
) -> PositionEstimate:
    """Estimate a position by a kernel or the rules; raises `LimitReached` without any time."""
    budget = Budget(run.limits, run.watch)
    kinds = _kinds_of_moves(position)
    bounds = [_common_bounds(twins, known) for twins in kinds.values()]
    outcome: _native.Estimates | RuleEstimates
    rules = rules_of(position)
    if playouts.kernel is None:
        assert isinstance(rules, OwnRules)  # noqa: S101 - all others have a kernel
        outcome = run_playouts(rules, position, [*kinds], bounds, run.seed, run.even, budget)
    else:
        packed = descriptor_of(position).packed
        children = [packed(after) for after in kinds]
        kernel = playouts.kernel(*position.board.size, budget.bytes_left // 4)
        aim = run.seed, run.even, run.play_on
        outcome = budget.run(
            lambda control: kernel.run(*packed(position), children, bounds, *aim, control)
        )
    chances = [Chances(*row).settled() for row in outcome.moves]
    win = chances[outcome.best].win
    root = Chances(outcome.playouts, win, outcome.score, outcome.lower, outcome.upper).settled()
    best = list(kinds.values())[outcome.best][0]
    estimated = PositionEstimate(root, best, _for_each_move(position, kinds, chances))
    if run.even and root.lower == root.upper and any(one.lower != one.upper for one in chances):
        return _with_the_others(position, playouts, _rest(run, budget), estimated)
    return estimated


def _kinds_of_moves(position: Position) -> dict[Position, list[Move]]:
    """Return the moves by the position that they lead to, up to the position's symmetries."""
    rules = rules_of(position)
    is_symmetric = position in islice(rules.images(position), 1, None)
    first_like: dict[Position, Position] = {}
    kinds: dict[Position, list[Move]] = {}
    for move in rules.moves(position):
        after = rules.play(position, move)
        if is_symmetric and after not in first_like:
            first_like.update((image, after) for image in rules.images(after))
        kinds.setdefault(first_like.get(after, after), []).append(move)
    return kinds


def _common_bounds(moves: Sequence[Move], known: Mapping[Move, Bounds]) -> Bounds:
    """Return all that is known about moves that are worth the same."""
    bounds = [known.get(move, NOTHING_KNOWN) for move in moves]
    return max(lower for lower, _ in bounds), min(upper for _, upper in bounds)


def _for_each_move(
    position: Position, kinds: Mapping[Position, Sequence[Move]], chances: Sequence[Chances]
) -> dict[Move, Chances]:
    """Return the chances of each legal move, in their order, from those of each kind."""
    found = {
        move: one for twins, one in zip(kinds.values(), chances, strict=True) for move in twins
    }
    return {move: found[move] for move in rules_of(position).moves(position)}


def _with_the_others(
    position: Position, playouts: Playouts, run: Run, estimate: PositionEstimate
) -> PositionEstimate:
    """Estimate the remaining moves if a proof ended the playouts early."""
    known = {
        move: (chances.lower, chances.upper)
        for move, chances in estimate.moves.items()
        if chances.lower == chances.upper
    }
    try:
        others = _by_moves(position, playouts, run, known)
    except LimitReached:
        return estimate
    moves = {
        move: chances if move in known else max(chances, others.moves[move], key=_certainty)
        for move, chances in estimate.moves.items()
    }
    count = estimate.chances.playouts + others.chances.playouts
    return PositionEstimate(estimate.chances._replace(playouts=count), estimate.best, moves)


def _bounds_at_end(position: Position, after: Position) -> Bounds | None:
    """Return the score of a finished game, for the player who moved; None if it is not over."""
    outcome = rules_of(position).outcome(after)
    if outcome is None:
        return None
    if outcome.score is not None:
        score = sign_of(position) * outcome.score
    elif outcome.winner is None:
        score = 0
    else:
        score = 1 if outcome.winner == position.turn else -1
    return score, score


def _with_swap(
    position: Position, closed: Position, playouts: Playouts, run: Run, known: Mapping[Move, Bounds]
) -> PositionEstimate:
    """Estimate a position in which a swap is open, or will be after the move.

    The kernel estimates the same stones without the swap. The player who may swap takes the better
    side. The best move without a swap need not be the best with it, so every move gets a fair
    estimate.
    """
    kinds = _kinds_of_moves(position)
    known = {move: _common_bounds(twins, known) for twins in kinds.values() for move in twins}
    moves = rules_of(position).moves(position)
    can_swap = SWAP in moves
    # Bounds of moves into an open swap do not apply to the same moves without one.
    bounds = {move: known[move] for move in known if move != SWAP} if can_swap else {}
    estimate = _estimated(closed, playouts, replace(run, even=True), bounds)
    if can_swap:
        chances = {**estimate.moves, SWAP: estimate.chances.for_opponent()}
        # The kernel has found the best of the other moves.
        choices = [estimate.best, SWAP]
    else:
        chances = {move: _worse_side(move_chances) for move, move_chances in estimate.moves.items()}
        choices = list(moves)
    for move, (lower, upper) in known.items():
        chances[move] = chances[move].within((lower, upper))
        if lower == upper:
            choices.append(move)
    return _of_best({move: chances[move] for move in moves}, choices, estimate.chances.playouts)


def _worse_side(chances: Chances) -> Chances:
    """Return the chances of a player whose opponent may choose sides."""
    other = chances.for_opponent()
    return Chances(
        chances.playouts,
        min(chances.win, other.win),
        min(chances.score, other.score),
        min(chances.lower, other.lower),
        min(chances.upper, other.upper),
    )


def _by_moves(
    position: Position, playouts: Playouts, run: Run, known: Mapping[Move, Bounds]
) -> PositionEstimate:
    """Estimate a position from the positions after its moves, each with its share of the work."""
    chances: list[Chances] = []
    budget = Budget(run.limits)
    kinds = _kinds_of_moves(position)
    for number, (after, twins) in enumerate(kinds.items()):
        bounds = _bounds_at_end(position, after) or _common_bounds(twins, known)
        if bounds[0] == bounds[1]:
            chances.append(proved_chances(bounds[0]))
            continue
        if run.watch is not None:
            run.watch(number / len(kinds))
        # This run reports no progress of its own, and only the chances of its root are needed.
        share = replace(_rest(run, budget, len(kinds) - number), even=False, watch=None)
        try:
            estimate = _estimated(after, playouts, share, {}).chances
        except LimitReached:
            chances.append(_UNKNOWN.within(bounds))
            continue
        budget.nodes += estimate.playouts
        own = estimate if after.turn == position.turn else estimate.for_opponent()
        chances.append(own.within(bounds))
    moves = _for_each_move(position, kinds, chances)
    return _of_best(moves, list(moves), budget.nodes)


def _certainty(chances: Chances) -> tuple[bool, int]:
    """Return a sort key that is larger the more is known: a proof, or more playouts."""
    return chances.lower == chances.upper, chances.playouts


def _rest(run: Run, budget: Budget, parts: int = 1) -> Run:
    """Return a run with what its budget has left, or with one of `parts` shares of that."""
    limits, left = run.limits, budget.nodes_left
    nodes = None if left == inf else -(-int(left) // parts)
    seconds = limits.seconds
    if seconds is not None:
        seconds = max(seconds - budget.seconds, 0.0) / parts
    return replace(run, limits=replace(limits, nodes=nodes, seconds=seconds))


def _of_best(
    chances: Mapping[Move, Chances], choices: Sequence[Move], playouts: int
) -> PositionEstimate:
    """Combine the estimates of a position's moves: its chances are those of the best of `choices`.

    Raises `LimitReached` if nothing is known about any of them.
    """
    if not any(chances[move].is_known for move in choices):
        raise LimitReached("nodes")

    def worth(move: Move) -> tuple[bool, bool, float, float]:
        of_move = chances[move]
        return of_move.upper >= 0, of_move.is_known, of_move.win, of_move.score

    best = max(choices, key=worth)
    lower = max(each.lower for each in chances.values())
    upper = max(each.upper for each in chances.values())
    root = chances[best]
    root = Chances(playouts, root.win, root.score, lower, upper).settled()
    return PositionEstimate(root, best, chances, is_even=True)
