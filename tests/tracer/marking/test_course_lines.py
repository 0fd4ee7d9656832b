"""The lines that the programs of the five courses print."""

from tests.support.cases import over
from tests.support.tables import table
from tracer.questions.course_lines import read_course_line


@over(("line", "answers"), table(__file__, "course-lines"))
def test_printed_line_answers_the_items_of_the_table(line: str, answers: dict[str, str] | None):
    for before in ("", "- ", "  "):
        read = read_course_line((before + line).strip())
        assert (None if read is None else dict(read)) == answers
