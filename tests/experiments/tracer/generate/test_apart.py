"""The grader distinguishes the misconceptions that a generated tree separates."""

from __future__ import annotations

from tests.support.cases import over
from tests.tracer.generate.test_apart import named_on_pupils_sheets
from tracer.check.grading.grader import Grader
from tracer.check.keys.problem import Problem
from tracer.generate import Order, generate
from tracer.generate.tree_writers import WRITERS


@over("seed", ["quiz", "a", "b"], ms=150)
def test_misconceptions_also_differ_under_any_accepted_convention_on_request(seed):
    order = Order(apart=("root-reset", "max-min-swapped", "right-to-left"), distinct=True)
    made = generate(order, seed)
    assert made.apart_for_any
    assert "apart for any key" in WRITERS["yaml"](made).splitlines()[1]
    grader = Grader(Problem("t", made.tree))
    assert named_on_pupils_sheets(made, order, grader) == set(order.apart)
