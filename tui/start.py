"""The start of the command plytrace: from now on, Ctrl-C ends it without a traceback."""

from __future__ import annotations

import signal


def main() -> None:
    """Run the command line; while it is being imported, the system ends it at Ctrl-C."""
    before = signal.getsignal(signal.SIGINT)
    if before is signal.default_int_handler:  # not if Ctrl-C is ignored, as in the background
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    from tui.cli import main as run

    signal.signal(signal.SIGINT, before)
    run()
