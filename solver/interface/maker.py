"""Which code has made something that is kept: it is used again only by the same.

The version would not do for it. Whoever changes a kernel or a rule has the same version until the
next one is published, and what was worked out before may be wrong, or differ in form.
"""

from __future__ import annotations

from hashlib import blake2b
from pathlib import Path
from types import ModuleType

from solver import _native
from solver.version import version


def maker_of(*packages: ModuleType) -> str:
    """Name the code that is installed: its version, and a digest of all that answers rest on.

    That is every module of some packages in Python and the compiled kernels, about 2 MB, which are
    read once.
    """
    # Where one is installed for its developers, its parts lie in several places.
    roots = [Path(root) for package in packages for root in package.__path__]
    digest = blake2b(digest_size=8)
    for root in roots:
        for path in sorted(root.rglob("*.py")):
            _add(digest, path.relative_to(root.parent).as_posix(), path)
    _add(digest, _native.__name__, Path(_native.__file__))
    return f"{version()} ({digest.hexdigest()})"


def _add(digest: blake2b, name: str, path: Path) -> None:
    data = path.read_bytes()
    digest.update(f"{name} {len(data)}\n".encode())
    digest.update(data)
