"""The human-readable report of `census`: sentences and tables."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction

from cli.common.words import advice, counted, minus, percent, player, plies, rounded, signed
from cli.reports.answers import RESULT_TONES
from cli.reports.document import Block, Column, Pairs, Sentences, Share, Table, Tone, Words
from positions.deals import DealOrder
from solver import Result
from solver.census.deals import CLASSES, DealCounts
from solver.census.intervals import Difference, Proportion
from solver.census.measures import MEASURES, Measure, Measured, PlayedGames
from solver.census.parts import DEALS, PLAY, Deals, Part, Plan, Play
from solver.census.parts import Table as TablePart
from solver.census.play import UNKNOWN, Games
from solver.census.table import RandomFacts, TableFacts
from solver.interface.engine import limit_reached

_ALONE = (Result.SOLVABLE, Result.UNSOLVABLE)
_TWO = (Result.WIN, Result.LOSS, Result.DRAW)

POSITIONS = "All reachable positions"
INTERVAL, COUNT = "95 % interval", "count"
NOT_KNOWN = "?"

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


def census_report(
    plan: Plan, parts: Sequence[Part], *, is_stopped: bool = False
) -> Iterator[Block]:
    """Yield the report under its title; `is_stopped` marks a run that was cut short."""
    stopped = Words("Stopped early: this is what was done so far.", Tone.OPEN)
    seed = Words(f"Seed {plan.seed}.", Tone.FAINT)
    yield Sentences((seed, *([stopped] if is_stopped else [])))
    sampled: Games | None = None
    exact: RandomFacts | None = None
    for part in parts:
        if isinstance(part, Deals) and part.counts.cases:
            yield from _deals(
                plan.order, f"{counted(part.counts.cases, 'deal')}, solved", part.counts
            )
        elif isinstance(part, TablePart):
            exact = None if part.facts is None else part.facts.random
            yield from _table(plan.order, part)
        elif isinstance(part, Play) and part.games.facts:
            sampled = part.games
    yield from _play(sampled, exact)
    yield from _too_wide(plan, parts, is_stopped)


def _deals(order: DealOrder, caption: str, counts: DealCounts) -> Iterator[Block]:
    """Report the results of deals."""
    alone = order.game.rules_with(order.variants).persons == 1
    rows = [
        Row(RESULTS[result], counts.result(result), RESULT_TONES[result])
        for result in (_ALONE if alone else _TWO)
        if result != Result.DRAW or counts.results[result]
    ]
    yield table_of_shares(caption, rows)
    left_open = [_unknown_deals(n, reason) for reason, n in sorted(counts.unknown.items())]
    in_part = counts.left_open - counts.unknown.total()
    if in_part:
        left_open.append(f"{counted(in_part, 'deal')} solved only in part: limit reached.")
    if left_open:
        yield _left_open(*left_open)
    if counts.pars:
        pars = [Row(counted(par, "piece"), counts.par(par)) for par in sorted(counts.pars)]
        yield table_of_shares("Par of the unsolvable deals", pars)
    if counts.turns:
        yield from _classes(order, counts)
    first = player(order.game, next(iter(order.game.players)))
    for title, numbers in (
        (f"{first}'s lead in moves", counts.values),
        (f"{first}'s final margin with best play", counts.scores),
        ("Plies to the end with best play", counts.distances),
    ):
        yield from _numbers(title, counts, numbers)


def _classes(order: DealOrder, counts: DealCounts) -> Iterator[Block]:
    """Report the outcome classes: what happens if either player begins."""
    names, game = _class_names(order), order.game
    rows = [
        Row(names[name], counts.outcome_class(name))
        for name in (*CLASSES, None)
        if name is not None or counts.classes[name]
    ]
    yield table_of_shares("Outcome classes, with either player to move first", rows)
    yield advantages(
        "Advantage: share of wins minus share of losses",
        {
            "player moving first": counts.first_mover,
            player(game, next(iter(game.players))): counts.first_colour,
        },
    )


def _numbers(
    title: str,
    counts: DealCounts,
    numbers: Counter[int] | Counter[Fraction],
) -> Iterator[Block]:
    """Report how often each number occurred, and the mean of the known ones."""
    mean = counts.mean(numbers)
    if mean is None:
        return
    yield _lengths(
        minus(f"{title}: {mean.mean:.2f} on average"),
        numbers,
        numbers.total() + mean.unknown,
        unknown=mean.unknown,
        is_exact=counts.is_exact,
    )


def _table(order: DealOrder, part: TablePart) -> Iterator[Block]:
    """Report the table of all positions."""
    if part.set_ups is not None:
        yield from _deals(
            order, f"All {counted(part.set_ups.cases, 'set-up')}, solved", part.set_ups
        )
    if part.facts is None:
        text = (
            Words(POSITIONS, is_strong=True),
            Words(f"Unknown: {_why(part.reason or '')}", Tone.OPEN),
        )
        yield Sentences(text)
        return
    yield Pairs(POSITIONS, tuple(_facts(part.facts)))
    yield from _by_distance(part.facts)
    yield from _by_score(part.facts)


def _play(sampled: Games | None, exact: RandomFacts | None) -> Iterator[Block]:
    """Yield exact and sampled measures of random play side by side, and game lengths."""
    lengths: Mapping[int, float]
    if sampled is not None:
        cases, lengths = len(sampled.facts), Counter(game.plies for game in sampled.facts)
    elif exact is not None:
        cases, lengths = 1, dict(exact.lengths)
    else:
        return
    caption = _random_play(None if sampled is None else cases)
    yield measures(caption, exact, sampled)
    if sampled is not None and sampled.outcomes[UNKNOWN]:
        games = counted(sampled.outcomes[UNKNOWN], "game")
        lost = f"{games} lost because workers died, so the intervals allow for both results."
        yield _left_open(lost)
    yield _lengths("Game length in plies", lengths, cases, is_exact=sampled is None)


def _too_wide(plan: Plan, parts: Sequence[Part], is_stopped: bool) -> Iterator[Block]:
    """Report parts whose interval is wider than requested although the run is complete."""
    for part in parts:
        if not part.is_narrow and not is_stopped:
            yield _left_open(_still_wide(part.name, plan.until_width))


def _left_open(*sentences: str) -> Sentences:
    return Sentences(tuple(Words(sentence, Tone.OPEN) for sentence in sentences))


def _lengths(
    caption: str,
    numbers: Mapping[int, float] | Mapping[Fraction, float],
    cases: int,
    *,
    unknown: int = 0,
    is_exact: bool,
) -> Block:
    """Report how often numbers occur, as shares of `cases`, some of which may be unknown."""
    rows = _binned({Fraction(n): count for n, count in numbers.items()})
    return table_of_shares(
        caption,
        [
            Row(minus(name), Proportion(count, cases, unknown, is_exact))
            for name, count in rows.items()
        ],
    )


def _by_distance(facts: TableFacts) -> Iterator[Block]:
    """Count positions by result and plies to the end."""
    if not facts.distances:
        return
    counts = {(result, plies): count for result, plies, count in facts.distances}
    results = [result for result in (*_TWO, *_ALONE) if any(name == result for name, _ in counts)]
    yield _table_of(
        "Positions by plies to the end with best play",
        ("plies", *(HEADINGS[name] for name in results)),
        [
            (f"{plies}", *(f"{counts.get((name, plies), 0):,}" for name in results))
            for plies in sorted({plies for _, plies in counts})
        ],
    )


def _by_score(facts: TableFacts) -> Iterator[Block]:
    """Count positions by final margin."""
    if facts.scores:
        yield _table_of(
            "Positions by final margin with best play",
            ("margin", "positions"),
            [(signed(score), f"{count:,}") for score, count in facts.scores],
        )


@dataclass(frozen=True, slots=True)
class Row:
    """A named share."""

    name: str
    share: Proportion
    tone: Tone = Tone.PLAIN


def table_of_shares(caption: str, rows: Sequence[Row]) -> Table:
    """Return a table of shares, each with its interval (unless exact), its count and a bar."""
    shown = {
        "": [row.name for row in rows],
        "share": [_percent(row.share.share) for row in rows],
    }
    if any(row.share.unknown or not row.share.is_exact for row in rows):
        shown[INTERVAL] = [_from_to(*row.share.interval, is_share=True) for row in rows]
    if any(row.share.cases > 1 for row in rows):
        # If everything is unknown, a count of zero would look like an answer.
        shown[COUNT] = [
            NOT_KNOWN if row.share.share is None else f"{row.share.count:,.0f}" for row in rows
        ]
    return Table(
        caption,
        _names_and_numbers("", *list(shown)[1:]),
        tuple(tuple(map(Words, cells)) for cells in zip(*shown.values(), strict=True)),
        shares=tuple(Share(row.share.share, *row.share.interval, row.tone) for row in rows),
        stands_alone=True,
    )


def advantages(caption: str, rows: Mapping[str, Difference]) -> Table:
    """Return a table of advantages: how much more often one side wins, from -1 to 1."""
    titles, shown = (
        ["", "advantage"],
        [[name, _advantage(row.difference)] for name, row in rows.items()],
    )
    if any(row.points.unknown or not row.points.is_exact for row in rows.values()):
        titles.append(INTERVAL)
        for cells, row in zip(shown, rows.values(), strict=True):
            cells.append(" to ".join(map(_advantage, row.interval)))
    return _table_of(caption, titles, shown)


def _advantage(value: float | None) -> str:
    return NOT_KNOWN if value is None else minus(f"{rounded(value, 3):+.3f}")


def measures(caption: str, exact: PlayedGames | None, sampled: PlayedGames | None) -> Table:
    """Return measures, exact and sampled side by side, without those that are unknown."""
    titles = ["", *(["exact"] if exact else []), *(["sampled"] if sampled else [])]
    rows = []
    for measure in MEASURES:
        found = [measure.of(played) for played in (exact, sampled) if played]
        if any(found):
            values = [_value(measure, one) for one in found]
            interval = [_interval(measure, found[-1])] if sampled else []
            in_words = Words(measure.words, Tone.FAINT)
            rows.append((*map(Words, (measure.name, *values, *interval)), in_words))
    numbers = _names_and_numbers(*titles, *([INTERVAL] if sampled else []))
    meaning = Column("", label="In words", is_fixed=True, is_optional=True)
    return Table(caption, (*numbers, meaning), tuple(rows), stands_alone=True)


def _value(measure: Measure, one: Measured | None) -> str:
    if one is None or one.value is None:
        return ""
    return _percent(one.value) if measure.is_share else minus(f"{one.value:.2f}")


def _interval(measure: Measure, one: Measured | None) -> str:
    if one is None or one.low is None or one.high is None:
        return ""
    return minus(_from_to(one.low, one.high, is_share=measure.is_share))


def _percent(share: float | None) -> str:
    return NOT_KNOWN if share is None else f"{percent(share, 2)} %"


def _table_of(caption: str, titles: Sequence[str], rows: Sequence[Sequence[str]]) -> Table:
    """Return a table with names on the left and numbers to the right."""
    cells = tuple(tuple(map(Words, row)) for row in rows)
    return Table(caption, _names_and_numbers(*titles), cells, stands_alone=True)


def _names_and_numbers(first: str, *numbers: str) -> tuple[Column, ...]:
    """Return a column of names, followed by columns of numbers."""
    return (
        Column(first, label="" if first else "Name", is_head=True, is_fixed=True),
        *(Column(name, is_number=True, is_fixed=True) for name in numbers),
    )


def census_title(order: DealOrder, times: str) -> str:
    """Return what is counted: the game, its variants, the board and the set-up."""
    game = order.game
    variants = [variant.name for variant in game.variants if variant.name in order.variants]
    setup = [f"{order.setup or game.setups[0]} set-up"] if game.setups else []
    after = [f"after {plies(order.plies)}"] if order.plies else []
    size = f"{order.width}{times}{order.height}"
    return ", ".join([game.title, *variants, size, *setup, *after])


def _random_play(games: int | None) -> str:
    """Return the caption of random play, with the number of sampled games if there are any."""
    return "Random play" + ("" if games is None else f", {counted(games, 'game')}")


def _still_wide(part: str, width: float | None) -> str:
    """Say that the interval of a part's first share is wider than requested."""
    comparison = "" if width is None else f" than {percent(width, 2)} %"
    what = {DEALS: "deals", PLAY: "games"}[part]
    return f"The interval is still wider{comparison} after all {what}. Try a larger --count."


