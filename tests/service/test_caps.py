"""Limits and attacks: endless bodies, paths out of the folder, pages from other sites."""

import asyncio
import json
import socket

import httpx
import psutil
import pytest
from service_tests import Server, Start
from starlette.exceptions import HTTPException
from starlette.types import Message, Receive, Scope, Send
from waiting import DEADLINE

from service.app import create_app
from service.middleware import Bodies
from service.settings import Settings
from solver.pool import workers
from solver.pool.processes import NotStarted

HEAD = "POST /api/solve HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
CHUNK = b"10000\r\n" + b" " * 0x10000 + b"\r\n"


def connection(server: Server) -> socket.socket:
    address = server.client.base_url
    return socket.create_connection((address.host, address.port), timeout=DEADLINE)


def test_an_endless_body_is_cut_off(server: Server) -> None:
    before = server.own.memory_info().rss
    with connection(server) as line:
        line.sendall(f"{HEAD}Transfer-Encoding: chunked\r\n\r\n".encode())
        try:
            for _ in range(800):
                line.sendall(CHUNK)
        except OSError:
            pass  # the server has closed the connection
        else:
            assert line.recv(20).startswith(b"HTTP/1.1 413")
    assert server.own.memory_info().rss - before < 20 << 20


def test_a_body_larger_than_announced_is_cut_off(server: Server) -> None:
    with connection(server) as line:
        line.sendall(f"{HEAD}Content-Length: 9\r\nTransfer-Encoding: chunked\r\n\r\n".encode())
        line.sendall(CHUNK + CHUNK)
        assert line.recv(20).split()[1] in (b"400", b"413")


def test_a_body_announced_as_too_large_is_not_read(server: Server) -> None:
    with connection(server) as line:
        line.sendall(f"{HEAD}Content-Length: 50000000\r\n\r\n".encode())
        assert line.recv(20).startswith(b"HTTP/1.1 413")


def test_a_body_that_arrives_too_slowly_is_given_up() -> None:
    async def read(scope: Scope, receive: Receive, send: Send) -> None:
        while (await receive())["more_body"]:
            pass

    async def drip() -> Message:
        await asyncio.sleep(0.01)
        return {"type": "http.request", "body": b" ", "more_body": True}

    async def nothing(message: Message) -> None:
        pass

    bodies = Bodies(read, size=10_000, seconds=0.1)
    with pytest.raises(HTTPException) as refused:
        asyncio.run(bodies({"type": "http", "headers": []}, drip, nothing))
    assert refused.value.status_code == 408


GET = b"GET /api/health HTTP/1.1\r\nHost: localhost\r\n"
POST = HEAD.encode()


@pytest.mark.parametrize(
    ("request_", "status", "why"),
    [
        (b"GARBAGE\r\n\r\n", 400, "illegal request line"),
        (b"\x16\x03\x01\x02\r\n\r\n", 400, "illegal request line"),
        (b"GET / HTTP/1.1\r\n\r\n", 400, "Missing mandatory Host"),
        (GET + b"X: " + b"x" * 70_000, 431, "Receive buffer too long"),
        (GET + b"X\r\n\r\n", 400, "illegal header line"),
        (POST + b"Transfer-Encoding: gzip\r\n\r\n", 501, "Only Transfer-Encoding"),
        (POST + b"Transfer-Encoding: chunked\r\n\r\nZZ\r\n", 400, "illegal chunk header"),
    ],
)
def test_an_invalid_request_is_refused_in_json(
    server: Server, request_: bytes, status: int, why: str
) -> None:
    with connection(server) as line:
        line.sendall(request_)
        head, _, body = b"".join(iter(lambda: line.recv(65536), b"")).partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 %d " % status)
    assert b"content-type: application/json" in head
    assert b"default-src 'none'" in head
    (error,) = json.loads(body).values()
    assert error.startswith(f"found no readable HTTP request: {why}")
    assert "b'" not in error


def test_invalid_data_during_an_answer_closes_the_connection(server: Server) -> None:
    """It can no longer be refused, and is not an internal error."""
    with connection(server) as line:
        line.sendall(POST + b"Transfer-Encoding: chunked\r\n\r\n")
        line.sendall(b"2\r\n{}\r\nZZ\r\n")
        answer = b"".join(iter(lambda: line.recv(65536), b""))
    assert answer.split()[1] in (b"400", b"422")
    assert server.client.get("/api/health").status_code == 200


