"""Texts in CSV cells are never run by spreadsheets and read back equal."""

import csv
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tracer import trace
from tracer.marking.reading.sheet_files import sheets_in
from tracer.text.printable_text import csv_cell, text_of_cell

SIGNS = "=+-@\t\r"

HOSTILE = """{tree: {id: "=1+1", children: {
    "=cmd|'/c'!A1": {id: "-2+3", children: [-5, -1/3]},
    "@SUM(A1)": {id: "'=x", children: [-7, 2]},
    "-4": {id: "+9", value: -4}}}}
"""


@given(st.text(alphabet=f"{SIGNS}'15.ae ", max_size=6))
def test_texts_read_back_and_are_never_formulas(text):
    cell = csv_cell(text)
    assert text_of_cell(cell) == text
    if cell.startswith(tuple(SIGNS)):
        float(cell)  # nothing but a number


def test_names_are_escaped_and_numbers_stay_numbers(tmp_path):
    t = trace(HOSTILE, "minimax")
    text = t.export("csv")
    rows = list(csv.DictReader(io.StringIO(text)))
    assert [row["id"] for row in rows[:2]] == ["'=1+1", "'-2+3"]
    assert rows[1]["parent"] == "'=1+1"
    assert rows[1]["move"] == "'=cmd|'/c'!A1"
    assert {row["value"] for row in rows} >= {"-5", "-7", "-4"}
    assert "-1/3" in {row["exact"] for row in rows}
    last = rows[-1]
    assert (last["id"], last["move"]) == ("+9", "-4")  # numbers, which nothing runs
    for field in ("id", "parent", "move"):
        assert [text_of_cell(row[field]) or None for row in rows] == [
            getattr(visit, field) for visit in t.visits
        ]
    path = tmp_path / "sheet.csv"
    path.write_text(text, encoding="utf-8")
    (sheet,) = sheets_in(path)
    assert sheet.answers["visits"] == [visit.id for visit in t.visits]


def test_summary_has_no_formulas_either():
    rows = dict(csv.reader(io.StringIO(trace(HOSTILE).export("csv", summary=True))))
    assert rows["path"] == "'=1+1 +9"
    assert rows["move"] == "-4"
    assert float(rows["value"]) == -4


@pytest.mark.parametrize(("text", "cell"), [("-5", "-5"), ("-inf", "-inf"), ("-1/3", "'-1/3")])
def test_numbers_are_distinguished_from_formulas(text, cell):
    assert csv_cell(text) == cell
