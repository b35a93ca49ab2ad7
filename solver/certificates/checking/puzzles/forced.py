"""What a player can force, by the rules alone: all play from a position is listed.

As in retrograde analysis, this works back from the ends of the game that meet a goal: to the
player's positions with a move to a forced position, and to the opponent's from which every move
leads to one. Positions are reached in the order of their plies, so it is known within how many the
goal is forced. From the other positions the opponent can avoid the goal, possibly forever.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from math import inf

from positions.game import SWAP, Move, Outcome, Position
from positions.games import game_of
from solver.certificates.checking.check import Size

# The maximum number of positions, which takes a second or two.
LISTED = 1500

Goal = Callable[[Outcome, str], bool]


class TooManyPositions(Exception):  # noqa: N818 - not an error: the check is reported as skipped
    """There are too many positions to list."""


@dataclass(frozen=True, slots=True)
class Node:
    """A position, and the symbol held there by the player whose goal it is (NK6)."""

    position: Position
    hero: str

    def after(self, move: Move) -> Node:
        """Return the node after a legal move; a swap changes sides."""
        game = game_of(self.position)
        hero = game.opponent(self.hero) if move == SWAP else self.hero
        return Node(game.rules.play(self.position, move), hero)

    @property
    def is_heros_turn(self) -> bool:
        """Whether the player whose goal it is has the move."""
        return self.position.turn == self.hero


class Continuations:
    """All continuations of a position, whose mover is the hero; raises `TooManyPositions`.

    With `plies`, positions further away are left out, and only what is forced within them is known.
    """

    def __init__(self, position: Position, plies: float = inf) -> None:
        self.root = Node(position, position.turn)
        self.moves: dict[Node, dict[Move, Node]] = {}
        self._outcomes: dict[Node, Outcome | None] = {}
        # New positions are counted as soon as they are found, so that a list that gets too long is
        # given up early.
        met, waiting = {self.root}, deque([(self.root, 0)])
        rules = game_of(position).rules
        while waiting:
            node, away = waiting.popleft()
            outcome = self._outcomes[node] = rules.outcome(node.position)
            moves = rules.moves(node.position) if outcome is None and away < plies else ()
            after = self.moves[node] = {}
            for move in moves:
                after[move] = other = node.after(move)
                if other not in met:
                    if len(met) == LISTED:
                        raise TooManyPositions
                    met.add(other)
                    waiting.append((other, away + 1))

    @property
    def size(self) -> Size:
        """The size of the list."""
        return Size(positions=len(self.moves), replies=sum(map(len, self.moves.values())))

    def forced(self, goal: Goal, *, by_hero: bool = True) -> dict[Node, int]:
        """Return the nodes from which an end that meets a goal is forced, with the plies to it.

        The hero forces it, or with `by_hero` false, the opponent.
        """
        before: dict[Node, list[Node]] = {node: [] for node in self.moves}
        for node, moves in self.moves.items():
            for after in moves.values():
                before[after].append(node)
        open_moves = {node: len(moves) for node, moves in self.moves.items()}
        plies = {
            node: 0
            for node, outcome in self._outcomes.items()
            if outcome is not None and goal(outcome, node.hero)
        }
        queue = deque(plies)
        while queue:
            node = queue.popleft()
            for earlier in before[node]:
                open_moves[earlier] -= 1
                is_met = earlier.is_heros_turn == by_hero or open_moves[earlier] == 0
                if is_met and earlier not in plies:
                    plies[earlier] = plies[node] + 1
                    queue.append(earlier)
        return plies


def won(outcome: Outcome, hero: str) -> bool:
    """Return whether the hero has won."""
    return outcome.winner == hero


def lost(outcome: Outcome, hero: str) -> bool:
    """Return whether the hero has lost."""
    return outcome.winner not in (hero, None)
