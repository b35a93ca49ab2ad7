"""Sight Reduction, by Rich Hutnik (2011): remove your own piece that sees a friend.

The rules, numbered as in ``docs/rules/sight-reduction.md``:

SR1  A turn removes one of your own pieces that has a friend in sight.
SR2  A player without a legal move loses.
SR3  Solitaire: white and black are removed in turn until one of each is left.
SR4  Solitaire with ``keep``: these last two must stand on the named squares. A survivor may be
     removed, which loses the attempt; from then on, ``-`` stands for its square.
SR5  ``harder``: the piece must also see an enemy, in one of eight directions.
SR6  ``easier``: the friend may be seen in any of the eight directions.
SR7  ``pairs``: two of your pieces that see each other may go together. Solitaire then ends empty.

A piece sees the nearest piece in each direction, across empty squares only.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import ClassVar

from positions.errors import Flaw, quote
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
    Variant,
    turned,
)
from positions.grid import (
    EIGHT,
    EMPTY,
    ORTHOGONAL,
    Board,
    apart,
    lower_files,
    parse_square,
    symmetries,
)
from positions.looks.scene import Scene

WHITE, BLACK = "w", "b"
SOLITAIRE = "solitaire"
# Stands in ``keep`` for a removed survivor.
GONE = "-"
MAX_SQUARES = 64

_ENEMY = {WHITE: BLACK, BLACK: WHITE}


def enemy(colour: str) -> str:
    """Return the other colour's symbol."""
    return _ENEMY[colour]


def sees(board: Board, square: int, colour: str, directions: Sequence[tuple[int, int]]) -> bool:
    """Return whether the nearest piece in one of the directions has this colour."""
    found = (board.nearest(square, direction) for direction in directions)
    return any(other is not None and board[other] == colour for other in found)


def pieces_left(position: Position) -> int:
    """Return the number of pieces on the board."""
    return len(position.board.cells) - position.board.cells.count(EMPTY)


def friend_directions(position: Position) -> tuple[tuple[int, int], ...]:
    """Return the directions in which a friend counts (SR1, SR6)."""
    return EIGHT if "easier" in position.variants else ORTHOGONAL


def may_go(position: Position, square: int) -> bool:
    """Return whether the piece on `square` may be removed alone (SR1, SR5)."""
    board, colour = position.board, position.board[square]
    return sees(board, square, colour, friend_directions(position)) and (
        "harder" not in position.variants or sees(board, square, enemy(colour), EIGHT)
    )


def partners(position: Position, square: int) -> Iterator[int]:
    """Yield the friends that the piece on `square` sees (SR7)."""
    board = position.board
    for direction in friend_directions(position):
        other = board.nearest(square, direction)
        if other is not None and board[other] == board[square]:
            yield other


def survivors(position: Position) -> tuple[int, int] | None:
    """Return the squares of the white and the black piece that must survive (SR4).

    A removed survivor has an empty square, which will stay empty.
    """
    text = position.key("keep")
    if text is None:
        return None
    board = position.board
    white, black = (
        board.cells.index(EMPTY) if part == GONE else parse_square(part, board.width, board.height)
        for part in text.split(",")
    )
    if white is None or black is None:
        raise AssertionError(f"{position} was not checked for flaws")
    return white, black


def has_survivors(position: Position) -> bool:
    """Return whether the survivors that a position names are still on the board (SR4)."""
    named, board = survivors(position), position.board
    return named is None or (board[named[0]], board[named[1]]) == (WHITE, BLACK)


def is_solved(position: Position) -> bool:
    """Return whether a solitaire position is solved (SR3, SR4, SR7)."""
    board = position.board
    white, black = board.squares(WHITE), board.squares(BLACK)
    if "pairs" in position.variants:
        return not white and not black
    return len(white) == len(black) == 1 and has_survivors(position)


