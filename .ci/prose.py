"""Check the English of the project: documentation, help texts, docstrings and comments.

proselint knows common faults, `STYLE` those that once crept into this project, also in what the
program prints: its string literals. Code is blanked out first, so that lines and columns stay
right. Prints one line per finding; the exit code is then 1.
"""

from __future__ import annotations

import ast
import io
import re
import subprocess
import sys
import tokenize
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import click
from proselint.checks import __register__
from proselint.config import DEFAULT, Config
from proselint.registry import CheckRegistry
from proselint.tools import LintFile

from cli.app import proofplay

ROOT = Path(__file__).parents[1]
PACKAGES = ("positions", "solver", "cli", "service")
PAGE_TEXTS = "service/static/js/strings/en.js"

# Checks of proselint that do not suit us: typographic quotes and dashes, the names of squares and
# puzzles ("b4", "only-move"), "for ever", "play by the rules", and words that are terms here.
OFF = (
    "annotations",
    "archaism",
    "cliches",
    "dates_times",
    "industrial_language.chatspeak",
    "lexical_illusions",
    "misc.phrasal_adjectives.ly",
    "typography",
    "weasel_words",
)

# Phrases to avoid, as regular expressions for one line, with a remedy. `START` begins a sentence.
START = r'(^\s*(#|"""|) ?|[.;] )'
STYLE = {
    rf"{START}Gives? (?!(up|back|in)\b)": "write 'Return' or 'Yield'",
    r"\bat most so\b": "name the limit",
    r"\b(of|for|in|within|after|with|to|by|than) so (many|much|long)\b(?! (that|as))": (
        "name the number"
    ),
    rf"{START}So (many|much|long)\b": "name the number",
    r"\b(which|that|it|this|what|one) is no (?!longer|more|less|fewer|worse|larger|wider)": (
        "write 'is not a'"
    ),
    rf"{START}Who (?!.*\?)": "write 'a player who' or 'whoever'",
    r"[,;:] who (cannot|has|held|runs|swaps)\b": "write 'a player who' or 'whoever'",
    r"\b(is|are|was|were) told\b(?! to)": "write 'is reported', or say who says it",
    r"\bnobody can tell\b": "write 'unknown'",
    r"\bnot settled\b": "write 'unknown'",
    r"\b(than|as) need be\b": "write 'than necessary'",
    r"\bgone on with\b": "write 'continued'",
    r"\bunasked\b": "write 'by default'",
    r"\b(one|objects?) an? (line|game|record|file|position|move)\b": "write 'per'",
}


class Text(NamedTuple):
    """A text with its code blanked out, and the name of its source."""

    source: str
    lines: list[str]


def main() -> int:
    """Check everything; return the exit code."""
    everything = [*files(), *helps()]
    found = [*proselint(everything), *style([*everything, *printed()])]
    print("\n".join(found), end="\n" if found else "")
    return 1 if found else 0


def proselint(everything: list[Text]) -> Iterator[str]:
    """Yield the findings of proselint, which is much faster on one long text than on many."""
    places = [(text.source, n) for text in everything for n in range(1, len(text.lines) + 1)]
    CheckRegistry().register_many(__register__)
    # The first entry that matches a check decides about it.
    on = {name: is_on for name, is_on in DEFAULT["checks"].items() if name not in OFF}
    checks = dict.fromkeys(OFF, False) | on
    whole = "\n".join(line for text in everything for line in text.lines)
    for result in LintFile("", whole).lint(Config(max_errors=1000, checks=checks)):
        # proselint counts a line that it puts in front.
        source, line = places[result.pos[0] - 2]
        check = result.check_result
        yield f"{source}:{line}: {check.check_path}: {check.message}"


def style(everything: list[Text]) -> Iterator[str]:
    """Yield the phrases that `STYLE` forbids."""
    for source, lines in everything:
        for number, line in enumerate(lines, start=1):
            for pattern, remedy in STYLE.items():
                for match in re.finditer(pattern, line):
                    yield f"{source}:{number}: {match[0].strip()!r}: {remedy}"


def files() -> Iterator[Text]:
    """Yield the prose in the files of the project."""
    listed = subprocess.run(
        ["git", "ls-files", "*.md", "*.py"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    for name in listed.stdout.splitlines():
        text = (ROOT / name).read_text(encoding="utf-8")
        yield Text(name, from_markdown(text) if name.endswith(".md") else from_python(text))


def printed() -> Iterator[Text]:
    """Yield the string literals of the program, and the texts of the page."""
    for package in PACKAGES:
        for path in sorted((ROOT / package).rglob("*.py")):
            text = path.read_text(encoding="utf-8")
            nodes = list(ast.walk(ast.parse(text)))
            docstrings = {id(node.value) for node in nodes if isinstance(node, ast.Expr)}
            lines = [""] * len(text.splitlines())
            for node in nodes:
                is_text = isinstance(node, ast.Constant) and isinstance(node.value, str)
                if is_text and id(node) not in docstrings:
                    lines[node.lineno - 1] += f" {node.value}"
            yield Text(str(path.relative_to(ROOT)), lines)
    yield Text(PAGE_TEXTS, (ROOT / PAGE_TEXTS).read_text(encoding="utf-8").splitlines())


def helps() -> Iterator[Text]:
    """Yield the help of each command, with every option on a line of its own."""
    root = click.Context(proofplay, info_name="proofplay")
    for name in proofplay.list_commands(root):
        command = proofplay.get_command(root, name)
        context = click.Context(command, root, info_name=name, terminal_width=1000)
        lines = [re.sub(r"`[^`]*`", blank, line) for line in command.get_help(context).splitlines()]
        yield Text(f"{context.command_path} --help", lines)


def from_markdown(text: str) -> list[str]:
    """Return Markdown with its code blanked out."""
    lines, fence = [], ""
    for line in text.splitlines():
        mark = re.match(r"\s*(```+|~~~+)", line)
        is_code = bool(fence) or line.startswith("    ") or mark is not None
        if mark and (not fence or mark[1].startswith(fence)):
            fence = "" if fence else mark[1]
        lines.append("" if is_code else re.sub(r"`[^`]*`", blank, line))
    return lines


def from_python(text: str) -> list[str]:
    """Return the docstrings and comments of a module, with everything else blanked out."""
    lines = text.splitlines()
    kept = [""] * len(lines)
    for node in ast.walk(ast.parse(text)):
        if isinstance(
            node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef
        ) and (ast.get_docstring(node) is not None):
            first, last = node.body[0].lineno, node.body[0].end_lineno
            kept[first - 1 : last] = lines[first - 1 : last]
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.COMMENT:
            number, column = token.start
            kept[number - 1] = " " * column + token.string
    return [re.sub(r"``?[^`]*``?", blank, line) for line in kept]


def blank(match: re.Match[str]) -> str:
    """Return a word in place of code, of the same length."""
    return "x" * len(match[0])


if __name__ == "__main__":
    sys.exit(main())
