"""A game of one's own: `OwnGame`, and classes for the most common kinds of games.

A game has one object for each size of board and choice of variants, so that a class can prepare
what its rules need, such as rows, in ``prepare``.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from typing import ClassVar, NamedTuple

from positions.game import PASS, Move, Outcome
from positions.grid import EMPTY
from positions.looks.scene import Look
from positions.own.boards import Image, Places, Shape

# The version of this interface. A game that needs a newer one says so with `interface`.
VERSION = 1
OLDEST_VERSION = 1

PLACE, STEP, TAKE = "place", "step", "take"
DRAW = Outcome()


class State(NamedTuple):
    """What the rules see of a position: a symbol for each place, and the player to move.

    `cells` begins at a1 and goes rank by rank; an empty place is ``.``. `turn` is the symbol of a
    player, and `facts` are the values of the game's facts, in their order.
    """

    cells: str
    turn: str
    facts: tuple[str, ...] = ()


def place(square: int) -> Move:
    """Return the move that puts a piece on a place: ``c3``."""
    return Move(PLACE, (square,))


def step(*squares: int) -> Move:
    """Return the move of a piece from place to place: ``b2-b3``."""
    return Move(STEP, squares)


def take(*squares: int) -> Move:
    """Return the move that removes pieces: ``c1+d1``."""
    return Move(TAKE, squares)


def win(player: str) -> Outcome:
    """Return the outcome of a game that a player has won."""
    return Outcome(winner=player)


def scored(margin: int, first: str, second: str) -> Outcome:
    """Return the outcome of a game with a final margin, positive for the first player."""
    winner = first if margin > 0 else second if margin < 0 else None
    return Outcome(winner=winner, score=margin)


class OwnGame(ABC):
    """A game for two players with full information and without chance.

    A class says what the game is with the attributes below, of which `name`, `shape` and `pieces`
    are needed, and defines `moves` and `outcome`, and whatever else differs from the usual.
    """

    name: ClassVar[str]
    """What stands before the first colon of a position: lower-case letters, digits and hyphens."""
    shape: ClassVar[Shape]
    """The board and its standard size: `Squares`, `Points`, `Hexagons` or `Graph`."""
    pieces: ClassVar[Mapping[str, str]]
    """The symbols of pieces with their names; a name that begins with a colour has that look."""
    players: ClassVar[Mapping[str, str]] = {"w": "white", "b": "black"}
    """The symbols of the two players with their names; the first one moves first."""
    title: ClassVar[str] = ""
    """The name in sentences; by default `name` with a capital letter."""
    summary: ClassVar[str] = ""
    designer: ClassVar[str] = ""
    link: ClassVar[str] = ""
    year: ClassVar[int] = 0
    variants: ClassVar[Mapping[str, str]] = {}
    """The names of variants with what they change; `self.with_variant` says which are played."""
    facts: ClassVar[Mapping[str, str]] = {}
    """What a position is besides its board and turn: names with the values at the start."""
    looks: ClassVar[Mapping[str, Look]] = {}
    """The looks of pieces that differ from what their names say."""
    edges: ClassVar[tuple[str, str] | None] = None
    """The symbols of the pieces that own top and bottom, and left and right."""
    unit: ClassVar[str] = ""
    """What the final margin counts, such as "box"; without a margin, empty."""
    takes_squares: ClassVar[bool] = False
    """Whether every move uses up a place for good."""
    interface: ClassVar[int] = VERSION
    """The version of this interface that the game was written for."""

    def __init__(self, board: Places, variants: Sequence[str] = ()) -> None:
        """Make the game for a board; a class that needs more defines `prepare`."""
        self.board = board
        self.with_variant = frozenset(variants)
        first, second = self.players
        self.first, self.second = first, second
        self.other = {first: second, second: first}
        self.prepare()

    def prepare(self) -> None:  # noqa: B027 - most games need nothing
        """Compute what the rules need on this board; called once."""

    def start(self) -> State:
        """Return the start; by default the empty board."""
        return self.state(EMPTY * len(self.board))

    @abstractmethod
    def moves(self, state: State) -> Iterable[Move]:
        """Return the legal moves in a fixed order; called only while the game goes on."""

    def play(self, state: State, move: Move) -> State:
        """Return the state after a legal move. The usual moves need not be defined.

        A piece of the player is placed, goes from the first place to the last and captures what
        stands there, or pieces are taken; a pass changes nothing. Then it is the other's turn.
        """
        if move.kind == PLACE:
            return self.after(state, {move.squares[0]: self.piece_of(state.turn)})
        if move.kind == STEP:
            origin, target = move.squares[0], move.squares[-1]
            return self.after(state, {origin: EMPTY, target: state.cells[origin]})
        if move.kind == TAKE or move == PASS:
            return self.after(state, dict.fromkeys(move.squares, EMPTY))
        raise NotImplementedError(f"play does not say what the move {move.kind!r} does")

    @abstractmethod
    def outcome(self, state: State) -> Outcome | None:
        """Return how the game ended: `win`, `DRAW` or `scored`; None while it goes on.

        While it goes on, the player to move has a legal move; one who must not move has `PASS`.
        """

    def symmetries(self) -> Iterable[Image]:
        """Return the symmetries of the rules besides the identity, such as `board.half_turn`."""
        return ()

    def text(self, move: Move) -> str:
        """Return a move's text, different for all moves of a position; no blanks."""
        if not move.squares:
            return move.kind
        sign = "-" if move.kind == STEP else "+"
        squares = sign.join(map(self.board.name, move.squares))
        return squares if move.kind in (PLACE, STEP, TAKE) else f"{move.kind}{squares}"

    def flaw(self, state: State) -> str | None:
        """Return what is wrong with a state that was read, in a few words; None if nothing is.

        This is also asked about the start on boards of all sizes.
        """
        return None

    def order(self, state: State, moves: Sequence[Move]) -> Sequence[Move]:
        """Return the moves with the most promising first, for the search; by default unchanged."""
        return moves

    # What a class may use.

    def state(self, cells: str, turn: str = "") -> State:
        """Return a state with the first player to move, or another, and the facts of a start."""
        return State(cells, turn or self.first, tuple(self.facts.values()))

    def rows(self, *ranks: str) -> State:
        """Return the start with these ranks, the top one first, a symbol for each place."""
        return self.state("".join(reversed(ranks)))

    def after(self, state: State, changes: Mapping[int, str], turn: str = "") -> State:
        """Return a state with other symbols on some places, and the other player to move."""
        cells = state.cells
        for square, symbol in changes.items():
            cells = cells[:square] + symbol + cells[square + 1 :]
        return State(cells, turn or self.other[state.turn], state.facts)

    def piece_of(self, player: str) -> str:
        """Return the symbol of a player's pieces: the player's own, else by their order."""
        if player in self.pieces:
            return player
        return [*self.pieces][[*self.players].index(player) % len(self.pieces)]

    def empty(self, state: State) -> list[int]:
        """Return the empty places."""
        cells = state.cells
        return [square for square in self.board.all if cells[square] == EMPTY]

    def own(self, state: State) -> list[int]:
        """Return the places of the pieces of the player to move."""
        piece, cells = self.piece_of(state.turn), state.cells
        return [square for square in self.board.all if cells[square] == piece]


