"""The facts about a release agree in all places."""

import re
import tomllib

import yaml
from running import ROOT

VERSION = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]


def test_the_changelog_begins_with_this_version() -> None:
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    dated = re.findall(r"^## \[([0-9.]+)\] - ([0-9-]{10})$", text, re.MULTILINE)
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    assert dated[0] == (VERSION, str(citation["date-released"]))
    assert [version for version, _ in dated] == sorted(
        (version for version, _ in dated), key=lambda v: [*map(int, v.split("."))], reverse=True
    )


def test_the_citation_names_this_version() -> None:
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    assert str(citation["version"]) == VERSION
