"""Options shared by several commands, and strict parsing of their values."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import wraps
from typing import Any

import click

from cli.common.inputs import Sources
from cli.common.logs import logging_to_stderr
from cli.files.run_files import OUTPUT, SOURCE, RenamedOption
from cli.terminal.output import complain
from positions import GAMES, InputError, Position
from positions.deals import DealOrder, fresh_seed
from positions.errors import PositionError, check_word, one_of, quote
from positions.game import Game
from positions.grid import EMPTY, Board
from positions.reading.game_reading import no_start
from positions.reading.plain import Supplied
from positions.reading.sgf import Begin
from positions.text import format_position, parse_position, parse_size, start_position
from positions.values import LARGEST, Numbers, WholeNumbers
from solver import Limits
from solver.interface.engine import playout_budget_of
from solver.interface.ranges import (
    ENGINE_NAMES,
    MEMORY,
    NODES,
    PLAYOUTS,
    SEED,
    THREADS,
    TIME,
    cores,
)

MAX_WORKERS = 1024

# A decorator that adds options to a command's function.
Option = Callable[[Callable[..., Any]], Callable[..., Any]]

report_option: Option = click.option(
    "--report",
    "report_path",
    type=OUTPUT,
    metavar="FILE",
    help="Also write a report to FILE: a web page (.html), Markdown (.md) or JSON (.json).",
)

distance_option: Option = click.option(
    "--distance", is_flag=True, help="Compute the exact length of best play."
)
par_option: Option = click.option(
    "--par", is_flag=True, help="Compute the par of unsolvable deals (SR8)."
)


def reader(numbers: Numbers) -> Callable[[object], Any]:
    """Return a parser of numbers."""

    def read(value: object) -> object:
        text = str(value)
        number = numbers.read(text)
        expected = numbers.expected(number)
        if expected is not None:
            raise click.BadParameter(f"found {quote(text)}, expected {expected}")
        return number

    return read


seconds = reader(TIME)


class OneWord(click.Choice[str]):
    """Parameter type: one of a few words, spelled exactly."""

    def get_invalid_choice_message(self, value: object, ctx: click.Context | None) -> str:
        """Return an error message: what was found and what was expected."""
        return f"found {quote(str(value))}, expected {one_of(self.choices)}"


def range_option(
    name: str,
    help_text: str,
    numbers: WholeNumbers,
    **more: Any,  # noqa: ANN401 - as click takes it
) -> Option:
    """Return an option that takes one of some whole numbers."""
    more = {"metavar": "N", "show_default": True, **more}
    return click.option(name, type=reader(numbers), help=help_text, **more)


def number_option(
    name: str,
    help_text: str,
    minimum: int = 0,
    maximum: int = LARGEST,
    **more: Any,  # noqa: ANN401 - as click takes it
) -> Option:
    """Return an option that takes a whole number from `minimum` to `maximum`."""
    return range_option(name, help_text, WholeNumbers(minimum, maximum), **more)


def word_option(
    name: str,
    words: Sequence[str],
    help_text: str,
    *parameter: str,
    **more: Any,  # noqa: ANN401 - as click takes it
) -> Option:
    """Return an option that takes one of some words, passed as `parameter` if that is given."""
    more = {"metavar": "NAME", "show_default": True, **more}
    return click.option(name, *parameter, type=OneWord(words), help=help_text, **more)


def board_size(value: object) -> tuple[int, int]:
    """Parse a board size, files by ranks, such as ``4x8``."""
    size = value if isinstance(value, tuple) else parse_size(str(value))
    if size is None:
        expected = "files by ranks, such as 4x8 (at most 26 files)"
        raise click.BadParameter(f"found {quote(str(value))}, expected {expected}")
    return size


def board_sizes(value: object) -> tuple[tuple[int, int], ...]:
    """Parse a board size, or a range of files and of ranks, such as ``3x3..6x6``."""
    if isinstance(value, tuple):
        return value
    least, dots, most = str(value).partition("..")
    (files, ranks), (last_file, last_rank) = board_size(least), board_size(most if dots else least)
    if last_file < files or last_rank < ranks:
        expected = "the smaller size first, such as 3x3..6x6"
        raise click.BadParameter(f"found {quote(str(value))}, expected {expected}")
    return tuple(
        (width, height)
        for width in range(files, last_file + 1)
        for height in range(ranks, last_rank + 1)
    )


def together(*options: Option) -> Option:
    """Return a decorator that adds several options, in this order."""

    def add(command: Callable[..., Any]) -> Callable[..., Any]:
        for option in reversed(options):
            command = option(command)
        return command

    return add


def gathered(name: str, make: Callable[..., object], *options: Option) -> Option:
    """Return a decorator that adds options, which the command takes as one value, `name`.

    `make` gets their values by parameter name. An exception that it raises ends the command.
    """
    add_all = together(*options)
    names = [option.name for option in click.command()(add_all(lambda **_: None)).params]

    def add(command: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(command)
        def gathering(**arguments: Any) -> object:  # noqa: ANN401 - as click passes it
            value = make(**{option: arguments.pop(option) for option in names})
            return command(**{name: value}, **arguments)

        return add_all(gathering)

    return add


def json_option(record: str) -> Option:
    """Return the option ``--json``, passed as `as_json`; it prints an object per `record`."""
    return click.option(
        "--json", "as_json", is_flag=True, help=f"Print one JSON object per {record}, one per line."
    )


def form_option(forms: Sequence[str], help_text: str) -> Option:
    """Return the option ``--format``, passed as `form`."""
    return word_option("--format", forms, help_text, "form", metavar="FORMAT")


def form_of(form: str | None, as_json: bool, json: str = "json") -> str | None:
    """Return the format that ``--format`` names, or `json` for ``--json``.

    Raises `click.UsageError` if they differ.
    """
    if as_json and form not in (None, json):
        raise click.UsageError(f"--json cannot be combined with --format {form}")
    return json if as_json else form


def solutions_option(help_text: str) -> Option:
    """Return the option ``--solutions``, passed as `count`, with its help."""
    return click.option(
        "--solutions", "count", cls=RenamedOption, former="--count", is_flag=True, help=help_text
    )


# Details of an answer beyond the result.
answer_options = together(
    distance_option,
    click.option("--value", is_flag=True, help="Compute White's lead in moves (game value)."),
    par_option,
    solutions_option(
        "Count the solutions of solitaire deals, and how often random play finds one."
    ),
)

memory_option = range_option("--memory", "Memory limit for tables in MiB.", MEMORY, metavar="MiB")


def workers_option(help_text: str) -> Option:
    """Return the option ``--workers``, a number of processes, with its help."""
    return number_option(
        "--workers",
        f"{help_text}  [default: all cores]",
        1,
        MAX_WORKERS,
        default=cores,
        show_default=False,
    )


def threads_option(help_text: str, **more: Any) -> Option:  # noqa: ANN401 - as click takes it
    """Return the option ``--threads``, the threads of one search, with its help."""
    return range_option("--threads", help_text, THREADS, **more)


def _cost_options(nodes: str, time: str) -> Option:
    return together(
        range_option("--nodes", nodes, NODES),
        click.option("--time", "seconds", type=seconds, metavar="SECONDS", help=time),
        memory_option,
    )


_search_costs = _cost_options(
    "Node limit per position (SAT: conflicts; 0 disables search).",
    "Time limit per position in seconds (0 disables search).",
)

# The limits of a count, which neither searches nor uses SAT.
count_limit_options = gathered(
    "limits",
    Limits,
    _cost_options("Node limit per position.", "Time limit per position in seconds."),
)

# The limits of an answer, as `limits`; a worker gets its share of the cores.
limit_options = gathered("limits", Limits, _search_costs)

# The same for a single question, with ``--threads``.
search_limit_options = gathered(
    "limits",
    Limits,
    _search_costs,
    threads_option(
        "Search threads; one makes lines and node counts reproducible.  [default: all cores; "
        "always one with --nodes]",
        default=cores,
        show_default=False,
    ),
)


# The budget of playouts for what a limit leaves open, as `playout_budget`.
estimate_options = gathered(
    "playout_budget",
    playout_budget_of,
    click.option(
        "--estimate",
        type=seconds,
        metavar="SECONDS",
        help="Estimate positions that remain unsolved, for SECONDS each.",
    ),
    range_option(
        "--playouts",
        "Estimate positions that remain unsolved, by N playouts each (on one thread).",
        PLAYOUTS,
    ),
    range_option("--seed", "Random seed of the playouts.  [default: 0]", SEED, show_default=False),
)

engine_option = word_option(
    "--engine", ENGINE_NAMES.words, f"Engine: {', '.join(ENGINE_NAMES.words)}.", default="auto"
)


def _turn_on_logging(context: click.Context, parameter: click.Parameter, wanted: bool) -> None:
    if wanted and not context.resilient_parsing:
        context.with_resource(logging_to_stderr())


# Not passed to the command.
verbose_option: Option = click.option(
    "-v",
    "--verbose",
    is_flag=True,
    expose_value=False,
    callback=_turn_on_logging,
    help="Log details to standard error, such as the size of an encoding.",
)


def example(text: str) -> str:
    """Return the epilog of a command: examples of its use."""
    return "\b\nExample:\n" + "\n".join(f"  {line}" for line in text.splitlines())


def game_options(games: Sequence[str]) -> Option:
    """Return a decorator that adds ``--game`` (default: the first), ``--variant``, ``--size``."""
    return together(
        word_option(
            "--game",
            games,
            f"Game: {', '.join(games)}.",
            "game_name",
            default=games[0],
            metavar="GAME",
        ),
        click.option(
            "--variant",
            "variants",
            multiple=True,
            metavar="NAME",
            help="Variant of the game (see `proofplay games`); repeatable.",
        ),
        click.option("--size", type=board_size, metavar="WxH", help="Board size, files by ranks."),
    )


def _position(value: object) -> Position:
    """Parse the start of a game."""
    try:
        return value if isinstance(value, Position) else parse_position(str(value))
    except InputError as error:
        raise InputError(f"--position: {error}") from error


def letters(value: object) -> Mapping[str, str]:
    """Parse other letters for a game's symbols, such as ``xo=wb``."""
    if isinstance(value, Mapping):
        return value
    theirs, equals, ours = str(value).partition("=")
    if not equals or len(theirs) != len(ours) or len({*theirs}) != len(theirs) or not theirs:
        expected = "as many letters on both sides of =, such as xo=wb"
        raise click.BadParameter(f"found {quote(str(value))}, expected {expected}")
    return dict(zip(theirs, ours, strict=True))


