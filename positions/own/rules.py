"""Rules and notation of a game of one's own, as the rest of the program knows them."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

from positions.errors import Flaw, InputError, quote
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
)
from positions.grid import EMPTY, Board, lower_files
from positions.looks.scene import Scene
from positions.own.boards import Graph, places_of
from positions.own.faults import RulesError, at, faults_of, file_of, of_method
from positions.own.game import OLDEST_VERSION, VERSION, OwnGame, State

# Sizes of boards, with variants, whose games are kept.
_KEPT = 64
_NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
_WORD = re.compile(r"[a-z][a-z0-9-]*")
_SYMBOL = re.compile(r"[A-Za-z]")
_SHOWN_MOVES = 8


class OwnRules(Rules):
    """The rules of an `OwnGame`; what it returns is checked, and its faults are `RulesError`s."""

    def __init__(self, kind: type[OwnGame]) -> None:
        self.kind = kind
        self.file = file_of(kind)
        self.scored_in = kind.unit or None
        self._made = lru_cache(_KEPT)(self._make)

    def __reduce__(self) -> tuple[type[OwnRules], tuple[type[OwnGame]]]:
        return OwnRules, (self.kind,)

    def game_for(self, position: Position) -> OwnGame:
        """Return the game object for the board and the variants of a position."""
        return self._made(*position.board.size, position.variants)

    def _make(self, width: int, height: int, variants: tuple[str, ...]) -> OwnGame:
        with faults_of(self.file, f"on a board of {width}×{height}"):
            return self.kind(places_of(self.kind.shape, width, height), variants)

    def state_of(self, position: Position) -> State:
        """Return what the rules see of a position."""
        facts = self.kind.facts
        given = dict(position.keys) if facts else {}
        values = tuple(given.get(name, value) for name, value in facts.items())
        return State(position.board.cells, position.turn, values)

    def position_of(self, position: Position, state: State) -> Position:
        """Return a state as a position on the same board as another one."""
        board = Board(*position.board.size, state.cells)
        keys = tuple(zip(self.kind.facts, state.facts, strict=True))
        return Position(position.game, board, state.turn, position.variants, keys)

    def check_state(self, game: OwnGame, state: object, method: str) -> State:
        """Return a state that a method of the game returned, or raise what is wrong with it."""
        what = self._wrong_with(game, state)
        if what is not None:
            raise of_method(getattr(self.kind, method), f"returned {what}")
        assert isinstance(state, State)  # noqa: S101 - just checked
        return state

    def _wrong_with(self, game: OwnGame, state: object) -> str | None:
        if not isinstance(state, State):
            return f"{quote(repr(state))}, expected a State"
        if type(state.cells) is not str or len(state.cells) != len(game.board):
            return f"the cells {quote(repr(state.cells))}, expected {len(game.board)} symbols"
        if unknown := {*state.cells} - {*game.pieces, EMPTY}:
            return f"the symbol {quote(min(unknown))}, not a piece of the game"
        if state.turn not in game.other:
            return f"the turn {quote(repr(state.turn))}, expected a player"
        facts = state.facts
        if len(facts) != len(game.facts) or not all(type(fact) is str for fact in facts):
            return f"the facts {quote(repr(facts))}, expected {len(game.facts)} texts"
        return None

    def check_moves(self, game: OwnGame, state: State, moves: Sequence[object]) -> tuple[Move, ...]:
        """Return the moves that the game returned, or raise what is wrong with them."""
        places = len(game.board)
        for move in moves:
            if not isinstance(move, Move) or not all(0 <= at < places for at in move.squares):
                raise of_method(
                    self.kind.moves, f"returned {quote(repr(move))}, expected moves on the board"
                )
        if not moves:
            raise of_method(
                self.kind.outcome,
                f"returned None in {quote(self._line(game, state))}, where moves returned none: "
                "a game without a legal move is over (a player who must not move has PASS)",
            )
        return tuple(moves)  # type: ignore[arg-type]  # just checked

    def _line(self, game: OwnGame, state: State) -> str:
        """Return a state as the line of a position, without its variants."""
        rows = [
            state.cells[at : at + game.board.width]
            for at in range(0, len(game.board), game.board.width)
        ]
        return ":".join((game.name, "/".join(reversed(rows)), state.turn))

    # The interface of `Rules`.

    def flaws(self, position: Position) -> Sequence[Flaw]:
        """Return that a board has another size than the game, and what the game finds wrong."""
        board, shape = position.board, self.kind.shape
        if shape.has_one_size and board.size != (shape.width, shape.height):
            return [_wrong_size(board, f"{shape.width}×{shape.height}")]
        try:
            game = self.game_for(position)
        except RulesError:
            raise
        except InputError as error:
            return [Flaw(f"a board of {board.width}×{board.height}", str(error))]
        on_hole = next((at for at in game.board.holes if board.cells[at] != EMPTY), None)
        if on_hole is not None:
            return [Flaw(f"a piece on {board.name(on_hole)}", "none: the board has no such place")]
        with faults_of(self.file, "flaw"):
            flaw = game.flaw(self.state_of(position))
        return [] if flaw is None else [Flaw(flaw, f"a position of {_title(self.kind)}")]

    def start(self, width: int, height: int, variants: tuple[str, ...]) -> Position | None:
        """Return the start that the game gives."""
        shape = self.kind.shape
        if shape.has_one_size and (width, height) != (shape.width, shape.height):
            return None
        game = self._made(width, height, variants)
        with faults_of(self.file, f"start of {width}×{height}"):
            state = game.start()
        state = self.check_state(game, state, "start")
        empty = Position(self.kind.name, Board(width, height, state.cells), state.turn, variants)
        return self.position_of(empty, state)

    def moves(self, position: Position) -> tuple[Move, ...]:
        """Return the legal moves; none if the game is over."""
        if self.outcome(position) is not None:
            return ()
        game, state = self.game_for(position), self.state_of(position)
        with faults_of(self.file, "moves"):
            moves = list(game.moves(state))
        return self.check_moves(game, state, moves)

    def play(self, position: Position, move: Move) -> Position:
        """Return the position after a legal move."""
        game = self.game_for(position)
        with faults_of(self.file, f"playing {move.kind}"):
            state = game.play(self.state_of(position), move)
        return self.position_of(position, self.check_state(game, state, "play"))

    def effects(self, position: Position, move: Move) -> tuple[Effect, ...]:
        """Return what a move changed: pieces placed and removed."""
        cells = self.play(position, move).board.cells
        before = position.board.cells
        changed = [at for at in range(len(cells)) if cells[at] != before[at]]
        placed = tuple(at for at in changed if cells[at] != EMPTY)
        removed = tuple(at for at in changed if cells[at] == EMPTY)
        found = (("placed", placed), ("removed", removed))
        return tuple(Effect(what, squares) for what, squares in found if squares)

    def outcome(self, position: Position) -> Outcome | None:
        """Return how the game ended."""
        game, state = self.game_for(position), self.state_of(position)
        with faults_of(self.file, "outcome"):
            outcome = game.outcome(state)
        return None if outcome is None else self.check_outcome(game, outcome)

    def check_outcome(self, game: OwnGame, outcome: object) -> Outcome:
        """Return an outcome that the game returned, or raise what is wrong with it."""
        if (
            not isinstance(outcome, Outcome)
            or outcome.winner not in (None, *game.players)
            or (outcome.score is None) != (not game.unit)
        ):
            expected = "scored(…): it has a unit" if game.unit else "None, DRAW or win(player)"
            raise of_method(
                self.kind.outcome, f"returned {quote(repr(outcome))}, expected {expected}"
            )
        return outcome

    def images(self, position: Position) -> Iterator[Position]:
        """Return the images under the game's symmetries, the position itself first."""
        yield position
        game, state = self.game_for(position), self.state_of(position)
        for image in self.symmetries(game):
            cells = turned_cells(state.cells, image)
            yield self.position_of(position, state._replace(cells=cells))

    def symmetries(self, game: OwnGame) -> list[tuple[int, ...]]:
        """Return the symmetries of a game besides the identity."""
        with faults_of(self.file, "symmetries"):
            images = [tuple(image) for image in game.symmetries()]
        places = list(range(len(game.board)))
        for image in images:
            if sorted(image) != places:
                raise of_method(
                    self.kind.symmetries,
                    f"returned {quote(repr(image))}, expected where each of the places goes",
                )
        return [image for image in dict.fromkeys(images) if list(image) != places]

    def as_printed(self, position: Position) -> Position:
        """Return the position with all facts of the game."""
        return self.position_of(position, self.state_of(position)) if self.kind.facts else position


