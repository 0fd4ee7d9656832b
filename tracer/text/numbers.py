"""The formats of numbers, bounds and windows."""

from __future__ import annotations

import math
import re
import unicodedata
from collections.abc import Iterable
from fractions import Fraction
from functools import lru_cache
from typing import Any, Final

from engine.errors import InvalidInput
from trees.text import number_from_text, quote

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


#: How far rounded points may be from a third.
_OF_THIRDS: Final = 1e-4


def show_points(points: float) -> str:
    """Format points, which may be a sum of rounded ones: 16/3, 2.5, 0.125."""
    fraction = Fraction(points).limit_denominator(6)
    if fraction.denominator % 3 == 0 and abs(fraction - Fraction(points)) < _OF_THIRDS:
        return str(fraction)
    return show_number(round(points, 4))


def format_points(points: float) -> str:
    """Return a number of points in words: 1 point, 2.5 points."""
    return "1 point" if points == 1 else f"{show_points(points)} points"


def show_score(score: float, most: float) -> str:
    """Format points and the most that they can be: 3.5 of 4."""
    text = show_points(most)
    return f"{text if score == most else show_number(round(score, 2))} of {text}"


def show_count(number: int, noun: str, more: str = "") -> str:
    """Return a number with its noun; `more` is the plural, by default the singular with an s."""
    return f"{number:,} {noun if number == 1 else more or noun + 's'}"


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


# Short forms of numbers that never read as another number.

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


# Numbers as students type them: any common form, but only valid numbers.

#: How to type a window. No example: it might be the answer.
WINDOW_HINT: Final = "α and β with a comma between them; inf is ∞"
#: How to type a number, for errors.
_EXPECTED: Final = "digits, a fraction with /, or inf"
_PARTS: Final = "½⅓¼⅔¾⅕⅖⅗⅘⅙⅚⅛⅜⅝⅞"
#: A number within a text; 2 2/3 and 2½ are one number, and -2.8e-14, as programs print it.
NUMBER: Final = re.compile(
    rf"[-+−–]?(?:inf(?:inity|inite|ty)?\b|∞|oo\b|\d+\s?[{_PARTS}]|\d+\s\d+/\d+(?!\.?\d)"
    rf"|\d+(?:\.\d*)?e[-+−–]\d+\b"
    rf"|\d+(?:\s?/\s?\d+(?!\.?\d)|\.\d*)?|\.\d+|[{_PARTS}])",
    re.IGNORECASE,
)
#: A whole number with a proper fraction behind it.
_MIXED: Final = re.compile(rf"([-+]?)(\d+)\s*(?:\s(\d+)\s?/\s?(\d+)|([{_PARTS}]))")

#: The decimals at the end of a number.
_DECIMALS: Final = re.compile(r"\.(\d+)\Z")
_ENDLESS: Final = frozenset({"inf", "infinity", "infinite", "infty", "∞", "oo", ".inf"})
_SIGNS: Final = str.maketrans({"−": "-", "–": "-", "⁻": "-"})
#: Numbers this close count as equal, since a mean is typed with few digits.
_NEAR: Final = 5e-4
#: Decimals of a rounded number, at least.
FEWEST_DECIMALS: Final = 2
#: Relative error of a double that was computed.
EXACT: Final = 1e-9


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

    It has two decimals at least, since a zero at the end may be left out: 1.8 is 1.80, which is
    right for 1.8009. For 8/3, 2.67 and 2.667 are right, and 2.7 is not. 2.0 is the whole number.
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
        is_rounded = decimals >= FEWEST_DECIMALS or not value.is_integer()
        tolerance = 0.5 * 10.0 ** -max(decimals, FEWEST_DECIMALS)
        tolerance = tolerance if decimals and is_rounded else 0.0
    error = tolerance + EXACT * max(1.0, abs(value))
    return value - error, value + error


def nearly_equal(typed: float, right: float) -> bool:
    """Return whether a typed number matches the right one: 0.333 matches a third."""
    if typed == right:
        return True
    # Only infinity itself matches infinity.
    return math.isfinite(right) and abs(typed - right) <= _NEAR * max(1.0, abs(right))


def parse_typed_number(typed: Any) -> float:
    """Parse a number that a student typed: 3, −2, 0.5, 1/3, ½, 2 2/3, -inf or +∞."""
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


def _parse_mixed(
    sign: str, whole: str, over: str | None, below: str | None, part: str | None, *, typed: str
) -> float:
    """Return a whole number and a fraction, such as 2 2/3 or 2½; refuse 2 3/2."""
    fraction = unicodedata.numeric(part) if part else float(number_from_text(f"{over}/{below}"))
    if fraction >= 1:
        raise InvalidInput(f"{quote(typed.strip())} is not a number", expected=_EXPECTED)
    return (-1 if sign == "-" else 1) * (int(whole) + fraction)


@lru_cache(maxsize=4096)
def _parse(typed: str) -> float:
    if mixed := _MIXED.fullmatch(" ".join(typed.split()).translate(_SIGNS)):
        return _parse_mixed(*mixed.groups(), typed=typed)
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
