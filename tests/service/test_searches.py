"""Searches over HTTP: shared by clients with the same question, and stopped if none are left."""

import json
import socket
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx
import pytest
from service_tests import HARD, HARDER, Server, Start, without_costs
from waiting import eventually

from positions.text import parse_position
from service.searching.tasks import PositionTask, work
from solver import Limits, Question


def figure(client: httpx.Client, name: str) -> float:
    """Return the value of a metric."""
    lines = client.get("/metrics").text.splitlines()
    return float(next(line.split()[-1] for line in lines if line.startswith(name + " ")))


def running(client: httpx.Client) -> float:
    return figure(client, 'proofplay_searches_now{state="running"}')


def is_idle(server: Server) -> bool:
    """Return whether the server's processes do nothing for a moment."""
    everybody = [server.own, *server.own.children(recursive=True)]
    before = sum(sum(process.cpu_times()[:2]) for process in everybody)
    time.sleep(0.3)
    return sum(sum(process.cpu_times()[:2]) for process in everybody) - before < 0.08


def ask(client: httpx.Client, position: str, wait: float = 0) -> httpx.Response:
    return client.post("/api/solve", json={"position": position, "wait": wait})


def test_a_long_answer_is_a_job(server: Server) -> None:
    client = server.client
    answer = ask(client, HARD)
    assert answer.status_code == 202
    path = answer.headers["location"]
    assert path == answer.json()["links"]["self"]
    assert eventually(lambda: client.get(path).json()["nodes"] > 0)
    assert client.get(path).json()["state"] == "running"
    first, second = (client.delete(path).json() for _ in range(2))
    assert (first["state"], second["state"]) == ("stopped", "stopped")
    assert eventually(lambda: is_idle(server))
    assert client.get(path).json()["result"] is None
    assert running(client) == 0


def test_a_job_reaches_its_end(client: httpx.Client) -> None:
    answer = ask(client, "nakatta:start:5x5")
    assert answer.status_code == 202
    path = answer.headers["location"]
    with client.stream("GET", f"{path}/events") as events:
        assert events.headers["content-type"].startswith("text/event-stream")
        lines = [line for line in events.iter_lines() if line.startswith(("event:", "data:"))]
    assert lines[-2] == "event: done"
    result = json.loads(lines[-1].removeprefix("data: "))["result"]
    assert result["status"] == "proved"
    assert client.get(path).json()["result"] == result
    assert client.delete(path).json()["state"] == "done"
    assert ask(client, "nakatta:start:5x5").json() == result


def events_of(client: httpx.Client, path: str) -> list[tuple[str, Any]]:
    """Return all events of a job by name, with their data."""
    with client.stream("GET", f"{path}/events") as events:
        lines = [line.partition(": ") for line in events.iter_lines()]
    names = [value for name, _, value in lines if name == "event"]
    data = [json.loads(value) for name, _, value in lines if name == "data"]
    return list(zip(names, data, strict=True))


def test_moves_are_sent_as_soon_as_they_are_valued(client: httpx.Client) -> None:
    body = {"position": "nakatta:start:5x5", "wait": 0}
    path = client.post("/api/analyse", json=body).headers["location"]
    *before, (state, job) = events_of(client, path)
    final = {move["move"]: move for move in job["result"]["moves"]}
    told = [moves for name, moves in before if name == "moves"]
    assert state == "done"
    assert told[-1] == job["result"]["moves"]
    for moves in told:
        valued = [move for move in moves if move["result"] is not None]
        assert valued
        assert len(moves) == len(final)
        for move in valued:
            same = final[move["move"]]
            assert move == (same if len(valued) == len(moves) else same | {"best": None})
    # A late or returning listener gets everything known so far.
    assert events_of(client, path) == [("moves", told[-1]), (state, job)]


def test_the_head_of_events_has_an_end(client: httpx.Client) -> None:
    path = ask(client, HARD).headers["location"]
    head = client.head(f"{path}/events")
    assert (head.status_code, head.content) == (200, b"")
    assert head.headers["content-type"].startswith("text/event-stream")
    client.delete(path)


def test_events_of_a_running_job(client: httpx.Client) -> None:
    path = ask(client, HARD).headers["location"]
    with client.stream("GET", f"{path}/events") as events:
        line = next(line for line in events.iter_lines() if line.startswith("data:"))
    job = json.loads(line.removeprefix("data: "))
    assert (job["state"], job["result"]) in [("running", None), ("waiting", None)]
    # The listener has left, and no one else asks.
    assert eventually(lambda: running(client) == 0)


def test_the_same_question_from_many_clients_needs_one_search(client: httpx.Client) -> None:
    before = figure(client, "proofplay_searches_total")
    with ThreadPoolExecutor(20) as threads:
        answers = list(
            threads.map(lambda _: ask(client, "manhattan:brbr/r2b/b2r/rbrb:b", 10), range(20))
        )
    assert {answer.status_code for answer in answers} == {200}
    assert len({answer.text for answer in answers}) == 1
    assert figure(client, "proofplay_searches_total") == before + 1


def leave(server: Server, position: str, other: Callable[[], None] = lambda: None) -> None:
    """Ask; when the search runs, do something else, and then close the connection."""
    body = json.dumps({"position": position, "wait": 10}).encode()
    head = "POST /api/solve HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    address = server.client.base_url.host, server.client.base_url.port
    with socket.create_connection(address) as line:
        line.sendall(f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body)
        assert eventually(lambda: running(server.client) == 1)
        other()


