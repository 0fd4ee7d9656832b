"""Claimed values: numbers and bounds."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Final

from tracer.answers.answers import NodeValue
from tracer.answers.work_tree import Shares
from tracer.text.numbers import agrees_as_written, nearly_equal, parse_typed_number, show_number

_BOUND: Final = re.compile(r"([<>≤≥]\s?=?|=\s?<)\s*=?\s*(\S.*)", re.DOTALL)


class Bound(float):
    """A number that was written as a bound, such as ≤ 2."""

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


def shown_value(said: NodeValue) -> str:
    """Return a claimed value as text."""
    if isinstance(said, Shares):
        return f"({', '.join(map(shown_value, said))})"
    return said.shown if isinstance(said, Bound) else show_number(said)


def said_number(text: str) -> float:
    """Return a claimed value as a number or a bound."""
    bound = _BOUND.fullmatch(text.strip()) if text[:1] in "<>≤≥= " else None
    if bound is None:
        return parse_typed_number(text.lstrip("= "))
    return Bound(parse_typed_number(bound[2]), at_least=bound[1][0] in ">≥")


def said_shares(numbers: Sequence[str], count: int) -> NodeValue | None:
    """Return a claimed vector, or a bound of the share of the player to move; None if neither."""
    said = [*map(said_number, numbers)]
    if len(said) == 1 and isinstance(said[0], Bound):
        return said[0]
    return Shares(said) if len(said) == count else None


def plain_shares(said: Shares) -> Shares | None:
    """Return a claimed vector as a wrong one; None if a share is only a bound."""
    if any(isinstance(one, Bound) for one in said):
        return None
    return said


def value_agrees(said: Any, right: NodeValue, tolerance: float | None) -> bool:
    """Return whether a claimed number, vector or bound agrees with a node's as it is written.

    After a shallow cutoff, the player to move has at least its share, and the others at most what
    is left; these bounds are right as well.
    """
    if not isinstance(right, Shares):
        return agrees_as_written(said, right, tolerance)
    known = right.known
    if isinstance(said, Bound):
        if known is None or not said.at_least:
            return False
        return agrees_as_written(said, right[known.mover], tolerance)
    if not isinstance(said, Shares) or len(said) != len(right):
        return False
    for place, (mine, share) in enumerate(zip(said, right, strict=True)):
        if isinstance(mine, Bound):
            if known is None or mine.at_least != (place == known.mover):
                return False
            share = share if place == known.mover else known.rest
        if not agrees_as_written(mine, share, tolerance):
            return False
    return True


def same_said(one: NodeValue, other: NodeValue) -> bool:
    """Return whether two claimed values of a node are the same, in number and in direction."""
    if isinstance(one, Shares) and isinstance(other, Shares):
        return all(map(same_said, one, other))
    if isinstance(one, Shares) or isinstance(other, Shares):
        return False
    directions = [one.at_least if isinstance(one, Bound) else None for one in (one, other)]
    return directions[0] == directions[1] and nearly_equal(float(one), float(other))