class PlacingGame(OwnGame):
    """A game in which a turn puts a piece of one's own on any empty place."""

    takes_squares: ClassVar[bool] = True

    def prepare(self) -> None:
        """Make the moves once: all positions share them."""
        self.placements = tuple(map(place, range(len(self.board))))

    def moves(self, state: State) -> Iterable[Move]:
        """Return a move for each empty place."""
        cells, placements = state.cells, self.placements
        return [placements[square] for square in self.board.all if cells[square] == EMPTY]


class ConnectionGame(PlacingGame):
    """A placing game won by joining one's two edges; `edges` says who owns which."""

    edges: ClassVar[tuple[str, str] | None] = None

    def prepare(self) -> None:
        """Find the edges."""
        super().prepare()
        ends = self.edges or tuple(map(self.piece_of, self.players))
        board = self.board
        joined = {ends[0]: (board.top, board.bottom), ends[1]: (board.left, board.right)}
        self.goals = {player: joined[self.piece_of(player)] for player in self.players}

    def outcome(self, state: State) -> Outcome | None:
        """Return who has joined both edges; a draw on a full board that joins none."""
        for player in (self.other[state.turn], state.turn):
            if self.board.joined(state.cells, self.piece_of(player), *self.goals[player]):
                return win(player)
        return None if self.empty(state) else DRAW


class InARow(PlacingGame):
    """A placing game won by `length` pieces in a row, straight or diagonal."""

    length: ClassVar[int] = 3

    def prepare(self) -> None:
        """Find the rows."""
        super().prepare()
        self.lines = self.board.rows(self.length)

    def outcome(self, state: State) -> Outcome | None:
        """Return who has a row; a draw on a full board."""
        cells = state.cells
        for player in (self.other[state.turn], state.turn):
            piece = self.piece_of(player)
            if any(all(cells[square] == piece for square in line) for line in self.lines):
                return win(player)
        return None if self.empty(state) else DRAW


class LastMoverWins(OwnGame):
    """A game that a player loses who cannot move."""

    def outcome(self, state: State) -> Outcome | None:
        """Return that the player to move has lost, if there is no move."""
        for _ in self.moves(state):
            return None
        return win(self.other[state.turn])
