"""Hex (Hein, 1942; Nash, 1948): join your two edges of a board of hexagons."""

from positions.own import ConnectionGame, Hexagons


class Hex(ConnectionGame):
    """Join your two edges: top and bottom for Black, left and right for White."""

    name = "hex"
    designer = "Piet Hein"
    link = "https://en.wikipedia.org/wiki/Hex_(board_game)"
    year = 1942
    shape = Hexagons(4, 4)
    pieces = {"b": "black stone", "w": "white stone"}
    players = {"b": "black", "w": "white"}
    edges = ("b", "w")

    def symmetries(self) -> list[tuple[int, ...]]:
        return [self.board.half_turn]
