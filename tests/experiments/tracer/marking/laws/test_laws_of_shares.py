"""The laws of marking for trees of several players, whose values are vectors."""

from __future__ import annotations

from tests.support.cases import over
from tests.tracer.marking.laws.cases import spoil
from tests.tracer.marking.laws.test_laws import NEAR, RUNS, cases_of_one


@over("seeds", RUNS, ms=150)
def test_leaving_ties_open_never_lowers_the_total(seeds):
    for case in cases_of_one(seeds, of_shares=True):
        claims = spoil(case, case.start())
        after = case.total(claims, case.accepting(()))
        assert after >= case.total(claims) - NEAR, (case.source, case.accept, claims)
