"""`proofplay verify`: check certificates with code independent of the engines."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict

import click

from cli.common.exits import Code, worst
from cli.common.inputs import UnreadableSource, check_arguments, read_file, source_name
from cli.common.options import example, json_option
from cli.common.session import Faults
from cli.common.words import counted
from cli.files.run_files import SOURCE, Command
from cli.reports.document import Block, Diagram, Facts, Sentences, Tone, Words
from cli.reports.report_file import draw_blocks
from cli.terminal.output import write_json, write_line
from cli.terminal.signs import glyphs
from positions import format_position
from positions.looks.drawing import title
from solver import verify
from solver.certificates.checking.check import CheckResult, Size

CERTIFICATE = "certificate"


@click.command(
    "verify",
    cls=Command,
    epilog=example(
        "proofplay solve --certificate proof.txt nakatta:4/1b2/4/4:w\n"
        "proofplay verify proof.txt\n"
        "proofplay deal --variant solitaire --count 9 | proofplay solve --json - | "
        "proofplay verify -"
    ),
)
@click.argument("files", type=SOURCE, nargs=-1, metavar="[FILE | -]...")
@json_option(CERTIFICATE)
def command(files: tuple[str, ...], as_json: bool) -> Code:
    """Check certificates with code independent of the engines.

    Certificates come from `solve --certificate`. If one is refused, the first wrong step is named
    and the exit code is 1. Answers of `solve --json` are accepted too: their lines are replayed.
    For puzzles of `generate --json`, the solutions are replayed, and claims of uniqueness are
    checked where that is possible without an engine.
    """
    check_arguments(files, CERTIFICATE, "")
    faults, code = Faults(), Code.ANSWERED
    is_first = True
    for file in files:
        for item in read_file(file, verify, CERTIFICATE):
            if isinstance(item, UnreadableSource):
                faults.report(item.message)
                code = worst(code, Code.BAD_INPUT)
                continue
            if as_json:
                write_json(_record(source_name(file), item))
            else:
                if not is_first:
                    write_line("")
                draw_blocks(_report(source_name(file), item))
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
        return {**record, "error": f"line {checked.refused.line}: {checked.refused}"}
    return {**record, **asdict(checked.size)}


def _report(source: str, checked: CheckResult) -> Iterator[Block]:
    place = Words(f"{source}: line {checked.line}", Tone.FAINT)
    if checked.refused is not None:
        fault = f"Refused: line {checked.refused.line}: {checked.refused}"
        yield Sentences((place, Words(fault, Tone.BAD, is_strong=True)))
        return
    if checked.position is None:
        raise AssertionError(f"{source} was accepted without a position")
    result = (
        Words(f"Accepted: {checked.claim}", Tone.GOOD, is_strong=True),
        Words(f"Checked without an engine: {_size(checked.size)}."),
    )
    heading = title(checked.position, glyphs().times)
    yield Facts(Diagram(checked.position), heading, (result, (place,)))


def _size(amount: Size) -> str:
    """Return how much was checked: "429 positions with 869 moves"."""
    parts = []
    if amount.moves:
        parts.append(f"a line of {counted(amount.moves, 'move')}")
    if amount.positions:
        parts.append(
            f"{counted(amount.positions, 'position')} with {counted(amount.replies, 'move')}"
        )
    if amount.clauses:
        steps = counted(amount.steps, "step")
        parts.append(f"a proof of {steps} from {counted(amount.clauses, 'clause')}")
    return ", ".join(parts) or "the game is over"
