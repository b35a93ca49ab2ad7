"""Estimates and the opponent over HTTP."""

import time
from typing import Any

import httpx
import pytest
from service_tests import HARD, Start
from waiting import eventually

from service.api.opponent import OpponentRequest
from service.api.requests import AnalyseRequest, SolveRequest
from service.searching.tasks import PositionTask
from service.settings import Settings
from solver.interface.engine import PlayoutBudget
from solver.opponent import USUAL_SECONDS

LARGE = "nakatta:start:9x9"
EASY = "nakatta:start:3x3"
ALONE = "sight-reduction+solitaire:bwwb/wwbw/bwbb:w"
FEW = {"estimate": {"playouts": 300, "seed": 5}, "nodes": 10}


@pytest.mark.parametrize("path", ["solve", "analyse"])
def test_an_estimate(client: httpx.Client, path: str) -> None:
    body = {"position": LARGE, "wait": 10, **FEW}
    one, other = (client.post(f"/api/{path}", json=body).json() for _ in range(2))
    assert (one["status"], one["result"]) == ("unknown", None)
    assert one["estimate"] == other["estimate"]
    assert one["estimate"]["playouts"] == 300
    assert [move["estimate"] for move in one.get("moves", [])] == [
        move["estimate"] for move in other.get("moves", [])
    ]


def test_seconds(client: httpx.Client) -> None:
    body = {"position": HARD, "time": 0.2, "estimate": {"seconds": 0.2}, "wait": 10}
    began = time.perf_counter()
    answer = client.post("/api/analyse", json=body)
    assert answer.status_code == 200
    assert answer.json()["reason"] == "time"
    assert all(move["estimate"] for move in answer.json()["moves"])
    assert time.perf_counter() - began >= 0.4


def test_a_proved_position_has_no_estimate_and_is_cached(client: httpx.Client) -> None:
    body = {"position": "nakatta:start:4x4", "wait": 10}
    asked = client.post("/api/solve", json={**body, "estimate": {"seconds": 1}}).json()
    assert (asked["status"], asked["estimate"]) == ("proved", None)
    assert client.post("/api/solve", json=body).json() == asked


@pytest.mark.parametrize(
    "estimate",
    [
        {},
        {"playouts": 10, "threads": 1},
        1,
    ],
)
def test_options_that_make_no_sense(client: httpx.Client, estimate: Any) -> None:
    for path in ("solve", "analyse"):
        answer = client.post(f"/api/{path}", json={"position": LARGE, "estimate": estimate})
        assert answer.status_code == 422
        assert "estimate" in answer.json()["error"]


def task_of(settings: Settings, **body: Any) -> PositionTask:
    return SolveRequest(position=LARGE, **body).task(settings)


def test_limits_of_the_search_and_of_the_estimate() -> None:
    settings = Settings(seconds=60)
    both = task_of(settings, estimate={"seconds": 2.0})
    assert (both.limits.seconds, both.question.estimate) == (2, PlayoutBudget(2))
    assert both.seconds == 4
    timed = task_of(settings, estimate={"seconds": 2.0}, time=7.0)
    assert (timed.limits.seconds, timed.seconds) == (7, 9)
    counted = task_of(settings, estimate={"playouts": 50, "seed": 3})
    assert (counted.limits.nodes, counted.limits.seconds) == (500, 30)
    assert counted.question.estimate == PlayoutBudget(30, 50, 3)
    capped = task_of(settings, estimate={"seconds": 1000.0}, time=1000.0)
    assert capped.seconds == 60
    alone = SolveRequest(position=ALONE, estimate={"seconds": 2.0}).task(settings)
    assert (alone.limits.seconds, alone.question.estimate) == (60, None)
    asked = AnalyseRequest(position=LARGE, estimate={"seconds": 2.0}).task(settings)
    assert asked.question.estimate == PlayoutBudget(2)


def test_questions_with_other_estimates_are_other_searches() -> None:
    plain = task_of(Settings())
    tasks = [plain, *(task_of(Settings(), estimate={"playouts": n}, nodes=1) for n in (1, 2))]
    assert len({task.key for task in tasks}) == 1
    assert len({task.cost for task in tasks}) == 3


@pytest.mark.parametrize("level", range(1, 9))
def test_an_opponent_moves(client: httpx.Client, level: int) -> None:
    legal = client.post("/api/moves", json={"position": LARGE}).json()["moves"]
    body = {"position": LARGE, "level": level, "seconds": 0.5, "seed": 3}
    answer = client.post("/api/opponent", json=body)
    assert answer.status_code == 200
    reply = answer.json()
    assert list(reply) == ["position", "level", "move", "proved", "estimate", "seconds"]
    assert (reply["position"], reply["level"], reply["proved"]) == (
        "nakatta:9/9/9/9/9/9/9/9/9:b",
        level,
        False,
    )
    assert reply["move"] in [one["move"] for one in legal]


def test_a_proved_move_says_so(client: httpx.Client) -> None:
    reply = client.post("/api/opponent", json={"position": EASY}).json()
    assert (reply["level"], reply["proved"], reply["estimate"]) == (8, True, None)
    moves = client.post("/api/analyse", json={"position": EASY, "wait": 10}).json()["moves"]
    assert reply["move"] in [one["move"] for one in moves if one["best"]]


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ({"position": ALONE}, "a two-player game"),
        ({"position": "sight-reduction:wbw/b1b/wbw:w"}, "over"),
        ({"position": EASY, "level": 0}, "level"),
        ({"position": EASY, "level": 9}, "level"),
        ({"position": EASY, "seconds": 21}, "seconds"),
        ({"position": EASY, "seconds": -1}, "seconds"),
        ({"position": "nakatta:bb/bb:w"}, ""),
        ({"level": 3}, "position"),
    ],
)
def test_bad_requests_to_an_opponent_are_refused(
    client: httpx.Client, body: dict[str, Any], said: str
) -> None:
    answer = client.post("/api/opponent", json=body)
    assert answer.status_code == 422
    assert said in answer.json()["error"]


def test_an_opponents_move_can_be_a_job_and_given_up(client: httpx.Client) -> None:
    body = {"position": LARGE, "seconds": 20, "wait": 0}
    answer = client.post("/api/opponent", json=body)
    assert answer.status_code == 202
    path = answer.headers["Location"]
    client.delete(path)
    assert eventually(lambda: client.get(path).json()["state"] == "stopped")


def test_the_time_of_an_opponent() -> None:
    asked = OpponentRequest(position=LARGE)
    assert asked.task(Settings()).limits.seconds == USUAL_SECONDS
    assert asked.task(Settings(seconds=1)).limits.seconds == 1
    assert asked.waits > asked.seconds
    assert asked.task(Settings()).key != asked.task(Settings()).key


def test_an_opponent_is_refused_if_there_is_no_room(start: Start) -> None:
    server = start("--workers", "1", "--per-client", "1")
    body = {"position": LARGE, "seconds": 10, "wait": 0}
    assert server.client.post("/api/opponent", json=body).status_code == 202
    assert server.client.post("/api/opponent", json=body).status_code == 429
