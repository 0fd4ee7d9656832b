"""Saved traces for tests: change them, and compare them with the original."""

import json
import random
from array import array

from engine.log.visit_log import FIELDS
from tracer import load


def reopened(found, folder):
    """Save a trace, see that it loads as it was, and return it as it is loaded."""
    path = folder / "saved.trace"
    found.save(path)
    read = load(path)
    same(found, read)
    return read


def same(one, other):
    """See that a trace is another, number by number and at some of its steps."""
    assert other.log == one.log
    for name in (*FIELDS, "repeats"):
        column, right = getattr(other.log, name), getattr(one.log, name)
        assert len(column) == len(right)
        assert array("d", column).tobytes() == array("d", right).tobytes(), name
    for what in ("source", "title", "search", "settings", "stopped", "line", "path", "counts"):
        assert getattr(other, what) == getattr(one, what), what
    assert other.game_options == one.game_options
    assert other.game.has_bounds == one.game.has_bounds
    if one.game.has_bounds:
        nodes = range(len(one.game))
        assert [*map(other.game.bounds_of, nodes)] == [*map(one.game.bounds_of, nodes)]
    last = len(one.replay) - 1
    dice = random.Random(last)
    for step in {0, last // 2, last, dice.randint(0, last), dice.randint(0, last)}:
        assert list(other.at(step).stack) == list(one.at(step).stack)
        assert other.at(step).sentence == one.at(step).sentence
    assert [*map(other.shares, range(len(other.log)))] == [*map(one.shares, range(len(one.log)))]
    assert other.export("json", summary=True) == one.export("json", summary=True)


def rewritten(path, **changed):
    """Change fields of a saved trace in its file; `...` leaves one out."""
    fields = json.loads(path.read_text(encoding="utf-8")) | changed
    kept = {name: value for name, value in fields.items() if value is not ...}
    path.write_text(json.dumps(kept), encoding="utf-8")
