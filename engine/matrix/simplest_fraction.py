"""The simplest fraction in an interval, so that a reason shows ½ and not 37/75."""

from __future__ import annotations

from fractions import Fraction


def simplest_between(low: Fraction, high: Fraction) -> Fraction:
    """Return the fraction with the smallest denominator strictly between two others.

    By continued fractions; see Graham, Knuth and Patashnik, "Concrete Mathematics", section 4.5.
    """
    whole = low.numerator // low.denominator
    if whole + 1 < high:
        return Fraction(whole + 1)
    # The interval is within [whole, whole + 1]: use the reciprocals of the fractional parts.
    if low == whole:
        # Of 1/n with n > 1/(high - whole), the first.
        beyond = 1 / (high - whole)
        return whole + Fraction(1, beyond.numerator // beyond.denominator + 1)
    return whole + 1 / simplest_between(1 / (high - whole), 1 / (low - whole))


def simplest_within(low: Fraction, high: Fraction) -> Fraction:
    """Return the fraction with the smallest denominator from one to another, both included."""
    inside = [simplest_between(low, high)] if low < high else []
    return min(low, high, *inside, key=lambda number: number.denominator)
