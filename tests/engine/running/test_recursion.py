"""Searches go as deep as necessary, and calls allocate no memory at any depth."""

import sys
from resource import RUSAGE_SELF, getrusage

import pytest

from engine.running.control import SearchStopped
from engine.running.recursion import MAX_DEPTH, RecursionGuard, deep_recursion, in_one_chunk


def leaf(a=0, b=0, c=0, d=0, e=0, f=0, g=0, h=0, i=0, j=0, k=0, m=0, n=0, o=0, p=0, q=0):
    """Takes more room than a call of `new_pages_at`, so that it is the one that finds none."""


def new_pages_at(depth):
    """Pages of memory that 500 calls at a depth take."""
    if depth:
        return new_pages_at(depth - 1)
    before = getrusage(RUSAGE_SELF).ru_minflt
    for _ in range(500):
        leaf()
    return getrusage(RUSAGE_SELF).ru_minflt - before


@pytest.mark.skipif(sys.platform != "linux", reason="other systems count pages otherwise")
def test_calls_allocate_no_memory_at_any_depth():
    """Test the end of a chunk of Python's stack, where each call could allocate one."""
    usual = [new_pages_at(depth) for depth in range(400)]
    side_by_side = []
    in_one_chunk(lambda: side_by_side.extend(new_pages_at(depth) for depth in range(400)))
    assert max(usual) >= 500
    assert len(side_by_side) == 400
    assert max(side_by_side) < 250


def test_exception_in_a_search_propagates():
    def fail():
        raise KeyError("here")

    with pytest.raises(KeyError, match="here"):
        in_one_chunk(fail)


def test_recursion_limit_suffices_for_the_deepest_search():
    reached = []

    def down(plies):
        if plies:
            down(plies - 1)
        reached.append(plies)

    with deep_recursion():
        in_one_chunk(lambda: down(MAX_DEPTH))
    assert len(reached) == MAX_DEPTH + 1


def test_search_may_go_as_deep_as_the_limit_and_no_deeper():
    with RecursionGuard() as guard:
        guard.follow(MAX_DEPTH)
        with pytest.raises(SearchStopped):
            guard.follow(MAX_DEPTH + 1)
