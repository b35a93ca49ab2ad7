"""The one form in which anything is refused: an object in JSON with one line, ``error``."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from fastapi.responses import JSONResponse, Response

# Where there is no room: after so many seconds it makes sense to ask again.
LATER: Mapping[str, str] = MappingProxyType({"Retry-After": "2"})


def refusal(status: int, message: str, headers: Mapping[str, str] | None = None) -> Response:
    """Return the answer to what is refused."""
    return JSONResponse({"error": message}, status_code=status, headers=headers)
