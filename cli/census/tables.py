"""The tables of a census: shares with intervals and bars, advantages, and measures."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from cli.census import words
from cli.common.words import minus, percent, rounded
from cli.reports.document import Column, Share, Table, Tone, Words
from solver.census.intervals import Difference, Proportion
from solver.census.play import MEASURES, Estimate, Measure, PlayedGames


@dataclass(frozen=True, slots=True)
class Row:
    """A named share."""

    name: str
    share: Proportion
    tone: Tone = Tone.PLAIN


def shares(caption: str, rows: Sequence[Row]) -> Table:
    """Return a table of shares, each with its interval (unless exact), its count and a bar."""
    shown = {
        "": [row.name for row in rows],
        words.SHARE: [_percent(row.share.share) for row in rows],
    }
    if any(row.share.unknown or not row.share.is_exact for row in rows):
        shown[words.INTERVAL] = [words.interval(*row.share.interval, is_share=True) for row in rows]
    if any(row.share.cases > 1 for row in rows):
        # If everything is unknown, a count of zero would look like an answer.
        shown[words.COUNT] = [
            words.NOT_KNOWN if row.share.share is None else f"{row.share.count:,.0f}"
            for row in rows
        ]
    return Table(
        caption,
        columns("", *list(shown)[1:]),
        tuple(tuple(map(Words, cells)) for cells in zip(*shown.values(), strict=True)),
        shares=tuple(Share(row.share.share, *row.share.interval, row.tone) for row in rows),
        stands_alone=True,
    )


def advantages(caption: str, rows: Mapping[str, Difference]) -> Table:
    """Return a table of advantages: how much more often one side wins, from -1 to 1."""
    titles, shown = (
        ["", words.ADVANTAGE],
        [[name, _advantage(row.difference)] for name, row in rows.items()],
    )
    if any(row.points.unknown or not row.points.is_exact for row in rows.values()):
        titles.append(words.INTERVAL)
        for cells, row in zip(shown, rows.values(), strict=True):
            cells.append(" to ".join(map(_advantage, row.interval)))
    return table_of(caption, titles, shown)


def _advantage(value: float | None) -> str:
    return words.NOT_KNOWN if value is None else minus(f"{rounded(value, 3):+.3f}")


def measures(caption: str, exact: PlayedGames | None, sampled: PlayedGames | None) -> Table:
    """Return measures, exact and sampled side by side, without those that are unknown."""
    titles = ["", *([words.EXACT] if exact else []), *([words.SAMPLED] if sampled else [])]
    rows = []
    for measure in MEASURES:
        estimates = [measure.of(played) for played in (exact, sampled) if played]
        if any(estimates):
            values = [_value(measure, estimate) for estimate in estimates]
            interval = [_interval(measure, estimates[-1])] if sampled else []
            in_words = Words(measure.words, Tone.FAINT)
            rows.append((*map(Words, (measure.name, *values, *interval)), in_words))
    numbers = columns(*titles, *([words.INTERVAL] if sampled else []))
    meaning = Column("", label=words.IN_WORDS, is_fixed=True, is_optional=True)
    return Table(caption, (*numbers, meaning), tuple(rows), stands_alone=True)


def _value(measure: Measure, estimate: Estimate | None) -> str:
    if estimate is None or estimate.value is None:
        return ""
    return _percent(estimate.value) if measure.is_share else minus(f"{estimate.value:.2f}")


def _interval(measure: Measure, estimate: Estimate | None) -> str:
    if estimate is None or estimate.low is None or estimate.high is None:
        return ""
    return minus(words.interval(estimate.low, estimate.high, is_share=measure.is_share))


def _percent(share: float | None) -> str:
    return words.NOT_KNOWN if share is None else f"{percent(share, 2)} %"


def table_of(caption: str, titles: Sequence[str], rows: Sequence[Sequence[str]]) -> Table:
    """Return a table with names on the left and numbers to the right."""
    cells = tuple(tuple(map(Words, row)) for row in rows)
    return Table(caption, columns(*titles), cells, stands_alone=True)


def columns(first: str, *numbers: str) -> tuple[Column, ...]:
    """Return a column of names, followed by columns of numbers."""
    return (
        Column(first, label="" if first else words.NAME, is_head=True, is_fixed=True),
        *(Column(name, is_number=True, is_fixed=True) for name in numbers),
    )
