"""The identity of the code that made stored results: only the same code uses them again.

The version number does not suffice: a changed kernel or rule has the same version until the next
release, and earlier results may be wrong, or have another format.
"""

from __future__ import annotations

from hashlib import blake2b
from pathlib import Path
from types import ModuleType

from solver import _native
from solver.version import version


def maker_of(*packages: ModuleType) -> str:
    """Return the identity of the installed code: its version, and a digest of the code.

    The digest covers every Python module of `packages` and the compiled kernels, about 2 MB in all.
    """
    # In an editable installation, the parts of a package are in several places.
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
