"""Intervals of numbers with closed and open ends, and unions of them."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import Any, Final, TypeAlias

from engine.game import Number
from engine.values import exact_value
from tracer.text.numbers import show_number
from trees.text import exact_text

#: An exact number, or an infinity.
Real: TypeAlias = Fraction | float


@dataclass(frozen=True, slots=True)
class Interval:
    """The numbers between two ends; an infinite end is open."""

    low: Real
    high: Real
    low_closed: bool = False
    high_closed: bool = False

    def __contains__(self, number: Real) -> bool:
        """Return whether a number is in the interval."""
        above = self.low <= number if self.low_closed else self.low < number
        return above and (number <= self.high if self.high_closed else number < self.high)

    def extend_to(self, other: Interval) -> Interval:
        """Return the numbers from the low end of this interval to the high end of another."""
        return Interval(self.low, other.high, self.low_closed, other.high_closed)

    def as_json(self) -> dict[str, Any]:
        """Return the ends as JSON data."""
        return {
            "from": json_end(self.low),
            "to": json_end(self.high),
            "from_closed": self.low_closed,
            "to_closed": self.high_closed,
        }


#: All numbers.
ALL: Final = Interval(-math.inf, math.inf)


def exact_end(number: Number) -> Real:
    """Return a number as an exact end of an interval; an infinity stays one."""
    is_infinite = isinstance(number, float) and math.isinf(number)
    return float(number) if is_infinite else Fraction(exact_value(number))


def join_outside(parts: Iterable[Interval], domain: Interval) -> list[Interval]:
    """Return a union with all numbers beyond each end of a domain that it contains, or none.

    Nothing is said about numbers outside the domain, so that 0 ≤ x ≤ 3 is x ≤ 3 if x is at least 0.
    """
    gaps = []
    for part in parts:
        low, high = max(part.low, domain.low), min(part.high, domain.high)
        low_closed = part.low_closed if low == part.low else domain.low_closed
        high_closed = part.high_closed if high == part.high else domain.high_closed
        if low > high or (low == high and not (low_closed and high_closed)):
            continue
        if low == domain.low and low_closed:
            low, low_closed = -math.inf, False
        if high == domain.high and high_closed:
            high, high_closed = math.inf, False
        gaps.append(Interval(low, high, low_closed, high_closed))
    return gaps


def json_end(number: Real) -> int | float | str | None:
    """Return an exact number or an infinity as JSON: 3, 0.5, "1/3", "-inf"."""
    if isinstance(number, float) and math.isinf(number):
        return "inf" if number > 0 else "-inf"
    exact = Fraction(number)
    if exact.denominator == 1:
        return exact.numerator
    near = float(exact)
    return near if Fraction(repr(near)) == exact else exact_text(exact)


def join(parts: Iterable[Interval], gap: int = 0) -> list[Interval]:
    """Return a union as few intervals in order; across a gap, parts join with closed ends."""
    intervals: list[Interval] = []
    for part in parts:
        last = intervals[-1] if intervals else None
        is_next = last is not None and last.high + gap == part.low
        if last and is_next and (gap or last.high_closed or part.low_closed):
            intervals[-1] = last.extend_to(part)
        else:
            intervals.append(part)
    return intervals


def find_numbers(holds: Callable[[Fraction], bool | None], ends: Iterable[Real]) -> list[Interval]:
    """Return the numbers for which something holds, as few disjoint intervals in order."""
    listed = sorted({Fraction(end) for end in ends if not math.isinf(end)})
    if not listed:
        return [ALL] if holds(Fraction()) else []
    parts = [Interval(-math.inf, listed[0])] if holds(listed[0] - 1) else []
    inside = [*((low + high) / 2 for low, high in pairwise(listed)), listed[-1] + 1]
    highs: list[Real] = [*listed[1:], math.inf]
    for low, high, number in zip(listed, highs, inside, strict=True):
        if holds(low):
            parts.append(Interval(low, low, True, True))
        if holds(number):
            parts.append(Interval(low, high))
    return join(parts)


def whole_part(part: Interval) -> Interval | None:
    """Return the smallest interval with the same whole numbers; None if it has none."""
    low, high = part.low, part.high
    if not math.isinf(low):
        low = Fraction(math.ceil(low))
        low += low == part.low and not part.low_closed
    if not math.isinf(high):
        high = Fraction(math.floor(high))
        high -= high == part.high and not part.high_closed
    if low > high:
        return None
    return Interval(low, high, not math.isinf(low), not math.isinf(high))


def join_whole(parts: Iterable[Interval]) -> list[Interval]:
    """Return the whole numbers of a union as few intervals with closed ends."""
    return join(filter(None, map(whole_part, parts)), gap=1)


def interval_text(part: Interval, letter: str) -> str:
    """Return an interval as people write it: x ≤ 3, 2 < x ≤ 7, x = 3, all x."""
    if part.low == part.high:
        return f"{letter} = {number_text(part.low)}"
    low, high = _sign(part.low_closed), _sign(part.high_closed)
    if math.isinf(part.low):
        if math.isinf(part.high):
            return f"all {letter}"
        return f"{letter} {high} {number_text(part.high)}"
    if math.isinf(part.high):
        return f"{letter} {low.replace('<', '>').replace('≤', '≥')} {number_text(part.low)}"
    return f"{number_text(part.low)} {low} {letter} {high} {number_text(part.high)}"


def numbers_text(parts: Sequence[Interval], letter: str) -> str:
    """Return a union as people write it: x ≤ 3 or x > 7; no x if it is empty."""
    return " or ".join(interval_text(part, letter) for part in parts) or f"no {letter}"


def _sign(closed: bool) -> str:
    return "≤" if closed else "<"


def number_text(number: Real) -> str:
    """Return an exact number as people write it: 3, 0.5, 1/3."""
    exact = Fraction(number)
    near = float(exact)
    if exact.denominator == 1 or Fraction(repr(near)) == exact:
        return show_number(near)
    return str(exact).replace("-", "−")


# Linear forms a + b·x: the values of nodes above a letter.


@dataclass(frozen=True, slots=True)
class Linear:
    """The form constant + slope · letter."""

    constant: Fraction
    slope: Fraction = Fraction(0)

    @classmethod
    def from_points(cls, x1: Fraction, y1: Fraction, x2: Fraction, y2: Fraction) -> Linear:
        """Return the form with these values at two places."""
        slope = (y2 - y1) / (x2 - x1)
        return cls(y1 - slope * x1, slope)

    def evaluate(self, x: Fraction) -> Fraction:
        """Return its value at a place."""
        return self.constant + self.slope * x

    def crossing(self, other: Linear) -> Fraction | None:
        """Return the place where two forms are equal; None if they are parallel."""
        if self.slope == other.slope:
            return None
        return (other.constant - self.constant) / (self.slope - other.slope)

    def as_json(self, letter: str) -> int | float | str | None:
        """Return a number, or the form as a text such as `2 + 1/3 x`."""
        return self.text(letter) if self.slope else json_end(self.constant)

    def text(self, letter: str) -> str:
        """Return the form as a text: 3, x, 2 + x, 1/2 - 1/3 x, 0.5 + 0.25 x.

        Its numbers are all fractions if one of them has no decimal.
        """
        numbers: list[object] = [json_end(self.constant), json_end(abs(self.slope))]
        if any(isinstance(number, str) for number in numbers):
            numbers = [self.constant, abs(self.slope)]
        constant, slope = map(str, numbers)
        if not self.slope:
            return constant
        term = letter if slope == "1" else f"{slope} {letter}"
        if not self.constant:
            return term if self.slope > 0 else f"-{term}"
        return f"{constant} {'+' if self.slope > 0 else '-'} {term}"
