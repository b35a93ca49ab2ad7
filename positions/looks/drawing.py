"""A position prepared for drawing: plain data, from which every drawing is made.

The terminal, the pictures and the board in the browser all draw this data, so that they agree.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from positions.game import Effect, Move, Position
from positions.games import game_of, rules_of
from positions.grid import EMPTY, ORTHOGONAL, Board, neighbours, parse_square
from positions.looks.scene import Look, Scene, looks_of


@dataclass(frozen=True, slots=True)
class Drawing:
    """The content of a drawing.

    `names` and `looks` are those of the symbols on the board. `joins` are pairs of squares, the
    lower first, whose pieces are drawn connected; `marks` are highlighted squares, and `labels` are
    letters and digits written on squares.
    """

    title: str
    board: Board
    names: dict[str, str]
    looks: dict[str, Look]
    scene: Scene
    joins: tuple[tuple[int, int], ...]
    marks: frozenset[int]
    labels: Mapping[int, str] = field(default_factory=dict)

    def describe(self) -> str:
        """Return a description of the board in words."""
        sentences = []
        for symbol, name in self.names.items():
            squares = ", ".join(map(self.board.name, self.board.squares(symbol)))
            if squares:
                sentences.append(f"{name[:1].upper()}{name[1:]}: {squares}.")
        if not sentences:
            sentences.append("The board is empty.")
        if self.labels:
            written = (f"{text} on {self.board.name(at)}" for at, text in self.labels.items())
            sentences.append(f"Written: {', '.join(written)}.")
        if self.marks:
            squares = ", ".join(map(self.board.name, sorted(self.marks)))
            sentences.append(f"Marked: {squares}.")
        for owner, edges in ((self.scene.ends, "Top and bottom"), (self.scene.sides, "Both sides")):
            if owner is not None:
                sentences.append(f"{edges} belong to {self.looks[owner].colour}.")
        return " ".join(sentences)


def draw(position: Position, effects: Sequence[Effect] = ()) -> Drawing:
    """Return the drawing of a position.

    The marks show the `effects` of a move, if given, or else the squares that the position's keys
    name.
    """
    game = game_of(position)
    changed = frozenset(square for effect in effects for square in effect.squares)
    return Drawing(
        title=title(position),
        board=position.board,
        names=game.pieces,
        looks=looks_of(game.scene, game.pieces),
        scene=game.scene,
        joins=_joins(position.board) if game.scene.is_joined else (),
        marks=changed or _named_squares(position),
        labels=rules_of(position).labels(position),
    )


def draw_line(start: Position, moves: Sequence[Move]) -> Drawing:
    """Return the drawing of a line of moves as numbers on its start.

    A square has the number of the first move that ends there, or removes its piece. Pieces that are
    removed are still there, and those that arrive are there already.
    """
    cells, labels, position = list(start.board.cells), dict[int, str](), start
    for number, move in enumerate(moves, start=1):
        after = rules_of(position).play(position, move)
        *begun, ended = move.squares or (None,)
        arrives = ended is not None and after.board[ended] != EMPTY
        for square in [ended] if arrives else move.squares:
            if square is not None and square not in labels:
                labels[square] = str(number)
                cells[square] = cells[square] if cells[square] != EMPTY else after.board[square]
        for square in begun if arrives else ():
            if square not in labels:
                cells[square] = EMPTY
        position = after
    board = replace(start.board, cells="".join(cells))
    return replace(draw(replace(start, board=board)), title=title(start), labels=labels)


def _joins(board: Board) -> tuple[tuple[int, int], ...]:
    return tuple(
        (square, other)
        for square, symbol in enumerate(board.cells)
        for other in neighbours(*board.size, square, ORTHOGONAL)
        if symbol != EMPTY and other > square and board[other] == symbol
    )


def _named_squares(position: Position) -> frozenset[int]:
    names = [
        name
        for key in game_of(position).keys
        if key.names_squares
        for name in (position.key(key.name) or "").split(",")
    ]
    squares = (parse_square(name, *position.board.size) for name in names)
    return frozenset(square for square in squares if square is not None)


def title(position: Position, times: str = "×") -> str:
    """Return a title: the game, the board, and the player to move or the result.

    "Sight Reduction, 4×8, White to move", "Marvin, 6×6, Red has won by 2", "Manic Minelayers, begun
    by B, 5×5, A to place".
    """
    game, board = game_of(position), position.board
    name, size = rules_of(position).name(position), f"{board.width}{times}{board.height}"
    if name is not None:
        return f"{game.title}, {name}, {size}"
    variants = " + ".join(position.variants)
    titles = {key.name: key.title or key.name for key in game.keys}
    keys = " ".join(f"{titles[name]} {value}" for name, value in position.keys)
    parts = (game.title, variants, keys, size, _standing(position))
    return ", ".join(part for part in parts if part)


def _standing(position: Position) -> str:
    """Return the player to move, or the result; the board must be free of flaws."""
    game = game_of(position)
    outcome = None if rules_of(position).flaws(position) else rules_of(position).outcome(position)
    if outcome is None:
        return f"{game.players[position.turn].capitalize()} {rules_of(position).act(position)}"
    if outcome.solved is not None:
        return "solved" if outcome.solved else "not solved"
    if outcome.winner is None:
        return "a draw"
    margin = f" by {abs(outcome.score)}" if outcome.score else ""
    return f"{game.players[outcome.winner].capitalize()} has won{margin}"
