"""A newcomer's first hour: run exactly what README.md says in a fresh clone.

Its first command; then, where that was run and in the environment that it made, one line of each
row of the table of questions in docs/howto/index.md; then the second command of README.md. The
first step that fails ends it with exit code 1.
"""

import json
import os
import re
import signal
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

SHELL = ("bash", "-euo", "pipefail", "-c")
TABLE = "docs/howto/index.md"
SERVICE = "http://127.0.0.1:8000/api/analyse"
POSITION = "sight-reduction+solitaire:wbw/bwb:w"
INTERRUPTED = 130


def main() -> None:
    """Run all steps, and print how long each took."""
    # If this process ignores Ctrl-C, the server would inherit that.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    readme, table = (Path(name).read_text(encoding="utf-8") for name in ("README.md", TABLE))
    first, second = re.findall(r"^\$ (python3 .*)$", readme, re.MULTILINE)
    (before_rows,) = re.findall(r"^\$ (.*)$", table, re.MULTILINE)
    rows = re.findall(r"^\|[^|`]*\| `([^`]+)`", table, re.MULTILINE)
    step(first)
    for row in dict.fromkeys(rows):
        step(row, before_rows)
    step(second)


def step(command: str, before: str | None = None) -> None:
    """Run a command; exit if it fails. A row of the table has something `before`, and is quiet."""
    print(f"$ {command}", flush=True)
    started = time.monotonic()
    output = None if before is None else subprocess.PIPE
    serves = command.endswith("serve")
    with subprocess.Popen(
        [*SHELL, command if before is None else f"{before}; {command}"],
        stdin=subprocess.DEVNULL,
        stdout=output,
        stderr=output,
        text=True,
        process_group=0 if serves else None,
    ) as process:
        heard = ask_and_stop(process) if serves else ""
        said = "".join(part or "" for part in process.communicate())
    if process.returncode != (INTERRUPTED if serves else 0):
        print(heard + said)
        sys.exit(f"exit code {process.returncode}: {command}")
    print(f"  {time.monotonic() - started:.0f} s", flush=True)


def ask_and_stop(process: "subprocess.Popen[str]") -> str:
    """Let a server analyse a position, and stop it; return its output until then."""
    heard = ""
    for line in process.stderr or ():
        heard += line
        if line.startswith("Serving "):
            break
    question = json.dumps({"position": POSITION}).encode()
    request = urllib.request.Request(SERVICE, question, {"Content-Type": "application/json"})
    try:
        with urllib.request.urlopen(request, timeout=60) as answer:
            if json.load(answer)["status"] != "proved":
                sys.exit("the service has not proved anything")
    finally:
        os.killpg(process.pid, signal.SIGINT)
    return heard


if __name__ == "__main__":
    main()
