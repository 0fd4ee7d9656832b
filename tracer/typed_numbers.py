"""Numbers as students type them: forgiving of form, strict on content."""

from __future__ import annotations

import math
import re
import unicodedata
from functools import lru_cache
from typing import Any, Final

from engine.errors import InvalidInput
from trees.numbers import number_from_text
from trees.quoting import quoted

__all__ = ["NUMBER", "nearly_equal", "typed_number"]

#: A number in the midst of a text.
NUMBER: Final = re.compile(
    r"[-+−–]?(?:inf(?:inity|ty)?\b|∞|oo\b|\d+(?:\s?/\s?\d+|\.\d*)?|\.\d+|[½⅓¼⅔¾⅕⅖⅗⅘⅙⅚⅛⅜⅝⅞])",
    re.IGNORECASE,
)

_ENDLESS: Final = frozenset({"inf", "infinity", "infty", "∞", "oo", ".inf"})
_SIGNS: Final = str.maketrans({"−": "-", "–": "-", "⁻": "-"})
#: Numbers that are so near count as equal: a mean is typed with few digits.
_NEAR: Final = 5e-4


def nearly_equal(typed: float, right: float) -> bool:
    """Whether a typed number is the right one, as far as its digits go: 0.333 is a third."""
    if typed == right:
        return True
    # Nothing but itself is near infinity.
    return math.isfinite(right) and abs(typed - right) <= _NEAR * max(1.0, abs(right))


def typed_number(given: Any) -> float:
    """The number that somebody typed: 3, −2, 0.5, 1/3, ½, -inf, +∞ or -oo.

    Args:
        given: a text, or a number that a file held.

    Raises:
        InvalidInput: it is none.
    """
    if isinstance(given, bool) or not isinstance(given, str | int | float):
        raise InvalidInput(f"{given!r} is not a number", expected="a number such as 3, 1/2 or -inf")
    if not isinstance(given, str):
        try:
            number = float(given)
        except OverflowError:
            number = math.nan
        if math.isnan(number):
            raise InvalidInput("not a number that can be", expected="one such as 3, 1/2 or -inf")
        return number
    return _from_text(given)


@lru_cache(maxsize=4096)
def _from_text(given: str) -> float:
    text = "".join(given.split()).translate(_SIGNS).lower()
    bare = text.lstrip("+-")
    sign = -1.0 if text.startswith("-") else 1.0
    if bare in _ENDLESS:
        return sign * math.inf
    if len(bare) == 1 and not bare.isdecimal():
        part = unicodedata.numeric(bare, None)
        if part is not None:
            return sign * part
    try:
        return float(number_from_text(text))
    except InvalidInput:
        raise InvalidInput(
            f"{quoted(given.strip())} is not a number", expected="one such as 3, 1/2 or -inf"
        ) from None