def turned_cells(cells: str, image: Sequence[int]) -> str:
    """Return the symbols of a board after a symmetry."""
    turned = [EMPTY] * len(cells)
    for square, symbol in enumerate(cells):
        turned[image[square]] = symbol
    return "".join(turned)


def _wrong_size(board: Board, expected: str) -> Flaw:
    return Flaw(f"a board of {board.width}×{board.height}", expected)


class OwnNotation(Notation):
    """The text of moves: the usual one, or what the game says."""

    def __init__(self, rules: OwnRules) -> None:
        self._rules = rules

    def format(self, board: Board, move: Move) -> str:
        """Return what the game says."""
        game = self._rules.game_for(Position(self._rules.kind.name, board, ""))
        with faults_of(self._rules.file, "text"):
            text = game.text(move)
        if not isinstance(text, str) or not text or not text.isprintable() or " " in text:
            raise of_method(self._rules.kind.text, f"returned {quote(repr(text))}, expected a word")
        return text

    def normalise(self, board: Board, text: str) -> str:
        """Return a text with the file letters of places in lower case."""
        return lower_files(text)

    def refuse(self, position: Position, text: str) -> Refusal:
        """Return that a move is not one of those that are legal."""
        moves = [self.format(position.board, move) for move in self._rules.moves(position)]
        title = f"rules of {_title(self._rules.kind)}"
        if not moves:
            return Refusal(title, "the game is over")
        more = ", …" if len(moves) > _SHOWN_MOVES else ""
        legal = ", ".join(moves[:_SHOWN_MOVES]) + more
        return Refusal(title, f"{quote(text)} is none of the {len(moves)} legal moves: {legal}")


