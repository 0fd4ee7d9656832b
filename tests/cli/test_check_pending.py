"""Sheets of which a part waits for a person have no total."""

from tests.support import check_records
from tests.support.cases import over
from tests.support.keys import key_of
from tests.support.tables import table
from tracer.marking.grading.make_grader import grader_of
from tracer.marking.reading.formats import sheet_of_text
from tracer.marking.results.text import total_of


@over("pending, total", table(__file__, "pending_marks"))
def test_what_waits_is_in_no_total(pending, total):
    parts = (("visits", 4, 4), ("values", 1.5, 3), ("move", 0, 1))
    score = sum(points for part, points, _ in parts if part not in pending)
    sheet = check_records.record(score=score, most=8, parts=parts, pending=pending)
    assert total_of(sheet) == total


def test_score_leaves_out_what_was_read_of_a_part_that_waits():
    key = key_of({"source": "lecture", "parts": {"values": 2, "move": 1}})
    sheet = sheet_of_text("values: A=3 B=3 C=2, or was D 5 as well?\nmove: B", "s", ".txt")
    record = grader_of(key).mark(sheet).record()
    assert record["pending"] == ["values"]
    assert next(part["score"] for part in record["parts"] if part["part"] == "values") > 0
    assert (record["score"], record["max_score"]) == (1, 3)
