"""How a program ends that Ctrl-C stopped."""

from __future__ import annotations

import signal

__all__ = ["STOPPED"]

#: 130, or by the signal itself, which a shell calls 130 too: so CPython ends, whatever the program
#: says, where the signal came while it compiled a text, as modules with dataclasses do at first.
STOPPED = (130, -signal.SIGINT)
