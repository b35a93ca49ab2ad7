"""What a game is: its positions, its moves, its rules and what is said about it.

A position is a frozen value, and playing a move gives a new one. All games share these types; a
game is one module in `positions.games` that fills in a `Game`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Protocol

from positions.errors import Flaw
from positions.grid import EMPTY, Board
from positions.looks.scene import Scene


@dataclass(frozen=True, slots=True)
class Position:
    """A position of a game.

    `game` and `variants` are names, the variants in the game's printing order; `turn` is the
    symbol of the player to move; `keys` are the further facts that the text form carries.
    """

    game: str
    board: Board
    turn: str
    variants: tuple[str, ...] = ()
    keys: tuple[tuple[str, str], ...] = ()

    def key(self, name: str) -> str | None:
        """Return the text of a key, None where the position has none."""
        return dict(self.keys).get(name)

    def with_turn(self, turn: str) -> Position:
        """Return the same position with another player to move."""
        return replace(self, turn=turn)


# Is shown every position from which moves are made, and may raise an error of its own: a service
# has a limit on the boards, and on the time that they may take.
Check = Callable[[Position], None]


def accept(position: Position) -> None:
    """Find nothing to say against a position."""


@dataclass(frozen=True, slots=True)
class Move:
    """A move: what is done (`kind`, in the game's words) and to which squares."""

    kind: str
    squares: tuple[int, ...] = ()


PASS = Move("pass")
SWAP = Move("swap")


@dataclass(frozen=True, slots=True)
class Effect:
    """One thing that a move did to the board: `what` ("removed", "placed", …) on which squares."""

    what: str
    squares: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a finished game ended.

    Two players: `winner` is the symbol of the winning player, None for a draw, and `score` a
    margin where the game counts one. Solitaire: `solved`.
    """

    winner: str | None = None
    score: int | None = None
    solved: bool | None = None


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a move is refused: the rule that it breaks, how, and on which squares."""

    rule: str
    fault: str
    squares: tuple[int, ...] = ()

    def describe(self, board: Board) -> str:
        """Return the refusal in words: "b8 has no friend in sight (SR1)"."""
        names = " and ".join(board.name(square) for square in self.squares)
        return f"{names} {self.fault} ({self.rule})".lstrip()


def turned(position: Position, image: tuple[int, ...]) -> Position:
    """Return a position with its board carried to its image under a symmetry."""
    board = position.board
    cells = [EMPTY] * len(board.cells)
    for square, symbol in enumerate(board.cells):
        cells[image[square]] = symbol
    return replace(position, board=Board(board.width, board.height, "".join(cells)))


class Rules(Protocol):
    """The rules of a game. Positions are trusted: `flaws` has found nothing in them."""

    def flaws(self, position: Position) -> Sequence[Flaw]:
        """Return everything that keeps a position from being one of the game."""

    def start(self, width: int, height: int, variants: tuple[str, ...]) -> Position | None:
        """Return the start on a board of this size; None for a game that has no fixed start."""

    def moves(self, position: Position) -> tuple[Move, ...]:
        """Return the legal moves in a fixed order; none if the game is over."""

    def play(self, position: Position, move: Move) -> Position:
        """Return the position after a legal move."""

    def effects(self, position: Position, move: Move) -> tuple[Effect, ...]:
        """Return what a legal move does to the board."""

    def outcome(self, position: Position) -> Outcome | None:
        """Return how the game ended; None while it goes on."""

    def images(self, position: Position) -> Iterator[Position]:
        """Return the positions that are the same under the game's symmetries, this one first."""


class Notation(Protocol):
    """How the moves of a game are written."""

    def format(self, board: Board, move: Move) -> str:
        """Return a move's normal form."""

    def normalise(self, board: Board, text: str) -> str:
        """Return the normal form of what could be a move: case of squares, order of a pair."""

    def refuse(self, position: Position, text: str) -> Refusal:
        """Say why `text`, which is no legal move here, is refused."""


@dataclass(frozen=True, slots=True)
class Designer:
    """Who made a game, and where more of their work is found."""

    name: str
    link: str


@dataclass(frozen=True, slots=True)
class Variant:
    """A variant that the text form names."""

    name: str
    summary: str


@dataclass(frozen=True, slots=True)
class Key:
    """A further fact that a position's text can carry, as ``name=value``.

    `form` is an example of a value, and `normalise` gives a value its canonical text. A value that
    `names_squares` has squares with commas between them, and drawings mark them.
    """

    name: str
    form: str
    summary: str
    normalise: Callable[[str], str] = str
    names_squares: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Game:
    """Everything that is said about a game, and its rules.

    `pieces` names each symbol, `players` each turn symbol (the first one begins); `size` is the
    standard board, files by ranks; `sizes` says in words which others are accepted. `solitaire`
    names the variant that one person plays, and `setups` the ways to fill a board at random.
    `has_value` says that the last player to move wins, so that positions have combinatorial values,
    and `scored_in` names what a game that ends with a margin counts, such as "king".
    `picked` writes the move that squares picked one after another stand for, legal or not.
    `as_printed` gives a position the variants and keys that it is printed with. An opening has
    `opening_plies`, and `beginnings` gives the starts whose openings belong in one table with those
    of a start.
    `exchanged` gives the same position with the players exchanged, None where there is none.
    `has_turns` says where it makes sense to ask what happens if the other player is to move.
    `scene` says how the board and the pieces look.
    """

    name: str
    title: str
    designers: tuple[Designer, ...]
    year: int
    pieces: dict[str, str]
    players: dict[str, str]
    size: tuple[int, int]
    sizes: str
    rules: Rules
    notation: Notation
    summary: str
    variants: tuple[Variant, ...] = ()
    keys: tuple[Key, ...] = ()
    solitaire: str | None = None
    setups: tuple[str, ...] = ()
    has_value: bool = False
    scored_in: str | None = None
    picked: Callable[[Board, Sequence[str]], str] = lambda _, squares: "+".join(squares)
    as_printed: Callable[[Position], Position] = lambda position: position
    opening_plies: Callable[[Position], int] = lambda _: 1
    beginnings: Callable[[Position], tuple[Position, ...]] = lambda position: (position,)
    exchanged: Callable[[Position], Position | None] = lambda _: None
    has_turns: Callable[[Position], bool] = lambda _: True
    scene: Scene = field(default_factory=Scene)

    def opponent(self, turn: str) -> str:
        """Return the symbol of the other player."""
        first, second = self.players
        return second if turn == first else first

    def other_turn(self, position: Position) -> Position | None:
        """Return the same position with the other player to move; None where that has no sense."""
        if self.is_solitaire(position) or not self.has_turns(position):
            return None
        return position.with_turn(self.opponent(position.turn))

    def is_solitaire(self, position: Position) -> bool:
        """Return whether one person plays the position alone."""
        return self.solitaire is not None and self.solitaire in position.variants
