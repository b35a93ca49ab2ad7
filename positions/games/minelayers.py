"""Manic Minelayers, by Jonathan A. Leistiko (2000): move like a knight and leave a mine.

The rules, numbered as in ``docs/rules/minelayers.md``:

MM1  A turn moves your minelayer by a knight's move to a free square and leaves a mine.
MM2  If the player to move cannot move, the other player wins if able to move. If neither can, the
     player who did not move first in the game wins.
MM3  Set-up: A places on rank 1, then B on the last rank, then ``first`` moves.
MM4  A knight's tour visits every square once; a closed one ends a knight's move from its start.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import ClassVar

from positions.errors import Flaw, one_of, quote
from positions.game import (
    Designer,
    Effect,
    Game,
    Key,
    Move,
    Notation,
    Outcome,
    Position,
    Refusal,
    Rules,
    turned,
)
from positions.games.minelayers_tour import TOUR, TourRules
from positions.grid import EMPTY, KNIGHT, Board, lower_files, neighbours, parse_square, symmetries
from positions.looks.scene import Colour, Look, Scene, Shape

A, B, MINE = "A", "B", "x"
PLACE, STEP = "place", "step"
FIRST = "first"
MAX_SQUARES = 128


def opponent(player: str) -> str:
    """Return the other player's symbol."""
    return B if player == A else A


def targets(board: Board, player: str) -> list[int]:
    """Return the free squares a knight's move away from a player's minelayer (MM1)."""
    (square,) = board.squares(player)
    around = neighbours(*board.size, square, KNIGHT)
    return sorted(other for other in around if board[other] == EMPTY)


def within_reach(board: Board, player: str) -> frozenset[int]:
    """Return the free squares that a player's minelayer can reach in any number of moves."""
    (start,) = board.squares(player)
    region, waiting = {start}, [start]
    while waiting:
        for other in neighbours(*board.size, waiting.pop(), KNIGHT):
            if board[other] == EMPTY and other not in region:
                region.add(other)
                waiting.append(other)
    return frozenset(region - {start})


def is_set_up(board: Board) -> bool:
    """Return whether both minelayers are on the board."""
    return A in board.cells and B in board.cells


def home_squares(board: Board, player: str) -> list[int]:
    """Return a player's free starting squares: A's on rank 1, B's on the last rank (MM3)."""
    start = 0 if player == A else (board.height - 1) * board.width
    return [square for square in range(start, start + board.width) if board[square] == EMPTY]


