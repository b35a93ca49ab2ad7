"""The gain and cost of worker processes: solitaire deals per second in a loop and in a batch.

The deals take a fraction of a millisecond each, so that the workers' overhead shows. Run it on an
idle machine; the times are wall-clock times, the best of three.
"""

import time
from collections.abc import Callable
from functools import partial

from cli.common.inputs import InputRecord
from cli.work import Order, answer_record
from positions.deals import DealOrder, deals
from positions.games import GAMES
from solver import Limits, Question
from solver.pool.ordered import OrderedMap
from solver.pool.worker import Resources, divide
from solver.pool.workers import Workers

DEALS = 4000
RUNS = 3
ORDER = Order(Question(), Limits())


def given() -> list[InputRecord]:
    """Deal the records."""
    order = DealOrder(GAMES["sight-reduction"], 4, 8, ("solitaire",), None, 0)
    return [
        InputRecord("deals", line, deal)
        for line, deal in enumerate(deals(order, 1, DEALS), start=1)
    ]


def in_a_loop(items: list[InputRecord]) -> int:
    """Answer all records in this process; return their number."""
    return len([answer_record(ORDER, item, Resources()) for item in items])


def in_a_batch(workers: Workers, count: int, items: list[InputRecord]) -> int:
    """Answer all records with workers; return their number."""
    answers = OrderedMap(workers, partial(answer_record, ORDER), divide(count, count), 32 * count)
    return sum(1 for _ in answers.over(items))


def rate(run: Callable[[list[InputRecord]], int], items: list[InputRecord]) -> float:
    """Return the records per second of the best of a few runs."""
    best = 0.0
    for _ in range(RUNS):
        started = time.perf_counter()
        best = max(best, run(items) / (time.perf_counter() - started))
    return best


def main() -> None:
    """Measure and print."""
    items = given()
    alone = rate(in_a_loop, items)
    print(f"a plain loop: {alone:,.0f} deals a second")
    for count in (1, 2):
        with Workers(count, preload=[answer_record.__module__]) as workers:
            found = rate(partial(in_a_batch, workers, count), items)
        print(
            f"{count} worker{'s' * (count > 1)}: {found:,.0f} a second, {found / alone:.2f} of it"
        )


if __name__ == "__main__":
    main()