def _renamed(position: Position, names: Mapping[str, str]) -> tuple[tuple[str, str], ...]:
    """Return the keys of a position with the squares of ``keep`` renamed."""
    keep = position.key("keep")
    if keep is None:
        return position.keys
    return (("keep", ",".join(names.get(part, part) for part in keep.split(","))),)


class SightReductionRules(Rules):
    """Rules SR1 to SR7."""

    has_value = True

    def flaws(self, position: Position) -> Sequence[Flaw]:
        """Check the size of the board and the squares of ``keep``."""
        board = position.board
        if board.width * board.height > MAX_SQUARES:
            return [
                Flaw(
                    f"a board of {board.width}×{board.height} squares",
                    f"at most {MAX_SQUARES} squares",
                )
            ]
        return list(self._keep_flaws(position))

    def _keep_flaws(self, position: Position) -> Iterator[Flaw]:
        text = position.key("keep")
        if text is None:
            return
        if SOLITAIRE not in position.variants or "pairs" in position.variants:
            yield Flaw(quote(f"keep={text}"), "keep only with solitaire and without pairs (SR4)")
        parts = text.split(",")
        if len(parts) != 2:
            yield Flaw(quote(f"keep={text}"), "two squares, such as keep=a1,b7 (SR4)")
            return
        board = position.board
        for part, colour, name in zip(parts, (WHITE, BLACK), ("white", "black"), strict=True):
            if part == GONE and EMPTY in board.cells:
                continue
            square = parse_square(part, board.width, board.height)
            if square is None:
                yield Flaw(f"{quote(part)} in keep", "a square of the board (SR4)")
            elif board[square] != colour:
                yield Flaw(f"{quote(part)} in keep", f"the square of a {name} piece (SR4)")

    def moves(self, position: Position) -> tuple[Move, ...]:
        """Return the single removals in the order of the squares, then the pairs."""
        board, colour = position.board, position.turn
        singles = [s for s in board.squares(colour) if may_go(position, s)]
        removals: list[tuple[int, ...]] = [(square,) for square in singles]
        if "pairs" in position.variants:
            # A piece that sees a friend may go alone, so a pair is two single removals; with
            # `harder` SR7 requires that of each of the two.
            removals += [
                (square, partner)
                for square in singles
                for partner in sorted(partners(position, square))
                if square < partner and partner in singles
            ]
        return tuple(Move("remove", squares) for squares in removals)

    def play(self, position: Position, move: Move) -> Position:
        """Remove the move's pieces."""
        board = position.board
        names = {board.name(square): GONE for square in move.squares}
        return Position(
            position.game,
            board.with_cells(dict.fromkeys(move.squares, EMPTY)),
            enemy(position.turn),
            position.variants,
            _renamed(position, names),
        )

    def effects(self, position: Position, move: Move) -> tuple[Effect, ...]:
        """Return the squares that become empty."""
        return (Effect("removed", move.squares),)

    def outcome(self, position: Position) -> Outcome | None:
        """Apply SR2."""
        return None if self.moves(position) else Outcome(winner=enemy(position.turn))

    def images(self, position: Position) -> Iterator[Position]:
        """Rotate and reflect the board, including the survivors' squares."""
        board = position.board
        for image in symmetries(board.width, board.height):
            names = {board.name(square): board.name(to) for square, to in enumerate(image)}
            yield replace(turned(position, image), keys=_renamed(position, names))

    def exchanged(self, position: Position) -> Position:
        """Return the same position with the colours exchanged, the survivors' squares too (SR4)."""
        board, keep = position.board, position.key("keep")
        cells = "".join(_ENEMY.get(symbol, symbol) for symbol in board.cells)
        keys = position.keys if keep is None else (("keep", ",".join(keep.split(",")[::-1])),)
        board = Board(board.width, board.height, cells)
        return Position(position.game, board, enemy(position.turn), position.variants, keys)


class SolitaireRules(SightReductionRules):
    """Rules SR1 and SR3 to SR7, for one person."""

    persons = 1
    has_value = False

    def outcome(self, position: Position) -> Outcome | None:
        """Apply SR3, SR4 and SR7."""
        if is_solved(position):
            return Outcome(solved=True)
        return None if self.moves(position) else Outcome(solved=False)

    def act(self, position: Position) -> str:
        """Return which colour begins."""
        return "removes first"


