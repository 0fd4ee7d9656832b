"""Requests that no tree can meet are refused at once or end with the nearest tree."""

from __future__ import annotations

from itertools import product

import pytest

from tests.support import naive_generated as naive
from tests.support.cases import over
from tests.support.tables import table
from tracer.generate import ImpossibleOrder, NotFound, Order, generate
from tracer.generate.impossible import check_possible, limits_of
from tracer.generate.tree_sketch import Dice, draw_shape

#: An order, the constraint that fails, and a word of the reason.
REFUSED = table(__file__, "impossible")

#: An order, the constraint that is not met, and the nearest tree.
UNMET = table(__file__, "unmet")

#: An order, and what the nearest tree does not tell apart.
NEVER_APART = [
    ({"apart": ["arithmetic-slip"]}, "arithmetic-slip changes no answer"),
    ({"apart": ["root-reset"], "search": "minimax"}, "root-reset changes no answer"),
    ({"apart": ["strictness-flipped"], "distinct": True}, "strictness-flipped changes no answer"),
    ({"apart": ["window-reset", "refuses-cutoff"]}, "refuses-cutoff give the same answers"),
]


@over(("entries", "key", "why"), REFUSED)
def test_impossible_request_is_refused_with_the_constraint_that_fails(entries, key, why):
    with pytest.raises(ImpossibleOrder, match="no tree can meet these") as error:
        generate(Order(**entries), "never")
    assert error.value.key == error.value.where == key
    assert why in str(error.value)


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


def limits_for(widths):
    """The limits of a tree whose nodes have as many children as those beside them."""
    order = Order(plies=len(widths), branching=[[width] for width in widths])
    return limits_of(draw_shape(order, Dice("")))


def trees_of(widths, values):
    """Every tree of a shape, as nested lists."""
    if not widths:
        return list(values)
    below = trees_of(widths[1:], values)
    return [list(kids) for kids in product(below, repeat=widths[0])]


@over(("widths", "values"), [((2, 2), range(4)), ((3, 2), range(3)), ((2, 2, 2), range(3))])
def test_computed_limits_hold_for_every_tree(widths, values):
    counted = limits_for(widths)
    every = trees_of(list(widths), values)
    found = [naive.AlphaBeta().run(tree, True) for tree in every]
    assert min(one.seen for one in found) == counted.fewest_seen
    assert max(one.cutoffs for one in found) <= counted.most_cutoffs
    for tree, one in zip(every, found, strict=True):
        choices = naive.every_choice(tree, True)
        if all(worth == sorted(worth, reverse=is_max) for is_max, worth in choices):
            assert one.seen == counted.fewest_seen
        leaves = naive.leaves(tree)
        worst_first = all(worth == sorted(worth, reverse=not most) for most, worth in choices)
        if worst_first and len(set(leaves)) == len(leaves):
            assert one.cutoffs == 0


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
        counted = limits_for(widths)
        assert played.skipped == counted.leaves - counted.fewest_seen


@over("branching", [2, 3, 4])
@over("plies", range(1, 7))
def test_minimum_leaves_equal_knuth_and_moores(plies, branching):
    counted = limits_for((branching,) * plies)
    formula = branching ** ((plies + 1) // 2) + branching ** (plies // 2) - 1
    assert counted.fewest_seen == formula
    assert counted.leaves == branching**plies


def test_trees_stay_within_the_bounds_of_their_shape():
    for number in range(150):
        dice = Dice(f"bounds {number}")
        order = Order(plies=dice.between(1, 5), branching=(1, 3), values=(0, 9))
        made = generate(order, f"bounds {number}")
        shape = draw_shape(order, Dice(f"plytrace.generate/1 bounds {number}"))
        counted = limits_of(shape)
        assert counted.leaves == made.facts.leaves
        assert made.facts.played.cutoffs <= counted.most_cutoffs
        assert counted.leaves - made.facts.played.skipped >= counted.fewest_seen


@over("widths", [(2, 2, 2, 2), (2, 3, 1, 2), (1, 2, 2, 2, 2), (3, 2, 2, 2)], ms=150)
def test_no_tree_skips_more_leaves_with_few_cutoffs(widths):
    counted = limits_for(widths)
    most_at_once = 0
    for number in range(1_500):
        dice = Dice(f"deep {number}")
        tree = grown(widths, dice)
        found = naive.AlphaBeta().run(tree, True)
        skipped = counted.leaves - found.seen
        if found.cutoffs:
            assert skipped <= found.cutoffs * counted.most_at_once
            most_at_once = max(most_at_once, skipped if found.cutoffs == 1 else 0)
    assert most_at_once == counted.most_at_once


def grown(widths, dice):
    if not widths:
        return dice.below(12)
    return [grown(widths[1:], dice) for _ in range(widths[0])]


@over("ties", [0, 1, 2, 3], ms=150)
@over("unique", [False, True])
@over("distinct", [False, True])
@over("children", ["", "best-first", "worst-first"])
def test_refused_requests_are_met_by_no_tree_of_two_plies(ties, unique, distinct, children):
    values = range(3)
    trees = trees_of([2, 2], values)
    for cutoffs, skipped in product([None, 0, 1, 2], repeat=2):
        order = Order(
            plies=2,
            branching=2,
            values=(0, 2),
            ties=ties,
            unique=unique,
            distinct=distinct,
            children=children,
            cutoffs=cutoffs,
            skipped=skipped,
        )
        try:
            check_possible(order)
        except ImpossibleOrder:
            assert not any(meets(tree, order) for tree in trees), order


def meets(tree, order):
    leaves = naive.leaves(tree)
    found = naive.AlphaBeta().run(tree, True)
    choices = naive.every_choice(tree, True)
    falling = {"best-first": True, "worst-first": False}.get(order.children)
    moves = choices[0][1]
    return (
        order.ties.low <= len(leaves) - len(set(leaves)) <= order.ties.high
        and not (order.distinct and len(set(leaves)) < len(leaves))
        and not (order.unique and moves.count(max(moves)) > 1)
        and (order.cutoffs is None or found.cutoffs == order.cutoffs.low)
        and (order.skipped is None or len(leaves) - found.seen == order.skipped.low)
        and (
            falling is None
            or all(worth == sorted(worth, reverse=most is falling) for most, worth in choices)
        )
    )
