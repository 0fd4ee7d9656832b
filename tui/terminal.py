"""What has to be put right about a terminal before a screen opens on it."""

from __future__ import annotations

import sys
from typing import Final

__all__ = ["give_size"]

#: Rows and columns of a terminal that does not say how large it is.
_USUAL: Final = (24, 80)


def give_size() -> None:
    """Give the terminal the usual size if it tells none, as one without a window does at first.

    Rich and Textual each take another size for it, and the screen would go from one to the other
    without end. A size that the terminal is given later is heeded.
    """
    try:
        from termios import error, tcgetwinsize, tcsetwinsize
    except ImportError:  # a console of Windows tells its size
        return
    try:
        fd = sys.__stdout__.fileno() if sys.__stdout__ else -1
        if 0 in tcgetwinsize(fd):
            tcsetwinsize(fd, _USUAL)
    except (OSError, ValueError, error):
        return  # it is no terminal, or one that takes no size
