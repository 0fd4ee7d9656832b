"""The project's module `util`: queues, counters, distributions and other helpers.

Names, types and results are those of the project's module, so that a program which uses them in an
evaluation, or looks into them, finds what it finds there. `from util import *` also gives the
modules that the project's module imports.
"""

from __future__ import annotations

import heapq
import inspect
import io
import random
import signal
import sys
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, NoReturn

__all__ = [
    *("Counter", "FixedRandom", "PriorityQueue", "PriorityQueueWithFunction", "Queue", "Stack"),
    *("TimeoutFunction", "TimeoutFunctionException", "arrayInvert", "chooseFromDistribution"),
    *("flipCoin", "getProbability", "heapq", "inspect", "io", "lookup", "manhattanDistance"),
    *("matrixAsList", "mutePrint", "nSample", "nearestPoint", "normalize", "pause"),
    *("raiseNotDefined", "random", "sample", "sampleFromCounter", "sign", "signal", "sys", "time"),
    "unmutePrint",
]


class FixedRandom:
    """A source of random numbers that is the same in every run."""

    def __init__(self) -> None:
        self.random = random.Random(0)


class Stack:
    """A last-in, first-out stack."""

    def __init__(self) -> None:
        self.list: list[Any] = []

    def push(self, item: Any) -> None:
        """Push an item onto the stack."""
        self.list.append(item)

    def pop(self) -> Any:
        """Remove and return the top item."""
        return self.list.pop()

    def isEmpty(self) -> bool:
        """Return whether the stack is empty."""
        return len(self.list) == 0


class Queue:
    """A first-in, first-out queue, whose list begins with the last item."""

    def __init__(self) -> None:
        self.list: list[Any] = []

    def push(self, item: Any) -> None:
        """Add an item at the end."""
        self.list.insert(0, item)

    def pop(self) -> Any:
        """Remove and return the first item."""
        return self.list.pop()

    def isEmpty(self) -> bool:
        """Return whether the queue is empty."""
        return len(self.list) == 0


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

    def update(self, item: Any, priority: Any) -> None:
        """Add an item, or lower its priority if it is already present."""
        for place, (known, count, one) in enumerate(self.heap):
            if one == item:
                if priority < known:
                    self.heap[place] = (priority, count, item)
                    heapq.heapify(self.heap)
                return
        self.push(item, priority)


class PriorityQueueWithFunction(PriorityQueue):
    """A queue with priorities computed by a function.

    Args:
        priorityFunction: function that returns the priority of an item.
    """

    def __init__(self, priorityFunction: Callable[[Any], Any]) -> None:
        self.priorityFunction = priorityFunction
        super().__init__()

    def push(self, item: Any, priority: Any = None) -> None:
        """Add an item; a given priority is ignored."""
        super().push(item, self.priorityFunction(item))


def manhattanDistance(xy1: Any, xy2: Any) -> Any:
    """Return the Manhattan distance between two points."""
    return abs(xy1[0] - xy2[0]) + abs(xy1[1] - xy2[1])


class Counter(dict[Any, Any]):
    """A dict of numbers; reading a missing key enters it with 0."""

    def __getitem__(self, key: Any) -> Any:
        return self.setdefault(key, 0)

    def incrementAll(self, keys: Iterable[Any], count: Any) -> None:
        """Add a number to each of some keys."""
        for key in keys:
            self[key] += count

    def argMax(self) -> Any:
        """Return the first key with the largest number; None if empty."""
        return max(self, key=lambda key: self[key]) if self else None

    def sortedKeys(self) -> list[Any]:
        """Return the keys, that with the largest number first."""
        return sorted(self, key=lambda key: self[key], reverse=True)

    def totalCount(self) -> Any:
        """Return the sum of the numbers."""
        return sum(self.values())

    def normalize(self) -> None:
        """Divide all numbers by their sum, unless it is 0."""
        total = float(self.totalCount())
        if total:
            for key in self:
                self[key] /= total

    def divideAll(self, divisor: Any) -> None:
        """Divide all numbers."""
        for key in self:
            self[key] /= float(divisor)

    def copy(self) -> Counter:
        """Return a copy."""
        return Counter(self)

    def __mul__(self, other: Counter) -> Any:
        return sum(self[key] * other[key] for key in self if key in other)

    def __radd__(self, other: Any) -> Counter:
        return self.__add__(other)

    def __iadd__(self, other: Mapping[Any, Any]) -> Counter:
        for key, value in other.items():
            self[key] += value
        return self

    def __add__(self, other: Counter) -> Counter:
        return Counter({key: self.get(key, 0) + other.get(key, 0) for key in {**self, **other}})

    def __sub__(self, other: Counter) -> Counter:
        return Counter({key: self.get(key, 0) - other.get(key, 0) for key in {**self, **other}})


def raiseNotDefined() -> NoReturn:
    """Print which function is not written, and exit.

    Raises:
        SystemExit: always.
    """
    frame = sys._getframe(1)
    name, file = frame.f_code.co_name, Path(frame.f_code.co_filename).name
    print(f"*** Method not implemented: {name} at line {frame.f_lineno} of {file}")
    sys.exit(1)


