"""The laws of marking for trees of several players, whose values are vectors."""

from __future__ import annotations

from tests.tracer.marking.laws.cases import spoil
from tests.tracer.marking.laws.test_laws_of_shares import NAMED, NEAR, cases, every_run


@every_run
def test_leaving_ties_open_never_lowers_the_total(seeds):
    for case in cases(seeds, lambda key: (NAMED[key % len(NAMED)],)):
        claims = spoil(case, case.start())
        after = case.total(claims, case.accepting(()))
        assert after >= case.total(claims) - NEAR, (case.source, case.accept, claims)
