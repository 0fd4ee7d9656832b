"""How a program ends that Ctrl-C stopped."""

import signal
import time

#: 130, or by the signal itself, which a shell calls 130 too: so CPython ends, whatever the program
#: says, where the signal came while it compiled a text, as modules with dataclasses do at first.
STOPPED = (130, -signal.SIGINT)


def wait_as_long_again(began: float) -> None:
    """Wait for what follows a slow start: at least half a second, and as long as the start took."""
    time.sleep(max(0.5, time.monotonic() - began))
