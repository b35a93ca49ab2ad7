"""Estimating a position: a run of the game's playout kernel, or of several where it needs them.

The kernel is told what is proved of the moves already. What it does not know itself is put together
from what it says: of positions with an open swap (NK6), and of set-ups (MM3).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import inf

from positions.game import SWAP, Move, Position
from positions.games import game_of
from solver import _native
from solver.engines.lines import sign_of
from solver.estimates.estimate import (
    RESULT_SCORES,
    Bounds,
    Chances,
    PositionEstimate,
    proved_chances,
)
from solver.games import descriptor_of
from solver.games.playouts import Playouts
from solver.interface.engine import Assessment, Budget, LimitReached, Limits, Result, Watch

NOTHING_KNOWN: Bounds = (-_native.SCORE_LIMIT, _native.SCORE_LIMIT)
_UNTOLD = Chances(0, 0.5, 0.0, *NOTHING_KNOWN)


@dataclass(frozen=True, slots=True)
class Run:
    """How playouts are made: at most `limits.nodes` of them, by chance from `seed`.

    Where they are `even`, every move gets a fair estimate; else all go where the best move may be.
    To `resist` is to go on where all is proved to be lost, looking for the move that is hardest to
    refute.
    """

    limits: Limits
    seed: int = 0
    even: bool = False
    resist: bool = False
    watch: Watch | None = None


def is_estimated(position: Position) -> bool:
    """Return whether a position can be estimated: not in solitaire, and not on every board."""
    return _playouts_for(position) is not None


def score_of(position: Position, result: Result, after: Assessment) -> int:
    """Return the score of a move whose result is proved, for who makes it in a position."""
    if after.score is not None:
        return sign_of(position) * after.score
    return RESULT_SCORES[result]


def estimate(
    position: Position, run: Run, known: Mapping[Move, Bounds] | None = None
) -> PositionEstimate | None:
    """Estimate a position and its moves, of which some bounds may be `known`.

    None where there is no estimate, the game is over, or the limits leave room for no playout.
    """
    playouts = _playouts_for(position)
    if playouts is None or game_of(position).rules.outcome(position) is not None:
        return None
    try:
        return _estimated(position, playouts, run, known or {})
    except LimitReached:
        return None


def _playouts_for(position: Position) -> Playouts | None:
    if game_of(position).is_solitaire(position):
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
    """Let the kernel estimate a position; raises `LimitReached` where it has no time at all."""
    budget, rules = Budget(run.limits, run.watch), game_of(position).rules
    moves = rules.moves(position)
    bounds = [known.get(move, NOTHING_KNOWN) for move in moves]
    children = [playouts.packed(rules.play(position, move)) for move in moves]
    kernel = playouts.kernel(*position.board.size, budget.bytes_left // 2)
    packed, aim = playouts.packed(position), (run.seed, run.even, run.resist)
    found = budget.run(lambda control: kernel.run(*packed, children, bounds, *aim, control))
    said = [Chances(*row).settled() for row in found.moves]
    win = said[found.best].win
    root = Chances(found.playouts, win, found.score, found.least, found.most).settled()
    estimated = PositionEstimate(root, moves[found.best], dict(zip(moves, said, strict=True)))
    if run.even and root.least == root.most and any(one.least != one.most for one in said):
        return _with_the_others(position, playouts, _rest(run, budget), estimated)
    return estimated


def _with_the_others(
    position: Position, playouts: Playouts, run: Run, found: PositionEstimate
) -> PositionEstimate:
    """Estimate the moves that are left open where a proof has ended the playouts early."""
    known = {
        move: (said.least, said.most)
        for move, said in found.moves.items()
        if said.least == said.most
    }
    try:
        others = _by_moves(position, playouts, run, known)
    except LimitReached:
        return found
    moves = {
        move: said if move in known else max(said, others.moves[move], key=_worth_of_telling)
        for move, said in found.moves.items()
    }
    count = found.chances.playouts + others.chances.playouts
    return PositionEstimate(found.chances._replace(playouts=count), found.best, moves)


def _bounds_at_end(position: Position, after: Position) -> Bounds | None:
    """Return the score, for who made the move, of a game that is over; None while it goes on."""
    outcome = game_of(position).rules.outcome(after)
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

    Without it the kernel estimates the same stones. Who may swap takes the better side. What is
    best without a swap need not be so with it, and every move gets a fair estimate.
    """
    rules = game_of(position).rules
    moves = rules.moves(position)
    can_swap = SWAP in moves
    # What is known of moves into an open swap says nothing of the same moves without one.
    told = {move: known[move] for move in known if move != SWAP} if can_swap else {}
    found = _estimated(closed, playouts, replace(run, even=True), told)
    if can_swap:
        chances = {**found.moves, SWAP: found.chances.for_opponent()}
        # Of the other moves the kernel has found the best.
        choices = [found.best, SWAP]
    else:
        chances = {move: _worse_side(said) for move, said in found.moves.items()}
        choices = list(moves)
    for move, (least, most) in known.items():
        if least == most:
            chances[move] = proved_chances(least)
            choices.append(move)
    return _of_best({move: chances[move] for move in moves}, choices, found.chances.playouts)


