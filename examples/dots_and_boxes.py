"""Dots and Boxes (Lucas, 1895): draw lines; who closes a box has it and draws again.

Every dot, line and box is a square: dots on odd files and ranks, boxes on even ones.
"""

from positions.own import Move, Outcome, OwnGame, Squares, State, place, scored


class DotsAndBoxes(OwnGame):
    """Draw a line between two dots; the fourth side of a box wins it, and another turn."""

    name = "dots-and-boxes"
    designer = "Édouard Lucas"
    link = "https://en.wikipedia.org/wiki/Dots_and_boxes"
    year = 1895
    shape = Squares(5, 5)
    pieces = {"o": "black dot", "l": "line", "A": "red box", "B": "blue box"}
    players = {"A": "red", "B": "blue"}
    unit = "box"
    takes_squares = True

    def prepare(self) -> None:
        board = self.board
        kinds = {at: (board.file(at) % 2, board.rank(at) % 2) for at in board.all}
        self.lines = [at for at in board.all if kinds[at] in ((0, 1), (1, 0))]
        self.boxes = {
            line: [at for at in board.neighbours[line] if kinds[at] == (1, 1)]
            for line in self.lines
        }

    def flaw(self, state: State) -> str | None:
        board = self.board
        if board.width % 2 == 0 or board.height % 2 == 0 or min(board.width, board.height) < 3:
            return "an even number of files or ranks, where dots and lines take turns"
        dots = [at for at in board.all if board.file(at) % 2 == board.rank(at) % 2 == 0]
        if any(state.cells[dot] != "o" for dot in dots):
            return "no dot on an odd file and rank"
        for line, boxes in self.boxes.items():
            if state.cells[line] not in ".l":
                return f"a box on {board.name(line)}"
            for box in boxes:
                is_closed = all(state.cells[side] == "l" for side in board.neighbours[box])
                if state.cells[box] not in ("AB" if is_closed else "."):
                    return f"the wrong owner on {board.name(box)}"
        return None

    def start(self) -> State:
        board = self.board
        return self.state(
            "".join("." if board.file(at) % 2 or board.rank(at) % 2 else "o" for at in board.all)
        )

    def moves(self, state: State) -> list[Move]:
        return [place(line) for line in self.lines if state.cells[line] == "."]

    def play(self, state: State, move: Move) -> State:
        (line,) = move.squares
        drawn = self.after(state, {line: "l"})
        closed = [
            box
            for box in self.boxes[line]
            if all(drawn.cells[side] == "l" for side in self.board.neighbours[box])
        ]
        if not closed:
            return drawn
        return self.after(drawn, dict.fromkeys(closed, state.turn), turn=state.turn)

    def outcome(self, state: State) -> Outcome | None:
        if any(state.cells[line] == "." for line in self.lines):
            return None
        margin = state.cells.count("A") - state.cells.count("B")
        return scored(margin, self.first, self.second)

    def symmetries(self) -> list[tuple[int, ...]]:
        return list(self.board.symmetries[1:])
