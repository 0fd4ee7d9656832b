"""Exact values of a game's numbers, before rounding to doubles.

A double with few digits means the decimal as written, so 0.15 is 3/20. A double with more digits
was computed: its exact value is the double itself. Whole numbers and fractions are already exact.

A node's double is the one nearest to its exact value. Rounding keeps the order of numbers, so
exact values need to be compared only if their doubles are equal.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from numbers import Rational
from typing import Final, TypeAlias

from engine.values.numbers import Number


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
