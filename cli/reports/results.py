"""How results are shown: a word, a sign, and a tone that only adds to them."""

from __future__ import annotations

from cli.reports.document import Tone
from solver import Result

RESULT_TONES = {
    Result.WIN: Tone.GOOD,
    Result.SOLVABLE: Tone.GOOD,
    Result.LOSS: Tone.BAD,
    Result.UNSOLVABLE: Tone.BAD,
    Result.DRAW: Tone.OPEN,
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
    Result.LOSS: "−",
    Result.UNSOLVABLE: "−",
}
UNKNOWN_SIGN = "?"
# Marks an estimate.
ABOUT = "≈"


def tone_of(result: Result | None) -> Tone:
    """Return the tone of a result; None stands for unknown."""
    return Tone.OPEN if result is None else RESULT_TONES[result]
