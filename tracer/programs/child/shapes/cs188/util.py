"""The project's module `util`: what a search can use of it.

`from util import *` also gives the modules that the project's module imports.
"""

from __future__ import annotations

import heapq
import inspect
import io
import random
import signal
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NoReturn

from ...loading.missing_modules import placeholders_for

__all__ = [
    *("Counter", "PriorityQueue", "lookup", "manhattanDistance", "raiseNotDefined"),
    *("heapq", "inspect", "sys"),
    "io",
    "random",
    "signal",
    "time",
    # Placeholders.
    *("FixedRandom", "PriorityQueueWithFunction", "Queue", "Stack", "TimeoutFunction"),
    *("TimeoutFunctionException", "arrayInvert", "chooseFromDistribution", "flipCoin"),
    *("getProbability", "matrixAsList", "mutePrint", "nSample", "nearestPoint", "normalize"),
    *("pause", "sample", "sampleFromCounter", "sign", "unmutePrint"),
]
__getattr__ = placeholders_for(
    "util", __all__, "which searches do not use; to use it, hand in the project's util.py too"
)


class PriorityQueue:
    """A queue that returns the lowest priority first; of equal ones, the earliest."""

    def __init__(self) -> None:
        self.heap: list[tuple[Any, int, Any]] = []
        self.count = 0

    def push(self, item: Any, priority: Any) -> None:
        """Add an item."""
        heapq.heappush(self.heap, (priority, self.count, item))
        self.count += 1

    def pop(self) -> Any:
        """Remove and return the item with the lowest priority."""
        return heapq.heappop(self.heap)[2]

    def isEmpty(self) -> bool:
        """Return whether the queue is empty."""
        return len(self.heap) == 0


class Counter(dict[Any, Any]):
    """A dict of numbers; reading a missing key enters it with 0."""

    def __getitem__(self, key: Any) -> Any:
        return self.setdefault(key, 0)

    def argMax(self) -> Any:
        """Return the first key with the largest number; None if empty."""
        return max(self, key=lambda key: self[key]) if self else None

    def totalCount(self) -> Any:
        """Return the sum of the numbers."""
        return sum(self.values())

    def normalize(self) -> None:
        """Divide all numbers by their sum, unless it is 0."""
        if total := self.totalCount():
            for key in self:
                self[key] /= float(total)

    def copy(self) -> Counter:
        """Return a copy."""
        return Counter(self)


def manhattanDistance(xy1: Any, xy2: Any) -> Any:
    """Return the Manhattan distance between two points."""
    return abs(xy1[0] - xy2[0]) + abs(xy1[1] - xy2[1])


def raiseNotDefined() -> NoReturn:
    """Print which function is not written, and exit."""
    frame = sys._getframe(1)
    name, file = frame.f_code.co_name, Path(frame.f_code.co_filename).name
    print(f"*** Method not implemented: {name} at line {frame.f_lineno} of {file}")
    sys.exit(1)


def lookup(name: str, namespace: Mapping[str, Any]) -> Any:
    """Return the object with a name in a namespace, or in one of its modules."""
    first, _, rest = name.rpartition(".")
    if first:
        return getattr(__import__(first), rest)
    modules = [module for module in namespace.values() if inspect.ismodule(module)]
    options = [getattr(module, name) for module in modules if name in dir(module)]
    options += [namespace[name]] if name in namespace else []
    if not options:
        raise Exception(f"{name} not found as a method or class")
    if any(option is not options[0] for option in options):
        raise Exception(f"Name conflict for {name}")
    return options[0]
