"""Shortened numbers never read as other numbers."""

from __future__ import annotations

import math

from hypothesis import given
from hypothesis import strategies as st

from tracer.text.numbers import short_number, show_number


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
