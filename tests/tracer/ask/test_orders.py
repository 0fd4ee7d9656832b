"""All orders of children against every permutation; possible pruning against sampled values."""

import random
from itertools import permutations, product
from math import inf

import pytest

from engine.errors import SearchRefused, UsageError
from tests.support.cases import over
from tests.support.naive import names as names_of
from tests.support.tables import table
from tests.tracer.ask.test_bands import CONVENTIONS, Plain, leaf_paths, random_lists
from tracer import ask
from tracer.ask.orders import fewest_leaves

LECTURE = [[3, 12, 8], [2, 4, 6], [14, 5, 2]]

#: All but the one of ties, which change no visits.
RULES = CONVENTIONS[:4]


def orders_of(node, path=()):
    """Every order of a tree: nodes as (path in the drawn tree, children in order or value)."""
    if not isinstance(node, list):
        yield path, node
        return
    below = [[*orders_of(child, (*path, place))] for place, child in enumerate(node)]
    for places in permutations(range(len(node))):
        for kids in product(*(below[place] for place in places)):
            yield path, [*kids]


class Ordered(Plain):
    """Alpha-beta of a tree in another order, whose paths are those of the drawn tree."""

    def search(self, node, path, is_max, alpha, beta):
        drawn, inside = node
        return super().search(inside, drawn, is_max, alpha, beta)


def random_small(seed):
    """A tree of at most eight leaves with few enough orders to try them all."""
    rng = random.Random(seed)
    while len(names_of(tree := random_lists(rng, [2, 3, 4], 2, 8))) > 20:
        pass
    return tree


@over("seed", range(500), ms=90)
@over("window", [None, (1.5, 4)])
def test_orders_agree_with_every_permutation(seed, window):
    tree = random_small(seed)
    names = names_of(tree)
    convention, rules = RULES[seed % len(RULES)]
    answer = ask(tree, "orders", convention=convention, **({"window": window} if window else {}))
    leaves = {names[path] for path in leaf_paths(tree)}
    counts, never, ever = set(), set(names.values()), set()
    for ordered in orders_of(tree):
        run = Ordered(ordered, **rules, window=window or (-inf, inf))
        seen = {names[path] for path in run.visits}
        counts.add(len(seen & leaves))
        ever |= {*names.values()} - seen
        never -= seen
    assert (answer.fewest.count, answer.most.count) == (min(counts), max(counts)), tree
    assert set(answer.prunable) == ever, tree
    assert set(answer.always) == never, tree
    for order in (answer.fewest, answer.most):
        ordered = in_order(tree, names, order.children)
        run = Ordered(ordered, **rules, window=window or (-inf, inf))
        seen = [names[path] for path in run.visits]
        assert [name for name in seen if name in leaves] == [*order.leaves], tree
        assert len(order.leaves) == order.count


def in_order(tree, names, children, path=()):
    """The tree with the children of an answer's order."""
    if not isinstance(tree, list):
        return path, tree
    places = {names[*path, place]: place for place in range(len(tree))}
    return path, [
        in_order(tree[places[name]], names, children, (*path, places[name]))
        for name in children[names[path]]
    ]


def test_orders_of_the_lecture_tree():
    answer = ask(LECTURE, "orders")
    assert (answer.fewest.count, answer.most.count, answer.leaves) == (5, 9, 9)
    assert answer.prunable == ["C2", "C3", "D1", "D2"]
    assert answer.always == []
    found = answer.as_json()
    assert found["fewest"]["leaves"] == len(found["fewest"]["visits"]) == 5
    assert found["sometimes_pruned"] == ["C2", "C3", "D1", "D2"]
    assert "fewest  5 of 9 leaves, with D: D3 D1 D2" in answer.text
    assert answer.text.endswith("pruned in some order   C2 C3 D1 D2\npruned in every order  none")


def test_tree_with_too_many_orders_is_refused(monkeypatch):
    monkeypatch.setattr("tracer.ask.orders._MOST_STEPS", 10_000)
    with pytest.raises(SearchRefused, match="too many orders"):
        ask([[*range(40)], [*range(40)]], "orders")


def test_negamax_has_the_orders_of_alphabeta():
    assert ask(LECTURE, "orders", "negamax") == ask(LECTURE, "orders")


