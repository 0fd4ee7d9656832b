"""PDF: a worksheet or a key typeset by Typst, the same byte for byte for equal input; an extra.

All texts go to `worksheet.typ` as data, so that nothing in them is taken for code. The figures are
those of the SVG format.
"""

from __future__ import annotations

from importlib import resources
from itertools import groupby
from typing import Any, Final

from tracer.diagram import Diagram
from tracer.diagram.model import printable
from tracer.diagram.words import description
from tracer.export.svg import drawing_of
from tracer.export.typeset import FONTS, typeset
from tracer.worksheet.model import Question, Solution, Solutions, Task, Worksheet
from tracer.worksheet.paper import MARGIN, Fitted, Page, Paper, fitted, upright
from tracer.worksheet.prose import (
    Block,
    Break,
    Code,
    Heading,
    Inline,
    Items,
    Link,
    Preformatted,
    Quote,
    Rule,
    Span,
    Table,
    Words,
    read_prose,
)
from tracer.worksheet.rooms import (
    KEY,
    has_scores,
    heading_of,
    in_points,
    letter_of,
    paired,
    room_of,
    share_of,
    shortened,
    variant_of,
)

__all__ = ["write"]

#: Letters of a word from which on it may be broken anywhere, since it may be wider than a cell.
_LONG_WORD: Final = 24

#: Where a line may end that shows nothing.
_NO_SPACE: Final = "\u200b"


def write(
    worksheet: Worksheet, solutions: Solutions | None = None, *, paper: Paper = "a4"
) -> bytes:
    """A worksheet, or its key, as a PDF.

    Args:
        worksheet: what is asked.
        solutions: what is right, for a key; None for the worksheet.
        paper: what it is printed on.

    Raises:
        InvalidInput: the package typst is not installed.
    """
    page = upright(paper)
    tasks = [_Placed(task, solution, paper) for task, solution in paired(worksheet, solutions)]
    parts = [
        {"width": one.width, "height": one.height, "tasks": [task.data() for task in among]}
        for one, among in groupby(tasks, key=lambda task: task.page)
    ]
    title = _text(worksheet.title)
    course = " · ".join(_text(one) for one in (worksheet.course, worksheet.date) if one)
    sheet = {
        "key": solutions is not None,
        "mark": KEY,
        "heading": f"{KEY}: {title}" if solutions is not None else title,
        "title": title,
        "short": _text(shortened(worksheet.title)),
        "course": course,
        "variant": _text(variant_of(worksheet)),
        "short-variant": _text(shortened(variant_of(worksheet))),
        "total": f"{worksheet.points:g}",
        "total-words": in_points(worksheet.points),
        "scores": [
            {"number": str(task.number), "points": f"{task.points:g}"}
            for task in worksheet.tasks
            if has_scores(worksheet)
        ],
        "instructions": _prose(worksheet.instructions),
        "paper": {"width": page.width, "height": page.height},
        "margin": MARGIN,
        "parts": parts or [{"width": page.width, "height": page.height, "tasks": []}],
    }
    source = resources.files("tracer.worksheet").joinpath("worksheet.typ").read_bytes()
    return typeset(source, "sheet", sheet, _strings(sheet), "pdf")


class _Placed:
    """A task with what is right in it and the page that its figure asks for."""

    def __init__(self, task: Task, solution: Solution | None, paper: Paper) -> None:
        self.task, self.solution = task, solution
        figure = solution.figure if solution and solution.figure else task.figure
        self.figure = figure
        self.fitted: Fitted | None = fitted(figure, paper) if figure else None
        self.page: Page = self.fitted.page if self.fitted else upright(paper)

    def data(self) -> dict[str, Any]:
        task, solution = self.task, self.solution
        figure = None
        if self.figure and self.fitted:
            figure = _figure(self.figure, self.fitted)
        return {
            "heading": _text(heading_of(task)),
            "points": in_points(task.points),
            "statement": _prose(task.statement),
            "figure": figure,
            "table": [[_text(cell) for cell in row] for row in task.table],
            "remark": _prose(solution.remark) if solution else [],
            "questions": [
                _question(question, letter_of(number, len(task.questions)), solution)
                for number, question in enumerate(task.questions)
            ],
        }


def _figure(diagram: Diagram, place: Fitted) -> dict[str, Any]:
    return {
        "svg": drawing_of(diagram, theme="light", fonts=FONTS).svg,
        "alt": description(diagram),
        "width": place.width,
        "height": place.height,
    }


def _question(question: Question, letter: str, solution: Solution | None) -> dict[str, Any]:
    room = room_of(question, solution.answers.get(question.part) if solution else None)
    return {
        "letter": letter,
        "points": in_points(question.points) if letter else "",
        "text": _prose(question.text),
        "room": {
            "label": _text(room.label),
            "heads": [_text(head) for head in room.heads],
            "rows": [
                [{"text": _text(cell.text), "answers": cell.answers} for cell in row]
                for row in room.rows
            ],
            "folds": room.folds,
            "share": share_of(room),
            "lines": room.lines,
            "answer": [_text(line) for line in room.answer],
            "remark": _text(room.remark),
        },
    }


def _prose(text: str) -> list[dict[str, Any]]:
    return [_block(one) for one in read_prose(text)]


def _block(block: Block) -> dict[str, Any]:
    match block:
        case Heading(inside):
            return {"kind": "heading", "inside": _inline(inside)}
        case Preformatted(text):
            lines = "\n".join(printable(line) for line in text.split("\n"))
            return {"kind": "lines", "text": lines}
        case Rule():
            return {"kind": "rule"}
        case Quote(inside=blocks):
            return {"kind": "quote", "inside": [_block(one) for one in blocks]}
        case Items(start, items):
            listed = [[_block(one) for one in item] for item in items]
            return {"kind": "items", "start": start, "items": listed}
        case Table(sides, rows):
            head, *others = rows
            return {
                "kind": "table",
                "sides": list(sides),
                "rows": [
                    [_inline(cell) for cell in head],
                    *([{"line": _inline(cell)} for cell in row] for row in others),
                ],
            }
        case _:
            return {"kind": "paragraph", "inside": _inline(block.inside)}


def _inline(parts: tuple[Inline, ...]) -> list[dict[str, Any]]:
    return [_part(one) for one in parts]


def _part(one: Inline) -> dict[str, Any]:
    match one:
        case Words(text):
            return {"kind": "words", "text": _text(text)}
        case Code(text):
            return {"kind": "code", "text": _text(text)}
        case Break():
            return {"kind": "break"}
        case Span(strong, inside):
            return {"kind": "strong" if strong else "emphasis", "inside": _inline(inside)}
        case Link(url, inside):
            tell = not one.is_plain
            return {"kind": "link", "url": url, "inside": _inline(inside), "tell": tell}


def _text(text: str) -> str:
    """A text that can be printed, with places to break in words that are wider than a cell."""
    return " ".join(_breakable(word) for word in printable(text).split(" "))


def _breakable(word: str) -> str:
    if len(word) <= _LONG_WORD:
        return word
    half = _LONG_WORD // 2
    return _NO_SPACE.join(word[at : at + half] for at in range(0, len(word), half))


def _strings(data: Any) -> list[str]:
    """All texts in data."""
    if isinstance(data, str):
        return [data]
    inside = data.values() if isinstance(data, dict) else data if isinstance(data, list) else ()
    return [text for one in inside for text in _strings(one)]
