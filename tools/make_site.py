"""Write the sources of the documentation site: the pages of `docs/`, and generated ones.

    python tools/make_site.py FOLDER

Drawn boards replace diagrams, and links that leave `docs/` are adapted. `nox -s docs`
builds the site from FOLDER.
"""

from __future__ import annotations

import posixpath
import re
import shutil
import sys
from pathlib import Path

from docs_site.boards import with_pictures
from docs_site.commands import command_pages
from docs_site.schemas import description, http_page, json_page

from positions.games import GAMES

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
# Pages from outside `docs/` that the site also has, with their paths on the site.
BORROWED = {
    "CHANGELOG.md": "changelog.md",
    "CONTRIBUTING.md": "contributing.md",
    "benchmarks/README.md": "figures.md",
}
_LINK = re.compile(r"(?<!!)\[([^\]]*)\]\(([^)#\s:]+)(#[^)\s]*)?\)")


def main(folder: Path) -> None:
    """Write all sources into a folder, replacing its content."""
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(DOCS, folder)
    for place, text in pages().items():
        path = folder / place
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


def pages() -> dict[str, str]:
    """Return the Markdown of all pages, by their path on the site."""
    api = description()
    generated = {
        **command_pages(),
        "reference/json.md": json_page(api),
        "reference/http.md": http_page(api),
    }
    written = {f"docs/{path.relative_to(DOCS).as_posix()}": path for path in DOCS.rglob("*.md")}
    sources = {source: source.removeprefix("docs/") for source in written} | BORROWED
    places = sources | {f"docs/{place}": place for place in generated}
    return generated | {place: _page(source, places) for source, place in sources.items()}


def _page(source: str, places: dict[str, str]) -> str:
    """Return a page of the repository as it is on the site; `places` has the paths of all pages."""
    text = (ROOT / source).read_text(encoding="utf-8")
    path = Path(source)
    game = path.stem if path.parent.name == "rules" and path.stem in GAMES else None
    return _LINK.sub(lambda link: _link(link, source, places), with_pictures(text, game))


def _link(link: re.Match[str], source: str, places: dict[str, str]) -> str:
    """Return a link as it is on the site; a link to a page that the site lacks becomes text."""
    label, target, anchor = link[1], link[2], link[3] or ""
    path = posixpath.normpath(posixpath.join(posixpath.dirname(source), target))
    place = places.get(path)
    if place is None and path.startswith("docs/") and (ROOT / path).is_file():
        place = path.removeprefix("docs/")
    if place is None:
        return label
    return (
        f"[{label}]({posixpath.relpath(place, posixpath.dirname(places[source]) or '.')}{anchor})"
    )


if __name__ == "__main__":
    main(Path(sys.argv[1]))
