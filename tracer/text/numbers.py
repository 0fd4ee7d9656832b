"""The formats of numbers, bounds and windows."""

from __future__ import annotations

import math
from collections.abc import Iterable
from fractions import Fraction


_LARGEST_DENOMINATOR = 9_999
_LARGEST_WHOLE = 2**53
_MOST_DIGITS = 11  # ten, and the zero before the point
_INFINITIES = {math.inf: "inf", -math.inf: "-inf"}


def json_number(value: float) -> int | float | str | None:
    """Return a number as it is stored in JSON and CSV."""
    if math.isnan(value):
        return None
    if math.isinf(value):
        return _INFINITIES[value]
    return int(value) if value == int(value) else value


def read_number(value: float | str | None) -> float:
    """Convert a number written by `json_number` back."""
    return math.nan if value is None else float(value)


def show_number(value: float) -> str:
    """Format a number for people: −∞, 3, 0.5, 1/3; `?` if it is unknown.

    A decimal is shown as it was written, up to ten digits. A longer one is shown as a fraction if
    one with a denominator below 10,000 equals that double: a third is always 1/3. Any other number
    is rounded to six digits.
    """
    if math.isnan(value):
        return "?"
    if math.isinf(value):
        return "+∞" if value > 0 else "−∞"
    if value == int(value) and abs(value) <= _LARGEST_WHOLE:
        return str(int(value)).replace("-", "−")
    text = repr(value)
    if sum(sign.isdigit() for sign in text) > _MOST_DIGITS:
        fraction = Fraction(value).limit_denominator(_LARGEST_DENOMINATOR)
        text = str(fraction) if float(fraction) == value else f"{value:.6g}"
    return text.replace("-", "−")


def show_window(alpha: float, beta: float) -> str:
    """Format a window for people: (−∞, 3)."""
    return f"({show_number(alpha)}, {show_number(beta)})"


def show_vector(shares: Iterable[float | Fraction]) -> str:
    """Format the shares of several players: (1, 2, 6)."""
    return f"({', '.join(show_number(float(share)) for share in shares)})"


def short_vector(shares: Iterable[float | Fraction]) -> str:
    """Format shares for a figure, without parentheses: 1,2,6."""
    return ",".join(show_number(float(share)) for share in shares)


def large_number(number: float) -> str:
    """Format a count that may be very large: 1,261 or 2.2·10^54."""
    if math.isinf(number):
        return "more than 10^308"
    if number < 1e9:
        return f"{number:,.0f}"
    digits, power = f"{number:.2g}".split("e")
    return f"{digits}·10^{int(power)}"
