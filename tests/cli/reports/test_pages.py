"""`--report` writes self-contained, accessible pages."""

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path

import pytest
from running import ROOT, run

TWO = "sight-reduction:bwwb/wwbw/bwbb:w"
ALONE = "sight-reduction+solitaire:bwwb/wwbw/bwbb:w"
BOARDS = (TWO, ALONE, "nakatta:start:3x3", "marvin:start:3x3", "minelayers:start:3x4")
SAMPLES = [
    str(ROOT / "positions/samples" / f"{name}.txt")
    for name in ("manhattan", "marvin", "nakatta", "sight-reduction", "solitaire")
]
PAGES = {
    "analyse": ("analyse", "--fair", *BOARDS),
    "solve": ("solve", "--solutions", *BOARDS),
    "sum": ("solve", "--sum", TWO, TWO),
    "open": ("analyse", "--nodes", "100", "nakatta:start:4x4"),
    "census": ("census", "--size", "3x3", "--part", "all", "--count", "9", "--workers", "1"),
    "annotate": ("annotate", *SAMPLES),
}
NASTY = """</td><script>alert("1")</script> & <img src=http://x.example/y.png> \x1b[1m"""
# Elements without an end tag.
VOID = {"br", "meta"}


class Page(HTMLParser):
    """Parses a page, and fails if its elements are not properly nested."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.said = ""
        self._open: list[str] = []
        self.feed(text)
        self.close()
        assert not self._open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_startendtag(tag, attrs)
        if tag not in VOID:
            self._open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        assert len(dict(attrs)) == len(attrs)

    def handle_endtag(self, tag: str) -> None:
        assert self._open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.said += data

    def values(self, attribute: str) -> list[str]:
        """Return the values of an attribute, in the order of the page."""
        return [str(found[attribute]) for _, found in self.tags if attribute in found]

    def all(self, *names: str) -> list[dict[str, str | None]]:
        """Return the attributes of all elements of some names."""
        return [attributes for tag, attributes in self.tags if tag in names]


def written(folder: Path, *arguments: str, given: str | None = None, code: int = 0) -> str:
    """Return the page that a command writes."""
    file = folder / "page.html"
    result = run(*arguments, "--report", str(file), given=given)
    assert result.exit_code == code, result.stderr
    return file.read_text(encoding="utf-8")


@pytest.fixture(scope="module", params=PAGES.values(), ids=PAGES)
def text(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> str:
    code = 3 if "--nodes" in request.param else 0
    return written(tmp_path_factory.mktemp("page"), *request.param, code=code)


def test_nothing_is_loaded_from_elsewhere(text: str) -> None:
    page = Page(text)
    assert not page.all("script", "link", "img", "iframe", "object", "style[src]")
    (policy,) = [m["content"] for m in page.all("meta") if "http-equiv" in m]
    assert str(policy).startswith("default-src 'none'; style-src 'unsafe-inline'; ")
    named = text.replace('xmlns="http://www.w3.org/2000/svg"', "")
    assert not re.search(r"https?:|//|url\(|@import|\son\w+=|javascript:", named)


def test_links_lead_to_unique_ids(text: str) -> None:
    page = Page(text)
    ids = page.values("id")
    assert len(ids) == len(set(ids))
    assert {f"#{name}" for name in ids} >= set(page.values("href"))
    assert set(ids) >= set(page.values("aria-labelledby"))


def test_a_page_suits_screen_readers(text: str) -> None:
    page = Page(text)
    names = [name for name, _ in page.tags]
    assert page.all("html") == [{"lang": "en"}]
    assert {"main", "article", "footer"} <= set(names)
    levels = [int(name[1]) for name in names if re.fullmatch(r"h\d", name)]
    assert levels[0] == 1
    assert levels.count(1) == 1
    assert all(after <= before + 1 for before, after in pairwise(levels))
    pictures = [svg for svg in page.all("svg") if svg.get("aria-hidden") != "true"]
    assert {svg["role"] for svg in pictures} <= {"img"}
    told = re.findall(r"<svg[^>]*>\s*<title>[^<]+</title>\s*<desc>[^<]+</desc>", text)
    assert len(told) == len(pictures)
    assert names.count("caption") == names.count("table")
    assert {cell["scope"] for cell in page.all("th")} <= {"col", "row"}
    assert not re.search(r"<th[^>]*>\s*</th>", text)


def colours() -> Iterator[dict[str, str]]:
    """Yield the colours by name, for the light and for the dark theme."""
    sheet = (ROOT / "cli/reports/page.css").read_text(encoding="utf-8")
    light, dark = re.findall(r":root \{(.*?)\}", sheet, re.DOTALL)
    for scheme in (light, dark):
        yield dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6});", scheme))


def luminance(colour: str) -> float:
    """Return the relative luminance of a colour (WCAG 2)."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.parametrize("scheme", list(colours()), ids=["light", "dark"])
def test_text_contrasts_with_its_background(scheme: dict[str, str]) -> None:
    pairs = [(ink, "paper") for ink in ("ink", "faint", "good", "bad", "open")]
    pairs += [(ink, f"{ink}-panel") for ink in ("good", "bad", "open")] + [("ink", "panel")]
    for ink, ground in pairs:
        darker, lighter = sorted(luminance(scheme[name]) for name in (ink, ground))
        assert (lighter + 0.05) / (darker + 0.05) >= 4.5, (ink, ground)


def test_texts_are_escaped(tmp_path: Path) -> None:
    game = f'[Position "{TWO}"]\n[White "<b>Ann</b>"]\n[Event "x\\"y"]\n\n1. a2 {{{NASTY}}} a3\n'
    page = Page(written(tmp_path, "annotate", "-", given=game))
    assert not page.all("script", "img", "b")
    said = " ".join(page.said.split())
    assert said.count(" ".join(NASTY.replace("\x1b", "\ufffd").split())) == 2
    assert "White (<b>Ann</b>)" in said
    assert 'Event: x"y' in said


def test_every_record_is_in_the_report(tmp_path: Path) -> None:
    given = f"{TWO}\nnonsense:1<2:w\n{ALONE}\n{TWO}\n"
    page = Page(written(tmp_path, "analyse", "-", given=given, code=1))
    links = [link["href"] for link in page.all("a")]
    assert links == [f"#record-{number}" for number in range(1, 5)]
    assert len(page.all("article")) == 4
    first, bad, alone, again = page.said.split("standard input: line ")[5:]
    assert first.replace("1", "4", 1).split("Proved")[0] == again.split("Proved")[0]
    assert bad.startswith("2")
    assert "found 'nonsense'" in bad
    assert "Solvable in 10 moves." in alone
