"""Helpers of all worksheet formats: headings, points, letters and spaces for answers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from math import ceil
from typing import Final, NamedTuple, TypeAlias

from markdown_it import MarkdownIt
from markdown_it.tree import SyntaxTreeNode

from engine.log.visit_log import NO_PARENT
from tracer.drawing.print.diagram_model import Diagram, DiagramNode, NodePosition
from tracer.drawing.tree.nodes import PLAYER_IN_PARENTHESES, Sign
from tracer.worksheet.contents.model import (
    Answer,
    SheetProblem,
    SheetQuestion,
    Solution,
    Solutions,
    Worksheet,
)
from tracer.worksheet.spec.spec import FittedFigure, Paper, PaperPage, fit_figure, portrait_page

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
    groups: int
    lines: int
    answer: tuple[str, ...]
    remark: str


def answer_space(
    question: SheetQuestion, answer: Answer | None, *, folds: bool = True
) -> AnswerSpace:
    """Return the space for the answer to a question."""
    blank = question.blank
    # An answer without cells, such as "none", replaces the table.
    heads = blank.columns if answer is None or answer.cells else ()
    columns = len(heads)
    rows: list[tuple[Cell, ...]] = []
    if columns and answer is not None and answer.cells:
        for number, cells in enumerate(answer.cells):
            given = blank.rows[number] if number < len(blank.rows) else ""
            row = [Cell(text, answers=True) for text in cells]
            if given and cells and cells[0] == given:
                row[0] = Cell(given)
            rows.append(_pad_row(row, columns))
    elif columns:
        rows = [_pad_row([Cell(text)], columns) for text in blank.rows or ("",)]
    groups = 1
    if folds and len(rows) >= _LONG:
        groups = min(_BESIDE.get(columns, 1), ceil(len(rows) / _FEWEST))
    return AnswerSpace(
        label=question.part,
        heads=heads * groups,
        rows=_in_groups(rows, groups, columns),
        groups=groups,
        lines=max(1, blank.lines),
        answer=() if answer is None or columns else tuple(answer.text.split("\n")),
        remark="" if answer is None else answer.remark,
    )


class PlacedProblem(NamedTuple):
    """A problem with its solution on a key, its figure, and the page that the figure needs."""

    task: SheetProblem
    solution: Solution | None
    figure: Diagram | None
    fitted: FittedFigure | None
    page: PaperPage


def place_problems(
    worksheet: Worksheet,
    solutions: Solutions | None,
    paper: Paper,
    stretch: Callable[[Diagram], float] = lambda _: 1.0,
) -> list[PlacedProblem]:
    """Return the problems of a worksheet or its key, each with its place on paper.

    Args:
        worksheet: the worksheet.
        solutions: the solutions on a key; None on a worksheet.
        paper: the size of the paper.
        stretch: how much wider than usual the format draws a figure.
    """
    placed = []
    for task, solution in zip(
        worksheet.tasks, solutions or [None] * len(worksheet.tasks), strict=True
    ):
        figure = (solution.figure if solution else None) or task.figure
        fitted = fit_figure(figure, paper, stretch=stretch(figure)) if figure else None
        page = fitted.page if fitted else portrait_page(paper)
        placed.append(PlacedProblem(task, solution, figure, fitted, page))
    return placed


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
    return "" if not points else f"{points:g} point{'' if points == 1 else 's'}"


def variant_of(worksheet: Worksheet) -> str:
    """Return the label of a variant: `Variant 3`, or the student's name."""
    variant = worksheet.variant
    return f"Variant {variant}" if len(variant) == 1 or variant.isdigit() else variant


def has_scores(worksheet: Worksheet) -> bool:
    """Return whether the first page has a table of the points of the problems."""
    return 2 <= len(worksheet.tasks) <= _MOST_SCORES and worksheet.points > 0


def _pad_row(row: Sequence[Cell], columns: int) -> tuple[Cell, ...]:
    return (*row[:columns], *[Cell("")] * (columns - len(row)))


def _in_groups(
    rows: Sequence[tuple[Cell, ...]], groups: int, columns: int
) -> tuple[tuple[Cell, ...], ...]:
    """Arrange rows as several tables side by side, column by column."""
    height = ceil(len(rows) / groups) if rows else 0
    padded = [*rows, *[(Cell(""),) * columns] * (height * groups - len(rows))]
    return tuple(
        tuple(cell for group in range(groups) for cell in padded[group * height + place])
        for place in range(height)
    )


def share_of(room: AnswerSpace) -> float:
    """Return the share of the page width that a table takes."""
    columns = len(room.heads)
    return 1.0 if room.groups > 1 else min(1.0, 0.28 * columns + 0.1)


