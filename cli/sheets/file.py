"""The file that ``--sheet`` writes: the puzzles of a run, on pages to print."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cli.output import complain
from cli.sheets.layout import Paper
from cli.whole_file import WholeFile
from positions.errors import InputError, one_of, quote

if TYPE_CHECKING:
    from cli.sheets.sheet import Sheet

FORMS = (".pdf", ".html", ".svg")
TYPESETTER = "typst"


@contextmanager
def sheet_to(
    path: Path | None,
    paper: Paper,
    origin: str,
    held: Callable[[], AbstractContextManager[None]],
) -> Iterator[Callable[[dict[str, Any]], None]]:
    """Take the records of puzzles, and write their sheet at the end, however that comes.

    Only a run that is refused, by an `InputError`, has none. The form is the one that the name of
    the file ends in. `origin` is the command that makes the puzzles, and `held` gives a context
    that is not interrupted. Raises `InputError` if the sheet cannot be written, at the beginning
    where that can be seen. Without a path nothing is done.
    """
    if path is None:
        yield lambda record: None
        return
    # Not imported with this file, since most runs write no sheet.
    from cli.sheets.sheet import Sheet

    render = _renderer(path)
    size = "" if paper == Paper.A4 else f" --paper {paper}"
    sheet = Sheet(paper, f"{origin} --sheet puzzles{path.suffix.lower()}{size}")
    with WholeFile(path, "--sheet") as file:
        try:
            yield sheet.add
        except InputError:
            # The run was refused, and what it had of an earlier one with it.
            sheet.entries.clear()
            raise
        finally:
            if sheet.entries:
                with held():
                    file.write(render(sheet))
    if not sheet.entries:
        complain(f"--sheet {quote(str(path))}: found no puzzle, so no sheet is written")


def _renderer(path: Path) -> Callable[[Sheet], str | bytes]:
    """Give what makes a sheet of the form that a name ends in; raises `InputError`."""
    form = path.suffix.lower()
    if form not in FORMS:
        expected = f"a name that ends in {one_of(FORMS)}"
        raise InputError(f"--sheet: found {quote(str(path))}, expected {expected}")
    if form == ".html":
        from cli.sheets.web_page import to_html

        return to_html
    if find_spec(TYPESETTER) is None:
        message = f"found no {TYPESETTER}, expected it from: pip install 'proofplay[sheets]'"
        raise InputError(f"--sheet: {message}")
    from cli.sheets.typeset import to_pdf, to_svg

    return to_pdf if form == ".pdf" else to_svg
