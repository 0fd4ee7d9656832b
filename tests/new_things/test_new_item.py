"""A new item is a class in `PARTS` and a row of the table: it is asked, read and graded."""

import pytest

from tests.tracer.worksheet.made import set_of
from tracer.marking.blank_forms import form
from tracer.marking.reading.formats import sheet_of_text
from tracer.questions import PARTS
from tracer.questions.items import Form, ItemRow, item_rows
from tracer.questions.visits import NodeOrder

TASK = "List the internal nodes in the order in which the search visits them."
PROBLEM = "{tree: [[3,12,8],[2,4,6],[14,5,2]], accept: [aima], parts: {expanded: 4, move: 1}}"


class Expanded(NodeOrder):
    name = "expanded"
    about = "the internal nodes in the order in which they are visited"

    def order(self, answers, rules, claim=()):
        return tuple(name for name in answers.visits if name in answers.interior)


@pytest.fixture(autouse=True)
def known(monkeypatch):
    row = ItemRow("expanded", TASK, form=Form.LIST, item="node in its place")
    monkeypatch.setitem(PARTS, Expanded.name, Expanded())
    monkeypatch.setitem(item_rows()["search"], row.name, row)


@pytest.fixture
def made():
    return set_of(PROBLEM)


def mark(made, text):
    return made.graders[0].mark(sheet_of_text(text, "sheet", ".txt"))


def test_new_item_is_asked_on_worksheets_and_forms(made):
    (task,) = made.worksheet.tasks
    assert TASK in task.questions[0].text
    assert "expanded:" in form(made.graders[0], "text").splitlines()


def test_new_item_is_graded(made):
    marked = mark(made, "expanded: A B C D\nmove: B")
    assert [(part.part, part.score) for part in marked.parts] == [("expanded", 4), ("move", 1)]


def test_new_item_is_explained(made):
    marked = mark(made, "expanded: A B D C\nmove: B")
    assert marked.parts[0].score == 3
    assert marked.parts[0].message == "3 of 4 expanded in the right order; C comes after B, not D"
    assert marked.departures[0].message.startswith("You give D as number 3. It is C.")
