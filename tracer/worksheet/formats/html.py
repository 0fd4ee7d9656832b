"""HTML: a worksheet or a key as one self-contained page, for screens and print."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from importlib import resources
from typing import Final

from tracer.drawing.print.diagram_model import Diagram
from tracer.drawing.print.svg_figure import drawing_of
from tracer.drawing.print.svg_style import PALETTES
from tracer.text.printable_text import printable_text
from tracer.worksheet.contents.model import (
    SheetProblem,
    SheetQuestion,
    Solution,
    Solutions,
    Worksheet,
)
from tracer.worksheet.formats.answer_space import (
    KEY,
    AnswerSpace,
    Cell,
    Cells,
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
from tracer.worksheet.spec.spec import FittedFigure, Paper, PaperPage, portrait_page

# Markdown as HTML; HTML in the Markdown is escaped.

_HEAD: Final = 'th scope="col"'


def html_prose(text: str) -> str:
    """Convert a text from Markdown to HTML."""
    return _blocks(read_prose(text))


def _blocks(blocks: Sequence[Node]) -> str:
    return "\n".join(_block(one) for one in blocks)


def _block(block: Node) -> str:
    match block.type:
        case "heading":
            return f"<p><strong>{_line(inlines(block))}</strong></p>"
        case "code_block" | "fence":
            lines = "\n".join(
                printable_text(line) for line in block.content.rstrip("\n").split("\n")
            )
            return f'<pre tabindex="0">{escape(lines)}</pre>'
        case "hr":
            return "<hr>"
        case "blockquote":
            return f"<blockquote>{_blocks(block.children)}</blockquote>"
        case "bullet_list" | "ordered_list":
            start = start_of(block)
            listed = "".join(f"<li>{_blocks(item.children)}</li>" for item in block.children)
            if start is None:
                return f"<ul>{listed}</ul>"
            return f"<ol>{listed}</ol>" if start == 1 else f'<ol start="{start}">{listed}</ol>'
        case "table":
            return _prose_table(*table_of(block))
        case _:
            return f"<p>{_line(inlines(block))}</p>"


def _prose_table(sides: Sequence[str], rows: Sequence[Cells]) -> str:
    def row(cells: Cells, tag: str) -> str:
        lines = zip(map(_line, cells), sides, strict=True)
        return "".join(_prose_cell(line, side, tag if line else "td") for line, side in lines)

    head, *others = rows
    body = "".join(f"<tr>{row(cells, 'td')}</tr>" for cells in others)
    table = f"<table><thead><tr>{row(head, _HEAD)}</tr></thead><tbody>{body}</tbody></table>"
    return f'<div class="across" role="group" tabindex="0" aria-label="Table">{table}</div>'


def _prose_cell(line: str, side: str, tag: str) -> str:
    return f'<{tag} style="text-align:{side}">{line}</{tag.split()[0]}>'


def _line(parts: Sequence[Node]) -> str:
    return "".join(_part(one) for one in parts)


def _part(one: Node) -> str:
    match one.type:
        case "code_inline":
            return f"<code>{escape(printable_text(one.content))}</code>"
        case "hardbreak":
            return "<br>"
        case "strong" | "em":
            return f"<{one.type}>{_line(one.children)}</{one.type}>"
        case "link":
            shown = "" if is_plain_link(one) else ' class="address"'
            url = escape(str(one.attrs["href"]))
            return f'<a href="{url}"{shown}>{_line(one.children)}</a>'
        case _:
            return escape(printable_text(plain_text([one])))


# The blanks of a worksheet in HTML: lines and empty cells, to write on by hand.

_WRITTEN: Final = '<div class="line"></div>'


class Blanks:
    """The blanks of a page to print; a page to fill in has fields instead."""

    #: Whether long tables are folded, to save space.
    folds = True
    #: Whether there is a table to write the scores into.
    scores = True

    def head_lines(self) -> list[str]:
        """Return further lines of the page's head."""
        return []

    def end_lines(self, worksheet: Worksheet) -> list[str]:
        """Return further lines below the problems."""
        return []

    def name_lines(self, worksheet: Worksheet) -> list[str]:
        """Return the lines for the student's name and ID."""
        return [
            '<div class="who"><span>Name:</span><span class="line"></span>'
            '<span>ID:</span><span class="line"></span></div>'
        ]

    def problem_attributes(self, task: SheetProblem) -> str:
        """Return further attributes of a problem's section."""
        return ""

    def question_attributes(self, task: SheetProblem, question: SheetQuestion) -> str:
        """Return further attributes of a question."""
        return ""

    def text_lines(
        self, task: SheetProblem, question: SheetQuestion, room: AnswerSpace, label: str
    ) -> list[str]:
        """Return the space for an answer that is a text."""
        return [
            f'<div class="first">{label}{_WRITTEN}</div>',
            *[_WRITTEN] * (room.lines - 1),
        ]

    def cell(
        self, task: SheetProblem, question: SheetQuestion, room: AnswerSpace, row: int, column: int
    ) -> str:
        """Return the content of an empty cell."""
        return ""

    def table_note(self, task: SheetProblem, question: SheetQuestion) -> list[str]:
        """Return a note below a table."""
        return []


