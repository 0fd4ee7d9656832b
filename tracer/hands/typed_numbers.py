"""The numbers that a person types in a search by hand."""

from __future__ import annotations

import math
import re
from typing import Final

from engine.errors import InvalidInput
from tracer.text.numbers import parse_typed_number
from trees.text import quote

#: Two numbers with a space between them, which a number would ignore.
_TWO: Final = re.compile(r"[\w.]\s+[\w.]")


def read_sum(text: str) -> float:
    """Read a number, or a sum of products such as `1/2*3 + 1/2*5`."""
    if _TWO.search(text):
        raise InvalidInput(f"{quote(text.strip())} is two numbers", expected="one, or a sum with +")
    try:
        return parse_typed_number(text)
    except InvalidInput:
        if "+" not in text.strip("+ ") and "*" not in text:
            raise
    terms = [term for term in text.split("+") if term.strip()]
    total = sum(math.prod(map(parse_typed_number, term.split("*"))) for term in terms)
    if math.isnan(total):
        raise InvalidInput(f"{quote(text.strip())} has no value", expected="a finite sum, or inf")
    return total
