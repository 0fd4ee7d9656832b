"""The grader accepts the answers of a key and gives nothing for a blank form."""

from __future__ import annotations

import re

from tests.tracer.worksheet.made import PROBLEMS, spec_of
from tests.tracer.worksheet.test_keys import VARIANTS, files_of
from tracer.worksheet.bundle import WORKSHEET_FORMATS, WorksheetMaker


def test_variants_have_different_trees_that_depend_only_on_the_seed():
    spec = spec_of(PROBLEMS["generated"], PROBLEMS["lecture"], head="title: T\nseed: week 3")
    first, again = WorksheetMaker(spec), WorksheetMaker(spec)
    keys = {}
    for variant in VARIANTS:
        made = first.make(variant)
        files = first.files(made, [*WORKSHEET_FORMATS.values()])
        assert files == again.files(again.make(variant), [*WORKSHEET_FORMATS.values()])
        keys[variant] = files_of(made, first)[0]
    trees = [re.search(r"tree: .*", key)[0] for key in keys.values()]
    assert len(set(trees)) == len(VARIANTS)
    other = WorksheetMaker(spec_of(PROBLEMS["generated"], head="title: T\nseed: week 4")).make()
    assert re.search(r"tree: .*", files_of(other, WorksheetMaker(spec))[0])[0] not in trees
