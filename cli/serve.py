"""`proofplay serve`: the HTTP service and the board in the browser."""

from __future__ import annotations

import re
from pathlib import Path

import click
import psutil

from cli.common.exits import Code, InterruptedRun, Interrupts
from cli.common.logs import LAYOUT, logging_to_stderr
from cli.common.options import example, number_option, seconds, threads_option, workers_option
from cli.files.run_files import OUTPUT, Command
from cli.terminal.output import complain
from positions import InputError
from positions.errors import quote
from solver.interface.engine import MIB
from solver.interface.ranges import cores

MAX_PORTS = 65535
# Path segments of unreserved characters (RFC 3986, section 2.3).
_SUB_PATH = re.compile(r"(/[\w.~-]+)*/?", re.ASCII)


def sub_path(text: str) -> str:
    """Parse a sub-path; return it as a prefix, without a slash at the end."""
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
    help="Address to listen on; the default accepts connections from this machine only.",
)
@number_option("--port", "Port to listen on (0: any free port).", 0, MAX_PORTS, default=8000)
@workers_option("Number of search processes, which share the memory.")
@threads_option(
    "Maximum threads per search, fewer while other searches run.  [default: all cores]",
    default=cores,
    show_default=False,
)
@click.option(
    "--time",
    "max_seconds",
    type=seconds,
    default=300,
    show_default=True,
    metavar="SECONDS",
    help="Maximum time per search in seconds, whatever a request asks for.",
)
@number_option(
    "--memory",
    "Memory limit in MiB for all searches and cached tables together.  [default: half of free "
    "memory]",
    1,
    default=lambda: psutil.virtual_memory().available // MIB // 2,
    show_default=False,
    metavar="MiB",
)
@number_option("--queue", "Maximum number of waiting searches.", default=64)
@number_option("--per-client", "Maximum number of simultaneous searches per client.", 1, default=8)
@click.option(
    "--cache",
    type=OUTPUT,
    metavar="FILE",
    help="Cache proved answers in FILE. Servers may share it, but they do not share running "
    "searches: use one server per machine.",
)
@click.option(
    "--root-path",
    type=sub_path,
    default="",
    metavar="/PATH",
    help="Sub-path behind a proxy, as in https://example.org/PATH/.",
)
@click.option(
    "--name",
    "names",
    multiple=True,
    metavar="HOST",
    help="Accept requests for this host name only; repeatable.  [default on 127.0.0.1: "
    "this machine's names]",
)
@click.option(
    "--origin",
    "origins",
    multiple=True,
    metavar="URL",
    help="Let pages of this origin read the answers (CORS); repeatable.",
)
def command(
    host: str,
    port: int,
    workers: int,
    threads: int,
    max_seconds: float,
    memory: int,
    queue: int,
    per_client: int,
    cache: Path | None,
    root_path: str,
    names: tuple[str, ...],
    origins: tuple[str, ...],
) -> Code:
    """Serve the board in the browser and the HTTP API.

    The server runs until Ctrl-C or another signal ends it, then exits with code 130. The API
    describes itself at /api/openapi.json.
    """
    try:
        from service.serving import LOOPBACK, is_loopback, listen, serve
        from service.settings import Settings
    except ImportError as error:
        message = f"{error.name} is missing, install it with: pip install 'proofplay[service]'"
        raise InputError(message) from None
    with listen(host, port) as listener, logging_to_stderr(LAYOUT), Interrupts():
        settings = Settings(
            workers=workers,
            threads=threads,
            memory=memory,
            seconds=max_seconds,
            queue=queue,
            per_client=per_client,
            cache=cache,
            root_path=root_path,
            host_names=names or (LOOPBACK if is_loopback(listener) else ()),
            origins=origins,
        )
        try:
            serve(
                settings, listener, lambda url: complain(f"Serving {url} (press Ctrl-C to stop).")
            )
        except KeyboardInterrupt:
            raise InterruptedRun("Stopped.") from None
    return Code.ANSWERED
