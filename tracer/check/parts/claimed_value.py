"""Claimed values: numbers and bounds."""

from __future__ import annotations

import re
from typing import Any, Final

from tracer.text.numbers import show_number
from tracer.text.typed_numbers import nearly_equal, parse_typed_number

__all__ = ["Bound", "said_number", "same_said", "shown_value"]

_BOUND: Final = re.compile(r"([<>≤≥]\s?=?|=\s?<)\s*=?\s*(\S.*)", re.DOTALL)


class Bound(float):
    """A number that was written as a bound, such as ≤ 2.

    Args:
        value: the number.
        at_least: whether it is ≥ (otherwise ≤).
    """

    at_least: bool

    def __new__(cls, value: float, *, at_least: bool) -> Bound:
        """Make a number with its direction."""
        made = super().__new__(cls, value)
        made.at_least = at_least
        return made

    def __eq__(self, other: object) -> bool:
        # Not equal to the plain number: claims serve as keys of caches.
        return isinstance(other, Bound) and (float(self), self.at_least) == (
            float(other),
            other.at_least,
        )

    def __hash__(self) -> int:
        return hash((float(self), self.at_least))

    @property
    def shown(self) -> str:
        """The bound as text."""
        return f"{'≥' if self.at_least else '≤'} {show_number(float(self))}"


def shown_value(said: float) -> str:
    """Return a claimed value as text."""
    return said.shown if isinstance(said, Bound) else show_number(said)


def said_number(given: Any) -> float:
    """Return a claimed value as a number or a bound.

    Raises:
        InvalidInput: it is neither.
    """
    if type(given) is not str:
        return parse_typed_number(given)
    bound = _BOUND.fullmatch(given.strip()) if given[:1] in "<>≤≥= " else None
    if bound is None:
        return parse_typed_number(given.lstrip("= "))
    return Bound(parse_typed_number(bound[2]), at_least=bound[1][0] in ">≥")


def same_said(one: float, other: float) -> bool:
    """Return whether two claimed values of a node are the same, in number and in direction."""
    directions = [one.at_least if isinstance(one, Bound) else None for one in (one, other)]
    return directions[0] == directions[1] and nearly_equal(float(one), float(other))
