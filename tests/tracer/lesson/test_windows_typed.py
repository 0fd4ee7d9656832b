"""The feedback on a typed window that is partly right."""

from __future__ import annotations

from math import inf

import pytest

from tracer.questions.forms import Window


@pytest.mark.parametrize(
    ("typed", "departure"),
    [
        ("inf, 5", "These are the right numbers, but α, the lower end, comes first."),
        ("5, 9", "α is right, but β is not."),
        ("3, inf", "β is right, but α is not."),
        ("3, 9", ""),
    ],
)
def test_a_wrong_window_says_which_end_is_wrong(typed, departure):
    form, right = Window(), (5.0, inf)
    assert not form.agrees(typed, right)
    assert form.describe_departure(form.read(typed), right) == departure
