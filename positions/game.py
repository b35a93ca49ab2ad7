"""The definition of a game: its positions, moves, rules and description.

A position is an immutable value, and playing a move gives a new one. All games share these types; a
game is one module in `positions.games` that fills in a `Game`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from importlib import import_module
from itertools import groupby
from typing import Any, ClassVar, Literal

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

    def __str__(self) -> str:
        """Return the canonical line."""
        if not isinstance(self.board, Board):
            return repr(self)
        header = "+".join((self.game, *self.variants))
        rows = "/".join(map(_format_row, self.board.rows()))
        keys = [f"{name}={value}" for name, value in self.keys]
        return ":".join((header, rows, self.turn, *keys))

    def legal_moves(self) -> tuple[Move, ...]:
        """Return the legal moves in a fixed order; none if the game is over."""
        moves: tuple[Move, ...] = _public("legal_moves")(self)
        return moves

    def play(self, move: Move | str) -> Position:
        """Return the position after a legal move, given as a `Move` or as text."""
        after: Position = _public("play")(self, move)
        return after

    def outcome(self) -> Outcome | None:
        """Return how the game ended; None if it is not over."""
        found: Outcome | None = _public("outcome")(self)
        return found

    def picture(self) -> str:
        """Return a picture as SVG, which notebooks show for a position."""
        svg: str = _public("picture")(self)
        return svg

    _repr_svg_ = picture

    def key(self, name: str) -> str | None:
        """Return the value of a key, None if the position does not have it."""
        return dict(self.keys).get(name)

    def with_turn(self, turn: str) -> Position:
        """Return the same position with another player to move."""
        return replace(self, turn=turn)


def _public(name: str) -> Callable[..., Any]:
    """Return a public function of `positions`, which imports this module."""
    function: Callable[..., Any] = getattr(import_module("positions"), name)
    return function


def _format_row(row: str) -> str:
    return "".join(
        str(len(list(run))) if symbol == EMPTY else "".join(run) for symbol, run in groupby(row)
    )


# Called with every position from which moves are generated, and in reading a game for every word;
# may raise an error. A service uses it to limit the size of boards and the time spent on them.
Check = Callable[[Position], None]


def accept(position: Position) -> None:
    """Accept every position."""


@dataclass(frozen=True, slots=True)
class Move:
    """A move: its `kind`, in the game's own terms, and its squares.

    A move of `positions.legal_moves` knows its `text`, which takes no part in comparisons.
    """

    kind: str
    squares: tuple[int, ...] = ()
    text: str = field(default="", compare=False, repr=False)

    def __str__(self) -> str:
        """Return the text if it is known."""
        return self.text or repr(self)


PASS = Move("pass")
SWAP = Move("swap")


@dataclass(frozen=True, slots=True)
class Effect:
    """One effect of a move: `what` happened ("removed", "placed", …) on which squares."""

    what: str
    squares: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a finished game ended.

    Two players: `winner` is the symbol of the winning player, None for a draw, and `score` the
    margin if the game has one. Solitaire: `solved`.
    """

    winner: str | None = None
    score: int | None = None
    solved: bool | None = None


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a move is illegal: the rule that it breaks, how, and on which squares."""

    rule: str
    fault: str
    squares: tuple[int, ...] = ()

    def describe(self, board: Board) -> str:
        """Return the refusal in words: "b8 has no friend in sight (SR1)"."""
        names = " and ".join(board.name(square) for square in self.squares)
        return f"{names} {self.fault} ({self.rule})".lstrip()


# What a solution is: moves of the game, or a path that visits all squares.
Solution = Literal["moves", "path"]


def turned(position: Position, image: tuple[int, ...]) -> Position:
    """Return a position with a symmetry applied to its board."""
    board = position.board
    cells = [EMPTY] * len(board.cells)
    for square, symbol in enumerate(board.cells):
        cells[image[square]] = symbol
    return replace(position, board=Board(board.width, board.height, "".join(cells)))


class Rules(ABC):
    """The rules of a game, or of a variant of it. Except in `flaws`, positions are valid.

    `persons` says how many people play: two against each other, or one who solves the position
    alone. A `solution` is the moves to a solved position, or a path that visits all squares.
    `has_value` says that the last player to move wins, so that positions have combinatorial values,
    and `scored_in` is the unit of the final margin, such as "king", if there is one.
    """

    persons: int = 2
    solution: Solution = "moves"
    has_value: bool = False
    scored_in: str | None = None

    def flaws(self, position: Position) -> Sequence[Flaw]:
        """Return everything that makes a position invalid."""
        return ()

    def start(self, width: int, height: int, variants: tuple[str, ...]) -> Position | None:
        """Return the start on a board of this size; None if the game has no fixed start."""
        return None

    @abstractmethod
    def moves(self, position: Position) -> tuple[Move, ...]:
        """Return the legal moves in a fixed order; none if the game is over."""

    @abstractmethod
    def play(self, position: Position, move: Move) -> Position:
        """Return the position after a legal move."""

    @abstractmethod
    def effects(self, position: Position, move: Move) -> tuple[Effect, ...]:
        """Return what a legal move does to the board."""

    @abstractmethod
    def outcome(self, position: Position) -> Outcome | None:
        """Return how the game ended; None if it is not over."""

    def images(self, position: Position) -> Iterator[Position]:
        """Return the positions equivalent under the game's symmetries, this one first."""
        yield position

    def exchanged(self, position: Position) -> Position | None:
        """Return the same position with the players exchanged, None if that is impossible."""
        return None

    def has_turns(self, position: Position) -> bool:
        """Return whether it makes sense to give the move to the other player."""
        return self.persons == 2

    def opening_plies(self, position: Position) -> int:
        """Return the number of plies in an opening."""
        return 1

    def beginnings(self, position: Position) -> tuple[Position, ...]:
        """Return the starts whose openings are listed in one table with those of a start."""
        return (position,)

    def as_printed(self, position: Position) -> Position:
        """Return a position with the variants and keys that it is printed with."""
        return position

    def act(self, position: Position) -> str:
        """Return in words what the player to move does: "White to move"."""
        return "to move"

    def name(self, position: Position) -> str | None:
        """Return a name for what is played, instead of its variants and keys."""
        return None

    def labels(self, position: Position) -> Mapping[int, str]:
        """Return what is written on squares."""
        return {}


