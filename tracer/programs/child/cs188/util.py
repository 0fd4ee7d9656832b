"""What the project's module `util` is asked for by agents that search."""

from __future__ import annotations

import heapq
import inspect
import random
import sys
from collections import deque
from collections.abc import Callable, Mapping
from typing import Any

__all__ = [
    "Counter",
    "PriorityQueue",
    "PriorityQueueWithFunction",
    "Queue",
    "Stack",
    "flipCoin",
    "lookup",
    "manhattanDistance",
    "raiseNotDefined",
]


def manhattanDistance(xy1: Any, xy2: Any) -> Any:
    """The steps between two cells of a grid."""
    return sum(abs(one - other) for one, other in zip(xy1, xy2, strict=True))


def raiseNotDefined() -> None:
    """Say which function is still to be written.

    Raises:
        NotImplementedError: always.
    """
    raise NotImplementedError(sys._getframe(1).f_code.co_name)


def lookup(name: str, namespace: Mapping[str, Any]) -> Any:
    """What a name means in a namespace, or in one of the modules that it holds.

    Raises:
        Exception: nothing goes by that name.
    """
    if name in namespace:
        return namespace[name]
    first, _, rest = name.partition(".")
    if rest and hasattr(namespace.get(first), rest):
        return getattr(namespace[first], rest)
    for one in namespace.values():
        if inspect.ismodule(one) and hasattr(one, name):
            return getattr(one, name)
    raise Exception(f"{name} is not found as a function or class")


def flipCoin(p: float) -> bool:
    """True with a probability."""
    return random.random() < p


class Stack:
    """Last in, first out."""

    def __init__(self) -> None:
        self.list: list[Any] = []

    def push(self, item: Any) -> None:
        """Put one on top."""
        self.list.append(item)

    def pop(self) -> Any:
        """Take the one on top."""
        return self.list.pop()

    def isEmpty(self) -> bool:
        """Whether there is none."""
        return not self.list


class Queue:
    """First in, first out."""

    def __init__(self) -> None:
        self.list: deque[Any] = deque()

    def push(self, item: Any) -> None:
        """Put one at the end."""
        self.list.append(item)

    def pop(self) -> Any:
        """Take the first."""
        return self.list.popleft()

    def isEmpty(self) -> bool:
        """Whether there is none."""
        return not self.list


class PriorityQueue:
    """The lowest priority first; of equal ones, the earlier."""

    def __init__(self) -> None:
        self.heap: list[tuple[Any, int, Any]] = []
        self.count = 0

    def push(self, item: Any, priority: Any) -> None:
        """Put one in."""
        heapq.heappush(self.heap, (priority, self.count, item))
        self.count += 1

    def pop(self) -> Any:
        """Take the one of the lowest priority."""
        return heapq.heappop(self.heap)[2]

    def isEmpty(self) -> bool:
        """Whether there is none."""
        return not self.heap

    def update(self, item: Any, priority: Any) -> None:
        """Put one in, or lower its priority where it is in already."""
        for place, (known, count, one) in enumerate(self.heap):
            if one == item:
                if priority < known:
                    self.heap[place] = (priority, count, item)
                    heapq.heapify(self.heap)
                return
        self.push(item, priority)


class PriorityQueueWithFunction(PriorityQueue):
    """A queue whose priorities a function gives.

    Args:
        priorityFunction: the priority of an item.
    """

    def __init__(self, priorityFunction: Callable[[Any], Any]) -> None:
        super().__init__()
        self.priorityFunction = priorityFunction

    def push(self, item: Any, priority: Any = None) -> None:
        """Put one in."""
        super().push(item, self.priorityFunction(item))


class Counter(dict[Any, Any]):
    """Numbers by keys, 0 where there is none."""

    def __missing__(self, key: Any) -> int:
        return 0

    def argMax(self) -> Any:
        """The key of the largest number; None of an empty one."""
        return max(self, key=lambda key: self[key]) if self else None

    def totalCount(self) -> Any:
        """The sum of the numbers."""
        return sum(self.values())
