"""Search by the rules of a game of one's own, in Python.

An alpha-beta search with a table of exact bounds finds the result, or the final margin. The length
of best play is then found by asking whether the winner can force the win within one, two, three …
plies (iterative deepening). Both only call the game's `moves`, `play` and `outcome`, on states
without anything around them, and take positions that are images of each other as one.

A search of results that meets a position again on the way to it, or that gets very deep, gives up:
play may then go round in circles, and the reference engine answers, which takes that as a draw. A
question about a number of plies has no such limit.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import inf
from operator import itemgetter
from typing import Any

from positions.game import Move, Outcome, Position
from positions.games import rules_of
from positions.own.faults import faults_of
from positions.own.game import OwnGame, State
from positions.own.rules import OwnRules
from solver.engines.brute import BRUTE
from solver.engines.combinatorial import Value, game_value
from solver.engines.kernel_search import RESULTS, SEARCH
from solver.engines.lines import finished, principal_variation, probing, sign_of, winner_of
from solver.interface.engine import (
    Assessment,
    Budget,
    Details,
    Engine,
    LimitReached,
    Oracle,
    Result,
)

# Deeper than this, the search gives up: Python's own stack holds about a thousand calls.
MAX_DEPTH = 400
# After so many questions whether a player wins within some plies, the search for the result begins.
MAX_CALLS = 200_000
_OPEN = (-inf, inf)
_NOT_ASKED = (inf, -1.0)


# A move with the first image of what follows on it, None until it is asked: [Move, State | None].
_Branch = list[Any]


class Circular(Exception):  # noqa: N818 - not an error: another engine answers
    """Play may go round in circles."""


class RuleSearch:
    """The search on one board; its tables serve all questions about positions of that board.

    Values are for the player to move: 1, 0 and -1, or the margin if the game has one.
    """

    def __init__(self, rules: OwnRules, position: Position, budget: Budget) -> None:
        self._rules = rules
        self._game: OwnGame = rules.game_for(position)
        self._budget = budget
        images = rules.symmetries(self._game)
        # `itemgetter` reads where a place comes from, so it gets the inverse of an image.
        self._images = [itemgetter(*_inverse(image)) for image in images if len(image) > 1]
        self._is_scored = rules.scored_in is not None
        self._nodes_end = inf
        # Bounds of values, and the move that was best.
        self._bounds: dict[State, tuple[float, float]] = {}
        self._best: dict[State, Move] = {}
        self._history: dict[Move, float] = {}
        self._path: set[State] = set()
        # Plies within which the player to move wins or loses, and does not: (at most, more than).
        self._wins: dict[State, tuple[float, float]] = {}
        self._losses: dict[State, tuple[float, float]] = {}
        # For positions: the value if the game is over, else the moves with what follows.
        self._calls = 0
        self._expanded: dict[State, int | tuple[_Branch, ...]] = {}

    def value(self, state: State, nodes: float) -> int:
        """Return the exact value; raises `LimitReached` or `Circular`."""
        self._begin(nodes)
        root, highest = self._canonical(state), inf if self._is_scored else 1
        with faults_of(self._rules.file, "while searching"):
            if not self._is_scored and self._is_settled_soon(root):
                return int(self._bounds[root][0])
            return int(self._search(root, -highest, highest, 0))

    def _is_settled_soon(self, root: State) -> bool:
        """Return whether a player wins within few enough plies to be searched quickly.

        What the search learns about moves helps the one that follows, if not.
        """
        self._calls = 0
        for plies in range(MAX_DEPTH):
            before = self._budget.nodes
            if self._wins_within(root, plies) or self._loses_within(root, plies):
                return True
            is_whole = self._budget.nodes == before and plies > 1
            if is_whole or self._calls > MAX_CALLS:
                return False
        return False

    def win_length(self, state: State, nodes: float) -> int:
        """Return the plies of best play from a position that its player wins."""
        return self._length(state, nodes, is_won=True)

    def loss_length(self, state: State, nodes: float) -> int:
        """Return the plies of best play from a position that its player loses."""
        return self._length(state, nodes, is_won=False)

    def _length(self, state: State, nodes: float, *, is_won: bool) -> int:
        self._begin(nodes)
        ends = self._wins_within if is_won else self._loses_within
        plies, root = 0, self._canonical(state)
        with faults_of(self._rules.file, "while searching"):
            while not ends(root, plies):
                plies += 1
        return plies

    def _begin(self, nodes: float) -> None:
        self._path.clear()
        self._nodes_end = self._budget.nodes + nodes

    def _canonical(self, state: State) -> State:
        """Return the first of the images of a state."""
        cells = least = state.cells
        for image in self._images:
            least = min(least, "".join(image(cells)))
        return state if least is cells else State(least, state.turn, state.facts)

    def _expand(self, state: State) -> int | tuple[_Branch, ...]:
        """Return the value of a finished game, or the moves with what follows, if that is known."""
        known = self._expanded.get(state)
        if known is not None:
            return known
        if self._budget.nodes >= self._nodes_end:
            raise LimitReached("nodes")
        self._budget.tick()
        game = self._game
        outcome = game.outcome(state)
        found: int | tuple[_Branch, ...]
        if outcome is not None:
            found = self._value_at_end(state, outcome)
        else:
            moves = self._rules.check_moves(game, state, list(game.moves(state)))
            found = tuple([move, None] for move in moves)
        self._expanded[state] = found
        return found

    def _follow(self, state: State, branch: _Branch) -> State:
        """Return what follows on a move: its first image. It is computed when it is first asked."""
        game = self._game
        after = game.play(state, branch[0])
        if (
            type(after) is not State
            or len(after.cells) != len(state.cells)
            or after.turn not in game.other
        ):
            self._rules.check_state(game, after, "play")
        branch[1] = after = self._canonical(after)
        return after

    def _value_at_end(self, state: State, outcome: Outcome) -> int:
        self._rules.check_outcome(self._game, outcome)
        if outcome.score is not None:
            return outcome.score if state.turn == self._game.first else -outcome.score
        if outcome.winner is None:
            return 0
        return 1 if outcome.winner == state.turn else -1

    def _search(self, state: State, alpha: float, beta: float, depth: int) -> float:
        """Return the value, or a bound of it outside of alpha and beta."""
        lower, upper = self._bounds.get(state, _OPEN)
        if lower >= beta or lower == upper:
            return lower
        if upper <= alpha:
            return upper
        found = self._expand(state)
        if isinstance(found, int):
            self._bounds[state] = found, found
            return found
        if state in self._path or depth > MAX_DEPTH:
            raise Circular
        alpha, beta = max(alpha, lower), min(beta, upper)
        self._path.add(state)
        best, best_move, begun = -inf, None, alpha
        for branch in self._ordered(state, found):
            move, after = branch[0], branch[1] or self._follow(state, branch)
            if after.turn == state.turn:
                value = self._search(after, alpha, beta, depth + 1)
            else:
                value = -self._search(after, -beta, -alpha, depth + 1)
            if value > best:
                best, best_move = value, move
                alpha = max(alpha, value)
                if alpha >= beta:
                    break
        self._path.discard(state)
        if best_move is not None and best > begun:
            self._best[state] = best_move
            self._history[best_move] = self._history.get(best_move, 0) + 2.0**-depth
        if best <= begun:
            upper = min(upper, best)
        elif best >= beta:
            lower = max(lower, best)
        else:
            lower = upper = best
        self._bounds[state] = lower, upper
        return best

    def _ordered(self, state: State, moves: Sequence[_Branch]) -> Sequence[_Branch]:
        """Return the moves, the most promising first: the best so far, then often best ones."""
        best, history = self._best.get(state), self._history
        if not history:
            order = self._game.order(state, [branch[0] for branch in moves])
            place = {move: at for at, move in enumerate(order)}
            return sorted(moves, key=lambda entry: place[entry[0]])
        return sorted(
            moves,
            key=lambda entry: inf if entry[0] == best else history.get(entry[0], 0),
            reverse=True,
        )

    def _wins_within(self, state: State, plies: int) -> bool:
        """Return whether the player to move can force a win within some plies."""
        self._calls += 1
        at_most, more_than = self._wins.get(state, _NOT_ASKED)
        if at_most <= plies:
            return True
        if more_than >= plies or self._bounds.get(state, _OPEN)[1] <= 0:
            return False
        found = self._expand(state)
        if isinstance(found, int):
            self._bounds[state] = found, found
            return found > 0
        if plies > 0:
            for branch in self._ordered(state, found):
                move, after = branch[0], branch[1] or self._follow(state, branch)
                if (
                    self._wins_within(after, plies - 1)
                    if after.turn == state.turn
                    else self._loses_within(after, plies - 1)
                ):
                    self._learn(state, move, plies)
                    self._bounds[state] = 1, 1
                    self._wins[state] = plies, more_than
                    return True
        self._wins[state] = at_most, plies
        return False

    def _loses_within(self, state: State, plies: int) -> bool:
        """Return whether the player to move must lose within some plies."""
        at_most, more_than = self._losses.get(state, _NOT_ASKED)
        if at_most <= plies:
            return True
        if more_than >= plies or self._bounds.get(state, _OPEN)[0] >= 0:
            return False
        found = self._expand(state)
        if isinstance(found, int):
            self._bounds[state] = found, found
            return found < 0
        is_lost = plies > 0
        if is_lost:
            for branch in self._ordered(state, found):
                move, after = branch[0], branch[1] or self._follow(state, branch)
                if not (
                    self._loses_within(after, plies - 1)
                    if after.turn == state.turn
                    else self._wins_within(after, plies - 1)
                ):
                    self._learn(state, move, plies)
                    is_lost = False
                    break
        if is_lost:
            self._bounds[state] = -1, -1
        self._losses[state] = (plies, more_than) if is_lost else (at_most, plies)
        return is_lost

    def _learn(self, state: State, move: Move, plies: int) -> None:
        """Remember that a move decided what was asked, for the order of moves."""
        self._best[state] = move
        self._history[move] = self._history.get(move, 0) + plies * plies


def _inverse(image: Sequence[int]) -> list[int]:
    """Return which place comes to each place."""
    origin = [0] * len(image)
    for square, target in enumerate(image):
        origin[target] = square
    return origin


class RuleOracle(Oracle):
    """Answers for the positions of a board by search, or else by listing all of them."""

    engine = SEARCH
    keeps_tables = True

    def __init__(self, position: Position, budget: Budget) -> None:
        rules = rules_of(position)
        assert isinstance(rules, OwnRules)  # noqa: S101 - the engine takes no other games
        self._rules = rules
        self._opened = position
        self._budget = budget
        self._search = RuleSearch(rules, position, budget)
        self._values: dict[Position, Value] = {}
        self._lister: Oracle | None = None

    def serves(self, position: Position) -> bool:
        """Return whether a position is on the same board, with the same variants."""
        opened = self._opened
        same = (opened.game, opened.board.size, opened.variants)
        return (position.game, position.board.size, position.variants) == same

    def assess(self, position: Position, wanted: Details) -> Assessment:
        return self._assess(position, wanted, inf)

    def line(self, position: Position, wanted: Details) -> tuple[Move, ...]:
        if self._lister is not None:
            return self._lister.line(position, wanted)
        probe = probing(lambda p, nodes: self._assess(p, wanted, nodes), self._budget)
        try:
            return principal_variation(position, probe)
        except Circular:
            return self._listing(position).line(position, wanted)

    def _listing(self, position: Position) -> Oracle:
        if self._lister is None:
            self._lister = BRUTE.open(position, self._budget)
            self.engine = self._lister.engine
        return self._lister

    def _assess(self, position: Position, wanted: Details, nodes: float) -> Assessment:
        if self._lister is not None:
            return self._lister.assess(position, wanted)
        outcome = self._rules.outcome(position)
        if outcome is not None:
            return finished(position, outcome)
        state = self._rules.state_of(position)
        try:
            value = self._search.value(state, nodes)
        except Circular:
            return self._listing(position).assess(position, wanted)
        result = RESULTS[(value > 0) - (value < 0)]
        found = Assessment(result, winner_of(position, result))
        if self._rules.scored_in is not None:
            return replace(found, score=sign_of(position) * value)
        if wanted.value:
            number = game_value(position, self._budget.tick, self._values).number
            found = replace(found, value=number)
        if not wanted.distance or result == Result.DRAW:
            return found
        length = self._search.win_length if result == Result.WIN else self._search.loss_length
        return replace(found, distance=length(state, nodes))


def by_rules_alone(position: Position) -> bool:
    """Return whether a position is one of a game of one's own, for two."""
    return isinstance(rules_of(position), OwnRules)


RULE_SEARCH = Engine(name=SEARCH, open=RuleOracle)
