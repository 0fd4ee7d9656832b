"""All orders of children against every permutation; possible pruning against sampled values."""

from __future__ import annotations

import pytest

from engine.errors import SearchRefused
from tests.support.cases import over
from tests.tracer.ask.test_orders import (
    check_orders,
    check_possible,
)
from tracer import ask


@over("part", range(20), ms=150)
def test_orders_agree_with_every_permutation_of_many_trees(part):
    for seed in range(500 + 20 * part, 520 + 20 * part):
        check_orders(seed)


@over("part", range(20), ms=150)
def test_possible_agrees_with_sampled_values_of_many_trees(part):
    for seed in range(500 + 20 * part, 520 + 20 * part):
        check_possible(seed)


def test_tree_with_too_many_orders_is_refused():
    with pytest.raises(SearchRefused, match="too many orders"):
        ask([[*range(40)], [*range(40)]], "orders")
