"""The file of a sheet: puzzles, positions or games on printable pages.

Thousands of puzzles take Typst many seconds, and it cannot be interrupted. So it runs in a process
of its own, which Ctrl-C ends.
"""

from __future__ import annotations

import os
import shlex
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import click
from click.core import ParameterSource

from cli.common.exits import InterruptedRun
from cli.common.inputs import source_name
from cli.common.options import OneWord, Option, gathered
from cli.common.words import counted
from cli.files.run_files import OUTPUT
from cli.files.whole_file import WholeFile
from cli.sheets.sheet import Paper, Sheet, to_html, to_pdf, to_svg_page
from cli.terminal.output import complain
from positions import InputError
from positions.errors import one_of, quote
from solver.pool.worker import WorkerDied
from solver.pool.workers import Workers

FORMS = (".pdf", ".html", ".svg")
TYPESETTER = "typst"
# Seconds that a stopped run has for its sheet, and the number of puzzles up to which it tries.
STOP_TIMEOUT = 1.5
FEW = 300

# Renders a sheet, or raises `TimeoutError` after the given seconds.
Render = Callable[[Sheet, float | None], str | bytes]

# The options whose entry in a run's questions has another name.
_OPTIONS = {"--variant": "variants"}


@dataclass(frozen=True, slots=True)
class SheetOptions:
    """The options for a sheet: a file or None, and the paper."""

    path: Path | None
    paper: Paper


# The paper, in letters of any case.
paper_option: Option = click.option(
    "--paper",
    type=OneWord([paper.value for paper in Paper], case_sensitive=False),
    callback=lambda context, option, value: Paper(value),
    help=f"Paper size of the sheet: {', '.join(Paper)}.",
    default=Paper.A4.value,
    show_default=True,
    metavar="SIZE",
)

sheet_options = gathered(
    "sheet",
    lambda sheet, paper: SheetOptions(sheet, paper),
    click.option(
        "--sheet",
        type=OUTPUT,
        metavar="FILE",
        help="Write printable pages, with the answers at the end, to a FILE that ends in "
        f"{one_of(FORMS)}.",
    ),
    paper_option,
)


@contextmanager
def sheet_to(
    options: SheetOptions,
    origin: str,
    held: Callable[[], AbstractContextManager[None]],
) -> Iterator[Callable[[dict[str, Any]], None]]:
    """Collect the records of puzzles, and write their sheet at the end, however the run ends.

    There is no sheet after an `InputError`, or if a run is stopped with more puzzles than can be
    typeset within moments. The ending of the file selects the format. `origin` is the command that
    makes the puzzles, and `held` returns a context that delays interrupts. Raises `InputError` if
    the sheet cannot be written, at the beginning if possible. Without a path nothing happens.
    """
    path, paper = options.path, options.paper
    if path is None:
        yield lambda record: None
        return
    render = renderer(path, "--sheet")
    size = "" if paper == Paper.A4 else f" --paper {paper}"
    sheet = Sheet(paper, f"{origin} --sheet puzzles{path.suffix.lower()}{size}")
    timeout = None
    with WholeFile(path, "--sheet") as file:
        try:
            yield sheet.add
        except (InterruptedRun, KeyboardInterrupt):
            timeout = STOP_TIMEOUT
            raise
        except InputError:
            # The run was refused, including any puzzles of an earlier run.
            sheet.added.clear()
            raise
        finally:
            data = _rendered(sheet, render, timeout, path) if sheet.added else None
            if data is not None:
                with held():
                    file.write(data)
    if not sheet.added:
        complain(f"--sheet {quote(str(path))}: no puzzles, so no sheet was written")


def _rendered(
    sheet: Sheet, render: Render, timeout: float | None, path: Path
) -> str | bytes | None:
    """Render a sheet; return None, and say so, if there is no time for it."""
    name = f"--sheet {source_name(str(path))}"
    try:
        return render(sheet, timeout)
    except TimeoutError:
        puzzles = counted(len(sheet.added), "puzzle")
        complain(
            f"{name}: stopped, no time to typeset {puzzles}; with -o, --resume writes the sheet"
        )
        return None
    except WorkerDied as died:
        raise InputError(f"{name}: {died}") from died


def renderer(path: Path, option: str) -> Render:
    """Return the renderer for the ending of a file; raises `InputError` that names the option."""
    form = path.suffix.lower()
    if form not in FORMS:
        expected = f"a name that ends in {one_of(FORMS)}"
        raise InputError(f"{option}: found {quote(str(path))}, expected {expected}")
    if form == ".html":
        return lambda sheet, seconds: to_html(sheet)
    check_typesetter(option)
    return partial(_in_own_process, to_pdf if form == ".pdf" else to_svg_page)


def check_typesetter(option: str) -> None:
    """Raise `InputError` if the library that sets pages is missing."""
    if find_spec(TYPESETTER) is None:
        message = f"{TYPESETTER} is missing, install it with: pip install 'proofplay[sheets]'"
        raise InputError(f"{option}: {message}")


def _in_own_process(
    typeset: Callable[[Sheet], bytes], sheet: Sheet, seconds: float | None
) -> str | bytes:
    """Render a sheet in a process of its own, which ends on a timeout or a signal."""
    if seconds is not None and len(sheet.added) > FEW:
        raise TimeoutError
    with Workers(1) as worker:
        return worker.submit(typeset, sheet).result(seconds)


def origin(context: click.Context, questions: Collection[str], **chosen: object) -> str:
    """Return a context's command with the options that its puzzles depend on.

    Those are the options named in the run's `questions`, and the count, as far as they were given;
    `chosen` has the values chosen in place of missing ones.
    """
    given: list[str] = []
    for parameter in context.command.params:
        name, option = parameter.name or "", parameter.opts[-1]
        if isinstance(parameter, click.Argument):
            given += context.params[name]
        question = _OPTIONS.get(option, option.removeprefix("--").replace("-", "_"))
        if question in (*questions, "count") and (is_given(context, name) or name in chosen):
            value = context.params[name] if is_given(context, name) else chosen[name]
            given += option_words(parameter, value)
    return command_line(context, given)


def is_given(context: click.Context, name: str) -> bool:
    """Return whether a parameter is on the command line."""
    return context.get_parameter_source(name) == ParameterSource.COMMANDLINE


def command_line(context: click.Context, words: Iterable[str]) -> str:
    """Return a context's command with some words, quoted for a shell."""
    return " ".join(map(_quoted, [*context.command_path.split(), *words]))


def option_words(option: click.Parameter, value: object) -> Iterator[str]:
    """Yield the words of an option with its value."""
    name = option.opts[-1]
    if value is True:
        yield name
    elif isinstance(value, tuple) and option.multiple:
        for part in value:
            yield from (name, str(part))
    elif isinstance(value, tuple):
        yield from (name, "x".join(map(str, value)))
    else:
        yield from (option.opts[0] if name == "--output" else name, str(value))


def _quoted(word: str) -> str:
    """Quote a word; unusual characters become byte escapes, so that any font can show them."""
    if word.isascii() and word.isprintable():
        return shlex.quote(word)
    plain = set(range(0x20, 0x7F)) - set(b"'\\")
    characters = (chr(byte) if byte in plain else f"\\x{byte:02x}" for byte in os.fsencode(word))
    return f"$'{''.join(characters)}'"
