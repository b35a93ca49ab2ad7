"""The man pages have the contents of the commands' help, and `man` reports no warnings."""

import os
import shutil
import subprocess
from pathlib import Path

import man_pages
import pytest
from command_tree import pages
from waiting import DEADLINE

from cli.app import COMMANDS


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("man")
    man_pages.main(folder)
    return folder


def shown(path: Path) -> str:
    """Return a page as shown by `man`, which must not warn."""
    if shutil.which("man") is None:
        pytest.skip("needs man")
    result = subprocess.run(
        ["man", "--warnings=w", "-l", path],
        env={**os.environ, "LC_ALL": "C.UTF-8", "MANWIDTH": "1000", "MAN_KEEP_FORMATTING": ""},
        capture_output=True,
        text=True,
        check=True,
        timeout=DEADLINE,
    )
    assert result.stderr == ""
    return result.stdout


def test_every_command_has_a_page(folder: Path) -> None:
    names = {path.name for path in folder.iterdir()}
    assert names == {"proofplay.1", *(f"proofplay-{name}.1" for name in COMMANDS)}


@pytest.mark.parametrize("name", ["", "solve", "generate", "serve"])
def test_a_page_has_everything_in_the_help(name: str, folder: Path) -> None:
    (page,) = (page for page in pages() if page.name == name)
    text = shown(folder / f"{page.title.replace(' ', '-')}.1")
    assert page.options
    for option in page.options:
        assert option.names in text
        assert option.help in text
    assert all(paragraph in text for paragraph in page.paragraphs)
    lines = [line.strip() for block in page.blocks for line in block.lines]
    assert lines
    assert all(line in text for line in lines)


def test_a_default_is_named(folder: Path) -> None:
    text = shown(folder / "proofplay-serve.1")
    assert "Default: 8000." in text
    assert "Default: half of " in text
