"""The gradebook: a row a sheet, a column a part, and nothing that a spreadsheet would run."""

from __future__ import annotations

import csv
import tracemalloc
from io import StringIO

import pytest

from tracer.check.gradebook import write
from tracer.check.graders import grader_of
from tracer.check.problem import Problem
from tracer.check.sheets import sheet_of


def record(sheet="a.yaml", *, student="s1", score=3, most=4, parts=None, **more):
    parts = {"visits": 3} if parts is None else parts
    return {
        "schema": "plytrace.check/1",
        "sheet": sheet,
        "student": student,
        "score": score,
        "max_score": most,
        "convention": "aima",
        "parts": [
            {"part": name, "score": points, "max_score": 4, "ok": points == 4, "message": ""}
            for name, points in parts.items()
        ],
        "departure": None,
        "misconceptions": [],
        "indistinguishable": [],
    } | more


UNREADABLE = record(
    "c.yaml", student="", score=0, parts={}, convention=None, error='c.yaml:3:1: a "list",\nopen'
)


def rows(records, **options):
    out = StringIO()
    assert write(iter(records), out, **options) == len(records)
    return list(csv.DictReader(StringIO(out.getvalue())))


def test_a_row_has_every_column_and_reads_back():
    accused = {
        "misconceptions": [
            {"id": "refuses-cutoff", "fit": 0.97, "first_shows_at": 9, "message": ""},
            {"id": "root-reset", "fit": 0.5, "first_shows_at": 9, "message": ""},
        ],
        "indistinguishable": ["refuses-cutoff", "window-reset"],
    }
    made = rows([record("a.yaml", score=5.5, most=8, parts={"visits": 3.5, "move": 2}, **accused)])
    assert made == [
        {
            "student": "s1",
            "sheet": "a.yaml",
            "score": "5.5",
            "max_score": "8",
            "percent": "68.75",
            "visits": "3.5",
            "move": "2",
            "convention": "aima",
            "misconception": "refuses-cutoff",
            "indistinguishable": "refuses-cutoff window-reset",
            "error": "",
        }
    ]


def test_an_unreadable_sheet_is_a_row_with_its_error_and_empty_parts():
    first, last = rows([record(), UNREADABLE])
    assert first["error"] == ""
    assert (last["score"], last["visits"], last["convention"]) == ("", "", "")
    assert last["error"] == 'c.yaml:3:1: a "list",\nopen'


def test_a_part_that_could_not_be_read_is_empty_and_says_why_and_one_that_is_blank_is_0():
    def told(**messages):
        made = record(score=0, parts=dict.fromkeys(messages, 0))
        for part in made["parts"]:
            part["message"] = messages[part["part"]]
        return rows([made])[0]

    why = "could not be read: 'three' is no number"
    made = told(visits="3 of 11 right", values=why, move="not answered")
    assert (made["score"], made["values"], made["move"]) == ("0", "", "0")
    assert made["error"] == f"values: {why}"
    # Nobody is given a zero where nothing could be read.
    made = told(values=why, move="not answered")
    assert (made["score"], made["percent"], made["move"]) == ("", "", "0")
    made = told(values="not answered", move="not answered")
    assert (made["score"], made["error"]) == ("0", "")


def test_graders_say_so_in_the_words_that_the_gradebook_knows():
    sheet = sheet_of({"values": "A=three", "move": ""}, "a.yaml")
    for kind, source in (("search", "lecture"), ("matrix", "mp520")):
        answers = sheet if kind == "search" else sheet_of({"equilibria": "[", "dominant": ""}, "a")
        parts = dict.fromkeys(answers.answers, 1.0)
        marked = grader_of(Problem("key", source, parts=parts, kind=kind)).mark(answers)
        made = rows([marked.record("score")])[0]
        first, second = answers.answers
        assert (made["score"], made[first], made[second]) == ("", "", "0")
        assert made["error"].startswith(f"{first}: could not be read")


def test_a_part_that_only_a_later_sheet_has_is_a_column_and_empty_before():
    made = rows([UNREADABLE, record(parts={"move": 1}), record(parts={"line": 0, "move": 4})])
    assert [one["move"] for one in made] == ["", "1", "4"]
    assert [one["line"] for one in made] == ["", "", "0"]


def test_the_parts_of_a_key_are_columns_in_its_order_even_if_no_sheet_has_them():
    made = rows([record(parts={"move": 1, "visits": 2})], parts=("visits", "cutoffs", "move"))
    assert [*made[0]][5:8] == ["visits", "cutoffs", "move"]
    assert [made[0][name] for name in ("visits", "cutoffs", "move")] == ["2", "", "1"]


def test_no_sheets_are_a_table_of_its_heading_alone():
    out = StringIO()
    assert write([], out, parts=("visits",)) == 0
    assert out.getvalue().count("\n") == 1
    assert out.getvalue().startswith("student,sheet,score,max_score,percent,visits,convention")


def test_a_key_without_points_has_no_percentage():
    assert rows([record(score=0, most=0)])[0]["percent"] == ""


@pytest.mark.parametrize("student", ["=1+1", "+cmd", "-1+1", "@SUM(A1)", "\t=1+1", "=HYPERLINK(1)"])
def test_no_cell_is_a_formula(student):
    made = rows([record(student, student=student)])[0]
    assert made["student"] == made["sheet"] == f"'{student}"


@pytest.mark.parametrize("student", ["s-1", "-17", "+49", "Núñez, Ana", "o'Neil", "a\nb", ""])
def test_what_is_no_formula_is_as_the_student_wrote_it(student):
    assert rows([record(student=student)])[0]["student"] == student


def test_memory_does_not_grow_with_the_number_of_sheets():
    class Nowhere:
        written = 0

        def write(self, text):
            self.written += 1

    def peak(sheets):
        tracemalloc.start()
        try:
            out = Nowhere()
            write((record(f"{i}.yaml") for i in range(sheets)), out)
            assert out.written == sheets + 1
            return tracemalloc.get_traced_memory()[1]
        finally:
            tracemalloc.stop()

    peak(10)
    assert peak(6_000) < peak(600) + 50_000
