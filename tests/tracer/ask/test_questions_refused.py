"""Questions about a letter that a search or an order cannot answer."""

import pytest

from engine.errors import SearchRefused
from tracer import ask

TREE = [[4, "x", 6], [9]]


@pytest.mark.parametrize("order", ["perfect", "worst"])
def test_orders_by_minimax_values_are_refused(order):
    """The letter decides the order too: x = 5 keeps B1 last, x = 3 puts it second."""
    with pytest.raises(SearchRefused, match=f"the order {order} is by the minimax values"):
        ask(TREE, "pruned B1", order=order)


def test_sss_prunes_nothing():
    with pytest.raises(SearchRefused, match="sss has no cutoffs"):
        ask([[6, 3], [3, 6], [5, "x", 0]], "pruned C2", "sss")
    assert ask([[6, 3], [3, 6], [5, "x", 0]], "visited D2", "sss").text
