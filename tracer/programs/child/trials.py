"""Calls of a program on tiny trees, whose answers tell what its parameters mean.

Trials run in a second copy of the program's file, so that they leave nothing behind.
"""

from __future__ import annotations

import io
import operator
from array import array
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stdout, suppress
from statistics import fmean
from typing import Any, Final, TypeVar

from .sandbox.limits import Stopped, stopped_after
from .watched_nodes import Node, WatchedNodes

#: Seconds of processor time for all trials of a program.
_SECONDS: Final = 1.0

_Answer = TypeVar("_Answer")


class TrialTree(WatchedNodes):
    """A complete binary tree that records nothing."""

    def __init__(self, leaves: list[int], *, is_max: bool = True, limited: bool = False) -> None:
        self._calls = array("q")
        self._nodes = {}
        inner = len(leaves) - 1
        for number in range(inner + len(leaves)):
            depth = (number + 1).bit_length() - 1
            ends = number >= inner
            value = leaves[number - inner] if ends else None
            self._nodes[number] = Node(
                number,
                (number - 1) // 2 if number else -1,
                (number - 1) % 2,
                2 * number + 1,
                number,
                [
                    (depth + (not is_max)) % 2,
                    ends,
                    value,
                    0 if limited and not ends else value,
                    [] if ends else ["left", "right"],
                    [],
                    f"T{number}",
                ],
            )

        best, worst = (max, min) if is_max else (min, max)
        players = (max, fmean) if is_max else (fmean, max)
        #: The values of the root, against a player and against chance.
        self.right = {self._value(0, best, worst), self._value(0, *players)}

    def log(self, node: Node, what: int) -> None:
        """Record nothing."""

    def flush(self) -> None:
        """Send nothing."""

    def _value(self, number: int, pick: Callable[..., float], other: Callable[..., float]) -> float:
        node = self._nodes[number]
        if node.terminal:
            return float(node.utility)
        return pick([self._value(node.first + place, other, pick) for place in (0, 1)])


class CountedDepth(int):
    """A depth that notes how a program changes it, once what follows is compared with another.

    The notes are 1 for a depth that increases, -1 for one that decreases, and 0 for a look at its
    parity.
    """

    notes: set[int]
    step: int

    @classmethod
    def start(cls, depth: int, notes: set[int], step: int = 0) -> CountedDepth:
        """Return a depth whose notes, and those of all that follow from it, are in one set."""
        counted = cls(depth)
        counted.notes, counted.step = notes, step
        return counted

    def __add__(self, other: int) -> CountedDepth:
        return self.start(int(self) + other, self.notes, 1)

    def __sub__(self, other: int) -> CountedDepth:
        return self.start(int(self) - other, self.notes, -1)

    __radd__ = __add__
    __hash__ = int.__hash__


def _noting(how: Callable[..., Any], *, parity: bool = False) -> Callable[..., Any]:
    def compare(self: CountedDepth, *others: int) -> Any:
        if parity or self.step:
            self.notes.add(0 if parity else self.step)
        return how(int(self), *others)

    return compare


for _name in ("eq", "ne", "lt", "le", "gt", "ge"):
    setattr(CountedDepth, f"__{_name}__", _noting(getattr(operator, _name)))
for _name, _how in (("mod", operator.mod), ("and", operator.and_)):
    setattr(CountedDepth, f"__{_name}__", _noting(_how, parity=True))
CountedDepth.__bool__ = _noting(bool)  # type: ignore[method-assign]


@contextmanager
def running_trials() -> Iterator[None]:
    """Limit the time of trials, and print nothing."""
    with suppress(Stopped), redirect_stdout(io.StringIO()), stopped_after(_SECONDS):
        yield


def answer_of(call: Callable[[], _Answer]) -> _Answer | None:
    """Return what a call returns; None if it fails in any way."""
    try:
        return call()
    except Stopped:
        raise
    except BaseException:
        return None
