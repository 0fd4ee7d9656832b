"""Keys that contradict themselves, or say what has no effect, are refused with their place."""

import pytest

from engine.errors import InvalidInput, PlytraceError
from tests.support.cases import over
from tests.support.keys import key_of
from tests.support.tables import table
from tracer.marking.grading.make_grader import grader_of
from tracer.marking.keys.key import read_key
from tracer.marking.reading.formats import sheet_of, sheet_of_text
from tracer.marking.reading.sheet_files import sheets_in

TREE = "tree: [[3, 12], [2, 4]]\n"
LECTURE = "source: lecture\nparts: {move: 1}\n"


@over(("text", "message"), table(__file__, "keys-refused"))
def test_key_is_refused_with_its_place_and_the_reason(text, message, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "other.yaml").write_text("{search: minimax, sourc: x}", encoding="utf-8")
    (tmp_path / "key.yaml").write_text(text, encoding="utf-8")
    with pytest.raises(PlytraceError, match=message):
        grader_of(read_key("key.yaml"))


def test_the_time_is_left_out_of_a_sheets_points_and_noted():
    text = "source: lecture\nparts: {move: 1, time: 2}\nseconds: 1\n"
    key = key_of(text)
    assert key.for_programs().parts == {"move": 1, "time": 2}
    marked = grader_of(key).mark(sheet_of({"move": "B", "time": "0.1"}, "s"))
    assert (marked.score, marked.most, marked.ok) == (1, 1, True)
    assert marked.notes == ("the part time does not count, since only programs answer it",)
    with pytest.raises(InvalidInput, match="the only part is time"):
        grader_of(key_of(text.replace("move: 1, ", "")))
    marked = grader_of(read_key("lecture")).mark(sheet_of({"time": "1"}, "s"))
    assert "answers no part" in marked.error


@pytest.mark.parametrize(
    "text",
    [
        TREE + "depth: 2\n",
        TREE + "order: given\nroot: min\n",
        LECTURE + "window: either\n",
        LECTURE + "max: to-move\n",
        "source: lecture\nwindow: before\n",
        "source: lecture\nsearch: alphabeta\nwindow: before\nparts: [cutoffs, move]\n",
        "matrix: [[1, 2]]\nparts: [utility]\n",
        "mcts: mp520\nc: sqrt(2)\ntolerance: 0.1\n",
    ],
)
def test_key_is_read_if_its_settings_go_together(text):
    grader_of(key_of(text))


def test_remark_for_yourself_changes_nothing():
    plain = key_of("{source: lecture, parts: {visits: 1}}")
    assert key_of("{source: lecture, description: for week 3, parts: {visits: 1}}") == plain


#: A key may add labels of parts, such as those of another language.
LABELS = "labels: {values: [Werte, valores], move: bester Zug}\n"


LABELLED = "source: lecture\naccept: [aima]\nparts: {values: 2, move: 1}\n"


@pytest.mark.parametrize(("name", "text"), table(__file__, "key-labels"))
def test_labels_of_the_key_are_read_in_every_form_of_a_sheet(name, text, tmp_path):
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    (sheet,) = sheets_in(path)
    marked = grader_of(key_of(LABELLED + LABELS)).mark(sheet)
    assert marked.ok, marked.record()
    assert grader_of(key_of(LABELLED)).mark(sheet).ok == ("values:" in text)


def test_sheet_keeps_its_lines_and_its_student_if_it_is_read_with_labels():
    sheet = sheet_of_text("student: Ann\n\nWerte: A=3 B=3\nC=2 D=2\nZug?\nZug: B\n", "s")
    record = grader_of(key_of(LABELLED + LABELS)).mark(sheet).record()
    assert record["student"] == "Ann"
    assert record["unread"][0]["line"] in (5, 6)
    assert record["read"]["values"] == "A=3, B=3, C=2, D=2"
