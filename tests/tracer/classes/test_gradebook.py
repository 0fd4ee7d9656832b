"""The gradebook: a row a sheet, a column a part, and nothing that a spreadsheet would run."""

import csv
from io import StringIO

from tests.support import check_records
from tests.support.cases import over
from tests.support.tables import table
from tracer.classes.gradebook import write
from tracer.marking.grading.make_grader import grader_of
from tracer.marking.keys.problem import Problem
from tracer.marking.reading.formats import sheet_of


def record(sheet="a.yaml", *, parts=None, **more):
    """A checked sheet; parts with their scores, of 4 points each."""
    parts = {"visits": 3} if parts is None else parts
    return check_records.record(sheet, parts=[(*part, 4) for part in parts.items()], **more)


def rows(records, **options):
    out = StringIO()
    assert write(iter(records), out, **options) == len(records)
    return list(csv.DictReader(StringIO(out.getvalue())))


@over("row", table(__file__, "gradebooks"))
def test_gradebook_of_records_is_that_of_the_table(row):
    records, out = [record(**fields) for fields in row["records"]], StringIO()
    assert write(iter(records), out, parts=row.get("parts", ())) == len(records)
    assert out.getvalue() == row["csv"]


def test_statuses_of_graders_are_those_of_the_gradebook():
    sheet = sheet_of({"values": "A=three", "move": ""}, "a.yaml")
    for kind, source in (("search", "lecture"), ("matrix", "mp520")):
        answers = sheet if kind == "search" else sheet_of({"equilibria": "[", "dominant": ""}, "a")
        parts = dict.fromkeys(answers.answers, 1.0)
        marked = grader_of(Problem("key", source, parts=parts, kind=kind)).mark(answers)
        made = rows([marked.record("score")])[0]
        first, second = answers.answers  # what was not read may answer either
        assert (made["score"], made[first]) == ("", "")
        assert made["error"] == f"pending: {first}, {second}"


@over(
    ("name", "cell"),
    [
        *((formula, f"'{formula}") for formula in ("=1+1", "+cmd", "-1+1", "@SUM(A1)", " =1+1")),
        ("=HYPERLINK(1)", "'=HYPERLINK(1)"),
        *((name, name) for name in ("s-1", "-17", "+49", "Núñez, Ana", "o'Neil", "a - b", "")),
        ("a\nb", "a b"),
        ("\t=1+1", "' =1+1"),
    ],
)
def test_cell_is_the_name_in_one_line_and_never_a_formula(name, cell):
    (row,) = rows([record(name, student=name)])
    assert (row["student"], row["sheet"]) == (cell, cell)