def normalize(vectorOrCounter: Any) -> Any:
    """Return a counter or a vector whose numbers add up to 1."""
    if isinstance(vectorOrCounter, Counter):
        found = vectorOrCounter.copy()
        found.normalize()
        return found
    total = float(sum(vectorOrCounter))
    return [one / total for one in vectorOrCounter] if total else vectorOrCounter


def nSample(distribution: Sequence[float], values: Sequence[Any], n: int) -> list[Any]:
    """Return n random values, sorted by their places."""
    if sum(distribution) != 1:
        distribution = normalize(distribution)
    found: list[Any] = []
    place, total = 0, distribution[0]
    for one in sorted(random.random() for _ in range(n)):
        while one >= total and place < len(distribution) - 1:
            place += 1
            total += distribution[place]
        found.append(values[place])
    return found


def sample(distribution: Any, values: Sequence[Any] | None = None) -> Any:
    """Return a random value of a distribution, or a random key of a counter."""
    if isinstance(distribution, Counter):
        items = sorted(distribution.items())
        distribution, values = [one[1] for one in items], [one[0] for one in items]
    if sum(distribution) != 1:
        distribution = normalize(distribution)
    choice = random.random()
    place, total = 0, distribution[0]
    while choice > total:
        place += 1
        total += distribution[place]
    assert values is not None
    return values[place]


def sampleFromCounter(ctr: Counter) -> Any:
    """Return a random key of a counter."""
    items = sorted(ctr.items())
    return sample([value for _, value in items], [key for key, _ in items])


def getProbability(value: Any, distribution: Sequence[float], values: Sequence[Any]) -> float:
    """Return the probability of a value."""
    pairs = zip(distribution, values, strict=True)
    return sum((chance for chance, one in pairs if one == value), 0.0)


def flipCoin(p: float) -> bool:
    """Return True with probability p."""
    return random.random() < p


def chooseFromDistribution(distribution: Any) -> Any:
    """Return a random key of a counter, or of a list of pairs (probability, key)."""
    if isinstance(distribution, dict):
        return sample(distribution)
    choice, base = random.random(), 0.0
    for chance, element in distribution:
        base += chance
        if choice <= base:
            return element
    return None


def nearestPoint(pos: tuple[float, float]) -> tuple[int, int]:
    """Return the cell of a grid that is nearest to a position."""
    row, column = pos
    return int(row + 0.5), int(column + 0.5)


def sign(x: float) -> int:
    """Return 1 for numbers of at least 0, otherwise -1."""
    return 1 if x >= 0 else -1


def arrayInvert(array: Sequence[Sequence[Any]]) -> list[list[Any]]:
    """Return a matrix with rows and columns exchanged."""
    found: list[list[Any]] = [[] for _ in array]
    for row in array:
        for place, one in enumerate(row):
            found[place].append(one)
    return found


def matrixAsList(matrix: Sequence[Sequence[Any]], value: Any = True) -> list[tuple[int, int]]:
    """Return the cells of a matrix that have a value."""
    rows = range(len(matrix))
    return [(row, column) for row in rows for column, one in enumerate(matrix[row]) if one == value]


def lookup(name: str, namespace: Mapping[str, Any]) -> Any:
    """Return the object with a name in a namespace, or in one of its modules.

    Raises:
        Exception: if there is none, or more than one.
    """
    first, _, rest = name.rpartition(".")
    if first:
        return getattr(__import__(first), rest)
    modules = [one for one in namespace.values() if inspect.ismodule(one)]
    options = [getattr(one, name) for one in modules if name in dir(one)]
    options += [one for known, one in namespace.items() if known == name]
    if not options:
        raise Exception(f"{name} not found as a method or class")
    if any(one is not options[0] for one in options):
        raise Exception(f"Name conflict for {name}")
    return options[0]


def pause() -> None:
    """Wait for the Enter key."""
    print("<Press enter/return to continue>")
    input()


class TimeoutFunctionException(Exception):
    """A function that took too long."""


class TimeoutFunction:
    """A function that is stopped after some seconds.

    Args:
        function: function to call.
        timeout: seconds.
    """

    def __init__(self, function: Callable[..., Any], timeout: float) -> None:
        self.timeout = timeout
        self.function = function

    def handle_timeout(self, signum: int, frame: Any) -> NoReturn:
        """Stop the function."""
        raise TimeoutFunctionException

    def __call__(self, *args: Any, **keyArgs: Any) -> Any:
        if not hasattr(signal, "SIGALRM"):
            start = time.time()
            found = self.function(*args, **keyArgs)
            if time.time() - start >= self.timeout:
                self.handle_timeout(0, None)
            return found
        old = signal.signal(signal.SIGALRM, self.handle_timeout)
        signal.alarm(int(self.timeout))
        try:
            return self.function(*args, **keyArgs)
        finally:
            signal.signal(signal.SIGALRM, old)
            signal.alarm(0)


_OUTPUT: list[Any] = []


def mutePrint() -> None:
    """Print nothing from now on."""
    if not _OUTPUT:
        _OUTPUT.append(sys.stdout)
        sys.stdout = io.StringIO()


def unmutePrint() -> None:
    """Print again."""
    if _OUTPUT:
        sys.stdout = _OUTPUT.pop()
