"""The human report of `census`, put together from sentences and tables."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from cli.census import tables as census_tables
from cli.census import words as census_words
from cli.census.tables import Row
from cli.common.words import counted, minus, player, signed
from cli.reports.document import Block, Pairs, Sentences, Table, Tone, Words
from cli.reports.results import RESULT_TONES
from cli.terminal.output import Glyphs
from solver.census import parts as census_parts
from solver.census.chances import RandomFacts
from solver.census.deals import CLASSES, DealCounts
from solver.census.intervals import Proportion
from solver.census.parts import Deals, Part, Play
from solver.census.plan import Plan
from solver.census.play import UNKNOWN, Games
from solver.census.table import TableFacts
from solver.interface.engine import Result

_ALONE = (Result.SOLVABLE, Result.UNSOLVABLE)
_TWO = (Result.WIN, Result.LOSS, Result.DRAW)


class CensusReport:
    """Says what a census has found, part by part."""

    def __init__(self, plan: Plan, signs: Glyphs) -> None:
        self._plan = plan
        self._order = plan.order
        self.title = census_words.title(plan.order, signs.times)

    def report(self, parts: Sequence[Part], *, is_stopped: bool) -> Iterator[Block]:
        """Give the report under its title; `is_stopped` says that there would have been more."""
        stopped = Words("Stopped: this is what was done until then.", Tone.OPEN)
        seed = Words(f"Seed {self._plan.seed}.", Tone.FAINT)
        yield Sentences((seed, *([stopped] if is_stopped else [])))
        sampled: Games | None = None
        exact: RandomFacts | None = None
        for part in parts:
            if isinstance(part, Deals) and part.counts.cases:
                caption = f"{counted(part.counts.cases, 'deal')}, solved"
                yield from self._deals(caption, part.counts)
            elif isinstance(part, census_parts.Table):
                exact = None if part.facts is None else part.facts.random
                yield from self._table(part)
            elif isinstance(part, Play) and part.games.facts:
                sampled = part.games
        yield from self._play(sampled, exact)
        yield from self._too_wide(parts, is_stopped)

    def _deals(self, caption: str, counts: DealCounts) -> Iterator[Block]:
        """Say what deals are worth."""
        alone = self._order.game.solitaire in self._order.variants
        rows = [
            Row(census_words.RESULTS[result], counts.result(result), RESULT_TONES[result])
            for result in (_ALONE if alone else _TWO)
            if result != Result.DRAW or counts.results[result]
        ]
        yield census_tables.shares(caption, rows)
        left_open = [
            census_words.unknown(n, reason) for reason, n in sorted(counts.unknown.items())
        ]
        in_part = counts.left_open - counts.unknown.total()
        if in_part:
            left_open.append(census_words.partly_unknown(in_part))
        if left_open:
            yield _left_open(*left_open)
        if counts.pars:
            pars = [Row(counted(par, "piece"), counts.par(par)) for par in sorted(counts.pars)]
            yield census_tables.shares("Fewest pieces left, of those not solvable", pars)
        if counts.turns:
            yield from self._classes(counts)
        first = player(self._order.game, next(iter(self._order.game.players)))
        for title, numbers in (
            (f"Moves that {first} is ahead", counts.values),
            (f"Margin of {first} at the end of best play", counts.scores),
            ("Plies to the end of best play", counts.distances),
        ):
            yield from self._numbers(title, counts, numbers)

    def _classes(self, counts: DealCounts) -> Iterator[Block]:
        """Say what happens if either player begins."""
        names, game = census_words.classes(self._order), self._order.game
        rows = [
            Row(names[name], counts.outcome_class(name))
            for name in (*CLASSES, None)
            if name is not None or counts.classes[name]
        ]
        yield census_tables.shares("Outcome classes, either player to begin", rows)
        yield census_tables.advantages(
            "Advantage: share of wins less that of losses",
            {
                "who begins": counts.first_mover,
                player(game, next(iter(game.players))): counts.first_colour,
            },
        )

    def _numbers(
        self,
        title: str,
        counts: DealCounts,
        numbers: Counter[int] | Counter[Fraction],
    ) -> Iterator[Block]:
        """Say how often each number was seen, and the mean of those that are known."""
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

    def _table(self, part: census_parts.Table) -> Iterator[Block]:
        """Say what there is on the board."""
        if part.set_ups is not None:
            caption = f"All {counted(part.set_ups.cases, 'set-up')}, solved"
            yield from self._deals(caption, part.set_ups)
        caption = "All positions that can be reached"
        if part.facts is None:
            said = (
                Words(caption, is_strong=True),
                Words(census_words.not_listed(part.reason or ""), Tone.OPEN),
            )
            yield Sentences(said)
            return
        yield Pairs(caption, tuple(census_words.facts(part.facts)))
        yield from _by_distance(part.facts)
        yield from _by_score(part.facts)

    def _play(self, sampled: Games | None, exact: RandomFacts | None) -> Iterator[Block]:
        """Give the measures of random play, exact and sampled side by side, and its length."""
        lengths: Mapping[int, float]
        if sampled is not None:
            cases, lengths = len(sampled.facts), Counter(game.plies for game in sampled.facts)
        elif exact is not None:
            cases, lengths = 1, dict(exact.lengths)
        else:
            return
        games = "" if sampled is None else f", {counted(cases, 'game')}"
        yield census_tables.measures(f"Random play{games}", exact, sampled)
        if sampled is not None and sampled.outcomes[UNKNOWN]:
            yield _left_open(census_words.unplayed(sampled.outcomes[UNKNOWN]))
        yield _lengths("Plies of a game", lengths, cases, is_exact=sampled is None)

    def _too_wide(self, parts: Sequence[Part], is_stopped: bool) -> Iterator[Block]:
        """Say where the interval is wider than was asked, though the run has come to its end."""
        for part in parts:
            if not part.is_narrow and not is_stopped:
                yield _left_open(census_words.too_wide(part.name, self._plan.until_width))


def _left_open(*sentences: str) -> Sentences:
    return Sentences(tuple(Words(sentence, Tone.OPEN) for sentence in sentences))


def _lengths(
    caption: str,
    numbers: Mapping[int, float] | Mapping[Fraction, float],
    cases: int,
    *,
    unknown: int = 0,
    is_exact: bool,
) -> Table:
    """Say how often numbers occur, as shares of so many cases, some of which may be open."""
    rows = census_words.binned({Fraction(n): count for n, count in numbers.items()})
    return census_tables.shares(
        caption,
        [
            Row(minus(name), Proportion(count, cases, unknown, is_exact))
            for name, count in rows.items()
        ],
    )


def _by_distance(facts: TableFacts) -> Iterator[Block]:
    """Count the positions by their result and the plies to the end."""
    if not facts.distances:
        return
    counts = {(result, plies): count for result, plies, count in facts.distances}
    results = [result for result in (*_TWO, *_ALONE) if any(name == result for name, _ in counts)]
    yield census_tables.table_of(
        "Positions by plies to the end of best play",
        ("plies", *(census_words.HEADINGS[name] for name in results)),
        [
            (f"{plies}", *(f"{counts.get((name, plies), 0):,}" for name in results))
            for plies in sorted({plies for _, plies in counts})
        ],
    )


def _by_score(facts: TableFacts) -> Iterator[Block]:
    """Count the positions by the margin at the end."""
    if facts.scores:
        yield census_tables.table_of(
            "Positions by the margin at the end of best play",
            ("margin", "positions"),
            [(signed(score), f"{count:,}") for score, count in facts.scores],
        )
