"""How many records of puzzles `verify` checks per CPU second, and what it can confirm.

Takes files of JSON Lines of ``proofplay generate``. If a record is refused, the exit code is 1.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from pathlib import Path
from time import process_time

from rich.console import Console
from rich.table import Table

from solver.certificates.checking.files import check_solutions


def main() -> int:
    """Check the puzzles of files."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("files", nargs="+", type=Path, help="what `generate -o` has written")
    table = Table("file", "puzzles", "a second", "claims")
    refused = 0
    for path in parser.parse_args().files:
        start = process_time()
        claims = Counter(
            checked.claim or "refused" for checked in check_solutions(path.read_bytes())
        )
        seconds = process_time() - start
        refused += claims["refused"]
        said = "\n".join(f"{count} × {claim}" for claim, count in claims.most_common())
        table.add_row(path.name, str(claims.total()), f"{claims.total() / seconds:.0f}", said)
    Console().print(table)
    return 1 if refused else 0


if __name__ == "__main__":
    sys.exit(main())
