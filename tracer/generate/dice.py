"""Random choices that are equal on every machine and in every version of Python."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import TypeVar


_Thing = TypeVar("_Thing")


class Dice:
    """Random choices with a text as the seed.

    Python guarantees that `random()` gives the same numbers for the same seed in every version. It
    does not guarantee this for `randrange`, `shuffle` or `sample`, so this class replaces them.
    """

    def __init__(self, seed: str) -> None:
        self._random = random.Random()
        self._random.seed(seed, version=2)

    def below(self, count: int) -> int:
        """Return a whole number from 0 to `count` − 1; `count` is at most 2^53."""
        return int(self._random.random() * count)

    def between(self, low: int, high: int) -> int:
        """Return a whole number from `low` to `high`, both included."""
        return low + self.below(high - low + 1)

    def pick(self, things: Sequence[_Thing]) -> _Thing:
        """Return one of several things."""
        return things[self.below(len(things))]

    def shuffled(self, things: Sequence[_Thing]) -> list[_Thing]:
        """Return the things in random order."""
        mixed = list(things)
        for last in range(len(mixed) - 1, 0, -1):
            other = self.below(last + 1)
            mixed[last], mixed[other] = mixed[other], mixed[last]
        return mixed

    def distinct(self, low: int, high: int, count: int) -> list[int]:
        """Return `count` different whole numbers from `low` to `high`, in random order.

        Floyd's algorithm (Bentley and Floyd, "A Sample of Brilliance", CACM 30(9), 1987): a wide
        range costs no more than a narrow one.
        """
        found: dict[int, None] = {}  # unlike a set, it keeps the order
        for last in range(high - count + 1, high + 1):
            number = self.between(low, last)
            found[last if number in found else number] = None
        return self.shuffled([*found])
