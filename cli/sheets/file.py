"""The file that ``--sheet`` writes: the puzzles of a run, on pages to print.

Thousands of puzzles take Typst many seconds, and nothing stops it. So it works in a process of its
own, which Ctrl-C ends.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from cli.common.exits import InterruptedRun
from cli.common.inputs import source_name
from cli.common.options import gathered, word_option
from cli.common.words import counted
from cli.files.run_files import OUTPUT
from cli.files.whole_file import WholeFile
from cli.sheets.layout import Paper
from cli.terminal.output import complain
from positions import InputError
from positions.errors import one_of, quote
from solver.pool.worker import WorkerDied
from solver.pool.workers import Workers

if TYPE_CHECKING:
    from cli.sheets.sheet import Sheet

FORMS = (".pdf", ".html", ".svg")
TYPESETTER = "typst"
# Seconds that a run which is stopped has for its sheet, and the most puzzles that are tried then.
PATIENCE = 1.5
FEW = 300

# Makes a sheet, or raises `TimeoutError` after so many seconds.
_Render = Callable[["Sheet", float | None], str | bytes]


@dataclass(frozen=True, slots=True)
class SheetOptions:
    """What the options say about a sheet: a file or None, and its paper."""

    path: Path | None
    paper: Paper


sheet_options = gathered(
    "sheet",
    lambda sheet, paper: SheetOptions(sheet, Paper(paper)),
    click.option(
        "--sheet",
        type=OUTPUT,
        metavar="FILE",
        help="Write pages to print, the answers at the end, to a FILE that ends in "
        f"{one_of(FORMS)}.",
    ),
    word_option(
        "--paper",
        [paper.value for paper in Paper],
        f"The paper of the sheet: {', '.join(Paper)}.",
        default=Paper.A4.value,
        metavar="SIZE",
    ),
)


@contextmanager
def sheet_to(
    options: SheetOptions,
    origin: str,
    held: Callable[[], AbstractContextManager[None]],
) -> Iterator[Callable[[dict[str, Any]], None]]:
    """Take the records of puzzles, and write their sheet at the end, however that comes.

    Only a run that is refused, by an `InputError`, has none, and one that is stopped with more
    puzzles than can be set within moments. The form is the one that the name of the file ends in.
    `origin` is the command that makes the puzzles, and `held` gives a context that is not
    interrupted. Raises `InputError` if the sheet cannot be written, at the beginning where that can
    be seen. Without a path nothing is done.
    """
    path, paper = options.path, options.paper
    if path is None:
        yield lambda record: None
        return
    # Not imported with this file, since most runs write no sheet.
    from cli.sheets.sheet import Sheet

    render = _renderer(path)
    size = "" if paper == Paper.A4 else f" --paper {paper}"
    sheet = Sheet(paper, f"{origin} --sheet puzzles{path.suffix.lower()}{size}")
    patience = None
    with WholeFile(path, "--sheet") as file:
        try:
            yield sheet.add
        except (InterruptedRun, KeyboardInterrupt):
            patience = PATIENCE
            raise
        except InputError:
            # The run was refused, and what it had of an earlier one with it.
            sheet.entries.clear()
            raise
        finally:
            data = _made(sheet, render, patience, path) if sheet.entries else None
            if data is not None:
                with held():
                    file.write(data)
    if not sheet.entries:
        complain(f"--sheet {quote(str(path))}: found no puzzle, so no sheet is written")


def _made(sheet: Sheet, render: _Render, patience: float | None, path: Path) -> str | bytes | None:
    """Make a sheet; None, which is told, if there is no time for it."""
    name = f"--sheet {source_name(str(path))}"
    try:
        return render(sheet, patience)
    except TimeoutError:
        puzzles = counted(len(sheet.entries), "puzzle")
        complain(f"{name}: a stop leaves no time for {puzzles}; with -o, --resume writes it")
        return None
    except WorkerDied as died:
        raise InputError(f"{name}: {died}") from died


def _renderer(path: Path) -> _Render:
    """Return what makes a sheet of the form that a name ends in; raises `InputError`."""
    form = path.suffix.lower()
    if form not in FORMS:
        expected = f"a name that ends in {one_of(FORMS)}"
        raise InputError(f"--sheet: found {quote(str(path))}, expected {expected}")
    if form == ".html":
        from cli.sheets.web_page import to_html

        return lambda sheet, seconds: to_html(sheet)
    if find_spec(TYPESETTER) is None:
        message = f"found no {TYPESETTER}, expected it from: pip install 'proofplay[sheets]'"
        raise InputError(f"--sheet: {message}")
    from cli.sheets.typeset import to_pdf, to_svg

    return partial(_apart, to_pdf if form == ".pdf" else to_svg)


def _apart(typeset: Callable[[Sheet], bytes], sheet: Sheet, seconds: float | None) -> str | bytes:
    """Make a sheet in a process of its own, which ends if the time is up or a signal comes."""
    if seconds is not None and len(sheet.entries) > FEW:
        raise TimeoutError
    with Workers(1) as worker:
        return worker.submit(typeset, sheet).result(seconds)
