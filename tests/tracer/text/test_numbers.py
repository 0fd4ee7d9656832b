"""Number formats, for people and for programs."""

import math
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.cases import over
from tests.support.tables import table
from tracer.text.numbers import (
    NUMBER,
    agrees_as_written,
    json_number,
    large_number,
    parse_typed_number,
    read_number,
    short_number,
    show_number,
    show_score,
    show_window,
    typed_range,
)


@over(
    ("value", "shown"),
    [
        (3.0, "3"),
        (-2.0, "−2"),
        (0.0, "0"),
        (-0.0, "0"),
        (0.5, "0.5"),
        (-0.25, "−0.25"),
        (1 / 3, "1/3"),
        (-2 / 3, "−2/3"),
        (191 / 192, "191/192"),
        (0.1, "0.1"),
        (1234567.0, "1234567"),
        (math.pi, "3.14159"),
        (math.inf, "+∞"),
        (-math.inf, "−∞"),
        (math.nan, "?"),
        (1e300, "1e+300"),
        (1e15, "1000000000000000"),
        (-123456.75, "−123456.75"),
        (12345.678, "12345.678"),
        (0.3333333333, "0.3333333333"),
        (2.718281828, "2.718281828"),
        ((0.8 - 1) / 2, "−0.1"),
    ],
)
def test_numbers_are_formatted_for_people(value, shown):
    assert show_number(value) == shown


@given(st.integers(9, 307), st.integers(10, 99))
def test_a_large_count_is_a_power_of_ten_without_leading_zeros(power, digits):
    assert large_number(digits * 10 ** (power - 1)) == f"{digits / 10:g}·10^{power}"


@given(st.integers(0, 999_999_999))
def test_smaller_count_is_written_in_full(number):
    assert large_number(number) == f"{number:,}"


@given(st.fractions(max_denominator=9_999, min_value=-1000, max_value=1000))
def test_a_small_fraction_is_shown_exactly(fraction):
    shown = show_number(float(fraction)).replace("−", "-")
    assert float(Fraction(shown)) == float(fraction)


def test_windows_are_formatted_for_people():
    assert show_window(-math.inf, 2.5) == "(−∞, 2.5)"


@pytest.mark.parametrize(
    ("value", "written"),
    [(3.0, "3"), (-0.5, "-0.5"), (math.inf, "inf"), (-math.inf, "-inf"), (-0.0, "0")],
)
def test_numbers_are_formatted_for_programs(value, written):
    number = json_number(value)
    assert str(number) == written
    assert read_number(number) == value


def test_unknown_value_is_null():
    assert json_number(math.nan) is None
    assert math.isnan(read_number(None))


@given(st.sampled_from([0.25, -2.67, 8.0, 1234.56]), st.sampled_from([None, 0.0, 0.1]))
def test_the_least_and_the_largest_right_number_agree_with_a_typed_one(typed, tolerance):
    low, high = typed_range(typed, tolerance)
    assert all(agrees_as_written(typed, right, tolerance) for right in (low, high))
    assert not agrees_as_written(typed, math.nextafter(low, -math.inf), tolerance)
    assert not agrees_as_written(typed, math.nextafter(high, math.inf), tolerance)


@pytest.mark.parametrize(("typed", "right", "agrees"), table(__file__, "rounded_numbers"))
def test_a_number_is_right_if_rounded_to_its_decimals_of_which_there_are_two(typed, right, agrees):
    assert agrees_as_written(parse_typed_number(typed), right) == agrees


@given(st.floats(-(2**53), 2**53))
def test_a_number_is_read_as_it_is_shown_also_with_an_exponent(value):
    shown = show_number(value).lstrip("+")
    assert NUMBER.fullmatch(shown)
    assert math.isclose(parse_typed_number(shown), value, rel_tol=1e-5)


# Shortened numbers never read as other numbers ----------------------------------------------------


@given(st.floats(allow_nan=False, min_value=-1e12, max_value=1e12), st.integers(4, 12))
def test_truncated_number_has_an_ellipsis_and_a_short_one_is_complete(value, cells):
    short, whole = short_number(value, cells), show_number(value)
    assert len(short) <= max(len(whole), cells)
    if "…" not in short and short != whole:  # an exponent alone
        assert math.isclose(float(short.replace("−", "-")), value, rel_tol=1e-6)
    if "…" in short and "e" not in short:
        assert f"{abs(value):.12f}".startswith(short.strip("−…"))
        assert float(short.strip("−…")) != 0
    assert short.startswith("−") == whole.startswith("−")


def test_small_number_is_not_truncated_to_zero():
    assert short_number(-0.005, 5) == "−5e−3"
    assert short_number(-0.005123, 7) == "−0.005…"
    assert short_number(-0.005, 6) == "−0.005"
    assert short_number(math.inf, 1) == "+∞"
    assert short_number(123456, 4) == "1…e5"


@over(
    ("score", "most", "shown"),
    [
        (3.5, 4, "3.5 of 4"),
        (10 / 3, 16 / 3, "3.33 of 16/3"),
        (0, 4 + 1 / 3 + 1, "0 of 16/3"),
        (0.3333, 0.3333, "1/3 of 1/3"),
        (2.5, 6.1667, "2.5 of 37/6"),
        (0.125, 0.125, "0.125 of 0.125"),
        (2.6666, 3.3, "2.67 of 3.3"),
    ],
)
def test_points_have_thirds_though_records_round_them(score, most, shown):
    assert show_score(score, most) == shown