def _sources(
    positions: tuple[str, ...],
    game_name: str | None,
    variants: tuple[str, ...],
    turn: str | None,
    size: tuple[int, int] | None,
    letters: Mapping[str, str] | None,
) -> Sources:
    """Return the arguments with what the options supply; raises `InputError` for unknown words."""
    games = list(GAMES.values()) if game_name is None else [GAMES[game_name]]
    title = " or ".join(game.title for game in games)
    for name in variants:
        known = [variant.name for game in games for variant in game.variants]
        check_word("--variant", name, known, title)
    if turn is not None:
        check_word("--turn", turn, [symbol for game in games for symbol in game.players], title)
    supplied = Supplied(
        None if game_name is None else games[0], variants, turn, size, letters or {}
    )
    return Sources(positions, supplied)


def _with_positions(make: Callable[..., object], size: Option) -> Option:
    """Return a decorator that adds position arguments, and the options that supply what these lack.

    The command takes what `make` makes of them as one value, `positions`.
    """
    return gathered(
        "positions",
        make,
        click.argument("positions", type=SOURCE, nargs=-1, metavar="[POSITION | FILE | -]..."),
        word_option(
            "--game",
            list(GAMES),
            "Game of boards that do not name one.",
            "game_name",
            default=None,
            show_default=False,
            metavar="GAME",
        ),
        click.option(
            "--variant",
            "variants",
            multiple=True,
            metavar="NAME",
            help="Variant of boards that do not name a game; repeatable.",
        ),
        click.option("--turn", metavar="SYMBOL", help="Player to move on boards that do not say."),
        size,
        click.option(
            "--letters",
            type=letters,
            metavar="THEIRS=OURS",
            help="Other letters for the pieces on boards that do not name a game: xo=wb.",
        ),
    )


