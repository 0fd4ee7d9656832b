"""A worksheet or its key as plain data, which the templates of all formats read.

Data that is made without solutions contains none, so a format cannot leak them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import chain, groupby
from math import ceil
from typing import Any, Final, NamedTuple

from tracer.drawing.print.diagram_layout import lay_out
from tracer.drawing.print.diagram_model import Diagram
from tracer.questions.single_entries import OTHER_PLAYER
from tracer.text.numbers import format_points, show_number
from tracer.worksheet.contents.model import (
    Answer,
    SheetProblem,
    SheetQuestion,
    Solution,
    Solutions,
    Worksheet,
)
from tracer.worksheet.contents.questions import fold_rows
from tracer.worksheet.rendering import Prose
from tracer.worksheet.spec import Paper
from trees.text import shorten

#: The mark on every page of a key.
KEY: Final = "Answer key"
#: Number of rows from which a narrow table is folded, to save space, and the fewest then left.
_LONG: Final = 4
_FEWEST: Final = 2
#: The largest number of tables side by side, by their number of columns.
_BESIDE: Final = {1: 4, 2: 3, 3: 2}
#: Characters of a page header: on a worksheet together, and on each side of the mark of a key.
_MOST_LETTERS: Final = 84
_MOST_BESIDE_MARK: Final = 36
#: The largest number of problems in the table of points on the first page.
_MOST_SCORES: Final = 10


class PlacedProblem(NamedTuple):
    """A problem with its solution on a key, its figure, and the page that the figure needs."""

    task: SheetProblem
    solution: Solution | None
    figure: FittedFigure | None
    page: PaperPage


def sheet_data(
    worksheet: Worksheet,
    solutions: Solutions | None = None,
    paper: Paper = "a4",
    *,
    draw: Callable[[PlacedProblem, FittedFigure], Any],
    stretch: Callable[[Diagram], float] = lambda _: 1.0,
    folds: bool = True,
) -> dict[str, Any]:
    """Return a worksheet, or its key, as data for a template.

    A format draws figures in its own way, and may draw them wider than usual by `stretch`.
    """
    is_key = solutions is not None
    placed = [
        _place_problem(task, solutions[place] if solutions else None, paper, stretch)
        for place, task in enumerate(worksheet.tasks)
    ]
    pages = {portrait_page(paper): ""}  # the names of the sizes
    for problem in placed:
        pages.setdefault(problem.page, f"page{len(pages)}")
    parts = [
        {
            **_page_data(page, name=pages[page]),
            "tasks": [_problem_data(one, draw, folds=folds) for one in among],
        }
        for page, among in groupby(placed, key=lambda problem: problem.page)
    ]
    usual = portrait_page(paper)
    title, variant = worksheet.title, variant_of(worksheet)
    short, short_variant = page_header(title, variant, is_key=is_key)
    has_scores = 2 <= len(worksheet.tasks) <= _MOST_SCORES and worksheet.points > 0
    return {
        "key": is_key,
        "mark": KEY,
        "heading": f"{KEY}: {title}" if is_key else title,
        "title": title,
        "short": short,
        "about": " · ".join(one for one in (worksheet.course, worksheet.date) if one),
        "variant": variant,
        "variant_name": worksheet.variant,
        "short_variant": short_variant,
        "worth": worksheet.points,
        "points": in_points(worksheet.points),
        "total": show_number(worksheet.points),
        "scores": [
            {"number": str(task.number), "points": show_number(task.points)}
            for task in worksheet.tasks
            if has_scores
        ],
        "instructions": Prose(worksheet.instructions),
        "paper": paper,
        "margin": MARGIN,
        "page": _page_data(usual),
        "pages": [_page_data(page, name=name) for page, name in pages.items()],
        "parts": parts or [{**_page_data(usual), "tasks": []}],
    }


def _page_data(page: PaperPage, *, name: str = "") -> dict[str, Any]:
    return {"width": page.width, "height": page.height, "name": name}


def _place_problem(
    task: SheetProblem,
    solution: Solution | None,
    paper: Paper,
    stretch: Callable[[Diagram], float],
) -> PlacedProblem:
    diagram = choose_figure(task, solution)
    figure = fit_figure(diagram, paper, stretch=stretch(diagram)) if diagram else None
    return PlacedProblem(task, solution, figure, figure.page if figure else portrait_page(paper))


def choose_figure(task: SheetProblem, solution: Solution | None) -> Diagram | None:
    """Return the figure of a problem: on a key that of the solution, if it has one."""
    return (solution.figure if solution else None) or task.figure


def _problem_data(
    problem: PlacedProblem, draw: Callable[[PlacedProblem, FittedFigure], Any], *, folds: bool
) -> dict[str, Any]:
    task, solution, count = problem.task, problem.solution, len(problem.task.questions)
    return {
        "number": task.number,
        "heading": task.heading,
        "title": task.title,
        "points": in_points(task.points),
        "statement": Prose(task.statement),
        "figure": draw(problem, problem.figure) if problem.figure else None,
        "names": _names_in(task.figure) if task.figure else [],
        "vectors": task.figure is not None and not task.figure.labels,
        "other": _find_other_player(task.figure) if task.figure else "",
        "table": task.table,
        "remark": Prose(solution.remark if solution else ""),
        "questions": [
            {
                "part": question.part,
                "letter": letter_of(place, count),
                "worth": question.points,
                "points": in_points(question.points),
                "text": Prose(question.text),
                "room": answer_space(
                    question, solution.answers.get(question.part) if solution else None, folds=folds
                ),
                "blank": answer_space(question, None, folds=folds),
            }
            for place, question in enumerate(task.questions)
        ],
        "notes": [
            {"title": title, "text": Prose(text)}
            for title, text in (solution.notes if solution else {}).items()
        ],
    }


def _find_other_player(figure: Diagram) -> str:
    """Return the player who does not choose at the root of a figure, MAX or MIN, or none."""
    return OTHER_PLAYER.get(figure.label_of(figure.nodes[0].sign), "")


def _names_in(figure: Diagram) -> list[str]:
    """Return the names in a figure, the root's first."""
    pairs = ((node.name, node.edge) for node in figure.nodes)
    if not figure.labels:  # the name of the player is behind that of the node
        pairs = ((name.rpartition(" (")[0] or name, edge) for name, edge in pairs)
    return [*dict.fromkeys(filter(None, chain.from_iterable(pairs)))]


