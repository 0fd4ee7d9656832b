"""Where an answer belongs: visited nodes to their visits, skipped ones to the cutoff."""

import pytest

from tracer import trace
from tracer.answers.answers import answers_of_trace
from tracer.questions.base import Steps
from tracer.questions.search_names import search_rules

SOURCES = ["lecture", "misconceptions", "deep-cutoff", "tic-tac-toe@xo.|.x.|..o"]


def steps_on(source):
    found = trace(source)
    return found, Steps(found, answers_of_trace(found), search_rules(found).parents)


@pytest.mark.parametrize("source", SOURCES)
def test_nodes_of_the_whole_tree_each_have_their_step(source):
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


def test_node_has_no_step_if_no_cutoff_skips_it():
    _, steps = steps_on("lecture")
    assert (steps.skipped("Z"), steps.left("Z"), steps.entered("Z")) == (None, None, None)


@pytest.mark.parametrize("source", SOURCES)
def test_cutoff_has_the_step_at_which_its_test_succeeds(source):
    found, steps = steps_on(source)
    cuts = {}
    for step in range(len(found.replay)):
        event = found.at(step).event
        if event.kind == "cut":
            cuts[found.name(event.parent)] = step
    assert cuts
    for name in {visit.id for visit in found.visits}:
        assert steps.cut(name) == cuts.get(name, steps.left(name)), name
