"""The numbers of games and settings."""

from __future__ import annotations

from fractions import Fraction
from numbers import Real
from typing import TypeAlias


#: A utility, an evaluation or a probability. Fractions stay exact.
Number: TypeAlias = int | float | Fraction


def is_number(value: object) -> bool:
    """Return whether a value is a real number, which an argument from a notebook may not be."""
    return isinstance(value, Real)


def show_argument(value: object) -> str:
    """Return an argument for an error message: a float without needless digits."""
    return f"{value:g}" if isinstance(value, float) else repr(value)
