"""The human-readable report of `census`: sentences and tables."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from cli.census import tables, words
from cli.common.words import minus, player, signed
from cli.reports.answers import RESULT_TONES
from cli.reports.document import Block, Pairs, Sentences, Tone, Words
from cli.terminal.signs import Glyphs
from solver import Result
from solver.census.chances import RandomFacts
from solver.census.deals import CLASSES, DealCounts
from solver.census.intervals import Proportion
from solver.census.parts import Deals, Part, Play, Table
from solver.census.plan import Plan
from solver.census.play import UNKNOWN, Games
from solver.census.table import TableFacts

_ALONE = (Result.SOLVABLE, Result.UNSOLVABLE)
_TWO = (Result.WIN, Result.LOSS, Result.DRAW)


class CensusReport:
    """Reports a census part by part."""

    def __init__(self, plan: Plan, signs: Glyphs) -> None:
        self._plan = plan
        self._order = plan.order
        self.title = words.title(plan.order, signs.times)

    def report(self, parts: Sequence[Part], *, is_stopped: bool) -> Iterator[Block]:
        """Yield the report under its title; `is_stopped` marks a run that was cut short."""
        stopped = Words(words.STOPPED_EARLY, Tone.OPEN)
        seed = Words(words.SEED.format(self._plan.seed), Tone.FAINT)
        yield Sentences((seed, *([stopped] if is_stopped else [])))
        sampled: Games | None = None
        exact: RandomFacts | None = None
        for part in parts:
            if isinstance(part, Deals) and part.counts.cases:
                yield from self._deals(words.solved_deals(part.counts.cases), part.counts)
            elif isinstance(part, Table):
                exact = None if part.facts is None else part.facts.random
                yield from self._table(part)
            elif isinstance(part, Play) and part.games.facts:
                sampled = part.games
        yield from self._play(sampled, exact)
        yield from self._too_wide(parts, is_stopped)

    def _deals(self, caption: str, counts: DealCounts) -> Iterator[Block]:
        """Report the results of deals."""
        alone = self._order.game.solitaire in self._order.variants
        rows = [
            tables.Row(words.RESULTS[result], counts.result(result), RESULT_TONES[result])
            for result in (_ALONE if alone else _TWO)
            if result != Result.DRAW or counts.results[result]
        ]
        yield tables.shares(caption, rows)
        left_open = [words.unknown(n, reason) for reason, n in sorted(counts.unknown.items())]
        in_part = counts.left_open - counts.unknown.total()
        if in_part:
            left_open.append(words.partly_unknown(in_part))
        if left_open:
            yield _left_open(*left_open)
        if counts.pars:
            pars = [tables.Row(words.pieces(par), counts.par(par)) for par in sorted(counts.pars)]
            yield tables.shares(words.PARS, pars)
        if counts.turns:
            yield from self._classes(counts)
        first = player(self._order.game, next(iter(self._order.game.players)))
        for title, numbers in (
            (words.AHEAD.format(first), counts.values),
            (words.MARGIN.format(first), counts.scores),
            (words.DISTANCE, counts.distances),
        ):
            yield from self._numbers(title, counts, numbers)

    def _classes(self, counts: DealCounts) -> Iterator[Block]:
        """Report the outcome classes: what happens if either player begins."""
        names, game = words.classes(self._order), self._order.game
        rows = [
            tables.Row(names[name], counts.outcome_class(name))
            for name in (*CLASSES, None)
            if name is not None or counts.classes[name]
        ]
        yield tables.shares(words.OUTCOME_CLASSES, rows)
        yield tables.advantages(
            words.ADVANTAGES,
            {
                words.WHO_BEGINS: counts.first_mover,
                player(game, next(iter(game.players))): counts.first_colour,
            },
        )

    def _numbers(
        self,
        title: str,
        counts: DealCounts,
        numbers: Counter[int] | Counter[Fraction],
    ) -> Iterator[Block]:
        """Report how often each number occurred, and the mean of the known ones."""
        mean = counts.mean(numbers)
        if mean is None:
            return
        yield _lengths(
            minus(words.ON_AVERAGE.format(title, mean.mean)),
            numbers,
            numbers.total() + mean.unknown,
            unknown=mean.unknown,
            is_exact=counts.is_exact,
        )

    def _table(self, part: Table) -> Iterator[Block]:
        """Report the table of all positions."""
        if part.set_ups is not None:
            yield from self._deals(words.solved_set_ups(part.set_ups.cases), part.set_ups)
        if part.facts is None:
            text = (
                Words(words.POSITIONS, is_strong=True),
                Words(words.not_listed(part.reason or ""), Tone.OPEN),
            )
            yield Sentences(text)
            return
        yield Pairs(words.POSITIONS, tuple(words.facts(part.facts)))
        yield from _by_distance(part.facts)
        yield from _by_score(part.facts)

    def _play(self, sampled: Games | None, exact: RandomFacts | None) -> Iterator[Block]:
        """Yield exact and sampled measures of random play side by side, and game lengths."""
        lengths: Mapping[int, float]
        if sampled is not None:
            cases, lengths = len(sampled.facts), Counter(game.plies for game in sampled.facts)
        elif exact is not None:
            cases, lengths = 1, dict(exact.lengths)
        else:
            return
        caption = words.random_play(None if sampled is None else cases)
        yield tables.measures(caption, exact, sampled)
        if sampled is not None and sampled.outcomes[UNKNOWN]:
            yield _left_open(words.unplayed(sampled.outcomes[UNKNOWN]))
        yield _lengths(words.LENGTHS, lengths, cases, is_exact=sampled is None)

    def _too_wide(self, parts: Sequence[Part], is_stopped: bool) -> Iterator[Block]:
        """Report parts whose interval is wider than requested although the run is complete."""
        for part in parts:
            if not part.is_narrow and not is_stopped:
                yield _left_open(words.too_wide(part.name, self._plan.until_width))


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
    rows = words.binned({Fraction(n): count for n, count in numbers.items()})
    return tables.shares(
        caption,
        [
            tables.Row(minus(name), Proportion(count, cases, unknown, is_exact))
            for name, count in rows.items()
        ],
    )


def _by_distance(facts: TableFacts) -> Iterator[Block]:
    """Count positions by result and plies to the end."""
    if not facts.distances:
        return
    counts = {(result, plies): count for result, plies, count in facts.distances}
    results = [result for result in (*_TWO, *_ALONE) if any(name == result for name, _ in counts)]
    yield tables.table_of(
        words.BY_DISTANCE,
        (words.PLIES, *(words.HEADINGS[name] for name in results)),
        [
            (f"{plies}", *(f"{counts.get((name, plies), 0):,}" for name in results))
            for plies in sorted({plies for _, plies in counts})
        ],
    )


def _by_score(facts: TableFacts) -> Iterator[Block]:
    """Count positions by final margin."""
    if facts.scores:
        yield tables.table_of(
            words.BY_SCORE,
            words.SCORES,
            [(signed(score), f"{count:,}") for score, count in facts.scores],
        )
