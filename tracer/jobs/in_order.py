"""Results of work that is done several at once, in the order of its items."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from typing import Protocol, TypeVar

_Item = TypeVar("_Item")
_Done = TypeVar("_Done", covariant=True)


class Result(Protocol[_Done]):
    """The result of one item, once it is there; futures of the standard library are such."""

    def done(self) -> bool:
        """Return whether the result is there."""

    def result(self) -> _Done:
        """Wait for the result and return it."""


def cores() -> int:
    """Return the number of processors that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def results_in_order(
    submit: Callable[[_Item], Result[_Done]],
    items: Iterable[_Item],
    ahead: Callable[[], int],
    under_way: deque[Result[_Done]],
) -> Iterator[_Done]:
    """Yield the results of items in order; only a limited number of items is read in advance."""
    for item in items:
        under_way.append(submit(item))
        while under_way and (len(under_way) >= ahead() or under_way[0].done()):
            yield _first(under_way)
    while under_way:
        yield _first(under_way)


def _first(under_way: deque[Result[_Done]]) -> _Done:
    found = under_way[0].result()
    under_way.popleft()
    return found
