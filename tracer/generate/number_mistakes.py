"""Mistakes about one number at one step: a 0 is taken for nothing, a sign is lost, one is added.

They are tried on the positions of games, whose values are few and often 0, and which cannot be
chosen freely: what shows there depends on how exactly a program is written. Many programs raise
their bound with a better value alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from math import inf
from operator import attrgetter
from typing import Any, Final

from engine.game import Number
from tracer.generate.wrong_searches import SearchedNode, SearchKind, Steps

_Step = Callable[[SearchedNode], Any]
_Read = Callable[[SearchedNode], Number]
_Replace = Callable[[Number, SearchedNode], Number]

#: The numbers that a program knows at a node: those of any search, and those of a window.
_VALUES: Final[Mapping[str, _Read]] = {
    "v": attrgetter("v"),
    "the child's value": attrgetter("x"),
}
_BOUNDS: Final[Mapping[str, _Read]] = {
    "its own bound": attrgetter("low_before"),
    "the other bound": attrgetter("high"),
    "an infinite number": lambda _: inf,
}
#: What a program makes of a number, as MAX or MIN sees it.
_CHANGES: Final[Mapping[str, _Replace]] = {
    "without its sign": lambda number, _: max(number, -number),
    "below 0 at any rate": lambda number, _: min(number, -number),
    "with the other sign": lambda number, _: -number,
    "and one more": lambda number, _: number + 1,
    "less one": lambda number, _: number - 1,
    "as 0": lambda *_: 0,
    "raised to -10": lambda number, _: max(number, -10),
    "raised to 0": lambda number, _: max(number, 0),
    "raised to 10": lambda number, _: max(number, 10),
    "lowered to -10": lambda number, _: min(number, -10),
    "lowered to 0": lambda number, _: min(number, 0),
    "lowered to 10": lambda number, _: min(number, 10),
}


def list_number_mistakes(kind: SearchKind) -> Iterator[tuple[str, Steps]]:
    """Yield the mistakes about numbers, in words and as code.

    Args:
        kind: the right search.
    """
    for name, read in {**_VALUES, **(_BOUNDS if kind.has_window else {})}.items():
        yield from _ignore_zero(name, read, kind)
    if kind.has_window:
        yield "does not stop below -4", {"stop": lambda n: n.v > -5 and n.reaches(n.v, n.high)}
    for name, change in _CHANGES.items():
        yield from _replace_numbers(f" {name}", kind, change)


def _ignore_zero(name: str, read: _Read, kind: SearchKind) -> Iterator[tuple[str, Steps]]:
    """Yield the mistakes of a program that takes a number for nothing if it is 0."""
    yield (
        f"takes any value if {name} is 0",
        {"better": lambda n: not read(n) or kind.is_better(n)},
    )
    yield f"takes no value if {name} is 0", {"better": lambda n: read(n) and kind.is_better(n)}
    if kind.has_window:
        yield (
            f"stops if {name} is 0",
            {"stop": lambda n: not read(n) or n.reaches(n.v, n.high)},
        )
        yield (
            f"does not stop if {name} is 0",
            {"stop": lambda n: read(n) and n.reaches(n.v, n.high)},
        )
    yield from _replace_numbers(f", and {name} if that is 0", kind, lambda x, n: x or read(n))


def _replace_numbers(how: str, kind: SearchKind, change: _Replace) -> Iterator[tuple[str, Steps]]:
    """Yield the steps of a search in each of which one number is another one."""
    yield f"compares with v{how}", {"better": lambda n: n.x > change(n.v, n)}
    yield f"compares the child's value{how}", {"better": lambda n: change(n.x, n) > n.v}
    yield f"returns v{how}", {"result": lambda n: change(n.v, n)}
    yield f"keeps v{how}", {"better": lambda n: n.x > _keep(n, change(n.v, n)), **_AFTER_KEPT}
    if not kind.has_window:
        return
    yield (
        f"returns v{how} at a cutoff",
        {"result": lambda n: change(n.v, n) if n.reaches(n.v, n.high) else n.v},
    )
    yield (
        f"returns v{how} without a cutoff",
        {"result": lambda n: n.v if n.reaches(n.v, n.high) else change(n.v, n)},
    )
    yield f"hands down its own bound{how}", {"hand": lambda n: (change(n.low, n), n.high)}
    yield f"hands down the other bound{how}", {"hand": lambda n: (n.low, change(n.high, n))}
    yield f"tests v{how}", {"stop": lambda n: n.reaches(change(n.v, n), n.high)}
    yield f"tests the other bound{how}", {"stop": lambda n: n.reaches(n.v, change(n.high, n))}
    bounds: Mapping[str, _Read] = {
        f"raises its bound{how}": lambda n: max(change(n.low, n), n.v),
        f"raises its bound to v{how}": lambda n: max(n.low, change(n.v, n)),
    }
    for name, bound in bounds.items():
        yield name, {"bound": bound}
        yield f"{name} with a better v", {"bound": guard_bound(bound)}


#: What a program does with a `v` that another step has changed.
_AFTER_KEPT: Final[Steps] = {
    "bound": lambda n: max(n.low, n.v),
    "stop": lambda n: n.reaches(n.v, n.high),
}


def _keep(node: SearchedNode, v: Number) -> Number:
    """Give a node another `v`, and return it."""
    node.v = v
    return v


def guard_update(update: _Step) -> _Step:
    """Return a change of the window that is made only with a better value."""
    return lambda n: update(n) if n.v > n.v_before else (n.low, n.high)


def guard_bound(bound: _Step) -> _Step:
    """Return a change of the own bound that is made only with a better value."""
    return lambda n: bound(n) if n.v > n.v_before else n.low


@guard_bound
def raise_if_better(node: SearchedNode) -> Number:
    """Return the own bound after a better value; other values leave it as it is."""
    return max(node.low, node.v)
