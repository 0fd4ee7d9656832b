"""One test over many cases: all that fail are reported, and its time is bounded."""

import inspect
import os
from math import inf

import hypothesis
import pytest

from tests.support.cases import cases, examples, over, scaled, settings


def seen_by(test, **given):
    """Return the cases that a test ran, and what it raised."""
    seen, raised = [], None
    try:
        test(seen=seen, **given)
    except BaseException as error:
        raised = error
    return seen, raised


def of_numbers(count, fails=(), **options):
    @over("number", range(count), **options)
    def test(number, seen):
        seen.append(number)
        assert number not in fails

    return test


@pytest.fixture
def budget(monkeypatch):
    return lambda factor, seed="a day": [
        monkeypatch.setitem(settings, name, value)
        for name, value in (("budget", factor), ("seed", seed))
    ]


def test_every_case_runs_in_order_without_a_budget():
    assert seen_by(of_numbers(50)) == ([*range(50)], None)


def test_all_failing_cases_are_reported_with_their_arguments():
    seen, raised = seen_by(of_numbers(50, fails=(3, 7, 49)))
    assert len(seen) == 50
    notes = [error.__notes__[0] for error in raised.exceptions]
    assert [note.rpartition("number=")[2] for note in notes] == ["3", "7", "49"]
    _, alone = seen_by(of_numbers(50, fails=(7,)))
    assert isinstance(alone, AssertionError)


def test_a_used_budget_starts_no_further_case_but_one_runs_always(budget):
    budget(1)
    assert len(seen_by(of_numbers(1_000, ms=0))[0]) == 1
    assert 1 <= len(seen_by(of_numbers(9_999, ms=1))[0]) < 9_999
    assert seen_by(of_numbers(1, fails=(0,), ms=0))[1] is not None


def test_the_seed_decides_the_order_and_an_endless_budget_runs_all(budget):
    orders = []
    for day in ("a day", "a day", "another"):
        budget(1, day)
        orders.append(seen_by(of_numbers(40, ms=10_000))[0])
    assert orders[0] == orders[1] != orders[2]
    assert sorted(orders[2]) == [*range(40)]
    budget(inf)
    assert seen_by(of_numbers(5_000, ms=0.001))[0] == [*range(5_000)]


def test_several_run_over_all_combinations_and_leave_fixtures_to_pytest():
    @over("letter", "ab")
    @over(("number", "half"), [(2, 1), (4, 2)])
    def test(letter, number, half, seen, tmp_path):
        seen.append(f"{letter}{number}")
        assert number == 2 * half

    assert [*inspect.signature(test).parameters] == ["seen", "tmp_path"]


def test_cases_have_their_own_folders_and_settings(tmp_path):
    @over("number", range(2))
    def test(number, seen, tmp_path):
        seen.append((tmp_path.name, os.environ["PLYTRACE_STATE_DIR"]))

    (first, second), _ = seen_by(test, tmp_path=tmp_path)
    assert first[0] != second[0]
    assert first[1] != second[1]


def test_cases_that_cannot_run_are_skipped():
    never = pytest.param(3, marks=pytest.mark.skipif(True, reason="never"))

    @over("number", [1, never, 2])
    def test(number, seen):
        seen.append(number)
        if number == 2:
            pytest.skip("not here")

    assert seen_by(test) == ([1, 2], None)

    @over("number", [1])
    def skips(number, seen):
        pytest.skip("not here")

    assert isinstance(seen_by(skips)[1], pytest.skip.Exception)


def test_random_cases_repeat_with_the_seed(budget):
    budget(1)
    draws = [next(cases(ms=0, name="x")).random() for _ in range(2)]
    budget(1, "another")
    assert draws[0] == draws[1] != next(cases(ms=0, name="x")).random()
    assert len([*cases(ms=0)]) == 1


def test_larger_budgets_scale_counts_up_to_their_most(budget):
    budget(1)
    assert scaled(4, 50) == 4
    budget(5)
    assert scaled(4, 50) == 20
    budget(inf)
    assert scaled(4, 50) == 50


def test_examples_are_at_least_those_of_the_profile():
    before = hypothesis.settings.get_current_profile_name()
    try:
        for profile, made in (("plytrace", 15), ("thorough", 100)):
            hypothesis.settings.load_profile(profile)
            assert examples(15).max_examples == made
    finally:
        hypothesis.settings.load_profile(before)