positions_argument: Option = _with_positions(
    _sources,
    click.option(
        "--size", type=board_size, metavar="WxH", help="Size of boards without a break between."
    ),
)


@dataclass(frozen=True, slots=True)
class Starts:
    """Positions, and whether they are the starts of one game on boards of several sizes."""

    sources: Sources
    has_sizes: bool = False


def _has_start(game: Game, size: tuple[int, int], variants: tuple[str, ...]) -> bool:
    try:
        start_position(game, *size, variants)
    except PositionError:
        return False
    return True


def _starts(
    positions: tuple[str, ...],
    sizes: tuple[tuple[tuple[int, int], ...], ...],
    **more: Any,  # noqa: ANN401 - as click passes it
) -> Starts:
    """Return the positions, or without these the starts of the game on boards of all sizes.

    The sizes in a range that have no start are left out.
    """
    game_name = more["game_name"]
    if positions or game_name is None:
        if len(sizes) > 1 or (sizes and len(sizes[0]) > 1):
            raise click.UsageError("several sizes need --game, and no position")
        return Starts(_sources(positions, size=sizes[0][0] if sizes else None, **more))
    _sources((), size=None, **more)  # checks the words
    game, variants = GAMES[game_name], more["variants"]
    found: dict[str, None] = {}
    for each in sizes or ((game.size,),):
        usable = [size for size in each if _has_start(game, size, variants)]
        for size in usable or each[:1]:
            found["{}:start:{}x{}".format("+".join((game_name, *variants)), *size)] = None
    return Starts(Sources(tuple(found)), has_sizes=len(found) > 1)


