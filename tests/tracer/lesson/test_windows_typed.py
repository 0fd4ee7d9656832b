"""The feedback on a typed window that is partly right."""

from __future__ import annotations

from math import inf

import pytest

from tests.support.tables import table
from tracer.questions.forms import Window


@pytest.mark.parametrize(("typed", "departure"), table(__file__, "wrong_windows"))
def test_a_wrong_window_says_which_end_is_wrong(typed, departure):
    form, right = Window(), (5.0, inf)
    assert not form.agrees(typed, right)
    assert form.describe_departure(form.read(typed), right) == departure
