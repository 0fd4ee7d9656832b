"""Numbers in fewer cells than `show_number` takes, never so that they read as other numbers."""

from __future__ import annotations

import math

from tracer.values import show_number

__all__ = ["short_number"]

#: What says that digits are left out.
_MORE = "…"


def short_number(value: float, cells: int) -> str:
    """A number in about so many cells.

    Digits behind the point are left out, with `…` in their place, as long as one that is not 0
    stays; otherwise the number is written with an exponent and one digit, which `…` follows where
    there are more: −5e−7, 1…e9. A number that is no shorter so stays as it is.

    Args:
        value: the number.
        cells: the cells that it may take, from 1.
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
