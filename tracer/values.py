"""How numbers, bounds and windows are written: the one place that says so."""

from __future__ import annotations

import math
from fractions import Fraction

__all__ = ["json_number", "read_number", "show_number", "show_window"]

_LARGEST_DENOMINATOR = 9_999
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

    A double that six digits do not give, but a fraction with a denominator below 10,000 does, is
    shown as that fraction: a third is 1/3 wherever it comes up, as a leaf, a mean or a bound.
    """
    if math.isnan(value):
        return "?"
    if math.isinf(value):
        return "+∞" if value > 0 else "−∞"
    whole = value == int(value) and abs(value) < 1e15
    text = f"{value + 0.0:.0f}" if whole else f"{value:.6g}"
    if float(text) != value:
        fraction = Fraction(value).limit_denominator(_LARGEST_DENOMINATOR)
        if float(fraction) == value:
            text = str(fraction)
    return text.replace("-", "−")


def show_window(alpha: float, beta: float) -> str:
    """A window as people read it: (−∞, 3)."""
    return f"({show_number(alpha)}, {show_number(beta)})"