# The same for the starts of a game, with several sizes, as `Starts`.
starts_argument: Option = _with_positions(
    _starts,
    click.option(
        "--size",
        "sizes",
        type=board_sizes,
        multiple=True,
        metavar="WxH",
        help="Board size, files by ranks, or a range of both, such as 3x3..6x6; repeatable.",
    ),
)


def _begin(
    position: Position | None,
    game_name: str | None,
    variants: tuple[str, ...],
    size: tuple[int, int] | None,
) -> Begin:
    """Return what supplies the start of games that do not name one."""
    if position is not None:
        if game_name is not None or variants or size is not None:
            raise click.UsageError("--position cannot be combined with --game, --variant, --size")
        return lambda _: position
    if game_name is None:
        if variants or size is not None:
            raise click.UsageError("--variant and --size need --game")
        return no_start
    game = GAMES[game_name]
    for name in variants:
        check_word("--variant", name, [variant.name for variant in game.variants], game.title)

    def begin(named: tuple[int, int] | None) -> Position | None:
        width, height = size or named or game.size
        start = game.rules_with(variants).start(width, height, variants)
        if start is not None:
            return parse_position(format_position(start))
        # Without a start, a record has to set up the whole board.
        board = Board(width, height, EMPTY * (width * height))
        turn = next(iter(game.players))
        return None if named is None else Position(game.name, board, turn, variants)

    begin(None)  # a wrong size is an error of the option, not of each game
    return begin


# The start of games that do not name one, as `begin`.
start_options = gathered(
    "begin",
    _begin,
    click.option(
        "--position",
        type=_position,
        metavar="POSITION",
        help="Start of games that do not name one.",
    ),
    word_option(
        "--game",
        list(GAMES),
        "Game whose start is that of games that do not name one.",
        "game_name",
        default=None,
        show_default=False,
        metavar="GAME",
    ),
    click.option(
        "--variant", "variants", multiple=True, metavar="NAME", help="Its variant; repeatable."
    ),
    click.option(
        "--size",
        type=board_size,
        metavar="WxH",
        help="Its board.  [default: that of the record, else the standard one]",
    ),
)


seed_option: Option = number_option(
    "--seed", "Random seed.  [default: a new one, which is printed]"
)


def count_option(things: str) -> Option:
    """Return the option ``--count``, the number of things to make."""
    return number_option("--count", f"Number of {things}.", 1, default=1)


def seed_of(seed: int | None, resume: bool) -> int:
    """Return the given seed, or a new one; ``--resume`` needs the seed of the first run."""
    if seed is None and resume:
        raise click.UsageError("--resume needs the --seed of the first run")
    return fresh_seed() if seed is None else seed


def report_seed(given: int | None, seed: int) -> None:
    """Say which seed was chosen if none was given."""
    if given is None:
        complain(f"Random seed: {seed} (repeat with --seed {seed}).")


def _order(
    game_name: str,
    variants: tuple[str, ...],
    size: tuple[int, int] | None,
    plies: int,
    setup: str | None,
) -> DealOrder:
    """Return the order that the options make; raises `InputError` for unknown words."""
    game = GAMES[game_name]
    for name in variants:
        check_word("--variant", name, [variant.name for variant in game.variants], game.title)
    if setup:
        check_word("--setup", setup, game.setups, game.title)
    return DealOrder(game, *(size or game.size), variants, setup, plies)


# Random positions: ``--game`` to ``--setup``, as a `DealOrder`.
deal_options = gathered(
    "order",
    _order,
    game_options(list(GAMES)),
    number_option("--plies", "Start from the position after N random plies.", default=0),
    click.option(
        "--setup",
        metavar="NAME",
        help="How to fill the board: random or deterministic (SR10).  [default: random]",
    ),
)
