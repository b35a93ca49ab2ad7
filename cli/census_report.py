"""The human report of `census`, put together from sentences and tables."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from rich.console import RenderableType
from rich.text import Text

from cli import census_tables, census_words, render
from cli.census_tables import Row
from cli.output import Glyphs
from cli.render import FAINT, STRONG
from cli.results import OPEN, RESULT_STYLES
from cli.words import counted, player
from solver.census.chances import RandomFacts
from solver.census.deals import CLASSES, DealCounts
from solver.census.intervals import Mean, Proportion
from solver.census.parts import Deals, Part, Play, Table
from solver.census.plan import Plan
from solver.census.play import Games
from solver.census.table import TableFacts
from solver.engine import Result

_ALONE = (Result.SOLVABLE, Result.UNSOLVABLE)
_TWO = (Result.WIN, Result.LOSS, Result.DRAW)


class CensusReport:
    """Draws a census, part by part."""

    def __init__(self, plan: Plan, signs: Glyphs, width: int) -> None:
        self._plan = plan
        self._order = plan.order
        self._signs = signs
        self._width = width

    def report(self, parts: Sequence[Part], *, is_stopped: bool) -> Iterator[RenderableType]:
        """Give the whole report; `is_stopped` says that there would have been more."""
        yield Text(census_words.title(self._order, self._signs.times), STRONG)
        yield Text(f"Seed {self._plan.seed}.", FAINT)
        if is_stopped:
            yield Text("Stopped: this is what was done until then.", OPEN)
        sampled: Games | None = None
        exact: RandomFacts | None = None
        for part in parts:
            if isinstance(part, Deals) and part.counts.cases:
                yield from _headed(f"{counted(part.counts.cases, 'deal')}, solved")
                yield from self._deals(part.counts)
            elif isinstance(part, Table):
                exact = None if part.facts is None else part.facts.random
                yield from self._table(part)
            elif isinstance(part, Play) and part.games.facts:
                sampled = part.games
        yield from self._play(sampled, exact)
        yield from self._too_wide(parts, is_stopped)

    def _deals(self, counts: DealCounts) -> Iterator[RenderableType]:
        """Say what deals are worth."""
        alone = self._order.game.solitaire in self._order.variants
        yield self._shares(
            Row(census_words.RESULTS[result], counts.result(result), RESULT_STYLES[result])
            for result in (_ALONE if alone else _TWO)
            if result != Result.DRAW or counts.results[result]
        )
        for reason, count in sorted(counts.unknown.items()):
            yield Text(census_words.unknown(count, reason), OPEN)
        in_part = counts.left_open - counts.unknown.total()
        if in_part:
            yield Text(census_words.partly_unknown(in_part), OPEN)
        if counts.pars:
            yield from _headed("Fewest pieces left, of those not solvable")
            yield self._shares(
                Row(counted(par, "piece"), counts.par(par)) for par in sorted(counts.pars)
            )
        if counts.turns:
            yield from self._classes(counts)
        first = player(self._order.game, next(iter(self._order.game.players)))
        for title, numbers in (
            (f"Moves that {first} is ahead", counts.values),
            (f"Margin of {first} at the end of best play", counts.scores),
            ("Plies to the end of best play", counts.distances),
        ):
            yield from self._numbers(title, counts.mean(numbers), numbers, counts.is_exact)

    def _classes(self, counts: DealCounts) -> Iterator[RenderableType]:
        """Say what happens if either player begins."""
        names, game = census_words.classes(self._order), self._order.game
        yield from _headed("Outcome classes, either player to begin")
        yield self._shares(
            Row(names[name], counts.outcome_class(name))
            for name in (*CLASSES, None)
            if name is not None or counts.classes[name]
        )
        yield from _headed("Advantage: share of wins less that of losses")
        yield census_tables.advantages(
            {
                "who begins": counts.first_mover,
                player(game, next(iter(game.players))): counts.first_colour,
            }
        )

    def _numbers(
        self,
        title: str,
        mean: Mean | None,
        numbers: Mapping[int, int] | Mapping[Fraction, int],
        is_exact: bool,
    ) -> Iterator[RenderableType]:
        """Say how often each number was seen, and the mean."""
        if mean is None:
            return
        yield from _headed(f"{title}: {mean.mean:.2f} on average")
        cases = sum(numbers.values())
        rows = census_words.binned({Fraction(n): count for n, count in numbers.items()})
        yield self._shares(
            Row(name, Proportion(count, cases, is_exact=is_exact)) for name, count in rows.items()
        )

    def _table(self, part: Table) -> Iterator[RenderableType]:
        """Say what there is on the board."""
        if part.set_ups is not None and part.set_ups.cases:
            yield from _headed(f"All {counted(part.set_ups.cases, 'set-up')}, solved")
            yield from self._deals(part.set_ups)
        yield from _headed("All positions that can be reached")
        if part.facts is None:
            yield Text(census_words.not_listed(part.reason), OPEN)
            return
        yield render.pairs(census_words.facts(part.facts), FAINT)
        yield from _by_distance(part.facts)
        yield from _by_score(part.facts)

    def _play(self, sampled: Games | None, exact: RandomFacts | None) -> Iterator[RenderableType]:
        """Give the measures of random play, exact and sampled side by side, and its length."""
        lengths: Mapping[int, float]
        if sampled is not None:
            cases, lengths = len(sampled.facts), Counter(game.plies for game in sampled.facts)
        elif exact is not None:
            cases, lengths = 1, dict(exact.lengths)
        else:
            return
        games = "" if sampled is None else f", {counted(cases, 'game')}"
        yield from _headed(f"Random play{games}")
        yield census_tables.measures(
            {} if exact is None else exact.measures().named(),
            {} if sampled is None else sampled.measures().named(),
            self._width,
        )
        yield from _headed("Plies of a game")
        rows = census_words.binned({Fraction(n): count for n, count in lengths.items()})
        yield self._shares(
            Row(name, Proportion(count, cases, is_exact=sampled is None))
            for name, count in rows.items()
        )

    def _too_wide(self, parts: Sequence[Part], is_stopped: bool) -> Iterator[RenderableType]:
        """Say where the interval is wider than was asked, though the run has come to its end."""
        for part in parts:
            if not part.is_narrow and not is_stopped:
                yield Text()
                yield Text(census_words.too_wide(part.name, self._plan.until_width), OPEN)

    def _shares(self, rows: Iterator[Row]) -> RenderableType:
        return census_tables.shares(list(rows), self._signs, self._width)


def _headed(text: str) -> Iterator[RenderableType]:
    yield Text()
    yield Text(text, STRONG)


def _by_distance(facts: TableFacts) -> Iterator[RenderableType]:
    """Count the positions by their result and the plies to the end."""
    if not facts.distances:
        return
    counts = {(result, plies): count for result, plies, count in facts.distances}
    results = [result for result in (*_TWO, *_ALONE) if any(name == result for name, _ in counts)]
    yield from _headed("Positions by plies to the end of best play")
    table = census_tables.table_of("plies", *(census_words.HEADINGS[name] for name in results))
    for plies in sorted({plies for _, plies in counts}):
        table.add_row(f"{plies}", *(f"{counts.get((name, plies), 0):,}" for name in results))
    yield table


def _by_score(facts: TableFacts) -> Iterator[RenderableType]:
    """Count the positions by the margin at the end."""
    if not facts.scores:
        return
    yield from _headed("Positions by the margin at the end of best play")
    table = census_tables.table_of("margin", "positions")
    for score, count in facts.scores:
        table.add_row(f"{score:+}" if score else "0", f"{count:,}")
    yield table
