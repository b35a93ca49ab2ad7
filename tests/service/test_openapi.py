"""The description of the interface is correct, and no request that it allows causes an error."""

from typing import Any

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from schemathesis.specs.openapi.checks import positive_data_acceptance
from service_tests import Server

EXAMPLES = 5
POSITIONS = [
    "sight-reduction:bwwb/wwbw/bwbb:w",
    "sight-reduction+solitaire:wbwb/bwbw:w:keep=a1,d2",
    "manhattan:rr/bb:b",
    "marvin:start:3x3",
    "nakatta+pie:start:3x3",
    "minelayers:start:3x3",
]


@pytest.fixture
def described(client: httpx.Client) -> Any:
    return client.get("/api/openapi.json").json()


def test_all_requests_are_answered_as_described(server: Server) -> None:
    schemathesis.openapi.format("position", st.sampled_from(POSITIONS))
    schema = schemathesis.openapi.from_url(f"{server.url}/api/openapi.json")
    operations = [found.ok() for found in schema.get_all_operations()]
    assert len(operations) > 10
    for operation in operations:

        @given(case=operation.as_strategy())
        @settings(
            max_examples=EXAMPLES,
            derandomize=True,
            database=None,
            suppress_health_check=list(HealthCheck),
        )
        def check(case: schemathesis.Case) -> None:
            case.call_and_validate(timeout=30, excluded_checks=[positive_data_acceptance])

        check()


def test_the_examples_are_correct(client: httpx.Client, described: Any) -> None:
    schemas = described["components"]["schemas"]
    solved = schemas["VerdictRecord"]["example"]
    found = client.post("/api/solve", json={"position": solved["position"], "wait": 10}).json()
    costs = {"nodes": 0, "seconds": 0.0}
    # Examples leave out nulls.
    assert {n: v for n, v in (found | costs).items() if v is not None} == solved | costs
    body = {"variants": ["solitaire"], "size": "4x3", "seed": 7}
    assert client.post("/api/deal", json=body).json() == schemas["Deal"]["example"]
    refused = client.post("/api/solve", json={"position": "manhattan:rb/r:r"})
    assert refused.json() == schemas["Problem"]["example"]
