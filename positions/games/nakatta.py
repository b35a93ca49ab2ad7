"""Nakatta, by Luis Bolaños Mures and Mark Steere (2024): connect your two edges.

The rules, numbered as in ``docs/rules/nakatta.md``:

NK1  A turn puts one of your stones on an empty point; no hard corner and no naked attachment may
     stand anywhere afterwards.
NK1a A position with one of these, or with a crosscut, is refused.
NK2  Hard corner: a 2×2 with two diagonal stones of one colour, one of the other, one empty point.
NK3  Naked attachment: a 2×2 with two adjacent empty points, a black and a white stone.
NK4  A player without a legal move is skipped; if neither has one, the game is a draw.
NK5  An orthogonal chain between both your edges wins. Black owns top and bottom, White the sides.
NK6  Pie rule: on White's first turn the two people may swap sides (``swap``).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import ClassVar

from positions.errors import Flaw, quote
from positions.game import (
    PASS,
    SWAP,
    Designer,
    Effect,
    Game,
    Move,
    Notation,
    Outcome,
    Position,
    Refusal,
    Rules,
    Variant,
    turned,
)
from positions.grid import (
    EMPTY,
    ORTHOGONAL,
    Board,
    connected,
    lower_files,
    parse_square,
    symmetries,
    two_by_twos,
    two_by_twos_around,
)
from positions.looks.scene import Scene

BLACK, WHITE = "b", "w"
PIE = "pie"
PLACE = "place"

Window = tuple[int, int, int, int]


def opponent(colour: str) -> str:
    """Return the other colour's symbol."""
    return WHITE if colour == BLACK else BLACK


@cache
def forbidden(a: str, b: str, c: str, d: str) -> tuple[str, str] | None:
    """Return the forbidden pattern of a 2×2 and its rule; a to d are its points, row by row."""
    stones = [point for point in (a, b, c, d) if point != EMPTY]
    for one, other, diagonal in ((a, d, (b, c)), (b, c, (a, d))):
        if one == other != EMPTY:
            rest = sorted(diagonal)
            if rest == sorted((EMPTY, opponent(one))):
                return "a hard corner", "NK2"
            if rest == [opponent(one)] * 2:
                return "a crosscut", "NK1a"
    touching = EMPTY not in (a if a != EMPTY else d, b if b != EMPTY else c)
    if sorted(stones) == [BLACK, WHITE] and touching:
        return "a naked attachment", "NK3"
    return None


def span(board: Board, window: Window) -> str:
    """Return the name of a 2×2, by opposite corners: ``b2–c3``."""
    return f"{board.name(window[0])}–{board.name(window[3])}"


def fault_of(board: Board, window: Window) -> tuple[str, str] | None:
    """Return what is wrong with a 2×2, and the rule that it breaks."""
    a, b, c, d = window
    cells = board.cells
    return forbidden(cells[a], cells[b], cells[c], cells[d])


def first_fault(board: Board, square: int) -> tuple[str, str, Window] | None:
    """Return what is wrong around a square, with the 2×2 in question."""
    for window in two_by_twos_around(*board.size, square):
        fault = fault_of(board, window)
        if fault is not None:
            return *fault, window
    return None


def may_place(board: Board, square: int, colour: str) -> bool:
    """Return whether a colour may place a stone on an empty point (NK1)."""
    return first_fault(board.with_cells({square: colour}), square) is None


def placements(board: Board, colour: str) -> Iterator[Move]:
    """Yield a colour's legal placements, in the order of the points."""
    for square in board.squares(EMPTY):
        if may_place(board, square, colour):
            yield Move(PLACE, (square,))


def can_place(board: Board, colour: str) -> bool:
    """Return whether a colour has a legal placement."""
    return next(placements(board, colour), None) is not None


def winning_chain(board: Board, colour: str) -> frozenset[int] | None:
    """Return a chain of a colour that touches both of its edges (NK5)."""
    for square in board.squares(colour):
        if not _touches(board, square, colour)[0]:
            continue
        chain = connected(board, square, ORTHOGONAL)
        if any(_touches(board, other, colour)[1] for other in chain):
            return chain
    return None


def _touches(board: Board, square: int, colour: str) -> tuple[bool, bool]:
    """Return whether a point is on the first and on the second edge of a colour."""
    rank, file = divmod(square, board.width)
    if colour == BLACK:
        return rank == 0, rank == board.height - 1
    return file == 0, file == board.width - 1


def may_swap(position: Position) -> bool:
    """Return whether the two people may swap sides (NK6)."""
    return position.turn == WHITE and PIE in position.variants and BLACK in position.board.cells


