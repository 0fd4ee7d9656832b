"""PrairieLearn questions: `server.py` draws variants, and marks as `plytrace check` does."""

from __future__ import annotations

import pytest

from tests.tracer.worksheet.made import spec_of
from tests.tracer.worksheet.test_platforms_prairielearn import (
    FRESH,
    drawn,
    folders_of,
    graded,
    right_answers,
)
from tracer.mistakes import MISCONCEPTIONS
from tracer.worksheet.bundle import WorksheetMaker
from tracer.worksheet.class_list import Variant, numbered
from tracer.worksheet.contents.answers import answer_to


@pytest.mark.parametrize("seeds", [50])
def test_any_seed_is_marked_right_and_misconceptions_are_not(tmp_path, seeds):
    (folder,) = folders_of(tmp_path, FRESH)
    orders, wrong = set(), 0
    for seed in range(1, seeds + 1):
        server, data = drawn(folder, seed * 7919)
        maker = WorksheetMaker(spec_of(FRESH))
        made = maker.make(Variant(str(seed * 7919), str(seed * 7919)))
        answers = right_answers(made)
        shown = {one["part"]: one["lines"] for one in data["correct_answers"]["parts"]}
        assert shown["visits"] == [answers["visits"]]
        orders.add(answers["visits"])
        marked = graded(server, data, answers)
        assert marked["score"] == 1
        assert {one["score"] for one in marked["partial_scores"].values()} == {1}
        assert marked["partial_scores"]["cutoffs"]["weight"] == 4
        (grader,) = made.graders
        version = grader.preferred
        for slug, kind in MISCONCEPTIONS.items():
            reading = next(iter(kind.readings(version.task)), None)
            if reading is None or reading.answers.visits == version.answers.visits:
                continue
            mistaken = answers | {
                "visits": answer_to("visits", version, (), reading.answers).text,
            }
            marked = graded(server, data, mistaken)
            assert marked["score"] < 1, slug
            assert marked["partial_scores"]["move"]["score"] == 1
            wrong += 1
            break
    assert len(orders) > 0.8 * seeds
    assert wrong > 0.8 * seeds


def test_numbered_variants_are_those_of_the_keys(tmp_path):
    (folder,) = folders_of(tmp_path, FRESH, variants=numbered(3))
    keys = [
        WorksheetMaker(spec_of(FRESH)).make(one).solutions[0].answers["visits"].text
        for one in numbered(3)
    ]
    seen = set()
    for seed in range(12):
        _, data = drawn(folder, seed)
        (text,) = data["correct_answers"]["parts"][0]["lines"]
        assert text == keys[seed % 3]
        seen.add(text)
    assert len(seen) == 3
