"""Requests over HTTP, and how they are answered or refused."""

import json
from typing import Any

import httpx
import pytest
from running import run
from service_tests import without_costs

from positions.games import GAMES
from service.api.requests import AnalyseRequest, AnnotateRequest, SolveRequest
from service.settings import Settings

FEW = "sight-reduction:bwwb/wwbw/bwbb:w"
DEAD = "sight-reduction+solitaire:wbwb/bwbw/wwbb:w"
QUESTIONS = [
    ("solve", [], {"position": FEW}),
    ("solve", ["--distance"], {"position": "nakatta+pie:start:3x3", "distance": True}),
    ("solve", ["--solutions"], {"position": DEAD, "count": True}),
    ("solve", ["--engine", "sat"], {"position": DEAD, "engine": "sat"}),
    ("solve", ["--nodes", "0"], {"position": "marvin:start:3x4", "nodes": 0}),
    ("solve", [], {"position": "manhattan:rr/bb:r"}),
    ("analyse", [], {"position": FEW}),
    ("analyse", ["--fair"], {"position": FEW, "fair": True}),
    ("analyse", ["--par"], {"position": DEAD, "par": True}),
    ("analyse", [], {"position": "marvin:start:3x3"}),
]


@pytest.mark.parametrize(("command", "options", "body"), QUESTIONS)
def test_answers_are_those_of_the_command(
    client: httpx.Client, command: str, options: list[str], body: dict[str, Any]
) -> None:
    answer = client.post(f"/api/{command}", json={**body, "wait": 10})
    assert answer.status_code == 200
    printed = run(command, body["position"], "--json", "--threads", "1", *options).stdout
    assert list(answer.json()) == list(json.loads(printed))
    assert without_costs(answer.json()) == without_costs(json.loads(printed))


def test_a_position_in_the_path(client: httpx.Client) -> None:
    for position in (
        "sight-reduction+solitaire:wbwb/bwbw/wwbb:w:keep=a1,d3",
        "minelayers:2B1/4/A3:A:first=B",
        "nakatta+pie:start:3x3",
    ):
        in_path = client.get(f"/api/position/{position}", params={"wait": "10"})
        in_body = client.post("/api/analyse", json={"position": position, "wait": 10})
        assert (in_path.status_code, in_body.status_code) == (200, 200)
        assert in_path.json() == in_body.json()


def test_the_games(client: httpx.Client) -> None:
    games = client.get("/api/games").json()
    assert [game["game"] for game in games] == list(GAMES)
    assert games == [json.loads(line) for line in run("games", "--json").stdout.splitlines()]


def test_health_and_metrics(client: httpx.Client) -> None:
    health = client.get("/api/health").json()
    assert health["status"] == "ok"
    assert (health["limits"]["time"], health["limits"]["threads"]) == (60, 1)
    assert (
        'proofplay_requests_total{method="GET",route="/api/health"' in client.get("/metrics").text
    )


def test_moves_are_played(client: httpx.Client) -> None:
    body = {"position": "nakatta+pie:start:3x3", "moves": ["B2", "swap", "a1"]}
    after = client.post("/api/moves", json=body).json()
    assert after["position"] == "nakatta:3/1b1/w2:b"
    assert [(one["player"], one["move"]) for one in after["played"]] == [
        ("black", "b2"),
        ("white", "swap"),
        ("white", "a1"),
    ]
    assert after["played"][0]["effects"] == [{"what": "placed", "squares": ["b2"]}]
    assert after["outcome"] is None
    assert "pass" not in [move["move"] for move in after["moves"]]


def test_a_finished_game_has_an_outcome(client: httpx.Client) -> None:
    after = client.post("/api/moves", json={"position": "manhattan:rr/bb:r"}).json()
    assert after["moves"] == []
    assert set(after["outcome"]) == {"winner", "score", "solved"}


def test_a_deal_is_that_of_the_command(client: httpx.Client) -> None:
    body = {"game": "sight-reduction", "variants": ["solitaire"], "size": "4x4", "seed": 7}
    dealt = client.post("/api/deal", json=body).json()
    printed = run("deal", "--variant", "solitaire", "--size", "4x4", "--seed", "7").stdout
    assert dealt == {"position": printed.strip(), "seed": 7}
    fresh = client.post("/api/deal", json={}).json()
    again = client.post("/api/deal", json={"seed": fresh["seed"]}).json()
    assert fresh == again


