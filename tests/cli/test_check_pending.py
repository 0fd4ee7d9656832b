"""Sheets of which a part waits for a person have no total."""

from tests.support import check_records
from tests.support.cases import over
from tests.support.tables import table
from tracer.marking.results.text import total_of


@over("pending, total", table(__file__, "pending_marks"))
def test_what_waits_is_in_no_total(pending, total):
    parts = (("visits", 4, 4), ("values", 1.5, 3), ("move", 0, 1))
    sheet = check_records.record(score=5.5, most=8, parts=parts, pending=pending)
    assert total_of(sheet) == total
