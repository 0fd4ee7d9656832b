"""The laws of marking for trees of several players, whose values are vectors."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator

from tests.support.cases import over
from tests.tracer.marking.laws.cases import (
    SharesCase,
    add_nonsense,
    complete,
    delete_unexpected,
    spoil,
)

NEAR = 1e-9
NAMED = ("aima", "cs188", "cs188,ties=last", "comp341")
every_run = over("seeds", [range(start, start + 10) for start in range(0, 400, 10)], ms=150)


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
@over("change", [complete, delete_unexpected], ms=150)
def test_completing_and_deleting_what_is_unexpected_never_lower_the_total(seeds, change):
    for case in cases(seeds, lambda key: (NAMED[key % len(NAMED)],)):
        claims = spoil(case, case.start())
        before = case.total(claims)
        for _ in range(4):
            changed = change(case, claims)
            after = case.total(changed)
            assert after >= before - NEAR, (case.source, case.parts, claims, changed)
            claims, before = changed, after


@every_run
def test_nonsense_never_raises_the_total(seeds):
    for case in cases(seeds):
        claims = spoil(case, case.start())
        changed = add_nonsense(case, claims)
        slip = case.marks(changed).slip
        if slip is not None and slip.value == case.nonsense():
            continue  # the sheet carries it
        assert case.total(changed) <= case.total(claims) + NEAR, (case.source, claims, changed)
