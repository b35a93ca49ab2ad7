"""The command line, HTTP and Python refuse the same wrong value with the same words."""

from typing import Any

import httpx
import pytest
from running import run

import positions
import solver

POSITION = "nakatta:start:3x3"
HUGE = 2**70
WRONG: list[tuple[str, Any]] = [
    *((name, value) for name in ("nodes", "memory", "playouts", "seed") for value in (-1, HUGE)),
    *(("time", value) for value in (-1, -0.5)),
    *(("threads", value) for value in (0, 1.5)),
    ("engine", "zz"),
    ("estimate", -0.5),
]


def body(name: str, value: object) -> dict[str, Any]:
    """Return the body of a request in which one value is wrong."""
    if name == "estimate":
        return {"estimate": {"seconds": value}}
    if name in ("playouts", "seed"):
        return {"estimate": {"playouts": 5, name: value}}
    return {name: value}


@pytest.mark.parametrize(("name", "value"), WRONG)
def test_all_doors_say_the_same(client: httpx.Client, name: str, value: Any) -> None:
    needed = {"playouts": 5} if name == "seed" else {}
    with pytest.raises(positions.InputError) as caught:
        solver.solve(positions.parse(POSITION), **{**needed, name: value})
    place, _, said = str(caught.value).partition(": ")
    assert place == name
    assert said.startswith(f"found '{value}', expected ")

    options = [f"--{option}={given}" for option, given in {**needed, name: value}.items()]
    printed = run("solve", POSITION, *options)
    assert printed.exit_code == 2
    assert (
        printed.stderr.splitlines()[0] == f"proofplay solve: invalid value for '--{name}': {said}"
    )

    answer = client.post("/api/solve", json={"position": POSITION, **body(name, value)})
    assert answer.status_code == 422
    assert answer.json()["error"].partition(": ")[2] == said
    if name not in ("estimate", "playouts", "seed"):
        answer = client.get(f"/api/position/{POSITION}", params={name: value})
        assert answer.status_code == 422
        assert answer.json()["error"] == f"{name}: {said}"


@pytest.mark.parametrize(
    ("options", "estimate", "arguments", "message"),
    [
        (
            ["--seed=5"],
            {"seed": 5},
            {"seed": 5},
            "seed: found '5', expected none without an estimate or playouts",
        ),
        (
            ["--estimate=1", "--playouts=5"],
            {"seconds": 1, "playouts": 5},
            {"estimate": 1, "playouts": 5},
            "estimate: found seconds and playouts, expected only one of them",
        ),
    ],
)
def test_all_doors_refuse_the_same_combinations(
    client: httpx.Client,
    options: list[str],
    estimate: dict[str, Any],
    arguments: dict[str, Any],
    message: str,
) -> None:
    with pytest.raises(positions.InputError, match=f"^{message}$"):
        solver.solve(positions.parse(POSITION), **arguments)
    assert message in run("solve", POSITION, *options).stderr
    answer = client.post("/api/solve", json={"position": POSITION, "estimate": estimate})
    assert answer.json() == {"error": message}
