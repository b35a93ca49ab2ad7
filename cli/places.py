"""What is wrong with a place that output is to go to, said alike for all options that name one."""

from __future__ import annotations

from pathlib import Path

from cli.inputs import fault, source_name
from positions.errors import InputError


def unwritable(option: str, path: Path, error: OSError) -> InputError:
    """Say why nothing can be written in a place, or no more; of a missing folder, which one."""
    missing = [folder for folder in path.absolute().parents if not folder.exists()]
    if isinstance(error, FileNotFoundError) and missing:
        found = f"no folder {source_name(str(missing[-1]))}"
    elif isinstance(error, IsADirectoryError):
        found = "a directory"
    else:
        return InputError(f"{option} {source_name(str(path))} cannot be written: {fault(error)}")
    return misplaced(option, path, found)


def misplaced(option: str, path: Path, found: str) -> InputError:
    """Say what was found in place of a file that can be written."""
    message = f"found {found}, expected a file that can be written"
    return InputError(f"{option} {source_name(str(path))}: {message}")
