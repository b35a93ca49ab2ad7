"""The entry point of ``proofplay``.

Only the standard library is imported before the handlers of signals are in place, and none of the
packages with common names before they are known to be ours.
"""

from __future__ import annotations

import signal
import sys

from proofplay.stops import STOPS

BAD_ENVIRONMENT = 2
INTERRUPTED = 130


def main() -> None:
    """Run the command line and exit with its code."""
    try:
        for number in STOPS:
            if signal.getsignal(number) == signal.SIG_DFL:
                signal.signal(number, signal.default_int_handler)
        from proofplay.names import what_shadows_us

        if (shadow := what_shadows_us()) is not None:
            sys.stderr.write(f"proofplay: {shadow}\n")
            sys.exit(BAD_ENVIRONMENT)
        from cli.app import proofplay

        proofplay.main(prog_name="proofplay")
    except KeyboardInterrupt:
        sys.stderr.write("stopped\n")
        sys.exit(INTERRUPTED)
