"""HTML to fill in: the worksheet with fields, whose answers come out as a sheet for `check`.

The page is that of the format `html`, with a field in each blank. Its script reads the fields from
the page: it knows no parts, only labels, tables and texts.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from html import escape
from importlib import resources
from typing import Final

from tracer.text.printable_text import printable_text
from tracer.worksheet.contents.model import SheetProblem, SheetQuestion, Solutions, Worksheet
from tracer.worksheet.formats import html
from tracer.worksheet.formats.answer_space import AnswerSpace, variant_of
from tracer.worksheet.formats.html import Blanks
from tracer.worksheet.formats.worksheet_format import WorksheetFormat
from tracer.worksheet.spec.spec import Paper

#: The page loads and sends nothing, and runs only its own script.
_POLICY: Final = (
    "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; "
    "base-uri 'none'; form-action 'none'"
)

#: Attributes of every field: what is typed stays as it is.
_AS_TYPED: Final = 'autocomplete="off" autocapitalize="off" autocorrect="off" spellcheck="false"'

#: How to write an answer, by part. No example is a possible answer.
_NOTES: Final[Mapping[str, str]] = {
    "visits": "For example: P, Q, Q1, Q2",
    "line": "For example: Q, Q1",
    "pruned": "For example: Q2, Q3. If nothing is pruned, write none.",
    "leaves": "For example: P1, Q1, or their values: 7, -4",
    "windows": "Write inf for infinity.",
    "cutoffs": "Write inf for infinity. If nothing is pruned, write none in the first cell.",
    "dominance": "For example: ANN: x weakly; BOB: none",
    "dominant": "For example: ANN: y strictly; BOB: none",
    "equilibria": "For example: (x, z); mixed ones as ANN: 1/4 of x + 3/4 of y, BOB: z",
    "expanded": "For example: S S N",
}

#: The parts whose answers have names of the figure, numbers and few words.
_OF_NAMES: Final = frozenset(
    ("visits", "values", "windows", "cutoffs", "pruned", "leaves", "move", "line", "utility")
)

_CONTROLS: Final = """\
<div class="buttons">
<button type="button" id="download">Download answers</button>
<button type="button" id="copy">Copy answers</button>
<button type="button" id="clear">Clear answers</button>
<span id="progress"></span>
</div>
<p id="message" role="status"></p>
<textarea id="sheet" readonly hidden rows="8" aria-label="Your answers as text"></textarea>
<noscript><p>This page needs JavaScript. Without it, print the page and write on it.</p></noscript>
</section>"""


class _Fields(Blanks):
    """Fields instead of blanks."""

    folds = False
    scores = False

    def head_lines(self) -> list[str]:
        """Return the policy of the page and the style of its fields."""
        policy = f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">'
        return [policy, "<style>", _asset("fill.css").rstrip(), "</style>"]

    def end_lines(self, worksheet: Worksheet) -> list[str]:
        """Return the buttons and the script."""
        variant = f' data-variant="{_text(worksheet.variant)}"'
        start = f'<section class="controls" aria-label="Your answers"{variant}>'
        return [start, _CONTROLS, "<script>", _asset("fill.js").rstrip(), "</script>"]

    def name_lines(self, worksheet: Worksheet) -> list[str]:
        """Return the fields for the student's name and ID."""
        # A variant that is not numbered is that of a student.
        variant = worksheet.variant
        name = variant if variant_of(worksheet) == variant else ""
        return [
            '<div class="who"><label for="student">Name:</label>'
            f'<input id="student" value="{_text(name)}" autocomplete="name" spellcheck="false">'
            f'<label for="id">ID:</label><input id="id" {_AS_TYPED}></div>'
        ]

    def problem_attributes(self, task: SheetProblem) -> str:
        """Return the number of the problem, for the sheet, and the names in its figure."""
        nodes = task.figure.nodes if task.figure else ()
        names = {name for node in nodes for name in (node.name, node.edge) if name}
        listed = json.dumps(sorted(names, key=lambda name: (-len(name), name)))
        return f' data-problem="{task.number}"' + (
            f' data-names="{_text(listed)}"' if names else ""
        )

    def question_attributes(self, task: SheetProblem, question: SheetQuestion) -> str:
        """Return the label of the question, for the sheet, and its group for screen readers."""
        name = _text(f"Problem {task.number}, {question.part}")
        named = " data-named" if question.part in _OF_NAMES else ""
        return f' role="group" aria-label="{name}" data-label="{_text(question.part)}"{named}'

    def text_lines(
        self, task: SheetProblem, question: SheetQuestion, room: AnswerSpace, label: str
    ) -> list[str]:
        """Return a field for a text, which grows with it."""
        name, note = _id(task, question), self.table_note(task, question)
        described = f' aria-describedby="{name}-note"' if note else ""
        field = f'<textarea id="{name}" {_AS_TYPED}{described} rows="{room.lines}"></textarea>'
        return [f'<div class="first"><label for="{name}">{label}</label>{field}</div>', *note]

    def cell(
        self, task: SheetProblem, question: SheetQuestion, room: AnswerSpace, row: int, column: int
    ) -> str:
        """Return the field of a cell; its name is that of its row and column."""
        head = room.rows[row][0].text or f"row {row + 1}"
        name = _text(f"{head}, {room.heads[column]}")
        return f'<input id="{_id(task, question)}-{row}-{column}" aria-label="{name}" {_AS_TYPED}>'

    def table_note(self, task: SheetProblem, question: SheetQuestion) -> list[str]:
        """Return how to write the answer, if it needs saying."""
        note = _NOTES.get(question.part, "")
        return [f'<p class="hint" id="{_id(task, question)}-note">{note}</p>'] if note else []


def write(worksheet: Worksheet, solutions: Solutions | None = None, *, paper: Paper = "a4") -> str:
    """Return a worksheet as a page to fill in, or its key as a page to read."""
    if solutions is not None:
        return html.write(worksheet, solutions, paper=paper)
    return html.write(worksheet, paper=paper, blanks=_Fields())


def _id(task: SheetProblem, question: SheetQuestion) -> str:
    return f"p{task.number}-{question.part}"


def _asset(name: str) -> str:
    return resources.files("tracer.worksheet").joinpath(name).read_text("utf-8")


def _text(text: str) -> str:
    return escape(printable_text(text))


#: The record of the format, which the option `--fill` chooses instead of `html`.
FORMAT: Final = WorksheetFormat("html", "one page of HTML to fill in", ".html", write)
