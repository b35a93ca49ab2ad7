"""`proofplay verify`: checks certificates with code that shares nothing with the engines."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict

import click

from cli.exits import Code, worst
from cli.inputs import Broken, Whole, check_arguments, read_files
from cli.options import example, json_option
from cli.output import draw, glyphs, width, write_json
from cli.session import Faults
from positions.text import format_position
from solver.certificates.checking.check import Checked, check_file
from solver.certificates.checking.solution import are_solutions, check_solutions
from solver.certificates.checking.text import VERSION, is_certificate


@click.command(
    "verify",
    epilog=example(
        "proofplay solve --certificate proof.txt nakatta:4/1b2/4/4:w\n"
        "proofplay verify proof.txt\n"
        "proofplay deal --variant solitaire --count 9 | proofplay solve --json - | "
        "proofplay verify -"
    ),
)
@click.argument("files", nargs=-1, metavar="[FILE | -]...")
@json_option("certificate")
def command(files: tuple[str, ...], as_json: bool) -> Code:
    """Check certificates with code that shares nothing with the engines.

    They are those that `solve --certificate` writes. Of one that is refused the first wrong step is
    named, and the exit code is 1. Answers of `solve --json` are taken, too: their lines are played.
    So are puzzles of `generate --json`: they are solved by their solutions, and what is said to be
    unique is counted again where that can be done without an engine.
    """
    check_arguments(files, "certificate", "")
    faults, code = Faults(), Code.ANSWERED
    is_first = True
    for item in read_files(files):
        broken = item if isinstance(item, Broken) else _broken(item)
        if broken is not None:
            faults.report(broken.message)
            code = worst(code, Code.BAD_INPUT)
            continue
        assert isinstance(item, Whole)  # noqa: S101 - else it is broken
        for checked in _check(item.data):
            if as_json:
                write_json(_record(item.source, checked))
            else:
                _draw(item.source, checked, is_first)
            is_first = False
            if checked.refused is not None:
                code = worst(code, Code.SOME_FAILED)
    faults.close()
    return code


def _check(data: bytes) -> Iterator[Checked]:
    """Check a file of certificates, or of answers with their lines."""
    return check_solutions(data) if are_solutions(data) else check_file(data)


def _broken(whole: Whole) -> Broken | None:
    """Say what is wrong with a file that holds no certificate."""
    if is_certificate(whole.data) or are_solutions(whole.data):
        return None
    found = "no certificate" if whole.data else "an empty file"
    return Broken(
        f"{whole.source}: found {found}, expected one, with {VERSION!r} on its first line"
    )


def _record(source: str, checked: Checked) -> dict[str, object]:
    """Give the object of a certificate."""
    position = checked.position
    record: dict[str, object] = {
        "file": source,
        "line": checked.line,
        "position": None if position is None else format_position(position),
        "claim": checked.claim,
        "accepted": checked.refused is None,
    }
    if checked.refused is not None:
        return {**record, "error": _fault(checked.refused.line, str(checked.refused))}
    return {**record, **asdict(checked.size)}


def _fault(line: int, reason: str) -> str:
    return f"line {line}: {reason}"


def _draw(source: str, checked: Checked, is_first: bool) -> None:
    from cli import certificate_report

    draw(*certificate_report.checked(source, checked, glyphs(), width(), is_first))
