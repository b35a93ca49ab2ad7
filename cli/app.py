"""The command group: imports commands on demand, and gives every ending its exit code."""

from __future__ import annotations

import errno
import os
import signal
import sys
from collections.abc import Callable
from importlib import import_module
from typing import Any, NoReturn, TypeVar

import click

from cli.common.exits import Code, InterruptedRun, PipeClosed, handled
from cli.files.run_files import SOURCE
from cli.terminal.output import complain, set_up_streams
from positions import InputError
from positions.errors import one_of
from solver.version import version

# Each command by name: the module that defines it as `command`, and its summary, which is kept here
# so that `--help` need not import the commands.
COMMANDS = {
    "games": ("cli.games", "List the games with their variants, designers and engines."),
    "rules": ("cli.rules", "Explain the rules of a game, by their numbers."),
    "show": ("cli.show", "Draw positions or convert them."),
    "moves": ("cli.moves", "List the legal moves of positions."),
    "deal": ("cli.deal", "Deal random positions, one per line."),
    "solve": ("cli.solve", "Solve positions exactly, with a line of best play."),
    "hint": ("cli.hint", "Hint at the next move: where it is, which piece, or the move."),
    "analyse": ("cli.analyse", "Evaluate every legal move of positions."),
    "batch": ("cli.batch", "Solve or analyse many positions with worker processes."),
    "generate": (
        "cli.generate",
        "Generate puzzles whose solutions are proved.",
    ),
    "grade": ("cli.grade", "Grade deals, positions and puzzles: how hard is each?"),
    "sheet": (
        "cli.sheets.command",
        "Print puzzles, positions and games on pages, with the answers behind.",
    ),
    "census": (
        "cli.census",
        "Compute statistics of a game: deals, all positions, or random play.",
    ),
    "annotate": ("cli.annotate", "Annotate games: what each move gave away."),
    "openings": ("cli.openings", "Prove who wins after each opening."),
    "study": ("cli.study", "Study a game: who wins by size, and what play is like."),
    "verify": (
        "cli.verify",
        "Check certificates with code independent of the engines.",
    ),
    "sample": ("cli.sample", "Print the record of a sample game."),
    "help": ("cli.help", "Show the help of a command, or explain the text formats."),
    "perft": ("cli.perft", "Count legal move sequences by length."),
    "play": ("cli.play", "Play against the computer, or between two people, in the terminal."),
    "match": ("cli.match", "Play a match between two players: who is stronger, and by how much?"),
    "engine": ("cli.engine", "Play for other programs, by the UGI protocol."),
    "serve": ("cli.serve", "Serve the board in the browser and the HTTP API."),
}
# Commands that the list leaves out.
UNLISTED = {"check-rules": "cli.check_rules"}

EXAMPLE = "sight-reduction+solitaire:wbbb/bbbw/bbww/wwbw/wbwb/bwww/bbbw/wwwb:w"

_T = TypeVar("_T")


class Program(click.Group):
    """The command group, with the project's exit codes in place of click's."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the commands in the order a newcomer needs them."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import a command."""
        module = UNLISTED.get(cmd_name) or COMMANDS.get(cmd_name, ("",))[0]
        if not module:
            return None
        command = import_module(module).command
        if not isinstance(command, click.Command):
            raise TypeError(f"{cmd_name} is not a command")
        if all(parameter.name != RULES.name for parameter in command.params):
            command.params.append(RULES)  # help and completion show it; `parse_args` has taken it
        return command

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse what stands before the command, and ``--rules`` wherever it stands.

        The commands' options name the games, so the file is loaded before a command is imported.
        """
        return super().parse_args(ctx, rules_first(ctx, args))

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command that was named."""
        if args and args[0] not in (*COMMANDS, *UNLISTED) and not args[0].startswith("-"):
            if ctx.resilient_parsing:  # the shell asks how to continue: there is nothing to offer
                return args[0], click.Command(args[0], add_help_option=False), args[1:]
            raise click.UsageError(f"found {args[0]!r}, expected a command: {_commands()}", ctx)
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands without importing them."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, summary) for name, (_, summary) in COMMANDS.items()])

    def make_context(
        self,
        info_name: str | None,
        args: list[str],
        parent: click.Context | None = None,
        **extra: Any,  # noqa: ANN401 - passed through to click
    ) -> click.Context:
        """Parse the command line; `--help` and `--version` print here."""
        return _translating_exceptions(
            lambda: super(Program, self).make_context(info_name, args, parent, **extra)
        )

    def invoke(self, ctx: click.Context) -> object:
        """Run a command; its return value is the exit code."""
        try:
            return _translating_exceptions(lambda: super(Program, self).invoke(ctx))
        except InputError as error:
            path = f"{ctx.command_path} {ctx.invoked_subcommand}"
            raise InputError(f"{path}: {error}") from error
        except click.UsageError as error:
            # Click sets no context if an option lacks its value.
            if error.ctx is None and ctx.invoked_subcommand is not None:
                error.ctx = click.Context(self, ctx, ctx.invoked_subcommand)
            raise

    def main(self, *args: Any, **options: Any) -> NoReturn:  # noqa: ANN401 - click's own
        """Run the command line and exit with its code."""
        set_up_streams()
        options["standalone_mode"] = False
        sys.exit(int(_code_of(lambda: super(Program, self).main(*args, **options))))