class MinelayersRules(Rules):
    """Rules MM1 to MM3."""

    def flaws(self, position: Position) -> Sequence[Flaw]:
        """Check the size, the minelayers, the set-up and who moved first."""
        return list(self._flaws(position))

    def _flaws(self, position: Position) -> Iterator[Flaw]:
        board = position.board
        first = position.key(FIRST)
        if first not in (A, B, None):
            yield Flaw(quote(f"{FIRST}={first}"), one_of([f"{FIRST}=A", f"{FIRST}=B"]))
        if board.width * board.height > MAX_SQUARES:
            found = f"a board of {board.width}×{board.height} squares"
            yield Flaw(found, f"at most {MAX_SQUARES} squares")
        for player in (A, B):
            if board.cells.count(player) > 1:
                yield Flaw(f"{board.cells.count(player)} minelayers {player}", "at most one")
        if not is_set_up(board):
            yield from self._set_up_flaws(position)

    def _set_up_flaws(self, position: Position) -> Iterator[Flaw]:
        board = position.board
        if MINE in board.cells:
            yield Flaw("mines before both minelayers stand", "none (MM3)")
        if B in board.cells or (A not in board.cells) != (position.turn == A):
            standing = "A" if A in board.cells else "B" if B in board.cells else "no"
            found = f"{standing} minelayer alone and {position.turn} to move"
            expected = "an empty board and A to move, or A alone and B to move (MM3)"
            yield Flaw(found, expected)
        elif any(square >= board.width for square in board.squares(A)):
            yield Flaw("minelayer A alone on another rank", "minelayer A on rank 1 (MM3)")

    def start(self, width: int, height: int, variants: tuple[str, ...]) -> Position | None:
        """Return the empty board, A to place."""
        board = Board(width, height, EMPTY * (width * height))
        return Position(MINELAYERS.name, board, A, keys=((FIRST, A),))

    def moves(self, position: Position) -> tuple[Move, ...]:
        """Return the knight's moves, or the home squares in the set-up."""
        board, player = position.board, position.turn
        if not is_set_up(board):
            return tuple(Move(PLACE, (square,)) for square in home_squares(board, player))
        return tuple(Move(STEP, (square,)) for square in targets(board, player))

    def play(self, position: Position, move: Move) -> Position:
        """Move the minelayer and lay a mine, or place the minelayer."""
        board, player = position.board, position.turn
        (square,) = move.squares
        if move.kind == STEP:
            (origin,) = board.squares(player)
            board = board.with_cells({origin: MINE, square: player})
            return replace(position, board=board, turn=opponent(player))
        board = board.with_cells({square: player})
        turn = B if player == A else position.key(FIRST) or A
        return replace(position, board=board, turn=turn)

    def effects(self, position: Position, move: Move) -> tuple[Effect, ...]:
        """Return the squares moved from and to, and the new mine."""
        if move.kind == PLACE:
            return (Effect("placed", move.squares),)
        origin = tuple(position.board.squares(position.turn))
        return Effect("moved", (*origin, *move.squares)), Effect("mined", origin)

    def outcome(self, position: Position) -> Outcome | None:
        """Apply MM2 if the player to move cannot move."""
        board, player = position.board, position.turn
        if self.moves(position):
            return None
        if targets(board, opponent(player)):
            return Outcome(winner=opponent(player))
        return Outcome(winner=opponent(position.key(FIRST) or A))

    def images(self, position: Position) -> Iterator[Position]:
        """Rotate and reflect the board; during set-up only reflect files, since ranks are homes."""
        images = symmetries(*position.board.size)
        if not is_set_up(position.board):
            images = images[:2]
        return (turned(position, image) for image in images)

    def as_printed(self, position: Position) -> Position:
        """Make A the first player if none is named."""
        return position if position.keys else replace(position, keys=((FIRST, A),))

    def opening_plies(self, position: Position) -> int:
        """Return the plies left in the set-up (MM3); 1, a move, once it is complete."""
        return 2 - sum(player in position.board.cells for player in (A, B)) or 1

    def beginnings(self, position: Position) -> tuple[Position, ...]:
        """Return the empty board with either player moving first, as the players agree (MM3)."""
        if A in position.board.cells:
            return (position,)
        return tuple(replace(position, keys=((FIRST, first),)) for first in (A, B))

    def exchanged(self, position: Position) -> Position | None:
        """Exchange the players on a flipped board; in the set-up, A places first."""
        if not is_set_up(position.board):
            return None
        upside_down = turned(position, symmetries(*position.board.size)[2])
        cells = upside_down.board.cells.translate(str.maketrans(A + B, B + A))
        return replace(
            upside_down,
            board=replace(upside_down.board, cells=cells),
            turn=opponent(position.turn),
            keys=((FIRST, opponent(position.key(FIRST) or A)),),
        )

    def has_turns(self, position: Position) -> bool:
        """Return whether both minelayers stand."""
        return is_set_up(position.board)

    def act(self, position: Position) -> str:
        """Return whether the player to move moves or places."""
        return "to move" if is_set_up(position.board) else "to place"


class MinelayersNotation(Notation):
    """The square moved to, such as ``c5``; in the set-up the square."""

    move_kinds: ClassVar[Mapping[str, Sequence[int]]] = {PLACE: (1,), STEP: (1,)}
    examples: ClassVar[Mapping[str, str]] = {"c5": "the square moved to, or placed on"}

    def format(self, board: Board, move: Move) -> str:
        """Return the square."""
        return board.name(move.squares[0])

    def normalise(self, board: Board, text: str) -> str:
        """Put the square in lower case."""
        return lower_files(text)

    def refuse(self, position: Position, text: str) -> Refusal:
        """Return which of MM1 to MM3 a move breaks."""
        board, player = position.board, position.turn
        square = parse_square(text, board.width, board.height)
        if not MINELAYERS.rules.moves(position):
            return Refusal("MM2", "the game is over")
        if square is None:
            return Refusal("MM1", f"{quote(text)} is not a square of this board")
        if board[square] != EMPTY:
            return Refusal("MM1", "is not free", (square,))
        if not is_set_up(board):
            rank = "rank 1" if player == A else "the last rank"
            return Refusal("MM3", f"is not on {rank}", (square,))
        return Refusal("MM1", f"is not a knight's move away from minelayer {player}", (square,))


MINELAYERS = Game(
    name="minelayers",
    title="Manic Minelayers",
    designers=(Designer("Jonathan A. Leistiko", "http://www.invisible-city.com/games/"),),
    year=2000,
    pieces={A: "minelayer A", B: "minelayer B", MINE: "mine"},
    players={A: "A", B: "B"},
    size=(5, 10),
    sizes=f"any board of up to {MAX_SQUARES} squares",
    rules=MinelayersRules(),
    notation=MinelayersNotation(),
    special={TOUR: TourRules()},
    summary="Move like a knight and leave a mine behind; if you cannot move, you lose.",
    moving="Move your minelayer like a knight in chess. The square that it leaves gets a mine.",
    winning="Whoever cannot move loses; if neither can, it is whoever made the first move.",
    boards=((4, 5), (5, 7), (5, 10)),
    scene=Scene(
        looks={
            A: Look(Colour.WHITE, letter="A"),
            B: Look(Colour.BLACK, letter="B"),
            MINE: Look(Colour.GREY, Shape.MINE),
        }
    ),
    keys=(Key(FIRST, "A", "who moved first in the game (MM2)", title="begun by"),),
)
