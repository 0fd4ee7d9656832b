"""Python's garbage collection, kept from slowing down the stepper."""

from __future__ import annotations

import gc


#: Thresholds of the collector: new objects before a collection, and collections before the older
#: generations. A step makes some ten thousand objects, and nearly all are freed at once.
_THRESHOLDS = (50_000, 20, 20)


def collect_garbage_rarely() -> None:
    """Freeze the current objects, and collect garbage rarely.

    Otherwise the collector scans a hundred thousand functions, classes and styles again and again,
    and about every eighth step takes a tenth of a second longer. Call this before a screen opens:
    current objects in cycles are never collected.
    """
    gc.freeze()
    gc.set_threshold(*_THRESHOLDS)
