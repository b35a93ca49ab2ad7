"""`proofplay rules`: the rules of a game in a sentence or two each, by their numbers."""

from __future__ import annotations

import click

from cli.common.options import OneWord, example, json_option
from cli.files.run_files import Command
from cli.terminal.output import draw, write_json
from positions import GAMES, InputError
from positions.errors import one_of, quote
from positions.game import Game
from positions.lessons.courses import course_of


@click.command(
    "rules", cls=Command, epilog=example("proofplay rules nakatta\nproofplay rules nakatta NK3")
)
@click.argument("game", type=OneWord(list(GAMES)), metavar="GAME")
@click.argument("numbers", nargs=-1, metavar="[NUMBER]...")
@json_option("rule")
def command(game: str, numbers: tuple[str, ...], as_json: bool) -> None:
    """Explain the rules of a game, by their numbers.

    Messages name the rule that a move or a position breaks, such as NK3. With NUMBERs, only these
    rules are shown.
    """
    rules = course_of(game).rules
    known = {number.lower(): number for number in rules}
    for number in numbers:
        if number.lower() not in known:
            raise InputError(f"found {quote(number)}, expected {one_of(list(rules))}")
    wanted = {known[number.lower()]: rules[known[number.lower()]] for number in numbers or rules}
    if as_json:
        for number, text in wanted.items():
            write_json({"game": game, "rule": number, "text": text})
        return
    _draw(GAMES[game], wanted, is_whole=not numbers)


def _draw(game: Game, wanted: dict[str, str], *, is_whole: bool) -> None:
    from rich.text import Text

    from cli.reports.terminal import pairs
    from cli.terminal.board import FAINT, STRONG

    if is_whole:
        designers = " and ".join(designer.name for designer in game.designers)
        title = Text.assemble((game.title, STRONG), (f"  {designers}, {game.year}", FAINT))
        draw(title, Text(game.summary), Text())
    draw(pairs([(number, _one_line(text)) for number, text in wanted.items()], STRONG))
    if is_whole:
        links = dict.fromkeys(designer.link for designer in game.designers)
        draw(Text(), Text(f"The designer's own page: {', '.join(links)}", FAINT))


def _one_line(text: str) -> str:
    return " ".join(text.split())
