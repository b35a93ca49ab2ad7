"""The description of the interface is correct, and no request that it allows causes an error."""

from typing import Any

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from schemathesis.specs.openapi.checks import positive_data_acceptance
from service_tests import Server
from waiting import DEADLINE, eventually

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
            case.call_and_validate(timeout=DEADLINE, excluded_checks=[positive_data_acceptance])

        check()


def with_room(client: httpx.Client, method: str, address: str, **request: Any) -> httpx.Response:
    """Return the answer once earlier searches, which others began here, leave room for one."""
    answers: list[httpx.Response] = []

    def is_taken() -> bool:
        answers.append(client.request(method, address, **request))
        return answers[-1].status_code != 429

    eventually(is_taken)
    return answers[-1]


def test_the_examples_are_correct(client: httpx.Client, described: Any) -> None:
    schemas = described["components"]["schemas"]
    solved = schemas["Answer"]["example"]
    body = {"position": solved["position"], "wait": 10}
    found = with_room(client, "POST", "/api/solve", json=body).json()
    costs = {"nodes": 0, "seconds": 0.0}
    # Examples leave out nulls.
    assert {n: v for n, v in (found | costs).items() if v is not None} == solved | costs
    body = {"variants": ["solitaire"], "size": "4x3", "seed": 7}
    assert client.post("/api/deal", json=body).json() == schemas["Deal"]["example"]
    refused = client.post("/api/solve", json={"position": "manhattan:rb/r:r"})
    assert refused.json() == schemas["Problem"]["example"]


def example_of(schemas: dict[str, Any], schema: dict[str, Any]) -> Any:
    """Return what the description of a value gives as an example, None if it gives none."""
    schema = schemas[schema["$ref"].rpartition("/")[2]] if "$ref" in schema else schema
    if "properties" not in schema:
        return next(iter(schema.get("examples", ())), None)
    all_ = {name: example_of(schemas, one) for name, one in schema["properties"].items()}
    found = {name: one for name, one in all_.items() if one is not None}
    return found if found and found.keys() >= {*schema.get("required", ())} else None


def test_every_example_of_a_request_is_accepted(client: httpx.Client, described: Any) -> None:
    schemas, tried = described["components"]["schemas"], []
    for path, methods in described["paths"].items():
        for method, operation in methods.items():
            parts: dict[str, dict[str, Any]] = {"path": {}, "query": {}}
            for one in operation.get("parameters", ()):
                example = example_of(schemas, one["schema"])
                if example is not None:
                    parts[one["in"]][one["name"]] = example
            body = None
            if "requestBody" in operation:
                content = operation["requestBody"]["content"]["application/json"]
                body = example_of(schemas, content["schema"])
            if body or any(parts.values()):
                address = path.format(**parts["path"])
                answer = with_room(client, method, address, params=parts["query"], json=body)
                assert answer.status_code in (200, 202), (path, body, answer.text)
                tried.append(path)
    assert {"/api/annotate", "/api/picture.svg", "/api/refusal"} < {*tried}
    assert len(tried) > 10