def describe(kind: type[OwnGame], known: Mapping[str, object] | None = None) -> Game:
    """Return the description of a game of one's own, after checking it.

    Raises `RulesError` for what is wrong with the class; `known` are the names that are taken.
    """
    _check(kind, known or {})
    shape, rules = kind.shape, OwnRules(kind)
    first_edge, second_edge = kind.edges or (None, None)
    with faults_of(rules.file, "the board"):
        try:
            places = places_of(shape, shape.width, shape.height)
        except InputError as error:
            raise _wrong(kind, f"shape: {error}") from None
    sizes = (
        f"{shape.width}×{shape.height}" if shape.has_one_size else "any size that the rules take"
    )
    game = Game(
        name=kind.name,
        title=_title(kind),
        designers=(Designer(kind.designer, kind.link),) if kind.designer else (),
        year=kind.year,
        pieces=dict(kind.pieces),
        players=dict(kind.players),
        size=(shape.width, shape.height),
        sizes=sizes,
        rules=rules,
        notation=OwnNotation(rules),
        summary=kind.summary or (kind.__doc__ or _title(kind)).strip().partition("\n")[0],
        variants=tuple(Variant(name, text) for name, text in kind.variants.items()),
        keys=tuple(Key(name, value, "a fact of the game") for name, value in kind.facts.items()),
        scene=Scene(
            looks=dict(kind.looks),
            on_points=shape.on_points,
            ends=first_edge,
            sides=second_edge,
            is_hexagonal=shape.is_hexagonal,
            holes=places.holes,
            lines=tuple(shape.pairs()) if isinstance(shape, Graph) else None,
        ),
    )
    rules.start(shape.width, shape.height, ())
    return game


def _title(kind: type[OwnGame]) -> str:
    return kind.title or kind.name.replace("-", " ").capitalize()


def _wrong(kind: type[OwnGame], what: str) -> RulesError:
    try:
        line = inspect.getsourcelines(kind)[1]
    except (OSError, TypeError):
        return at(file_of(kind), None, f"class {kind.__name__}: {what}")
    return at(file_of(kind), line, f"class {kind.__name__}: {what}")


def _check(kind: type[OwnGame], known: Mapping[str, object]) -> None:
    for name in ("name", "shape", "pieces"):
        if not hasattr(kind, name):
            raise _wrong(kind, f"found no attribute {name}, expected one")
    if not isinstance(kind.interface, int) or kind.interface > VERSION:
        raise _wrong(
            kind, f"interface: found {kind.interface!r}, expected {VERSION}: update proofplay"
        )
    if kind.interface < OLDEST_VERSION:
        raise _wrong(
            kind,
            f"interface: found version {kind.interface}, which is too old, expected "
            f"{OLDEST_VERSION} or newer",
        )
    if not isinstance(kind.name, str) or not _NAME.fullmatch(kind.name):
        raise _wrong(
            kind, f"name: found {quote(str(kind.name))}, expected letters, digits and hyphens: hex"
        )
    if kind.name in known:
        raise _wrong(kind, f"name: found {quote(kind.name)}, which is taken by another game")
    if len(kind.players) != 2:
        raise _wrong(kind, f"players: found {len(kind.players)}, expected two")
    for symbol in (*kind.pieces, *kind.players):
        if not isinstance(symbol, str) or not _SYMBOL.fullmatch(symbol):
            raise _wrong(kind, f"found the symbol {quote(str(symbol))}, expected one letter")
    for word in (*kind.variants, *kind.facts):
        if not _WORD.fullmatch(word):
            raise _wrong(kind, f"found {quote(word)}, expected letters, digits and hyphens")
