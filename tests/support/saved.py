"""Saved traces for tests: unpack, rebuild, and compare them with the original."""

from __future__ import annotations

import io
import random
import zipfile
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


def parts_of(path):
    """The files in a saved trace by name."""
    with zipfile.ZipFile(path) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def zipped(parts, how=zipfile.ZIP_STORED):
    """Files as a zip, as any other program would make it."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", how) as archive:
        for name, part in parts.items():
            archive.writestr(name, part)
    return out.getvalue()


def rewritten(path, **changed):
    """The bytes of a saved trace with some of its files changed, or left out by None."""
    parts = {name: changed.get(name, bytes)(part) for name, part in parts_of(path).items()}
    return zipped({name: part for name, part in parts.items() if part is not None})
