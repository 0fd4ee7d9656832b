"""Numbers as students type them: any common form, but only valid numbers."""

from __future__ import annotations

import math
import re
import unicodedata
from functools import lru_cache
from typing import Any, Final

from engine.errors import InvalidInput
from trees.text.numbers import number_from_text
from trees.text.quoting import quote


#: How to type a window. No example: it might be the answer.
WINDOW_HINT: Final = "α and β with a comma between them; inf is ∞"
#: How to type a number, for errors.
_EXPECTED: Final = "digits, a fraction with /, or inf"
#: A number within a text.
NUMBER: Final = re.compile(
    r"[-+−–]?(?:inf(?:inity|inite|ty)?\b|∞|oo\b|\d+(?:\s?/\s?\d+(?!\.?\d)|\.\d*)?|\.\d+|[½⅓¼⅔¾⅕⅖⅗⅘⅙⅚⅛⅜⅝⅞])",
    re.IGNORECASE,
)

#: The decimals at the end of a number.
_DECIMALS: Final = re.compile(r"\.(\d+)\Z")
_ENDLESS: Final = frozenset({"inf", "infinity", "infinite", "infty", "∞", "oo", ".inf"})
_SIGNS: Final = str.maketrans({"−": "-", "–": "-", "⁻": "-"})
#: Numbers this close count as equal, since a mean is typed with few digits.
_NEAR: Final = 5e-4
#: Decimals of a rounded number, at least.
_FEWEST_DECIMALS: Final = 2
#: Relative error of a double that was computed.
_EXACT: Final = 1e-9


class TypedDecimal(float):
    """A decimal that keeps how many decimals were written: 2.00 has two."""

    decimals: int

    def __new__(cls, value: float, decimals: int) -> TypedDecimal:
        """Make a number with its decimals."""
        number = super().__new__(cls, value)
        number.decimals = decimals
        return number

    def __reduce__(self) -> tuple[type[TypedDecimal], tuple[float, int]]:
        """Return the arguments for pickle and copy."""
        return type(self), (float(self), self.decimals)


def count_decimals(typed: float) -> int:
    """Return the number of decimals that a number is written with."""
    if isinstance(typed, TypedDecimal):
        return typed.decimals
    if not math.isfinite(typed) or typed == int(typed):
        return 0
    digits, _, power = repr(float(typed)).partition("e")
    return max(0, len(digits.partition(".")[2]) - int(power or 0))


def agrees_as_written(typed: float, right: float, tolerance: float | None = None) -> bool:
    """Return whether a typed number is the right one, rounded as it is written.

    Two decimals are needed at least: for 8/3, 2.67 and 2.667 are right, and 2.7 is not.
    """
    if typed == right:
        return True
    low, high = typed_range(typed, tolerance)
    return math.isfinite(right) and low <= right <= high


def typed_range(typed: float, tolerance: float | None = None) -> tuple[float, float]:
    """Return the least and the largest right number for a typed one; equal if it is exact."""
    value = float(typed)
    if tolerance is None:
        decimals = count_decimals(typed)
        tolerance = 0.5 * 10.0**-decimals if decimals >= _FEWEST_DECIMALS else 0.0
    error = tolerance + _EXACT * max(1.0, abs(value))
    return value - error, value + error


def nearly_equal(typed: float, right: float) -> bool:
    """Return whether a typed number matches the right one: 0.333 matches a third."""
    if typed == right:
        return True
    # Only infinity itself matches infinity.
    return math.isfinite(right) and abs(typed - right) <= _NEAR * max(1.0, abs(right))


def parse_typed_number(typed: Any) -> float:
    """Parse a number that a student typed: 3, −2, 0.5, 1/3, ½, -inf, +∞ or -oo."""
    if isinstance(typed, bool) or not isinstance(typed, str | int | float):
        raise InvalidInput(f"{typed!r} is not a number", expected=_EXPECTED)
    if not isinstance(typed, str):
        try:
            number = float(typed)
        except OverflowError:
            number = math.nan
        if math.isnan(number):
            raise InvalidInput("this is not a usable number", expected=_EXPECTED)
        return number
    return _parse(typed)


@lru_cache(maxsize=4096)
def _parse(typed: str) -> float:
    text = "".join(typed.split()).translate(_SIGNS).lower()
    bare = text.lstrip("+-")
    sign = -1.0 if text.startswith("-") else 1.0
    if bare in _ENDLESS:
        return sign * math.inf
    if len(bare) == 1 and not bare.isdecimal():
        part = unicodedata.numeric(bare, None)
        if part is not None:
            return sign * part
    try:
        number = float(number_from_text(text))
    except InvalidInput:
        raise InvalidInput(f"{quote(typed.strip())} is not a number", expected=_EXPECTED) from None
    decimals = _DECIMALS.search(text)
    return TypedDecimal(number, len(decimals[1])) if decimals else number
