"""An answer key equals alpha-beta on paper, by an independent program."""

from __future__ import annotations

from hypothesis import given, settings

from tests.support.strategies import trees
from tracer import trace
from tracer.drawing.print.contents.diagrams import diagram_of


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