def ask_app(
    path: str, settings: Settings | None = None, excess: str | None = None, **headers: str
) -> httpx.Response:
    """Ask an application in this process; `excess` says that there are too many connections."""

    async def ask() -> httpx.Response:
        app = create_app(settings or Settings(), lambda client: excess)

        @app.get("/api/fault")
        async def fault() -> None:
            raise RuntimeError("a secret")

        transport = httpx.ASGITransport(app, raise_app_exceptions=False)
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
            return await client.get(path, headers=headers)

    return asyncio.run(ask())


def test_connections_beyond_the_limit_are_refused() -> None:
    settings = Settings(origins=("https://friend.example",))
    for path in ("/api/health", "/", "/nothing"):
        answer = ask_app(path, settings, "found too many", Origin="https://friend.example")
        assert (answer.status_code, answer.headers["content-type"]) == (503, "application/json")
        assert answer.json() == {"error": "found too many"}
        assert int(answer.headers["retry-after"]) > 0
        assert answer.headers["connection"] == "close"
        assert answer.headers["access-control-allow-origin"] == "https://friend.example"


def test_bodies_up_to_the_cap_are_read(client: httpx.Client) -> None:
    for size, status in ((65_000, 422), (66_000, 413)):
        answer = client.post("/api/annotate", json={"record": "x" * size, "wait": 10})
        assert (answer.status_code, list(answer.json())) == (status, ["error"]), size


@pytest.mark.parametrize(
    "path",
    [
        "/..%2f..%2fetc/passwd",
        "/static/..%2f..%2fetc/passwd",
        "/static//etc/passwd",
        "//etc/passwd",
        "/static/C:%5cx",
        "/../app.py",
        "/%2e%2e/app.py",
        "/..%5capp.py",
        "/static-old/x",
        "/index.html%00",
        "/" + "x" * 5000,
        "/__init__.py",
        "/api/position/..%2f..%2fetc%2fpasswd",
        "/api/position/%2fetc%2fhostname",
    ],
)
def test_no_other_file_is_served(server: Server, path: str) -> None:
    with connection(server) as line:
        line.sendall(
            f"GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".encode()
        )
        answer = b"".join(iter(lambda: line.recv(65536), b""))
    assert answer.split()[1] in (b"404", b"422")
    assert b"root:" not in answer


def test_the_page_and_its_policy(client: httpx.Client) -> None:
    page = client.get("/")
    assert (page.status_code, page.headers["content-type"]) == (200, "text/html; charset=utf-8")
    for answer in (
        page,
        client.get("/api/games"),
        client.get("/nothing"),
        client.post("/api/solve"),
    ):
        headers = answer.headers
        assert "default-src 'none'" in headers["content-security-policy"]
        assert "frame-ancestors 'none'" in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["cache-control"] == "no-cache"
        assert headers["referrer-policy"] == "no-referrer"
        assert "server" not in headers


def test_only_the_page_for_embedding_may_be_framed(client: httpx.Client) -> None:
    page = client.get("/embed", params={"position": "nakatta:start:3x3"})
    assert (page.status_code, page.headers["content-type"]) == (200, "text/html; charset=utf-8")
    policy = page.headers["content-security-policy"]
    assert policy.endswith("frame-ancestors *")
    assert "x-frame-options" not in page.headers
    assert "script-src 'self'" in policy
    for path in ("/", "/embed.html", "/index.html", "/api/picture.svg?position=x", "/api/embed"):
        headers = client.get(path).headers
        assert "frame-ancestors 'none'" in headers["content-security-policy"]
        assert headers["x-frame-options"] == "DENY"


def test_an_internal_error_is_reported_like_a_refusal() -> None:
    answer = ask_app("/api/fault")
    assert (answer.status_code, list(answer.json())) == (500, ["error"])
    assert "secret" not in answer.text
    assert "default-src 'none'" in answer.headers["content-security-policy"]