def page_header(worksheet: Worksheet, *, is_key: bool) -> tuple[str, str]:
    """Return the title and the variant for the page header, shortened to fit on one line."""
    title, variant = worksheet.title, variant_of(worksheet)
    if is_key:
        return _shortened(title, _MOST_BESIDE_MARK), _shortened(variant, _MOST_BESIDE_MARK)
    variant = _shortened(variant, _MOST_LETTERS // 2)
    return _shortened(title, _MOST_LETTERS - len(variant)), variant


def _shortened(text: str, most: int) -> str:
    return text if len(text) <= most else f"{text[: most - 1]}…"


# A diagram as plain text, for outputs without pictures.

_SIGNS = {Sign.MAX: "△", Sign.MIN: "▽", Sign.CHANCE: "○"}


def outline(diagram: Diagram) -> str:
    """Return the nodes of a diagram, one per line, children below their parents.

    If the diagram shows the result of a search, pruned nodes and the best line are marked.
    """
    children = diagram.children()
    lines: list[str] = []
    waiting: list[tuple[int, str, str]] = [(0, "", "")]
    while waiting:
        place, head, below = waiting.pop()
        node = diagram.nodes[place]
        first, *others = _node_lines(node)
        lines.append(f"{head}{first}".rstrip())
        bar = "│  " if children[place] else "   "
        lines += [f"{below}{bar}{line}".rstrip() for line in others]
        last = len(children[place]) - 1
        for at in range(last, -1, -1):
            corner, under = ("└─ ", "   ") if at == last else ("├─ ", "│  ")
            waiting.append((children[place][at], below + corner, below + under))
    marks = sorted({node.sign for node in diagram.nodes} & _SIGNS.keys())
    legend = [f"{_SIGNS[sign]} {diagram.label_of(sign) or PLAYER_IN_PARENTHESES}" for sign in marks]
    if any(node.best for node in diagram.nodes):
        legend.append("* best line")
    lines += ["", "   ".join(legend)]
    return "\n".join(lines).rstrip()


def _node_lines(node: DiagramNode) -> list[str]:
    """Return the line of a node, and its board in lines below."""
    parts = [f"{node.edge}:"] if node.edge else []
    if node.sign in _SIGNS:
        parts.append(_SIGNS[node.sign])
    if node.name:
        parts.append(node.name)
    elif node.parent == NO_PARENT and node.position is None:
        parts.append("root")
    value = node.given or node.value
    if value:
        parts.append(f"= {value}")
    if node.window:
        parts.append(node.window)
    if node.cut or node.skipped:
        parts.append("(pruned)")
    elif node.best:
        parts.append("*")
    return [" ".join(parts), *(_board(node.position) if node.position else [])]


def _board(position: NodePosition) -> list[str]:
    if not position.grid:
        return ["".join(row) for row in position.rows]
    width = max((len(cell) for row in position.rows for cell in row), default=1) or 1
    return [" ".join((cell or ".").center(width) for cell in row) for row in position.rows]


# The Markdown of statements, instructions and questions, as the tree of markdown-it.
#
# The Markdown is CommonMark with tables and without HTML: `<b>` is those three characters. A
# picture becomes its alternative text, since a sheet loads nothing from elsewhere. Every format
# walks the tree by the types of its nodes.

#: A block, or an inline element.
Node: TypeAlias = SyntaxTreeNode
#: The contents of the cells of a row.
Cells: TypeAlias = Sequence[Sequence[Node]]


class ProseTable(NamedTuple):
    """A table."""

    sides: Sequence[str]
    rows: Sequence[Cells]


def read_prose(text: str) -> Sequence[Node]:
    """Parse a Markdown text into paragraphs, lists and tables; every text is valid."""
    return SyntaxTreeNode(_parser().parse(text)).children


def inlines(node: Node) -> Sequence[Node]:
    """Return the inline elements of a paragraph, a heading or a cell."""
    return [one for child in node.children for one in child.children]


def plain_text(line: Sequence[Node]) -> str:
    """Return the text of inline elements without formatting."""
    return "".join(_text(one) for one in line)


def is_plain_link(node: Node) -> bool:
    """Return whether a link's text is its address, so print need not repeat it."""
    return plain_text(node.children) == str(node.attrs["href"]).removeprefix("mailto:")


def start_of(node: Node) -> int | None:
    """Return the first number of a list; None if its items have no numbers."""
    return int(node.attrs.get("start", 1)) if node.type == "ordered_list" else None


def table_of(node: Node) -> ProseTable:
    """Return the table in a node."""
    rows = [row for part in node.children for row in part.children]
    return ProseTable(
        [str(cell.attrs.get("style", ""))[11:] or "left" for cell in rows[0].children],
        [[inlines(cell) for cell in row.children] for row in rows],
    )


@cache
def _parser() -> MarkdownIt:
    return MarkdownIt("commonmark", {"html": False}).enable("table")


def _text(node: Node) -> str:
    if node.type in ("softbreak", "hardbreak"):
        return " "
    if node.type in ("strong", "em", "link", "image"):
        return plain_text(node.children)
    return node.content
