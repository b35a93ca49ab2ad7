"""A census interrupted by Ctrl-C, or by the death of a worker."""

import json
import signal
from collections.abc import Generator, Iterable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager, nullcontext
from pathlib import Path
from typing import Any

import pytest
from running import COMMAND, begun
from waiting import DEADLINE, eventually

from cli.census import CensusRun
from cli.common.exits import Code
from cli.common.pool import Pool
from cli.files.formats import JsonLines
from cli.files.record_output import Output, StandardOutput
from cli.terminal.progress import RecordProgress
from positions.deals import DealOrder
from positions.games import GAMES
from solver.census.parts import Item, Plan, parts_of
from solver.census.records import census_record
from solver.pool.ordered import Failure
from solver.pool.worker import Resources, WorkerDied, divide


def test_ctrl_c_shows_and_keeps_what_was_done(tmp_path: Path) -> None:
    path = tmp_path / "out"
    arguments = ["--game", "manhattan", "--size", "8x8", "--part", "play", "--count", "5000"]
    command = ["census", *arguments, "--seed", "1", "--json", "--workers", "1", "-o", str(path)]
    with begun([*COMMAND, *command], start_new_session=True) as process:
        assert eventually(lambda: path.exists() and path.read_bytes().count(b"\n"))
        process.send_signal(signal.SIGINT)
        out, error = process.communicate(timeout=DEADLINE)
    assert process.returncode == Code.INTERRUPTED
    record = json.loads(out)
    lines = path.read_bytes().splitlines()
    assert record["is_complete"] is False
    assert 1 <= record["play"]["games"] <= len(lines) <= record["play"]["games"] + 1
    assert [json.loads(line)["number"] for line in lines] == list(range(len(lines)))
    assert error.decode() == f"Stopped; {record['play']['games']} item done.\n"


def test_a_stopped_table_proves_nothing() -> None:
    plan = Plan(DealOrder(GAMES["sight-reduction"], 2, 2), ("table",), seed=1, count=4)
    (part,) = parts_of(plan)
    items = list(part.items())
    assert len(items) > 2
    for item in items:
        found = census_record(plan, [part], is_stopped=True)["table"]
        assert isinstance(found, dict)
        is_last = item is items[-1]
        assert (found["status"], found["reason"]) == ("unknown", "stopped")
        assert (found["deals"] is None, found["positions"]) == (not is_last, None)
        part.take(item, part.work(item, Resources()))
    found = census_record(plan, [part])["table"]
    assert isinstance(found, dict)
    assert (found["status"], found["reason"]) == ("proved", None)


class _DyingPool(Pool):
    """Fails on some items as if their worker had died."""

    def map(self, work: Any, items: Iterable[Item]) -> Generator[tuple[Item, Any]]:
        with closing(super().map(work, items)) as answers:
            for item, answer in answers:
                yield item, Failure(WorkerDied("signal 9")) if item.number == 1 else answer


@pytest.mark.parametrize("part", ["deals", "table", "play"])
def test_the_item_of_a_dead_worker_is_left_open(
    part: str, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    plan = Plan(DealOrder(GAMES["sight-reduction"], 2, 2), (part,), seed=1, count=4)
    parts = parts_of(plan)

    @contextmanager
    def open_pool() -> Generator[Pool]:
        with ThreadPoolExecutor(1) as executor:
            yield _DyingPool(executor, divide(1, 1), 1)

    run = CensusRun(
        parts,
        Output(StandardOutput(), JsonLines(), nullcontext),
        open_pool,
        lambda label, total: RecordProgress(label, False, lambda: total),
    )
    run.through()
    assert run.close(census_record(plan, parts)) == Code.LIMITED
    lines = [json.loads(line) for line in capsysbinary.readouterr().out.splitlines()]
    if part == "play":
        assert lines[1]["outcome"] == "unknown"
        assert (lines[-1]["play"]["games"], lines[-1]["play"]["unknown"]) == (3, 1)
        measure = lines[-1]["play"]["measures"]["Completion"]
        assert measure["low"] < 0.75 < measure["value"] == measure["high"] == 1
    else:
        assert lines[1]["reason"] == "worker died, signal 9"
        found = lines[-1]["deals"] or lines[-1]["table"]["deals"]
        assert found["unknown"]["worker died, signal 9"] >= 1
