"""Every move order, compared with sorting by hand, and its effect on the searches."""

import math

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from engine.errors import SearchRefused
from engine.search import SEARCHES
from engine.searches.ordering import ORDERS
from tests.engine.searches.test_searches import Unhashable
from tests.support.cases import examples, over
from tests.support.naive_searches import (
    Lists,
    Ordered,
    guess,
    leaves,
    minimax,
    paths_of,
    sorted_places,
)
from tests.support.tables import table
from tracer import trace
from tracer.steps.result_words import visit_order

pytestmark = pytest.mark.usefixtures("plain_and_kernel")

VALUES = st.sampled_from([-3, -1, 0, 0, 0.5, 1, 1, 2, 3, 5])
TREES = st.recursive(VALUES, lambda below: st.lists(below, min_size=1, max_size=5), max_leaves=40)
LEARNING = ["killer", "history", "best-first"]
KNOWING = [order for order in ORDERS if order not in LEARNING]
WINDOWED = ["alphabeta", "pvs", "transposition"]
LIMITS = st.sampled_from([None, None, 1, 2, 3])


def search_for(order):
    """A search that takes an order."""
    return "deepening" if order == "best-first" else "alphabeta"


def spelled_out(order, tree, is_max, left):
    """The places of a node's moves in an order that has nothing to learn, by hand."""
    below = None if left is None else left - 1
    by = {
        "given": lambda: list(range(len(tree))),
        "right-to-left": lambda: list(range(len(tree)))[::-1],
        "static": lambda: sorted(range(len(tree)), key=lambda place: leaves(tree[place])),
        "evaluation": lambda: sorted_places(tree, is_max, guess),
        "perfect": lambda: sorted_places(tree, is_max, lambda t: minimax(t, not is_max, below)),
        "worst": lambda: sorted_places(
            tree, is_max, lambda t: minimax(t, not is_max, below), best_first=False
        ),
    }
    return by[order]()


@given(TREES, st.sampled_from(KNOWING), LIMITS, st.booleans())
@examples(20)
def test_static_order_sorts_the_moves_of_every_node(tree, order, depth, shared):
    game = Lists(tree, shared)
    found = trace(game, "minimax", order=order, depth=depth)
    log = found.log
    for row in range(len(log)):
        state = found.state(row)
        places = [log.action[child] for child in log.children(row)]
        if places:
            left = None if depth is None else depth - log.depth[row]
            assert places == spelled_out(order, game.at(state), state[0], left)
            assert sorted(places) == list(range(log.actions[row]))


@given(TREES, st.sampled_from(list(ORDERS)), LIMITS)
@examples(20)
def test_every_order_permutes_the_moves(tree, order, depth):
    found = trace(Lists(tree), search_for(order), order=order, depth=depth)
    log = found.log
    for row in range(len(log)):
        places = [log.action[child] for child in log.children(row)]
        assert len(set(places)) == len(places) == log.tried[row]
        assert all(0 <= place < log.actions[row] for place in places)
        assert len(found.skipped(row)) == log.actions[row] - log.tried[row]
    for kind in ("generated", "visited", "leaves", "expanded"):
        count = found.counts.evaluated if kind == "leaves" else getattr(found.counts, kind)
        assert sum(1 for _ in visit_order(found, kind)) == count


@given(TREES, st.sampled_from([order for order in ORDERS if order != "best-first"]), LIMITS)
@examples(20)
def test_every_order_gives_the_same_value_in_every_search(tree, order, depth):
    game = Lists(tree, shared=True)
    for search in WINDOWED:
        assert trace(game, search, order=order, depth=depth).value == minimax(tree, left=depth)


@given(TREES, st.sampled_from(list(ORDERS)), st.integers(1, 4), st.booleans())
def test_every_order_gives_the_same_value_in_every_pass_of_deepening(tree, order, depth, shared):
    found = trace(Lists(tree, shared), "deepening", order=order, depth=depth)
    for number, root in enumerate(found.roots, 1):
        assert found.log.value[root] == minimax(tree, left=number)


#: Four plies in which cutoffs near the leaves are many, and one far above them counts for more.
OUTWEIGHED = table(__file__, "outweighed")


@given(TREES, st.sampled_from(["killer", "history"]), LIMITS)
@example(OUTWEIGHED, "history", 4)
@example([[5, 6], [6, 4], [9, 3]], "killer", None)  # a cutoff after the last move
@example([[5, 6], [6, 4], [9, 3]], "history", None)
@examples(20)
def test_killers_and_history_visit_in_the_order_of_their_tables(tree, order, depth):
    naive = Ordered(tree, order)
    value = naive.run(depth)
    found = trace(Lists(tree), order=order, depth=depth)
    assert found.value == value
    assert paths_of(found) == naive.visited


