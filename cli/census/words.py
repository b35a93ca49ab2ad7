"""The texts of `census`: help, messages and report.

Braces are filled in by `str.format`. The words for measures are in `solver.census.play`.
"""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from fractions import Fraction

from cli.common.words import advice, counted, percent, player, plies
from positions.deals import DealOrder
from solver import Result
from solver.census.parts import DEALS, PLAY, TABLE
from solver.census.table import TableFacts
from solver.interface.engine import limit_reached

HELP = """Compute statistics of a game: deals, all positions, or random play.

Sampled figures come with 95 % confidence intervals that allow for whatever a limit left open.
A seed always gives the same census, whatever the number of workers. Ctrl-C shows what was done
so far and keeps it in FILE.
"""
EXAMPLE = (
    "proofplay census --variant solitaire --count 1000 --seed 1\n"
    "proofplay census --size 4x4 --until-width 5% --seed 1 -o census.jsonl\n"
    "proofplay census --game nakatta --size 3x3 --part table --part play --seed 1"
)
OPTIONS = {
    "part": "What to count: deals (random deals, solved), table (all positions of a board), play "
    "(random games) or all; repeatable.  [default: deals if positions are dealt, else play]",
    "count": "Number of deals and of random games.  [default: {:,}, or up to {:,} with "
    "--until-width]",
    "until-width": "Stop a part when the interval of its first share is this narrow: 0.1 or 10%.",
    "max-plies": "Stop a random game after N plies.",
    "output": "Write every deal and game, then the census, to FILE.",
    "json": "Print the census as one JSON object.",
    "timings": "Include the time and the node count of deals and of the table.",
}

# Messages.
BAD_WIDTH = "found {}, expected a width above 0 and up to 1, such as 0.1 or 10%"
BAD_OUTPUT = "found -o {}, expected a .jsonl file: a census is written as JSON Lines"
NO_DEALS = "--part: {} has a single start, so deals need --plies"
NO_TABLE = "--part: the table cannot be combined with {}"
BAD_LINE = "--resume: found {}, expected {}"
AN_ITEM, A_SUMMARY = "item {} of {!r}", "the summary, and nothing after it"
FRESH_SEED = "Random seed: {0} (repeat with --seed {0})."
STOPPED = "Stopped; {} done."
# Labels of the progress bar for each part, and words for the title of a report.
GERUNDS = {DEALS: "solving", TABLE: "listing", PLAY: "playing"}
REPORTED = ("census", "taken")

# The report: sentences, captions of tables, and headings of their columns.
SEED = "Seed {}."
STOPPED_EARLY = "Stopped early: this is what was done so far."
PARS = "Par of the unsolvable deals"
OUTCOME_CLASSES = "Outcome classes, with either player to move first"
ADVANTAGES = "Advantage: share of wins minus share of losses"
WHO_BEGINS = "player moving first"
AHEAD = "{}'s lead in moves"
MARGIN = "{}'s final margin with best play"
DISTANCE = "Plies to the end with best play"
ON_AVERAGE = "{}: {:.2f} on average"
POSITIONS = "All reachable positions"
BY_DISTANCE, PLIES = "Positions by plies to the end with best play", "plies"
BY_SCORE, SCORES = "Positions by final margin with best play", ("margin", "positions")
LENGTHS = "Game length in plies"
SHARE, INTERVAL, COUNT = "share", "95 % interval", "count"
ADVANTAGE, EXACT, SAMPLED, IN_WORDS = "advantage", "exact", "sampled", "In words"
NAME, NOT_KNOWN = "Name", "?"

_DIGITS = 15
_MAX_ROWS = 20

RESULTS = {
    Result.WIN: "player to move wins",
    Result.LOSS: "player to move loses",
    Result.DRAW: "a draw",
    Result.SOLVABLE: "solvable",
    Result.UNSOLVABLE: "not solvable",
}
# Results for the player to move, as column headings.
HEADINGS = {
    Result.WIN: "won",
    Result.LOSS: "lost",
    Result.DRAW: "drawn",
    Result.SOLVABLE: "solvable",
    Result.UNSOLVABLE: "not solvable",
}


def title(order: DealOrder, times: str) -> str:
    """Return what is counted: the game, its variants, the board and the set-up."""
    game = order.game
    variants = [variant.name for variant in game.variants if variant.name in order.variants]
    setup = [f"{order.setup or game.setups[0]} set-up"] if game.setups else []
    after = [f"after {plies(order.plies)}"] if order.plies else []
    size = f"{order.width}{times}{order.height}"
    return ", ".join([game.title, *variants, size, *setup, *after])


def solved_deals(count: int) -> str:
    """Return the caption of the results of random deals."""
    return f"{counted(count, 'deal')}, solved"


