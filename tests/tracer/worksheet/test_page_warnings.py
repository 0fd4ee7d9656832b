"""The page to fill in warns at once of what a sheet would not read, and of nothing else."""

import json
import re
from functools import cache
from pathlib import Path

import pytest
import yaml

from tests.support.cases import over
from tests.support.page_scripts import NODE, unread_by_page
from tests.support.tables import table
from tests.tracer.worksheet.made import PROBLEMS, set_of, spec_of
from tracer.marking.reading.formats import sheet_of_text
from tracer.questions.typed_text import DOUBT, is_none, normalized, without_reason
from tracer.worksheet.bundle import WorksheetMaker
from tracer.worksheet.formats.sheet_data import sheet_data
from tracer.worksheet.formats.writers import write_fill

TYPED = Path(__file__).with_name("tables") / "typed_in_fields.yaml"
GROUPS = yaml.safe_load(TYPED.read_text(encoding="utf-8"))
READ, WAITING = (
    [(field, text) for group in GROUPS for field in group["fields"] for text in group.get(kind, ())]
    for kind in ("texts", "waits")
)
#: The names in the figure of the lecture, the root's first.
NAMES = ["A", "B", "B1", "B2", "B3", "C", "C1", "C2", "C3", "D", "D1", "D2", "D3"]
#: The table around a field, and its part.
TABLES = dict(table(__file__, "tables_of_fields"))
#: Remarks that leave an answer as it is.
IN_BRACKETS = re.compile(r"\([^()]*\)")
NOT_VISITED = re.compile(r"\w+ \((?:not visited|pruned)\)")
in_node = pytest.mark.skipif(NODE is None, reason="node is not installed")


@cache
def grader_of(part):
    return set_of(
        json.dumps({"source": "lecture", "accept": ["aima"], "parts": {part: 1}})
    ).graders[0]


@cache
def said_by_page():
    asked = [*dict.fromkeys(READ + WAITING)]
    return dict(zip(asked, unread_by_page(NAMES, asked), strict=True))


def sheet_with(field, text):
    """A part, and the sheet on which a field has a text; nothing is beside one that is blank."""
    if field not in TABLES:
        return field, f"{field}: {text}"
    part, around = TABLES[field]
    if is_none(text) or not text.strip("-–—? "):
        around = re.sub(r"\b(?:3|inf|7|D2)\b", "", around)
    escaped = re.sub(r"[\\|]", r"\\\g<0>", text)
    return part, f"{part}:\n\n{around.replace('{}', escaped)}\n"


def is_read(field, text):
    """Whether a sheet has a claim for a field, with names of the figure alone, or no answer."""
    part, sheet = sheet_with(field, text)
    record = grader_of(part).mark(sheet_of_text(sheet, "sheet", ".txt")).record()
    unread = [line["text"] for line in record["unread"]]
    claim = record["read"].get(part, "")
    if part == "move" and claim:  # the value beside a move may answer another part
        unread = [one for one in unread if not re.fullmatch(r"[\d ]+", one)]
    names = {*re.findall(r"\b[A-Z]\w*", claim)} - {*NAMES}
    left = [one for one in unread if not _is_remark(one, text)]
    return not left and not names and (bool(claim) or not unread)


def _is_remark(unread, text):
    if not without_reason(normalized(unread))[0].strip(" ()"):
        return True
    is_closed = IN_BRACKETS.fullmatch(unread) or f"({unread})" in text
    return bool(NOT_VISITED.fullmatch(unread) or (is_closed and not DOUBT.search(unread)))


def test_table_has_hundreds_of_answers_in_each_kind_of_field():
    assert len(READ) > 2_500
    fields = {field for field, _ in READ}
    assert fields > TABLES.keys()
    for field in fields - {"column node"}:
        assert sum(one == field for one, _ in READ) > 200


@in_node
@over(("field", "text"), READ, ms=60)
def test_page_warns_of_exactly_what_a_sheet_would_not_read(field, text):
    assert (said_by_page()[field, text] == []) == is_read(field, text)


@in_node
@over(("field", "text"), WAITING, ms=30)
def test_page_is_silent_where_only_the_tree_tells_that_a_person_must_read_the_sheet(field, text):
    assert said_by_page()[field, text] == []
    assert not is_read(field, text)


@in_node
def test_names_with_signs_and_vectors_are_read():
    names = ["S", "S→A", "x=1", "f(x)", "A*"]
    asked = [("visits", "S, S→A, x=1, f(x)"), ("visits", "S, S→B"), ("move", "S→A")]
    asked += [("vector utility", "(1, 2, 6)"), ("vector utility", "(1, 2 or 6)")]
    asked += [("vector column value", "≥ 8"), ("vector column value", "the best")]
    found = [not unread for unread in unread_by_page(names, asked)]
    assert found == [True, False, True, True, False, True, False]


#: Problems beside those of every kind: vectors, and names with signs.
MORE = table(__file__, "problems_with_signs")


def right_fields(made):
    """The fields of the first problem that are checked, each with a right answer."""
    (task,) = made.worksheet.tasks
    for question in task.questions:
        answer = made.solutions[0].answers[question.part]
        columns = [f"column {head}" for head in question.blank.columns]
        if columns and answer.cells:
            for cells in answer.cells:
                yield from zip(columns, cells, strict=False)
        else:
            yield columns[0] if columns else question.part, answer.text


@in_node
@over("problem", [*PROBLEMS.values(), *MORE], ms=60)
def test_page_warns_of_no_right_answer(problem):
    made = set_of(problem)
    data = sheet_data(made.worksheet, draw=lambda *_: None)
    task = data["parts"][0]["tasks"][0]
    kind = "vector " if task["vectors"] else ""
    asked = [(f"{kind}{field}", text) for field, text in right_fields(made)]
    if task["names"]:
        assert unread_by_page(task["names"], asked) == [[] for _ in asked]


def test_page_says_which_fields_are_checked_and_whether_leaves_have_vectors():
    asked = "{source: lecture, search: alphabeta, parts: [visits, counts, minimax]}"
    page = write_fill(WorksheetMaker(spec_of(asked)).worksheet())
    assert page.count(" data-named>") == 3
    assert 'data-names=\'["A", ' in page
    assert " data-vectors" not in page.partition("<script>")[0]
