"""How results look: a word, a sign, and a colour that only adds to them."""

from __future__ import annotations

from rich.style import Style

from solver.engine import Result

_GOOD = Style(color="green")
_BAD = Style(color="red")
OPEN = Style(color="yellow")
RESULT_STYLES = {
    Result.WIN: _GOOD,
    Result.SOLVABLE: _GOOD,
    Result.LOSS: _BAD,
    Result.UNSOLVABLE: _BAD,
    Result.DRAW: OPEN,
}
RESULT_WORDS = {
    Result.WIN: "wins",
    Result.LOSS: "loses",
    Result.DRAW: "draws",
    Result.SOLVABLE: "stays solvable",
    Result.UNSOLVABLE: "unsolvable",
}
RESULT_SIGNS = {
    Result.WIN: "+",
    Result.SOLVABLE: "+",
    Result.DRAW: "=",
    Result.LOSS: "-",
    Result.UNSOLVABLE: "-",
}
UNKNOWN_SIGN = "?"
