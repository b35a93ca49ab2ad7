"""Hexapawn (Gardner, 1962): three pawns each; get one across, or leave the other no move."""

from collections.abc import Iterator

from positions.own import Move, Outcome, OwnGame, Squares, State, step, win


class Hexapawn(OwnGame):
    """Pawns step forward or capture diagonally; get one across or leave the other no move."""

    name = "hexapawn"
    designer = "Martin Gardner"
    link = "https://en.wikipedia.org/wiki/Hexapawn"
    year = 1962
    shape = Squares(3, 3)
    pieces = {"w": "white pawn", "b": "black pawn"}

    def start(self) -> State:
        width, height = self.board.width, self.board.height
        return self.rows("b" * width, *["." * width] * (height - 2), "w" * width)

    def flaw(self, state: State) -> str | None:
        return None if self.board.height > 2 else "fewer than three ranks"

    def moves(self, state: State) -> Iterator[Move]:
        up = 1 if state.turn == "w" else -1
        enemy = self.other[state.turn]
        for square in self.own(state):
            for right in (0, -1, 1):
                target = self.board.next(square, (right, up))
                if target is not None and state.cells[target] == (enemy if right else "."):
                    yield step(square, target)

    def outcome(self, state: State) -> Outcome | None:
        for player, last_rank in (("w", self.board.top), ("b", self.board.bottom)):
            if any(state.cells[square] == player for square in last_rank):
                return win(player)
        return None if any(self.moves(state)) else win(self.other[state.turn])

    def symmetries(self) -> list[tuple[int, ...]]:
        return [self.board.left_right]
