"""Checks the records of puzzles for two players, by all play from the position."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from math import inf

from positions.game import SWAP, Move, Outcome, Position
from positions.games import game_of, rules_of
from positions.games.minelayers import opponent, within_reach
from solver.certificates.checking.check import Size
from solver.certificates.checking.records import (
    ANSWER,
    FIRST_MOVE,
    WHOLE_LINE,
    Checked,
    PuzzleRecord,
    TooManyPositions,
    expect,
    move_of,
    texts_of,
    uniqueness_of,
)
from solver.certificates.checking.text import Refusal
from solver.puzzles.words import margin_goal, only_move_goal, survive_goal, swap_goal, win_in_goal

# The maximum number of positions, which takes a second or two.
LISTED = 1500

Goal = Callable[[Outcome, str], bool]


def only_move(number: int, record: PuzzleRecord, position: Position) -> Checked:
    """Check that the move is legal, and the only one that wins."""
    moves = _moves(position)
    expect(number, record, "goal", only_move_goal(position, len(moves)))
    move = _only(number, record, position)
    uniqueness = _counts(number, record, FIRST_MOVE, len(moves))
    expect(number, uniqueness, "winning", 1)
    try:
        continuations = Continuations(position)
    except TooManyPositions:
        return _unchecked("that it wins and no other move does")
    _check_results(number, uniqueness, continuations)
    _expect_only(number, move, _leading(continuations, won))
    return ("the only move that wins; not checked: the grade", replace(continuations.size, moves=1))


def hold_margin(number: int, record: PuzzleRecord, position: Position) -> Checked:
    """Check that the move is legal, and the only one that holds the margin."""
    score = record.get("score")
    if not isinstance(score, int) or isinstance(score, bool):
        raise Refusal(number, 'expected a whole number in "score"')
    moves, first = _moves(position), next(iter(game_of(position).players))
    margin = score if position.turn == first else -score
    expect(number, record, "goal", margin_goal(position, len(moves), margin))
    move = _only(number, record, position)
    expect(number, _counts(number, record, FIRST_MOVE, len(moves)), "holding", 1)

    def gets(minimum: int, outcome: Outcome, hero: str) -> bool:
        kings = outcome.score or 0
        return (kings if hero == first else -kings) >= minimum

    try:
        continuations = Continuations(position)
    except TooManyPositions:
        return _unchecked("that it holds the margin and no other move does")
    _expect_only(number, move, _leading(continuations, lambda o, hero: gets(margin, o, hero)))
    if _leading(continuations, lambda o, hero: gets(margin + 1, o, hero)):
        raise Refusal(number, "a larger margin is possible")
    return (
        "the only move that holds the margin; not checked: the grade",
        replace(continuations.size, moves=1),
    )


def swap_or_not(number: int, record: PuzzleRecord, position: Position) -> Checked:
    """Check whether the swap wins, and that the given move does."""
    moves = _moves(position)
    if SWAP not in moves:
        raise Refusal(number, "the swap is not open (NK6)")
    expect(number, record, "goal", swap_goal(position))
    move = _only(number, record, position)
    expect(number, record, "swap", move == SWAP)
    uniqueness = _counts(number, record, ANSWER, len(moves))
    try:
        continuations = Continuations(position)
    except TooManyPositions:
        return _unchecked("that the answer wins")
    _check_results(number, uniqueness, continuations)
    winning = _leading(continuations, won)
    if move not in winning or (SWAP in winning) != (move == SWAP):
        raise Refusal(number, "the other answer wins")
    return ("the answer that wins", replace(continuations.size, moves=1))


def _moves(position: Position) -> Sequence[Move]:
    rules = rules_of(position)
    return rules.moves(position) if rules.outcome(position) is None else ()


def _only(number: int, record: PuzzleRecord, position: Position) -> Move:
    """Return the only move of a solution."""
    texts = texts_of(number, record)
    if len(texts) != 1:
        raise Refusal(number, f"found {len(texts)} moves in the solution, expected 1")
    return move_of(number, position, texts[0])


def _counts(number: int, record: PuzzleRecord, meaning: str, moves: int) -> PuzzleRecord:
    uniqueness = uniqueness_of(number, record)
    expect(number, uniqueness, "meaning", meaning)
    expect(number, uniqueness, "moves", moves)
    return uniqueness


def _leading(continuations: Continuations, goal: Goal, *, by_hero: bool = True) -> list[Move]:
    """Return the first moves after which a goal is forced."""
    forced = continuations.forced(goal, by_hero=by_hero)
    return [
        move for move, after in continuations.moves[continuations.root].items() if after in forced
    ]


def _check_results(number: int, uniqueness: PuzzleRecord, continuations: Continuations) -> None:
    """Check how many moves win, draw and lose; zeros are left out."""
    winning = len(_leading(continuations, won))
    losing = len(_leading(continuations, lost, by_hero=False))
    drawing = len(continuations.moves[continuations.root]) - winning - losing
    counts = {"winning": winning, "drawing": drawing, "losing": losing}
    for name, count in counts.items():
        expect(number, uniqueness, name, count or None)


def _expect_only(number: int, move: Move, right: list[Move]) -> None:
    if right != [move]:
        raise Refusal(number, f"{len(right)} moves are right, or a different one")


def _unchecked(what: str) -> Checked:
    return (f"a legal move; not checked: {what}, and the grade", Size(moves=1))


def win_in(number: int, record: PuzzleRecord, position: Position) -> Checked:
    """Check that the line wins, is best play, and has the only moves that win in time."""
    texts = texts_of(number, record)
    expect(number, record, "goal", win_in_goal(position, len(texts)))
    line = _won_line(number, position, texts)
    uniqueness = uniqueness_of(number, record)
    expect(number, uniqueness, "meaning", WHOLE_LINE)
    expect(number, uniqueness, "turns", (len(texts) + 1) // 2)
    try:
        continuations = Continuations(position, len(line))
    except TooManyPositions:
        what = "that no other move wins in time, and no defence lasts longer"
        return (f"a line to a win; not checked: {what}, and the grade", Size(moves=len(line)))
    plies = continuations.forced(won)
    for left, (node, move) in zip(
        range(len(line), 0, -1), _nodes(continuations, line), strict=True
    ):
        after = {m: plies.get(other) for m, other in continuations.moves[node].items()}
        if plies.get(node) != left or after[move] != left - 1:
            name = position.board.name(move.squares[-1]) if move.squares else move.kind
            raise Refusal(number, f"{name} is not best play")
        in_time = [m for m, needed in after.items() if needed is not None and needed < left]
        if node.is_heros_turn and in_time != [move]:
            raise Refusal(number, f"{len(in_time)} moves win in {left} plies")
    size = replace(continuations.size, moves=len(line))
    claim = "best play to a win, by the only moves in time"
    return (f"{claim}; not checked: which moves win later, and the grade", size)


def survive(number: int, record: PuzzleRecord, position: Position) -> Checked:
    """Check that the players are separated, that the line wins, and which other paths do."""
    expect(number, record, "goal", survive_goal(position))
    reach = [within_reach(position.board, p) for p in (position.turn, opponent(position.turn))]
    if reach[0] & reach[1]:
        raise Refusal(number, "both players can reach a square")
    line = _won_line(number, position, texts_of(number, record))
    uniqueness = uniqueness_of(number, record)
    expect(number, uniqueness, "meaning", WHOLE_LINE if uniqueness.get("ways") == 1 else FIRST_MOVE)
    try:
        continuations = Continuations(position)
    except TooManyPositions:
        what = "that no other path wins"
        return (f"a line to a win; not checked: {what}, and the grade", Size(moves=len(line)))
    forced = continuations.forced(won)
    first_moves = [
        m for m, after in continuations.moves[continuations.root].items() if after in forced
    ]
    expect(number, uniqueness, "first_moves", len(first_moves))
    if first_moves != [line[0]]:
        raise Refusal(number, f"{len(first_moves)} first moves win")
    expect(
        number,
        uniqueness,
        "ways",
        _ways(number, continuations, forced, continuations.root, line[1::2]),
    )
    size = replace(continuations.size, moves=len(line))
    return ("a line to a win, and all other paths were counted; not checked: the grade", size)


def _won_line(number: int, position: Position, texts: list[str]) -> list[Move]:
    """Play a solution to its end, which must be a win for the first mover."""
    player, line = position.turn, []
    for text in texts:
        line.append(move_of(number, position, text))
        position = rules_of(position).play(position, line[-1])
    outcome = rules_of(position).outcome(position)
    if outcome is None or outcome.winner != player:
        raise Refusal(number, "the solution does not end with a win")
    return line


def _nodes(continuations: Continuations, line: Sequence[Move]) -> Iterator[tuple[Node, Move]]:
    node = continuations.root
    for move in line:
        yield node, move
        node = continuations.moves[node][move]


def _ways(
    number: int,
    continuations: Continuations,
    forced: dict[Node, int],
    node: Node,
    replies: Sequence[Move],
) -> int:
    """Count the hero's paths that win against given replies of the opponent."""
    moves = continuations.moves[node]
    if not moves:
        return 1
    if not node.is_heros_turn:
        if not replies:
            raise Refusal(number, "the opponent could still move")
        return _ways(number, continuations, forced, moves[replies[0]], replies[1:])
    after = (other for other in moves.values() if other in forced)
    return sum(_ways(number, continuations, forced, other, replies) for other in after)


