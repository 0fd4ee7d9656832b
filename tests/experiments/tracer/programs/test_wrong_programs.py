"""The table of wrong programs and keys: each program that is wrong loses marks in each key."""

from __future__ import annotations

import pytest

from tests.support.program_files import read_program
from tests.support.programs_trials import problem
from tests.support.wrong_program_keys import (
    KEYS,
    PLACE_KEYS,
    changed_at_places,
    key_of,
    list_missed,
    reference_trees,
    right_programs,
    wrong_programs,
)
from tracer.generate.fresh import add_fresh_trees

SEEDS = ("", "autumn", "winter", "spring")


@pytest.mark.parametrize("name", KEYS)
def test_every_wrong_program_loses_marks_in_every_key(name):
    missed = []
    for seed in SEEDS:
        key = key_of(name, seed)
        for program, right in right_programs(name).items():
            codes = wrong_programs(program, right)
            missed += list_missed(key, program, right, codes, reference_trees(150))
    assert not missed


@pytest.mark.parametrize("name", PLACE_KEYS)
def test_programs_changed_at_some_places_lose_marks_in_every_key(name):
    key = add_fresh_trees(problem(PLACE_KEYS[name]).for_programs())
    right = read_program("aima/plies")
    assert not list_missed(key, "aima/plies", right, changed_at_places(), reference_trees(60))