def solved_set_ups(count: int) -> str:
    """Return the caption of the results of all possible deals."""
    return f"All {counted(count, 'set-up')}, solved"


def pieces(par: int) -> str:
    """Return a par in words."""
    return counted(par, "piece")


def random_play(games: int | None) -> str:
    """Return the caption of random play, with the number of sampled games if there are any."""
    return "Random play" + ("" if games is None else f", {counted(games, 'game')}")


def too_wide(part: str, width: float | None) -> str:
    """Say that the interval of a part's first share is wider than requested."""
    comparison = "" if width is None else f" than {percent(width, 2)} %"
    what = {DEALS: "deals", PLAY: "games"}[part]
    return f"The interval is still wider{comparison} after all {what}. Try a larger --count."


def unknown(count: int, reason: str) -> str:
    """Return how many deals a limit left open; the intervals allow for both results."""
    deals = counted(count, "deal")
    return f"{deals} unknown, so the intervals allow for both results: {_why(reason)}".rstrip()


def partly_unknown(count: int) -> str:
    """Return how many deals have a known result but details that a limit left open."""
    return f"{counted(count, 'deal')} solved only in part: limit reached."


def unplayed(count: int) -> str:
    """Return how many games could not be played."""
    games = counted(count, "game")
    return f"{games} lost because workers died, so the intervals allow for both results."


def not_listed(reason: str) -> str:
    """Return what ended the listing of positions."""
    return f"Unknown: {_why(reason)}".rstrip()


def _why(reason: str) -> str:
    """Return which limit was reached, or what happened to a worker."""
    hint = advice(reason)
    return f"{limit_reached(reason)}. {hint}" if hint else f"{reason}."


def interval(low: float, high: float, *, is_share: bool) -> str:
    """Return an interval, as percentages if it is one of shares."""
    if is_share:
        return f"{percent(low, 2)}–{percent(high, 2)} %"
    return f"{low:.2f} to {high:.2f}"


def large(number: str) -> str:
    """Return a whole number in digits; a very large one with three digits and a power of ten."""
    if len(number) <= _DIGITS:
        return f"{int(number):,}"
    return f"{Decimal(number):.2e}".replace("e+", "e")


def classes(order: DealOrder) -> dict[str | None, str]:
    """Return the meanings of the outcome classes (SR9), and of having none."""
    first, second = (player(order.game, symbol) for symbol in order.game.players)
    return {
        "L": f"L: {first} wins, whoever moves first",
        "R": f"R: {second} wins, whoever moves first",
        "N": "N: whoever moves first wins",
        "P": "P: whoever moves second wins",
        None: "a draw for at least one of them",
    }


def binned(counts: Mapping[Fraction, float]) -> dict[str, float]:
    """Return numbers with how often they occur; if there are many, neighbours share a row.

    Whole numbers within the range have a row even if they do not occur.
    """
    smallest, largest = min(counts), max(counts)
    if any(number.denominator > 1 for number in counts):
        return {str(number): counts[number] for number in sorted(counts)}
    wide = -(-int(largest - smallest + 1) // _MAX_ROWS)
    rows: dict[str, float] = {}
    for first in range(int(smallest), int(largest) + 1, wide):
        name = str(first) if wide == 1 else f"{first}–{first + wide - 1}"
        rows[name] = sum(counts.get(Fraction(first + more), 0) for more in range(wide))
    return rows


def _start(facts: TableFacts) -> str | None:
    """Return the value of the start; None if there are several."""
    if facts.start_result is None:
        return None
    in_plies = "" if facts.start_distance is None else f" in {plies(facts.start_distance)}"
    score = "" if not facts.start_score else f" by {abs(facts.start_score)}"
    return f"{RESULTS[Result(facts.start_result)]}{in_plies}{score}"


def facts(table: TableFacts) -> list[tuple[str, str]]:
    """Return facts about a board's positions, by name."""
    worth = _start(table)
    longest = "play can cycle" if table.longest_play is None else plies(table.longest_play)
    return [
        *([] if worth is None else [("start", worth)]),
        ("positions", f"{table.positions:,}, {table.finished:,} of them finished"),
        *([] if table.engine == "brute" else [("", "symmetric positions are counted once")]),
        ("for the player to move", _results(table)),
        *([] if table.longest_best is None else [("longest best play", plies(table.longest_best))]),
        ("longest game", longest),
        ("shortest game", plies(table.shortest_play)),
        *([] if table.games is None else [("different games", large(table.games))]),
        (
            "legal moves",
            f"{table.branching_average:.2f} on average, {table.branching_median:g} median, "
            f"{table.branching_max} at most",
        ),
    ]


def _results(table: TableFacts) -> str:
    counts = {Result(result): count for result, count in table.results.items()}
    return ", ".join(
        f"{counts[result]:,} {name}" for result, name in HEADINGS.items() if result in counts
    )
