"""Short forms of numbers that never read as another number."""

from __future__ import annotations

import math

from tracer.text.numbers import show_number


#: Marks omitted digits.
_MORE = "…"


def short_number(value: float, cells: int) -> str:
    """Format a number in about `cells` cells.

    Digits after the decimal point are replaced by `…` as long as one that is not 0 remains.
    Otherwise the number is written with one digit and an exponent, with `…` if there are more
    digits: −5e−7, 1…e9. If that is no shorter, the number is unchanged.
    """
    whole = show_number(value)
    if len(whole) <= cells or not math.isfinite(value):
        return whole
    sign, size = ("−", -value) if value < 0 else ("", value)
    decimal = f"{size:.12f}"
    cut = decimal[: max(0, cells - len(sign) - 1)]
    if "." in cut and any(digit not in "0." for digit in cut) and not cut.endswith("."):
        return f"{sign}{cut}{_MORE}"
    front, exponent = f"{size:e}".split("e")
    exact = not front[1:].strip(".0")
    power = str(int(exponent)).replace("-", "−")
    short = f"{sign}{front[0]}{'' if exact else _MORE}e{power}"
    return short if len(short) < len(whole) else whole
