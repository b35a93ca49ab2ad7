"""The texts of `verify`: help, messages and report.

Braces are filled in by `str.format`. The reasons for refusing a certificate are worded in
`solver.certificates.checking`.
"""

from __future__ import annotations

from cli.common.words import counted
from solver.certificates.checking.check import Size

HELP = """Check certificates with code independent of the engines.

Certificates come from `solve --certificate`. If one is refused, the first wrong step is named and
the exit code is 1. Answers of `solve --json` are accepted too: their lines are replayed. For
puzzles of `generate --json`, the solutions are replayed, and claims of uniqueness are checked
where that is possible without an engine.
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


def size(amount: Size) -> str:
    """Return how much was checked: "429 positions with 869 moves"."""
    parts = []
    if amount.moves:
        parts.append(f"a line of {counted(amount.moves, 'move')}")
    if amount.positions:
        parts.append(
            f"{counted(amount.positions, 'position')} with {counted(amount.replies, 'move')}"
        )
    if amount.clauses:
        steps = counted(amount.steps, "step")
        parts.append(f"a proof of {steps} from {counted(amount.clauses, 'clause')}")
    return ", ".join(parts) or "the game is over"
