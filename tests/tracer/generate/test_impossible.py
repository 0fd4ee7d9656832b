"""Orders that no tree can meet are refused, with the constraint that fails; others are not."""

from __future__ import annotations

from itertools import product

import pytest

from tests.support import naive_generated as naive
from tracer.generate import ImpossibleOrder, Order, generate
from tracer.generate.bounds import bounds_of, even_bounds
from tracer.generate.dice import Dice
from tracer.generate.impossible import check_possible
from tracer.generate.sketch import draw_shape

#: An order, the constraint that fails, and a word of the reason.
REFUSED = [
    ({"distinct": True, "values": (0, 4), "branching": 3, "plies": 2}, "distinct", "9 leaves"),
    ({"cutoffs": 7}, "cutoffs", "at most 6 nodes can be cut"),
    ({"plies": 1, "cutoffs": 1}, "cutoffs", "at most 0"),
    ({"plies": 3, "deep": True}, "deep", "a deep cutoff in 3 plies"),
    ({"plies": 4, "deep": 1, "branching": [1, 3, 3, 3]}, "deep", "takes a choice"),
    ({"plies": 4, "deep": 3, "cutoffs": 2}, "deep", "at least 3 deep cutoffs and 2 cutoffs"),
    ({"skipped": "50%"}, "skipped", "50% of 27 leaves is no whole number"),
    ({"skipped": 17}, "skipped", "visits at least 11 and skips at most 16"),
    ({"branching": (1, 3), "skipped": 17}, "skipped", "at most 16"),
    ({"cutoffs": 3, "skipped": 2, "branching": (2, 3)}, "skipped", "Every cutoff skips"),
    ({"cutoffs": 0, "skipped": 2}, "skipped", "no cutoffs"),
    ({"children": "best-first", "cutoffs": 1}, "cutoffs", "best-first make 4"),
    ({"children": "best-first", "skipped": 3}, "skipped", "best-first make it 16 of 27"),
    ({"children": "worst-first", "cutoffs": 1, "distinct": True}, "cutoffs", "make 0"),
    ({"ties": 3, "distinct": True}, "ties", "ties and distinct"),
    ({"ties": 27}, "ties", "at most 27 leaves"),
    ({"unique": True, "values": 7}, "unique", "all values are 7"),
    ({"unique": True, "ties": 26}, "unique", "make all values equal"),
    ({"unique": True, "chance": [0]}, "unique", "where chance moves"),
    ({"chance": [1], "cutoffs": 1}, "cutoffs", "no search cuts there"),
    ({"chance": [1], "skipped": "5%..20%"}, "skipped", "no search cuts there"),
    ({"chance": [1], "search": "alphabeta"}, "search", "cannot value"),
    ({"chance": [1], "branching": 7}, "branching", "fractions of at most 6"),
    ({"chance": [1], "fractions": [2]}, "branching", "3 outcomes"),
    ({"chance": [1], "branching": 1}, "branching", "one outcome"),
    ({"chance": [2], "values": (3, 4)}, "values", "whole mean"),
    ({"chance": [2], "values": 3, "whole": False}, "values", "differ"),
    ({"search": "minimax", "cutoffs": 1}, "cutoffs", "minimax never cuts"),
    ({"search": "pvs", "plies": 4, "deep": 1}, "deep", "null windows"),
    ({"plies": 9, "branching": 4}, "branching", "262,144 leaves"),
    ({"plies": 2, "branching": 2, "skipped": 6}, "skipped", "6 of 4 leaves skipped"),
    ({"plies": 2, "branching": 2, "skipped": (7, 9)}, "skipped", "7 of 4 leaves skipped"),
    ({"plies": 1, "branching": 2, "chance": [0], "ties": 1}, "ties", "2 outcomes that differ"),
    ({"plies": 2, "chance": [1], "ties": 7}, "ties", "3 outcomes that differ"),
    ({"plies": 2, "branching": 2, "cutoffs": 0, "ties": 3}, "cutoffs", "all equal make 1"),
    ({"values": 5, "convention": "cs188", "cutoffs": 1}, "cutoffs", "all equal make 0"),
    ({"branching": 2, "cutoffs": 1, "skipped": 3}, "skipped", "skips at most 2"),
    ({"branching": (1, 2), "cutoffs": 1, "skipped": 3}, "skipped", "skips at most 2"),
    ({"plies": 4, "branching": 2, "deep": 5}, "deep", "at most 4 nodes"),
    ({"plies": 1, "branching": 1, "cutoffs": 1}, "cutoffs", "1 cutoff in a tree of 1 leaf,"),
    ({"plies": 2, "branching": (1, 2), "cutoffs": 2}, "cutoffs", "at most 1 node can"),
    ({"plies": 4, "deep": 1, "cutoffs": 0}, "deep", "at least 1 deep cutoff and 0 cutoffs"),
    ({"chance": [1], "fractions": [6]}, "fractions", "or ask for 2 outcomes"),
    ({"chance": [1], "values": (0, 2), "branching": 4}, "values", "4 outcomes at depth 1"),
    (
        {"chance": [1], "branching": 2, "fractions": [5], "values": (0, 4)},
        "values",
        "a whole mean",
    ),
    (
        {"apart": ["wrong-bound", "leaking-bounds"], "apart_in": ["windows"]},
        "apart",
        "the same windows in any tree",
    ),
    ({"apart": ["arithmetic-slip"]}, "apart", "depend on the slip"),
    ({"apart": ["zero-unset"], "values": (1, 9)}, "apart", "0 is not in 1..9"),
    ({"apart": ["strictness-flipped"], "distinct": True}, "apart", "distinct"),
    ({"apart": ["shallow-only"]}, "apart", "in 3 plies"),
    ({"apart": ["rewritten-window"]}, "apart", "only the windows"),
    ({"apart": ["fail-hard-values"]}, "apart", "visits the same nodes"),
    ({"apart": ["chance-misread"]}, "apart", "no chance node"),
    ({"apart": ["root-reset"], "chance": [1]}, "apart", "has no window"),
    ({"apart": ["root-reset", "one-sided-test"]}, "apart", "the same visits in any tree"),
    ({"apart": ["wrong-bound"]}, "apart", "merely ends early"),
    (
        {"apart": ["window-reset", "wrong-bound"], "convention": "cs188,update=before-test"},
        "apart",
        "nothing is cut",
    ),
    ({"apart": ["window-reset", "refuses-cutoff"]}, "apart", "nothing is ever cut"),
]