def _worse_side(chances: Chances) -> Chances:
    """Return what is left to a player whose opponent may have either side."""
    other = chances.for_opponent()
    return Chances(
        chances.playouts,
        min(chances.win, other.win),
        min(chances.score, other.score),
        min(chances.least, other.least),
        min(chances.most, other.most),
    )


def _by_moves(
    position: Position, playouts: Playouts, run: Run, known: Mapping[Move, Bounds]
) -> PositionEstimate:
    """Estimate a position by the positions after its moves, each with its share of the work."""
    rules = game_of(position).rules
    chances: dict[Move, Chances] = {}
    budget = Budget(run.limits)
    moves = rules.moves(position)
    for number, move in enumerate(moves):
        after = rules.play(position, move)
        bounds = _bounds_at_end(position, after) or known.get(move, NOTHING_KNOWN)
        if bounds[0] == bounds[1]:
            chances[move] = proved_chances(bounds[0])
            continue
        if run.watch is not None:
            run.watch(number / len(moves))
        # A part tells no progress of its own, and of its position the chances alone are asked.
        share = replace(_rest(run, budget, len(moves) - number), even=False, watch=None)
        try:
            found = _estimated(after, playouts, share, {}).chances
        except LimitReached:
            chances[move] = _UNTOLD
            continue
        budget.nodes += found.playouts
        chances[move] = found if after.turn == position.turn else found.for_opponent()
    return _of_best(chances, moves, budget.nodes)


def _worth_of_telling(chances: Chances) -> tuple[bool, int]:
    """Return a key that is the larger the more is known: a proof, or so many playouts."""
    return chances.least == chances.most, chances.playouts


def _rest(run: Run, budget: Budget, parts: int = 1) -> Run:
    """Return a run with what its budget has left, or with one of so many parts of that."""
    limits, left = run.limits, budget.nodes_left
    nodes = None if left == inf else -(-int(left) // parts)
    seconds = limits.seconds
    if seconds is not None:
        seconds = max(seconds - budget.seconds, 0.0) / parts
    return replace(run, limits=replace(limits, nodes=nodes, seconds=seconds))


def _of_best(
    chances: Mapping[Move, Chances], choices: Sequence[Move], playouts: int
) -> PositionEstimate:
    """Put a position together from its moves: it is worth what the best of some choices is.

    Raises `LimitReached` where nothing can be told of any.
    """
    tried = [move for move in choices if chances[move].is_known]
    if not tried:
        raise LimitReached("nodes")
    best = max(tried, key=lambda move: (chances[move].win, chances[move].score))
    least = max(said.least for said in chances.values())
    most = max(said.most for said in chances.values())
    root = chances[best]
    root = Chances(playouts, root.win, root.score, least, most).settled()
    return PositionEstimate(root, best, chances, is_even=True)
