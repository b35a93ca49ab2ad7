"""Try a release of `proofplay`, installed for the Python that runs this: solve, generate, serve.

    python tools/try_installed.py

It needs the extra `service`, and nothing from the checkout. It exits at the first failure.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import sysconfig
import urllib.request
from pathlib import Path
from tempfile import TemporaryDirectory

SCRIPTS = Path(sysconfig.get_path("scripts"))
PROGRAM = str(SCRIPTS / ("proofplay.exe" if sys.platform == "win32" else "proofplay"))
SOLITAIRE = "sight-reduction+solitaire:wbbb/bbbw/bbww/wwbw/wbwb/bwww/bbbw/wwwb:w"
NAKATTA = "nakatta:start:4x4"
ADDRESS = re.compile(r"http://\S+/")


def main() -> None:
    """Try everything in an empty folder."""
    with TemporaryDirectory() as folder:
        for position in (SOLITAIRE, NAKATTA):
            (record,) = records(folder, "solve", "--json", position)
            expect(record["status"] == "proved", f"{position} to be proved, not {record}")
        puzzles = records(folder, "generate", "--json", "--seed", "7", "--count", "3")
        expect(len(puzzles) == 3, f"three puzzles, not {puzzles}")
        try_service(folder)
    man = Path(sysconfig.get_path("data"), "share", "man", "man1", "proofplay.1")
    expect(man.is_file(), f"a man page at {man}")
    print(f"{sys.version.split()[0]}: solve, generate and serve work")


def records(folder: str, *arguments: str) -> list[dict[str, object]]:
    """Run a command that prints JSON Lines; return them."""
    result = subprocess.run(
        [PROGRAM, *arguments], cwd=folder, capture_output=True, text=True, check=False, timeout=300
    )
    expect(result.returncode == 0, f"{arguments} to succeed: {result.stderr}")
    return [json.loads(line) for line in result.stdout.splitlines()]


def try_service(folder: str) -> None:
    """Ask a server for an answer and for its page."""
    with subprocess.Popen(
        [PROGRAM, "serve", "--port", "0", "--workers", "1"],
        cwd=folder,
        stderr=subprocess.PIPE,
        text=True,
    ) as server:
        try:
            found = next(filter(None, map(ADDRESS.search, server.stderr or ())), None)
            expect(found is not None, "a server that says where it listens")
            url = found[0] if found else ""
            body = json.dumps({"position": NAKATTA, "wait": 10}).encode()
            request = urllib.request.Request(
                f"{url}api/solve", body, {"Content-Type": "application/json"}
            )
            with urllib.request.urlopen(request, timeout=60) as answer:
                expect(json.load(answer)["status"] == "proved", f"{NAKATTA} to be proved")
            with urllib.request.urlopen(url, timeout=60) as page:
                expect(b"<title>" in page.read(), "the board's page")
        finally:
            server.terminate()


def expect(is_so: bool, what: str) -> None:
    """Exit with what was expected unless it is so."""
    if not is_so:
        sys.exit(f"expected {what}")


if __name__ == "__main__":
    main()
