"""The laws of marking for trees of several players, whose values are vectors."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator

import pytest

from tests.tracer.check.laws.cases import SharesCase, add_nonsense, correct, spoil
from tests.tracer.check.laws.test_laws import _with
from tracer.check.grading.hypotheses import worked_with

NEAR = 1e-9
NAMED = ("aima", "cs188", "cs188,ties=last", "comp341")
every_run = pytest.mark.parametrize(
    "seeds",
    [
        pytest.param(range(30), id="30"),
        pytest.param(range(30, 400), id="400", marks=pytest.mark.slow),
    ],
)


def cases(
    seeds: range, accept: Callable[[int], tuple[str, ...]] | None = None
) -> Iterator[SharesCase]:
    """Yield a case for each seed; ten seeds share a key."""
    case: SharesCase | None = None
    for seed in seeds:
        if case is None or seed % 10 == 0:
            dice = random.Random(f"shares {seed // 10}")
            some = tuple(dice.sample(NAMED, dice.randint(1, 2))) if dice.random() < 0.6 else ()
            case = SharesCase(dice, accept(seed // 10) if accept else some)
        case.dice = random.Random(seed)
        yield case


@every_run
def test_a_right_sheet_has_full_marks_under_each_version(seeds):
    for case in cases(seeds):
        for version in case.versions():
            total = case.total(case.claims(version))
            assert total == sum(case.parts.values()), (case.source, case.accept)


@every_run
def test_what_is_missing_earns_nothing(seeds):
    for case in cases(seeds):
        claims = spoil(case, case.start())
        part = case.dice.choice([*claims])
        most = sum(case.parts.values()) - case.parts[part]
        without = {name: one for name, one in claims.items() if name != part}
        assert case.total(without) <= most + NEAR
        assert case.total(without) <= case.total(claims) + NEAR


@every_run
def test_correcting_never_lowers_the_total(seeds):
    for case in cases(seeds, lambda key: (NAMED[key % len(NAMED)],)):
        claims = spoil(case, case.start())
        before = case.total(claims)
        for _ in range(4):
            changed = correct(case, claims)
            after = case.total(changed)
            assert after >= before - NEAR, (case.source, case.parts, claims, changed)
            claims, before = changed, after


@pytest.mark.slow
@every_run
def test_leaving_ties_open_never_lowers_the_total(seeds):
    for case in cases(seeds, lambda key: (NAMED[key % len(NAMED)],)):
        claims = spoil(case, case.start())
        after = case.total(claims, case.accepting(()))
        assert after >= case.total(claims) - NEAR, (case.source, case.accept, claims)


@every_run
def test_nonsense_never_raises_the_total(seeds):
    for case in cases(seeds):
        claims = spoil(case, case.start())
        changed = add_nonsense(case, claims)
        assert case.total(changed) <= case.total(claims) + NEAR, (case.source, claims, changed)


@pytest.mark.parametrize("seeds", [range(20), pytest.param(range(20, 200), marks=pytest.mark.slow)])
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
