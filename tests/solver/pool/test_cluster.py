"""The same work on a Dask cluster: two workers on this machine, one of which is killed."""

import os
import signal
import sys
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any

import pool_work
import pytest
from running import ROOT, finished, run

from solver.pool import cluster
from solver.pool.cluster import Cluster
from solver.pool.ordered import Failure, OrderedMap
from solver.pool.worker import divide

distributed = pytest.importorskip("distributed")

pytestmark = pytest.mark.filterwarnings("default")
GIVEN = [
    "sight-reduction:wb/bw:b",
    "sight-reduction:wbx/bwb:w",
    "sight-reduction+solitaire:wbw/bwb:w",
]


@pytest.fixture(scope="module")
def local() -> Iterator[Any]:
    dask = pytest.importorskip("dask")
    options = {"n_workers": 2, "threads_per_worker": 1, "dashboard_address": None}
    settings = {
        "distributed.scheduler.allowed-failures": 1,
        # The time that a caller waits for the answer of a worker that has just died.
        "distributed.comm.timeouts.connect": "2s",
    }
    with (
        dask.config.set(settings),
        distributed.LocalCluster(**options, silence_logs=False) as found,
    ):
        yield found


def numbers(local: Any) -> list[int]:
    """Return the process numbers of the workers."""
    return [worker.pid for worker in local.workers.values()]


def test_a_killed_worker_loses_nothing(local: Any) -> None:
    pauses = [0.05] * 40
    with Cluster(local.scheduler_address) as executor:
        assert executor.threads == 2
        answers = OrderedMap(executor, pool_work.sleep, divide(1, 1), 8).over(pauses)
        for number, (_, answer) in zip(count(), answers, strict=False):
            assert answer == 0.05
            if number == 5:
                os.kill(numbers(local)[0], signal.SIGKILL)
        assert number == len(pauses) - 1


def test_an_item_that_kills_every_worker_is_the_only_loss(local: Any) -> None:
    with Cluster(local.scheduler_address) as executor:
        answers = OrderedMap(executor, pool_work.die, divide(1, 1), 2)
        items = [(number, None) for number in range(5)]
        found = [answer for _, answer in answers.over(items)]
    assert found[:3] + found[4:] == [0, 1, 2, 4]
    assert isinstance(found[3], Failure)
    assert str(found[3]).startswith("worker died, ")


def test_the_command_gives_the_same_bytes(local: Any) -> None:
    here = run("batch", *GIVEN)
    there = run("batch", "--cluster", local.scheduler_address, *GIVEN)
    assert there.stdout == here.stdout
    assert (there.exit_code, here.exit_code) == (1, 1)


def test_workers_of_a_cluster_know_a_game_of_ones_own(local: Any, tmp_path: Path) -> None:
    script = tmp_path / "ask.py"
    script.write_text(
        "import sys, positions, solver\n"
        "from solver.pool.cluster import Cluster\n"
        "game = positions.load_rules(sys.argv[1])\n"
        "with Cluster(sys.argv[2]) as cluster:\n"
        "    start = positions.parse('kayles:start:4x1')\n"
        "    assert cluster.submit(solver.solve, start).result(60).winner == 'left'\n"
        "    assert cluster.submit(getattr, game, 'title').result(60) == 'Kayles'\n"
    )
    rules = ROOT / "examples" / "kayles.py"
    done = finished([sys.executable, "-P", script, rules, local.scheduler_address])
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize(
    "address", ["", "nonsense", "foo://127.0.0.1:8786", "127.0.0.1", "127.0.0.1:1", "tcp://a:99999"]
)
def test_an_address_without_a_scheduler(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "CONNECT_TIMEOUT", 1)
    result = run("batch", "--cluster", address, *GIVEN)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert len(result.stderr.splitlines()) == 1


def test_without_the_package(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    result = run("batch", "--cluster", "tcp://127.0.0.1:8786", *GIVEN)
    assert result.exit_code == 2
    assert "proofplay[cluster]" in result.stderr