_PAPER_BLANKS: Final = Blanks()


def write(
    worksheet: Worksheet,
    solutions: Solutions | None = None,
    *,
    paper: Paper = "a4",
    blanks: Blanks = _PAPER_BLANKS,
) -> str:
    """Return a worksheet, or its key, as a page for the web."""
    title = f"{KEY}: {worksheet.title}" if solutions is not None else worksheet.title
    style = resources.files("tracer.worksheet").joinpath("worksheet.css").read_text("utf-8")
    pages: dict[PaperPage, str] = {portrait_page(paper): ""}
    body = []
    for problem in place_problems(worksheet, solutions, paper):
        name = pages.setdefault(problem.page, f"page{len(pages)}")
        body += _task(problem, name, blanks)
    lines = [
        "<!DOCTYPE html>",
        '<html lang="en">',
        "<head>",
        '<meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>{_text(title)}</title>",
        "<style>",
        style + _pages(pages, worksheet, is_key=solutions is not None),
        "</style>",
        *blanks.head_lines(),
        "</head>",
        "<body>",
        "<main>",
        *_head(worksheet, blanks, is_key=solutions is not None),
        *body,
        *blanks.end_lines(worksheet),
        "</main>",
        "</body>",
        "</html>",
        "",
    ]
    return "\n".join(lines)


def _pages(pages: dict[PaperPage, str], worksheet: Worksheet, *, is_key: bool) -> str:
    """Return the CSS rules of the pages: sizes, headers, and figure colours for print.

    On a screen, figures follow the reader's colours; on paper they are dark on white.
    """
    rules = []
    for page, name in pages.items():
        rules.append(f"@page {name} {{ size: {page.width:g}pt {page.height:g}pt; }}")
        if name:
            rules.append(f"@media print {{ .{name} {{ page: {name}; }} }}")
    if is_key:
        colour = PALETTES["light"]["best"]
        rules.append(
            f"@page {{ @top-center {{ content: {_css(KEY.upper())}; "
            f"color: {colour}; font: bold 9pt Helvetica, Arial, sans-serif; }} }}"
        )
    above = zip(("left", "right"), page_header(worksheet, is_key=is_key), strict=True)
    for side, text in above:
        rules.append(
            f"@page {{ @top-{side} {{ content: {_css(text)}; font: 9pt Georgia, serif; }} }}"
        )
    rules.append('@page :first { @top-left { content: ""; } @top-right { content: ""; } }')
    light = ";".join(f"--plytrace-{name}:{colour}" for name, colour in PALETTES["light"].items())
    rules.append(f"@media print {{ svg.plytrace-auto {{ {light} }} }}")
    return "\n".join([*rules, ""])