class SightReductionNotation(Notation):
    """Moves such as ``b4``, and pairs such as ``b4+b6``."""

    move_kinds: ClassVar[Mapping[str, Sequence[int]]] = {"remove": (1, 2)}
    examples: ClassVar[Mapping[str, str]] = {"b4": "a removal", "b4+b6": "two, with pairs"}

    def format(self, board: Board, move: Move) -> str:
        """Return the squares, those of a pair in the order of their names."""
        return "+".join(sorted(board.name(square) for square in move.squares))

    def normalise(self, board: Board, text: str) -> str:
        """Put squares in lower case, and a pair in order with a plus between."""
        return "+".join(sorted(apart(lower_files(text), "+").split("+")))

    def refuse(self, position: Position, text: str) -> Refusal:
        """Return which of SR1, SR5, SR7 a removal breaks, or that it names no piece."""
        board = position.board
        parts = apart(text, "+").split("+")
        squares = [parse_square(part, board.width, board.height) for part in parts]
        for part, square in zip(parts, squares, strict=True):
            if square is None:
                return Refusal("SR1", f"{quote(part)} is not a square of this board")
        own = tuple(square for square in squares if square is not None)
        return self._refuse_removal(position, own)

    def _refuse_removal(self, position: Position, squares: tuple[int, ...]) -> Refusal:
        if not SIGHT_REDUCTION.rules.moves(position):
            return Refusal("SR2", "the game is over: there is no legal move")
        for square in squares:
            if position.board[square] != position.turn:
                player = SIGHT_REDUCTION.players[position.turn]
                return Refusal("SR1", f"is not the square of a {player} piece", (square,))
            directions = friend_directions(position)
            if not sees(position.board, square, position.turn, directions):
                rule = "SR6" if "easier" in position.variants else "SR1"
                return Refusal(rule, "has no friend in sight", (square,))
            if not may_go(position, square):
                return Refusal("SR5", "has no enemy in sight", (square,))
        if "pairs" not in position.variants or len(squares) > 2:
            count = "two pieces" if "pairs" in position.variants else "one piece"
            return Refusal("SR7", f"a turn removes at most {count} here")
        return Refusal("SR7", "do not see each other", squares)


SIGHT_REDUCTION = Game(
    name="sight-reduction",
    title="Sight Reduction",
    designers=(Designer("Rich Hutnik", "https://boardgamegeek.com/geeklist/67989"),),
    year=2011,
    pieces={WHITE: "white piece", BLACK: "black piece"},
    players={WHITE: "white", BLACK: "black"},
    size=(4, 8),
    sizes=f"any board of up to {MAX_SQUARES} squares",
    rules=SightReductionRules(),
    notation=SightReductionNotation(),
    summary="Remove one of your pieces that sees a friend; if you cannot, you lose.",
    moving="Take one of your pieces off the board that sees a friend: the nearest piece in its "
    "row or column, on some side, has its own colour.",
    winning="Whoever cannot move loses.",
    solving="Take off a white piece, a black one, and so on, until one of each is left.",
    boards=((4, 4), (4, 8), (6, 6)),
    variants=(
        Variant(SOLITAIRE, "one person removes white, black, white, … down to one of each (SR3)"),
        Variant("harder", "a piece must also see an enemy, in eight directions (SR5)"),
        Variant("easier", "the friend may be seen in eight directions (SR6)"),
        Variant("pairs", "two pieces that see each other may be removed together (SR7)"),
    ),
    keys=(
        Key(
            "keep",
            "a1,b7",
            "the white and the black survivor's squares (SR4)",
            normalise=lower_files,
            names_squares=True,
        ),
    ),
    scene=Scene(is_checkered=True),
    special={SOLITAIRE: SolitaireRules()},
    setups=("random", "deterministic"),
)
