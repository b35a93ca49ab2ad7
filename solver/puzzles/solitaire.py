"""Solitaire deals of Sight Reduction, full boards and positions during play."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random
from typing import ClassVar

from positions.errors import InputError, PositionError, quote
from positions.game import Position
from positions.games import rules_of
from positions.games.sight_reduction import (
    BLACK,
    SIGHT_REDUCTION,
    SOLITAIRE,
    WHITE,
    friend_directions,
    pieces_left,
)
from positions.grid import EMPTY, Board, parse_square
from positions.images import canonical
from positions.text import format_position
from solver.games.sight_reduction import removal
from solver.interface.engine import Budget
from solver.puzzles.kind import (
    FIRST_MOVE,
    TRANSPOSITION,
    WHOLE_LINE,
    GameSpec,
    Measured,
    Puzzle,
    Rejection,
    measured,
)
from solver.puzzles.remembered import remembered
from solver.puzzles.solitaire_oracle import SolvableOracle, ask
from solver.puzzles.words import Grade, GradeRange, grade_of, solitaire_goal

RANDOM = "random"
# The number of random walks that measure a deal, and the minimum numbers of mistakes for steady,
# tricky and cruel puzzles.
WALKS = 32
LIMITS = (16.0, 22.0, 30.0)

UNSOLVABLE = "not solvable"
OTHER_FIRST_MOVES = "with another number of first moves"
MORE_SOLUTIONS = "with too many solutions"
OTHER_ENDS = "with several pairs of last pieces"
OTHER_NUMBER = "never with that many pieces"


@dataclass(frozen=True, slots=True)
class Solitaire:
    """A solvable deal, or a position with `pieces` left that is reachable from one.

    `keep` names the squares of the survivors (SR4), or is `RANDOM`. Exactly `first_moves` first
    moves keep a puzzle solvable, and it has at most `max_solutions`. `unique` is the required one
    of `MEANINGS`; up to transposition, a solution is unique if all solutions leave the same two
    pieces, and so consist of the same moves. None means no requirement.

    White has half of the squares and begins; with an odd number, Black has one more and begins:
    otherwise no such board could be reduced to one piece each (SR3a).
    """

    name: ClassVar[str] = "solitaire"
    summary: ClassVar[str] = "remove pieces in turn until only two are left"
    nodes: ClassVar[int] = 1_000_000
    is_playable: ClassVar[bool] = True

    spec: GameSpec
    pieces: int | None = None
    keep: str | None = None
    first_moves: int | None = None
    max_solutions: int | None = None
    unique: str | None = None

    def check(self, grades: GradeRange | None) -> None:
        """Raise `InputError` if counting shows that no such puzzle can exist."""
        flaws = rules_of(self._empty_board()).flaws(self._empty_board())
        if flaws:
            raise PositionError(flaws)
        self._check_pieces()
        self._check_keep()
        self._check_unique()
        self._check_first_moves()
        if grades is not None:
            self._check_grades(grades)

    def candidates(
        self, random: Random, budget: Budget, grades: GradeRange | None
    ) -> Iterator[Position]:
        """Deal, and remove random pieces while keeping the deal solvable."""
        position = self._deal(random)
        if pieces_left(position) > self._pieces:
            yield ask(position, budget, lambda deal: self._play_down(position, deal, random))
        else:
            yield position

    @remembered
    def prove(self, position: Position, budget: Budget) -> Puzzle:
        """Prove that a deal can be solved and meets the other requirements."""
        solution = ask(position, budget, _solution)
        image = canonical(position)
        claim, how_hard = ask(
            image, budget, lambda deal: (self._count(deal), _measure(image, deal))
        )
        line = tuple(map(removal, solution))
        grade, parts, difficulty = how_hard
        return Puzzle(position, solitaire_goal(position), line, *claim, grade, parts, difficulty)

    @property
    def _squares(self) -> int:
        return self.spec.board[0] * self.spec.board[1]

    @property
    def _pieces(self) -> int:
        return self._squares if self.pieces is None else self.pieces

    @property
    def _has_pairs(self) -> bool:
        return "pairs" in self.spec.variants

    @property
    def _variants(self) -> tuple[str, ...]:
        names = (*self.spec.variants, SOLITAIRE)
        return tuple(v.name for v in SIGHT_REDUCTION.variants if v.name in names)

    # What counting shows to be impossible.

    def _empty_board(self) -> Position:
        board = Board(*self.spec.board, EMPTY * self._squares)
        return Position(SIGHT_REDUCTION.name, board, WHITE, self._variants)

    def _check_pieces(self) -> None:
        """Check the number of pieces (SR3, SR7), and that a full board can be reduced that far."""
        minimum = 4 if self._has_pairs else 3
        if self._squares < minimum:
            raise InputError(f"--size: found {self._squares} squares, expected at least {minimum}")
        if self._has_pairs and "harder" in self.spec.variants:
            raise InputError(
                "--variant: found harder with pairs, expected only one of them: the last pieces "
                "to go see no enemy (SR5, SR7), so no board can be emptied"
            )
        minimum = 2 if self._has_pairs else 3
        if not minimum <= self._pieces <= self._squares:
            raise InputError(
                f"--pieces: found {self._pieces}, expected from {minimum} to {self._squares}"
            )

    def _check_keep(self) -> None:
        if self.keep is None:
            return
        if self._has_pairs:
            raise InputError("--keep cannot be combined with pairs (SR4)")
        self._named_squares()

    def _check_unique(self) -> None:
        """Check that one solution is possible: of a colour's last two, usually either may go (SR1).

        Only SR4, SR5 and SR7 can prevent that.
        """
        if self.unique == TRANSPOSITION and self._has_pairs:
            raise InputError(f"--unique: {quote(self.unique)} cannot be combined with pairs")
        if self.unique in (WHOLE_LINE, TRANSPOSITION):
            found = f"--unique: found {quote(self.unique)}"
        elif self.max_solutions == 1:
            found = "--max-solutions: found 1"
        else:
            return
        if self.keep is None and not {"harder", "pairs"} & set(self.spec.variants):
            raise InputError(
                f"{found} for deals whose last two pieces of a colour see each other, so that "
                "either may go (SR1); use --keep or the variant harder as well"
            )

    def _check_first_moves(self) -> None:
        if self.first_moves is None:
            return
        maximum = 1 if self.unique == FIRST_MOVE else self._max_first_moves()
        if self.first_moves > maximum:
            raise InputError(f"--first-moves: found {self.first_moves}, expected at most {maximum}")
        if self.max_solutions is not None and self.max_solutions < self.first_moves:
            raise InputError(
                f"--max-solutions: found {self.max_solutions}, expected at least one for each of "
                f"{self.first_moves} first moves"
            )

    def _max_first_moves(self) -> int:
        """Return the maximum number of first moves: pieces except a survivor, and pairs (SR7)."""
        if self._has_pairs:
            directions = friend_directions(self._empty_board())
            return self._pieces * (1 + len(directions) // 2)
        return (self._pieces + 1) // 2 - (self.keep is not None)

    def _check_grades(self, grades: GradeRange) -> None:
        """Check the grades: at every turn, at most all removals but one are mistakes (SR3)."""
        if self._has_pairs:
            return
        movers, others = (self._pieces + 1) // 2, self._pieces // 2
        maximum = sum(n - 1 for pieces in (movers, others) for n in range(1, pieces + 1))
        hardest = grade_of(maximum, LIMITS)
        if grades.lower not in GradeRange(Grade.GENTLE, hardest):
            raise InputError(
                f"--grade: found {quote(str(grades))}, expected {hardest} at most: "
                f"with {self._pieces} pieces at most {maximum} mistakes are possible"
            )

    def _named_squares(self) -> tuple[int, int] | None:
        """Return the squares of the white and the black survivor, if `keep` names them."""
        if self.keep is None or self.keep == RANDOM:
            return None
        squares = [parse_square(part, *self.spec.board) for part in self.keep.split(",")]
        named = tuple(square for square in squares if square is not None)
        if len(squares) != 2 or len(set(named)) != 2:
            board = "{}×{}".format(*self.spec.board)
            raise InputError(
                f"--keep: found {quote(self.keep)}, expected {RANDOM} or two squares of {board}, "
                "such as a1,b2"
            )
        return named[0], named[1]

    # Making a candidate.

    def _deal(self, random: Random) -> Position:
        """Fill the board at random."""
        squares = list(range(self._squares))
        random.shuffle(squares)
        named = self._named_squares()
        if named is not None:
            rest = [square for square in squares if square not in named]
            squares = [named[0], *rest, named[1]]
        whites = set(squares[: self._squares // 2])
        cells = "".join(WHITE if square in whites else BLACK for square in range(self._squares))
        board = Board(*self.spec.board, cells)
        turn = BLACK if self._squares % 2 else WHITE
        position = Position(SIGHT_REDUCTION.name, board, turn, self._variants)
        if self.keep is None:
            return position
        kept = ",".join(board.name(square) for square in (squares[0], squares[-1]))
        return replace(position, keys=(("keep", kept),))

    def _play_down(self, position: Position, deal: SolvableOracle, random: Random) -> Position:
        """Remove random pieces from a deal, keeping it solvable, until `pieces` are left."""
        state = deal.start
        if not deal.is_solvable(state):
            raise Rejection(UNSOLVABLE)
        while state.pieces > self._pieces:
            removals = deal.legal(state)
            random.shuffle(removals)
            for after in map(state.without, removals):
                if after.pieces >= self._pieces and deal.is_solvable(after):
                    state = after
                    break
            else:
                raise Rejection(OTHER_NUMBER)
        return state.on(position)

    # Proofs.

    def _count(self, deal: SolvableOracle) -> tuple[str | None, dict[str, int | str]]:
        """Count what is required, and the first moves; return the strongest uniqueness."""
        first_moves = len(deal.keeping(deal.start))
        wanted = 1 if self.unique == FIRST_MOVE else self.first_moves
        if wanted not in (None, first_moves):
            raise Rejection(OTHER_FIRST_MOVES)
        counts: dict[str, int | str] = {"first_moves": first_moves}
        unique = [FIRST_MOVE] if first_moves == 1 else []
        if self.keep is not None:
            unique.append(TRANSPOSITION)
        elif self.unique == TRANSPOSITION:
            unique.append(TRANSPOSITION)
            counts["ends"] = ends = deal.count_ends(1)
            if ends > 1:
                raise Rejection(OTHER_ENDS)
        maximum = 1 if self.unique == WHOLE_LINE else self.max_solutions
        if maximum is not None:
            solutions = deal.count_solutions(maximum)
            if solutions > maximum:
                raise Rejection(MORE_SOLUTIONS)
            counts["solutions"] = str(solutions)
            unique += [WHOLE_LINE] if solutions == 1 else []
        order = (WHOLE_LINE, self.unique, FIRST_MOVE, TRANSPOSITION)
        return next((meaning for meaning in order if meaning in unique), None), counts


def _solution(deal: SolvableOracle) -> list[int]:
    if not deal.is_solvable(deal.start):
        raise Rejection(UNSOLVABLE)
    return deal.solution()


def _measure(position: Position, deal: SolvableOracle) -> Measured:
    """Measure how often a random player makes mistakes in a solvable `canonical` position.

    The player walks to a solution: at every turn a random legal removal is chosen, and taken back,
    as a mistake, if the deal can no longer be solved; then another one is chosen. The average
    number of mistakes, and the average turn, from 1, of the first one are properties of the deal;
    in a walk without mistakes, the first one counts as coming after the end. They are estimated
    from walks seeded with the position, so that they are reproducible, and the same for all images
    of a position under the symmetries of the game.
    """
    seed = Random(f"proofplay walks {format_position(position)}").getrandbits(64)
    walks = deal.walks(seed, WALKS)
    first = [
        next((turn for turn, count in enumerate(each, start=1) if count), len(each) + 1)
        for each in walks
    ]
    mistakes = round(sum(map(sum, walks)) / WALKS, 2)
    parts = {"mistakes": mistakes, "first_mistake": round(sum(first) / WALKS, 1)}
    return measured(mistakes, LIMITS, parts)