@given(TREES, st.sampled_from(LEARNING), st.integers(1, 5))
@examples(20)
def test_deepening_learns_from_pass_to_pass(tree, order, depth):
    found = trace(Lists(tree), "deepening", order=order, depth=depth)
    naive = Ordered(tree, order)
    values = [naive.run(number) for number in range(1, len(found.roots) + 1)]
    assert [found.log.value[root] for root in found.roots] == values
    assert paths_of(found) == naive.visited


@given(TREES, st.sampled_from(["perfect", "worst"]), st.integers(1, 4))
@example([[1, 5], [4, 3]], "perfect", 2)  # seems worth 5 and 3, and is worth 1 and 3
def test_perfect_order_of_a_pass_is_that_of_a_search_of_its_depth(tree, order, depth):
    deepened = trace(Lists(tree), "deepening", order=order, depth=depth)
    ends = [*deepened.roots[1:], len(deepened.log)]
    for number, (root, end) in enumerate(zip(deepened.roots, ends, strict=True), 1):
        fixed = trace(Lists(tree), order=order, depth=number)
        assert list(deepened.log.action[root:end]) == list(fixed.log.action)
    assert deepened.line == fixed.line


def uniform(numbers, branching, depth):
    return (
        [uniform(numbers, branching, depth - 1) for _ in range(branching)]
        if depth
        else next(numbers)
    )


@st.composite
def uniform_trees(draw):
    branching, depth = draw(st.sampled_from([(2, 2), (2, 3), (2, 4), (2, 5), (3, 3), (4, 2)]))
    size = branching**depth
    numbers = draw(st.lists(VALUES, min_size=size, max_size=size))
    return branching, depth, uniform(iter(numbers), branching, depth)


@given(uniform_trees(), st.sampled_from(["alphabeta", "negamax"]))
def test_perfect_order_visits_the_minimum_number_of_leaves(tree, search):
    branching, depth, lists = tree
    counts = {
        order: trace(lists, search, order=order).counts.terminals
        for order in ("perfect", "worst", "given", "right-to-left", "killer", "history")
    }
    least = branching ** math.ceil(depth / 2) + branching ** (depth // 2) - 1
    assert counts["perfect"] == least
    assert all(count >= least for count in counts.values())


# Refusals ------------------------------------------------------------------------------------


@over("search", [name for name, kind in SEARCHES.items() if "order" in kind.takes], ms=45)
@over("order", LEARNING)
def test_learning_order_is_refused_by_searches_without_cutoffs(search, order):
    source = {"expectiminimax": "dice", "single": "pacman", "deepening": "estimates"}
    source["maxn"] = "three-players"
    kind = SEARCHES[search]
    able = kind.several_roots if order == "best-first" else kind.has_window
    more = {"sum": 16} if search == "maxn" and able else {}  # without it, nothing is cut
    if able:
        assert trace(source.get(search, "lecture"), search, order=order, **more).counts.visited
        return
    with pytest.raises(SearchRefused, match=f"the order {order} learns from") as caught:
        trace(source.get(search, "lecture"), search, order=order)
    assert caught.value.hint.startswith("Use it with")


@over("order", list(ORDERS))
def test_only_orders_that_look_up_positions_need_a_hash(order):
    game = Unhashable([[3, 5], [2, 9]])
    if order in ("perfect", "worst", "best-first"):
        with pytest.raises(SearchRefused, match=f"the order {order} needs a table of positions"):
            trace(game, search_for(order), order=order)
    else:
        assert trace(game, search_for(order), order=order).value == 3


def test_perfect_order_is_refused_for_too_large_a_game(monkeypatch):
    monkeypatch.setattr("engine.searches.ordering.MOST_STATES", 1_000)
    with pytest.raises(SearchRefused, match="more than 1,000 positions of tic-tac-toe") as caught:
        trace("tic-tac-toe", order="perfect")
    assert "lower depth limit" in caught.value.hint
    assert trace("tic-tac-toe", order="perfect", depth=3).counts.visited


def test_chance_outcomes_keep_their_order():
    given_, reverse = (trace("dice", order=order) for order in ("given", "right-to-left"))
    assert (given_.value, reverse.value) == (3, 3)
    chance = [row for row in range(len(reverse.log)) if reverse.visits[row].kind == "chance"]
    assert [reverse.name(row) for row in chance] == ["C", "B"]
    for row in chance:
        assert [reverse.log.action[child] for child in reverse.log.children(row)] == [0, 1]


def test_perfect_order_evaluates_chance_nodes():
    found = trace("dice", order="perfect")
    assert [found.name(row) for row in found.log.children(0)] == ["B", "C"]
    found = trace("dice", order="worst")
    assert [found.name(row) for row in found.log.children(0)] == ["C", "B"]


@over("order", ["perfect", "worst"])
def test_perfect_order_is_refused_for_an_endless_game(order):
    with pytest.raises(SearchRefused, match="a depth limit"):
        trace("chess", order=order, max_visits=40)
    assert trace("chess", order=order, depth=1).counts.visited > 1
