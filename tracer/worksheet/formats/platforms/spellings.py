"""The spellings of an answer that platforms compare letter by letter."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Final

from tracer.answers.shares import Shares
from tracer.text.numbers import show_number
from tracer.worksheet.formats.platforms.question_bank import NOT_VISITED


_INFINITE: Final = ("inf", "∞", "+∞", "+inf", "infinity", "+infinity")
_NEGATIVE: Final = ("-inf", "−∞", "-∞", "−inf", "-infinity", "−infinity")
_LARGEST_DENOMINATOR: Final = 10_000
#: The spellings of the answer for a node that the search does not visit.
BLANK_SPELLINGS: Final = (NOT_VISITED, "-", "–", "none")


def number_spellings(value: float) -> tuple[str, ...]:
    """Return the spellings of a number, the usual one first."""
    if math.isinf(value):
        return _INFINITE if value > 0 else _NEGATIVE
    size = abs(value)
    if size == int(size):
        texts = [str(int(size)), f"{int(size)}.0", f"{int(size)}.00"]
    else:
        texts = [show_number(size), *(f"{size:.{digits}f}" for digits in (2, 3, 4))]
        fraction = Fraction(size).limit_denominator(_LARGEST_DENOMINATOR)
        texts += [str(fraction)] if math.isclose(float(fraction), size, rel_tol=1e-12) else []
        texts += [text.removeprefix("0") for text in texts if text.startswith("0.")]
        texts += [text.replace(".", ",") for text in texts if "." in text]
    if value < 0:
        return tuple(dict.fromkeys(f"{sign}{text}" for sign in "-−" for text in texts))
    return tuple(dict.fromkeys(texts))


def share_spellings(shares: Shares) -> tuple[str, ...]:
    """Return the spellings of a vector, the usual one first; after a cutoff also as a bound."""
    texts = [*map(show_number, shares)]
    plain = [text.replace("−", "-") for text in texts]
    found = [
        f"{left}{joint.join(each)}{right}"
        for each in (texts, plain)
        for left, right in ("()", "[]", ("", ""))
        for joint in (", ", ",", " ", "; ", ";")
    ]
    if shares.known:
        share = texts[shares.known.mover]
        found += [f"{sign}{gap}{share}" for sign in ("≥", ">=") for gap in (" ", "")]
    return tuple(dict.fromkeys(found))


def tolerance_of(values: Iterable[float], wanted: float | None = None) -> float:
    """Return the tolerance for numbers: that of the key, or for two decimals."""
    if wanted is not None:
        return wanted
    return 0.0 if all(value == int(value) for value in values) else 0.005


def list_spellings(names: Sequence[str], *, spaced: bool) -> tuple[str, ...]:
    """Return the spellings of a list, the usual one first."""
    joints = (", ", ",") if spaced else (" ", ", ", ",")
    return tuple(dict.fromkeys(joint.join(names) for joint in joints))
