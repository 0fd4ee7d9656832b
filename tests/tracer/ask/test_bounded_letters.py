"""Bands of a letter in Star1 and Star2, and under known bounds of its leaf."""

import random
from copy import copy
from fractions import Fraction

import pytest

from engine.errors import SearchRefused
from tests.support.cases import over
from tests.support.naive_star import hand_tree, leaves_of, random_tree
from tests.support.random_searches import random_tree as random_hand_tree
from tests.tracer.ask.test_bands import check_partition
from tracer import ask, trace

#: Whole values and leaves of the trees, the bounds themselves, and places between them.
NUMBERS = [Fraction(number, 4) for number in range(-16, 25)] + [Fraction(1, 3), Fraction(-2, 3)]
BOUNDS = (-4.0, 6.0)


def with_letter(draw, tree):
    """A hand tree with x at one of its leaves."""
    made = copy(tree)
    node = draw.choice(tree.known_leaves())
    made.values = tuple(None if at == node else value for at, value in enumerate(tree.values))
    made.letters = {node: "x"}
    return made


def at_number(tree, x):
    return tree.replace_letters({"x": x.numerator if x.denominator == 1 else x})


def check_bands(tree, search, numbers, **options):
    """Each band's visits and value are those of a search at each number in it."""
    bands = ask(tree, search=search, **options).bands
    check_partition(bands)
    ends = [end for band in bands[1:] for end in [band.interval.low]]
    for x in [*numbers, *ends]:
        run = trace(at_number(tree, x), search, **options)
        (band,) = [one for one in bands if x in one.interval]
        assert list(band.run.names()) == list(run.names()), x
        assert band.run.move == run.move, x
        assert float(band.value.evaluate(x)) == run.value, x
        assert band.value.evaluate(x) == run.exact(0) or not tree.has_chance, x
        skipped = [name for cut in band.run.cutoffs for name in cut.skipped]
        shown = [name for cut in run.cutoffs for name in cut.skipped]
        assert sorted(skipped) == sorted(shown), x


@over("search", ["star1", "star2"])
@over("options", [{}, {"bounds": BOUNDS}])
@over("seed", range(70), ms=90)
def test_bands_agree_with_a_run_at_each_number(search, options, seed):
    draw = random.Random(f"letters {seed}")
    tree = random_tree(draw, 3)
    if len(leaves_of(tree)) > 1:
        check_bands(with_letter(draw, hand_tree(tree)), search, NUMBERS, **options)


@pytest.mark.parametrize("search", ["alphabeta", "pvs", "mtdf"])
def test_bands_of_bounded_trees_agree_with_a_run_at_each_number(search):
    for seed in range(12):
        draw = random.Random(f"{search} {seed}")
        tree = random_hand_tree(draw, chance=False)
        leaves = [tree.values[state] for state in tree.known_leaves()]
        if not 2 <= len(leaves) <= 30 or tree.has_shared_nodes:
            continue
        if max(map(abs, leaves)) > 100 or any(value != int(value) for value in leaves):
            continue
        low, high = float(min(leaves)) - 1, float(max(leaves)) + 1
        numbers = [Fraction(number, 2) for number in range(int(2 * low), int(2 * high) + 1)]
        check_bands(with_letter(draw, tree), search, numbers, bounds=(low, high))


def test_letter_at_leaves_whose_bounds_exclude_each_other_is_refused():
    tree = {
        "tree": [{"bounds": [0, 2], "children": ["x", 1]}, {"bounds": [3, 4], "children": ["x", 3]}]
    }
    with pytest.raises(SearchRefused, match="no x is within the bounds of all its leaves"):
        ask(tree, "pruned B2")
