"""Every block of code in README.md and docs/ is correct; those that can be run are run."""

import doctest
import re
import shlex
import shutil
from pathlib import Path

import click
import pytest
from doc_blocks import PAGES, ROOT, Block, blocks, commands, console, fits, prepare, run_all
from service_tests import Start

from cli.app import proofplay
from positions import GAMES, parse

ALL = [block for page in PAGES for block in blocks(page)]
NOT_RUN = [block for block in ALL if block.not_run is not None]
FORMS = [block for block in ALL if block.language == "text"]
ADDRESS = "http://127.0.0.1:8000"
SEPARATORS = {";", "|", "&", "&&", ">", "<", ">>"}
POSITION = re.compile(rf"(?:{'|'.join(GAMES)})(?:\+[a-z]+)*:[a-zA-Z0-9/.]+:[^\s\"\]]+")


def with_language(language: str) -> list[Path]:
    return [
        page
        for page in PAGES
        if any(block.language == language and block.not_run is None for block in blocks(page))
    ]


def named(page: Path) -> str:
    return str(page.relative_to(ROOT))


@pytest.mark.parametrize("page", with_language("console"), ids=named)
def test_commands_print_what_is_shown(page: Path, tmp_path: Path, start: Start) -> None:
    wanted = console(page)
    prepare(page, tmp_path)
    texts = [command.text for command in wanted]
    if any(ADDRESS in text for text in texts):
        if shutil.which("curl") is None:
            pytest.skip("needs curl")
        server = start("--workers", "1")
        texts = [text.replace(ADDRESS, server.url) for text in texts]
    after = [*texts[1:], ""]
    for command, printed, then in zip(wanted, run_all(texts, tmp_path), after, strict=True):
        where = f"{command.block}: $ {command.text}\n"
        shown = "\n".join(printed.lines)
        assert fits(command.expected, printed.lines), f"{where}{shown}"
        # A page that shows a failing command also shows its exit code.
        assert printed.code == 0 or then == "echo $?", f"{where}{shown}\nexit code {printed.code}"


class Checker(doctest.OutputChecker):
    def check_output(self, want: str, got: str, optionflags: int) -> bool:
        return fits(want.rstrip("\n").split("\n"), got.rstrip("\n").split("\n"))


@pytest.mark.parametrize("page", with_language("pycon"), ids=named)
def test_python_prints_what_is_shown(
    page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    prepare(page, tmp_path)
    monkeypatch.chdir(tmp_path)
    parser, runner = doctest.DocTestParser(), doctest.DocTestRunner(Checker(), verbose=False)
    names: dict[str, object] = {}
    for block in blocks(page):
        if block.language == "pycon" and block.not_run is None:
            test = parser.get_doctest(block.text + "\n", names, str(block), str(page), block.line)
            said: list[str] = []
            assert test.examples
            runner.run(test, out=said.append, clear_globs=False)
            assert runner.failures == 0, "".join(said)
            names = test.globs


def test_each_block_has_a_language() -> None:
    languages = {"console", "pycon", "text", "diagram"}
    unknown = [str(b) for b in ALL if b.language not in languages and b.not_run is None]
    assert unknown == []


@pytest.mark.parametrize("block", NOT_RUN, ids=lambda block: f"{block} {block.not_run}")
def test_commands_that_are_not_run_are_valid(block: Block) -> None:
    """The commands, their options and our scripts exist."""
    if block.language != "console":
        return
    for command in commands(block):
        for words in simple_commands(command.text):
            if words[0].endswith("proofplay"):
                accepts(words[1:])
            elif words[0] == "python" and words[1].endswith(".py"):
                assert (ROOT / words[1]).is_file()


def simple_commands(text: str) -> list[list[str]]:
    """Return the words of each command in a shell line."""
    lexer = shlex.shlex(text, posix=True, punctuation_chars=True)
    lexer.whitespace_split = True
    parts: list[list[str]] = [[]]
    for word in lexer:
        if word in SEPARATORS:
            parts.append([])
        else:
            parts[-1].append(word)
    return [part for part in parts if part]


def accepts(words: list[str]) -> None:
    """Fail unless a command has all the given options."""
    command = proofplay.get_command(click.Context(proofplay), words[0])
    assert command is not None, words[0]
    known = {option for it in command.params for option in (*it.opts, *it.secondary_opts)}
    assert {word.partition("=")[0] for word in words if word.startswith("--")} <= known


@pytest.mark.parametrize("block", FORMS, ids=str)
def test_positions_in_text_blocks_are_valid(block: Block) -> None:
    for text in POSITION.findall(block.text):
        if "ROWS" not in text and ":tour=" not in text:
            parse(text.rstrip(".,)"))
