"""`--report` writes pages that need nothing else, and that everybody can read."""

import itertools
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest
from running import ROOT, run

TWO = "sight-reduction:bwwb/wwbw/bwbb:w"
ALONE = "sight-reduction+solitaire:bwwb/wwbw/bwbb:w"
BOARDS = (TWO, ALONE, "nakatta:start:3x3", "marvin:start:3x3", "minelayers:start:3x4")
SAMPLES = sorted(p for p in (ROOT / "docs/games").glob("*.txt") if "-annotated" not in p.stem)
NASTY = """<script>alert("1")</script> & <img src=http://x.example/y.png> `*_|#~[a](b)"""
COMMENTED = f"""[Position "{TWO}"]
[White "<b>Ann</b> | *"]

1. a2 {{{NASTY}}} a3 2. b2 d1 3. c3 c2 4. b1 a1
"""
# Elements without an end.
VOID = {"meta", "br", "link", "img"}
HEADINGS = {"h1", "h2", "h3", "h4"}


class Page(HTMLParser):
    """Reads a page, and fails where its elements are not closed in their order."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.text = text
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.said = ""
        self._open: list[str] = []
        self.feed(text)
        self.close()
        assert not self._open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        assert len(dict(attrs)) == len(attrs)
        if tag not in VOID:
            self._open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self._open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.said += data

    def all(self, *names: str) -> list[dict[str, str | None]]:
        """Give the attributes of all elements of some names."""
        return [attributes for tag, attributes in self.tags if tag in names]


def page_of(tmp_path: Path, *arguments: str, given: str | None = None, code: int = 0) -> Page:
    """Give the page that a command writes beside what it says otherwise."""
    file = tmp_path / "page.html"
    result = run(*arguments, "--report", str(file), given=given)
    assert result.exit_code == code, result.stderr
    assert result.stdout == run(*arguments, given=given).stdout or "ms" in result.stdout
    return Page(file.read_text(encoding="utf-8"))


PAGES = {
    "analyse": ("analyse", "--fair", *BOARDS),
    "solve": ("solve", "--count", *BOARDS),
    "sum": ("solve", "--sum", TWO, TWO),
    "open": ("analyse", "--nodes", "100", "nakatta:start:4x4"),
    "annotate": ("annotate", *map(str, SAMPLES)),
}


@pytest.mark.parametrize("arguments", PAGES.values(), ids=PAGES)
def test_a_page_needs_nothing_else_and_can_be_read_by_all(
    arguments: tuple[str, ...], tmp_path: Path
) -> None:
    page = page_of(tmp_path, *arguments, code=3 if "100" in arguments else 0)
    names = [tag for tag, _ in page.tags]
    assert {"main", "article", "svg", "footer"} <= set(names)
    # Nothing from elsewhere, and no script.
    assert not {"script", "link", "img", "iframe", "object"} & set(names)
    outside = page.text.replace('xmlns="http://www.w3.org/2000/svg"', "")
    assert not re.search(r"https?:|//|url\(|@import|\son\w+=|javascript:", outside)
    (policy,) = [m["content"] for m in page.all("meta") if "http-equiv" in m]
    assert policy is not None
    assert policy.startswith("default-src 'none'; style-src 'unsafe-inline'")
    # Ids are there once, and links lead to them.
    ids = [a["id"] for _, a in page.tags if "id" in a]
    assert len(ids) == len(set(ids))
    assert {f"#{name}" for name in ids if str(name).startswith("record")} >= {
        str(a["href"]) for a in page.all("a")
    }
    # Pictures are told in words, tables have names, and headings no gaps.
    assert page.all("html")[0]["lang"] == "en"
    pictures = page.all("svg")
    assert all(svg["role"] == "img" for svg in pictures)
    assert len(re.findall(r"<svg[^>]*><title>[^<]+</title><desc>[^<]+</desc>", page.text)) == len(
        pictures
    )
    assert names.count("caption") == names.count("table")
    assert all(cell.get("scope") in ("col", "row") for cell in page.all("th"))
    assert not re.search(r"<th[^>]*>\s*</th>", page.text)
    levels = [int(name[1]) for name in names if name in HEADINGS]
    assert levels[0] == 1
    assert levels.count(1) == 1
    assert all(after <= before + 1 for before, after in itertools.pairwise(levels))
