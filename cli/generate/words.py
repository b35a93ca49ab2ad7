"""What `generate` says in words: its help, its messages and its report.

Braces in a text are filled in by `str.format`. What is said of any puzzle, on a sheet too, stands
in `cli.common.puzzle_words`.
"""

from __future__ import annotations

from solver.puzzles.kind import FIRST_MOVE, TRANSPOSITION, WHOLE_LINE
from solver.puzzles.solitaires.solitaire import RANDOM

HELP = """Make puzzles from seeds, each proved to be what it claims.

The same seed gives the same puzzles whatever the number of workers, fewer of them are the
first of more, and no two are alike under the symmetries of the game.
"""
KINDS, KINDS_BY_GAME = "Kinds of puzzles:", "Kinds by game, the first being made unasked:"
EXAMPLE = (
    "proofplay generate --seed 7 --count 20 -o puzzles.jsonl\n"
    "proofplay generate --seed 7 --count 5 --pieces 16 --first-moves 1 --grade steady..\n"
    "proofplay generate --game nakatta --puzzle win-in --size 5x5 --plies 5"
)
OPTIONS = {
    "puzzle": "The kind of puzzle, see below.",
    "grade": "Of this grade (gentle, steady, tricky, cruel), or at least and at most: tricky.. or "
    "gentle..steady.",
    "seed": "Make the puzzles",
    "count": "puzzles",
    "tries": "Give up when N candidates for a puzzle are refused.",
    "nodes": "Refuse a candidate that takes more than N positions; otherwise many, by the kind.",
    "time": "Give up after so long altogether.",
    "avoid": "Make no puzzle that is like a position of FILE, turned, reflected or exchanged.",
    "output": "Write to FILE.",
    # What may be demanded of puzzles.
    "pieces": "Solitaire: N pieces are left after random play; otherwise the board is full.",
    "keep": f"Solitaire: the squares of the white and the black survivor (SR4), or {RANDOM}.",
    "first-moves": "Solitaire: exactly N first moves keep the puzzle solvable.",
    "max-solutions": "Solitaire: there are at most N solutions, all of which are counted.",
    "unique": f"Solitaire: there is exactly one {FIRST_MOVE!r} that solves it, or one "
    f"{WHOLE_LINE!r}, or one solution {TRANSPOSITION!r}. Survive: {FIRST_MOVE!r}, otherwise "
    f"{WHOLE_LINE!r}.",
    "played": "For two: N random plies come before the puzzle, or before best play that leads to "
    "it; otherwise as many as suit the game.",
    "choices": "For two: there are at least N legal moves to choose from.",
    "plies": "Win in: N plies, an odd number.",
    "steps": "Survive: the way of the player to move has at least N moves.",
    "closed": "Tour: the last square is a knight's move from the first.",
    "givens": "Tour: N squares have their numbers; otherwise as many as it takes.",
}

# Messages: what is refused, and what is told of a run.
BAD_KIND = "--puzzle: found {}, expected {} ({})"
BAD_DEMAND, NO_DEMANDS = "{}: {} puzzles take {}", "none of its own"
BAD_AVOIDED = "--avoid: {}"
BAD_LINE, A_PUZZLE = "--resume: found {}, expected {}", "puzzle {} of {}"
FRESH_SEED = "seed {0} (--seed {0} makes the same again)"
GERUND = "generating"
FAILED = "puzzle {}: {}"
STOPPED = "stopped, {:,} written"
SHORTFALL = "made {:,} of {:,} puzzles, ended by {}"
BY_TIME, BY_TRIES = "--time", "--tries {:,} for the next one"
REFUSED, SINCE, NONE = "candidates refused{}: {}", " since puzzle {:,}", "none"

# The report.
TITLE, SOLUTION = "Puzzle {}", "Solution"
