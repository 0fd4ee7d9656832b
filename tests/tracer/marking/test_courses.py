"""What the programs and sheets of the five courses print, as sheets.

Each file in `courses` is a course: a list of sheets, with the key that asks and what comes out.

- `right`: the parts with full marks; all others have none.
- `wrong`: the parts that are read and have no full marks.
- `waits`: the parts that a person must look at; none by default.
- `is_long`: its search takes more than a second, so that it runs among the experiments.
"""

import json
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.support.cases import over
from tests.tracer.worksheet.made import set_of
from tracer.marking.reading.formats import sheet_of_text

COURSES = sorted((Path(__file__).parent / "courses").glob("*.yaml"))


def sheets(*, are_long: bool) -> list[Any]:
    """Return the sheets of all courses whose searches take long, or do not."""
    return [
        pytest.param(sheet, id=f"{path.stem}: {sheet['about']}")
        for path in COURSES
        for sheet in yaml.safe_load(path.read_text(encoding="utf-8"))
        if sheet.get("is_long", False) is are_long
    ]


@over("sheet", sheets(are_long=False))
def test_output_of_a_course_has_the_marks_of_its_figures(sheet: dict[str, Any]):
    check_output(sheet)


def check_output(sheet: dict[str, Any]) -> None:
    """Mark the output of a course by its key, and compare what comes out."""
    grader = set_of(json.dumps(sheet["key"])).graders[0]
    marked = grader.mark(sheet_of_text(sheet["printed"], "sheet", ".txt"))
    record = marked.record()
    read = {part.part for part in marked.parts if not part.unread}
    right = {*sheet.get("right", ())}
    assert {part.part for part in marked.parts if part.ok} == right, record
    assert read == right | {*sheet.get("wrong", ())}, record
    assert record["pending"] == sheet.get("waits", []), record


def test_each_of_the_five_courses_has_its_file():
    assert [path.stem for path in COURSES] == ["comp341", "cs480", "lab3", "mit", "mp520"]
