"""How numbers, bounds and windows are written: the one place that says so."""

from __future__ import annotations

import math
from fractions import Fraction

__all__ = ["json_number", "read_number", "show_number", "show_window"]

_LARGEST_DENOMINATOR = 9_999
_LARGEST_WHOLE = 2**53
_MOST_DIGITS = 11  # ten, and the nought before the point
_INFINITIES = {math.inf: "inf", -math.inf: "-inf"}


def json_number(value: float) -> int | float | str | None:
    """A number as JSON and CSV hold it.

    Returns:
        A whole number whole, the strings `inf` and `-inf` for infinities, None for NaN.
    """
    if math.isnan(value):
        return None
    if math.isinf(value):
        return _INFINITIES[value]
    return int(value) if value == int(value) else value


def read_number(value: float | str | None) -> float:
    """The reverse of `json_number`."""
    return math.nan if value is None else float(value)


def show_number(value: float) -> str:
    """A number as people read it: −∞, 3, 0.5, 1/3; `?` where it is not known.

    A decimal is shown as it was written, up to ten digits. A longer one is shown as a fraction if
    one with a denominator below 10,000 is that double: a third is 1/3 wherever it comes up, as a
    leaf, a mean or a bound. What is neither is rounded to six digits.
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
    """A window as people read it: (−∞, 3)."""
    return f"({show_number(alpha)}, {show_number(beta)})"
