"""A folder of keys: which of them a sheet is held against, and what is said where there is none."""

from __future__ import annotations

import pickle

from tests.tracer.marking.test_variants import keys
from tracer.marking.batch import marked
from tracer.marking.keys.key import read_key
from tracer.marking.reading.formats import sheet_of_text


def test_marks_of_variants_are_the_same_with_several_processes(keys):
    variants = read_key(str(keys))
    variants.check()
    names = ["3", "ann", "zoë ü.", "none", "bob-b"] * 12

    def sheets():
        return (sheet_of_text(f"variant: {name}\nmove: B", f"{n}") for n, name in enumerate(names))

    alone = [one.record() for one in marked(variants, sheets())]
    assert [one.record() for one in marked(variants, sheets(), jobs=2)] == alone
    assert [one["score"] for one in alone[:5]] == [1, 0, 0, 0, 0]
    assert pickle.loads(pickle.dumps(variants)).keys == variants.keys
