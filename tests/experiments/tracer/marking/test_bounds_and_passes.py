"""Sheets about known bounds and passes, made by pupils who share no code with the checker."""

from __future__ import annotations

import random

import pytest

from engine.conventions import AIMA
from tests.support.window_pupils import paths_of
from tests.tracer.marking.test_bounds_and_passes import record_of, star_cases


def test_what_follows_from_a_slip_in_star1_counts():
    """A value is wrong, and others follow, with the same visits: one entry is charged."""
    tried = 0
    for number, case in enumerate(star_cases(AIMA)):
        draw, right = random.Random(number), case.sheet()
        name = dict(zip(case.names, paths_of(case.tree), strict=True))
        sheet = case.sheet(at=name[draw.choice([*right["values"]])], slip=draw.choice([-1, 1]))
        wrong = [one for one, value in right["values"].items() if sheet["values"].get(one) != value]
        if len(wrong) < 2 or any(sheet[part] != right[part] for part in ("visits", "cutoffs")):
            continue
        record = record_of(case, sheet)
        charged = [one for one in record["parts"] if one["score"] < 1]
        assert len(charged) == 1, (case.tree, sheet, record)
        assert "arithmetic-slip" in [one["id"] for one in record["misconceptions"]]
        tried += 1
        if tried == 20:
            return
    pytest.fail(f"only {tried} trees")
