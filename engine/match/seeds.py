"""The seeds that a match may have: whole numbers that every form of a saved match can hold."""

from __future__ import annotations

import re
from typing import Final

from engine.errors import InvalidInput

__all__ = ["MOST", "check_seed", "read_seed"]

#: The largest seed; its negative is the smallest.
MOST: Final = 10**18 - 1


def check_seed(seed: int) -> int:
    """The seed itself.

    Raises:
        InvalidInput: a saved match could not hold it.
    """
    if not -MOST <= seed <= MOST:
        raise InvalidInput(_short(str(seed)), expected=_EXPECTED)
    return seed


def read_seed(text: str) -> int:
    """The seed that a text says.

    Raises:
        InvalidInput: it is no whole number, or too large.
    """
    if not re.fullmatch(r"-?[0-9]{1,4000}", text):  # Python reads no number of more digits
        raise InvalidInput(_short(text), expected=_EXPECTED)
    return check_seed(int(text))


def _short(text: str) -> str:
    return text if len(text) <= 40 else f"{text[:40]}…"


_EXPECTED: Final = f"a whole number from {-MOST} to {MOST}"
