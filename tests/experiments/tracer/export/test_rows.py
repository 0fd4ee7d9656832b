"""The rows of CSV and JSON lines read back equal to the views."""

import tracemalloc

import pytest

from tracer import trace


@pytest.mark.parametrize("name", ["json", "jsonl", "csv"])
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
