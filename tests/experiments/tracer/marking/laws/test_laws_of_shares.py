"""The laws of marking for trees of several players, whose values are vectors."""

from __future__ import annotations

import random

import pytest

from tests.tracer.marking.laws.cases import SharesCase, spoil
from tests.tracer.marking.laws.test_laws import _with
from tests.tracer.marking.laws.test_laws_of_shares import NAMED, NEAR, cases, every_run
from tracer.marking.grading.hypotheses import worked_with


@every_run
def test_leaving_ties_open_never_lowers_the_total(seeds):
    for case in cases(seeds, lambda key: (NAMED[key % len(NAMED)],)):
        claims = spoil(case, case.start())
        after = case.total(claims, case.accepting(()))
        assert after >= case.total(claims) - NEAR, (case.source, case.accept, claims)


@pytest.mark.parametrize("seeds", [range(200)])
def test_the_best_slip_is_at_least_as_good_as_any_that_is_tried(seeds):
    """Slips with whole vectors, worked one by one, find nothing better."""
    for seed in seeds:
        case = SharesCase(random.Random(seed), ("aima",))
        claims = spoil(case, case.start())
        (version,) = case.versions()
        tree = version.task.tree
        assert tree is not None, "a tree"
        best = case.total(claims)
        for node in range(len(tree)):
            for _ in range(6):
                vector = case.value()
                other = worked_with(version.task, slip=(node, vector))
                assert _with(case, claims, other) <= best + NEAR, (seed, node, vector)