def test_a_game_is_annotated(client: httpx.Client) -> None:
    record = f'[Position "{FEW}"]\n\n1. b1 a1\n'
    answer = client.post("/api/annotate", json={"record": record, "wait": 10}).json()
    printed = json.loads(run("annotate", "-", "--json", given=record).stdout)
    assert without_costs(answer) == without_costs(printed)


def test_the_time_limit_is_for_a_whole_game(client: httpx.Client) -> None:
    record = '[Position "marvin:start:7x7"]\n\n1. a1 c3 2. e5 g7\n'
    answer = client.post("/api/annotate", json={"record": record, "time": 0.6, "wait": 10})
    assert answer.status_code == 200
    assert answer.json()["status"] == "unknown"
    assert [move["reason"] for move in answer.json()["moves"]] == ["time"] * 4


def test_large_boards_are_refused_in_games_too(client: httpx.Client) -> None:
    record = '[Position "marvin:start:26x26"]\n\n1. a1\n'
    answer = client.post("/api/annotate", json={"record": record, "wait": 10})
    assert answer.status_code == 422
    assert answer.json()["error"].startswith("found a board of 676 squares")


BAD_POSITIONS = [
    "",
    "chess:8/8:w",
    "sight-reduction:bw/w:w",
    "sight-reduction:bw/wb:x",
    "../../etc/passwd",
    "/etc/passwd:1:w",
    "manhattan:start:26x26",
    "9" * 900,
    "manhattan:<img src=x onerror=alert(1)>:r",
]


@pytest.mark.parametrize("position", BAD_POSITIONS)
@pytest.mark.parametrize("path", ["solve", "analyse", "moves"])
def test_bad_positions_are_refused(client: httpx.Client, path: str, position: str) -> None:
    answer = client.post(f"/api/{path}", json={"position": position})
    assert (answer.status_code, answer.headers["content-type"]) == (422, "application/json")
    message = answer.json()["error"]
    assert "\n" not in message
    if ":" in position and "26x26" not in position:
        printed = json.loads(run("solve", "--json", position, FEW).stdout.splitlines()[0])
        assert printed["error"] == message


@pytest.mark.parametrize(
    ("body", "says"),
    [
        ({}, "found no 'position', expected it"),
        ({"position": 5}, "position: found '5', expected a string"),
        ({"position": FEW, "tiem": 1}, "found 'tiem', expected a known name"),
        ({"position": FEW, "nodes": "10"}, "nodes: found"),
        ({"position": FEW, "nodes": True}, "nodes: found 'true'"),
        ({"position": FEW, "wait": 1e9}, "wait: found"),
        ({"position": "sight-reduction:" + "/".join(["wbwbwb"] * 6) + ":w", "engine": "retrograde"},
         "engine: retrograde takes up to 32 pieces, not 36"),
        ([], "found '[]', expected an object"),
        (dict.fromkeys(map(str, range(101)), 1), 'found \'{"0": 1, "1": 1,'),
    ],
)  # fmt: skip
def test_bad_requests_get_a_reason(client: httpx.Client, body: Any, says: str) -> None:
    answer = client.post("/api/solve", json=body)
    assert answer.status_code == 422
    assert answer.json()["error"].startswith(says)


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"{",
        b'{"position":"x","time":NaN}',
        b'{"position":"x","time":Infinity}',
        b'{"position":"x","time":1e400}',
        b"[" * 50_000,
        b'{"a":' * 10_000,
        b"\xff\xfe",
        b'{"position":"\\ud800"}',
    ],
)
def test_a_body_that_is_not_json_is_refused(client: httpx.Client, content: bytes) -> None:
    answer = client.post(
        "/api/solve", content=content, headers={"Content-Type": "application/json"}
    )
    assert answer.status_code in (400, 422)
    assert set(answer.json()) == {"error"}


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", None])
@pytest.mark.parametrize("path", ["solve", "analyse", "moves", "puzzle", "records/write"])
def test_only_json_is_read(client: httpx.Client, path: str, kind: str | None) -> None:
    """A form on another site could send plain text without a preflight request."""
    body = json.dumps({"position": FEW}).encode()
    headers = {} if kind is None else {"Content-Type": kind}
    answer = client.post(f"/api/{path}", content=body, headers=headers)
    found = "no Content-Type" if kind is None else f"Content-Type '{kind}'"
    expected = "expected Content-Type 'application/json' and a body in JSON"
    assert (answer.status_code, answer.json()) == (415, {"error": f"found {found}, {expected}"})


