"""The generated pages of the site are complete, and boards are drawn correctly."""

import json
import re

import pytest
import yaml
from command_tree import pages as command_pages
from docs_site.boards import WrongDiagram, with_pictures
from docs_site.records import ELSEWHERE, RECORDS
from docs_site.schemas import description
from make_site import pages
from running import ROOT, run

RUNS = {
    "solve": ("--solutions", "sight-reduction+solitaire:wbw/bwb:w"),
    "solve --sum": ("sight-reduction:wbw/bwb:w", "sight-reduction:wb/bw:w"),
    "analyse": ("--fair", "sight-reduction:wbw/bwb:w"),
    "annotate": ("positions/samples/manhattan.txt",),
    "openings": ("nakatta+pie:start:2x2",),
    "verify": ("tests/data/sight-reduction/puzzles.jsonl",),
    "games": (),
    "rules": ("nakatta",),
    "show": ("nakatta+pie:start:2x2",),
    "moves": ("nakatta:start:2x2",),
    "hint": ("--degree", "3", "nakatta:start:2x2"),
    "deal": ("--seed", "1"),
    "perft": ("--divide", "--depth", "2", "nakatta:start:2x2"),
}
DIAGRAM = """\
    nakatta:2b/b2/bww:w

    3  . . b
    2  b . .
    1  b w w
       a b c
"""


@pytest.fixture(scope="module")
def site() -> dict[str, str]:
    return pages()


def nav_places(nav: list[object]) -> list[str]:
    """Return the pages in a part of the navigation."""
    found = list[str]()
    for entry in nav:
        target = next(iter(entry.values())) if isinstance(entry, dict) else entry
        found += nav_places(target) if isinstance(target, list) else [str(target)]
    return found


def test_every_page_is_in_the_navigation_once(site: dict[str, str]) -> None:
    nav = yaml.safe_load((ROOT / "mkdocs.yml").read_text(encoding="utf-8"))["nav"]
    assert sorted(nav_places(nav)) == sorted(site)


def test_every_option_is_described(site: dict[str, str]) -> None:
    for page in command_pages():
        text = site[f"reference/commands/{page.name or 'index'}.md"]
        assert page.options
        assert all(f"| `{option.names}` |" in text for option in page.options)


def test_every_field_and_path_is_described(site: dict[str, str]) -> None:
    api = description()
    described = site["reference/json.md"] + site["reference/http.md"]
    rows = set(re.findall(r"^\| `(\w+)` \|", described, re.MULTILINE))
    schemas = api["components"]["schemas"].items()
    fields = {
        field
        for name, schema in schemas
        if "ValidationError" not in name
        for field in schema.get("properties", ())
    }
    assert len(fields) > 100
    assert not fields - rows
    for path, operations in api["paths"].items():
        assert all(f"`{method.upper()} {path}`" in described for method in operations)


@pytest.mark.parametrize("command", RECORDS)
def test_a_record_has_the_described_fields(command: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    result = run(*command.split(), "--json", *RUNS[command])
    assert result.exit_code == 0
    schema = description()["components"]["schemas"][RECORDS[command]]
    records = [json.loads(line) for line in result.stdout.splitlines()]
    assert records
    assert not {field for record in records for field in record} - set(schema["properties"])
    assert all(set(schema["required"]) <= set(record) for record in records)


def test_every_command_that_prints_json_has_its_record() -> None:
    printing = {
        page.name
        for page in command_pages()
        if any(option.names.startswith("--json") for option in page.options)
    }
    assert printing == {name.partition(" ")[0] for name in (*RECORDS, *ELSEWHERE)}


def test_a_position_with_its_diagram_is_drawn() -> None:
    drawn = with_pictures(f"Before.\n\n{DIAGRAM}\nAfter.\n", None)
    before, picture, after = drawn.split("\n\n")
    assert (before, after) == ("Before.", "After.\n")
    assert picture.startswith('<div class="boards"><figure><svg ')
    assert "Black stone: a1, a2, c3. White stone: b1, c1." in picture
    assert "<figcaption><code>nakatta:2b/b2/bww:w</code></figcaption>" in picture


def test_a_diagram_of_another_position_is_refused() -> None:
    with pytest.raises(WrongDiagram):
        with_pictures(DIAGRAM.replace("b . .", ". b ."), None)


def test_patterns_are_drawn_if_the_game_is_known() -> None:
    patterns = "    hard corner      swap\n      b w            x x\n      . b            . .\n"
    assert with_pictures(patterns, None) == patterns
    drawn = with_pictures(patterns, "nakatta")
    assert drawn.count("<svg ") == 2
    assert "<figcaption>hard corner</figcaption>" in drawn
    assert "Black stone: b1, a2. White stone: b2." in drawn
    assert "Written: x on a2, x on b2." in drawn


@pytest.mark.parametrize(
    "block",
    [
        "    proofplay solve nakatta:start:4x4\n",
        "    nakatta:2b/b2/bww:w\n",
        "    a7  A29  B25\n    b7  B25  A29\n         a1   b1\n",
    ],
)
def test_other_blocks_do_not_change(block: str) -> None:
    assert with_pictures(f"Text:\n\n{block}\nText.\n", "minelayers") == f"Text:\n\n{block}\nText.\n"


def test_refusals_common_to_all_requests_are_listed_once(site: dict[str, str]) -> None:
    text = site["reference/http.md"]
    assert text.count("| `415` |") == 1
    assert text.index("| `415` |") < text.index("`GET /api/health`")


def test_links_only_lead_to_pages_of_the_site(site: dict[str, str]) -> None:
    sources = "\n".join(site.values())
    assert "solver/engines/" not in "".join(re.findall(r"\]\(([^)]+)\)", sources))
    assert "](../figures.md#service)" in site["howto/service.md"]
    assert "](../figures.md#engines)" in site["rules/minelayers.md"]
