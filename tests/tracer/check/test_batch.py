"""Batches: whatever happens to one sheet or process, the others keep their marks."""

from __future__ import annotations

import json
import multiprocessing
import os
import signal
import sys
from itertools import islice

import pytest

from engine.errors import InvalidInput
from tracer.check.batch import appending, marked, records_of
from tracer.check.grader import Grader
from tracer.check.problem import Problem
from tracer.check.sheets import sheet_of

PROBLEM = Problem("lecture", "lecture")


def sheets(number):
    return (sheet_of({"values": {"A": n}}, f"n{n}") for n in range(number))


def test_several_processes_keep_the_order():
    found = marked(PROBLEM, sheets(100), jobs=2, diagnoses=False)
    assert [one.sheet for one in found] == [f"n{n}" for n in range(100)]


def test_processes_end_where_nobody_wants_the_rest():
    def endless():
        n = 0
        while True:
            yield sheet_of({"values": {"A": n}}, f"n{n}")
            n += 1

    found = marked(PROBLEM, endless(), jobs=2, diagnoses=False)
    assert [one.sheet for one in islice(found, 3)] == ["n0", "n1", "n2"]
    found.close()
    assert multiprocessing.active_children() == []


@pytest.mark.skipif(sys.platform == "win32", reason="processes are killed otherwise there")
def test_a_process_that_is_killed_is_told_of_and_not_waited_for():
    found = marked(PROBLEM, sheets(5_000), jobs=2, diagnoses=False)
    first = next(found)
    os.kill(multiprocessing.active_children()[0].pid, signal.SIGKILL)
    with pytest.raises(InvalidInput, match="a process that marks sheets came to its end"):
        list(found)
    assert first.sheet == "n0"
    assert multiprocessing.active_children() == []


def test_a_fault_of_ours_on_one_sheet_is_its_record_and_the_others_are_marked(monkeypatch):
    mark = Grader.mark

    def fails(self, sheet):
        if sheet.name == "n1":
            raise ZeroDivisionError("oh")
        return mark(self, sheet)

    monkeypatch.setattr(Grader, "mark", fails)
    found = list(marked(PROBLEM, sheets(3)))
    assert [bool(one.error) for one in found] == [False, True, False]
    assert "a fault of plytrace: ZeroDivisionError: oh" in found[1].error


def test_a_record_is_in_the_file_as_soon_as_it_is_written(tmp_path):
    path = tmp_path / "out.jsonl"
    with appending(path) as out:
        out.write('{"sheet": "a"}\n')
        assert [one["sheet"] for one in records_of(path)] == ["a"]


@pytest.mark.parametrize("line", ["[1]\n", "{\n", '{"student": "x"}\n', "[" * 50_000 + "\n"])
def test_what_is_no_file_of_records_is_refused_with_its_line(line, tmp_path):
    path = tmp_path / "out.jsonl"
    path.write_text(json.dumps({"sheet": "a"}) + "\n" + line, encoding="utf-8")
    with pytest.raises(InvalidInput, match=r"out\.jsonl:2: this is no record"):
        list(records_of(path))


def test_a_place_that_no_records_can_be_kept_in_is_told_of(tmp_path):
    with pytest.raises(InvalidInput, match="cannot be written"), appending(tmp_path):
        pass
    with pytest.raises(InvalidInput, match="cannot be read"):
        list(records_of(tmp_path))
