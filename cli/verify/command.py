"""`proofplay verify`: check certificates with code independent of the engines."""

from __future__ import annotations

from dataclasses import asdict

import click

from cli.common.exits import Code, worst
from cli.common.inputs import UnreadableSource, check_arguments, read_file, source_name
from cli.common.options import example, json_option
from cli.common.session import Faults
from cli.files.run_files import SOURCE, Command
from cli.terminal.output import draw, width, write_json
from cli.terminal.signs import glyphs
from cli.verify import words
from positions import format_position
from solver import verify
from solver.certificates.checking.check import CheckResult


@click.command(
    "verify",
    cls=Command,
    help=words.HELP,
    epilog=example(words.EXAMPLE),
)
@click.argument("files", type=SOURCE, nargs=-1, metavar="[FILE | -]...")
@json_option(words.CERTIFICATE)
def command(files: tuple[str, ...], as_json: bool) -> Code:
    """Check certificates and report the results."""
    check_arguments(files, words.CERTIFICATE, "")
    faults, code = Faults(), Code.ANSWERED
    is_first = True
    for file in files:
        for item in read_file(file, verify, words.CERTIFICATE):
            if isinstance(item, UnreadableSource):
                faults.report(item.message)
                code = worst(code, Code.BAD_INPUT)
                continue
            if as_json:
                write_json(_record(source_name(file), item))
            else:
                _draw(source_name(file), item, is_first)
            is_first = False
            if item.refused is not None:
                code = worst(code, Code.SOME_FAILED)
    faults.close()
    return code


def _record(source: str, checked: CheckResult) -> dict[str, object]:
    """Return the JSON object for a certificate."""
    position = checked.position
    record: dict[str, object] = {
        "file": source,
        "line": checked.line,
        "position": None if position is None else format_position(position),
        "claim": checked.claim,
        "accepted": checked.refused is None,
    }
    if checked.refused is not None:
        return {**record, "error": words.FAULT.format(checked.refused.line, checked.refused)}
    return {**record, **asdict(checked.size)}


def _draw(source: str, checked: CheckResult, is_first: bool) -> None:
    from cli.verify.report import report_of

    draw(*report_of(source, checked, glyphs(), width(), is_first))
