"""The identity of the code that made stored results: only the same code uses them again.

The version number does not suffice: a changed kernel or rule has the same version until the next
release, and earlier results may be wrong, or have another format.
"""

from __future__ import annotations

from hashlib import blake2b
from pathlib import Path
from types import ModuleType

from positions.rules_file import code_of_games
from solver import _native
from solver.version import version

# The folder with the bytecode of modules that have their source.
_CACHE = "__pycache__"
# Before the code: a magic number, flags, and the time and the size of the source (PEP 552).
_BYTECODE_HEADER = 16


def fingerprint_of(*packages: ModuleType) -> str:
    """Return the identity of the installed code: its version, and a digest of the code.

    The digest covers every Python module of `packages`, the games that do not come with the
    program, and the compiled kernels, about 2 MB in all.
    A module may be installed as source or, without its source, as bytecode.
    """
    # In an editable installation, the parts of a package are in several places.
    roots = [Path(root) for package in packages for root in package.__path__]
    digest = blake2b(digest_size=8)
    for root in roots:
        for path in sorted(root.rglob("*.py")):
            _add(digest, path.relative_to(root.parent).as_posix(), path.read_bytes())
        for path in sorted(root.rglob("*.pyc")):
            if path.parent.name != _CACHE:
                code = path.read_bytes()[_BYTECODE_HEADER:]
                _add(digest, path.relative_to(root.parent).as_posix(), code)
    for name, text in code_of_games():
        _add(digest, name, text)
    _add(digest, _native.__name__, Path(_native.__file__).read_bytes())
    return f"{version()} ({digest.hexdigest()})"


def _add(digest: blake2b, name: str, data: bytes) -> None:
    digest.update(f"{name} {len(data)}\n".encode())
    digest.update(data)