# The space for an answer --------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell of a table."""

    text: str
    answers: bool = False


@dataclass(frozen=True, slots=True)
class AnswerSpace:
    """The space for an answer, empty on a worksheet and filled in on a key."""

    label: str
    heads: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    groups: int  # tables side by side
    share: float  # of the width of the page, that a table takes
    lines: int
    answer: tuple[str, ...]
    remark: str

    def starts_group(self, column: int) -> bool:
        """Return whether another table begins beside this one."""
        return column > 0 and column % (len(self.heads) // self.groups) == 0


def answer_space(
    question: SheetQuestion, answer: Answer | None, *, folds: bool = True
) -> AnswerSpace:
    """Return the space for the answer to a question."""
    blank = question.blank
    # An answer without cells, such as "none", replaces the table.
    heads = blank.columns if answer is None or answer.cells else ()
    columns = len(heads)
    rows: list[tuple[Cell, ...]] = []
    if columns and answer is not None and blank.names_rows:
        found = {name: cells for name, *cells in answer.cells}
        none = ["–"] * (columns - 1)  # a node that is not visited
        for name in blank.rows:
            cells = (Cell(text, answers=True) for text in found.get(name, none))
            rows.append((Cell(name), *cells))
    elif columns and answer is not None:
        rows = [tuple(Cell(text, answers=True) for text in cells) for cells in answer.cells]
    elif columns:
        blanks = (Cell(""),) * (columns - 1)
        rows = [(Cell(text), *blanks) for text in blank.rows or ("",)]
    groups = 1
    if folds and len(rows) >= _LONG:
        groups = min(_BESIDE.get(columns, 1), ceil(len(rows) / _FEWEST))
    return AnswerSpace(
        label=question.part,
        heads=heads * groups,
        rows=fold_rows(rows, groups, (Cell(""),) * columns),
        groups=groups,
        share=1.0 if groups > 1 else min(1.0, 0.28 * columns + 0.1),
        lines=max(1, blank.lines),
        answer=() if answer is None or columns else tuple(answer.text.split("\n")),
        remark="" if answer is None else answer.remark,
    )


# Pages ----------------------------------------------------------------------------------------
# A figure is never scaled down until it cannot be read. If a page is too narrow, landscape is
# used, then the next larger sheet, then a page as wide as the figure needs.

#: The margin in points: 18 mm, more than printers need.
MARGIN: Final = 51.0

#: The smallest scale of a figure: its numbers, of 10 points, then have 6.
_LEAST: Final = 0.6

#: The largest scale of a tree, and of a single position.
_GREATEST: Final = 0.85
_GREATEST_ALONE: Final = 1.3

#: The share of a page's height that a figure may take, so that a question fits below it.
_HIGH: Final = 0.62


@dataclass(frozen=True, slots=True)
class PaperPage:
    """A sheet of paper."""

    width: float
    height: float

    @property
    def inner(self) -> tuple[float, float]:
        """The width and the height within its margins."""
        return self.width - 2 * MARGIN, self.height - 2 * MARGIN

    @property
    def turned(self) -> PaperPage:
        """The same page in landscape."""
        return PaperPage(self.height, self.width)


#: The usual sheet, and the sheet of twice its size.
_SHEETS: Final[Mapping[Paper, tuple[PaperPage, PaperPage]]] = {
    "a4": (PaperPage(595.28, 841.89), PaperPage(841.89, 1190.55)),
    "letter": (PaperPage(612.0, 792.0), PaperPage(792.0, 1224.0)),
}


def portrait_page(paper: Paper) -> PaperPage:
    """Return the page of a problem without a wide figure."""
    return _SHEETS[paper][0]


@dataclass(frozen=True, slots=True)
class FittedFigure:
    """A printed figure, its page and its size."""

    diagram: Diagram
    page: PaperPage
    scale: float
    width: float
    height: float


def fit_figure(diagram: Diagram, paper: Paper, *, stretch: float = 1.0) -> FittedFigure:
    """Choose a page on which a figure can be read, and its scale there."""
    layout = lay_out(diagram)
    wide, high = layout.width * stretch, layout.height
    most = _GREATEST_ALONE if len(diagram.nodes) == 1 else _GREATEST
    sheet, large = _SHEETS[paper]
    for page in (sheet, sheet.turned, large.turned):
        inner_width, inner_height = page.inner
        scale = min(most, inner_width / wide)
        if scale >= _LEAST:
            # A high figure may take the whole height before it is scaled below the minimum.
            scale = min(scale, max(_LEAST, _HIGH * inner_height / high), 0.92 * inner_height / high)
            return FittedFigure(diagram, page, scale, wide * scale, high * scale)
    page = PaperPage(
        wide * _LEAST + 2 * MARGIN, max(large.width, high * _LEAST / _HIGH + 2 * MARGIN)
    )
    return FittedFigure(diagram, page, _LEAST, wide * _LEAST, high * _LEAST)


# Words --------------------------------------------------------------------------------------


def letter_of(number: int, count: int) -> str:
    """Return the letter of a question: `a` to `z`, then `aa`; empty if it is the only one."""
    if count == 1:
        return ""
    letters = ""
    while number >= 0:
        number, place = divmod(number, 26)
        letters = chr(ord("a") + place) + letters
        number -= 1
    return letters


def in_points(points: float) -> str:
    """Return points in words: `1 point`, `2.5 points`; empty for 0."""
    return format_points(points) if points else ""


def variant_of(worksheet: Worksheet) -> str:
    """Return the label of a variant: `Variant 3`, or the student's name."""
    variant = worksheet.variant
    return f"Variant {variant}" if len(variant) == 1 or variant.isdigit() else variant


def page_header(title: str, variant: str, *, is_key: bool) -> tuple[str, str]:
    """Return the title and the variant for the page header, shortened to fit on one line."""
    if is_key:
        return shorten(title, _MOST_BESIDE_MARK), shorten(variant, _MOST_BESIDE_MARK)
    variant = shorten(variant, _MOST_LETTERS // 2)
    return shorten(title, _MOST_LETTERS - len(variant)), variant
