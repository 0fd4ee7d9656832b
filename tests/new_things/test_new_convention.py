"""A new convention is one record and appears wherever conventions do."""

import pytest

from engine.conventions import COURSES, PRESETS, Convention, Course
from tests.support.commands import output_of, run_command
from tracer import trace
from tracer.steps.pseudocode import listing
from trees.sources import open_source
from tui.screens.home.search_form import form_for
from tui.screens.stepper.changing import other_searches

NORTH = Course(
    convention=Convention("north", cutoff=">", count=("expanded",)),
    course="Search in the North (nowhere)",
    counted_as="nodes expanded",
    written_as="MAXI and MINI",
    listing="""\
max.head     | MAXI(s, α, β):
max.terminal |   ends? its worth
max.limit    |   too deep? its guess        @depth
max.init     |   v := -∞
max.take     |   v := v or the child's if {>}
max.test     |   if v {≥} β: give {v}       @window
max.return   |   give {v}
min.head     | MINI(s, α, β):               @min
min.terminal |   ends? its worth            @min
min.limit    |   too deep? its guess        @min,depth
min.init     |   v := +∞                    @min
min.take     |   v := v or the child's if {<} @min
min.test     |   if v {≤} α: give {v}       @window,min
min.return   |   give {v}                   @min
""",
)


@pytest.fixture(autouse=True)
def north(monkeypatch):
    monkeypatch.setitem(COURSES, "north", NORTH)
    monkeypatch.setitem(PRESETS, "north", NORTH.convention)


def test_new_convention_is_listed_with_its_tests_and_counts():
    text = output_of("list", "conventions")
    assert "Search in the North (nowhere)" in text
    assert "Only if strictly greater or less: cs188, north." in text
    assert "Expanded too: north." in text


def test_new_convention_shows_its_own_words_and_symbols():
    t = trace("lecture", convention="north")
    lines = listing(t).lines
    assert "  if v > β: give v" in lines
    at_test = [step for step in range(len(t.replay)) if "give v" in lines[t.at(step).line]]
    assert at_test
    for step in at_test:
        assert t.at(step).sentence
    hard = listing(trace("lecture", convention="north,returns=fail-hard")).lines
    assert "  give CLIP(v, α₀, β₀)" in hard


def test_new_convention_is_traced_and_compared():
    assert "by the convention" not in output_of("trace", "lecture", "-c", "north", "--summary")
    assert "north" in output_of("compare", "lecture", "-c", "aima,north")
    refused = run_command("trace", "lecture", "-c", "nort")
    assert "north" in refused.stderr


def test_new_convention_is_offered_in_choices():
    offered = [one for one in other_searches(trace("lecture", convention="north")) if one.now]
    assert offered[0].about == "Search in the North (nowhere)"
    plan = form_for(open_source("lecture").game, "north")
    assert [one.value for one in plan.fields()["convention"] if one.now] == ["north"]


def test_new_convention_is_accepted_in_a_key(check):
    right = trace("ties", convention="north")
    assert len(right.log) != len(trace("ties").log)
    names = " ".join(right.name(row) for row in range(len(right.log)))
    done = check("source: ties\naccept: [north]\nparts: {visits: 5}\n", f"visits: {names}")
    assert "5 of 5 points, under the convention north" in done.stdout