def _css(text: str) -> str:
    """Return a CSS string; every character except ASCII letters, digits and spaces is escaped."""
    return '"' + "".join(_css_letter(one) for one in printable_text(text)) + '"'


def _css_letter(one: str) -> str:
    return one if one.isascii() and (one.isalnum() or one == " ") else f"\\{ord(one):x} "


def _head(worksheet: Worksheet, blanks: Blanks, *, is_key: bool) -> list[str]:
    course = " · ".join(one for one in (worksheet.course, worksheet.date) if one)
    lines = [f'<p class="mark banner">{KEY}</p>'] if is_key else []
    scored = has_scores(worksheet) and blanks.scores and not is_key
    lines += [
        "<header>",
        '<div class="above"><div>',
        f"<div>{_text(course)}</div>",
        f"<h1>{_text(worksheet.title)}</h1>",
        f"<strong>{_text(variant_of(worksheet))}</strong></div>",
        *(_scores(worksheet) if scored else ()),
        "</div>",
    ]
    if not is_key:
        lines += blanks.name_lines(worksheet)
    if worksheet.points and not scored:
        lines.append(f"<p>Total: {in_points(worksheet.points)}</p>")
    instructions = html_prose(worksheet.instructions)
    return [*lines, f'<div class="instructions">{instructions}</div>', "</header>"]


def _scores(worksheet: Worksheet) -> list[str]:
    heads = [*(str(task.number) for task in worksheet.tasks), "Total"]
    points = [f"{one:g}" for one in (*(task.points for task in worksheet.tasks), worksheet.points)]
    return [
        '<table class="scores"><thead>',
        _row("Problem", [f'<th scope="col">{one}</th>' for one in heads]),
        "</thead><tbody>",
        _row("Points", [f"<td>{one}</td>" for one in points]),
        _row("Score", ["<td></td>"] * len(heads)),
        "</tbody></table>",
    ]


def _row(head: str, cells: Sequence[str]) -> str:
    return f'<tr><th scope="row">{head}</th>{"".join(cells)}</tr>'


def _task(problem: PlacedProblem, page: str, blanks: Blanks) -> list[str]:
    task, solution = problem.task, problem.solution
    points = in_points(task.points)
    lines = [
        f'<section class="{f"problem {page}".rstrip()}"{blanks.problem_attributes(task)}>',
        '<div class="whole">',
        '<div class="start">',
        f'<h2><span>{_text(task.heading)}</span> <span class="points">{points}</span></h2>',
        html_prose(task.statement),
    ]
    if task.table:
        lines += _given(task.table)
    if problem.figure and problem.fitted:
        lines += _figure(problem.figure, problem.fitted)
    if solution and solution.remark:
        lines.append(f'<div class="remark">{html_prose(solution.remark)}</div>')
    asked = [
        _question(task, question, letter_of(number, len(task.questions)), solution, blanks)
        for number, question in enumerate(task.questions)
    ]
    notes = _notes(solution) if solution else []
    if not asked:
        return [*lines, "</div></div>", *notes, "</section>"]
    # The first question stays on the figure's page, and the last two on one page.
    first, *others = asked
    rest = [line for one in others[:-2] for line in one]
    last = [line for one in others[-2:] for line in one]
    end = ['<div class="end">', *last, "</div>"] if last else []
    return [*lines, *first, "</div>", *rest, *end, "</div>", *notes, "</section>"]


def _notes(solution: Solution) -> list[str]:
    """Return the notes for graders on a key."""
    return [
        f'<div class="note"><h3>{_text(one.title)}</h3>{html_prose(one.text)}</div>'
        for one in solution.notes
    ]


def _figure(diagram: Diagram, place: FittedFigure) -> list[str]:
    """Return a drawing as wide as its column; it scrolls if it would become too small to read."""
    svg = drawing_of(diagram).svg
    width = f"width:{place.width:.0f}pt;max-width:100%;min-width:{place.width * 0.8:.0f}pt"
    drawing = svg.replace("<svg ", f'<svg style="{width}" ', 1).rstrip()
    return ['<figure tabindex="0" aria-label="Figure">', drawing, "</figure>"]


