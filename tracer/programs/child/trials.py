"""Calls of a program on tiny trees, whose answers tell what its parameters mean.

Trials run in a second copy of the program's file, so that they leave nothing behind.
"""

from __future__ import annotations

import io
from array import array
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stdout, suppress
from statistics import fmean
from typing import Final, TypeVar

from .sandbox.limits import Stopped, stopped_after
from .watched_nodes import MADE, Node, WatchedNodes

#: Seconds of processor time for all trials of a program.
_SECONDS: Final = 1.0

_Answer = TypeVar("_Answer")


class TrialTree(WatchedNodes):
    """A complete binary tree that counts the nodes that are made."""

    def __init__(self, leaves: list[int], *, is_max: bool = True, limited: bool = False) -> None:
        self._calls = array("q")
        self._nodes = {}
        self.made = 0
        inner = len(leaves) - 1
        for number in range(inner + len(leaves)):
            depth, is_leaf = (number + 1).bit_length() - 1, number >= inner
            value = leaves[number - inner] if is_leaf else None
            estimate = 0 if limited and not is_leaf else value
            moves = [] if is_leaf else ["left", "right"]
            player = (depth + (not is_max)) % 2
            facts = [player, is_leaf, value, estimate, moves, [], f"T{number}"]
            up, place = divmod(number - 1, 2)
            self._nodes[number] = Node(number, up, place, 2 * number + 1, number, facts)
        best, worst = (max, min) if is_max else (min, max)
        players = (max, fmean) if is_max else (fmean, max)
        #: The values of the root, against a player and against chance.
        self.right = {self._value(0, best, worst), self._value(0, *players)}

    def log(self, node: Node, what: int) -> None:
        """Count the nodes that are made."""
        self.made += what == MADE

    def flush(self) -> None:
        """Send nothing."""

    def _value(self, number: int, pick: Callable[..., float], other: Callable[..., float]) -> float:
        node = self._nodes[number]
        if node.terminal:
            return float(node.utility)
        return pick([self._value(node.first + place, other, pick) for place in (0, 1)])


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
