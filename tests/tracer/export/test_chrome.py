"""A Chrome trace nests as the tree does: checked by the times alone, without the log."""

from __future__ import annotations

import json
import tracemalloc

import pytest
from hypothesis import given, settings

from tests.support.strategies import conventions, trees
from tracer import trace
from tracer.export.registry import all_formats


def slices(text):
    """The slices of the one thread, and the children of each, found by who spans whom."""
    record = json.loads(text)
    events = [event for event in record["traceEvents"] if event["ph"] == "X"]
    assert len({(event["pid"], event["tid"]) for event in events}) == 1
    assert all(event["ts"] > 0 and event["dur"] > 0 for event in events)
    children = [[] for _ in events]
    roots, open_ = [], []
    for number, event in enumerate(events):
        while open_ and events[open_[-1]]["ts"] + events[open_[-1]]["dur"] <= event["ts"]:
            open_.pop()
        if open_:
            parent = events[open_[-1]]
            assert parent["ts"] < event["ts"]
            assert event["ts"] + event["dur"] <= parent["ts"] + parent["dur"]
        (children[open_[-1]] if open_ else roots).append(number)
        open_.append(number)
    return record, events, children, roots


@given(trees(5), conventions)
@settings(max_examples=40)
def test_slices_nest_as_the_visited_tree(tree, convention):
    t = trace(tree, convention=convention)
    _, events, children, roots = slices(t.export("chrome"))
    assert roots == [0]
    assert [event["ts"] for event in events] == list(range(1, len(t.visits) + 1))

    def size(number):
        return 1 + sum(size(child) for child in children[number])

    for number, (event, visit) in enumerate(zip(events, t.visits, strict=True)):
        assert event["dur"] == size(number)
        assert event["name"] == visit.id
        assert event["args"]["value"] == visit.value
        assert [float(bound) for bound in event["args"]["window"]] == [visit.alpha, visit.beta]
        assert event["args"]["kind"] == visit.kind
        for child in children[number]:
            assert t.visits[child].parent == visit.id


def test_every_pass_has_a_root_event():
    t = trace("reversi:4", "deepening", depth=3)
    record, _, _, roots = slices(t.export("chrome"))
    assert len(roots) == 3
    assert record["otherData"]["search"] == "deepening"
    named = [e["args"]["name"] for e in record["traceEvents"] if e["ph"] == "M"]
    assert named == ["reversi:4", "deepening, aima"]


def test_unknown_values_are_null():
    _, events, *_ = slices(trace("tic-tac-toe", max_visits=5).export("chrome"))
    assert events[0]["args"]["value"] is None
    assert len(events) == 5


SEARCHES = [
    ("lecture", {}),
    ("dice", {}),
    ("lecture", {"search": "mcts", "iterations": 6}),
    ("reversi:4", {"search": "deepening", "depth": 2}),
    ("tic-tac-toe", {"max_visits": 50}),
]


@pytest.mark.parametrize(("source", "options"), SEARCHES)
def test_events_have_the_fields_required_by_the_format(source, options):
    """Trace Event Format: every phase's own fields, numbers for times, and an object for args."""
    events = json.loads(trace(source, **options).export("chrome"))["traceEvents"]
    for event in events:
        assert isinstance(event["name"], str)
        assert type(event["pid"]) is type(event["tid"]) is int
        assert isinstance(event["args"], dict)
        if event["ph"] == "M":
            assert event["name"] in ("process_name", "thread_name")
            assert isinstance(event["args"]["name"], str)
        else:
            assert event["ph"] == "X"
            assert type(event["ts"]) is type(event["dur"]) is int
            assert isinstance(event["cat"], str)


def test_files_avoid_names_that_speedscope_reads_as_another_format():
    # Of its own importers' names, those that end in .json.
    others = (".speedscope.json", ".chrome.json", ".stackprof.json", ".v8log.json")
    others += ("-recording.json",)
    assert not all_formats()["chrome"].endings[0].endswith(others)


@pytest.mark.slow
@pytest.mark.sampled(every=3)
@pytest.mark.parametrize("name", ["chrome", "yaml", "jsonl"])
def test_memory_does_not_grow_with_the_visits(name):
    """The writer buffers one line, not the trace: ten times the visits take no more."""
    most = []
    for visits in (1_000, 10_000):
        t = trace("tic-tac-toe", "minimax", max_visits=visits)
        t.export(name, "/dev/null")  # what is made once is made
        tracemalloc.start()
        t.export(name, "/dev/null")
        most.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
    assert most[1] < most[0] + 200_000
