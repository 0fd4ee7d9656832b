"""The feedback on a typed window that is partly right."""

from __future__ import annotations

from math import inf

import pytest

from tracer.lesson.questions.facts import Fact


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("inf, 5", "These are the right numbers, but α, the lower end, comes first."),
        ("5, 9", "α is right, but β is not."),
        ("3, inf", "β is right, but α is not."),
        ("3, 9", ""),
    ],
)
def test_a_wrong_window_says_which_end_is_wrong(typed, said):
    fact = Fact((5.0, inf))
    assert not fact.is_meant_by(typed)
    assert fact.departure(typed) == said
