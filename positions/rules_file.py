"""The games of this process that do not come with the program.

The game of a file is known by its text, which goes along to other processes: they play by the same
rules, even if the file has changed since, or is on another machine.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from positions.game import Game
from positions.games import GAMES, INSTALLED
from positions.own.files import Source, game_in, read_source

_loaded: dict[Source, Game] = {}


def load_rules(path: str | Path) -> Game:
    """Load the game in a file, so that everything knows it by its name.

    Raises `InputError`, with the file and the line, unless the file defines exactly one game whose
    name is free. A file whose game is loaded already is not loaded again.
    """
    return take(read_source(path))


def take(source: Source) -> Game:
    """Load a game from the text of its file."""
    game = _loaded.get(source)
    if game is None:
        game = game_in(source, GAMES)
        GAMES[game.name] = _loaded[source] = game
    return game


def drop(game: Game) -> None:
    """Forget a game that was loaded from a file."""
    for source in [source for source, other in _loaded.items() if other is game]:
        del _loaded[source]
        del GAMES[game.name]


def loaded() -> tuple[Source, ...]:
    """Return the sources of the loaded games, for `take_all` in another process."""
    return tuple(_loaded)


def take_all(sources: Iterable[Source]) -> None:
    """Load the games that another process has loaded."""
    for source in sources:
        take(source)


def code_of_games() -> Iterator[tuple[str, bytes]]:
    """Yield the names and the contents of the files of all games that are not the program's."""
    for source in _loaded:
        yield Path(source.path).name, source.text.encode()
    for found in INSTALLED:
        for file in found.files:
            yield file.name, file.read_bytes()
