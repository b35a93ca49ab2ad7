"""Whether play of Manhattan can return to a position (MH6), decided on all fillings of a board.

Compiles ``manhattan_cycles.cpp`` into a temporary directory and runs it for each named board. It
needs 3^n bits of memory for n squares: 5 MB for 4×4, 436 MB for 5×4.
"""

from __future__ import annotations

import argparse
import os
import shlex
import subprocess
import sys
import tempfile
import time
from pathlib import Path

SOURCE = Path(__file__).with_name("manhattan_cycles.cpp")
KERNELS = SOURCE.parents[2] / "solver" / "native"


def main() -> None:
    """Compile, run and report what is left of each board."""
    parser = argparse.ArgumentParser(
        description="Look for play that comes back, on every filling of small Manhattan boards.",
        epilog="Example: python benchmarks/games/manhattan_cycles.py 4x4 5x3 6x3",
    )
    parser.add_argument("sizes", nargs="*", default=["4x4", "5x3"], metavar="WxH")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        program = Path(folder) / "cycles"
        compiler = shlex.split(os.environ.get("CXX", "c++"))
        flags = ["-std=c++20", "-O3", f"-I{KERNELS}", str(SOURCE), "-o", str(program)]
        subprocess.run([*compiler, *flags], check=True)
        for size in options.sizes:
            started = time.perf_counter()
            code = subprocess.run([program, *size.split("x")], check=False).returncode
            if code not in (0, 1):
                sys.exit(f"{size} is not a board of this program")
            verdict = "no position can come back" if code == 0 else "boards are left"
            print(f"{size}: {verdict}, {time.perf_counter() - started:.1f} s", flush=True)


if __name__ == "__main__":
    main()
