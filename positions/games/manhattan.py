"""Manhattan, by Mark Steere (2021): gather all your checkers in one group.

The rules, numbered as in ``docs/rules/manhattan.md``:

MH1  The start is a checkerboard without its four centre squares; a1 is red, and Red begins.
MH2  A singleton touches no checker of its colour; a group is two or more that are connected.
MH3  Step: a singleton moves to an empty square that is one step nearer to its nearest friend, on
     a path of empty squares.
MH4  Removal: a checker of a group leaves the board if the rest of the group stays connected.
MH5  A player with a move must move; one without is skipped. All checkers in one group win.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import ClassVar

from positions.errors import Flaw, quote
from positions.game import (
    PASS,
    Designer,
    Effect,
    Game,
    Move,
    Notation,
    Outcome,
    Position,
    Refusal,
    Rules,
    turned,
)
from positions.grid import (
    EMPTY,
    ORTHOGONAL,
    Board,
    apart,
    connected,
    lower_files,
    neighbours,
    parse_square,
    symmetries,
)
from positions.looks.scene import Scene

RED, BLUE = "r", "b"
STEP, REMOVE = "step", "remove"


def opponent(colour: str) -> str:
    """Return the other colour's symbol."""
    return BLUE if colour == RED else RED


def group_of(board: Board, square: int) -> frozenset[int]:
    """Return the checkers of one colour connected to the one on `square` (MH2)."""
    return connected(board, square, ORTHOGONAL)


def is_one_group(board: Board, colour: str) -> bool:
    """Return whether all checkers of a colour, at least two, form one group (MH5)."""
    squares = board.squares(colour)
    return len(squares) > 1 and len(group_of(board, squares[0])) == len(squares)


def distances(board: Board, colour: str) -> dict[int, int]:
    """Return each empty square's distance from the nearest checker of a colour (MH3).

    Paths lead over empty squares; squares without a path are omitted.
    """
    distance_of: dict[int, int] = {}
    cells, size = board.cells, board.size
    edge, distance = board.squares(colour), 1
    while edge:
        reached = []
        for square in edge:
            for other in neighbours(*size, square, ORTHOGONAL):
                if cells[other] == EMPTY and other not in distance_of:
                    distance_of[other] = distance
                    reached.append(other)
        edge, distance = reached, distance + 1
    return distance_of


def steps(board: Board, square: int) -> Iterator[int]:
    """Yield the squares to which the singleton on `square` may step (MH3)."""
    without = board.with_cells({square: EMPTY})
    away = distances(without, board[square])
    if square in away:
        for other in neighbours(*board.size, square, ORTHOGONAL):
            if board[other] == EMPTY and away.get(other) == away[square] - 1:
                yield other


def may_leave(board: Board, square: int) -> bool:
    """Return whether the checker on `square` may leave its group (MH4)."""
    rest = group_of(board, square) - {square}
    if not rest:
        return False
    return group_of(board.with_cells({square: EMPTY}), min(rest)) == rest


def own_moves(board: Board, colour: str) -> Iterator[Move]:
    """Yield the steps and removals of a colour, in the order of the squares."""
    for square in board.squares(colour):
        if len(group_of(board, square)) == 1:
            for target in sorted(steps(board, square)):
                yield Move(STEP, (square, target))
        elif may_leave(board, square):
            yield Move(REMOVE, (square,))


def can_move(board: Board, colour: str) -> bool:
    """Return whether a colour has a step or a removal."""
    return next(own_moves(board, colour), None) is not None


