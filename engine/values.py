"""Numbers of a game: their exact values, and evaluations."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from numbers import Rational, Real
from typing import Any, Final, TypeAlias

#: A utility, an evaluation or a probability. Fractions stay exact.
Number: TypeAlias = int | float | Fraction


def is_number(value: object) -> bool:
    """Return whether a value is a real number, which an argument from a notebook may not be."""
    return isinstance(value, Real)


def show_argument(value: object) -> str:
    """Return an argument for an error message: a float without needless digits."""
    return f"{value:g}" if isinstance(value, float) else repr(value)


# Exact values of a game's numbers, before rounding to doubles.
#
# A double with few digits means the decimal as written, so 0.15 is 3/20. A double with more
# digits was computed: its exact value is the double itself. Whole numbers and fractions are
# already exact.
#
# A node's double is the one nearest to its exact value. Rounding keeps the order of numbers, so
# exact values need to be compared only if their doubles are equal.

#: An exact value. Whole values are usually plain ints, which are faster.
Exact: TypeAlias = int | Fraction

_EXACT: Final = (int, Fraction)
#: Decimals with at most this many significant digits map to different doubles.
_MOST_DIGITS: Final = 15
#: The largest denominator of a fraction that is recognised in a double.
_LARGEST_DENOMINATOR: Final = 9_999
#: Doubles below it hold every whole number.
_LARGEST_WHOLE: Final = 2**53


def exact_value(value: Number | Rational) -> Exact:
    """Return the exact value of a number."""
    if isinstance(value, _EXACT):
        return value
    if isinstance(value, Rational):  # an integer of NumPy
        return Fraction(int(value.numerator), int(value.denominator))
    number = float(value)
    return int(number) if number.is_integer() else _convert_double(number)


def exact_fraction(value: Number) -> Fraction:
    """Return the exact value as a `Fraction`, also if it is whole."""
    return Fraction(exact_value(value))


def is_written(value: Number) -> bool:
    """Return whether a number is exact as written, not a computed double."""
    if isinstance(value, Rational):
        return True
    number = float(value)
    whole = number.is_integer() and abs(number) <= _LARGEST_WHOLE
    return whole or _significant_digits(number) <= _MOST_DIGITS


@lru_cache(maxsize=4096)
def nearest_fraction(number: float) -> Exact:
    """Return the exact value that a double most likely represents.

    Use it if only the double is known. The result is the fraction with a denominator below 10,000
    that rounds to the double, if there is one: 1/3 for 0.3333333333333333.
    """
    if number.is_integer():
        return int(number)
    fraction = Fraction(number).limit_denominator(_LARGEST_DENOMINATOR)
    return fraction if float(fraction) == number else exact_value(number)


@lru_cache(maxsize=4096)
def _convert_double(number: float) -> Fraction:
    """Return the exact value of a double: its short decimal, or the double itself."""
    return Fraction(repr(number)) if is_written(number) else Fraction(number)


def _significant_digits(number: float) -> int:
    """Return the number of significant digits of a double's shortest decimal."""
    digits = repr(number).partition("e")[0].lstrip("-0.")
    return sum(sign.isdigit() for sign in digits)


# Evaluation functions: estimates of positions at which a search stops early.
#
# AIMA 4e, section 5.3.1: most are weighted linear sums of features, Eval(s) = Σ wᵢ fᵢ(s). Such an
# evaluation can report the contribution of each feature.


@dataclass(frozen=True, slots=True)
class Term:
    """The contribution of one feature to an evaluation."""

    feature: str
    weight: Number
    amount: Number

    @property
    def contribution(self) -> Number:
        """Weight times amount."""
        return self.weight * self.amount


@dataclass(frozen=True, slots=True)
class Evaluation:
    """An evaluation function of a game, from MAX's point of view."""

    summary: str
    value: Callable[[Any], Number]
    terms: Callable[[Any], Sequence[Term]] | None = None
    rule: str = ""
    #: How the kernel computes it, in whole numbers that doubles hold; None if it cannot.
    formula: tuple[Any, ...] | None = None
