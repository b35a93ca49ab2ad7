"""The page's service worker: what a browser keeps for when the service is out of reach.

It is made here, since it names all files of the page and their version: a browser takes a worker
that differs in a byte for an update, and then replaces everything that it keeps.
"""

from __future__ import annotations

import hashlib
import json
from functools import cache
from pathlib import Path

from fastapi import APIRouter, Response

from solver.version import version

STATIC = Path(__file__).parent / "static"
# The worker's program, which is served with two lines before it.
PROGRAM = STATIC / "js" / "shell" / "worker.js"
# The page for embedding uses no worker, and the worker's program has its own address.
LEFT_OUT = {"embed.html", "js/shell/worker.js"}

router = APIRouter()


@router.get("/service-worker.js", include_in_schema=False)
async def service_worker() -> Response:
    """Return the worker of this release."""
    return Response(worker(), media_type="text/javascript")


@cache
def worker() -> str:
    """Return the worker's program, preceded by the version of the page and a list of its files."""
    digest = hashlib.sha256()
    names = []
    for path in sorted(path for path in STATIC.rglob("*") if path.is_file()):
        name = path.relative_to(STATIC).as_posix()
        digest.update(f"{name}\0".encode() + path.read_bytes() + b"\0")
        if name not in LEFT_OUT and not name.endswith(".d.ts"):
            names.append("./" if name == "index.html" else name)
    release = f"{version()}-{digest.hexdigest()[:16]}"
    head = f"const RELEASE = {json.dumps(release)};\nconst FILES = {json.dumps(names)};\n"
    return head + PROGRAM.read_text(encoding="utf-8")
