"""Linear forms a + b·x: the values of nodes above a letter."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from tracer.ask.intervals import json_end


@dataclass(frozen=True, slots=True)
class Linear:
    """The form constant + slope · letter."""

    constant: Fraction
    slope: Fraction = Fraction(0)

    @classmethod
    def from_points(cls, x1: Fraction, y1: Fraction, x2: Fraction, y2: Fraction) -> Linear:
        """Return the form with these values at two places."""
        slope = (y2 - y1) / (x2 - x1)
        return cls(y1 - slope * x1, slope)

    def evaluate(self, x: Fraction) -> Fraction:
        """Return its value at a place."""
        return self.constant + self.slope * x

    def crossing(self, other: Linear) -> Fraction | None:
        """Return the place where two forms are equal; None if they are parallel."""
        if self.slope == other.slope:
            return None
        return (other.constant - self.constant) / (self.slope - other.slope)

    def as_json(self, letter: str) -> int | float | str | None:
        """Return a number, or the form as a text such as `2 + 1/3 x`."""
        return self.text(letter) if self.slope else json_end(self.constant)

    def text(self, letter: str) -> str:
        """Return the form as a text: 3, x, 2 + x, 1/2 - 1/3 x, 0.5 + 0.25 x.

        Its numbers are all fractions if one of them has no decimal.
        """
        numbers: list[object] = [json_end(self.constant), json_end(abs(self.slope))]
        if any(isinstance(number, str) for number in numbers):
            numbers = [self.constant, abs(self.slope)]
        constant, slope = map(str, numbers)
        if not self.slope:
            return constant
        term = letter if slope == "1" else f"{slope} {letter}"
        if not self.constant:
            return term if self.slope > 0 else f"-{term}"
        return f"{constant} {'+' if self.slope > 0 else '-'} {term}"
