"""A key may add labels of parts, such as those of another language."""

from __future__ import annotations

import pytest

from tests.support.tables import table
from tracer.marking.grading.make_grader import grader_of
from tracer.marking.keys.key import read_key
from tracer.marking.reading.formats import sheet_of_text, sheets_in

LABELS = "labels: {values: [Werte, valores], move: bester Zug}\n"
KEY = "source: lecture\naccept: [aima]\nparts: {values: 2, move: 1}\n"


def read(folder, text):
    path = folder / "key.yaml"
    path.write_text(text, encoding="utf-8")
    return grader_of(read_key(str(path)))


@pytest.mark.parametrize(("name", "text"), table(__file__, "key-labels"))
def test_labels_of_the_key_are_read_in_every_form_of_a_sheet(name, text, tmp_path):
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    (sheet,) = sheets_in(path)
    marked = read(tmp_path, KEY + LABELS).mark(sheet)
    assert marked.ok, marked.record()
    assert read(tmp_path, KEY).mark(sheet).ok == ("values:" in text)


def test_labels_of_the_key_are_read_in_a_set_and_about_a_matrix(tmp_path):
    grader = read(
        tmp_path,
        f"problems:\n  1: {{source: lecture, parts: [move], {LABELS.strip()}}}\n"
        "  2: {matrix: [[3, -1], [0, 2]], parts: [utility], labels: {utility: Spielwert}}\n",
    )
    text = "student: Ann\nProblem 1\nBester Zug: B\nProblem 2\nSpielwert: 1\n"
    marked = grader.mark(sheet_of_text(text, "s"))
    assert (marked.score, marked.most, marked.student) == (2, 2, "Ann")


def test_sheet_keeps_its_lines_and_its_student_if_it_is_read_with_labels(tmp_path):
    sheet = sheet_of_text("student: Ann\n\nWerte: A=3 B=3\nC=2 D=2\nZug?\nZug: B\n", "s")
    record = read(tmp_path, KEY + LABELS).mark(sheet).record()
    assert record["student"] == "Ann"
    assert record["unread"][0]["line"] in (5, 6)
    assert record["read"]["values"] == "A=3, B=3, C=2, D=2"
