"""What `census` says in words and figures: its help, its messages and its report.

Braces in a text are filled in by `str.format`. The measures alone have their words where they are
made, in `solver.census.measures`.
"""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from fractions import Fraction

from cli.common.words import advice, counted, player, plies
from positions.deals import DealOrder
from solver import Result
from solver.census.plan import DEALS, PLAY, TABLE
from solver.census.table import TableFacts

HELP = """Give statistics of a game: over deals, all positions, or random play.

Sampled figures have 95 % intervals, which take in whatever a limit has left open; exact ones
need none. The same seed gives the same census, whatever the number of workers. Ctrl-C shows
what was done, and keeps it in FILE.
"""
EXAMPLE = (
    "proofplay census --variant solitaire --count 1000 --seed 1\n"
    "proofplay census --size 4x4 --until-width 5% --seed 1 -o census.jsonl\n"
    "proofplay census --game nakatta --size 3x3 --part table --part play --seed 1"
)
OPTIONS = {
    "part": "What to count: deals (random ones, solved), table (all positions of a board), play "
    "(random games) or all; may be repeated. Else deals of what is dealt, or play.",
    "seed": "Take the deals and games",
    "count": "How many deals, and how many games of random play: {:,}, or up to {:,} with "
    "--until-width.",
    "until-width": "End each as soon as the interval of its first share is no wider: 0.1, or 10%.",
    "most-plies": "Stop a game of random play after N plies.",
    "output": "Write each deal and game, and at the end the census, to FILE.",
    "json": "Print the census as one JSON object.",
    "timings": "Give also what the deals and the table cost.",
}

# Messages: what is refused, and what is told of a run.
BAD_WIDTH = "found {}, expected a width above 0 and up to 1, such as 0.1 or 10%"
BAD_OUTPUT = "found -o {}, expected a name for JSON Lines: deals, games and a census"
NO_DEALS = "--part: found deals of {}, which has one start, expected --plies"
NO_TABLE = "--part: found the table with {}, expected it without"
BAD_LINE = "--resume: found {}, expected {}"
AN_ITEM, A_SUMMARY = "item {} of {!r}", "the summary, and nothing after it"
FRESH_SEED = "seed {0} (--seed {0} gives the same again)"
STOPPED = "stopped, {:,} done"
# What is done of each part, as a progress bar has it, and what was done of a census.
GERUNDS = {DEALS: "solving", TABLE: "listing", PLAY: "playing"}
REPORTED = ("census", "taken")

# The report: sentences, captions of tables, and headings of their columns.
SEED = "Seed {}."
STOPPED_EARLY = "Stopped: this is what was done until then."
PARS = "Fewest pieces left, of those not solvable"
OUTCOME_CLASSES = "Outcome classes, either player to begin"
ADVANTAGES = "Advantage: share of wins less that of losses"
WHO_BEGINS = "who begins"
AHEAD = "Moves that {} is ahead"
MARGIN = "Margin of {} at the end of best play"
DISTANCE = "Plies to the end of best play"
ON_AVERAGE = "{}: {:.2f} on average"
POSITIONS = "All positions that can be reached"
BY_DISTANCE, PLIES = "Positions by plies to the end of best play", "plies"
BY_SCORE, SCORES = "Positions by the margin at the end of best play", ("margin", "positions")
LENGTHS = "Plies of a game"
SHARE, INTERVAL, COUNT = "share", "95 % interval", "count"
RANGE = "{:+.3f} to {:+.3f}"
ADVANTAGE, EXACT, SAMPLED, IN_WORDS = "advantage", "exact", "sampled", "In words"
NAME, NOT_KNOWN = "Name", "?"

_DIGITS = 15
_MOST_ROWS = 20

RESULTS = {
    Result.WIN: "who is to move wins",
    Result.LOSS: "who is to move loses",
    Result.DRAW: "a draw",
    Result.SOLVABLE: "solvable",
    Result.UNSOLVABLE: "not solvable",
}
# The same as the headings of columns, of positions for who is to move.
HEADINGS = {
    Result.WIN: "won",
    Result.LOSS: "lost",
    Result.DRAW: "drawn",
    Result.SOLVABLE: "solvable",
    Result.UNSOLVABLE: "not solvable",
}


def title(order: DealOrder, times: str) -> str:
    """Name what is counted: the game, its variants, the board and the set-up."""
    game = order.game
    variants = [variant.name for variant in game.variants if variant.name in order.variants]
    setup = [f"{order.setup or game.setups[0]} set-up"] if game.setups else []
    after = [f"after {plies(order.plies)}"] if order.plies else []
    size = f"{order.width}{times}{order.height}"
    return ", ".join([game.title, *variants, size, *setup, *after])


def solved_deals(count: int) -> str:
    """Name the results of random deals."""
    return f"{counted(count, 'deal')}, solved"


