"""Checks the records of solitaires and of knight's tours."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from itertools import cycle, islice, product
from math import inf
from operator import itemgetter, or_

from positions.errors import quote
from positions.game import Position
from positions.games import rules_of
from positions.games.minelayers_tour import TourPuzzle, flaws_of_tour, puzzle_of
from positions.games.sight_reduction import (
    BLACK,
    WHITE,
    enemy,
    friend_directions,
    has_survivors,
    pieces_left,
    survivors,
)
from positions.grid import EIGHT, EMPTY, Step, parse_square, ray, square_name
from solver.certificates.checking.check import Size
from solver.certificates.checking.records import (
    FIRST_MOVE,
    TRANSPOSITION,
    WHOLE_LINE,
    Checked,
    PuzzleRecord,
    TooManyPositions,
    expect,
    play,
    shown,
    texts_of,
    uniqueness_of,
)
from solver.certificates.checking.text import Refusal
from solver.puzzles.words import solitaire_goal, tour_goal

# The maximum number of pieces n for tables of all play, which have 2^n bits each.
LISTED_PIECES = 20

# The maximum number of steps, which takes some seconds.
TRIED = 150_000


def solitaire(number: int, record: PuzzleRecord, position: Position) -> Checked:
    """Check a solitaire: its solution is played, and all others are counted."""
    if rules_of(position).persons == 2:
        raise Refusal(number, "found a two-player game, expected a solitaire")
    expect(number, record, "goal", solitaire_goal(position))
    moves = texts_of(number, record)
    end, size = play(number, position, moves), Size(moves=len(moves))
    outcome = rules_of(end).outcome(end)
    if outcome is None or not outcome.solved:
        raise Refusal(number, "the solution does not solve the position")
    uniqueness = uniqueness_of(number, record)
    _check_meaning(number, uniqueness, position)
    if pieces_left(position) > LISTED_PIECES:
        return ("the solution works; not checked: how many others do, and the grade", size)
    tables = RemovalTables(position)
    expect(number, uniqueness, "first_moves", tables.first_moves)
    if "solutions" in uniqueness:
        expect(number, uniqueness, "solutions", str(tables.solutions))
    if "ends" in uniqueness:
        expect(number, uniqueness, "ends", tables.ends)
    claim = "the solution works, and all solutions were counted; not checked: the grade"
    return (claim, replace(size, positions=tables.positions, replies=tables.moves))


def _check_meaning(number: int, uniqueness: PuzzleRecord, position: Position) -> None:
    """Check a claim of uniqueness by the counts, or by the named survivors."""
    unique = {
        WHOLE_LINE: uniqueness.get("solutions") == "1",
        FIRST_MOVE: uniqueness.get("first_moves") == 1,
        TRANSPOSITION: uniqueness.get("ends") == 1 or position.key("keep") is not None,
    }
    meaning = uniqueness.get("meaning")
    if not (unique.get(str(meaning)) or (meaning is None and not any(unique.values()))):
        raise Refusal(
            number, f"found {shown(uniqueness, 'meaning')}, which these counts contradict"
        )


@dataclass(frozen=True, slots=True)
class Removal:
    """A removal, as the sum of the pieces' bits, and the table of sets in which it is legal."""

    taken: int
    legal: int

    def after(self, table: int) -> int:
        """Return the sets that this removal leads to from those of a table."""
        return (table & self.legal) >> self.taken

    def before(self, table: int) -> int:
        """Return the sets from which this removal leads to those of a table."""
        return (table << self.taken) & self.legal


