"""Sight Reduction solitaire in clauses: when each piece is removed, and what it then sees.

Pieces never move, so the order of removals determines an attempt, and the conditions for a removal
only depend on the order: a friend that the piece sees goes later, and all pieces between the two go
earlier. Every such friend is a possible witness of the removal, and the clauses require one.

Variables, by name:

``before a b``  a goes before b, for squares a < b. Pieces that stay count as last. An order of all
                pieces, stated as such: that is what makes refutations short.
``stays a``     a is still there when the attempt ends.
``gone a t``    a is gone after turn t of its colour, the turns of a colour being 1, 2, …
``goes a t``    a goes on exactly that turn.
``turn c t``    the colour c has a turn t.
``friend a b``  a sees its friend b when it goes (SR1, SR6).
``enemy a b``   a sees its enemy b when it goes (SR5).
``pair a b``    a and b go together (SR7), a < b. Which of them is ``before`` the other is open.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from itertools import combinations, permutations

from positions.game import Move, Position, turned
from positions.games.sight_reduction import (
    BLACK,
    WHITE,
    enemy,
    friend_directions,
    has_survivors,
    survivors,
)
from positions.grid import EIGHT, EMPTY, Step, ray, symmetries
from solver.engines.sat.formula import Formula

# A friend or an enemy on a line, and the pieces in between.
Sight = tuple[int, tuple[int, ...]]


class RemovalOrder:
    """All attempts at a solitaire position (SR3, SR5 to SR7), as the models of a formula.

    An attempt may end while moves are left; goals are stated separately.
    """

    def __init__(self, position: Position) -> None:
        self.formula = Formula()
        self.position = position
        self._board = position.board
        self._colours = (position.turn, enemy(position.turn))
        self._own = {colour: self._board.squares(colour) for colour in (WHITE, BLACK)}
        self._pieces = sorted(self._own[WHITE] + self._own[BLACK])
        self._turns = self._max_turns()
        self._pairs = self._possible_pairs() if self._has_pairs else {}
        self._state_order()
        for colour in self._colours:
            self._state_turns(colour)
        self._state_alternation()
        for square in self._pieces:
            for other in self._on_lines_with(square):
                self._state_times(square, other)
            self._state_sight(square)
        for a, b in self._pairs:
            self._state_pair(a, b)
        for colour in self._colours:
            self._state_last_of_groups(colour)

    # The variables.

    @cached_property
    def _before(self) -> dict[int, dict[int, int]]:
        """The literals for a going before b, by a and b."""
        table: dict[int, dict[int, int]] = {square: {} for square in self._pieces}
        for a, b in combinations(self._pieces, 2):
            table[a][b] = self.formula.variable("before", a, b)
            table[b][a] = -table[a][b]
        return table

    @cached_property
    def _gone(self) -> dict[int, list[int]]:
        """The literals for a piece being gone by turns 1, 2, … of its colour."""
        return {s: self._by_turn("gone", s, self._all_turns(s)) for s in self._pieces}

    @cached_property
    def _goes(self) -> dict[int, list[int]]:
        """The literals for a piece going on turns 1, 2, … of its colour."""
        later = {s: self._by_turn("goes", s, self._all_turns(s)[1:]) for s in self._pieces}
        return {s: [*self._gone[s][:1], *later[s]] for s in self._pieces}

    @cached_property
    def stays(self) -> dict[int, int]:
        """The literals for a piece being left at the end."""
        return {square: self.formula.variable("stays", square) for square in self._pieces}

    def _has_turn(self, colour: str, turn: int) -> int:
        return self.formula.variable("turn", colour, turn)

    def _by_turn(self, name: str, square: int, turns: range) -> list[int]:
        return [self.formula.variable(name, square, turn) for turn in turns]

    def _all_turns(self, square: int) -> range:
        return range(1, self._turns[self._board[square]] + 1)

    # The rules.

    def _max_turns(self) -> dict[str, int]:
        """Return bounds on each colour's turns: its last piece stays, or goes in a pair.

        The colours alternate, so that neither is more than one turn ahead (SR3).
        """
        first, second = self._colours
        bounds = {colour: max(len(own) - 1, 0) for colour, own in self._own.items()}
        bounds[first] = min(bounds[first], bounds[second] + 1)
        bounds[second] = min(bounds[second], bounds[first])
        return bounds

    def _state_order(self) -> None:
        """State that ``before`` is an order, in which the pieces that stay come last."""
        add, before, stays = self.formula.add, self._before, self.stays
        for a, b, c in combinations(self._pieces, 3):
            ab, bc, ac = before[a][b], before[b][c], before[a][c]
            add(-ab, -bc, ac)
            add(ab, bc, -ac)
        for a, b in permutations(self._pieces, 2):
            add(-stays[b], stays[a], before[a][b])

    def _state_turns(self, colour: str) -> None:
        """State that on each turn of a colour one piece goes, or a pair (SR1, SR7)."""
        add, own = self.formula.add, self._own[colour]
        for square in own:
            self._define_going(square)
        for number in range(self._turns[colour]):
            has_turn = self._has_turn(colour, number + 1)
            goes = {square: self._goes[square][number] for square in own}
            add(-has_turn, *goes.values())
            for literal in goes.values():
                add(-literal, has_turn)
            for a, b in combinations(own, 2):
                add(-goes[a], -goes[b], *self._pair(a, b))
            if self._has_pairs:
                self.formula.at_most(2, list(goes.values()))

    def _define_going(self, square: int) -> None:
        """Define ``goes`` and ``stays`` in terms of ``gone``."""
        add, gone, stays = self.formula.add, self._gone[square], self.stays[square]
        if not gone:
            add(stays)
            return
        add(stays, gone[-1])
        add(-stays, -gone[-1])
        for before, after, goes in zip(gone, gone[1:], self._goes[square][1:], strict=False):
            add(-before, after)
            add(-goes, after)
            add(-goes, -before)
            add(goes, before, -after)

    def _state_alternation(self) -> None:
        """State that the colours take turns (SR3)."""
        first, second = self._colours
        for turn in range(1, self._turns[second] + 1):
            self.formula.imply(self._has_turn(second, turn), self._has_turn(first, turn))
        for turn in range(2, self._turns[first] + 1):
            self.formula.imply(self._has_turn(first, turn), self._has_turn(second, turn - 1))

    def _state_times(self, a: int, b: int) -> None:
        """State that if a goes before b, it is gone by the turn before b's."""
        colour, other = self._board[a], self._board[b]
        if colour == other:
            lag = 0 if self._pair(a, b) else 1
        else:
            lag = 1 if other == self._colours[0] else 0
        a_gone, a_first = self._gone[a], self._before[a][b]
        for turn, b_gone in enumerate(self._gone[b], start=1):
            by = min(turn - lag, len(a_gone))
            self.formula.add(-a_first, -b_gone, *a_gone[by - 1 : by])

    def _state_sight(self, square: int) -> None:
        """State that a piece that goes sees a friend, and with `harder` an enemy (SR1, SR5)."""
        colour, stays = self._board[square], self.stays[square]
        friends = [self._sees("friend", square, sight) for sight in self._friends[square]]
        pairs = [pair for other in self._own[colour] for pair in self._pair(square, other)]
        self.formula.add(stays, *friends, *pairs)
        if "harder" in self.position.variants:
            in_sight = self._on_lines(square, enemy(colour), EIGHT)
            enemies = [self._sees("enemy", square, sight) for sight in in_sight]
            self.formula.add(stays, *enemies)

    def _sees(self, kind: str, square: int, sight: Sight) -> int:
        """Return the literal for a piece seeing another one when it goes."""
        other, between = sight
        sees = self.formula.variable(kind, square, other)
        self.formula.imply(sees, self._before[square][other])
        for blocker in between:
            self.formula.imply(sees, self._before[blocker][square])
            # Pieces of a pair block the view until they go together.
            self.formula.imply(sees, *(-pair for pair in self._pair(square, blocker)))
        return sees

    def _state_last_of_groups(self, colour: str) -> None:
        """State that if no piece of a group of friends stays, its last one sees a friend outside.

        That follows from the order, but many refutations begin with it, for groups of neighbours
        and for all that lines connect.
        """
        for group in self._groups(colour):
            ways = [self.stays[square] for square in group]
            ways += [
                self.formula.variable("friend", square, other)
                for square in group
                for other, _ in self._friends[square]
                if other not in group
            ]
            ways += [pair for (a, b), pair in self._pairs.items() if a in group or b in group]
            self.formula.add(*ways)

    # Pairs (SR7).

    @property
    def _has_pairs(self) -> bool:
        return "pairs" in self.position.variants

    def _possible_pairs(self) -> dict[tuple[int, int], int]:
        return {
            (a, b): self.formula.variable("pair", a, b)
            for a in self._pieces
            for b, _ in self._friends[a]
            if a < b
        }

    def _pair(self, a: int, b: int) -> list[int]:
        """Return the literal for two pieces going together as a list, empty if they never can."""
        pair = self._pairs.get((min(a, b), max(a, b)))
        return [] if pair is None else [pair]

    def _state_pair(self, a: int, b: int) -> None:
        """State that the pieces of a pair see each other, and go on the same turn."""
        add, pair = self.formula.add, self._pairs[a, b]
        self.formula.imply(pair, -self.stays[a], -self.stays[b])
        for blocker in dict(self._friends[a])[b]:
            self.formula.imply(pair, self._before[blocker][a], self._before[blocker][b])
        for a_gone, b_gone in zip(self._gone[a], self._gone[b], strict=True):
            add(-pair, -a_gone, b_gone)
            add(-pair, a_gone, -b_gone)

    # The board.

    @cached_property
    def _friends(self) -> dict[int, list[Sight]]:
        """The friends of each piece on the lines that count (SR1, SR6)."""
        directions = friend_directions(self.position)
        return {
            square: list(self._on_lines(square, self._board[square], directions))
            for square in self._pieces
        }

    def _on_lines(self, square: int, colour: str, directions: Iterable[Step]) -> Iterator[Sight]:
        """Yield the pieces of a colour on the lines of a square, with the pieces in between."""
        for direction in directions:
            line = [s for s in ray(*self._board.size, square, direction) if self._board[s] != EMPTY]
            for number, other in enumerate(line):
                if self._board[other] == colour:
                    yield other, tuple(line[:number])

    def _on_lines_with(self, square: int) -> Iterator[int]:
        """Yield the pieces whose order relative to this one can affect what either sees."""
        for colour in self._colours:
            for other, _ in self._on_lines(square, colour, self._directions):
                yield other

    @property
    def _directions(self) -> tuple[Step, ...]:
        """The directions in which a piece sees something that counts (SR1, SR5, SR6)."""
        return EIGHT if "harder" in self.position.variants else friend_directions(self.position)

    def _groups(self, colour: str) -> Iterator[frozenset[int]]:
        """Yield groups of a colour's pieces: those connected by lines, and those of neighbours."""
        on_lines = {a: [b for b, _ in self._friends[a]] for a in self._own[colour]}
        neighbours = {
            a: [b for b, between in self._friends[a] if not between] for a in self._own[colour]
        }
        yield from dict.fromkeys(components(on_lines) + components(neighbours))

    # Goals, and reading a model.

    def require_solution(self) -> None:
        """State that the attempt solves the deal (SR3, SR3a, SR4, SR7)."""
        if self._has_pairs:
            for square in self._pieces:
                self.formula.add(-self.stays[square])
            return
        first, second = (self._own[colour] for colour in self._colours)
        can_be_last = second and len(first) - len(second) in (0, 1)
        if not can_be_last or not has_survivors(self.position):
            self.formula.add()
            return
        for own in (first, second):
            self.formula.exactly(1, [self.stays[square] for square in own])
        for square in survivors(self.position) or ():
            self.formula.add(self.stays[square])

    def bounds_on_left(self) -> list[int]:
        """Return literals; the n-th, from 0, as an assumption, allows at most n pieces left (SR8).

        The relation between turns and numbers of pieces follows from the rest, but if it is stated,
        refutations need not count.
        """
        add, counted = self.formula.add, self.formula.counted
        for colour, own in self._own.items():
            more_than = counted([self.stays[square] for square in own])
            for turn in range(1, self._turns[colour] + 1):
                add(-self._has_turn(colour, turn), -more_than[len(own) - turn])
        more_than = counted(list(self.stays.values()))
        for left, more in enumerate(more_than):
            gone = len(self._pieces) - left
            last = ((gone + 1) // 2 if self._has_pairs else gone) - 1
            colour, turn = self._colours[last % 2], last // 2 + 1
            is_possible = turn <= self._turns[colour]
            add(more, *([self._has_turn(colour, turn)] if is_possible else []))
        return [-more for more in more_than]

    def break_symmetry(self) -> None:
        """State that the first piece to go comes first among those that symmetries map it to.

        Symmetries of the position map attempts to attempts, so that if there are any, there is one
        of this kind. For a pair, the condition applies to one of its pieces only.
        """
        board, keep = self._board, survivors(self.position)
        images = {
            image
            for image in symmetries(*board.size)
            if turned(self.position, image) == self.position
            and (keep is None or all(image[square] == square for square in keep))
        }
        first = self._colours[0]
        if len(images) > 1 and self._turns[first]:
            representatives = {
                min(image[square] for image in images) for square in self._own[first]
            }
            self.formula.add(
                -self._has_turn(first, 1),
                *(self._goes[square][0] for square in sorted(representatives)),
            )

    def removals(self, model: Iterable[int]) -> list[int]:
        """Return the literals for what goes on which turn in a model."""
        all_goes = {literal for goes in self._goes.values() for literal in goes}
        return [literal for literal in model if literal in all_goes]

    def line(self, model: Iterable[int]) -> tuple[Move, ...]:
        """Return the attempt that a model describes."""
        true = set(model)
        moves = []
        for ply in range(sum(self._turns.values())):
            number, colour = ply // 2, self._colours[ply % 2]
            if number == self._turns[colour]:
                break
            squares = tuple(s for s in self._own[colour] if self._goes[s][number] in true)
            if not squares:
                break
            moves.append(Move("remove", squares))
        return tuple(moves)


def components(links: dict[int, list[int]]) -> list[frozenset[int]]:
    """Return the components of a graph, from the neighbours of each node."""
    groups: list[frozenset[int]] = []
    left = set(links)
    while left:
        reached = [left.pop()]
        for node in reached:
            new = left.intersection(links[node])
            left -= new
            reached += new
        groups.append(frozenset(reached))
    return groups
