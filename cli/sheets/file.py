"""The file that a sheet of puzzles goes to: it appears when it is whole, or not at all."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from cli.inputs import fault
from cli.output import complain
from cli.sheets.layout import Paper
from positions.errors import InputError, one_of, quote

# The forms by what their files end in, and the libraries that make them.
LIBRARIES = {".pdf": "typst", ".html": "jinja2", ".svg": "typst"}
FORMS = tuple(LIBRARIES)


@contextmanager
def sheet_to(
    path: Path | None,
    paper: Paper,
    origin: str,
    held: Callable[[], AbstractContextManager[None]],
) -> Iterator[Callable[[dict[str, Any]], None]]:
    """Take the records of puzzles, and write their sheet at the end, however that comes.

    The form is the one that the name of the file ends in. `origin` is the command that makes the
    puzzles, and `held` gives a context that is not interrupted. Raises `InputError` if the sheet
    cannot be written, at the beginning where that can be seen. Without a path nothing is done.
    """
    if path is None:
        yield lambda record: None
        return
    # Not imported with this file, since most runs write no sheet.
    from cli.sheets.sheet import Sheet
    from cli.sheets.typeset import to_pdf, to_svg
    from cli.sheets.web_page import to_html

    form = _form(path)
    _put(path, None)
    size = "" if paper == Paper.A4 else f" --paper {paper}"
    sheet = Sheet(paper, f"{origin} --sheet puzzles{form}{size}")
    render = {".pdf": to_pdf, ".html": to_html, ".svg": to_svg}[form]

    def write() -> None:
        if sheet.entries:
            _put(path, render(sheet))
        else:
            complain(str(_refusal(path, "no puzzle", "at least one")))

    try:
        yield sheet.add
    except InputError:
        # The run was refused.
        raise
    except BaseException:
        # What has ended the run says more than what keeps its sheet from being written.
        try:
            write()
        except InputError as error:
            complain(str(error))
        raise
    with held():
        write()


def _form(path: Path) -> str:
    """Give what a name ends in; raises `InputError` where nothing makes such a file."""
    form = path.suffix.lower()
    if form not in LIBRARIES:
        raise _refusal(path, "another ending", f"a name that ends in {one_of(FORMS)}")
    library = LIBRARIES[form]
    if find_spec(library) is None:
        raise _refusal(path, f"no {library}", "it from: pip install 'proofplay[sheets]'")
    return form


def _put(path: Path, data: bytes | None) -> None:
    """Write a file beside, which takes the name; without data only see that it can be done."""
    # Of a link the file that it leads to.
    goal = path.resolve()
    beside = goal.with_name(f".{goal.name}.{os.getpid()}")
    try:
        if goal.exists() and not goal.is_file():
            raise _refusal(path, "no regular file", "one")
        with beside.open("xb") as stream:
            stream.write(data or b"")
        if data is not None:
            beside.replace(goal)
    except OSError as error:
        raise _refusal(path, fault(error), "a file that can be written") from error
    finally:
        with suppress(OSError):
            beside.unlink(missing_ok=True)


def _refusal(path: Path, found: str, expected: str) -> InputError:
    return InputError(f"--sheet {quote(str(path))}: found {found}, expected {expected}")
