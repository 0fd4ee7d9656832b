"""Searches go as deep as they have to, and a call costs the same at every depth."""

from __future__ import annotations

from time import process_time

import pytest

from engine.recursion import MAX_DEPTH, deep_recursion, in_one_chunk


def leaf():
    return None


def calls_at(depth):
    """Seconds for some calls of a function at a depth, the least of several times."""
    if depth:
        return calls_at(depth - 1)
    least = 1.0
    for _ in range(5):
        began = process_time()
        for _ in range(1000):
            leaf()
        least = min(least, process_time() - began)
    return least


def test_a_call_costs_the_same_at_every_depth():
    times = []
    in_one_chunk(lambda: times.extend(calls_at(depth) for depth in range(400)))
    assert len(times) == 400
    # At the end of a chunk a call takes up to a hundred times as long.
    assert max(times) < 6 * sorted(times)[200]


def test_what_a_search_raises_comes_through():
    def fail():
        raise KeyError("here")

    with pytest.raises(KeyError, match="here"):
        in_one_chunk(fail)


def test_there_is_room_for_the_deepest_search():
    reached = []

    def down(plies):
        if plies:
            down(plies - 1)
        reached.append(plies)

    with deep_recursion():
        in_one_chunk(lambda: down(MAX_DEPTH))
    assert len(reached) == MAX_DEPTH + 1
