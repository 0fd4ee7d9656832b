"""Batches: whatever happens to one sheet or process, the others keep their marks."""

import copy
import json
import multiprocessing
import pickle
import re
from contextlib import suppress
from dataclasses import replace
from itertools import islice
from pathlib import Path

import pytest

from engine.errors import InvalidInput, PlytraceError
from tests.support.keys import key_of
from tracer.marking.batch import appending, marked, records_of
from tracer.marking.grading.grader import Grader
from tracer.marking.keys.problem import Problem
from tracer.marking.reading.formats import sheet_of
from tracer.text.numbers import TypedDecimal

ROOT = Path(__file__).parents[3]
PROBLEM = Problem("lecture", "lecture")


def sheets(number):
    return (sheet_of({"values": {"A": n}}, f"n{n}") for n in range(number))


def test_processes_end_if_the_rest_is_not_wanted():
    def endless():
        n = 0
        while True:
            yield sheet_of({"values": {"A": n}}, f"n{n}")
            n += 1

    found = marked(PROBLEM, endless(), jobs=2, diagnoses=False)
    assert [one.sheet for one in islice(found, 20)] == [f"n{n}" for n in range(20)]
    assert len(multiprocessing.active_children()) == 2  # the first lot needs none
    found.close()
    assert multiprocessing.active_children() == []


def test_other_sheets_are_marked_if_one_sheet_meets_a_fault(monkeypatch):
    mark = Grader.mark

    def fails(self, sheet):
        if sheet.name == "n1":
            raise ZeroDivisionError("oh")
        return mark(self, sheet)

    monkeypatch.setattr(Grader, "mark", fails)
    found = list(marked(PROBLEM, sheets(3)))
    assert [bool(one.error) for one in found] == [False, True, False]
    assert "a fault of plytrace: ZeroDivisionError: oh" in found[1].error


def a_record():
    (mark,) = marked(PROBLEM, [sheet_of({"values": {"A": 1}}, "a")])
    return json.dumps(mark.record()) + "\n"


def test_a_record_is_in_the_file_as_soon_as_it_is_written(tmp_path):
    path = tmp_path / "out.jsonl"
    with appending(path) as out:
        out.write(a_record())
        assert [one["sheet"] for one in records_of(path)] == ["a"]


@pytest.mark.parametrize("line", ["[1]\n", "{\n", '{"student": "x"}\n', "[" * 50_000 + "\n"])
def test_file_is_refused_with_its_line_if_it_holds_no_records(line, tmp_path):
    path = tmp_path / "out.jsonl"
    path.write_text(a_record() + line, encoding="utf-8")
    with pytest.raises(InvalidInput, match=r"out\.jsonl:2: this line is not a record"):
        list(records_of(path))


def test_error_names_the_file_if_records_cannot_be_kept_in_it(tmp_path):
    with pytest.raises(InvalidInput, match="cannot be written"), appending(tmp_path):
        pass
    with pytest.raises(InvalidInput, match="cannot be read"):
        list(records_of(tmp_path))


def test_key_with_decimals_survives_pickle_with_the_digits_that_were_written():
    key = key_of("tree: [[3.50, 1], [2, 4.25]]\nparts: {values: 2.50}\n")
    again = pickle.loads(pickle.dumps(key))
    assert again.parts == key.parts
    assert again.parts["values"].decimals == 2
    assert copy.deepcopy(TypedDecimal(2.0, 2)).decimals == 2
    assert pickle.loads(pickle.dumps(TypedDecimal(2.0, 2))).decimals == 2


def test_keys_of_the_docs_survive_pickle():
    read = 0
    for page in sorted((ROOT / "docs").glob("*.md")):
        for block in re.findall(
            r"^```yaml\n(.*?)^```", page.read_text(encoding="utf-8"), re.M | re.S
        ):
            with suppress(PlytraceError):  # a setting, or a tree's part
                key = key_of(block)
                assert type(pickle.loads(pickle.dumps(key))) is type(key), block
                read += 1
    assert read >= 7


def test_processes_that_are_spawned_give_the_same_records(monkeypatch):
    key = key_of("{tree: [[3.5, 1], [2, 4.25]], parts: {values: 2.5, utility: 1}, tolerance: 0.05}")
    answers = [replace(one, answers={"utility": "2.04"}) for one in sheets(40)]
    alone = [mark.record() for mark in marked(key, answers, diagnoses=False)]
    monkeypatch.setattr(
        "tracer.marking.batch.sys.platform", "darwin"
    )  # where processes are spawned
    several = [mark.record() for mark in marked(key, answers, jobs=2, diagnoses=False)]
    assert several == alone
