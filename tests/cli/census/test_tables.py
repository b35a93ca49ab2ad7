"""The tables of a census: which shares are nothing, which are all, and which are only nearly so."""

from collections.abc import Iterable

from cli.census_report import Row, advantages, measures, table_of_shares
from cli.reports.document import Table
from cli.reports.page import share_svg
from cli.reports.terminal import table
from cli.terminal.signs import UNICODE
from solver.census.intervals import Difference, Proportion
from solver.census.table import RandomFacts


def cells(block: Table) -> list[list[str]]:
    return [[cell.text for cell in row] for row in block.rows]


def counts(cases: int, found: Iterable[int], *, is_exact: bool) -> Table:
    rows = [Row(str(count), Proportion(count, cases, is_exact=is_exact)) for count in found]
    return table_of_shares("", rows)


def test_an_interval_ends_at_0_or_100_percent_only_if_it_has_nothing_or_all() -> None:
    found = counts(1_000_000, (0, 1, 999_999, 1_000_000), is_exact=False)
    intervals = [row[2] for row in cells(found)]
    assert intervals == ["0.00–0.01 %", "0.01–0.01 %", "99.99–99.99 %", "99.99–100.00 %"]


def test_only_equal_chances_are_no_advantage_and_only_all_wins_are_a_whole_one() -> None:
    points = {"even": 50_000, "hardly": 50_001, "nearly": 99_999, "all": 100_000}
    rows = {
        name: Difference(Proportion(count, 100_000, is_exact=name != "nearly"))
        for name, count in points.items()
    }
    found = cells(advantages("", rows))
    assert [row[1] for row in found] == ["+0.000", "+0.001", "+0.999", "+1.000"]
    assert found[2][2] == "+0.999 to +0.999"


def test_sums_of_chances_that_are_all_are_100_percent() -> None:
    facts = RandomFacts({"first": 0.1 * 3, "second": 1 - 0.1 * 3 - 1e-16}, [(3, 1.0)], 2.0, 1.0)
    values = {row[0]: row[1] for row in cells(measures("", facts, None))}
    assert values["Completion"] == values["DecisionMoves"] == "100.00 %"
    assert values["Drawishness"] == "0.00 %"


def test_a_game_that_one_side_always_wins_has_no_balance() -> None:
    facts = RandomFacts({"first": sum([0.1] * 10)}, [(3, 1.0)], 2.0, 1.0)
    values = {row[0]: row[1] for row in cells(measures("", facts, None))}
    assert (values["AdvantageP1"], values["Balance"]) == ("100.00 %", "0.00 %")


def test_only_nothing_has_no_bar() -> None:
    block = counts(100_000, (0, 1, 100_000), is_exact=True)
    bars = [bar.plain for bar in table(block, UNICODE, 80).columns[-1].cells]
    assert [len(bar) for bar in bars[:2]] == [0, 1]
    assert len(bars[2]) > 8
    assert 'width="0"' in share_svg(block, 0)
    assert 'width="1"' in share_svg(block, 1)
