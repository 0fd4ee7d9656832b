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

    @property
    def size(self) -> int:
        """How many numbers the range has."""
        return self.high - self.low + 1

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


def count_range(value: Any, *, most: int) -> Span:
    """Read a range of counts, which may have no upper end: `2..`; True is `1..`."""
    if value is True:
        return Span(1, _ENDLESS)
    if isinstance(value, str) and value.strip().endswith(".."):
        return Span(span(value.strip()[:-2], least=0, most=most).low, _ENDLESS)
    if isinstance(value, Span) and value.high == _ENDLESS:
        return value
    return span(value, least=0, most=most)


def span(value: Any, *, least: int, most: int) -> Span:
    """Read a range."""
    if isinstance(value, str):
        match = _SPAN.fullmatch(value.strip())
        if match is None:
            raise InvalidInput(f"{quote(value)} is not a range", expected=_EXPECTED)
        low, high = int(match[1]), int(match[2] or match[1])
    elif isinstance(value, Sequence) and len(value) == 2:
        low, high = (span(end, least=least, most=most).low for end in value)
    elif isinstance(value, int) and not isinstance(value, bool):
        low = high = value
    else:
        raise InvalidInput(f"{quote(str(value))} is not a range", expected=_EXPECTED)
    if low > high:
        raise InvalidInput(
            f"a range cannot go from {low} to {high}",
            expected="the smaller number first",
        )
    if not least <= low <= high <= most:
        raise InvalidInput(
            f"{Span(low, high)} is out of bounds",
            expected=f"numbers from {least:,} to {most:,}",
        )
    return Span(low, high)


def is_whole(value: object) -> bool:
    """Return whether this is a whole number of at least 0, or its digits."""
    if isinstance(value, str):
        digits = value.strip()
        return digits.isascii() and digits.isdigit() and len(digits) < 10
    return isinstance(value, int) and not isinstance(value, bool)


def plural(number: object, one: str, many: str = "") -> str:
    """Return a number with its noun; `many` is the plural, by default the singular with an s."""
    noun = one if str(number) in ("1", "1..") else many or one + "s"
    return f"{number} {noun}".replace(".. ", " or more ")


def amount(value: Any) -> Amount:
    """Read a number or percentage of leaves, or a range of either."""
    if isinstance(value, Amount):
        return value
    if isinstance(value, (list, tuple)) and len(value) == 2:
        value = f"{value[0]}..{value[1]}"
    if not (isinstance(value, str) and "%" in value):
        whole = span(value, least=0, most=10**6)
        return Amount(Fraction(whole.low), Fraction(whole.high))
    match = _PERCENT.fullmatch(value.strip())
    if match is None:
        raise InvalidInput(
            f"{quote(value)} is not an amount",
            expected="a number such as 5 or 3..6, or 30%, 30%..50%",
        )
    share = Amount(Fraction(match[1]), Fraction(match[2] or match[1]), percent=True)
    if share.low > share.high:
        raise InvalidInput(f"a range cannot be {share}", expected="the smaller number first")
    if share.high > 100:
        raise InvalidInput(f"{share} is out of bounds", expected="at most 100%")
    return share
