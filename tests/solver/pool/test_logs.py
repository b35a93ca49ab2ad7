"""Log records of workers: complete lines, each once, with every start method."""

import logging
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pool_work
import pytest
from running import ROOT, environment, finished

from solver.pool.ordered import OrderedMap
from solver.pool.processes import START_METHODS
from solver.pool.worker import divide
from solver.pool.workers import Workers

ITEMS = 60
# A program in which `multiprocessing` itself logs at its most verbose level.
TALKATIVE = """
import logging, multiprocessing, pool_work, sys
from solver.pool.ordered import OrderedMap
from solver.pool.worker import divide
from solver.pool.workers import Workers
if __name__ == "__main__":
    multiprocessing.log_to_stderr(logging.DEBUG)
    logging.basicConfig(filename=sys.argv[2], level=logging.INFO)
    with Workers(4, sys.argv[1]) as workers:
        items = range(int(sys.argv[3]))
        answers = OrderedMap(workers, pool_work.log_and_square, divide(4, 2), 32).over(items)
        print(sum(answer for _, answer in answers))
"""


@pytest.fixture
def log_file(tmp_path: Path) -> Iterator[Path]:
    """Log everything from level INFO to a file, and nowhere else."""
    root = logging.getLogger()
    kept, level = root.handlers, root.level
    handler = logging.FileHandler(tmp_path / "log")
    handler.setFormatter(logging.Formatter("%(levelname)s %(name)s %(message)s"))
    root.handlers = [handler]
    root.setLevel(logging.INFO)
    yield tmp_path / "log"
    handler.close()
    root.handlers = kept
    root.setLevel(level)


def assert_each_once(log: Path, items: int) -> None:
    lines = log.read_text().splitlines()
    found = [re.fullmatch(r"\S+ item (\d+) x{500}", line.partition(" ")[2]) for line in lines]
    numbers = sorted(int(match.group(1)) for match in found if match)
    assert numbers == list(range(items))
    assert "beneath" not in log.read_text()


@pytest.mark.parametrize("method", START_METHODS)
def test_each_record_is_one_line(method: str, log_file: Path) -> None:
    with Workers(4, method) as workers:
        answers = OrderedMap(workers, pool_work.log_and_square, divide(4, 2), 32)
        assert len(list(answers.over(range(ITEMS)))) == ITEMS
    assert_each_once(log_file, ITEMS)
    # The parent still logs, with its own handler.
    logging.getLogger("afterwards").warning("still here")
    assert log_file.read_text().endswith("WARNING afterwards still here\n")


@pytest.mark.parametrize("method", START_METHODS)
def test_a_worker_killed_while_logging_stops_no_other(method: str, log_file: Path) -> None:
    with Workers(3, method) as workers:
        items = [(number, None) for number in range(12)]
        answers = OrderedMap(workers, pool_work.log_and_die, divide(3, 2), 32)
        assert len(list(answers.over(items))) == 12
    assert "worker died, signal 9" in log_file.read_text()


@pytest.mark.parametrize("method", START_METHODS)
def test_a_verbose_library_stops_no_worker(method: str, tmp_path: Path) -> None:
    log = tmp_path / "log"
    result = finished(
        [sys.executable, "-c", TALKATIVE, method, str(log), str(ITEMS)],
        env=environment(PYTHONPATH=str(ROOT / "tests")),
    )
    assert result.returncode == 0
    assert int(result.stdout) == sum(number**2 for number in range(ITEMS))
    assert b"Traceback" not in result.stderr
    lines = [line.partition(":")[2].partition(":")[2] for line in log.read_text().splitlines()]
    assert sorted(lines) == sorted(f"item {n} {'x' * 500}" for n in range(ITEMS))