class RemovalTables:
    """All play of a solitaire position (SR1, SR3 to SR7) of at most about 20 pieces.

    Pieces never move, so a position of a solitaire is the set of pieces left, and the turn. The
    pieces are numbered from 0; a set of pieces is the number with their bits set, and a table is a
    set of such sets, again a number: bit `s` is 1 if it contains the set `s`. So computing a
    property of all sets (65,536 for 16 pieces) takes only a few operations on large numbers:

    - ``a & b``, ``a | b`` and ``a & ~b`` are the sets in both tables, in either, and in the first
      but not the second.
    - Where a set `s` holds pieces whose bits add up to `taken`, ``s - taken`` is the set without
      them. So bit `s` of ``table << taken`` says of such a set whether it is in the table once they
      are taken, and bit `t` of ``table >> taken`` says so of the set `t` with them.

    Entry `k` of `reached` is the table of sets reachable in `k` turns, and entry `k` of `kept` the
    table of those from which a solution is still possible.
    """

    def __init__(self, position: Position) -> None:
        self._position = position
        self._pieces = [s for s, cell in enumerate(position.board.cells) if cell != EMPTY]
        self._bits = {square: 1 << number for number, square in enumerate(self._pieces)}
        self._holding = {square: self._sets_holding(square) for square in self._pieces}
        self._solved = self._solved_sets()
        removals = [list(self._removals(c)) for c in (position.turn, enemy(position.turn))]
        # Each turn takes a piece, so there are no more turns than pieces.
        self._turns = list(islice(cycle(removals), len(self._pieces)))
        self.reached = self._forwards()
        self.kept = self._backwards()

    @property
    def positions(self) -> int:
        """The number of reachable positions, not counting this one."""
        return sum(table.bit_count() for table in self._to_move()) - 1

    @property
    def moves(self) -> int:
        """The number of all moves from these positions and from this one."""
        by_turn = zip(self._to_move(), self._turns, strict=False)
        return sum((table & r.legal).bit_count() for table, turn in by_turn for r in turn)

    @property
    def first_moves(self) -> int:
        """The number of first moves after which a solution is still possible."""
        start = self.reached[0]
        return sum(bool(r.after(start) & self.kept[1]) for turn in self._turns[:1] for r in turn)

    @property
    def ends(self) -> int:
        """The number of sets of pieces that solutions leave."""
        return (reduce(or_, self.reached) & self._solved).bit_count()

    @property
    def solutions(self) -> int:
        """The number of solutions, as sequences of moves."""
        solved = set(_members(self._solved))
        ways = Counter(_members(self.reached[0]))
        total = sum(ways[left] for left in ways.keys() & solved)
        for turn, reached, kept, kept_after in zip(
            self._turns, self.reached, self.kept, self.kept[1:], strict=False
        ):
            after: Counter[int] = Counter()
            for removal in turn:
                # Whatever leads to a kept set is kept as well, so no path is missed.
                for left in _members(reached & kept & removal.before(kept_after)):
                    after[left - removal.taken] += ways[left]
            ways = after
            total += sum(ways[left] for left in ways.keys() & solved)
        return total

    def _to_move(self) -> tuple[int, int]:
        """Return all reached sets, by the player to move: the current one, and the other."""
        return reduce(or_, self.reached[::2], 0), reduce(or_, self.reached[1::2], 0)

    def _forwards(self) -> list[int]:
        reached = [1 << sum(self._bits.values())]
        for turn in self._turns:
            reached.append(reduce(or_, (r.after(reached[-1]) for r in turn), 0))
        return reached

    def _backwards(self) -> list[int]:
        kept = [self._solved]
        for turn in reversed(self._turns):
            kept.append(reduce(or_, (r.before(kept[-1]) for r in turn), self._solved))
        return kept[::-1]

    # The rules.

    def _solved_sets(self) -> int:
        """Return the table of solved sets (SR3, SR4, SR7)."""
        if "pairs" in self._position.variants:
            return 1
        if not has_survivors(self._position):
            return 0
        named, board = survivors(self._position), self._position.board
        ends = product(board.squares(WHITE), board.squares(BLACK)) if named is None else [named]
        return sum(1 << self._bits[white] + self._bits[black] for white, black in ends)

    def _removals(self, colour: str) -> Iterator[Removal]:
        """Return the removals of a colour: single pieces, and with `pairs` also two (SR1, SR7)."""
        alone = {square: self._may_go(square) for square in self._position.board.squares(colour)}
        for square, legal in alone.items():
            yield Removal(self._bits[square], legal)
            if "pairs" in self._position.variants:
                for partner, sight in self._sights(square, friend_directions(self._position)):
                    if partner in alone and square < partner:
                        taken = self._bits[square] + self._bits[partner]
                        yield Removal(taken, sight & legal & alone[partner])

    def _may_go(self, square: int) -> int:
        """Return the table of the sets in which a piece may go alone (SR1, SR5, SR6)."""
        colour = self._position.board[square]
        legal = self._sees(square, colour, friend_directions(self._position))
        if "harder" in self._position.variants:
            legal &= self._sees(square, enemy(colour), EIGHT)
        return legal

    def _sees(self, square: int, colour: str, directions: Sequence[Step]) -> int:
        """Return the table of the sets in which a piece sees one of this colour."""
        board = self._position.board
        sights = self._sights(square, directions)
        return reduce(or_, (sight for other, sight in sights if board[other] == colour), 0)

    def _sights(self, square: int, directions: Sequence[Step]) -> Iterator[tuple[int, int]]:
        """Yield the pieces that a piece can see, each with the table of sets in which it does.

        In these, both are present, and no piece between them.
        """
        board = self._position.board
        for direction in directions:
            is_open = self._holding[square]
            for other in ray(board.width, board.height, square, direction):
                if other in self._holding:
                    yield other, is_open & self._holding[other]
                    is_open &= ~self._holding[other]

    def _sets_holding(self, square: int) -> int:
        """Return the table of the sets that contain a piece.

        In increasing order, they are every second set for the first piece, every second pair of
        sets for the second piece, every second group of four for the third.
        """
        run = self._bits[square]
        table = ((1 << run) - 1) << run
        for bit in self._bits.values():
            if bit > run:
                table |= table << bit
        return table


