"""The canvas: zoom levels, folding, boards, marks, and nodes with many children."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tracer.test_canvas_model import TIC_TAC_TOE, nodes, text
from tracer.drawing.canvas.canvas_model import CanvasModel


def places_of(view):
    """Return the place of each visible visited node."""
    seen = {}
    for place, node in nodes(view).items():
        if node.row is not None and view.look.rank(place) is not None:
            seen[node.row] = view.chart.box(place)
    return seen


@settings(max_examples=25)
@given(st.integers(0, 36_591), st.sampled_from([(80, 11), (120, 18), (200, 40)]))
def test_page_stays_or_changes_as_a_whole_from_step_to_step(step, size):
    model = CanvasModel(TIC_TAC_TOE)
    before, after = model.at(step, *size), model.at(step + 1, *size)
    if before.chart is after.chart:
        old, new = places_of(before), places_of(after)
        assert old.items() <= new.items()
    again = CanvasModel(TIC_TAC_TOE).at(step, *size)
    assert text(again) == text(before)
