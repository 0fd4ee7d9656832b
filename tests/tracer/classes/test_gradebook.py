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


UNREADABLE = record(
    "c.yaml", student="", score=0, parts={}, convention=None, error='c.yaml:3:1: a "list",\nopen'
)


def rows(records, **options):
    out = StringIO()
    assert write(iter(records), out, **options) == len(records)
    return list(csv.DictReader(StringIO(out.getvalue())))


def test_row_has_every_column_and_reads_back():
    accused = {
        "misconceptions": [
            {"id": "refuses-cutoff", "fit": 0.97, "first_shows_at": 9, "message": ""},
            {"id": "root-reset", "fit": 0.5, "first_shows_at": 9, "message": ""},
        ],
        "indistinguishable": ["refuses-cutoff", "window-reset"],
    }
    (made,) = rows(
        [record("a.yaml", score=5.5, most=8, parts={"visits": 3.5, "move": 2}, **accused)]
    )
    assert list(made.items()) == table(__file__, "gradebook_row")


def test_row_has_the_error_and_empty_parts_if_sheet_is_unreadable():
    first, last = rows([record(), UNREADABLE])
    assert first["error"] == ""
    assert (last["score"], last["visits"], last["convention"]) == ("", "", "")
    assert last["error"] == 'c.yaml:3:1: a "list", open'


def test_part_and_total_are_empty_if_pending_and_part_is_0_if_blank():
    (made,) = rows([record(score=3, parts={"visits": 3, "values": 0}, pending=["values"])])
    assert (made["score"], made["percent"], made["visits"], made["values"]) == ("", "", "3", "")
    assert made["error"] == "pending: values"
    (made,) = rows([record(score=3, parts={"visits": 3, "values": 0}, pending=[])])
    assert (made["score"], made["values"], made["error"]) == ("3", "0", "")


def test_overrides_have_a_column_if_there_are_any():
    given = {"overridden": ["values"], "remark": "=read by hand"}
    first, last = rows([record(), record(**given)])
    assert (first["remark"], last["remark"]) == ("", "by hand: values; =read by hand")
    assert "remark" not in rows([record()])[0]


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


def test_part_has_a_column_if_only_a_later_sheet_has_it():
    made = rows([UNREADABLE, record(parts={"move": 1}), record(parts={"line": 0, "move": 4})])
    assert [one["move"] for one in made] == ["", "1", "4"]
    assert [one["line"] for one in made] == ["", "", "0"]


def test_parts_of_a_key_are_columns_in_its_order_if_no_sheet_has_them():
    made = rows([record(parts={"move": 1, "visits": 2})], parts=("visits", "cutoffs", "move"))
    assert [*made[0]][5:8] == ["visits", "cutoffs", "move"]
    assert [made[0][name] for name in ("visits", "cutoffs", "move")] == ["2", "", "1"]


def test_table_is_its_heading_alone_if_there_are_no_sheets():
    out = StringIO()
    assert write([], out, parts=("visits",)) == 0
    assert out.getvalue().count("\n") == 1
    assert out.getvalue().startswith("student,sheet,score,max_score,percent,visits,convention")


def test_percentage_is_empty_if_key_has_no_points():
    assert rows([record(score=0, most=0)])[0]["percent"] == ""


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


def test_sheets_with_a_pending_part_come_first():
    made = rows([record("a"), record("b", pending=["visits"]), record("c"), UNREADABLE])
    assert [row["sheet"] for row in made] == ["b", "a", "c", "c.yaml"]
