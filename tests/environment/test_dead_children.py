"""A child that cannot start, or dies at once, causes one clear error, without a wait.

The program started in place of Python exits at once.
"""

import subprocess
import sys
from pathlib import Path

import pytest
from running import finished
from service_tests import Start

BEGIN = (
    "-c",
    "import multiprocessing; multiprocessing.set_executable('/bin/false')\n"
    "from proofplay.main import main; main()",
)
FULL = "sight-reduction:bwwb/wwbw/bwbb:w"
RUNS = {
    "batch": ("batch", FULL, FULL),
    "generate": ("generate", "--seed", "7", "--size", "3x3", "--count", "3"),
    "census": ("census", "--variant", "solitaire", "--seed", "1", "--size", "3x3"),
}


@pytest.mark.parametrize("method", ["forkserver", "spawn"])
@pytest.mark.parametrize("name", RUNS)
def test_dead_workers(name: str, method: str, tmp_path: Path) -> None:
    arguments = (*RUNS[name], "--workers", "2", "--start-method", method)
    result = run(tmp_path, *arguments)
    assert (result.returncode, result.stdout) == (2, b"")
    (line,) = result.stderr.decode().splitlines()
    assert line.startswith((f"proofplay {name}: a process cannot", f"proofplay {name}: a worker"))


def test_a_dead_typesetter(tmp_path: Path) -> None:
    options = ("--start-method", "fork", "--sheet", "puzzles.pdf")
    result = run(tmp_path, *RUNS["generate"], *options)
    assert result.returncode == 2
    (line,) = result.stderr.decode().splitlines()
    assert "a process cannot be started" in line
    assert not list(tmp_path.iterdir())


def test_a_service_without_workers(start: Start, tmp_path: Path) -> None:
    server = start("--workers", "1", program=[sys.executable, *BEGIN], cwd=tmp_path)
    for _ in range(2):
        answer = server.client.post("/api/solve", json={"position": FULL})
        assert (answer.status_code, list(answer.json())) == (503, ["error"])
    assert server.client.get("/api/health").status_code == 200


def run(folder: Path, *arguments: str) -> "subprocess.CompletedProcess[bytes]":
    return finished([sys.executable, *BEGIN, *arguments], cwd=folder)
