"""Requests that no tree meets end by themselves."""

from __future__ import annotations

import pytest

from tracer.generate import NotFound, Order, generate


def test_search_that_stops_improving_ends_by_itself():
    order = Order(children="best-first", cutoffs=1)
    with pytest.raises(NotFound) as error:
        generate(order, "never")
    assert error.value.tally.tries < 25_000
    assert not error.value.stopped
