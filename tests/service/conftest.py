"""One server for all tests that can share it."""

from collections.abc import Iterator

import httpx
import pytest
from service_tests import Server


@pytest.fixture(scope="session")
def server() -> Iterator[Server]:
    """Start the server once."""
    one = Server("--workers", "2", "--time", "60")
    yield one
    one.end()


@pytest.fixture
def client(server: Server) -> httpx.Client:
    return server.client
