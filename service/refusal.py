"""The common form of refusals: a JSON object with one line, ``error``."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from fastapi.responses import JSONResponse, Response

# For an overloaded service: the seconds after which to try again.
LATER: Mapping[str, str] = MappingProxyType({"Retry-After": "2"})


def refusal(status: int, message: str, headers: Mapping[str, str] | None = None) -> Response:
    """Return the response for a refusal."""
    return JSONResponse({"error": message}, status_code=status, headers=headers)
