"""PDF: a worksheet or a key typeset by Typst, byte for byte reproducible; an extra.

All texts go to `worksheet.typ` as data, so none is run as code. The figures are those of the SVG
format.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib import resources
from itertools import groupby
from typing import Any, Final

from tracer.drawing.print.diagram_model import Diagram
from tracer.drawing.print.diagram_words import description
from tracer.drawing.print.svg_figure import drawing_of
from tracer.export.typeset import FONTS, typeset
from tracer.text.printable_text import printable_text
from tracer.worksheet.contents.model import (
    SheetQuestion,
    Solution,
    Solutions,
    Worksheet,
)
from tracer.worksheet.formats.answer_space import (
    KEY,
    Node,
    PlacedProblem,
    answer_space,
    has_scores,
    in_points,
    inlines,
    is_plain_link,
    letter_of,
    page_header,
    place_problems,
    plain_text,
    read_prose,
    share_of,
    start_of,
    table_of,
    variant_of,
)
from tracer.worksheet.formats.worksheet_format import WorksheetFormat
from tracer.worksheet.spec.spec import (
    MARGIN,
    FittedFigure,
    Paper,
    portrait_page,
)

#: Length from which a word may break anywhere, since it may be wider than a cell.
_LONG_WORD: Final = 24

#: An invisible character at which a line may break.
_NO_SPACE: Final = "\u200b"


def write(
    worksheet: Worksheet, solutions: Solutions | None = None, *, paper: Paper = "a4"
) -> bytes:
    """Return a worksheet, or its key, as a PDF."""
    sheet = typeset_data(worksheet, solutions, paper=paper)
    return typeset(read_source(), "sheet", sheet, _strings(sheet), "pdf")


def read_source() -> bytes:
    """Return the Typst source that typesets the data of a sheet."""
    return resources.files("tracer.worksheet").joinpath("worksheet.typ").read_bytes()


def typeset_data(
    worksheet: Worksheet, solutions: Solutions | None, *, paper: Paper
) -> dict[str, Any]:
    """Return the data that Typst needs for a worksheet or its key, as for `write`."""
    page = portrait_page(paper)
    tasks = place_problems(worksheet, solutions, paper)
    parts = [
        {"width": one.width, "height": one.height, "tasks": [*map(_problem, among)]}
        for one, among in groupby(tasks, key=lambda task: task.page)
    ]
    title = _text(worksheet.title)
    short, short_variant = page_header(worksheet, is_key=solutions is not None)
    course = " · ".join(_text(one) for one in (worksheet.course, worksheet.date) if one)
    return {
        "key": solutions is not None,
        "mark": KEY,
        "heading": f"{KEY}: {title}" if solutions is not None else title,
        "title": title,
        "short": _text(short),
        "course": course,
        "variant": _text(variant_of(worksheet)),
        "short-variant": _text(short_variant),
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


def _problem(problem: PlacedProblem) -> dict[str, Any]:
    task, solution = problem.task, problem.solution
    return {
        "heading": _text(task.heading),
        "points": in_points(task.points),
        "statement": _prose(task.statement),
        "figure": _figure(problem.figure, problem.fitted)
        if problem.figure and problem.fitted
        else None,
        "table": [[_text(cell) for cell in row] for row in task.table],
        "remark": _prose(solution.remark) if solution else [],
        "questions": [
            _question(question, letter_of(number, len(task.questions)), solution)
            for number, question in enumerate(task.questions)
        ],
        "notes": [
            {"title": one.title, "text": _prose(one.text)}
            for one in (solution.notes if solution else ())
        ],
    }


def _figure(diagram: Diagram, place: FittedFigure) -> dict[str, Any]:
    return {
        "svg": drawing_of(diagram, theme="light", fonts=FONTS).svg,
        "alt": description(diagram),
        "width": place.width,
        "height": place.height,
    }


def _question(question: SheetQuestion, letter: str, solution: Solution | None) -> dict[str, Any]:
    room = answer_space(question, solution.answers.get(question.part) if solution else None)
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
            "groups": room.groups,
            "share": share_of(room),
            "lines": room.lines,
            "answer": [_text(line) for line in room.answer],
            "remark": _text(room.remark),
        },
    }


def _prose(text: str) -> list[dict[str, Any]]:
    return [_block(one) for one in read_prose(text)]


def _block(block: Node) -> dict[str, Any]:
    match block.type:
        case "heading":
            return {"kind": "heading", "inside": _inline(inlines(block))}
        case "code_block" | "fence":
            lines = "\n".join(
                printable_text(line) for line in block.content.rstrip("\n").split("\n")
            )
            return {"kind": "lines", "text": lines}
        case "hr":
            return {"kind": "rule"}
        case "blockquote":
            return {"kind": "quote", "inside": [_block(one) for one in block.children]}
        case "bullet_list" | "ordered_list":
            listed = [[_block(one) for one in item.children] for item in block.children]
            return {"kind": "items", "start": start_of(block), "items": listed}
        case "table":
            sides, (head, *others) = table_of(block)
            return {
                "kind": "table",
                "sides": list(sides),
                "rows": [
                    [_inline(cell) for cell in head],
                    *([{"line": _inline(cell)} for cell in row] for row in others),
                ],
            }
        case _:
            return {"kind": "paragraph", "inside": _inline(inlines(block))}


def _inline(parts: Sequence[Node]) -> list[dict[str, Any]]:
    return [_part(one) for one in parts]


def _part(one: Node) -> dict[str, Any]:
    match one.type:
        case "code_inline":
            return {"kind": "code", "text": _text(one.content)}
        case "hardbreak":
            return {"kind": "break"}
        case "strong" | "em":
            kind = "strong" if one.type == "strong" else "emphasis"
            return {"kind": kind, "inside": _inline(one.children)}
        case "link":
            url, tell = str(one.attrs["href"]), not is_plain_link(one)
            return {"kind": "link", "url": url, "inside": _inline(one.children), "tell": tell}
        case _:
            return {"kind": "words", "text": _text(plain_text([one]))}


def _text(text: str) -> str:
    """Return a printable text, with breaks allowed in long words."""
    return " ".join(_breakable(word) for word in printable_text(text).split(" "))


def _breakable(word: str) -> str:
    if len(word) <= _LONG_WORD:
        return word
    half = _LONG_WORD // 2
    return _NO_SPACE.join(word[at : at + half] for at in range(0, len(word), half))


def _strings(data: Any) -> list[str]:
    """Return all texts in data."""
    if isinstance(data, str):
        return [data]
    inside = data.values() if isinstance(data, dict) else data if isinstance(data, list) else ()
    return [text for one in inside for text in _strings(one)]


#: The record of the format.
FORMAT: Final = WorksheetFormat("pdf", "PDF, with the extra `figures`", ".pdf", write, binary=True)
