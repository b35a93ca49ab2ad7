"""The command that makes the puzzles of a sheet again, as a line for a shell."""

from __future__ import annotations

import os
import shlex
from collections.abc import Collection, Iterator

import click
from click.core import ParameterSource

# The questions of a run have its variants together.
_OPTIONS = {"--variant": "variants"}


def origin(context: click.Context, questions: Collection[str], **chosen: object) -> str:
    """Return the command of a context with the options that its puzzles depend on.

    Those are the ones that the `questions` of the run are named after, and the count, as far as
    they were given; `chosen` has values that were chosen where none was given.
    """
    words = context.command_path.split()
    for parameter in context.command.params:
        name, option = parameter.name or "", parameter.opts[-1]
        question = _OPTIONS.get(option, option.removeprefix("--").replace("-", "_"))
        is_given = context.get_parameter_source(name) == ParameterSource.COMMANDLINE
        if question in (*questions, "count") and (is_given or name in chosen):
            value = context.params[name] if is_given else chosen[name]
            words += _words(option, value, parameter.multiple)
    return " ".join(map(_quoted, words))


def _words(option: str, value: object, is_multiple: bool) -> Iterator[str]:
    if value is True:
        yield option
    elif isinstance(value, tuple) and is_multiple:
        for part in value:
            yield from (option, str(part))
    elif isinstance(value, tuple):
        yield from (option, "x".join(map(str, value)))
    else:
        yield from (option, str(value))


def _quoted(word: str) -> str:
    """Quote a word; one that is no plain text byte by byte, so that any font can show it."""
    if word.isascii() and word.isprintable():
        return shlex.quote(word)
    plain = set(range(0x20, 0x7F)) - set(b"'\\")
    shown = (chr(byte) if byte in plain else f"\\x{byte:02x}" for byte in os.fsencode(word))
    return f"$'{''.join(shown)}'"
