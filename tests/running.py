"""Runs of the command line, in this process and in processes of their own."""

import os
import subprocess
import sys
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

from click.testing import CliRunner, Result
from waiting import DEADLINE

from cli.app import proofplay

ROOT = Path(__file__).parents[1]
PROGRAM = ("-m", "proofplay")
COMMAND = [sys.executable, *PROGRAM]
CHANGES_OUTPUT = ("NO_COLOR", "FORCE_COLOR", "COLUMNS", "PYTHONIOENCODING", "TERM")


def run(*arguments: str, given: str | bytes | None = None, **env: str) -> Result:
    """Run a command line in this process."""
    unset = dict.fromkeys(CHANGES_OUTPUT)
    return CliRunner(env={**unset, **env}).invoke(proofplay, arguments, input=given)


def with_options(arguments: Sequence[str], *options: str) -> list[str]:
    """Return arguments in which some options, each with a value, have that value."""
    changed = dict(zip(options[::2], options[1::2], strict=True))
    kept = [
        word
        for before, word in pairwise(["", *arguments])
        if word not in changed and before not in changed
    ]
    return [*kept, *options]


def environment(**changes: str) -> dict[str, str]:
    """Return an environment in which only `changes` affect the look of output."""
    kept = {name: value for name, value in os.environ.items() if name not in CHANGES_OUTPUT}
    return {**kept, "TERM": "xterm-256color", **changes}


def finished(command: Sequence[str | Path], **how: Any) -> "subprocess.CompletedProcess[Any]":
    """Run a command to its end; `how` as in `subprocess.run`."""
    usual = {"capture_output": True, "cwd": ROOT, "env": environment(), "timeout": DEADLINE}
    return subprocess.run(command, **{"check": False, **usual, **how})


def begun(command: Sequence[str | Path], **how: Any) -> Any:
    """Start a command, with pipes from it, and return its process."""
    pipes = dict.fromkeys(("stdout", "stderr"), subprocess.PIPE)
    return subprocess.Popen(command, **{"cwd": ROOT, "env": environment(), **pipes, **how})


def spawn(
    *arguments: str, given: bytes = b"", program: Sequence[str] = PROGRAM, **env: str
) -> "subprocess.CompletedProcess[bytes]":
    """Run a command line in a process of its own."""
    return finished([sys.executable, *program, *arguments], input=given, env=environment(**env))