class Notation(ABC):
    """The notation of a game's moves.

    `move_kinds` maps the kinds of moves to their possible numbers of squares; if it is empty, they
    are not checked. `examples` are moves as they are written, each with what it does.
    """

    move_kinds: ClassVar[Mapping[str, Sequence[int]]] = {}
    examples: ClassVar[Mapping[str, str]] = {}

    @abstractmethod
    def format(self, board: Board, move: Move) -> str:
        """Return a move's normal form."""

    @abstractmethod
    def normalise(self, board: Board, text: str) -> str:
        """Return the normal form of a possible move: case of squares, order of a pair."""

    @abstractmethod
    def refuse(self, position: Position, text: str) -> Refusal:
        """Return why `text`, which is not a legal move here, is refused."""

    def picked(self, board: Board, squares: Sequence[str]) -> str:
        """Return the text of the move, legal or not, that picking squares in turn stands for."""
        return "+".join(squares)


@dataclass(frozen=True, slots=True)
class Designer:
    """The designer of a game, and a link to more of their work."""

    name: str
    link: str


@dataclass(frozen=True, slots=True)
class Variant:
    """A variant that can be named in a position's text."""

    name: str
    summary: str


@dataclass(frozen=True, slots=True)
class Key:
    """An additional property in a position's text, as ``name=value``.

    `form` is an example value, and `normalise` returns a value's canonical text. `title` stands
    before the value in the titles of positions, the name if it is empty. With `names_squares`, a
    value is a comma-separated list of squares, which drawings mark.
    """

    name: str
    form: str
    summary: str
    title: str = ""
    normalise: Callable[[str], str] = str
    names_squares: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Game:
    """The description and the rules of a game.

    `pieces` maps symbols to names, `players` turn symbols to names (the first one moves first);
    `size` is the standard board, files by ranks; `sizes` describes the accepted sizes in words.
    `special` maps those variants and keys that change the rules to the rules they bring, and
    `setups` are the ways to fill a board at random. `scene` describes how the board and the pieces
    look. `moving` and `winning` each say in a sentence how to move and how to win, and `solving`
    what solves a solitaire; `boards` are the sizes to choose a game's board from, small ones first.
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
    special: Mapping[str, Rules] = field(default_factory=dict)
    setups: tuple[str, ...] = ()
    scene: Scene = field(default_factory=Scene)
    moving: str = ""
    winning: str = ""
    solving: str = ""
    boards: tuple[tuple[int, int], ...] = ()

    def has(self, position: Position) -> bool:
        """Return whether a position has the form of one of this game, valid or not.

        Those that are parsed or played do; one that a program makes itself need not.
        """
        board, variants, keys = position.board, position.variants, position.keys
        return (
            isinstance(board, Board)
            and board.is_whole
            and {*board.cells} <= {*self.pieces, EMPTY}
            and position.turn in [*self.players]
            and isinstance(variants, tuple)
            and variants == tuple(each.name for each in self.variants if each.name in variants)
            and isinstance(keys, tuple)
            and all(isinstance(key, tuple) and [*map(type, key)] == [str, str] for key in keys)
        )

    def has_move(self, board: Board, move: Move) -> bool:
        """Return whether a move has the form of one on this board, legal or not."""
        squares, kinds = move.squares, self.notation.move_kinds
        return (
            isinstance(squares, tuple)
            and all(type(square) is int and 0 <= square < len(board.cells) for square in squares)
            and isinstance(move.kind, str)
            and (not kinds or len(squares) in kinds.get(move.kind, ()))
        )

    def opponent(self, turn: str) -> str:
        """Return the symbol of the other player."""
        first, second = self.players
        return second if turn == first else first

    def other_turn(self, position: Position) -> Position | None:
        """Return the position with the other player to move; None if that makes no sense."""
        if not self.rules_of(position).has_turns(position):
            return None
        return position.with_turn(self.opponent(position.turn))

    def rules_of(self, position: Position) -> Rules:
        """Return the rules of a position."""
        return self.rules_with((*position.variants, *(name for name, _ in position.keys)))

    def rules_with(self, names: Sequence[str]) -> Rules:
        """Return the rules that hold with these variants and keys."""
        return next((self.special[name] for name in names if name in self.special), self.rules)

    @property
    def solitaire(self) -> str | None:
        """The variant for one person, if there is one."""
        alone = (each.name for each in self.variants if self.rules_with([each.name]).persons == 1)
        return next(alone, None)
