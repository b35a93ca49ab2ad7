"""Checks a graph of positions: from the first one, a goal is reached against every reply.

A line is a position with a number, a bound if the goal is in plies, and moves:

    3 5 nakatta:2b1/4/1w2/1b2:w a1=4 b2~9 c3=end

If the hero is to move there is one move, else there are all legal ones in the order of the rules. A
move leads to a numbered position further down, the same (``=``) or a symmetric one (``~``), or to
an end of the game; in a lasting graph, also to a position about which it only matters that the game
is not over (``live``). Since moves only lead downwards, there are no cycles, and by induction from
the last line up each position meets the goal.

After a swap, the hero holds the other colour (NK6).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from positions.errors import quote
from positions.game import SWAP, Position
from positions.games import game_of, rules_of
from positions.text import format_move, format_position
from solver.certificates.checking.claims import Bound, End, Goal
from solver.certificates.checking.text import Line, Refusal, Section

END, LIVE = "end", "live"
SAME, IMAGE = "=", "~"

_NUMBER = "[1-9][0-9]{0,8}"
_MOVE = re.compile(rf"([^ =~]+)(?:([=~])({_NUMBER})|=({END}|{LIVE}))")
_PLAIN_NODE = re.compile(rf"({_NUMBER})() ([^ ]+)((?: [^ ]+)+)")
_BOUND_NODE = re.compile(rf"({_NUMBER}) ({_NUMBER}) ([^ ]+)((?: [^ ]+)+)")


@dataclass(frozen=True, slots=True)
class Answer:
    """A move and where it leads: to a numbered position, or to the word in `to`."""

    move: str
    sign: str
    to: int | str


@dataclass(slots=True)
class Node:
    """A line of the graph.

    `position` is None until a move from above leads here. Then it is the position reached in play,
    with which `text` is compared; `hero` is the player whose strategy it belongs to.
    """

    line: int
    text: str
    bound: int
    answers: Sequence[Answer]
    position: Position | None = None
    hero: str | None = None


def check_graph(root: Position, goal: Goal, section: Section) -> tuple[int, int]:
    """Check a section; return its numbers of positions and moves. Raises `Refusal`."""
    nodes = [_read_node(line, number, goal) for number, line in enumerate(section.lines, start=1)]
    Checker(root, goal, section, nodes).check()
    return len(nodes), sum(len(node.answers) for node in nodes)


def _read_node(line: Line, number: int, goal: Goal) -> Node:
    pattern = _PLAIN_NODE if goal.bound is None else _BOUND_NODE
    match = pattern.fullmatch(line.text)
    if match is None or match[1] != str(number):
        what = "NUMBER POSITION" if goal.bound is None else "NUMBER PLIES POSITION"
        expected = f"position {number} as {what} MOVE=NUMBER"
        raise Refusal(line.number, f"found {quote(line.text)}, expected {expected}")
    answers = [_read_answer(line, text) for text in match[4].split()]
    return Node(line.number, match[3], int(match[2] or 0), answers)


def _read_answer(line: Line, text: str) -> Answer:
    match = _MOVE.fullmatch(text)
    if match is None:
        raise Refusal(line.number, f"found {quote(text)}, expected a move as MOVE=NUMBER")
    move, sign, number, word = match.groups()
    return Answer(move, sign, int(number)) if number else Answer(move, SAME, word)


class Checker:
    """Checks the positions of one graph, from the first line down."""

    def __init__(self, root: Position, goal: Goal, section: Section, nodes: Sequence[Node]) -> None:
        self._root = root
        self._goal = goal
        self._section = section
        self._nodes = nodes
        self._game = game_of(root)

    def check(self) -> None:
        """Raise `Refusal` at the first line that is wrong."""
        outcome = rules_of(self._root).outcome(self._root)
        if outcome is not None:
            self._check_finished(End(self._root, outcome, self._goal.hero))
            return
        if not self._nodes:
            raise Refusal(self._section.heading.number, "found no positions, expected at least one")
        first = self._nodes[0]
        if first.text != format_position(self._root):
            raise Refusal(first.line, "the first position is not the one of the certificate")
        if first.bound != (self._goal.plies or 0):
            raise Refusal(first.line, f"found {first.bound} plies, expected {self._goal.plies}")
        first.position, first.hero = self._root, self._goal.hero
        seen: set[tuple[str, str | None]] = set()
        for number, node in enumerate(self._nodes, start=1):
            if node.position is None:
                raise Refusal(node.line, f"no move above leads to position {number}")
            if (node.text, node.hero) in seen:
                raise Refusal(node.line, f"position {number} occurs above already")
            seen.add((node.text, node.hero))
            self._check_node(number, node, node.position)

    def _check_finished(self, end: End) -> None:
        """Check a finished game, which needs no graph."""
        if self._nodes:
            raise Refusal(self._nodes[0].line, "the game is over, no position belongs here")
        is_late_enough = self._goal.bound == Bound.LASTING and self._goal.plies == 0
        if not self._goal.is_met_by(end) and not is_late_enough:
            raise Refusal(self._section.heading.number, "the game is over with another result")

    def _check_node(self, number: int, node: Node, position: Position) -> None:
        legal = {format_move(position, move): move for move in rules_of(position).moves(position)}
        moves = [answer.move for answer in node.answers]
        if not legal:
            raise Refusal(node.line, "the game is over there")
        if position.turn == node.hero:
            if len(moves) > 1:
                raise Refusal(node.line, f"found {len(moves)} moves, expected one")
            if moves[0] not in legal:
                raise Refusal(node.line, f"{quote(moves[0])} is illegal")
        elif moves != list(legal):
            raise Refusal(node.line, _difference(moves, list(legal)))
        for answer in node.answers:
            move, hero = legal[answer.move], node.hero
            if move == SWAP and hero is not None:
                hero = self._game.opponent(hero)
            after = rules_of(position).play(position, move)
            if isinstance(answer.to, str):
                self._check_word(node, answer, after, hero)
            elif number < answer.to <= len(self._nodes):
                self._check_node_after(node, answer, after, hero, self._nodes[answer.to - 1])
            else:
                name, last = _name(answer), len(self._nodes)
                raise Refusal(node.line, f"{name}: expected a position further down, up to {last}")

    def _check_word(self, node: Node, answer: Answer, after: Position, hero: str | None) -> None:
        """Check a move to an end, or to a position where the game only must not be over."""
        outcome = rules_of(after).outcome(after)
        is_lasting = self._goal.bound == Bound.LASTING
        if answer.to == LIVE:
            if not is_lasting or node.bound > 2:
                raise Refusal(node.line, f"found {answer.move}={LIVE}, expected a position")
            if outcome is not None:
                raise Refusal(node.line, f"the game is over after {answer.move}")
        elif outcome is None:
            raise Refusal(node.line, f"the game is not over after {answer.move}")
        elif not self._goal.is_met_by(End(after, outcome, hero)) and not (
            is_lasting and node.bound <= 1
        ):
            raise Refusal(node.line, f"the end after {answer.move} is not what is claimed")

    def _check_node_after(
        self, node: Node, answer: Answer, after: Position, hero: str | None, to: Node
    ) -> None:
        reached = self._found(answer, after, to)
        if reached is None or to.position not in (None, reached):
            raise Refusal(node.line, f"{_name(answer)} does not lead to position {answer.to}")
        if to.position is not None and to.hero != hero:
            raise Refusal(node.line, f"{_name(answer)} leads there with the hero on the other side")
        to.position, to.hero = reached, hero
        plies = to.bound + 1
        if self._goal.bound == Bound.WITHIN and plies > node.bound:
            raise Refusal(node.line, f"{_name(answer)} takes {plies} plies, not {node.bound}")
        if self._goal.bound == Bound.LASTING and plies < node.bound:
            raise Refusal(node.line, f"{_name(answer)} lasts {plies} plies, not {node.bound}")

    def _found(self, answer: Answer, after: Position, to: Node) -> Position | None:
        """Return the position after a move, as the line it leads to has it; None if they differ."""
        is_same = format_position(after) == to.text
        if answer.sign == SAME or is_same:
            return after if answer.sign == SAME and is_same else None
        images = rules_of(after).images(after)
        return next((image for image in images if format_position(image) == to.text), None)


def _name(answer: Answer) -> str:
    return f"{answer.move}{answer.sign}{answer.to}"


def _difference(moves: Sequence[str], legal: Sequence[str]) -> str:
    """Return how the moves of a position differ from the legal ones."""
    for name in moves:
        if name not in legal:
            return f"{quote(name)} is illegal"
    for name in legal:
        if name not in moves:
            return f"the reply {name} is missing"
    return "the replies are not in the order of the rules, each once"
