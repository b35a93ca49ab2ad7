"""The reference of the commands: a page for each, with every option and its default."""

from __future__ import annotations

from collections.abc import Iterator

from command_tree import CommandPage, pages

from docs_site.markdown import block, code, plain, table


def command_pages() -> dict[str, str]:
    """Return the Markdown of each page, by its path below the site's root."""
    program, *commands = pages()
    markdown = {f"reference/commands/{page.name}.md": "\n".join(_page(page)) for page in commands}
    markdown["reference/commands/index.md"] = "\n".join(_index(program, commands))
    return markdown


def _index(program: CommandPage, commands: list[CommandPage]) -> Iterator[str]:
    yield from ("# Commands", "")
    for paragraph in program.paragraphs:
        yield from (plain(paragraph), "")
    rows = ((f"[`{page.title}`]({page.name}.md)", plain(f"{page.summary}.")) for page in commands)
    yield from table(("command", "what it does"), rows)
    yield from ("## Options", "")
    yield from _options(program)


def _page(page: CommandPage) -> Iterator[str]:
    yield from (f"# proofplay {page.name}", "")
    yield from block([page.usage])
    for paragraph in page.paragraphs:
        yield from (plain(paragraph), "")
    yield from ("## Options", "")
    yield from _options(page)
    for part in page.blocks:
        yield from (f"## {plain(part.heading)}", "")
        yield from block(part.lines)


def _options(page: CommandPage) -> Iterator[str]:
    rows = [
        (code(option.names), plain(option.help), plain(option.default or ""))
        for option in page.options
    ]
    yield from table(("option", "what it does", "default"), rows)
