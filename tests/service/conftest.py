"""Servers for one test, or for all."""

from collections.abc import Iterator
from contextlib import ExitStack

import httpx
import pytest
from service_tests import Server, Start


@pytest.fixture
def start() -> Iterator[Start]:
    """Start servers, which end with the test."""
    with ExitStack() as stack:

        def start_one(*options: str) -> Server:
            server = Server(*options)
            stack.callback(server.end)
            return server

        yield start_one


@pytest.fixture(scope="session")
def server() -> Iterator[Server]:
    """One server for all tests that can share it."""
    one = Server("--workers", "2", "--time", "60")
    yield one
    one.end()


@pytest.fixture
def client(server: Server) -> httpx.Client:
    return server.client
