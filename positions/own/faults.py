"""Faults in the rules of a game of one's own: one line with the file and the line."""

from __future__ import annotations

import inspect
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from positions.errors import InputError


class RulesError(InputError):
    """A fault in the file of a game; the message begins with the file and the line."""


def at(path: str, line: int | None, what: str) -> RulesError:
    """Return the error for what was found in a line of a file, or in all of it."""
    place = path if line is None else f"{path}, line {line}"
    return RulesError(f"{place}: {' '.join(what.split())}")


def of_exception(path: str, error: BaseException, doing: str = "") -> RulesError:
    """Return the error for an exception; its line is the last one of the file that was running."""
    line: int | None = None
    if isinstance(error, SyntaxError) and error.filename == path:
        return at(path, error.lineno, f"found {error.msg}, expected Python")
    for frame in traceback.extract_tb(error.__traceback__):
        if frame.filename == path:
            line = frame.lineno
    what = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
    return at(path, line, f"{what}{f' ({doing})' if doing else ''}")


def of_method(method: Callable[..., object], what: str) -> RulesError:
    """Return the error for a wrong result of a method, at the line where that begins."""
    code = inspect.unwrap(getattr(method, "__func__", method)).__code__
    return at(code.co_filename, code.co_firstlineno, f"{method.__name__}: {what}")


@contextmanager
def faults_of(path: str, doing: str) -> Iterator[None]:
    """Turn an exception in the rules of a file into a `RulesError`.

    What a program raises to end its work passes: it does not come from the rules.
    """
    try:
        yield
    except InputError:
        raise
    except Exception as error:
        frames = traceback.extract_tb(error.__traceback__)
        if any(frame.filename == path for frame in frames):
            raise of_exception(path, error, doing) from error
        raise


def file_of(kind: type) -> str:
    """Return the path of the file in which a class was defined."""
    module = inspect.getmodule(kind)
    path = getattr(module, "__file__", None)
    return path if path is not None else str(Path("<python>"))
