"""The entry point of ``proofplay``.

Nothing but the standard library is imported before Ctrl-C and SIGTERM are looked after.
"""

from __future__ import annotations

import signal
import sys


def main() -> None:
    """Run the command line and exit with its code."""
    try:
        # Who was started to ignore SIGTERM goes on to ignore it.
        if signal.getsignal(signal.SIGTERM) == signal.SIG_DFL:
            signal.signal(signal.SIGTERM, signal.default_int_handler)
        from cli.app import proofplay

        proofplay.main(prog_name="proofplay")
    except KeyboardInterrupt:
        sys.stderr.write("stopped\n")
        sys.exit(130)
