"""Problem sets: all kinds of problems, and texts that a writer might take for code."""

import random
import re
from pathlib import Path

from tests.support.tables import table
from tracer import trace
from tracer.drawing.print.diagrams import diagram_of, worksheet_of
from tracer.worksheet.bundle import WorksheetMaker
from tracer.worksheet.class_list import Variant
from tracer.worksheet.contents.model import (
    Answer,
    Blank,
    SheetProblem,
    SheetQuestion,
    Solution,
    Worksheet,
)
from tracer.worksheet.spec import open_spec
from trees.building import TreeEdge, TreeNode, build
from trees.sources import open_source


def wide_tree(leaves):
    """Return a tree of two plies with a given number of leaves."""
    draw = random.Random(1)
    fans = max(2, round(leaves**0.5))
    places = (range(place, leaves, fans) for place in range(fans))
    return open_source(str([[draw.randint(-9, 99) for _ in each] for each in places])).game


def problem_set():
    """A worksheet with every kind of problem and of prose, and its solutions."""
    spec = open_spec(Path(__file__).with_name("problem-set.yaml"))
    made = WorksheetMaker(spec).make(Variant("7", "7"))
    return made.worksheet, made.solutions


#: What a writer might take for code of LaTeX, Typst, HTML or CSS. None has an asterisk, a backtick
#: or a bracket, which Markdown would take for its own.
HOSTILE = table(__file__, "hostile-texts")
LONG = "A_rather-long.name" * 11 + "!!"  # 200 signs


def hostile_set():
    """A problem whose every text is all of `HOSTILE`, also as a key."""
    text = "; ".join(HOSTILE)
    tree = build(
        TreeNode(
            id=HOSTILE[0],
            edges=[
                TreeEdge(TreeNode(id=f"{place}{word}", value=place), word, None)
                for place, word in enumerate(one.replace(" ", "_") for one in HOSTILE[:6])
            ],
        ),
        name=text,
    )
    t = trace(tree)
    escaped = text.replace("\\", "\\\\").replace("&", "&amp;").replace("_", r"\_")
    escaped = escaped.replace("<", r"\<")
    questions = (
        SheetQuestion("visits", 1, escaped, Blank(lines=2)),
        SheetQuestion("values", 0.5, escaped, Blank((text, "b", LONG), (text, LONG))),
    )
    answers = {
        "visits": Answer(text, remark=text),
        "values": Answer("", ((text, text, "x"), (LONG, "y", LONG)), text),
    }
    task = SheetProblem(1, text, escaped, worksheet_of(tree), ((text, "h"), ("g", LONG)), questions)
    sheet = Worksheet(LONG, text, text, text, escaped, (task,))
    solution = Solution(diagram_of(t, show="windows"), answers, escaped)
    return sheet, (solution,)


def asked(question):
    """The text of a question as `squeezed` has it, without the marks of Markdown."""
    return squeezed(re.sub(r"[*`]", "", question.text))


def squeezed(text):
    """A text without spaces, line ends and places to break, as what reads a page has them."""
    return "".join(text.replace("\u200b", "").split())


def check_questions(text, sheet):
    """Check that a squeezed text has the headings and the questions of a set."""
    for task in sheet.tasks:
        assert squeezed(f"Problem {task.number}. {task.title}") in text
        for question in task.questions:
            assert asked(question) in text


def check_answers(text, solutions):
    """Check that a squeezed text has the answers of a key."""
    for solution in solutions:
        for answer in solution.answers.values():
            for cells in answer.cells or ((answer.text,),):
                assert all(squeezed(cell) in text for cell in cells)
            assert squeezed(answer.remark) in text


def check_hostile_texts(read):
    """Check that a worksheet and its key have each hostile text as it is."""
    sheet, solutions = hostile_set()
    for solution in (None, solutions):
        text = read(sheet, solution)
        for one in HOSTILE:
            # In the title, the statement, the instructions and both questions.
            assert text.count(squeezed(one)) >= 5, one
        assert squeezed(LONG) in text
