"""Conversion of exceptions during a request into refusals: by type, on one line."""

from __future__ import annotations

import json
import re
from http import HTTPStatus
from typing import Any

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.routing import BaseRoute, Match

from positions import InputError
from positions.errors import one_of, quote, summary
from service.middleware import HEADERS, METHODS
from service.refusal import LATER, refusal
from service.searching.searches import BusyError, FailedError
from solver.pool.worker import Cancelled

JSON_TYPE = "application/json"
# The files of the board in the browser, which are not routes.
FILE_METHODS = ("GET", "HEAD")
# Replacements for the library's Python terms, by the type of the fault.
_EXPECTED = {
    "model_type": "an object",
    "model_attributes_type": "an object",
    "dict_type": "an object",
    "list_type": "an array",
    "string_type": "a string",
    "bool_type": "true or false",
}


def add_refusals(app: FastAPI) -> None:
    """Answer every exception with a refusal."""

    @app.exception_handler(InputError)
    async def bad_input(request: Request, error: InputError) -> Response:
        return refusal(422, summary(error))

    @app.exception_handler(RequestValidationError)
    async def bad_request(request: Request, error: RequestValidationError) -> Response:
        faults = error.errors()
        if any(isinstance(fault["input"], bytes) for fault in faults):
            # A body is left as bytes if its content type is not JSON. Forms on other sites can
            # send such a body without a preflight request.
            return refusal(415, _other_type(request.headers.get("content-type")))
        is_json = not any(fault["type"] == "json_invalid" for fault in faults)
        return refusal(422 if is_json else 400, "; ".join(map(_describe, faults[:5])))

    @app.exception_handler(HTTPException)
    async def refused(request: Request, error: HTTPException) -> Response:
        headers = dict(error.headers or {})
        message = str(error.detail)
        if error.status_code == HTTPStatus.METHOD_NOT_ALLOWED:
            allowed = _allowed(app.routes, request)
            headers["Allow"] = ", ".join(allowed)
            message = f"found method {quote(request.method)}, expected {one_of(allowed)}"
        elif message == HTTPStatus.NOT_FOUND.phrase:
            message = f"found no path {quote(request.url.path)}, expected a known one"
        return refusal(error.status_code, message, headers)

    @app.exception_handler(BusyError)
    async def busy(request: Request, error: BusyError) -> Response:
        return refusal(429, str(error), LATER)

    @app.exception_handler(FailedError)
    async def failed(request: Request, error: FailedError) -> Response:
        return refusal(503, str(error), LATER)

    @app.exception_handler(Cancelled)
    async def cancelled(request: Request, error: Cancelled) -> Response:
        return refusal(503, "the service is stopping", LATER)

    @app.exception_handler(Exception)
    async def broken(request: Request, error: Exception) -> Response:
        # This answer bypasses the middleware, so it needs the headers; it is logged there too.
        return refusal(500, "internal error: this is a bug in proofplay", HEADERS)


def _other_type(content_type: str | None) -> str:
    what = "no Content-Type" if content_type is None else f"Content-Type {quote(content_type)}"
    return f"found {what}, expected Content-Type '{JSON_TYPE}' and a body in JSON"


def _allowed(routes: list[BaseRoute], request: Request) -> list[str]:
    """Return the methods that a path takes: of all routes, not just the first match."""
    taken = [
        method
        for method in METHODS
        if any(_takes(route, {**request.scope, "method": method}) for route in routes)
    ]
    if "GET" in taken and "HEAD" not in taken:
        taken.insert(taken.index("GET") + 1, "HEAD")
    return taken or [*FILE_METHODS]


def _takes(route: BaseRoute, scope: dict[str, Any]) -> bool:
    return route.matches(scope)[0] == Match.FULL


def _describe(fault: dict[str, Any]) -> str:
    """Return what is wrong with a part of a request, on one line."""
    where = ".".join(str(part) for part in fault["loc"][1:])
    message = fault["msg"]
    if fault["type"] == "json_invalid":
        return f"found no JSON: {message}"
    if fault["type"] == "missing":
        what, expected = (quote(where), "it") if where else ("body", "a JSON object")
        return f"found no {what}, expected {expected}"
    if fault["type"] == "extra_forbidden":
        return f"found {quote(where)}, expected a known name"
    found = fault["input"]
    # A word, and what stands in a query, is quoted as it is.
    is_plain = fault["type"] == "literal_error" or fault["loc"][0] == "query"
    if not (is_plain and isinstance(found, str)):
        found = json.dumps(found, default=str)
    plain = re.sub("^(Input should (be )?|(String|List) should have )", "", message)
    problem = f"found {quote(found)}, expected {_EXPECTED.get(fault['type'], plain)}"
    return f"{where}: {problem}".removeprefix(": ")
