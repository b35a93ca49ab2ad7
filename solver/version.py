"""The version of this program."""

from __future__ import annotations


def version() -> str:
    """Return the installed version; ``unknown`` in a bare checkout."""
    from importlib import metadata

    try:
        return metadata.version("proofplay")
    except metadata.PackageNotFoundError:
        return "unknown"
