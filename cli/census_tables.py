"""The tables of a census: shares with intervals and bars, advantages, and measures side by side."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from rich import box
from rich.style import Style
from rich.table import Table
from rich.text import Text

from cli import census_words
from cli.census_words import interval, percent
from cli.output import Glyphs
from cli.render import FAINT, PLAIN
from solver.census.intervals import Difference, Proportion
from solver.census.measures import Measure

_LONGEST_BAR = 40
# A bar that would be shorter is left out.
_SHORTEST_BAR = 8
_GAP = 3
# Words beside the measures take so much room.
_LEAST_FOR_WORDS = 100


@dataclass(frozen=True, slots=True)
class Row:
    """A share under its name."""

    name: str
    share: Proportion
    style: Style = PLAIN


def shares(rows: Sequence[Row], signs: Glyphs, width: int) -> Table:
    """Draw shares, each with its interval unless it is exact, its count of cases, and a bar."""
    shown = {"": [row.name for row in rows], "share": [_percent(row.share.share) for row in rows]}
    if any(row.share.unknown or not row.share.is_exact for row in rows):
        shown["95 % interval"] = [interval(*row.share.interval, is_share=True) for row in rows]
    if any(row.share.cases > 1 for row in rows):
        shown["count"] = [f"{row.share.count:,.0f}" for row in rows]
    table = table_of(*shown)
    taken = sum(max(map(len, [name, *cells])) + _GAP for name, cells in shown.items())
    longest = min(width - taken, _LONGEST_BAR)
    if longest < _SHORTEST_BAR:
        for row_cells in zip(*shown.values(), strict=True):
            table.add_row(*row_cells)
        return table
    table.add_column("", no_wrap=True)
    unit = longest / (max(row.share.share or 0.0 for row in rows) or 1.0)
    for row, *cells in zip(rows, *shown.values(), strict=True):
        bar = signs.bar * round((row.share.share or 0.0) * unit)
        table.add_row(*cells, Text(bar, row.style))
    return table


def advantages(rows: Mapping[str, Difference]) -> Table:
    """Draw how much more often one side wins than the other, from -1 to 1."""
    table = table_of("", "advantage", "95 % interval")
    for name, difference in rows.items():
        found, (low, high) = difference.difference, difference.interval
        exact = difference.points.is_exact and not difference.points.unknown
        shown = "" if exact else f"{low:+.3f} to {high:+.3f}"
        table.add_row(name, "?" if found is None else f"{found:+.3f}", shown)
    return table


def measures(
    exact: Mapping[str, Measure | None], sampled: Mapping[str, Measure | None], width: int
) -> Table:
    """Draw measures, exact and sampled side by side; those that neither knows are left out."""
    table = table_of("", *(["exact"] if exact else []), *(["sampled"] if sampled else []))
    if sampled:
        add_column(table, "95 % interval")
    has_words = width >= _LEAST_FOR_WORDS
    if has_words:
        table.add_column("", style=FAINT)
    for name in exact or sampled:
        found = [known.get(name) for known in (exact, sampled) if known]
        if not any(found):
            continue
        cells = [_value(measure) for measure in found]
        if sampled:
            cells.append(_interval(sampled.get(name)))
        table.add_row(name, *cells, *([census_words.MEASURES[name]] if has_words else []))
    return table


def _value(measure: Measure | None) -> str:
    if measure is None or measure.value is None:
        return ""
    return percent(measure.value) if measure.is_share else f"{measure.value:.2f}"


def _interval(measure: Measure | None) -> str:
    if measure is None or measure.low is None or measure.high is None:
        return ""
    return interval(measure.low, measure.high, is_share=measure.is_share)


def _percent(share: float | None) -> str:
    return "?" if share is None else percent(share)


def table_of(first: str, *numbers: str) -> Table:
    """Begin a table: names on the left, then numbers."""
    table = Table(
        box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False, header_style=FAINT, padding=(0, 1)
    )
    table.add_column(first, no_wrap=True)
    for name in numbers:
        add_column(table, name)
    return table


def add_column(table: Table, name: str) -> None:
    """Add a column of numbers."""
    table.add_column(name, justify="right", no_wrap=True)
