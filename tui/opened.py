"""Opening a source that somebody's own program may never come to the end of."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Final

from engine.errors import InvalidInput
from trees.sources import open_source

if TYPE_CHECKING:
    from trees.sources import Source

__all__ = ["open_within"]

#: Seconds that a game of one's own may take: what it imports takes its time.
PATIENCE: Final = 5.0


def open_within(source: str) -> Source:
    """Open a source; a game of one's own only as long as a screen can wait for it.

    On the full screen Ctrl-C is a key, which nobody hears while a method of the game does not
    return.

    Args:
        source: a SOURCE.

    Raises:
        PlytraceError: it cannot be opened, or does not come to an end.
    """
    if ".py:" not in source:
        return open_source(source)
    found: list[Source] = []
    faults: list[BaseException] = []

    def run() -> None:
        try:
            found.append(open_source(source))
        except BaseException as fault:  # it belongs to whoever asked
            faults.append(fault)

    thread = threading.Thread(target=run, daemon=True)  # nothing ends it but the end of plytrace
    thread.start()
    thread.join(PATIENCE)
    if faults:
        raise faults[0]
    if not found:
        raise InvalidInput(
            f"the game has not answered for {PATIENCE:g} s",
            where=source,
            expected="methods that return, and a file that is soon read",
            hint="It goes on in vain until plytrace is left.",
        )
    return found[0]
