"""The grader distinguishes the misconceptions that a generated tree separates."""

import pytest

from engine.conventions import parse_convention
from tests.support import naive_generated as naive
from tests.support.cases import over
from tests.support.pupils import Pupil
from tests.support.tables import table
from tracer import trace
from tracer.generate import NotFound, Order, generate
from tracer.generate.tree_sketch import Dice
from tracer.generate.tree_writers import WRITERS
from tracer.marking.grading.grader import Grader
from tracer.marking.keys.problem import Problem
from tracer.marking.reading.formats import sheet_of

#: The readings that a pupil can have of each misconception, where `Pupil` knows several.
READINGS = dict(table(__file__, "readings_apart"))

#: Orders, and the parts of the sheets in which misconceptions are told apart.
ORDERS = [Order(**entries) for entries in table(__file__, "orders_apart")]


@over("seed", ["a", "b"], ms=45)
@over("order", ORDERS)
def test_sheets_made_with_the_misconceptions_are_diagnosed(order, seed):
    made = generate(order, seed)
    right, wrong = pupils_sheets(made, order)
    accept = (parse_convention(order.convention),)
    problem = Problem("t", made.tree, accept=accept, parts=dict.fromkeys(order.apart_in, 1.0))
    grader = Grader(problem)
    assert not grader.mark(sheet_of(right, "right")).record()["misconceptions"]
    shown = set()
    for slug, sheet in wrong:
        record = grader.mark(sheet_of(sheet, "wrong")).record()
        named = [one["id"] for one in record["misconceptions"]]
        best = record["indistinguishable"] or named[:1]
        assert set(best) & set(order.apart) == {slug}, (slug, sheet, record)
        shown.add(slug)
    assert shown == set(order.apart)


def pupils_sheets(made, order):
    """The right sheet about a tree, and those of pupils with its misconceptions, if they show."""
    tree = naive.read(WRITERS["yaml"](made)).tree
    names = [place.name for place in trace(made.tree, "minimax").walk()]
    rules = {
        "strict": order.convention.cutoff == ">",
        "after_test": order.convention.update == "after-test",
    }

    def sheet(mistake=""):
        whole = Pupil(tree, names, mistake, **rules).sheet()
        return {part: whole[part] for part in order.apart_in}

    right = sheet()
    wrong = [(slug, sheet(f"{slug}/{one}")) for slug in order.apart for one in READINGS[slug]]
    return right, [
        (slug, one) for slug, one in wrong if one != right and not merely_ends_early(one, right)
    ]


def merely_ends_early(sheet, right):
    """Whether it is the beginning of the right order alone, which is blamed on nothing."""
    visits = sheet.get("visits")
    return set(sheet) == {"visits"} and visits == right["visits"][: len(visits)]


def test_tree_that_needs_a_fixed_convention_says_so():
    order = Order(convention="cs188", apart="strictness-flipped", branching=(2, 3))
    made = generate(order, "strict")
    assert not made.apart_for_any
    assert "apart with accept: [cs188]" in WRITERS["yaml"](made).splitlines()[1]
    visits = [place.name for place in trace(made.tree, convention="aima").walk()]
    flipped = sheet_of({"visits": visits}, "s")
    named = {}
    for accept in (order.convention,), tuple(map(parse_convention, ("cs188", "aima"))):
        record = Grader(Problem("t", made.tree, accept=accept)).mark(flipped).record()
        named[len(accept)] = [one["id"] for one in record["misconceptions"]]
    assert named == {1: ["strictness-flipped"], 2: []}


def test_distinct_values_on_one_side_never_meet_a_bound_of_zero():
    refused = Order(branching=2, values=(0, 7), distinct=True, apart="zero-unset")
    with pytest.raises(NotFound, match="in the nearest tree zero-unset changes no answer"):
        generate(refused, "never", tries=30)
    for number in range(400):
        plies = 3 + number % 2
        leaves = Dice(f"zero {number}").shuffled(range(2**plies))
        leaves = [-one for one in leaves] if number % 3 == 0 else leaves
        nodes = leaves
        for _ in range(plies - 1):
            nodes = [list(pair) for pair in zip(nodes[::2], nodes[1::2], strict=True)]
        names = [place.name for place in trace(nodes, "minimax").walk()]
        for strict in (True, False):
            right = Pupil(nodes, names, strict=strict).sheet()["visits"]
            for reading in READINGS["zero-unset"]:
                pupil = Pupil(nodes, names, f"zero-unset/{reading}", strict=strict)
                assert pupil.sheet()["visits"] == right


def test_misread_chance_node_changes_the_sheet():
    order = Order(plies=2, branching=2, chance=[1], apart="chance-misread", apart_in="values")
    made = generate(order, "dice")
    grader = Grader(Problem("t", made.tree, parts={"values": 1.0}))
    read = naive.read(WRITERS["yaml"](made)).tree
    tallest = {name: max(naive.leaves(one)) for name, one in zip("BC", read, strict=True)}
    sheet = {"values": {"A": max(tallest.values()), **tallest}}
    record = grader.mark(sheet_of(sheet, "s")).record()
    assert record["misconceptions"][0]["id"] == "chance-misread"


def test_failed_search_names_the_misconceptions_that_look_the_same():
    # To go on at the one node that is cut is to make no test for that player.
    order = Order(cutoffs=1, apart=("one-sided-test", "refuses-cutoff"))
    with pytest.raises(
        NotFound,
        match="one-sided-test and refuses-cutoff give the same answers",
    ):
        generate(order, "hard", tries=200)