def test_a_client_that_leaves_stops_its_search(server: Server) -> None:
    leave(server, HARD)
    assert eventually(lambda: running(server.client) == 0)
    assert eventually(lambda: is_idle(server))


def test_a_search_continues_for_another_client(server: Server) -> None:
    before = figure(server.client, "proofplay_searches_total")
    paths: list[str] = []
    leave(server, HARD, lambda: paths.append(ask(server.client, HARD).headers["location"]))
    time.sleep(1)
    assert server.client.get(paths[0]).json()["state"] == "running"
    assert figure(server.client, "proofplay_searches_total") == before + 1
    server.client.delete(paths[0])
    assert eventually(lambda: running(server.client) == 0)


def test_giving_up_a_job_does_not_affect_others(client: httpx.Client) -> None:
    mine, yours = (ask(client, HARD).headers["location"] for _ in range(2))
    assert client.delete(mine).json()["state"] == "stopped"
    time.sleep(0.5)
    assert client.get(yours).json()["state"] == "running"
    client.delete(yours)


def test_others_are_answered_meanwhile(server: Server) -> None:
    client = server.client
    jobs = [ask(client, HARD).headers["location"]]
    for position in ("marvin:start:3x3", "nakatta:start:4x4", "manhattan:r2r/2b1/1b2/4:r"):
        assert client.get("/api/health").status_code == 200
        answer = ask(client, position, 10)
        assert answer.status_code == 200
        assert position.startswith(answer.json()["game"])
    jobs += [ask(client, position).headers["location"] for position in (HARDER, "marvin:start:3x4")]
    assert eventually(lambda: running(client) == 2)
    assert client.get("/api/health").status_code == 200
    assert client.get(jobs[2]).json()["state"] == "waiting"
    # The waiting one is stopped first: otherwise it would begin when another stops.
    assert {client.delete(path).json()["state"] for path in reversed(jobs)} == {"stopped"}


def test_the_operators_caps_take_precedence(start: Start) -> None:
    client = start("--workers", "1", "--queue", "0", "--time", "1").client
    job = ask(client, HARD)
    refused = ask(client, HARDER)
    assert (job.status_code, refused.status_code) == (202, 429)
    assert int(refused.headers["retry-after"]) > 0
    assert "expected fewer" in refused.json()["error"]
    same = ask(client, HARD)
    assert same.status_code == 202
    for one in (job, same):
        client.delete(one.headers["location"])
    for asked in ({"time": 1e9}, {"time": 1e308, "memory": (1 << 53) - 1}):
        answer = client.post("/api/analyse", json={"position": HARDER, "wait": 10, **asked})
        assert (answer.json()["status"], answer.json()["reason"]) == ("unknown", "time")


def test_open_answers_are_not_cached(client: httpx.Client) -> None:
    body = {"position": "manhattan:r2b/4/4/b2r:r", "wait": 10}
    for limit in ({"nodes": 0}, {"time": 0}, {"nodes": 2}):
        assert client.post("/api/solve", json={**body, **limit}).json()["status"] == "unknown"
    assert client.post("/api/solve", json=body).json()["status"] == "proved"


def test_answers_with_details_left_out_are_not_cached(client: httpx.Client) -> None:
    asked = {"position": "sight-reduction+solitaire:wbbw/bwwb/bwbw/wbwb:w", "wait": 10}
    short = client.post("/api/analyse", json=asked | {"nodes": 2000}).json()
    assert short["status"] == "proved"
    assert "solutions" not in short
    assert "solutions" in client.post("/api/analyse", json=asked).json()
    over = {"position": "sight-reduction:w1/1w:b", "wait": 10}
    for path in ("solve", "analyse"):
        brief = client.post(f"/api/{path}", json=over | {"nodes": 0}).json()
        whole = client.post(f"/api/{path}", json=over).json()
        assert (brief["status"], whole["value"]) == ("proved", "0")


@pytest.mark.parametrize("path", ["solve", "analyse"])
@pytest.mark.parametrize(
    "position",
    [
        "nakatta:www/3/bbb:b",
        "manhattan:1b2/2rr/b3/4:b",
        "marvin:WRR/WRW/WWW:r",
        "minelayers:xxx1/xxBx/xx1x/1xAx:A:first=A",
        "sight-reduction:1w1b/2bw/b3:b",
        "sight-reduction+solitaire:wbwb/b2w/2b1:b",
    ],
)
def test_a_finished_game_needs_no_worker(position: str, path: str) -> None:
    """The answer is that of a worker, apart from what it cost."""
    question = Question(path)
    task = PositionTask(parse_position(position), question, Limits(None, 60.0, 256, 1))
    asked = without_costs(json.loads(work(task, 64, 1).json))
    reply = task.answer_finished()
    if path == "analyse" and "solitaire" in position:
        assert reply is None
    else:
        assert reply is not None
        assert without_costs(json.loads(reply.json)) == asked


def test_finished_games_are_answered_while_all_workers_are_busy(start: Start) -> None:
    server = start("--workers", "1")
    client = server.client
    assert ask(client, "manhattan:rr/bb:r").json()["status"] == "proved"
    assert not server.own.children()
    job = ask(client, HARD).headers["location"]
    assert ask(client, "manhattan:rr/bb:r").json()["status"] == "proved"
    client.delete(job)