class ManhattanRules(Rules):
    """Rules MH1 to MH5."""

    def flaws(self, position: Position) -> Sequence[Flaw]:
        """Return no flaws: every filling of every board is a position."""
        return ()

    def start(self, width: int, height: int, variants: tuple[str, ...]) -> Position | None:
        """Return the checkerboard without its centre, for boards with even sides (MH1)."""
        if width % 2 or height % 2:
            return None
        centre = {
            rank * width + file
            for rank in (height // 2 - 1, height // 2)
            for file in (width // 2 - 1, width // 2)
        }
        cells = "".join(
            EMPTY if square in centre else (RED, BLUE)[(square // width + square % width) % 2]
            for square in range(width * height)
        )
        return Position(MANHATTAN.name, Board(width, height, cells), RED)

    def moves(self, position: Position) -> tuple[Move, ...]:
        """Return steps and removals, or else a pass while the game is not over (MH5)."""
        board, colour = position.board, position.turn
        if is_one_group(board, RED) or is_one_group(board, BLUE):
            return ()
        moves = list(own_moves(board, colour))
        if not moves and can_move(board, opponent(colour)):
            return (PASS,)
        return tuple(moves)

    def play(self, position: Position, move: Move) -> Position:
        """Move or remove the checker."""
        board = position.board
        if move.kind == STEP:
            origin, target = move.squares
            board = board.with_cells({origin: EMPTY, target: position.turn})
        elif move.kind == REMOVE:
            board = board.with_cells({move.squares[0]: EMPTY})
        return Position(position.game, board, opponent(position.turn))

    def effects(self, position: Position, move: Move) -> tuple[Effect, ...]:
        """Return what moved, left or was skipped, and the winning group."""
        what = {STEP: "moved", REMOVE: "removed"}.get(move.kind, "passed")
        effects = [Effect(what, move.squares)]
        after = self.play(position, move).board
        if is_one_group(after, position.turn):
            effects.append(Effect("grouped", tuple(after.squares(position.turn))))
        return tuple(effects)

    def outcome(self, position: Position) -> Outcome | None:
        """Apply MH5: one group wins; if both players have one, the player who just moved."""
        board, colour = position.board, position.turn
        for player in (opponent(colour), colour):
            if is_one_group(board, player):
                return Outcome(winner=player)
        return None if any(can_move(board, each) for each in (RED, BLUE)) else Outcome()

    def images(self, position: Position) -> Iterator[Position]:
        """Rotate and reflect the board."""
        return (turned(position, image) for image in symmetries(*position.board.size))


class ManhattanNotation(Notation):
    """Steps such as ``b2-b3``, removals such as ``xb2``, and ``pass``."""

    move_kinds: ClassVar[Mapping[str, Sequence[int]]] = {STEP: (2,), REMOVE: (1,), PASS.kind: (0,)}
    examples: ClassVar[Mapping[str, str]] = {"b2-b3": "a step", "xb2": "a removal"}

    def format(self, board: Board, move: Move) -> str:
        """Return the squares."""
        names = [board.name(square) for square in move.squares]
        return f"x{names[0]}" if move.kind == REMOVE else "-".join(names) or move.kind

    def normalise(self, board: Board, text: str) -> str:
        """Put squares in lower case, and a hyphen between two.

        The x of a removal and ``pass`` must be in lower case.
        """
        return apart(lower_files(text), "-")

    def refuse(self, position: Position, text: str) -> Refusal:
        """Return which of MH3 to MH5 a move breaks, or that it names no checker."""
        board = position.board
        if not MANHATTAN.rules.moves(position):
            return Refusal("MH5", "the game is over")
        if text == PASS.kind:
            return Refusal("MH5", "a player with a move must move")
        # On a board with a file x, "x1-b2" is a step.
        is_removal = text.startswith("x") and not text[1:2].isdecimal()
        parts = apart(text.removeprefix("x") if is_removal else text, "-").split("-")
        squares = [parse_square(part, board.width, board.height) for part in parts]
        for part, square in zip(parts, squares, strict=True):
            if square is None:
                return Refusal("MH3", f"{quote(part)} is not a square of this board")
        named = tuple(square for square in squares if square is not None)
        return self._refuse_checker(position, named, is_removal=is_removal)

    def _refuse_checker(
        self, position: Position, squares: tuple[int, ...], *, is_removal: bool
    ) -> Refusal:
        board, square = position.board, squares[0]
        rule = "MH4" if is_removal else "MH3"
        if board[square] != position.turn:
            player = MANHATTAN.players[position.turn]
            return Refusal(rule, f"is not the square of a {player} checker", (square,))
        alone = len(group_of(board, square)) == 1
        if is_removal:
            if len(squares) > 1:
                return Refusal(rule, "a turn removes only one checker")
            fault = "belongs to no group" if alone else "would split its group"
            return Refusal(rule, fault, (square,))
        if not alone:
            return Refusal(rule, "belongs to a group, but only singletons step", (square,))
        if len(squares) > 2:
            return Refusal(rule, "makes only one step in a turn", (square,))
        if len(squares) < 2:
            has_step = next(steps(board, square), None) is not None
            fault = (
                "needs a square to step to, as in b2-b3"
                if has_step
                else "has no step towards a friend"
            )
            return Refusal(rule, fault, (square,))
        if board[squares[1]] != EMPTY:
            return Refusal(rule, "is not empty", squares[1:])
        if squares[1] not in neighbours(*board.size, square, ORTHOGONAL):
            return Refusal(rule, "are not neighbours", squares)
        target = board.name(squares[1])
        return Refusal(
            rule, f"would not get nearer to its nearest friend by stepping to {target}", (square,)
        )

    def picked(self, board: Board, squares: Sequence[str]) -> str:
        """Write a step from square to square, or a removal of a checker that is in a group."""
        square = parse_square(squares[0], board.width, board.height)
        if len(squares) > 1 or square is None or board[square] == EMPTY:
            return "-".join(squares)
        return f"x{squares[0]}" if len(group_of(board, square)) > 1 else squares[0]


MANHATTAN = Game(
    name="manhattan",
    title="Manhattan",
    designers=(Designer("Mark Steere", "https://www.marksteeregames.com"),),
    year=2021,
    pieces={RED: "red checker", BLUE: "blue checker"},
    players={RED: "red", BLUE: "blue"},
    size=(6, 6),
    sizes="square boards with an even side; any board for study",
    rules=ManhattanRules(),
    notation=ManhattanNotation(),
    summary="Step towards a friend or leave a group; join all your checkers to win.",
    moving="Step a lone checker nearer to its nearest friend, or take a checker off the board "
    "from a group that stays connected without it.",
    winning="Join all your checkers into one group.",
    boards=((4, 4), (6, 6), (8, 8)),
    scene=Scene(is_checkered=True, is_joined=True),
)
