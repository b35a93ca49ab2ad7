"""The page's modules and files, tested without a browser."""

import re
import subprocess
from pathlib import Path

import playwright
from import_graph import circles
from page_types import FILE, page_types
from running import ROOT

STATIC = ROOT / "service" / "static"
SCRIPTS = STATIC / "js"
FILES = sorted(path for path in STATIC.rglob("*") if path.is_file())
MODULES = [path for path in FILES if path.suffix == ".js"]


def node() -> Path:
    """Find the Node.js that comes with Playwright."""
    (found,) = (Path(playwright.__file__).parent / "driver").glob("node*")
    return found


def test_modules_pass_their_unit_tests() -> None:
    scripts = map(str, Path(__file__).parent.glob("*.test.mjs"))
    done = subprocess.run(
        [str(node()), "--test", *scripts], capture_output=True, check=False, text=True
    )
    assert done.returncode == 0, done.stdout


def test_the_imports_of_the_modules_exist() -> None:
    for module in MODULES:
        text = module.read_text(encoding="utf-8")
        for name in re.findall(r'(?:from |await import\()"(.+?)"', text):
            assert name.startswith(("./", "../")), module
            assert (module.parent / name).is_file(), module


def test_no_folders_import_each_other() -> None:
    graph: dict[str, set[str]] = {}
    for module in MODULES:
        known = re.findall(r'"\.\./(\w+)/', module.read_text(encoding="utf-8"))
        graph.setdefault(module.parent.name, set()).update(known)
    assert circles(graph) == []


def test_the_page_has_all_its_files_and_no_inline_code() -> None:
    page = (STATIC / "index.html").read_text(encoding="utf-8")
    for name in re.findall(r'(?:src|href)="([^#"]+)"', page):
        assert (STATIC / name).is_file()
    assert not re.findall(r"<style|<script(?! type=\"module\" src=)|\son\w+=|\sstyle=", page)


def test_nothing_is_loaded_from_elsewhere() -> None:
    for path in FILES:
        if path.suffix == ".png":
            continue
        links = re.findall(r"https?://\S+", path.read_text(encoding="utf-8"))
        assert set(links) <= {'http://www.w3.org/2000/svg";', 'http://www.w3.org/2000/svg"'}, path


def test_no_module_names_a_game() -> None:
    """A sixth game needs no script: games are only named in examples."""
    names = re.compile("sight-reduction|manhattan|marvin|nakatta|minelayers")
    naming = {path.name for path in MODULES if names.search(path.read_text(encoding="utf-8"))}
    assert naming <= {"app.js", "paste.js", "records.js"}


def test_every_letter_with_a_function_is_listed() -> None:
    listed = (SCRIPTS / "shell" / "keys.js").read_text(encoding="utf-8")
    found = 0
    for room in ("puzzles", "solitaire"):
        view = (SCRIPTS / room / "view.js").read_text(encoding="utf-8")
        (keys,) = re.findall(r"^const KEYS = \{(.+)\};$", view, re.MULTILINE)
        for key in re.findall(r"(\w): ", keys):
            assert f'["{key}", "keys.' in listed
            found += 1
    assert found


def test_every_text_is_used() -> None:
    """The compiler finds texts that are missing; this finds those that are no longer used."""
    strings = SCRIPTS / "strings" / "en.js"
    texts = re.findall(r'^  "([\w.]+)":', strings.read_text(encoding="utf-8"), re.MULTILINE)
    assert len(texts) == len(set(texts))
    scripts = [path.read_text(encoding="utf-8") for path in MODULES if path != strings]
    said = {key for script in scripts for key in re.findall(r'"(\w+\.[\w.]+)"', script)}
    assert not set(texts) - said


def test_the_types_of_the_page_are_up_to_date() -> None:
    assert FILE.read_text(encoding="utf-8") == page_types()
