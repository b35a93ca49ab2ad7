"""Games in files of their own, and in installed packages."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from hashlib import blake2b
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from types import ModuleType

from positions.errors import InputError
from positions.game import Game
from positions.own.faults import RulesError, at, of_exception
from positions.own.game import OwnGame
from positions.own.rules import describe

GROUP = "proofplay.games"
# The modules of games' files are called this and a digest; no file can be imported by that name.
_MODULE = "proofplay game"


@dataclass(frozen=True, slots=True)
class Source:
    """The text of a file with a game; `path` is its name in messages."""

    path: str
    text: str


def read_source(path: str | Path) -> Source:
    """Read a file with a game; raises `RulesError` if that is impossible."""
    name = str(path)
    try:
        return Source(name, Path(path).read_text(encoding="utf-8-sig"))
    except UnicodeDecodeError:
        raise at(name, None, "found bytes that are not UTF-8, expected Python") from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise at(name, None, f"cannot be read: {reason.lower()}") from None


def game_in(source: Source, known: Mapping[str, object]) -> Game:
    """Run a file, and return its game; `known` are the names that are taken.

    Raises `RulesError`, with the file and the line, unless it defines exactly one.
    """
    digest = blake2b(f"{source.path}\n{source.text}".encode(), digest_size=8).hexdigest()
    module = ModuleType(f"{_MODULE} {digest}")
    module.__file__ = source.path
    # `dataclass` and `inspect` look a class's module up.
    sys.modules[module.__name__] = module
    try:
        exec(compile(source.text, source.path, "exec"), vars(module))
        return _only_game(module, source.path, known)
    except (Exception, SystemExit) as error:
        del sys.modules[module.__name__]
        if isinstance(error, RulesError):
            raise
        raise of_exception(source.path, error, "while loading") from None


def _only_game(module: ModuleType, path: str, known: Mapping[str, object]) -> Game:
    kinds = games_among(module)
    if not kinds:
        raise at(path, None, "found no game, expected a class derived from positions.own.OwnGame")
    if len(kinds) > 1:
        first, second, *_ = kinds
        raise at(
            path,
            inspect.unwrap(second.moves).__code__.co_firstlineno
            if second.moves is not first.moves
            else None,
            f"found {len(kinds)} games, {first.__name__} and {second.__name__}, expected one",
        )
    return describe(kinds[0], known)


def games_among(module: ModuleType) -> list[type[OwnGame]]:
    """Return the games that a module defines: classes from which it derives no other."""
    kinds = [
        each
        for each in vars(module).values()
        if isinstance(each, type)
        and issubclass(each, OwnGame)
        and each.__module__ == module.__name__
        and not inspect.isabstract(each)
    ]
    return [
        each
        for each in dict.fromkeys(kinds)
        if not any(other is not each and issubclass(other, each) for other in kinds)
    ]


@dataclass(frozen=True, slots=True)
class Installed:
    """A game of an installed package: the game, or why it cannot be used; and its files."""

    name: str
    game: Game | None
    fault: str | None
    files: tuple[Path, ...] = ()


def installed(known: Mapping[str, object]) -> Iterator[Installed]:
    """Yield the games that installed packages offer as entry points of the group.

    An entry point names the class of the game. One that is broken keeps no other from being used.
    """
    taken = dict(known)
    for point in entry_points(group=GROUP):
        if _is_in_current_folder(point):
            continue
        found = _installed(point, taken)
        taken[found.name] = found
        yield found


def _installed(point: EntryPoint, taken: Mapping[str, object]) -> Installed:
    try:
        kind = point.load()
    except (Exception, SystemExit) as error:
        return Installed(point.name, None, f"{point.value}: {type(error).__name__}: {error}")
    if not (isinstance(kind, type) and issubclass(kind, OwnGame)):
        expected = "a class derived from positions.own.OwnGame"
        return Installed(point.name, None, f"{point.value}: found {kind!r}, expected {expected}")
    try:
        game = describe(kind, taken)
    except InputError as error:
        return Installed(point.name, None, str(error))
    return Installed(game.name, game, None, _files_of(kind))


def _files_of(kind: type) -> tuple[Path, ...]:
    """Return the Python files of the package that defines a class, or of its module alone."""
    package = sys.modules[kind.__module__.partition(".")[0]]
    if paths := getattr(package, "__path__", None):
        return tuple(file for root in paths for file in sorted(Path(root).rglob("*.py")))
    return (Path(str(package.__file__)),)


def _is_in_current_folder(point: EntryPoint) -> bool:
    """Return whether a package was found only because the program was started in its folder."""
    if point.dist is None:
        return False
    try:
        return Path(str(point.dist.locate_file(""))).resolve() == Path.cwd()
    except OSError:
        return False
