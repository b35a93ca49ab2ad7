"""The service under a sub-path of a proxy, which keeps it in the paths or strips it."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

import httpx
import pytest
from running import run
from service_tests import HARD

from service.app import create_app
from service.settings import Settings

Story = Callable[[httpx.AsyncClient], Coroutine[Any, Any, None]]


def tell(story: Story) -> None:
    """Run a story with an application under ``/play``."""

    async def telling() -> None:
        app = create_app(Settings(root_path="/play"))
        transport = httpx.ASGITransport(app)
        async with (
            app.router.lifespan_context(app),
            httpx.AsyncClient(transport=transport, base_url="http://localhost") as client,
        ):
            await story(client)

    asyncio.run(telling())


@pytest.mark.parametrize("folder", ["/play", ""])
def test_all_paths_work_with_or_without_the_sub_path(folder: str) -> None:
    async def story(client: httpx.AsyncClient) -> None:
        for path in (
            "/",
            "/js/app.js",
            "/api/health",
            "/metrics",
            "/api/position/marvin:start:2x2?wait=10",
        ):
            assert (await client.get(folder + path)).status_code == 200, path
        assert (await client.get(f"{folder}/nothing")).status_code == 404
        assert (await client.put(f"{folder}/api/games")).headers["allow"] == "GET, HEAD"
        described = (await client.get(f"{folder}/api/openapi.json")).json()
        assert described["servers"] == [{"url": "/play"}]
        asked = {"position": HARD, "wait": 0}
        job = await client.post(f"{folder}/api/solve", json=asked)
        path = job.headers["location"]
        assert job.json()["links"] == {"self": path, "events": f"{path}/events"}
        assert path.startswith("/play/api/jobs/")
        given_up = await client.delete(folder + path.removeprefix("/play"))
        assert given_up.json()["state"] == "stopped"

    tell(story)


def test_the_sub_path_without_a_slash_leads_to_the_page() -> None:
    async def story(client: httpx.AsyncClient) -> None:
        moved = await client.get("/play")
        assert (moved.status_code, moved.headers["location"]) == (307, "/play/")
        assert (await client.get("/player")).status_code == 404

    tell(story)


@pytest.mark.parametrize("path", ["play", "/a//b", "/a b", "/..", "/a/./b", "/a?b", "/ä"])
def test_a_bad_sub_path_is_refused(path: str) -> None:
    result = run("serve", "--root-path", path)
    assert result.exit_code == 2
    assert f"found '{path}', expected a path such as /play" in result.stderr