class NakattaRules(Rules):
    """Rules NK1 to NK6."""

    def flaws(self, position: Position) -> Sequence[Flaw]:
        """Refuse boards that are not square or cannot arise in play (NK1a)."""
        board = position.board
        if board.width != board.height:
            return [Flaw(f"a board of {board.width}×{board.height} points", "a square board")]
        faults = ((window, fault_of(board, window)) for window in two_by_twos(*board.size))
        return [
            Flaw(
                f"{fault[0]} at {board.name(window[0])}–{board.name(window[3])}",
                f"none ({fault[1]})",
            )
            for window, fault in faults
            if fault is not None
        ]

    def start(self, width: int, height: int, variants: tuple[str, ...]) -> Position | None:
        """Return the empty board."""
        board = Board(width, height, EMPTY * (width * height))
        return Position(NAKATTA.name, board, BLACK, variants)

    def moves(self, position: Position) -> tuple[Move, ...]:
        """Return the placements, then a swap if it is open; a pass if there is nothing else."""
        board, colour = position.board, position.turn
        if winning_chain(board, BLACK) or winning_chain(board, WHITE):
            return ()
        moves = list(placements(board, colour))
        if may_swap(position):
            moves.append(SWAP)
        if not moves and can_place(board, opponent(colour)):
            return (PASS,)
        return tuple(moves)

    def play(self, position: Position, move: Move) -> Position:
        """Place a stone, or swap, which only removes the option to swap."""
        if move == SWAP:
            return replace(position, variants=())
        board = position.board
        if move.kind == PLACE:
            board = board.with_cells({move.squares[0]: position.turn})
        after = replace(position, board=board, turn=opponent(position.turn))
        return self.as_printed(after)

    def effects(self, position: Position, move: Move) -> tuple[Effect, ...]:
        """Return the stone, the skip or the swap, and the winning chain."""
        what = {PLACE: "placed", SWAP.kind: "swapped"}.get(move.kind, "passed")
        chain = winning_chain(self.play(position, move).board, position.turn)
        connection = (Effect("connected", tuple(sorted(chain))),) if chain else ()
        return Effect(what, move.squares), *connection

    def outcome(self, position: Position) -> Outcome | None:
        """Apply NK5; a draw if neither player can move (NK4)."""
        colours = (BLACK, WHITE)
        for colour in colours:
            if winning_chain(position.board, colour):
                return Outcome(winner=colour)
        goes_on = may_swap(position) or any(can_place(position.board, each) for each in colours)
        return None if goes_on else Outcome()

    def images(self, position: Position) -> Iterator[Position]:
        """Rotate and reflect the board so that each colour keeps its edges."""
        # The first four; the others exchange files and ranks, and so the edges.
        return (turned(position, image) for image in symmetries(*position.board.size)[:4])

    def as_printed(self, position: Position) -> Position:
        """Drop ``pie`` once the swap is no longer possible (NK6)."""
        cells = position.board.cells
        stones = len(cells) - cells.count(EMPTY)
        is_open = stones == 0 or (stones == 1 and BLACK in cells and position.turn == WHITE)
        return position if is_open else replace(position, variants=())

    def has_turns(self, position: Position) -> bool:
        """Return whether there is no swap to come, which belongs to one player."""
        return PIE not in position.variants


class NakattaNotation(Notation):
    """Points such as ``c3``, ``swap`` and ``pass``."""

    move_kinds: ClassVar[Mapping[str, Sequence[int]]] = {
        PLACE: (1,),
        SWAP.kind: (0,),
        PASS.kind: (0,),
    }
    examples: ClassVar[Mapping[str, str]] = {"c3": "a stone", "swap": "the colours"}

    def format(self, board: Board, move: Move) -> str:
        """Return the point."""
        return board.name(move.squares[0]) if move.squares else move.kind

    def normalise(self, board: Board, text: str) -> str:
        """Put the point in lower case; ``swap`` and ``pass`` must be in lower case."""
        return lower_files(text)

    def refuse(self, position: Position, text: str) -> Refusal:
        """Return which of NK1 to NK6 a move breaks."""
        board = position.board
        if not NAKATTA.rules.moves(position):
            return Refusal("NK5", "the game is over")
        if text == SWAP.kind:
            return Refusal("NK6", "a swap is possible only on White's first turn, with +pie")
        if text == PASS.kind:
            return Refusal("NK4", "a player with a legal move must move")
        square = parse_square(text, board.width, board.height)
        if square is None:
            return Refusal("NK1", f"{quote(text)} is not a point of this board")
        if board[square] != EMPTY:
            return Refusal("NK1", "is not empty", (square,))
        fault = first_fault(board.with_cells({square: position.turn}), square)
        if fault is None:
            return Refusal("NK4", "a player without a legal move is skipped")
        what, rule, window = fault
        return Refusal(rule, f"would leave {what} at {span(board, window)}", (square,))


NAKATTA = Game(
    name="nakatta",
    title="Nakatta",
    designers=(
        Designer("Luis Bolaños Mures", "https://www.marksteeregames.com"),
        Designer("Mark Steere", "https://www.marksteeregames.com"),
    ),
    year=2024,
    pieces={BLACK: "black stone", WHITE: "white stone"},
    players={BLACK: "black", WHITE: "white"},
    size=(5, 5),
    sizes="any square board",
    rules=NakattaRules(),
    notation=NakattaNotation(),
    summary="Join your two edges by a chain of stones, before the other player joins theirs.",
    moving="Put a stone on an empty point, but not where two stones of different colours would "
    "stand alone side by side, or two on a diagonal would have one enemy stone and one gap between "
    "them.",
    winning="Join your two edges by a chain: top and bottom for Black, left and right for White.",
    boards=((5, 5), (7, 7), (9, 9)),
    scene=Scene(on_points=True, ends=BLACK, sides=WHITE, is_joined=True),
    variants=(Variant(PIE, "White may swap sides on the first turn (NK6)"),),
)
