"""The shell command that makes the puzzles of a sheet again."""

from __future__ import annotations

import os
import shlex
from collections.abc import Collection, Iterator

import click
from click.core import ParameterSource

# The options whose entry in a run's questions has another name.
_OPTIONS = {"--variant": "variants"}


def origin(context: click.Context, questions: Collection[str], **chosen: object) -> str:
    """Return a context's command with the options that its puzzles depend on.

    Those are the options named in the run's `questions`, and the count, as far as they were given;
    `chosen` has the values chosen in place of missing ones.
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
    """Quote a word; unusual characters become byte escapes, so that any font can show them."""
    if word.isascii() and word.isprintable():
        return shlex.quote(word)
    plain = set(range(0x20, 0x7F)) - set(b"'\\")
    characters = (chr(byte) if byte in plain else f"\\x{byte:02x}" for byte in os.fsencode(word))
    return f"$'{''.join(characters)}'"
