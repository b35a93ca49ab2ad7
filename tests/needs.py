"""What a test needs besides this process: found in its code, so that nobody has to note it."""

import multiprocessing
import subprocess
from collections.abc import Iterator
from functools import cache
from inspect import unwrap
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any

import click
import pytest
from playwright.sync_api import sync_playwright
from running import run
from service_tests import Server

from cli.app import COMMANDS, proofplay
from solver.pool.cluster import Cluster
from solver.pool.workers import Workers

HERE = str(Path(__file__).parent)
STARTS: dict[str, set[Any]] = {
    "browser": {sync_playwright},
    "server": {Server},
    "process": {subprocess, multiprocessing, Workers, Cluster},
}


def needs(test: pytest.Function) -> set[str]:
    """Return the keys of `STARTS` that apply to a test by what its code and its fixtures name."""
    fixtures = test._fixtureinfo.name2fixturedefs.values()
    functions = [test.function, *(one.func for several in fixtures for one in several)]
    parameters = set(kept(test.callspec.params if hasattr(test, "callspec") else {}))
    names = parameters.union(*map(named, functions))
    found = {kind for kind, starts in STARTS.items() if starts & names}
    # The engine "sat" asks a process of its own.
    if "sat" in parameters or (run in names and with_workers() & names):
        found.add("process")
    return found


@cache
def with_workers() -> set[str]:
    """Return the names of the commands that start worker processes."""
    context = click.Context(proofplay)
    commands = {name: proofplay.get_command(context, name) for name in COMMANDS}
    return {
        name
        for name, command in commands.items()
        if command and any("--workers" in option.opts for option in command.params)
    }


@cache
def named(function: FunctionType) -> set[object]:
    """Return what a function names, also by way of functions and classes of the tests."""
    found: set[object] = set()
    left: list[object] = [function]
    while left:
        for each in kept(left.pop()):
            if each not in found:
                found.add(each)
                left += contents(each)
    return found


def kept(value: Any) -> Iterator[Any]:
    """Yield the texts, modules, classes and functions in a value, which may be a collection."""
    if isinstance(value, dict):
        yield from kept([*value, *value.values()])
    elif isinstance(value, list | tuple | set | frozenset):
        for each in value:
            yield from kept(each)
    elif isinstance(value, str | ModuleType | type) or hasattr(value, "__code__"):
        yield value


def contents(value: Any) -> Iterator[object]:
    """Yield what a class, or a function of the tests, names itself."""
    if isinstance(value, type):
        yield from filter(callable, vars(value).values())
    value = unwrap(value) if callable(value) else value
    code = getattr(value, "__code__", None)
    if code is not None and code.co_filename.startswith(HERE):
        codes = [code]
        for each in codes:
            codes += (one for one in each.co_consts if isinstance(one, CodeType))
            yield each.co_consts
            yield from (value.__globals__.get(name) for name in each.co_names)
