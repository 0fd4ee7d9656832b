"""Where an answer belongs: visited nodes to their visits, skipped ones to the cutoff."""

from __future__ import annotations

import pytest

from tracer import trace
from tracer.check.answers import answers_of_trace
from tracer.check.parts import Steps
from tracer.check.parts import base as parts_base

SOURCES = ["lecture", "misconceptions", "deep-cutoff", "tic-tac-toe@xo.|.x.|..o"]


def steps_on(source):
    found = trace(source)
    return found, Steps(found, answers_of_trace(found))


@pytest.mark.parametrize("source", SOURCES)
def test_every_node_of_the_whole_tree_has_its_step(source):
    found, steps = steps_on(source)
    visited = {place.name for place in found.walk()}
    for place in trace(source, "minimax").walk():
        if place.name in visited:
            assert steps.skipped(place.name) is None
            assert steps.entered(place.name) < steps.left(place.name)
            continue
        # The cutoff is at an ancestor, and says itself what it skips.
        step = steps.skipped(place.name)
        assert steps.entered(place.name) == steps.left(place.name) == steps.cut(place.name) == step
        assert "skipped" in found.at(step).sentence


def test_a_node_that_no_cutoff_skips_has_no_step():
    _, steps = steps_on("lecture")
    assert (steps.skipped("Z"), steps.left("Z"), steps.entered("Z")) == (None, None, None)


def test_no_more_than_so_many_nodes_are_looked_at(monkeypatch):
    monkeypatch.setattr(parts_base, "_MOST_SKIPPED", 1)
    _, steps = steps_on("misconceptions")
    assert steps.skipped("I2") is not None
    assert steps.skipped("K1") is None
