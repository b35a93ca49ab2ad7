"""What `verify` says in words: its help, its messages and its report.

Braces in a text are filled in by `str.format`. Why a certificate is refused is said by what checks
it, in `solver.certificates.checking`.
"""

from __future__ import annotations

from cli.common.words import counted
from solver.certificates.checking.check import Size

HELP = """Check certificates with code that shares nothing with the engines.

They are those that `solve --certificate` writes. Of one that is refused the first wrong step is
named, and the exit code is 1. Answers of `solve --json` are taken, too: their lines are played.
So are puzzles of `generate --json`: they are solved by their solutions, and what is said to be
unique is counted again where that can be done without an engine.
"""
EXAMPLE = (
    "proofplay solve --certificate proof.txt nakatta:4/1b2/4/4:w\n"
    "proofplay verify proof.txt\n"
    "proofplay deal --variant solitaire --count 9 | proofplay solve --json - | "
    "proofplay verify -"
)
CERTIFICATE = "certificate"

PLACE, FAULT, REFUSED = "{}: line {}", "line {}: {}", "Refused: {}"
ACCEPTED, CHECKED = "Accepted: {}", "Checked without an engine: {}."


def size(found: Size) -> str:
    """Return how much was checked: "429 positions with 869 moves"."""
    parts = []
    if found.moves:
        parts.append(f"a line of {counted(found.moves, 'move')}")
    if found.positions:
        parts.append(
            f"{counted(found.positions, 'position')} with {counted(found.replies, 'move')}"
        )
    if found.clauses:
        steps = counted(found.steps, "step")
        parts.append(f"a proof of {steps} from {counted(found.clauses, 'clause')}")
    return ", ".join(parts) or "the game is over"
