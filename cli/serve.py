"""`proofplay serve`: the HTTP service and the board in the browser."""

from __future__ import annotations

import re
from pathlib import Path

import click
import psutil

from cli.common.exits import Code, InterruptedRun
from cli.common.interrupts import Interrupts
from cli.common.logs import logging_to_stderr
from cli.common.options import (
    cores,
    example,
    number_option,
    seconds,
    threads_option,
    workers_option,
)
from cli.files.run_files import OUTPUT, Command
from cli.terminal.output import complain
from positions import InputError
from positions.errors import quote
from solver.interface.engine import MIB

MOST_PORTS = 65535
# Parts of a path, of what needs no escape in an address (RFC 3986, 2.3).
_SUB_PATH = re.compile(r"(/[\w.~-]+)*/?", re.ASCII)


def sub_path(text: str) -> str:
    """Return a sub-path, as the beginning of others, without a slash at its end."""
    if _SUB_PATH.fullmatch(text) is None or {".", ".."} & {*text.split("/")}:
        expected = "a path such as /play, of letters, digits and -._~"
        raise click.BadParameter(f"found {quote(text)}, expected {expected}")
    return text.rstrip("/")


@click.command(
    "serve",
    cls=Command,
    epilog=example(
        "proofplay serve\nproofplay serve --port 9000 --cache answers.db --time 60 --workers 4"
    ),
)
@click.option(
    "--host",
    default="127.0.0.1",
    show_default=True,
    metavar="ADDRESS",
    help="Listen on this address; the default is reached from this machine only.",
)
@number_option("--port", "Listen on this port (0: any that is free).", 0, MOST_PORTS, default=8000)
@workers_option("Search with N processes, among which memory is divided.")
@threads_option(
    "Give a search at most N threads, fewer while others go on.",
    default=cores,
    show_default="all cores",
)
@click.option(
    "--time",
    "most_seconds",
    type=seconds,
    default=300,
    show_default=True,
    metavar="SECONDS",
    help="Search for at most so long, whatever is asked.",
)
@number_option(
    "--memory",
    "Take at most so much for all searches and the tables that are kept.",
    1,
    default=lambda: psutil.virtual_memory().available // MIB // 2,
    show_default="half of what is free",
    metavar="MB",
)
@number_option("--queue", "Let at most N searches wait.", default=64)
@number_option("--per-client", "Do at most N searches at once for one client.", 1, default=8)
@click.option(
    "--cache",
    type=OUTPUT,
    metavar="FILE",
    help="Keep proved answers in FILE. Servers may share it, but each searches for itself: one "
    "server is meant for one machine.",
)
@click.option(
    "--root-path",
    type=sub_path,
    default="",
    metavar="/PATH",
    help="Answer under this sub-path of a proxy, as for https://example.org/PATH/.",
)
@click.option(
    "--name",
    "names",
    multiple=True,
    metavar="HOST",
    help="Answer under this name only; may be repeated. On 127.0.0.1: those of this machine.",
)
@click.option(
    "--origin",
    "origins",
    multiple=True,
    metavar="URL",
    help="Let pages of this origin read the answers (CORS); may be repeated.",
)
def command(
    host: str,
    port: int,
    workers: int,
    threads: int,
    most_seconds: float,
    memory: int,
    queue: int,
    per_client: int,
    cache: Path | None,
    root_path: str,
    names: tuple[str, ...],
    origins: tuple[str, ...],
) -> Code:
    """Serve the board in the browser, and answers over HTTP.

    It runs until Ctrl-C or SIGTERM, which end it with exit code 130. What can be asked is in
    docs/service.md.
    """
    try:
        from service.serving import LOOPBACK, is_loopback, listen, serve
        from service.settings import Settings
    except ImportError as error:
        message = f"found no {error.name}, expected it from: pip install 'proofplay[service]'"
        raise InputError(message) from None
    with listen(host, port) as listener, logging_to_stderr(), Interrupts():
        settings = Settings(
            workers=workers,
            threads=threads,
            memory=memory,
            seconds=most_seconds,
            queue=queue,
            per_client=per_client,
            cache=cache,
            root_path=root_path,
            host_names=names or (LOOPBACK if is_loopback(listener) else ()),
            origins=origins,
        )
        try:
            serve(settings, listener, lambda url: complain(f"serving {url} (Ctrl-C stops)"))
        except KeyboardInterrupt:
            raise InterruptedRun("stopped") from None
    return Code.ANSWERED
