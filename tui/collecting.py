"""Python's search for cyclic garbage, kept out of the way of a person who steps."""

from __future__ import annotations

import gc

__all__ = ["collect_seldom"]

#: New objects before the youngest are looked through, and how often that is done before the older
#: ones are. A step makes some ten thousand, nearly all of which are gone before the next.
_THRESHOLDS = (50_000, 20, 20)


def collect_seldom() -> None:
    """Never look again through what is there now, which is the program itself, and the rest seldom.

    Otherwise the collector goes through a hundred thousand functions, classes and styles again and
    again, none of which is garbage, and every eighth step or so takes a tenth of a second longer.
    To be called before there is a screen: what is there now is not collected where it is part of a
    cycle.
    """
    gc.freeze()
    gc.set_threshold(*_THRESHOLDS)
