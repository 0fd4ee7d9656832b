"""Parsing of numbers: YAML 1.2 core and fractions, exact if possible."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import InvalidInput
from tests.support.cases import over
from tests.support.tables import table
from trees.text import (
    exact_number,
    exact_text,
    is_number_text,
    number_from_text,
    parse_exact_text,
    shorten,
)


@over("text, kind, number", table(__file__, "numbers"))
def test_numbers_are_parsed(text, kind, number):
    read = number_from_text(text)
    assert (type(read).__name__, Fraction(read)) == (kind, Fraction(number))
    assert is_number_text(text)


def test_minus_zero_is_zero():
    assert str(number_from_text("-0.0")) == "0.0"


@over(
    "text",
    ["", " 1", "1 ", "1_0", "1,5", "0b1", "1/0", "1/-2", "x", "1e", ".", "-", "--1", "1:30", "1\n"],
)
def test_invalid_numbers_are_refused(text):
    with pytest.raises(InvalidInput):
        number_from_text(text)
    assert text == "1/0" or not is_number_text(text)


@pytest.mark.parametrize(
    ("text", "exact"),
    [
        ("0.1", Fraction(1, 10)),
        ("1e-2", Fraction(1, 100)),
        ("0.3333333333", Fraction(3333333333, 10**10)),
        ("1/36", Fraction(1, 36)),
        ("0x10", Fraction(16)),
        ("1e-999999999999", Fraction(0)),
    ],
)
def test_exact_numbers_are_parsed(text, exact):
    assert exact_number(text) == exact


@given(st.floats(-(2**53), 2**53, allow_nan=False))
def test_doubles_read_back_as_printed(number):
    assert number_from_text(repr(number)) == number


@given(st.fractions() | st.integers() | st.floats(allow_nan=False) | st.none())
def test_exact_texts_read_back(number):
    back = parse_exact_text(exact_text(number))
    assert back == number
    assert type(back) is type(number)


@over("text", ["1/0", "a/b", "1/2/3", "", "/", "1/", "1.5/2", "9" * 5000 + "/1"])
def test_text_that_is_not_exact_is_returned_unchanged(text):
    assert parse_exact_text(text) == text


def test_text_is_shortened_only_if_it_is_longer_than_the_limit():
    assert [shorten(text, 5) for text in ("1234", "12345", "123456")] == ["1234", "12345", "1234…"]