def solved_set_ups(count: int) -> str:
    """Name the results of all deals that there are."""
    return f"All {counted(count, 'set-up')}, solved"


def pieces(par: int) -> str:
    """Name a par."""
    return counted(par, "piece")


def random_play(games: int | None) -> str:
    """Name the measures of random play, which is sampled in so many games or not at all."""
    return "Random play" + ("" if games is None else f", {counted(games, 'game')}")


def too_wide(part: str, width: float | None) -> str:
    """Say that the interval of a part's first share is wider than was asked."""
    asked = "" if width is None else f" than {percent(width)}"
    what = {DEALS: "deals", PLAY: "games"}[part]
    return f"The interval is still wider{asked} after so many {what}. Try a larger --count."


def unknown(count: int, reason: str) -> str:
    """Return how many deals a limit has left open; the intervals take either way in."""
    deals = counted(count, "deal")
    return f"{deals} not settled, counted both ways: {_why(reason)}".rstrip()


def partly_unknown(count: int) -> str:
    """Return how many deals a limit has left something open of beside the result."""
    return f"{counted(count, 'deal')} settled in part only, a limit came first."


def unplayed(count: int) -> str:
    """Return how many games are not known."""
    return f"{counted(count, 'game')} not known, counted both ways: their workers died."


def not_listed(reason: str) -> str:
    """Return what has ended the list of positions."""
    return f"Not settled: {_why(reason)}".rstrip()


def _why(reason: str) -> str:
    """Return which limit was reached, or what has become of a worker."""
    hint = advice(reason)
    return f"the limit on {reason} was reached. {hint}" if hint else f"{reason}."


def percent(share: float) -> str:
    """Return a share in percent."""
    return f"{100 * share:.2f} %"


def interval(low: float, high: float, *, is_share: bool) -> str:
    """Return an interval, of a share in percent."""
    if is_share:
        return f"{100 * low:.2f}–{100 * high:.2f} %"
    return f"{low:.2f} to {high:.2f}"


def large(number: str) -> str:
    """Return a whole number in digits, of a very large one three figures and the power of ten."""
    if len(number) <= _DIGITS:
        return f"{int(number):,}"
    return f"{Decimal(number):.2e}".replace("e+", "e")


def classes(order: DealOrder) -> dict[str | None, str]:
    """Say what the outcome classes mean (SR9), and what has none."""
    first, second = (player(order.game, symbol) for symbol in order.game.players)
    return {
        "L": f"L: {first} wins either way",
        "R": f"R: {second} wins either way",
        "N": "N: who begins wins",
        "P": "P: who begins loses",
        None: "tied at least once",
    }


def binned(counts: Mapping[Fraction, float]) -> dict[str, float]:
    """Name numbers with how often they occur; of many, several next to each other are one row.

    Whole numbers between others have a row even where they do not occur.
    """
    least, most = min(counts), max(counts)
    if any(number.denominator > 1 for number in counts):
        return {str(number): counts[number] for number in sorted(counts)}
    wide = -(-int(most - least + 1) // _MOST_ROWS)
    rows: dict[str, float] = {}
    for first in range(int(least), int(most) + 1, wide):
        name = str(first) if wide == 1 else f"{first}–{first + wide - 1}"
        rows[name] = sum(counts.get(Fraction(first + more), 0) for more in range(wide))
    return rows


def _start(facts: TableFacts) -> str | None:
    """Return what the start is worth; None if there are several."""
    if facts.start_result is None:
        return None
    in_plies = "" if facts.start_distance is None else f" in {plies(facts.start_distance)}"
    score = "" if not facts.start_score else f" by {abs(facts.start_score)}"
    return f"{RESULTS[Result(facts.start_result)]}{in_plies}{score}"


def facts(found: TableFacts) -> list[tuple[str, str]]:
    """Return what there is on a board, under names."""
    worth = _start(found)
    longest = "play can come back" if found.longest_play is None else plies(found.longest_play)
    return [
        *([] if worth is None else [("start", worth)]),
        ("positions", f"{found.positions:,}, {found.finished:,} of them finished"),
        *([] if found.engine == "brute" else [("", "those that are alike are counted once")]),
        ("for who is to move", _results(found)),
        *([] if found.longest_best is None else [("longest best play", plies(found.longest_best))]),
        ("longest game", longest),
        ("shortest game", plies(found.shortest_play)),
        *([] if found.games is None else [("different games", large(found.games))]),
        (
            "legal moves",
            f"{found.branching_average:.2f} on average, {found.branching_median:g} median, "
            f"{found.branching_max} at most",
        ),
    ]


def _results(found: TableFacts) -> str:
    counts = {Result(result): count for result, count in found.results.items()}
    return ", ".join(
        f"{counts[result]:,} {name}" for result, name in HEADINGS.items() if result in counts
    )