def _given(table: tuple[tuple[str, ...], ...]) -> list[str]:
    head, *rows = table
    return [
        '<div class="across" role="group" tabindex="0" aria-label="Given">'
        '<table class="given"><thead><tr>',
        "".join(f'<th scope="col">{_text(cell)}</th>' if cell else "<td></td>" for cell in head),
        "</tr></thead><tbody>",
        *(_row(_text(row[0]), [f"<td>{_text(cell)}</td>" for cell in row[1:]]) for row in rows),
        "</tbody></table></div>",
    ]


def _question(
    task: SheetProblem,
    question: SheetQuestion,
    letter: str,
    solution: Solution | None,
    blanks: Blanks,
) -> list[str]:
    answer = solution.answers.get(question.part) if solution else None
    room = answer_space(question, answer, folds=blanks.folds)
    attributes = blanks.question_attributes(task, question)
    called = f"<h3>({letter})</h3>" if letter else ""
    points = in_points(question.points) if letter else ""
    return [
        f'<div class="question{" lettered" if letter else ""}"{attributes}>',
        f'<div class="asked">{called}<div>{html_prose(question.text)}</div>'
        f'<span class="points">{points}</span></div>',
        *_room(task, question, room, blanks),
        "</div>",
    ]


def _room(
    task: SheetProblem, question: SheetQuestion, room: AnswerSpace, blanks: Blanks
) -> list[str]:
    label = f'<span class="label">{_text(room.label)}:</span>'
    answer = f'<span class="key">{"<br>".join(map(_text, room.answer))}</span>'
    lines = ['<div class="room">']
    if room.heads:
        lines += [f"<div>{label}</div>", *_table(task, question, room, blanks)]
        lines += blanks.table_note(task, question)
    elif room.answer:
        lines.append(f'<div class="first">{label}{answer}</div>')
    else:
        lines += blanks.text_lines(task, question, room, label)
    if room.remark:
        lines.append(f'<p class="remark">{_text(room.remark)}</p>')
    return [*lines, "</div>"]


def _table(
    task: SheetProblem, question: SheetQuestion, room: AnswerSpace, blanks: Blanks
) -> list[str]:
    each = len(room.heads) // room.groups

    def cell_of(row: int, column: int) -> str:
        cell = room.rows[row][column]
        if cell.text or cell.answers:
            return _cell(cell, column, each)
        content = blanks.cell(task, question, room, row, column)
        return f"<td{_class_of_column(column, each)}>{content}</td>"

    heads = [
        f'<th scope="col"{_class_of_column(column, each)}>{_text(head)}</th>'
        for column, head in enumerate(room.heads)
    ]
    rows = [
        "".join(cell_of(row, column) for column in range(len(cells)))
        for row, cells in enumerate(room.rows)
    ]
    return [
        f'<div class="across" role="group" tabindex="0" aria-label="{_text(room.label)}">'
        f'<table style="width:{share_of(room):.0%}"><thead>',
        f"<tr>{''.join(heads)}</tr></thead><tbody>",
        *(f"<tr>{row}</tr>" for row in rows),
        "</tbody></table></div>",
    ]


def _cell(cell: Cell, column: int, each: int) -> str:
    look = _class_of_column(column, each)
    if cell.answers:
        return f'<td{look}><span class="key">{_text(cell.text)}</span></td>'
    if column % each == 0:
        return f'<th scope="row"{look}>{_text(cell.text)}</th>'
    return f"<td{look}>{_text(cell.text)}</td>"


def _class_of_column(column: int, each: int) -> str:
    return ' class="fold"' if column and column % each == 0 else ""


def _text(text: str) -> str:
    return escape(printable_text(text))


#: The record of the format.
FORMAT: Final = WorksheetFormat("html", "one page of HTML that prints well", ".html", write)
