"""The table of wrong programs and keys: each program that is wrong loses marks in each key."""

from __future__ import annotations

import pytest

from tests.support.wrong_program_keys import KEYS, catch, key_of, reference_trees, right_programs

SEEDS = ("", "autumn", "winter", "spring")


@pytest.mark.parametrize("name", KEYS)
def test_every_wrong_program_loses_marks_in_every_key(name):
    missed = []
    for seed in SEEDS:
        key = key_of(name, seed)
        for program, right in right_programs(name).items():
            wrong, kept = catch(key, program, right, reference_trees(150))
            print(f"{name}, seed {seed!r}: {wrong - len(kept)} of {wrong} {program}")
            missed += [f"{seed}: {one}" for one in kept]
    assert not missed
