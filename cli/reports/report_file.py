"""The file of ``--report``: HTML, Markdown or JSON, depending on its ending.

It is written at the end, with the records answered by then, in order; a bad record appears in its
place with its error.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from cli.common import words
from cli.common.inputs import source_name
from cli.files.places import has_content
from cli.files.table_file import TableFile
from cli.files.whole_file import WholeFile
from cli.reports.document import Article, Block, failure
from cli.terminal.output import draw, width, write_json
from cli.terminal.signs import UNICODE, Glyphs, glyphs
from positions import InputError, Position
from positions.errors import one_of
from positions.looks.drawing import title
from solver import Answer, Question
from solver.answers.model import record

_Format = Callable[[Sequence[Article], str | None], str]

# Makes the report of an answer, in full for a file.
Blocks = Callable[[Glyphs, bool], Iterable[Block]]


class Report:
    """Collects the articles of a report."""

    def __init__(self) -> None:
        self.articles: list[Article] = []
        self.is_answered = False
        self._name = ""

    def begin(self, name: str) -> None:
        """Set the name of the next record, one of several."""
        self._name = name

    def add(self, article: Article) -> None:
        """Add the article of a record."""
        self.articles.append(replace(article, name=self._name))
        self.is_answered = True

    def fail(self, record: dict[str, object]) -> None:
        """Add the entry of a bad record: its line and its error."""
        self.articles.append(failure(self._name, record))


@contextmanager
def report_file(path: Path | None, what: str, done: str) -> Iterator[Report | None]:
    """Yield a report to fill, if a file is named, and write it at the end.

    A report of several records has a title such as "3 games annotated", made of `what` and `done`,
    and says so if the run was stopped early. Raises `InputError` at once if the file cannot be
    created, and at the end if it could not be written.
    """
    if path is None:
        yield None
        return
    to_text, report, is_whole = _format(path), Report(), False
    with WholeFile(path, "--report") as file:
        try:
            yield report
            is_whole = True
        finally:
            # A report that has only errors does not replace an earlier report.
            if report.is_answered or (report.articles and not has_content(path)):
                stopped = "" if is_whole else ", then stopped"
                title = f"{words.counted(len(report.articles), what)} {done}{stopped}"
                is_needed = len(report.articles) > 1 or not is_whole
                file.write(to_text(report.articles, title if is_needed else None))


def _format(path: Path) -> _Format:
    formats = {".html": _html, ".md": _markdown, ".json": _json}
    writer = formats.get(path.suffix.lower())
    if writer is None:
        expected = f"a name that ends in {one_of(list(formats))}"
        raise InputError(
            f"--report {source_name(str(path))}: found another ending, expected {expected}"
        )
    return writer


def _html(articles: Sequence[Article], title: str | None) -> str:
    # Imported late: most runs write no page.
    from cli.reports.page import to_html

    return to_html(articles, title)


def _markdown(articles: Sequence[Article], title: str | None) -> str:
    from cli.reports.markdown import to_markdown

    return to_markdown(articles, title)


def _json(articles: Sequence[Article], title: str | None) -> str:
    """Return all records as one JSON array, each on its own line."""
    records = ",\n".join(json.dumps(article.record, allow_nan=False) for article in articles)
    return f"[\n{records}\n]\n"


def write_answer(
    position: Position,
    answer: Answer,
    question: Question,
    blocks: Blocks,
    as_json: bool,
    report: Report | None,
    table: TableFile | None,
    more: Mapping[str, object],
) -> None:
    """Write the answer to a question about a position; its JSON object has `more` fields."""
    found = {**record(answer, question.asked(position)), **more}
    # Before the answer is printed: if the run is stopped right after it, the files have it.
    if table is not None:
        table.add(found)
    if report is not None:
        in_full, heading = tuple(blocks(UNICODE, True)), words.answer(position, answer)
        report.add(Article(title(position), heading, in_full, found))
    if as_json:
        write_json(found)
    else:
        draw_blocks(blocks(glyphs(), False))


def draw_blocks(blocks: Iterable[Block]) -> None:
    """Draw the parts of a report on the terminal."""
    from cli.reports.terminal import drawn

    draw(*drawn(blocks, glyphs(), width()))
