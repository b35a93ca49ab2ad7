"""A solver in a child process: answers, limits, and that nothing is left behind."""

import multiprocessing
import os
import signal
import subprocess
import sys
import textwrap
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import psutil
import pytest
from waiting import DEADLINE, eventually

from solver.engines.sat.process import SLICE, SOLVERS, SatProcess
from solver.interface.engine import Budget, LimitReached, Limits

ROOT = Path(__file__).parents[4]
FAMILIES = pytest.mark.parametrize("family", SOLVERS)


def pigeons(holes: int) -> list[list[int]]:
    """Return clauses that give each of one more pigeons than holes its own hole: hard to refute."""
    pigeon = [[n * holes + hole + 1 for hole in range(holes)] for n in range(holes + 1)]
    two_in_one = [
        [-one[hole], -other[hole]]
        for hole in range(holes)
        for n, one in enumerate(pigeon)
        for other in pigeon[:n]
    ]
    return pigeon + two_in_one


@pytest.fixture(autouse=True)
def _nothing_is_left_behind() -> Iterator[None]:
    yield
    assert multiprocessing.active_children() == []


@FAMILIES
def test_several_questions_in_sequence(family: str) -> None:
    budget = Budget(Limits())
    with SatProcess([[1, 2], [-1, 3]], budget, family) as process:
        assert process.model([1]) == [1, -2, 3] or process.model([1, 2]) == [1, 2, 3]
        assert process.model([1, -3]) is None
        process.add(-2)
        model = process.model()
        assert model is not None
        assert {1, -2, 3} <= set(model)
        process.add(-1)
        assert process.model() is None
        assert process.model() is None
    assert budget.nodes >= 4


@FAMILIES
@pytest.mark.parametrize("clauses", [[[]], [[1], [-1]], pigeons(5)])
def test_refutations(family: str, clauses: list[list[int]]) -> None:
    with SatProcess(clauses, Budget(Limits()), family, with_proof=True) as process:
        assert process.model() is None
        assert process.proof()[-1] == "0"


@FAMILIES
def test_an_empty_formula_has_a_model(family: str) -> None:
    with SatProcess([], Budget(Limits()), family) as process:
        assert process.model() == []


@FAMILIES
@pytest.mark.parametrize("nodes", [1, 100, 5000])
def test_a_node_limit_always_ends_a_solver_at_the_same_conflict(family: str, nodes: int) -> None:
    counts = set()
    for _ in range(2):
        budget = Budget(Limits(nodes=nodes))
        with (
            SatProcess(pigeons(9), budget, family) as process,
            pytest.raises(LimitReached) as limit,
        ):
            process.model()
        assert limit.value.reason == "nodes"
        counts.add(budget.nodes)
    (count,) = counts
    assert nodes <= count < nodes + SLICE


@pytest.mark.parametrize("limits", [Limits(nodes=0), Limits(seconds=0.0)])
def test_without_a_search_no_process_is_started(limits: Limits) -> None:
    with pytest.raises(LimitReached), SatProcess([[1]], Budget(limits)):
        pytest.fail("it was started")


@FAMILIES
def test_a_time_limit_ends_a_solver(family: str) -> None:
    looks: list[float] = []
    budget = Budget(Limits(seconds=0.4), looks.append)
    with (
        SatProcess(pigeons(12), budget, family) as process,
        pytest.raises(LimitReached) as limit,
    ):
        process.model()
    assert limit.value.reason == "time"
    assert len(looks) >= 2


def test_a_memory_limit_ends_a_solver() -> None:
    with (
        SatProcess(pigeons(12), Budget(Limits(memory=1))) as process,
        pytest.raises(LimitReached) as limit,
    ):
        process.model()
    assert limit.value.reason == "memory"


@pytest.mark.parametrize("delay", [0.0, 0.3])
def test_a_killed_child_gives_no_answer(delay: float) -> None:
    with SatProcess(pigeons(12), Budget(Limits())) as process:
        (child,) = multiprocessing.active_children()
        killer = threading.Timer(delay, child.kill)
        killer.start()
        with pytest.raises(LimitReached) as limit:
            process.model()
        killer.join()
    assert limit.value.reason == "memory"


def test_an_error_in_the_child_is_not_a_limit() -> None:
    with SatProcess([], Budget(Limits())) as process, pytest.raises(TypeError):
        process.model(["a"])  # type: ignore[list-item]


def test_a_terminated_child_prints_nothing(capfd: pytest.CaptureFixture[str]) -> None:
    """Whatever its parent does at SIGTERM."""
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    with SatProcess([[1]], Budget(Limits())) as process:
        assert process.model() == [1]
        (child,) = multiprocessing.active_children()
        child.terminate()
        child.join(10)
        with pytest.raises(LimitReached):
            process.model()
    assert capfd.readouterr().err == ""


SOLVES_FOR_EVER = """
    import sys

    sys.path[:0] = {paths!r}
    from solver.interface.engine import Budget, Limits
    from solver.engines.sat.process import SatProcess
    from test_process import pigeons

    if __name__ == "__main__":
        import multiprocessing

        multiprocessing.set_start_method({method!r})
        said = []

        def say(_):
            if not said:
                said.append(True)
                print(multiprocessing.active_children()[0].pid, flush=True)

        try:
            with SatProcess(pigeons(12), Budget(Limits(), say)) as process:
                process.model()
        except KeyboardInterrupt:
            print("interrupted")
"""


def from_terminal(process: "subprocess.Popen[bytes]") -> None:
    """Send Ctrl-C as a terminal does: to the whole process group."""
    os.killpg(process.pid, signal.SIGINT)


def from_system(process: "subprocess.Popen[bytes]") -> None:
    process.kill()


@pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")
@pytest.mark.parametrize("method", ["fork", "spawn", "forkserver"])
@pytest.mark.parametrize(("stop", "said"), [(from_terminal, b"interrupted\n"), (from_system, b"")])
def test_a_child_does_not_outlive_its_parent(
    stop: Callable[["subprocess.Popen[bytes]"], None], said: bytes, method: str, tmp_path: Path
) -> None:
    script = tmp_path / "solves.py"
    paths = [str(ROOT), str(ROOT / "tests"), str(Path(__file__).parent)]
    script.write_text(textwrap.dedent(SOLVES_FOR_EVER.format(paths=paths, method=method)))
    with subprocess.Popen(
        [sys.executable, script],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    ) as parent:
        assert parent.stdout is not None
        child = psutil.Process(int(parent.stdout.readline()))
        stop(parent)
        try:
            rest, complaints = parent.communicate(timeout=DEADLINE)
        finally:
            parent.kill()
    assert (rest, complaints) == (said, b"")
    assert eventually(lambda: not child.is_running() or child.status() == psutil.STATUS_ZOMBIE)
