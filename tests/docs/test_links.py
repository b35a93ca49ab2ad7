"""The targets of links in the documentation, and pages named in comments, exist."""

import re
from pathlib import Path

import pytest
from doc_blocks import PAGES, ROOT

LINK = re.compile(r"\]\(([^)#\s:]+)(?:#[^)\s]*)?\)")
NAMED = re.compile(r"\bdocs/[\w/.-]+\.md\b")
# Generated when the site is built, as the index says.
GENERATED = re.compile(r"docs/reference/(commands/[a-z]+|json|http)\.md")
SOURCES = ("positions", "solver", "cli", "service", "benchmarks", "tests", "tools", ".ci")
KINDS = {".py", ".hpp", ".cpp", ".js", ".md", ".txt"}


def is_there(path: Path) -> bool:
    return path.exists() or GENERATED.fullmatch(str(path.relative_to(ROOT))) is not None


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_targets_of_links_exist(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    targets = {(page.parent / target).resolve() for target in LINK.findall(text)}
    assert [str(target) for target in sorted(targets) if not is_there(target)] == []


def test_only_the_index_links_to_generated_pages() -> None:
    """In the repository these links have no target, which the index explains."""
    index = ROOT / "docs" / "reference" / "index.md"
    for page in PAGES:
        targets = {(page.parent / to).resolve() for to in LINK.findall(page.read_text("utf-8"))}
        assert page == index or all(target.exists() for target in targets)


def test_pages_named_in_sources_exist() -> None:
    files = [
        path
        for folder in SOURCES
        for path in (ROOT / folder).rglob("*")
        if path.suffix in KINDS and path != Path(__file__)
    ]
    named = {(path, name) for path in files for name in NAMED.findall(path.read_text("utf-8"))}
    assert len(named) > 20
    assert [f"{path}: {name}" for path, name in sorted(named) if not (ROOT / name).is_file()] == []
