"""Saved traces for tests: change them, and compare them with the original."""

import json
import random
from array import array

from engine.log.visit_log import FIELDS


def same(one, other):
    """See that a trace is another, number by number and at some of its steps."""
    assert other.log == one.log
    for name in (*FIELDS, "repeats"):
        column, right = getattr(other.log, name), getattr(one.log, name)
        assert len(column) == len(right)
        assert array("d", column).tobytes() == array("d", right).tobytes(), name
    for what in ("source", "title", "search", "settings", "stopped", "line", "path", "counts"):
        assert getattr(other, what) == getattr(one, what), what
    last = len(one.replay) - 1
    dice = random.Random(last)
    for step in {0, last // 2, last, dice.randint(0, last), dice.randint(0, last)}:
        assert list(other.at(step).stack) == list(one.at(step).stack)
        assert other.at(step).sentence == one.at(step).sentence
    assert other.export("json", summary=True) == one.export("json", summary=True)


def rewritten(path, **changed):
    """Change fields of a saved trace in its file; `...` leaves one out."""
    fields = json.loads(path.read_text(encoding="utf-8")) | changed
    kept = {name: value for name, value in fields.items() if value is not ...}
    path.write_text(json.dumps(kept), encoding="utf-8")
