"""The laws of marking, each for random trees, conventions, keys and sheets."""

import random
from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest

from tests.support.cases import over
from tests.tracer.marking.laws.cases import (
    NAMED,
    NAMED_OF_SHARES,
    Case,
    add_nonsense,
    complete,
    delete_unexpected,
    make_case,
    make_shares_case,
    spoil,
)
from tracer.marking.batch import marked
from tracer.marking.grading.grader import Grader
from tracer.marking.keys.problem import Problem
from tracer.marking.reading.formats import sheet_of
from tracer.questions import PARTS
from tracer.questions.nodes import Values

NEAR = 1e-9
#: Sheets per key: most of the time is spent on making a key.
SHEETS = 10


#: The seeds that share a key, for each key.
RUNS = [range(start, start + SHEETS) for start in range(0, 2_000, SHEETS)]
every_run = over("seeds", RUNS, ms=45)
#: Also for trees of several players, whose values are vectors.
every_kind = over(
    ("seeds", "of_shares"),
    [(seeds, of_shares) for seeds in RUNS for of_shares in (False, True)],
    ms=90,
)


def cases(
    seeds: range,
    accept: Callable[[int], tuple[str, ...]] | None = None,
    *,
    whole: bool = True,
    of_shares: bool = False,
) -> Iterator[Case]:
    """Yield a case for each seed; ten seeds share a key, each with its own source of chance."""
    case: Case | None = None
    for seed in seeds:
        if case is None or seed % SHEETS == 0:
            accepted = accept and accept(seed // SHEETS)
            if of_shares:
                case = make_shares_case(seed // SHEETS, accepted)
            else:
                case = make_case(seed, accepted, whole=whole)
        case.dice = random.Random(seed)
        yield case


def cases_of_one(seeds: range, *, of_shares: bool) -> Iterator[Case]:
    """Yield cases whose keys accept one convention each."""
    named = NAMED_OF_SHARES if of_shares else NAMED
    yield from cases(seeds, lambda key: (named[key % len(named)],), of_shares=of_shares)


@every_kind
def test_a_right_sheet_has_full_marks_under_each_accepted_convention(seeds, of_shares):
    for case in cases(seeds, of_shares=of_shares):
        for version in case.versions():
            claims = case.claims(version)
            assert case.total(claims) == sum(case.parts.values()), (case.source, case.accept)


@every_run
def test_returns_and_counts_mix_entry_by_entry(seeds):
    for case in cases(seeds, lambda _: ("aima", "aima,returns=fail-hard")):
        versions = case.versions()
        claims = case.claims(versions[0])
        for part in ("values", "windows"):
            if part in claims:
                each = [PARTS[part].wrote(one.answers, one.rules) for one in versions]
                claims[part] = {name: case.dice.choice(each)[name] for name in each[0]}
        assert case.total(claims) == sum(case.parts.values()), case.source


@every_kind
def test_what_is_missing_earns_nothing(seeds, of_shares):
    for case in cases(seeds, of_shares=of_shares):
        claims = spoil(case, case.start())
        part = case.dice.choice([*claims])
        most = sum(case.parts.values()) - case.parts[part]
        without = {name: one for name, one in claims.items() if name != part}
        assert case.total(without) <= most + NEAR
        assert case.total(without) <= case.total(claims) + NEAR
        if part in ("visits", "values"):
            right = case.versions()[0]
            items = len(right.answers.visits if part == "visits" else right.answers.interior)
            claims[part] = claims[part][:0] if part == "visits" else {}
            assert case.total(claims) <= most + NEAR
            assert items > 0


@every_kind
@over("change", [complete, delete_unexpected])
def test_completing_and_deleting_what_is_unexpected_never_lower_the_total(seeds, of_shares, change):
    for case in cases_of_one(seeds, of_shares=of_shares):
        claims = spoil(case, case.start())
        before = case.total(claims)
        for _ in range(4):
            changed = change(case, claims)
            after = case.total(changed)
            assert after >= before - NEAR, (case.source, case.parts, claims, changed)
            claims, before = changed, after


@every_run
def test_accepting_one_more_convention_never_lowers_the_total(seeds):
    known: Case | None = None
    for seed, case in zip(seeds, cases(seeds), strict=True):
        if case is not known:  # with one more at the end, at the beginning, or with all
            known, more = case, case.dice.choice(NAMED)
            accepts: tuple[tuple[str, ...], ...] = (*case.accept, more), (more, *case.accept), ()
            accept = accepts[seed // SHEETS % len(accepts)]
            grader = case.accepting(accept)
        claims = spoil(case, case.start())
        after = case.total(claims, grader)
        assert after >= case.total(claims) - NEAR, (case.source, case.accept, accept, claims)


@every_kind
def test_nonsense_never_raises_the_total(seeds, of_shares):
    for case in cases(seeds, of_shares=of_shares):
        claims = spoil(case, case.start())
        changed = add_nonsense(case, claims)
        slip = case.marks(changed).slip
        if slip is not None and slip.value == case.nonsense():
            continue  # the sheet carries it
        assert case.total(changed) <= case.total(claims) + NEAR, (case.source, claims, changed)


@every_run
def test_a_sheet_that_is_not_right_has_not_full_marks(seeds):
    for case in cases(seeds):
        claims = spoil(case, case.start())
        tallies = [
            {part: PARTS[part].tally(claim, one.right(part)) for part, claim in claims.items()}
            for one in case.grader._versions.mixtures
        ]
        is_right = len(claims) == len(case.parts) and any(
            all(tally.fit == 1 for tally in each.values()) for each in tallies
        )
        assert (case.total(claims) >= sum(case.parts.values()) - NEAR) == is_right


@every_run
def test_without_parts_completing_never_lowers_what_was_answered(seeds):
    for case in cases(seeds, lambda _: ("aima",), whole=False):
        claims = spoil(case, case.start())
        before = case.total(claims)
        changed = {part: one for part, one in complete(case, claims).items() if part in claims}
        assert case.total(changed) >= before - NEAR, (case.source, claims, changed)


# What was seen --------------------------------------------------------------------------------

POINTS = {"visits": 4.0, "cutoffs": 4.0, "values": 2.0, "move": 1.0}


def test_a_rounded_number_is_right_to_the_digits_that_are_written():
    problem = Problem("key", "lecture", parts={"utility": 1})
    agrees = Grader(problem).rules
    utility = PARTS["utility"]
    for typed, is_right in (
        *(("2.67", True), ("2.667", True), ("8/3", True), (2.67, True), ("2.6667", True)),
        *(("2.7", False), ("2.66", False), ("2.670", False), (2.6, False), ("3", False)),
    ):
        said = utility.read(typed, agrees).claim
        assert utility.agrees(said, 8 / 3, agrees) == is_right, typed
    assert utility.agrees(utility.read("2.00", agrees).claim, 1.997, agrees)
    assert not utility.agrees(utility.read("2.0", agrees).claim, 1.997, agrees)
    assert utility.agrees(2.7, 8 / 3, replace(agrees, tolerance=0.05))


@pytest.mark.parametrize("step", ["read", "tally", "message"])
def test_a_fault_in_a_part_fails_only_its_own_sheet(monkeypatch, step):
    problem = Problem("key", "lecture", parts=POINTS)
    sheets = [
        sheet_of({"student": f"Student {n}", "values": f"A=3 B={n}", "move": "B"}, f"s{n}")
        for n in (3, 7, 5)
    ]
    whole = [one.record() for one in marked(problem, sheets, diagnoses=False)]
    kept = getattr(Values, step)

    def broken(self, given, *more):
        if "7" in str(given):
            raise ZeroDivisionError("a fault in a part")
        return kept(self, given, *more)

    monkeypatch.setattr(Values, step, broken)
    found = [one.record() for one in marked(problem, sheets, diagnoses=False)]
    assert [found[0], found[2]] == [whole[0], whole[2]]
    assert (found[1]["sheet"], found[1]["student"]) == ("s7", "Student 7")
    if step == "read":  # the other parts are marked anyway
        assert "values" in found[1]["pending"]
        assert found[1]["parts"][-1] == whole[1]["parts"][-1]
        assert "a fault of plytrace: ZeroDivisionError" in found[1]["notes"][0]
    else:
        assert "a fault of plytrace: ZeroDivisionError" in found[1]["error"]
        assert Grader(problem).mark(sheets[1]).error == found[1]["error"]


@over("seeds", RUNS, ms=45)
def test_leaving_ties_open_never_lowers_the_total(seeds):
    for case in cases_of_one(seeds, of_shares=True):
        claims = spoil(case, case.start())
        after = case.total(claims, case.accepting(()))
        assert after >= case.total(claims) - NEAR, (case.source, case.accept, claims)