def _members(table: int) -> Iterator[int]:
    """Yield the sets of a table."""
    digits = bin(table)[:1:-1]
    at = digits.find("1")
    while at >= 0:
        yield at
        at = digits.find("1", at + 1)


def tour(number: int, record: PuzzleRecord, position: Position) -> Checked:
    """Check that the tour fits the given numbers, and that no other one does."""
    puzzle = puzzle_of(position)
    expect(number, record, "goal", tour_goal(position))
    expect(number, record, "closed", puzzle.closed)
    givens = {square_name(puzzle.width, square): n for square, n in puzzle.given.items()}
    expect(number, record, "given", givens)
    squares = _squares(number, record, puzzle)
    flaws = flaws_of_tour(puzzle, squares)
    if flaws:
        raise Refusal(number, flaws[0].describe(puzzle))
    uniqueness = uniqueness_of(number, record)
    expect(number, uniqueness, "meaning", WHOLE_LINE)
    expect(number, uniqueness, "tours", 1)
    size = Size(moves=len(squares))
    search = _Search(puzzle)
    try:
        count = len(list(islice(search.tours(), 2)))
    except TooManyPositions:
        return ("a tour that fits; not checked: that no other does, and the grade", size)
    if count != 1:
        raise Refusal(number, "more than one tour fits the numbers")
    return ("the only tour that fits; not checked: the grade", Size(len(squares), search.tried))


def _squares(number: int, record: PuzzleRecord, puzzle: TourPuzzle) -> list[int]:
    squares = []
    for text in texts_of(number, record):
        square = parse_square(text, puzzle.width, puzzle.height)
        if square is None:
            raise Refusal(number, f"{quote(text)} is not a square of the board")
        squares.append(square)
    return squares


class _Search:
    """Explores all paths that meet each given number at its turn."""

    def __init__(self, puzzle: TourPuzzle) -> None:
        self.tried = 0
        self._puzzle = puzzle
        self._given = {number: square for square, number in puzzle.given.items()}
        self._way: list[int] = []
        self._visited: set[int] = set()
        # For each turn, the next given number and the distance of each square from its square.
        self._next: dict[int, tuple[int, dict[int, int]]] = {}
        for square, number in sorted(puzzle.given.items(), key=itemgetter(1), reverse=True):
            self._next |= dict.fromkeys(range(number), (number, puzzle.distances(square)))

    def tours(self) -> Iterator[None]:
        """Yield once for each tour; raises `TooManyPositions`."""
        for square in range(self._puzzle.size):
            yield from self._with(square)

    def _with(self, square: int) -> Iterator[None]:
        """Search for the tours that continue the path so far with a square."""
        turn = len(self._way) + 1
        if square in self._visited or not self._may_be(square, turn):
            return
        self.tried += 1
        if self.tried > TRIED:
            raise TooManyPositions
        around = self._puzzle.neighbours(square)
        self._way.append(square)
        self._visited.add(square)
        if turn < self._puzzle.size:
            for other in around:
                yield from self._with(other)
        elif not self._puzzle.closed or self._way[0] in around:
            yield
        self._visited.remove(self._way.pop())

    def _may_be(self, square: int, turn: int) -> bool:
        """Return whether a square is possible at a turn, given the squares that follow."""
        if self._puzzle.given.get(square, turn) != turn or self._given.get(turn, square) != square:
            return False
        if turn not in self._next:
            return True
        number, away = self._next[turn]
        return away.get(square, inf) <= number - turn
