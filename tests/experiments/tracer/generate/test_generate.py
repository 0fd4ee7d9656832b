"""Generated trees: those that tell misconceptions apart, and requests that no tree meets."""

import pytest

from tests.support import naive_generated as naive
from tests.support.cases import over
from tests.support.pupils import Pupil
from tests.tracer.generate.test_apart import pupils_sheets
from tracer import trace
from tracer.generate import NotFound, Order, generate
from tracer.generate.tree_writers import WRITERS
from tracer.marking.grading.grader import Grader
from tracer.marking.keys.problem import Problem
from tracer.marking.reading.formats import sheet_of


@over("seed", ["quiz", "a", "b"], ms=45)
def test_misconceptions_also_differ_under_any_accepted_convention_on_request(seed):
    order = Order(apart=("root-reset", "max-min-swapped", "right-to-left"), distinct=True)
    made = generate(order, seed)
    assert made.apart_for_any
    assert "apart for any key" in WRITERS["yaml"](made).splitlines()[1]
    grader = Grader(Problem("t", made.tree))
    assert named_on_pupils_sheets(made, order, grader) == set(order.apart)


#: Orders that were once met by trees at which the grader names two of them at once.
CONFUSED = [
    (
        Order(branching=(2, 3), apart=("window-reset", "root-reset"), apart_in=("values",)),
        "773639",
    ),
    (
        Order(plies=4, branching=2, apart=("alpha-replaced", "root-reset"), apart_in=("windows",)),
        "0",
    ),
]


@over(("order", "seed"), CONFUSED, ms=45)
@over("owes_all", [True, False])
def test_sheet_values_or_windows_never_fit_two_of_the_misconceptions(order, seed, owes_all):
    made = generate(order, seed)
    parts = dict.fromkeys(order.apart_in, 1.0) if owes_all else None
    grader = Grader(Problem("t", made.tree, accept=(order.convention,), parts=parts))
    shown = named_on_pupils_sheets(made, order, grader)
    assert shown == set(order.apart)


def named_on_pupils_sheets(made, order, grader):
    """The misconceptions that pupils' sheets are named for, each by its own name alone."""
    shown = set()
    for slug, sheet in pupils_sheets(made, order)[1]:
        record = grader.mark(sheet_of(sheet, "s")).record()
        named = {one["id"] for one in record["misconceptions"]} & set(order.apart)
        assert named <= {slug}, (slug, sheet, record)
        shown |= named
    return shown


def test_failed_search_about_zero_gives_advice_that_works():
    with pytest.raises(NotFound, match="values on both sides of 0"):
        generate(Order(apart="zero-unset"), "hard", tries=30)
    assert generate(Order(apart="zero-unset", values=(-9, 9)), "easy").tries < 500


def test_search_that_stops_improving_ends_by_itself():
    order = Order(children="best-first", cutoffs=1)
    with pytest.raises(NotFound) as error:
        generate(order, "never")
    assert error.value.tally.tries < 25_000
    assert not error.value.stopped
