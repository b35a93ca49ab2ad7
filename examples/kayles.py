"""Kayles (Dudeney, 1908): knock down one pin or two neighbours; a player who cannot loses."""

from collections.abc import Iterator
from itertools import pairwise

from positions.own import LastMoverWins, Move, Squares, State, take


class Kayles(LastMoverWins):
    """Knock down one pin or two neighbouring pins; a player who cannot loses."""

    name = "kayles"
    designer = "Henry Dudeney"
    link = "https://en.wikipedia.org/wiki/Kayles"
    year = 1908
    shape = Squares(7, 1)
    pieces = {"o": "pin"}
    players = {"l": "left", "r": "right"}

    def flaw(self, state: State) -> str | None:
        return None if self.board.height == 1 else "several ranks"

    def start(self) -> State:
        return self.rows("o" * len(self.board))

    def moves(self, state: State) -> Iterator[Move]:
        pins = [square for square in self.board.all if state.cells[square] == "o"]
        for pin in pins:
            yield take(pin)
        for pin, neighbour in pairwise(pins):
            if neighbour == pin + 1:
                yield take(pin, neighbour)

    def symmetries(self) -> list[tuple[int, ...]]:
        return [self.board.left_right]
