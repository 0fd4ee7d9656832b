"""Seeds of a match: whole numbers that every format of a saved match can store."""

from __future__ import annotations

import re
from typing import Final

from engine.errors import InvalidInput


#: The largest seed; its negative is the smallest.
MOST: Final = 10**18 - 1


def check_seed(seed: int) -> int:
    """Check and return a seed."""
    if not -MOST <= seed <= MOST:
        raise InvalidInput(_short(str(seed)), expected=_EXPECTED)
    return seed


def read_seed(text: str) -> int:
    """Parse a seed."""
    if not re.fullmatch(r"-?[0-9]{1,4000}", text):  # Python refuses numbers with more digits
        raise InvalidInput(_short(text), expected=_EXPECTED)
    return check_seed(int(text))


def _short(text: str) -> str:
    return text if len(text) <= 40 else f"{text[:40]}…"


_EXPECTED: Final = f"a whole number from {-MOST} to {MOST}"
