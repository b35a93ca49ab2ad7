"""Whether `positions`, `solver`, `cli` and `service` are the packages of this program.

Their names are common. Another module of that name may come first on the module path (a
`solver.py` in the current folder under ``python -m``, or in a folder of PYTHONPATH), and another
distribution may install files of its own over ours. Both are found without running any code of
the other module.
"""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

PACKAGES = ("positions", "solver", "cli", "service")
# The `__init__.py` of each contains this.
MARK = b'__distribution__ = "proofplay"'
_HOME = Path(__file__).parent.parent
_APART = "install proofplay in an environment of its own"
_REINSTALL = f"{_APART}, or again (pip install --force-reinstall)"


def what_shadows_us() -> str | None:
    """Return one line naming the module that shadows one of ours; None if all are ours."""
    if not _HOME.is_dir():
        found = f"found proofplay in {_HOME}, expected it in a folder"
        return f"{found}, since compiled code does not run from an archive: install it with pip"
    return next((line for name in PACKAGES if (line := _shadow(name)) is not None), None)


def _shadow(name: str) -> str | None:
    ours = _HOME / name
    spec = find_spec(name)
    if spec is None:
        return f"found no package {name}, expected it in {_HOME}: {_REINSTALL}"
    if spec.origin is None:  # a folder without an `__init__.py`
        folder = next(iter(spec.submodule_search_locations or ()), "")
        found = Path(folder, "__init__.py")
        if _is_same(found.parent, ours):
            return f"found no {found}, which belongs to proofplay: {_REINSTALL}"
    else:
        found = Path(spec.origin)
    if not _is_same(found.parent, ours):
        place = found if found.stem != "__init__" else found.parent
        return (
            f"found {place} in place of {ours}, which belongs to proofplay: {_advice(name, place)}"
        )
    if found.suffix == ".py" and MARK not in found.read_bytes():
        return f"found {found} overwritten{_by(name)}, expected that of proofplay: {_REINSTALL}"
    return None


def _is_same(folder: Path, other: Path) -> bool:
    return folder.exists() and other.exists() and folder.samefile(other)


def _advice(name: str, place: Path) -> str:
    """Say how to get rid of a module that comes first on the module path."""
    if by := _by(name):
        return f"it was installed{by}; {_APART}"
    if _is_same(place.parent, Path()):
        return "start the command proofplay, or python -P -m proofplay"
    return f"rename it, or take {place.parent} out of PYTHONPATH"


def _by(name: str) -> str:
    """Return " by NAME", the other distribution that installed a package; empty if none did."""
    from importlib.metadata import packages_distributions

    others = {*packages_distributions().get(name, ())} - {"proofplay"}
    return f" by {', '.join(sorted(others))}" if others else ""