def test_orders_of_a_large_tree_need_no_enumeration():
    rng = random.Random(1)
    tree = [[[rng.randint(0, 99) for _ in range(3)] for _ in range(3)] for _ in range(3)]
    answer = ask(tree, "orders")
    assert answer.leaves == answer.most.count == 27
    # Knuth and Moore: the fewest leaves of any tree of this shape.
    assert answer.fewest.count == fewest_leaves("3,3").fewest == 11


@pytest.mark.parametrize(
    ("tree", "search", "options", "message"), table(__file__, "orders_refused")
)
def test_unsuitable_trees_and_searches_are_refused(tree, search, options, message):
    with pytest.raises((SearchRefused, UsageError), match=message):
        ask(tree, "orders", search, **options)


# Possible pruning ---------------------------------------------------------------------------------


@over("seed", range(500), ms=90)
def test_possible_agrees_with_sampled_values(seed):
    tree = random_small(seed)
    names = names_of(tree)
    rng = random.Random(seed)
    convention, rules = RULES[seed % len(RULES)]
    leaves = leaf_paths(tree)
    pruned = set()
    # Values 0 to 3 leave room on both sides of every bound.
    for _ in range(600):
        values = {path: rng.randint(0, 3) for path in leaves}
        pruned |= {*names} - {*Plain(filled(tree, values), **rules).visits}
    for path, name in names.items():
        answer = ask(tree, f"possible {name}", convention=convention)
        if path in pruned:
            assert answer.witness is not None, (tree, name)
        if answer.witness is not None:
            values = {one: answer.witness[names[one]] for one in leaves}
            run = Plain(filled(tree, values), **rules)
            assert path not in run.visits, (tree, name)
            assert names[next(one for one in run.skipped if path[: len(one)] == one)[:-1]] == (
                answer.at
            )


def filled(tree, values, path=()):
    if not isinstance(tree, list):
        return values[path]
    return [filled(child, values, (*path, at)) for at, child in enumerate(tree)]


@over(("tree", "node", "options", "expected"), table(__file__, "order_reasons"))
def test_the_reason_names_the_bound(tree, node, options, expected):
    answer, is_possible = ask(tree, f"possible {node}", **options), expected.startswith("yes")
    assert answer.text.startswith(expected)
    cut = {"node": answer.at, "after": answer.after} if is_possible else None
    found = answer.as_json()
    assert (found["possible"], found.get("cutoff")) == (is_possible, cut)


@pytest.mark.parametrize("window", [(0, 5), (-inf, 5), (0, inf)])
def test_a_window_at_the_root_is_a_bound_too(window):
    for name in ("B2", "C", "C2"):
        answer = ask(LECTURE, f"possible {name}", window=window)
        is_max, path = name == "C", {"B2": (0, 1), "C": (1,), "C2": (1, 1)}[name]
        has_bound = window[1] < inf if is_max else window[0] > -inf
        assert (answer.witness is not None) is (has_bound or name == "C2")
        if answer.witness:
            names = names_of(LECTURE)
            values = {one: answer.witness[names[one]] for one in leaf_paths(LECTURE)}
            ordered = next(iter(orders_of(filled(LECTURE, values))))
            assert path not in Ordered(ordered, window=window).visits


# Uniform trees ------------------------------------------------------------------------------------


def uniform(branching, plies, is_max=True, value=0):
    """A tree in the best order: the first child of every node is the best."""
    if not plies:
        return value
    worse = -1 if is_max else 1
    return [
        uniform(branching, plies - 1, not is_max, value + (worse * 2**plies if place else 0))
        for place in range(branching)
    ]


@over("branching", [1, 2, 3, 4])
@over("plies", [0, 1, 2, 3, 4])
def test_fewest_leaves_are_those_of_the_best_order(branching, plies):
    tree = uniform(branching, plies)
    run = Plain(tree)
    answer = fewest_leaves(f"{branching},{plies}")
    assert answer.fewest == sum(path in set(leaf_paths(tree)) for path in run.visits)
    assert answer.leaves == len(leaf_paths(tree))


def test_fewest_is_read_from_a_text():
    assert fewest_leaves("3, 4").text == "17 of 81 leaves: 3^2 + 3^2 − 1 with the best order"
    for text in ("3", "3,4,5", "a,b", "0,2", "3,-1", "3,99999999999", "²,3"):
        with pytest.raises(UsageError):
            fewest_leaves(text)
