"""`proofplay sheet`: puzzles, positions and games of files on printable pages."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import click

from cli.common.exits import Code, InterruptedRun
from cli.common.inputs import Sources, file_name
from cli.common.options import OneWord, example, positions_argument, seconds, word_option
from cli.common.words import counted, duration
from cli.files.places import unwritable
from cli.files.record_output import quiet_option
from cli.files.run_files import Command
from cli.files.whole_file import WholeFile
from cli.sheets.file import (
    check_typesetter,
    command_line,
    is_given,
    option_words,
    paper_option,
    renderer,
)
from cli.sheets.reading import Named, Piece, Puzzle, read_pieces
from cli.sheets.sheet import (
    PER_PAGE,
    PLAYED,
    REPLAYED,
    SECTIONS,
    SOLVED,
    SORTS,
    Paper,
    Sheet,
    to_pieces,
)
from cli.show import PICTURE_FORMATS, PicturesType
from cli.terminal.output import complain
from cli.terminal.progress import RecordProgress
from positions import InputError, Position
from positions.games import rules_of
from positions.reading.game_records import GameRecord
from solver import Answer, Status, solve

# The default time limit per position, in seconds.
TIME = 10.0

# What is said about the answers to each kind of piece, and the name of the kind.
KINDS = {
    Puzzle: (REPLAYED, "puzzles"),
    Position: (SOLVED, "positions"),
    GameRecord: (PLAYED, "games"),
}


class SheetType(PicturesType):
    """Parameter type: a file for the pages, or a folder for a picture of each piece."""

    @staticmethod
    def is_folder(path: Path) -> bool:
        """Return whether a path names a folder, existing or not."""
        return path.is_dir() or not path.suffix


@dataclass(frozen=True, slots=True)
class Answers:
    """How positions are answered: not at all, or within `seconds` each."""

    are_wanted: bool
    seconds: float

    def to(self, position: Position) -> Answer | None:
        """Return the answer to a position; None for a tour, or if none is wanted."""
        if not self.are_wanted or rules_of(position).solution == "path":
            return None
        return solve(position, time=self.seconds)


@click.command(
    "sheet",
    cls=Command,
    epilog=example(
        "proofplay sheet puzzles.jsonl --per-page 4 -o puzzles.pdf\n"
        "proofplay sheet deals.txt --paper a5 --sections grade --title 'My deals' -o deals.pdf\n"
        "proofplay sheet games.txt -o pictures/ --format svg"
    ),
)
@positions_argument
@click.option(
    "-o",
    "--output",
    type=SheetType(),
    required=True,
    metavar="FILE | FOLDER",
    help="Write the pages to FILE (.pdf, .html, or .svg for one long page), or a picture of each "
    "piece with its caption to FOLDER.",
)
@word_option(
    "--format",
    PICTURE_FORMATS,
    "Format of the pictures in a folder: svg or png.  [default: svg]",
    "form",
    default=None,
    show_default=False,
)
@paper_option
@click.option(
    "--per-page",
    type=OneWord(list(map(str, PER_PAGE))),
    metavar="N",
    help=f"Boards per page: {', '.join(map(str, PER_PAGE))}.  "
    "[default: up to 6 that are large enough]",
)
@click.option("--title", help="Title.  [default: the games]")
@click.option("--author", help="Author, named below the title and on every page.")
@click.option("--no-rules", is_flag=True, help="Leave out the rules of the games.")
@word_option(
    "--sections",
    SECTIONS,
    "Put the pieces into sections, by grade or by game.",
    default=None,
    show_default=False,
    metavar="WHAT",
)
@word_option(
    "--sort",
    SORTS,
    f"Sort the pieces: {', '.join(SORTS)}.  [default: as in the files]",
    default=None,
    show_default=False,
    metavar="WHAT",
)
@click.option("--no-answers", is_flag=True, help="Leave out the answers behind the boards.")
@click.option(
    "--time",
    "limit",
    type=seconds,
    default=TIME,
    show_default=True,
    metavar="SECONDS",
    help="Time limit for the answer to each position of no puzzle.",
)
@quiet_option
@click.pass_context
def command(
    context: click.Context,
    positions: Sources,
    output: Path,
    form: str | None,
    paper: Paper,
    per_page: str | None,
    title: str | None,
    author: str | None,
    no_rules: bool,
    sections: str | None,
    sort: str | None,
    no_answers: bool,
    limit: float,
    is_quiet: bool,
) -> Code:
    """Print puzzles, positions and games on pages, with the answers behind.

    Each argument is a file of puzzles (as `generate -o` writes them), positions or game records, a
    position, or - for standard input. The solutions of puzzles are played before anything is
    printed, so the files may be edited by hand: a "name" and a "note" in the record of a puzzle are
    printed with it. Positions of no puzzle are solved.
    """
    began = time.monotonic()
    positions.check()
    write = _writer(output, form)
    sheet = Sheet(
        paper,
        _origin(context, positions),
        per_page=None if per_page is None else int(per_page),
        given_title=title,
        author=author,
        sections=sections,
        sort=sort,
        rules=not no_rules,
        answers=not no_answers,
    )
    try:
        code = _fill(sheet, list(read_pieces(positions)), Answers(not no_answers, limit))
        write(sheet)
    except KeyboardInterrupt:
        raise InterruptedRun("Stopped; no sheet was written.") from None
    if not is_quiet:
        took = duration(time.monotonic() - began)
        complain(f"{counted(len(sheet.added), 'board')}; {output} written in {took}.")
    return code


def _origin(context: click.Context, positions: Sources) -> str:
    """Return the command line, without the folders of its files."""
    words = [file_name(argument) for argument in positions.arguments]
    for parameter in context.command.params:
        name = parameter.name or ""
        if isinstance(parameter, click.Option) and is_given(context, name):
            value = context.params[name]
            words += option_words(parameter, file_name(str(value)) if name == "output" else value)
    return command_line(context, words)


def _fill(sheet: Sheet, pieces: Sequence[Piece], answers: Answers) -> Code:
    """Add pieces to a sheet; return whether all that were to be solved are."""
    is_open = False
    with RecordProgress("solving", True, lambda: len(pieces)) as bar:
        bar.begin(0)
        for piece in pieces:
            if isinstance(piece, Puzzle):
                sheet.add(piece.record)
            elif isinstance(piece.content, GameRecord):
                sheet.add_game(piece.content, piece.name)
            else:
                answer = answers.to(piece.content)
                is_open |= answer is not None and answer.status != Status.PROVED
                sheet.add_position(piece.content, piece.name, answer)
            bar.advance()
    kinds = {type(piece.content) if isinstance(piece, Named) else Puzzle for piece in pieces}
    promises, names = zip(*(KINDS[kind] for kind in KINDS if kind in kinds), strict=True)
    sheet.promise, sheet.what = " ".join(promises), names[0] if len(names) == 1 else ""
    return Code.LIMITED if is_open else Code.ANSWERED


def _writer(output: Path, form: str | None) -> Callable[[Sheet], None]:
    """Return what writes a sheet to a file or a folder; raises `InputError` if it cannot."""
    if not SheetType.is_folder(output):
        if form is not None:
            raise InputError(f"--format: found -o {output}, expected a folder")
        render = renderer(output, "-o")
        return lambda sheet: _write(output, render(sheet, None))
    check_typesetter("-o")
    return partial(_write_pieces, output, form or "svg")


def _write_pieces(folder: Path, form: str, sheet: Sheet) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise unwritable("-o", folder, error) from error
    pictures = to_pieces(sheet, "png" if form == "png" else "svg")
    for entry, picture in zip(sheet.entries, pictures, strict=True):
        _write(folder / f"{entry.number:04}-{entry.game}.{form}", picture)


def _write(path: Path, data: str | bytes) -> None:
    with WholeFile(path, "-o") as file:
        file.write(data)
