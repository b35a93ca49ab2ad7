"""Connect Four (Wexler and Strongin, 1974) on small boards: discs fall; four in a row win."""

from collections.abc import Iterator

from positions.own import InARow, Move, Squares, State


class ConnectFour(InARow):
    """Drop a disc into a file; four in a row, straight or diagonal, win."""

    name = "connect-four"
    designer = "Howard Wexler and Ned Strongin"
    link = "https://en.wikipedia.org/wiki/Connect_Four"
    year = 1974
    shape = Squares(4, 4)
    pieces = {"w": "white disc", "b": "black disc"}
    length = 4

    def moves(self, state: State) -> Iterator[Move]:
        for file in self.board.bottom:
            column = range(file, len(self.board), self.board.width)
            lowest = next((square for square in column if state.cells[square] == "."), None)
            if lowest is not None:
                yield self.placements[lowest]

    def flaw(self, state: State) -> str | None:
        width = self.board.width
        for square in self.board.all[width:]:
            if state.cells[square] != "." and state.cells[square - width] == ".":
                return f"a disc on {self.board.name(square)} over an empty square"
        return None

    def symmetries(self) -> list[tuple[int, ...]]:
        return [self.board.left_right]
