"""The entry point of ``proofplay``.

Nothing but the standard library is imported before Ctrl-C is looked after.
"""

from __future__ import annotations

import sys


def main() -> None:
    """Run the command line and exit with its code."""
    try:
        from cli.app import proofplay

        proofplay.main(prog_name="proofplay")
    except KeyboardInterrupt:
        sys.stderr.write("stopped\n")
        sys.exit(130)
