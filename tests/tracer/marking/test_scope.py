"""What a sheet that ends early, or a wrong choice alone, may be put down to."""

from __future__ import annotations

import pytest

from tests.support.cases import over
from tests.tracer.marking.test_conclusions import marked, named

RIGHT = ["A", "B", "B1", "B2", "B3", "C", "C1", "D", "D1", "D2", "D3"]
WHOLE = ["A", "B", "B1", "B2", "B3", "C", "C1", "C2", "C3", "D", "D1", "D2", "D3"]


@over("length", range(1, len(RIGHT)))
def test_visits_that_end_early_have_no_misconception(length):
    record = marked("lecture", f"visits: {' '.join(RIGHT[:length])}")
    assert named(record) == []
    assert record["departure"]["message"].endswith("your answer may simply be unfinished.")


def test_misconception_is_found_in_the_visits_that_it_makes():
    assert "window-reset" in named(marked("lecture", f"visits: {' '.join(WHOLE)}"))


@pytest.mark.parametrize("move", ["C", "D"])
def test_wrong_move_alone_has_no_misconception(move):
    assert named(marked("lecture", f"move: {move}")) == []
    assert named(marked("lecture", f"visits: {' '.join(RIGHT)}\nmove: {move}")) == []
