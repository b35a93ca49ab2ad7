"""The texts of `generate`: help, messages and report.

Braces are filled in by `str.format`. Words shared with printed sheets are in
`cli.common.puzzle_words`.
"""

from __future__ import annotations

from solver.puzzles.kind import FIRST_MOVE, TRANSPOSITION, WHOLE_LINE
from solver.puzzles.solitaire import RANDOM

HELP = """Generate puzzles whose solutions are proved.

A seed always gives the same puzzles, whatever the number of workers; asking for fewer gives the
first ones. No two puzzles are the same up to symmetry.
"""
KINDS, KINDS_BY_GAME = "Kinds of puzzles:", "Kinds by game (the first is the default):"
EXAMPLE = (
    "proofplay generate --seed 7 --count 20 -o puzzles.jsonl\n"
    "proofplay generate --seed 7 --count 5 --pieces 16 --first-moves 1 --grade steady..\n"
    "proofplay generate --game nakatta --puzzle win-in --size 5x5 --plies 5"
)
OPTIONS = {
    "puzzle": "Kind of puzzle (see below).",
    "grade": "Grade (gentle, steady, tricky, cruel) or range of grades, such as tricky.. or "
    "gentle..steady.",
    "count": "puzzles",
    "tries": "Give up on a puzzle after N rejected candidates.",
    "nodes": "Node limit per candidate.  [default: depends on the kind]",
    "time": "Time limit for the whole run in seconds.",
    "avoid": "Make no puzzle that matches a position in FILE, even rotated, reflected or with the "
    "colours swapped.",
    "output": "Write the puzzles to FILE.",
    # Requirements for puzzles.
    "pieces": "Solitaire: start with N pieces, left by random play.  [default: a full board]",
    "keep": f"Solitaire: squares of the white and the black survivor (SR4), or {RANDOM}.",
    "first-moves": "Solitaire: exactly N first moves keep the deal solvable.",
    "max-solutions": "Solitaire: at most N solutions, all of which are counted.",
    "unique": f"Solitaire: a unique {FIRST_MOVE!r}, {WHOLE_LINE!r}, or solution {TRANSPOSITION!r}. "
    f"Survive: a unique {FIRST_MOVE!r}.  [default for survive: {WHOLE_LINE!r}]",
    "played": "Two players: N random plies before the puzzle, or before the best play that leads "
    "to it.  [default: depends on the game]",
    "choices": "Two players: at least N legal moves to choose from.  [default: 2 or 3, by kind]",
    "plies": "Win in: the win takes N plies, an odd number.  [default: 3]",
    "steps": "Survive: the player to move can make at least N moves.  [default: 4]",
    "closed": "Tour: the last square is a knight's move from the first.",
    "givens": "Tour: number of given squares.  [default: as many as needed]",
}

# Messages.
BAD_KIND = "--puzzle: found {}, expected {} ({})"
BAD_DEMAND, NO_DEMANDS = "{}: {} puzzles take {}", "no options of their own"
BAD_AVOIDED = "--avoid: {}"
BAD_LINE, A_PUZZLE = "--resume: found {}, expected {}", "puzzle {} of {}"
FRESH_SEED = "Random seed: {0} (repeat with --seed {0})."
GERUND = "generating"
FAILED = "puzzle {}: {}"
STOPPED = "Stopped; {} written."
SHORTFALL = "{}; {:,} of {:,} puzzles made."
BY_TIME, BY_TRIES = "Time limit reached", "Stopped after {}"
REJECTED, SINCE, NONE = "Candidates rejected{}: {}.", " since puzzle {:,}", "none"

# The report.
TITLE, SOLUTION = "Puzzle {}", "Solution"
