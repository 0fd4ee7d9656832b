"""Names of people in any order of their words."""

from __future__ import annotations

import re
import unicodedata
from typing import Final


_WORD: Final = re.compile(r"[^\W_]+")


def name_forms(name: str) -> frozenset[str]:
    """Return the spellings of a name without spaces: "Doe, Jane" and "Jane Doe" share one."""
    letters = unicodedata.normalize("NFKD", name).casefold()
    words = _WORD.findall(
        "".join(letter for letter in letters if not unicodedata.combining(letter))
    )
    return frozenset("".join(words[at:] + words[:at]) for at in range(len(words)))
