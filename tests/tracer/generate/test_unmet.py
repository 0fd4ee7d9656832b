"""Requests that no tree meets end with the nearest tree; sorted children give known counts."""

from __future__ import annotations

from math import prod

import pytest

from tests.support.cases import over
from tests.support.tables import table
from tracer.generate import NotFound, Order, generate
from tracer.generate.tree_sketch import Dice

#: An order, the constraint that is not met, and the nearest tree.
UNMET = table(__file__, "unmet")

#: An order, and what the nearest tree does not tell apart.
NEVER_APART = [
    ({"apart": ["arithmetic-slip"]}, "arithmetic-slip changes no answer"),
    ({"apart": ["root-reset"], "search": "minimax"}, "root-reset changes no answer"),
    ({"apart": ["strictness-flipped"], "distinct": True}, "strictness-flipped changes no answer"),
    ({"apart": ["window-reset", "refuses-cutoff"]}, "refuses-cutoff give the same answers"),
]


@over(("entries", "asked", "found"), UNMET, ms=150)
def test_unmet_request_reports_the_nearest_tree(entries, asked, found):
    with pytest.raises(NotFound) as error:
        generate(Order(**entries), "never", tries=500)
    message, _, nearest = str(error.value).partition(", but ")
    assert message.startswith("no tree found after 500 tries; asked for ")
    assert asked in message
    assert found in nearest
    assert "Relax the constraints" in nearest


@over(("entries", "found"), NEVER_APART)
def test_misconceptions_that_no_tree_distinguishes_are_reported_as_looking_the_same(entries, found):
    with pytest.raises(NotFound) as error:
        generate(Order(**entries), "never", tries=20)
    asked = f"asked for different answers for {', '.join(entries['apart'])}"
    assert f"{asked}, but in the nearest tree" in str(error.value)
    assert found in str(error.value)


def test_worst_first_with_distinct_values_makes_deep_cutoffs_or_none():
    order = Order(plies=5, branching=(1, 3), distinct=True, children="worst-first")
    played = [generate(order, seed).facts.played for seed in "abcdefgh"]
    assert all(one.cutoffs == one.deep for one in played)
    assert any(one.deep for one in played)


def test_best_first_is_the_minimal_tree_however_deep():
    for number in range(60):
        dice = Dice(f"best {number}")
        widths = [dice.between(1, 3) for _ in range(dice.between(1, 6))]
        order = Order(
            plies=len(widths),
            branching=[[width] for width in widths],
            children="best-first",
            values=(0, 9),
        )
        played = generate(order, f"best {number}").facts.played
        # Knuth and Moore (1975): every leaf on an odd, or on an even, path.
        seen = prod(widths[::2]) + prod(widths[1::2]) - 1
        assert played.skipped == prod(widths) - seen