def test_illegal_moves_are_refused_by_their_rule(client: httpx.Client) -> None:
    answer = client.post("/api/moves", json={"position": FEW, "moves": ["a1", "a1"]})
    assert answer.status_code == 422
    printed = run("moves", FEW, "--play", "a1 a1").stderr
    assert printed.endswith(f"the position: {answer.json()['error']}\n")


@pytest.mark.parametrize("method", ["GET", "POST", "PUT", "DELETE", "HEAD", "OPTIONS"])
@pytest.mark.parametrize(
    "path", ["/api", "/api/", "/api/x", "/api/jobs/x/y", "/nothing", "/api/health/"]
)
def test_unknown_paths(client: httpx.Client, method: str, path: str) -> None:
    answer = client.request(method, path)
    assert answer.status_code == 404
    if method != "HEAD":
        assert set(answer.json()) == {"error"}


@pytest.mark.parametrize(
    ("method", "path", "allowed"),
    [
        ("GET", "/api/solve", "POST"),
        ("HEAD", "/api/solve", "POST"),
        ("POST", "/api/health", "GET, HEAD"),
        ("OPTIONS", "/api/games", "GET, HEAD"),
        ("PUT", "/metrics", "GET, HEAD"),
        ("PATCH", "/api/jobs/x", "GET, HEAD, DELETE"),
        ("BREW", "/api/openapi.json", "GET, HEAD"),
        ("POST", "/", "GET, HEAD"),
        ("POST", "/index.html", "GET, HEAD"),
    ],
)
def test_other_methods(client: httpx.Client, method: str, path: str, allowed: str) -> None:
    answer = client.request(method, path)
    assert (answer.status_code, answer.headers["allow"]) == (405, allowed)
    assert answer.headers["content-type"] == "application/json"
    if method != "HEAD":
        assert answer.json()["error"].startswith(
            f"found method '{method}', expected '{allowed[:3]}"
        )


def test_head_is_answered_like_get(client: httpx.Client) -> None:
    described = client.get("/api/openapi.json").json()["paths"]
    paths = [
        path
        for path, methods in described.items()
        if "get" in methods
        and "{" not in path
        and not any(one.get("required") for one in methods["get"].get("parameters", ()))
    ]
    paths += [f"/api/picture.{form}?position={FEW}" for form in ("svg", "png")]
    paths += ["/", "/index.html", "/js/app.js", "/api/openapi.json", f"/api/position/{FEW}"]
    assert len(paths) >= 9
    for path in paths:
        got, head = client.get(path), client.head(path)
        assert (got.status_code, head.status_code, head.content) == (200, 200, b""), path
        # The date may differ, and the length of metrics.
        volatile = {"date", "content-length"} if path == "/metrics" else {"date"}
        assert {*got.headers} == {*head.headers}
        assert not [n for n in {*got.headers} - volatile if got.headers[n] != head.headers[n]]


@pytest.mark.parametrize("name", ["../x", "..%2fx", "x" * 300, "%00"])
def test_unknown_jobs(client: httpx.Client, name: str) -> None:
    assert client.get(f"/api/jobs/{name}").status_code == 404
    assert client.delete(f"/api/jobs/{name}").status_code == 404
    assert client.get(f"/api/jobs/{name}/events").status_code == 404


@pytest.mark.parametrize(
    ("asked", "given"), [({}, 2), ({"threads": 1}, 1), ({"threads": 99}, 2), ({"threads": 2}, 2)]
)
def test_the_service_caps_threads(asked: dict[str, Any], given: int) -> None:
    settings = Settings(threads=2)
    for request in (
        SolveRequest(position=FEW, **asked),
        AnalyseRequest(position=FEW, **asked),
        AnnotateRequest(record="", **asked),
    ):
        assert request.limits(settings).threads == given
