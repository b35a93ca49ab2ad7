"""Tree search with random playouts by the rules of a game of one's own, in Python.

This is UCT (Kocsis and Szepesvári, Bandit based Monte-Carlo planning, 2006). It proves nothing but
moves that end the game; what is known of others is passed in.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import log, sqrt
from random import Random

from positions.game import Move, Outcome, Position
from positions.own.faults import faults_of
from positions.own.game import OwnGame, State
from positions.own.rules import OwnRules
from solver.interface.engine import Budget, LimitReached

# A playout of more plies counts as a draw.
_MAX_PLIES = 1000
_EXPLORATION = 0.7


@dataclass(slots=True)
class _Node:
    """A position of the tree; `wins` and `score` are sums for the player to move at the root."""

    state: State
    outcome: Outcome | None
    visits: int = 0
    wins: float = 0.0
    score: float = 0.0
    followers: list[_Node] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class RuleEstimates:
    """What playouts found: of each follower playouts, share won, mean score, and proved bounds."""

    moves: list[tuple[int, float, float, int, int]]
    best: int
    playouts: int
    score: float
    lower: int
    upper: int


def run_playouts(
    rules: OwnRules,
    position: Position,
    children: Sequence[Position],
    known: Sequence[tuple[int, int]],
    seed: int,
    even: bool,
    budget: Budget,
) -> RuleEstimates:
    """Estimate the positions that can follow, until a limit is reached.

    `known` are proved bounds of their scores for the player to move. Raises `LimitReached` if the
    limits allow no playout at all.
    """
    budget.check()
    search = _Search(rules, position, [rules.state_of(child) for child in children], seed)
    bounds = [end or given for end, given in zip(search.scores_of_ends(), known, strict=True)]
    open_ones = [at for at, (lower, upper) in enumerate(bounds) if lower < upper]
    playouts = 0
    try:
        with faults_of(rules.file, "in a playout"):
            while open_ones:
                budget.tick()
                is_spread = even and playouts % 2 == 0
                search.play(open_ones[playouts // 2 % len(open_ones)] if is_spread else None)
                playouts += 1
    except LimitReached:
        pass
    return search.found(bounds, playouts, even=even)


class _Search:
    """A tree over the states of one game."""

    def __init__(
        self, rules: OwnRules, position: Position, followers: Sequence[State], seed: int
    ) -> None:
        self._rules = rules
        self._game: OwnGame = rules.game_for(position)
        self._random = Random(f"proofplay playouts {seed}")
        self._root = _Node(rules.state_of(position), None)
        self._root.followers = [self._node(state) for state in followers]

    def scores_of_ends(self) -> list[tuple[int, int] | None]:
        """Return the exact scores of followers at which the game is over."""
        ends = [follower.outcome for follower in self._root.followers]
        scores = [None if end is None else int(self._gains(end)[1]) for end in ends]
        return [None if score is None else (score, score) for score in scores]

    def play(self, first: int | None) -> None:
        """Play a game from the root to its end, with a certain first move if one is given."""
        path = [self._root]
        while path[-1].outcome is None and path[-1].followers:
            node = path[-1]
            is_first = first is not None and len(path) == 1
            path.append(node.followers[first or 0] if is_first else self._choose(node))
            if len(path) > _MAX_PLIES:
                break
            if path[-1].visits == 1 and path[-1].outcome is None:
                self._grow(path[-1])
        win, score = self._end(path[-1])
        for node in path:
            node.visits += 1
            node.wins += win
            node.score += score

    def found(
        self, bounds: Sequence[tuple[int, int]], playouts: int, *, even: bool
    ) -> RuleEstimates:
        """Return the estimates of the followers, and which is best."""
        rows = [
            (
                node.visits,
                node.wins / node.visits if node.visits else 0.5,
                node.score / node.visits if node.visits else 0.0,
                *limits,
            )
            for node, limits in zip(self._root.followers, bounds, strict=True)
        ]

        def worth(at: int) -> tuple[bool, bool, float, float]:
            visits, win, score, lower, upper = rows[at]
            return lower > 0, upper >= 0, win if even else visits, score

        best = max(range(len(rows)), key=worth)
        lower = max(row[3] for row in rows)
        upper = max(row[4] for row in rows)
        return RuleEstimates(rows, best, playouts, rows[best][2], lower, upper)

    def _node(self, state: State) -> _Node:
        outcome = self._game.outcome(state)
        return _Node(state, outcome and self._rules.check_outcome(self._game, outcome))

    def _moves(self, state: State) -> tuple[Move, ...]:
        return self._rules.check_moves(self._game, state, list(self._game.moves(state)))

    def _grow(self, node: _Node) -> None:
        for move in self._moves(node.state):
            after = self._game.play(node.state, move)
            node.followers.append(self._node(self._rules.check_state(self._game, after, "play")))

    def _choose(self, node: _Node) -> _Node:
        """Return the follower to try next: a promising one, or one that was seldom tried."""
        fresh = [follower for follower in node.followers if not follower.visits]
        if fresh:
            return self._random.choice(fresh)
        all_visits = log(node.visits + 1)
        is_own = node.state.turn == self._root.state.turn

        def promise(follower: _Node) -> float:
            share = follower.wins / follower.visits
            bonus = _EXPLORATION * sqrt(all_visits / follower.visits)
            return (share if is_own else 1 - share) + bonus

        return max(node.followers, key=promise)

    def _end(self, node: _Node) -> tuple[float, float]:
        """Play on at random, and return what the end is worth for the player of the root."""
        state, outcome, game = node.state, node.outcome, self._game
        for _ in range(_MAX_PLIES):
            if outcome is not None:
                return self._gains(outcome)
            state = game.play(state, self._random.choice(self._moves(state)))
            outcome = game.outcome(state)
        return 0.5, 0.0

    def _gains(self, outcome: Outcome) -> tuple[float, float]:
        """Return the share and the score of an outcome for the player to move at the root."""
        turn = self._root.state.turn
        sign = 0 if outcome.winner is None else 1 if outcome.winner == turn else -1
        if outcome.score is not None:
            score = outcome.score if turn == self._game.first else -outcome.score
            return (sign + 1) / 2, score
        return (sign + 1) / 2, sign
