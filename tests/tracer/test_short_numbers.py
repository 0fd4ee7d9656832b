"""Numbers with fewer digits never read as other numbers."""

from __future__ import annotations

import math

from hypothesis import given
from hypothesis import strategies as st

from tracer.short_numbers import short_number
from tracer.values import show_number


@given(st.floats(allow_nan=False, min_value=-1e12, max_value=1e12), st.integers(4, 12))
def test_what_is_left_out_has_its_sign_and_what_is_not_is_the_number(value, cells):
    told, whole = short_number(value, cells), show_number(value)
    assert len(told) <= max(len(whole), cells)
    if "…" not in told and told != whole:  # an exponent alone
        assert math.isclose(float(told.replace("−", "-")), value, rel_tol=1e-6)
    if "…" in told and "e" not in told:
        assert f"{abs(value):.12f}".startswith(told.strip("−…"))
        assert float(told.strip("−…")) != 0
    assert told.startswith("−") == whole.startswith("−")


def test_a_small_number_is_not_cut_to_nought():
    assert short_number(-0.005, 5) == "−5e−3"
    assert short_number(-0.005123, 7) == "−0.005…"
    assert short_number(-0.005, 6) == "−0.005"
    assert short_number(math.inf, 1) == "+∞"
    assert short_number(123456, 4) == "1…e5"
