"""What counts as a number in a game."""

from __future__ import annotations

from fractions import Fraction
from typing import TypeAlias

__all__ = ["Number"]

#: A utility, an evaluation or a probability. Fractions stay exact where they are given.
Number: TypeAlias = int | float | Fraction
