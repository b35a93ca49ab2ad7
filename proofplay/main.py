"""The entry point of ``proofplay``.

Only the standard library is imported before the handlers of signals are in place, and none of the
packages with common names before they are known to be ours.
"""

from __future__ import annotations

import signal
import sys

# The signals that end a run: what is finished is kept, and the exit code is 130. They come from
# Ctrl-C, from whoever stops the program, from a terminal that is closed, and from Ctrl-\. Windows
# lacks the last two. A signal that was ignored at the start, as by ``nohup``, stays ignored.
STOPS = tuple(
    signal.Signals[name]
    for name in ("SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT")
    if name in signal.Signals.__members__
)
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