@pytest.mark.parametrize(("entries", "key", "why"), REFUSED)
def test_an_impossible_order_is_refused_with_the_constraint_that_fails(entries, key, why):
    with pytest.raises(ImpossibleOrder, match="no tree can meet this") as error:
        generate(Order(**entries), "never")
    assert error.value.key == error.value.where == key
    assert why in str(error.value)


def trees_of(widths, values):
    """Every tree of a shape, as nested lists."""
    if not widths:
        return list(values)
    below = trees_of(widths[1:], values)
    return [list(kids) for kids in product(below, repeat=widths[0])]


@pytest.mark.parametrize(
    ("widths", "values"), [((2, 2), range(4)), ((3, 2), range(3)), ((2, 2, 2), range(3))]
)
def test_what_counting_says_is_so_of_every_tree(widths, values):
    counted = even_bounds(Order(plies=len(widths)).turns, widths)
    every = trees_of(list(widths), values)
    found = [naive.AlphaBeta().run(tree, True) for tree in every]
    assert min(one.seen for one in found) == counted.fewest_seen
    assert max(one.cutoffs for one in found) <= counted.most_cutoffs
    for tree, one in zip(every, found, strict=True):
        choices = naive.every_choice(tree, True)
        if all(worth == sorted(worth, reverse=is_max) for is_max, worth in choices):
            assert one.cutoffs == counted.best_cutoffs
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
        counted = even_bounds(order.turns, widths)
        assert played.cutoffs == counted.best_cutoffs
        assert played.skipped == counted.leaves - counted.fewest_seen


@pytest.mark.parametrize("branching", [2, 3, 4])
@pytest.mark.parametrize("plies", range(1, 8))
def test_the_fewest_leaves_are_knuth_and_moores(plies, branching):
    counted = even_bounds(Order(plies=plies).turns, (branching,) * plies)
    formula = branching ** ((plies + 1) // 2) + branching ** (plies // 2) - 1
    assert counted.fewest_seen == formula
    assert counted.leaves == branching**plies


def test_no_tree_goes_beyond_the_bounds_of_its_shape():
    for number in range(150):
        dice = Dice(f"bounds {number}")
        order = Order(plies=dice.between(1, 5), branching=(1, 3), values=(0, 9))
        made = generate(order, f"bounds {number}")
        shape = draw_shape(order, Dice(f"plytrace.generate/1 bounds {number}"))
        counted = bounds_of(shape)
        assert counted.leaves == made.facts.leaves
        assert made.facts.played.cutoffs <= counted.most_cutoffs
        assert counted.leaves - made.facts.played.skipped >= counted.fewest_seen


@pytest.mark.parametrize("widths", [(2, 2, 2, 2), (2, 3, 1, 2), (1, 2, 2, 2, 2), (3, 2, 2, 2)])
def test_no_tree_has_more_deep_cutoffs_or_skips_more_with_few(widths):
    counted = even_bounds(Order(plies=len(widths)).turns, widths)
    most_deep = most_at_once = 0
    for number in range(1_500):
        dice = Dice(f"deep {number}")
        tree = grown(widths, dice)
        found = naive.AlphaBeta().run(tree, True)
        skipped = counted.leaves - found.seen
        most_deep = max(most_deep, found.deep)
        if found.cutoffs:
            assert skipped <= found.cutoffs * counted.most_at_once
            most_at_once = max(most_at_once, skipped if found.cutoffs == 1 else 0)
    assert 0 < most_deep <= counted.most_deep
    assert most_at_once == counted.most_at_once


def grown(widths, dice):
    if not widths:
        return dice.below(12)
    return [grown(widths[1:], dice) for _ in range(widths[0])]


@pytest.mark.parametrize("ties", [0, 1, 2, 3])
@pytest.mark.parametrize("unique", [False, True])
@pytest.mark.parametrize("distinct", [False, True])
@pytest.mark.parametrize("children", ["", "best-first", "worst-first"])
def test_what_is_refused_no_tree_of_two_plies_meets(ties, unique, distinct, children):
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
        len(leaves) - len(set(leaves)) >= order.ties
        and not (order.distinct and len(set(leaves)) < len(leaves))
        and not (order.unique and moves.count(max(moves)) > 1)
        and (order.cutoffs is None or found.cutoffs == order.cutoffs.low)
        and (order.skipped is None or len(leaves) - found.seen == order.skipped.low)
        and (
            falling is None
            or all(worth == sorted(worth, reverse=most is falling) for most, worth in choices)
        )
    )
