"""Ranges in an order: `3`, `2..4`, `2..`, `30%..50%`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction
from math import ceil, floor
from typing import Any, Final, NamedTuple

from engine.errors import InvalidInput
from trees.text import quote

#: The upper end of a range without one.
_ENDLESS: Final = 10**12

_SPAN: Final = re.compile(r"(-?\d{1,20})(?:\s*\.\.\s*(-?\d{1,20}))?", re.ASCII)
_PERCENT: Final = re.compile(
    r"(\d{1,3}(?:\.\d{1,6})?)(?:\s*%?\s*\.\.\s*(\d{1,3}(?:\.\d{1,6})?))?\s*%", re.ASCII
)
_EXPECTED: Final = "a whole number such as 3, or a range such as 2..4 or [2, 4]"


class Span(NamedTuple):
    """A range of whole numbers, both ends included."""

    low: int
    high: int

    @property
    def is_fixed(self) -> bool:
        """Whether the range has one number only."""
        return self.low == self.high

    def miss(self, number: int) -> int:
        """Return the distance of a number from the range; 0 inside it."""
        return max(self.low - number, number - self.high, 0)

    def __str__(self) -> str:
        if self.high == _ENDLESS:
            return f"{self.low}.."
        return str(self.low) if self.is_fixed else f"{self.low}..{self.high}"


class Amount(NamedTuple):
    """An amount of leaves: a number or a percentage, from `low` to `high`, both included."""

    low: Fraction
    high: Fraction
    percent: bool = False

    def number_range(self, leaves: int) -> tuple[int, int]:
        """Return the minimum and maximum number of leaves; the minimum is larger if none fits."""
        scale = Fraction(leaves, 100) if self.percent else Fraction(1)
        return ceil(self.low * scale), min(floor(self.high * scale), leaves)

    def __str__(self) -> str:
        sign = "%" if self.percent else ""
        low, high = (f"{float(end):.9g}{sign}" for end in (self.low, self.high))
        return low if low == high else f"{low}..{high}"


def count_range(given: Any, what: str, *, most: int) -> Span:
    """Read a range of counts, which may have no upper end: `2..`; True is `1..`."""
    if given is True:
        return Span(1, _ENDLESS)
    if isinstance(given, str) and given.strip().endswith(".."):
        return Span(span(given.strip()[:-2], what, least=0, most=most).low, _ENDLESS)
    if isinstance(given, Span) and given.high == _ENDLESS:
        return given
    return span(given, what, least=0, most=most)


def span(given: Any, what: str, *, least: int, most: int) -> Span:
    """Read a range."""
    if isinstance(given, str):
        match = _SPAN.fullmatch(given.strip())
        if match is None:
            raise InvalidInput(f"{quote(given)} is not a range", where=what, expected=_EXPECTED)
        low, high = int(match[1]), int(match[2] or match[1])
    elif isinstance(given, Sequence) and len(given) == 2:
        low, high = (span(end, what, least=least, most=most).low for end in given)
    elif isinstance(given, int) and not isinstance(given, bool):
        low = high = given
    else:
        raise InvalidInput(f"{quote(str(given))} is not a range", where=what, expected=_EXPECTED)
    if low > high:
        raise InvalidInput(
            f"a range cannot go from {low} to {high}",
            where=what,
            expected="the smaller number first",
        )
    if not least <= low <= high <= most:
        raise InvalidInput(
            f"{Span(low, high)} is out of bounds",
            where=what,
            expected=f"numbers from {least:,} to {most:,}",
        )
    return Span(low, high)


def whole_number(given: Any, what: str, *, least: int, most: int) -> int:
    """Read a whole number."""
    found = span(given, what, least=least, most=most)
    if not found.is_fixed:
        raise InvalidInput(f"{found} is a range", where=what, expected="one whole number")
    return found.low


def plural(number: object, one: str, many: str = "") -> str:
    """Return a number with its noun; `many` is the plural, by default the singular with an s."""
    noun = one if str(number) in ("1", "1..") else many or one + "s"
    return f"{number} {noun}".replace(".. ", " or more ")


def amount(given: Any, what: str) -> Amount:
    """Read a number or percentage of leaves, or a range of either."""
    if isinstance(given, Amount):
        found = given
    else:
        if isinstance(given, (list, tuple)) and len(given) == 2:
            given = f"{given[0]}..{given[1]}"
        if not (isinstance(given, str) and "%" in given):
            whole = span(given, what, least=0, most=10**6)
            return Amount(Fraction(whole.low), Fraction(whole.high))
        match = _PERCENT.fullmatch(given.strip())
        if match is None:
            raise InvalidInput(
                f"{quote(given)} is not an amount",
                where=what,
                expected="a number such as 5 or 3..6, or 30%, 30%..50%",
            )
        found = Amount(Fraction(match[1]), Fraction(match[2] or match[1]), percent=True)
    if found.low > found.high:
        raise InvalidInput(
            f"a range cannot be {found}", where=what, expected="the smaller number first"
        )
    if found.low < 0 or (found.percent and found.high > 100):
        raise InvalidInput(
            f"{found} is out of bounds", where=what, expected="0 or more, and at most 100%"
        )
    return found
