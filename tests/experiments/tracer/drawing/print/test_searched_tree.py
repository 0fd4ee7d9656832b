"""An answer key equals alpha-beta on paper, by an independent program."""

from __future__ import annotations

from hypothesis import given, settings

from tests.support.cases import over
from tests.support.strategies import trees
from tracer import trace
from tracer.drawing.print.diagrams import diagram_of
from tracer.text.numbers import show_window


@given(trees(4))
@settings(max_examples=40)
def test_number_of_seen_nodes_equals_the_entered_ones_at_every_step(tree):
    t = trace(tree)
    for step in range(len(t.tour)):
        nodes = diagram_of(t, step=step).nodes
        seen = [node for node in nodes if not node.unseen and not node.skipped]
        assert len(seen) == t.at(step).visited
        (current,) = [node for node in nodes if node.current]
        stack = t.at(step).stack
        assert current.name == (stack[-1].name if len(stack) else "A")
        assert any(node.best for node in nodes) <= (step == len(t.tour) - 1)


@over("convention", ["aima", "comp341", "cs188", "lab3"], ms=150)
@over("source", ["lecture", "deep-cutoff", "worst-order"])
def test_step_figures_show_the_windows_of_that_step(source, convention):
    t = trace(source, convention=convention)
    narrowed = 0
    for step in range(len(t.replay)):
        shown = {one.name: one.window for one in diagram_of(t, show="windows", step=step).nodes}
        for frame in t.at(step).stack:
            if frame.actions:  # leaves have no window
                assert shown[frame.name] == show_window(frame.alpha, frame.beta), step
                narrowed += shown[frame.name] != show_window(*frame.entered)
    assert narrowed
