"""All files of a run, checked before any of them is opened, so that none is destroyed.

Arguments that a command reads have the type `SOURCE`, and options that name an output file the type
`OUTPUT` or a derived one. So a `Command` knows all files, whatever the parameters are called: none
may be both read and written, and no two outputs may be the same file. Files are compared by
identity, not by name, so that links and redirected standard streams are recognised.
"""

from __future__ import annotations

import os
import stat
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from typing import Any, TextIO, TypeVar

import click
from click.shell_completion import CompletionItem

from cli.common.inputs import STANDARD_INPUT, is_position, source_name
from cli.files.places import STANDARD_OUTPUT, descriptor_of, followed, misplaced
from cli.terminal.output import complain
from positions import InputError

# Endings of compressed files, which are never written.
PACKED = (".gz", ".bz2", ".xz", ".zst", ".zip")

_Type = TypeVar("_Type")

# The identity of a file: device and inode, or folder and name if it does not exist.
_Identity = tuple[int, int] | tuple[int, int, str]


class SourceType(click.types.StringParamType):
    """Parameter type of an input: a file, ``-`` for standard input, or a position as text."""

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """Let the shell complete file names."""
        return [CompletionItem(incomplete, type="file")]


class OutputType(click.Path):
    """Parameter type of an output file; ``-`` is standard output."""

    takes_folders = False

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> Path:
        """Return the path; raises `InputError` for a name that promises a compressed file."""
        text = str(value)
        option = param.opts[0] if param else self.name
        path = STANDARD_OUTPUT if text == STANDARD_INPUT else Path(text)
        if text.endswith("/") and not self.takes_folders:
            raise misplaced(option, path, "a directory")
        if path.suffix.lower() in PACKED:
            found = f"{option} {source_name(text)}: found the ending {path.suffix}"
            raise InputError(
                f"{found}, expected no ending of a compressed file: output is not compressed"
            )
        return path

    def files(self, path: Path, options: Mapping[str, Any]) -> Iterable[Path]:
        """Return the files that may be written for a path, given the other options."""
        return [path]


SOURCE = SourceType()
OUTPUT = OutputType()


class RenamedOption(click.Option):
    """An option that is also read by a name of the last release, which the help does not show."""

    def __init__(self, *names: Any, former: str, **more: Any) -> None:  # noqa: ANN401 - click's own
        super().__init__(*names, **more)
        self.former = former

    def add_to_parser(self, parser: Any, ctx: click.Context) -> None:  # noqa: ANN401 - click's own
        """Let the parser, and nothing else, know the former name, too."""
        names, self.opts = self.opts, [*self.opts, self.former]
        super().add_to_parser(parser, ctx)
        self.opts = names

    def is_former_in(self, arguments: Iterable[str]) -> bool:
        """Return whether a command line uses the former name."""
        return any(text.partition("=")[0] == self.former for text in arguments)


class Command(click.Command):
    """A command that only runs if none of its outputs would destroy another file.

    An option with one value can be given once: click would ignore all but the last.
    """

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse the arguments; raises `click.UsageError` for an option given more than once."""
        for option in self.params:
            if isinstance(option, RenamedOption) and option.is_former_in(args):
                complain(f"{ctx.command_path}: {option.former} is now called {option.opts[0]}.")
        *_, given = self.make_parser(ctx).parse_args(args.copy())
        for option, times in Counter(given).items():
            is_single = isinstance(option, click.Option) and not (option.is_flag or option.multiple)
            if times > 1 and is_single and not ctx.resilient_parsing:
                found = f"found {option.opts[0]} {'twice' if times == 2 else f'{times} times'}"
                raise click.UsageError(f"{found}, expected it only once", ctx)
        return super().parse_args(ctx, args)

    def invoke(self, ctx: click.Context) -> object:
        """Run the command, or raise `InputError` if it would destroy a file."""
        check_files(ctx)
        return super().invoke(ctx)


@dataclass(frozen=True, slots=True)
class _Output:
    """An output.

    `name` begins a message about it, and `what` names it in a message about another output to the
    same file. `identity` is None if several outputs can share it, like a terminal; with `is_open`
    the shell opened it.
    """

    name: str
    what: str
    identity: _Identity | None
    is_open: bool


def check_files(context: click.Context) -> None:
    """Raise `InputError` if a file would be read and written, or written twice."""
    inputs = {_identity_of_source(str(source)) for source, *_ in _given(context, SourceType)}
    named = list(_named(context))
    out, err = _standard("standard output", sys.stdout), _standard("standard error", sys.stderr)
    # Not standard error: reporting the problem there would write to the input.
    for output in (*named, out):
        if output.identity is not None and output.identity in inputs:
            raise InputError(f"{output.name}: is also an input, expected another file")
    for one, other in combinations((out, err, *named), 2):
        # A file that the shell opened twice under one descriptor has one write position.
        is_same = one.identity is not None and one.identity == other.identity
        if is_same and not (one.is_open and other.is_open):
            raise InputError(f"{other.name}: found {one.what}, expected another file")


def _given(
    context: click.Context, kind: type[_Type]
) -> Iterator[tuple[Any, click.Parameter, _Type]]:
    """Yield the values of all parameters of a type."""
    for parameter in context.command.params:
        value = _value_of(context, parameter)
        if isinstance(parameter.type, kind) and value is not None:
            for each in value if isinstance(value, tuple) else (value,):
                yield each, parameter, parameter.type


def _value_of(context: click.Context, parameter: click.Parameter) -> object:
    """Return the value of a parameter, which the program itself may have taken."""
    name = parameter.name or ""
    if name in context.params or context.parent is None:
        return context.params.get(name)
    return context.parent.params.get(name)


def _named(context: click.Context) -> Iterator[_Output]:
    for path, parameter, kind in _given(context, OutputType):
        option, name = parameter.opts[0], f"{parameter.opts[0]} {source_name(str(path))}"
        is_open = descriptor_of(path) is not None
        for file in kind.files(path, context.params):
            if file == path:
                yield _Output(name, f"the FILE of {option}", _identity(file), is_open)
            else:
                beside = f"{name} (with {source_name(str(file))})"
                yield _Output(beside, f"a file of {option}", _identity(file), is_open)


def _standard(name: str, stream: TextIO) -> _Output:
    try:
        identity = _identity_of(os.fstat(stream.fileno()))
    except (OSError, ValueError):  # it was replaced by an object that is not a file
        identity = None
    return _Output(name, name, identity, is_open=True)


def _identity_of_source(source: str) -> _Identity | None:
    if is_position(source):
        return None
    try:
        if source == STANDARD_INPUT:
            return None if sys.stdin is None else _identity_of(os.fstat(sys.stdin.fileno()))
        return _identity_of(os.stat(source))  # noqa: PTH116 - Path takes an empty name for "."
    except (OSError, ValueError):
        return None


def _identity(path: Path) -> _Identity | None:
    number = descriptor_of(path)
    try:
        return _identity_of(path.stat() if number is None else os.fstat(number))
    except OSError:
        return _identity_of_new(followed(path))


def _identity_of(status: os.stat_result) -> _Identity | None:
    """Return the identity of a file; None for a terminal, a null device or a socket."""
    is_one = any(kind(status.st_mode) for kind in (stat.S_ISREG, stat.S_ISFIFO, stat.S_ISBLK))
    return (status.st_dev, status.st_ino) if is_one else None


def _identity_of_new(path: Path) -> _Identity | None:
    try:
        folder = path.parent.stat()
    except OSError:
        return None
    return folder.st_dev, folder.st_ino, path.name