@dataclass(frozen=True, slots=True)
class Node:
    """A position, and the symbol held there by the player whose goal it is (NK6)."""

    position: Position
    hero: str

    def after(self, move: Move) -> Node:
        """Return the node after a legal move; a swap changes sides."""
        game = game_of(self.position)
        hero = game.opponent(self.hero) if move == SWAP else self.hero
        return Node(rules_of(self.position).play(self.position, move), hero)

    @property
    def is_heros_turn(self) -> bool:
        """Whether the player whose goal it is has the move."""
        return self.position.turn == self.hero


class Continuations:
    """All continuations of a position, whose mover is the hero; raises `TooManyPositions`.

    What can be forced is found as in retrograde analysis, back from the ends of the game that meet
    a goal: to the player's positions with a move to a forced position, and to the opponent's from
    which every move leads to one. Positions are reached in the order of their plies, so it is known
    within how many the goal is forced. From the other positions the opponent can avoid the goal,
    possibly forever.

    With `plies`, positions further away are left out, and only what is forced within them is known.
    """

    def __init__(self, position: Position, plies: float = inf) -> None:
        self.root = Node(position, position.turn)
        self.moves: dict[Node, dict[Move, Node]] = {}
        self._outcomes: dict[Node, Outcome | None] = {}
        # New positions are counted as soon as they are found, so that a list that gets too long is
        # given up early.
        met, waiting = {self.root}, deque([(self.root, 0)])
        rules = rules_of(position)
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
