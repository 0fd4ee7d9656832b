"""Records of nodes: the answers of a line, and lines that are one record."""

import pytest

from tests.support.cases import over
from tests.support.tables import table
from tracer.questions.records import join_records, read_record


@over(("line", "answers"), table(__file__, "records"))
def test_record_answers_its_items(line: str, answers: dict[str, str] | None):
    read = read_record(line)
    assert (None if read is None else dict(read)) == answers


def test_brackets_without_a_word_are_not_a_window_below_values():
    assert read_record("B (5, 9) = 5", is_of_values=True) is None
    assert read_record("B: window (5, 9), v = 5", is_of_values=True) is not None


@pytest.mark.parametrize("head", ["C", "C:", "Node C", "node: C", "## C (MIN)", "- C:"])
def test_fields_on_lines_of_their_own_are_one_record(head: str):
    fields = ["- alpha: 3", "- beta: inf", "- value: 2", "pruned: C2"]
    record, *empty, last = join_records([head, *fields, "move: B"])
    assert dict(read_record(record) or ())["values"] == "C = 2"
    assert {*empty} == {""}
    assert last == "move: B"


@pytest.mark.parametrize(
    "lines", [["C", "alpha: 3"], ["C", "value: 2", "move: B"], ["visits", "A"]]
)
def test_other_lines_stay_as_they_are(lines: list[str]):
    assert join_records(lines) == lines