def _translating_exceptions(step: Callable[[], _T]) -> _T:
    """Pass Ctrl-C and a closed pipe on as exceptions that click does not catch."""
    try:
        return step()
    except KeyboardInterrupt:
        raise InterruptedRun("Stopped.") from None
    except BrokenPipeError:
        raise PipeClosed from None


def _code_of(run: Callable[[], object]) -> Code:
    """Return the exit code of a run, after its last message."""
    try:
        code = run()
        sys.stdout.flush()
    except InterruptedRun as stop:
        # A second signal has nothing left to stop.
        for number in handled():
            signal.signal(number, signal.SIG_IGN)
        complain(str(stop))
        return Code.INTERRUPTED
    except (PipeClosed, BrokenPipeError):
        _drop_output()
        return Code.PIPE_CLOSED
    except click.ClickException as error:
        return _refuse(error)
    except InputError as error:
        complain(str(error))
        return Code.BAD_INPUT
    except OSError as error:
        _drop_output()
        complain(f"proofplay: {_failed_output(error)}")
        return Code.BAD_INPUT
    return code if isinstance(code, Code) else Code.ANSWERED


def _failed_output(error: OSError) -> str:
    """Return which output failed: the one that the error names, or standard output."""
    if error.filename is None and error.errno == errno.EBADF:
        return "standard output is closed"
    what = "standard output" if error.filename is None else error.filename
    return f"{what} cannot be written: {(error.strerror or str(error)).lower()}"


def _refuse(error: click.ClickException) -> Code:
    """Report a bad command line in two lines."""
    context = error.ctx if isinstance(error, click.UsageError) else None
    path = context.command_path if context else "proofplay"
    message = error.format_message().rstrip(".").replace("\n", " ")
    complain(f"{path}: {message[:1].lower()}{message[1:]}", f"Try '{path} --help'.")
    return Code.BAD_INPUT


def _drop_output() -> None:
    """Discard what is still buffered, so that the interpreter's last flush is quiet."""
    try:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except (OSError, ValueError):
        sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123, SIM115


def _commands() -> str:
    return one_of(list(COMMANDS))


def rules_first(context: click.Context, arguments: list[str]) -> list[str]:
    """Return the arguments with ``--rules FILE`` moved to the front.

    Raises `click.UsageError` if it is there more than once.
    """
    end = arguments.index("--") if "--" in arguments else len(arguments)
    words, kept, given = iter(arguments[:end]), list[str](), list[str]()
    for word in words:
        name, equals, _ = word.partition("=")
        if name != RULES.opts[0]:
            kept.append(word)
            continue
        given += [word, *(() if equals else [each for each in [next(words, None)] if each])]
        if sum(each.startswith(RULES.opts[0]) for each in given) > 1:
            raise click.UsageError(
                "found --rules twice, expected it only once", _context_of(context, arguments)
            )
    return [*given, *kept, *arguments[end:]]


def _context_of(context: click.Context, arguments: list[str]) -> click.Context:
    """Return the context of the command that arguments name, or of the program."""
    name = next((word for word in arguments if word in COMMANDS or word in UNLISTED), None)
    return context if name is None else click.Context(click.Command(name), context, name)


def _load_rules(context: click.Context, parameter: click.Parameter, path: str | None) -> str | None:
    if path and not context.resilient_parsing:
        from positions.rules_file import load_rules

        load_rules(path)
    return path


RULES = click.Option(
    ["--rules"],
    type=SOURCE,
    metavar="FILE.py",
    envvar="PROOFPLAY_RULES",
    expose_value=False,
    help="Also know the game that this file defines (environment: PROOFPLAY_RULES).",
)


def _version(context: click.Context, parameter: click.Parameter, wanted: bool) -> None:
    if not wanted or context.resilient_parsing:
        return
    click.echo(f"proofplay {version()}")
    context.exit()


@click.group(
    cls=Program,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog=f"\b\nExample:\n  proofplay solve {EXAMPLE}",
)
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_version,
    help="Show the version and exit.",
)
@click.option(
    "--rules",
    type=RULES.type,
    metavar=RULES.metavar,
    envvar=RULES.envvar,
    callback=_load_rules,
    help=RULES.help,
)
@click.pass_context
def proofplay(context: click.Context, rules: str | None) -> None:
    """Solve and analyse small abstract games exactly.

    Positions are given as text, in files, or on standard input (-).
    """
    if context.invoked_subcommand is None:
        raise click.UsageError(f"no command given, expected {_commands()}", context)