def test_a_worker_that_cannot_start_is_reported_and_others_continue(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def refuse(*args: object) -> None:
        raise NotStarted("a process cannot be started: too many open files")

    async def story() -> None:
        app = create_app(Settings())
        asked = {"position": "nakatta:start:2x2", "wait": 10}
        transport = httpx.ASGITransport(app)
        async with (
            app.router.lifespan_context(app),
            httpx.AsyncClient(transport=transport, base_url="http://localhost") as client,
        ):
            with monkeypatch.context() as patched:
                patched.setattr(workers, "start", refuse)
                refused = await client.post("/api/solve", json=asked)
                assert refused.status_code == 503
                assert refused.json()["error"].endswith(": too many open files")
                assert int(refused.headers["retry-after"]) > 0
                assert (await client.get("/api/health")).status_code == 200
            assert (await client.post("/api/solve", json=asked)).status_code == 200

    asyncio.run(story())


def test_quoted_input_is_harmless(client: httpx.Client) -> None:
    script = "<script>alert(1)</script>"
    answer = client.get(f"/api/position/{script}")
    assert answer.status_code == 422
    assert answer.headers["content-type"] == "application/json"
    assert client.post("/api/deal", json={"variants": [script]}).status_code == 422


def test_other_sites_cannot_read_answers(client: httpx.Client) -> None:
    for origin in ("https://example.com", "null"):
        headers = {"Origin": origin, "Access-Control-Request-Method": "POST"}
        for answer in (
            client.get("/api/health", headers=headers),
            client.options("/api/solve", headers=headers),
            client.post("/api/solve", headers=headers, content=b"x"),
        ):
            assert not [name for name in answer.headers if name.startswith("access-control")]


def test_only_requests_to_this_machines_names_are_answered(client: httpx.Client) -> None:
    """Another site could use a name of its own that points here."""
    refused = client.get("/api/health", headers={"Host": "evil.example"})
    assert (refused.status_code, refused.json()) == (400, {"error": "Invalid host header"})
    for host in ("localhost:1", "127.0.0.1", "[::1]:8000"):
        assert client.get("/api/health", headers={"Host": host}).status_code == 200


@pytest.mark.parametrize("method", ["GET", "HEAD"])
def test_another_site_cannot_begin_a_search(
    client: httpx.Client, server: Server, method: str
) -> None:
    """A page may show a picture from anywhere, and need not see it."""
    begun = "proofplay_searches_total"
    before = [line for line in client.get("/metrics").text.splitlines() if begun in line]
    for path in ("/api/position/nakatta:start:9x9?wait=0", "/api/position/manhattan:rr/bb:r"):
        for site in ("cross-site", "same-site"):
            refused = client.request(method, path, headers={"Sec-Fetch-Site": site})
            assert refused.status_code == 403
            if method == "GET":
                (error,) = refused.json().values()
                assert error.startswith("found a request from another site")
    after = [line for line in client.get("/metrics").text.splitlines() if begun in line]
    assert after == before
    for site in ("same-origin", "none"):
        path = "/api/position/nakatta:start:3x3?wait=10"
        assert client.get(path, headers={"Sec-Fetch-Site": site}).status_code == 200


def test_pictures_may_be_shown_by_other_sites(client: httpx.Client) -> None:
    path = "/api/picture.svg?position=nakatta:start:3x3"
    assert client.get(path, headers={"Sec-Fetch-Site": "cross-site"}).status_code == 200


def test_origins_named_by_the_operator_can_read_answers(start: Start) -> None:
    options = ("--origin", "https://friend.example", "--name", "solver.example")
    client = start(*options, "--workers", "1").client
    host = {"Host": "solver.example"}
    friend = {**host, "Origin": "https://friend.example"}
    asking = {
        "Access-Control-Request-Method": "POST",
        "Access-Control-Request-Headers": "Content-Type",
    }
    assert client.options("/api/solve", headers={**friend, **asking}).status_code == 200
    json = {**friend, "Content-Type": "application/json"}
    answers = [
        client.get("/api/health", headers=friend),
        client.post("/api/solve", headers=json, content=b"x" * 70_000),
        client.post("/api/solve", headers=json, content=b"{"),
    ]
    assert [answer.status_code for answer in answers] == [200, 413, 400]
    for answer in answers:
        assert answer.headers["access-control-allow-origin"] == "https://friend.example"
    asked, site = "/api/position/nakatta:start:3x3?wait=10", {"Sec-Fetch-Site": "cross-site"}
    assert client.get(asked, headers={**friend, **site}).status_code == 200
    assert client.get(asked, headers={**host, **site}).status_code == 403
    stranger = client.get("/api/health", headers={**host, "Origin": "https://other.example"})
    assert "access-control-allow-origin" not in stranger.headers
    assert client.get("/api/health").status_code == 400


def test_the_server_only_listens_on_this_machine(server: Server) -> None:
    listening = [line for line in server.own.net_connections() if line.status == psutil.CONN_LISTEN]
    assert [line.laddr.ip for line in listening] == ["127.0.0.1"]


@pytest.mark.parametrize(
    "body",
    [
        {"position": "marvin:start:10x10", "moves": ["a1"] * 401},
        {"position": "marvin:start:10x10", "moves": ["x" * 17]},
        {"position": "marvin:start:21x21"},
        {"game": "marvin", "size": "1000000x1000000"},
        {"size": 1000000},
        {"game": "marvin", "size": "10x10", "plies": 401},
        {"game": "chess"},
    ],
)
def test_too_many_moves_are_refused(client: httpx.Client, body: dict[str, object]) -> None:
    path = "moves" if "position" in body else "deal"
    assert client.post(f"/api/{path}", json=body).status_code == 422
