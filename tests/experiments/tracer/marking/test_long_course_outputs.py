"""What the programs of the courses print of tic-tac-toe from the empty board."""

from typing import Any

from tests.support.cases import over
from tests.tracer.marking.test_courses import check_output, sheets


@over("sheet", sheets(are_long=True))
def test_long_output_of_a_course_has_the_marks_of_its_figures(sheet: dict[str, Any]):
    check_output(sheet)
