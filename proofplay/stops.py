"""The signals that end a run: what is finished is kept, and the exit code is 130.

They come from Ctrl-C, from whoever stops the program, from a terminal that is closed, and from
Ctrl-\\. A signal that was ignored when the program started, as by ``nohup``, stays ignored.
"""

from __future__ import annotations

import signal

# Windows lacks the last two.
STOPS = tuple(
    signal.Signals[name]
    for name in ("SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT")
    if name in signal.Signals.__members__
)
