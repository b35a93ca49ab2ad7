"""The tables of all play of a solitaire are compared with the rules, move by move."""

from dataclasses import dataclass, field, replace
from itertools import product
from random import Random

import pytest

from positions.game import Position
from positions.games.sight_reduction import BLACK, SIGHT_REDUCTION, SOLITAIRE, WHITE
from positions.grid import EMPTY, Board
from solver.certificates.checking.one_player import RemovalTables

RULES = SIGHT_REDUCTION.rules_with([SOLITAIRE])
VARIANTS = list(product(("", "harder"), ("", "easier"), ("", "pairs", "keep")))
SIZES = [(3, 3), (2, 6), (4, 4), (5, 3)]


def random_position(words: tuple[str, ...], size: tuple[int, int], random: Random) -> Position:
    """Return a board of 2 to 9 pieces, with a survivor of each colour if `words` has `keep`."""
    width, height = size
    squares = random.sample(range(width * height), random.randint(2, 9))
    symbols = [WHITE, BLACK, *random.choices([WHITE, BLACK], k=len(squares) - 2)]
    board = Board(width, height, EMPTY * (width * height)).with_cells(
        dict(zip(squares, symbols, strict=True))
    )
    variants = ("solitaire", *(word for word in words if word not in ("", "keep")))
    turn = random.choice([WHITE, BLACK])
    position = Position(SIGHT_REDUCTION.name, board, turn, variants)
    if "keep" not in words:
        return position
    kept = ",".join(map(board.name, squares[:2]))
    return replace(position, keys=(("keep", kept),))


@dataclass
class Listing:
    """The number of solutions from each position reached, and the solved boards."""

    solutions: dict[Position, int] = field(default_factory=dict)
    ends: set[Board] = field(default_factory=set)
    moves: int = 0

    def count(self, position: Position) -> int:
        if position not in self.solutions:
            outcome = RULES.outcome(position)
            if outcome is None:
                after = following(position)
                self.moves += len(after)
                self.solutions[position] = sum(map(self.count, after))
            else:
                self.solutions[position] = int(bool(outcome.solved))
                self.ends |= {position.board} if outcome.solved else set()
        return self.solutions[position]


def following(position: Position) -> list[Position]:
    return [RULES.play(position, move) for move in RULES.moves(position)]


@pytest.mark.parametrize("words", VARIANTS, ids=lambda words: "+".join(filter(None, words)))
def test_tables_agree_with_the_rules(words: tuple[str, ...]) -> None:
    random = Random("+".join(words))
    solvable = 0
    for size in SIZES * 10:
        position = random_position(words, size, random)
        listing, tables = Listing(), RemovalTables(position)
        assert tables.solutions == listing.count(position), position
        first_moves = sum(listing.solutions[after] > 0 for after in following(position))
        assert tables.first_moves == first_moves, position
        assert tables.ends == len(listing.ends), position
        assert tables.positions == len(listing.solutions) - 1, position
        assert tables.moves == listing.moves, position
        solvable += first_moves > 0
    # With `harder` and `pairs` the last pieces see no enemy, so no board can be solved.
    assert solvable or {"harder", "pairs"} <= set(words)