def _unknown_deals(count: int, reason: str) -> str:
    """Return how many deals a limit left open; the intervals allow for both results."""
    deals = counted(count, "deal")
    return f"{deals} unknown, so the intervals allow for both results: {_why(reason)}".rstrip()


def _why(reason: str) -> str:
    """Return which limit was reached, or what happened to a worker."""
    hint = advice(reason)
    return f"{limit_reached(reason)}. {hint}" if hint else f"{reason}."


def _from_to(low: float, high: float, *, is_share: bool) -> str:
    """Return an interval, as percentages if it is one of shares."""
    if is_share:
        return f"{percent(low, 2)}–{percent(high, 2)} %"
    return f"{low:.2f} to {high:.2f}"


def _large(number: str) -> str:
    """Return a whole number in digits; a very large one with three digits and a power of ten."""
    if len(number) <= _DIGITS:
        return f"{int(number):,}"
    return f"{Decimal(number):.2e}".replace("e+", "e")


def _class_names(order: DealOrder) -> dict[str | None, str]:
    """Return the meanings of the outcome classes (SR9), and of having none."""
    first, second = (player(order.game, symbol) for symbol in order.game.players)
    return {
        "L": f"L: {first} wins, whoever moves first",
        "R": f"R: {second} wins, whoever moves first",
        "N": "N: whoever moves first wins",
        "P": "P: whoever moves second wins",
        None: "a draw for at least one of them",
    }


def _binned(counts: Mapping[Fraction, float]) -> dict[str, float]:
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


def _start(table: TableFacts) -> str | None:
    """Return the value of the start; None if there are several."""
    if table.start_result is None:
        return None
    in_plies = "" if table.start_distance is None else f" in {plies(table.start_distance)}"
    score = "" if not table.start_score else f" by {abs(table.start_score)}"
    return f"{RESULTS[Result(table.start_result)]}{in_plies}{score}"


def _facts(table: TableFacts) -> list[tuple[str, str]]:
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
        *([] if table.games is None else [("different games", _large(table.games))]),
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
