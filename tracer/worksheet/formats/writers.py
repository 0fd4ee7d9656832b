r"""The formats of worksheets and keys: Markdown, LaTeX, PDF, HTML, and HTML to fill in.

A worksheet has no answers, not even hidden ones. A key in LaTeX has `\printanswers`; without that
line it becomes the worksheet.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields, is_dataclass
from math import ceil
from typing import Any, Final

from tracer.drawing.print.diagram_model import Diagram, description
from tracer.drawing.print.svg_figure import PALETTES, drawing_of, svg_of
from tracer.drawing.terminal.plain_text import outline_with_legend
from tracer.export.forest import PREAMBLE, tree_lines
from tracer.export.typeset import FONTS, typeset
from tracer.questions.items import find_row
from tracer.worksheet.contents.model import Solutions, Worksheet
from tracer.worksheet.formats.sheet_data import (
    AnswerSpace,
    FittedFigure,
    PlacedProblem,
    choose_figure,
    sheet_data,
)
from tracer.worksheet.rendering import (
    Prose,
    as_markup,
    fill_template,
    prose_data,
    read_asset,
    split_words,
)
from tracer.worksheet.spec import Paper


@dataclass(frozen=True, slots=True)
class WorksheetFormat:
    """A format of worksheets and keys; a sheet without solutions is a worksheet."""

    name: str
    summary: str
    suffix: str
    write: Callable[..., str | bytes]  # with `picture` instead of `paper` if `pictures`
    binary: bool = False
    pictures: bool = False  # figures are files beside the sheet

    def text(
        self, worksheet: Worksheet, solutions: Solutions | None, paper: Paper = "a4"
    ) -> str | bytes:
        """Return a worksheet or key as one file."""
        asked = {} if self.pictures else {"paper": paper}
        return self.write(worksheet, solutions, **asked)

    def files(
        self, worksheet: Worksheet, solutions: Solutions | None, stem: str, paper: Paper = "a4"
    ) -> dict[str, bytes]:
        """Return the files of a worksheet or key by name."""
        if not self.pictures:
            return {f"{stem}{self.suffix}": _to_bytes(self.text(worksheet, solutions, paper))}
        files = {}
        for place, task in enumerate(worksheet.tasks):
            figure = choose_figure(task, solutions[place] if solutions else None)
            if figure is not None:
                files[f"{stem}-figure-{task.number}.svg"] = _to_bytes(svg_of(figure))
        names = stem.rpartition("/")[2]
        text = self.write(worksheet, solutions, lambda number: f"{names}-figure-{number}.svg")
        return {f"{stem}{self.suffix}": _to_bytes(text), **files}


def _to_bytes(text: str | bytes) -> bytes:
    return text if isinstance(text, bytes) else text.encode()


# Markdown -----------------------------------------------------------------------------------

#: A line to write on; alone, it is a rule across the page.
_LINE, _NAME = "_" * 60, "_" * 40


def write_markdown(
    worksheet: Worksheet,
    solutions: Solutions | None = None,
    picture: Callable[[int], str] | None = None,
) -> str:
    """Return a sheet in Markdown, with pictures at these addresses or as outlines in text."""

    def draw(problem: PlacedProblem, figure: FittedFigure) -> Prose:
        number = problem.task.number
        if picture is not None:
            return Prose(f"![The figure of problem {number}](<{picture(number)}>)")
        diagram = figure.diagram
        return Prose(f"```text\n{outline_with_legend(diagram, dict(diagram.labels))}\n```")

    data = sheet_data(worksheet, solutions, draw=draw, folds=False)
    return fill_template("sheet.md", **data, line=Prose(_LINE), name_line=Prose(_NAME))


# HTML ---------------------------------------------------------------------------------------


def write_html(
    worksheet: Worksheet, solutions: Solutions | None = None, *, paper: Paper = "a4"
) -> str:
    """Return a sheet as one page for screens and print, which loads nothing else."""
    data = sheet_data(worksheet, solutions, paper, draw=_html_figure)
    return fill_template("sheet.html", **data, palette=PALETTES["light"], fills=False) + "\n"


def write_fill(
    worksheet: Worksheet, solutions: Solutions | None = None, *, paper: Paper = "a4"
) -> str:
    """Return a worksheet as a page to fill in, or its key as a page to read.

    The script reads the fields from the page: it knows no parts, only labels, tables and texts.
    """
    if solutions is not None:
        return write_html(worksheet, solutions, paper=paper)
    data = sheet_data(worksheet, None, paper, draw=_html_figure, folds=False)
    looks = {"palette": PALETTES["light"], "asked": find_row}
    return fill_template("fill.html", **data, **looks, fills=True) + "\n"


def _html_figure(_: PlacedProblem, figure: FittedFigure) -> Any:
    """Return a drawing as wide as its column; it scrolls if it would become too small to read."""
    wide = figure.width
    width = f"width:{wide:.0f}pt;max-width:100%;min-width:{wide * 0.8:.0f}pt"
    svg = drawing_of(figure.diagram).svg
    return as_markup(svg.replace("<svg ", f'<svg style="{width}" ', 1).rstrip())


# LaTeX --------------------------------------------------------------------------------------

#: Heights in points, to decide page breaks: a line to write on or a table row, a line of text with
#: a number of characters, and the space around a heading, a figure and a question.
_LINE_HEIGHT: Final = 21
_TEXT_HEIGHT: Final = 13
_LETTERS: Final = 90
_AROUND: Final = 10
#: How much wider forest draws a tree with windows: it adds the same space at the left.
_WINDOWED: Final = 1.35
#: Length of a cell from which the cells of a given table are wrapped.
_WORDY: Final = 40
#: Number of rows from which a table may break across pages.
_LONG_TABLE: Final = 22


def write_latex(
    worksheet: Worksheet, solutions: Solutions | None = None, *, paper: Paper = "a4"
) -> str:
    """Return a sheet as a document of the class exam; pdflatex must be run twice."""
    data = sheet_data(worksheet, solutions, paper, draw=_latex_figure, stretch=_stretch)
    before, is_first = "", True
    for part in data["parts"]:
        part["turns"], before = part["name"] != before, part["name"]
        for task in part["tasks"]:
            _estimate_heights(task, part["height"] - 2 * data["margin"], is_first=is_first)
            is_first = False
    # The class adds up whole and half points only.
    adds = all(2 * one.points % 1 == 0 for task in worksheet.tasks for one in task.questions)
    looks = {"adds": adds, "forest": as_markup(PREAMBLE.rstrip()), "long_table": _LONG_TABLE}
    return fill_template("sheet.tex", **data, **looks) + "\n"


def _stretch(figure: Diagram) -> float:
    """Return how much wider than usual forest draws a figure."""
    return _WINDOWED if any(node.window for node in figure.nodes) else 1.0


def _estimate_heights(task: dict[str, Any], page: float, *, is_first: bool) -> None:
    """Note the height that must be free where a problem and each of its questions start."""
    # That of a problem is the whole problem if this fits on a page, and otherwise, or for the first
    # problem, everything down to the end of its first question. The last two questions stay
    # together.
    figure = task["figure"]["height"] if task["figure"] else 0.0
    table = _LINE_HEIGHT * len(task["table"])
    task["wordy"] = any(len(cell) > _WORDY for row in task["table"] for cell in row)
    stated = _text_height(task["statement"]) + _TEXT_HEIGHT
    start = stated + figure + table + _AROUND * (2 if figure or table else 1)
    rooms = [_room_height(one["text"], one["blank"]) for one in task["questions"]]
    is_whole = not is_first and start + sum(rooms) <= page * 0.97
    task["space"] = start + sum(rooms) if is_whole else min(start + sum(rooms[:1]), page * 0.9)
    for place, question in enumerate(task["questions"]):
        end = 2 if place == len(rooms) - 2 and not is_first else 1
        question["space"] = min(sum(rooms[place : place + end]), page * 0.9) if place else 0


def _room_height(text: str, room: AnswerSpace) -> float:
    """Estimate the height of a question with the space for its answer."""
    rows = len(room.rows) + 1 if room.rows else room.lines
    label = _TEXT_HEIGHT if room.rows else 0
    return _AROUND + _text_height(text) + label + _LINE_HEIGHT * min(_LONG_TABLE, rows)


def _text_height(text: str) -> float:
    return _TEXT_HEIGHT * sum(ceil(len(line) / _LETTERS) for line in text.split("\n") if line)


def _latex_figure(problem: PlacedProblem, figure: FittedFigure) -> dict[str, Any]:
    answered = problem.solution.figure if problem.solution else None
    return {
        "height": figure.height,
        "answered": _forest(answered, figure),
        "given": _forest(problem.task.figure, figure),
    }


def _forest(diagram: Diagram | None, place: FittedFigure) -> Any:
    """Return a tree, at most as wide as the text and low enough to leave room for a question."""
    if diagram is None:
        return None
    size = (
        rf"scale={min(1.5, 1.1 * place.scale):.2f},max width=\linewidth,"
        rf"max totalheight={place.height * 1.1:.0f}bp"
    )
    # A wide tree is made higher, so that its edges are not flat.
    tree = "\n".join(tree_lines(diagram, apart=max(26.0, 8.7 * place.width / place.height)))
    return as_markup(
        f"\\par\\vspace{{4pt}}{{\\centering\n\\begin{{adjustbox}}{{{size}}}"
        f"\n{tree}\n\\end{{adjustbox}}\n\\par}}"
    )


# PDF ----------------------------------------------------------------------------------------

#: An invisible character at which a line may break.
_NO_SPACE: Final = "\u200b"


def write_pdf(
    worksheet: Worksheet, solutions: Solutions | None = None, *, paper: Paper = "a4"
) -> bytes:
    """Return a sheet typeset by Typst, byte for byte reproducible.

    All texts go to `worksheet.typ` as data, so none is run as code.
    """
    sheet = typeset_data(worksheet, solutions, paper=paper)
    return typeset(typst_source(), "sheet", sheet, _list_texts(sheet), "pdf")


def typst_source() -> bytes:
    """Return the Typst source that typesets the data of a sheet."""
    return read_asset("worksheet.typ").encode()


def typeset_data(
    worksheet: Worksheet, solutions: Solutions | None, *, paper: Paper
) -> dict[str, Any]:
    """Return the data that Typst needs for a worksheet or its key, as for `write_pdf`."""
    data: dict[str, Any] = _for_typst(sheet_data(worksheet, solutions, paper, draw=_typst_figure))
    return data


def _typst_figure(_: PlacedProblem, figure: FittedFigure) -> dict[str, Any]:
    return {
        "svg": drawing_of(figure.diagram, theme="light", fonts=FONTS).svg.encode(),
        "alt": description(figure.diagram).encode(),
        "width": figure.width,
        "height": figure.height,
    }


def _for_typst(value: Any) -> Any:
    """Return data with prose as blocks, and with breaks allowed in the long words of texts."""
    if isinstance(value, bytes):
        return value.decode()
    if isinstance(value, Prose):
        return _for_typst(prose_data(value))
    if isinstance(value, str):
        return " ".join(map(_NO_SPACE.join, split_words(value)))
    if is_dataclass(value):
        value = {one.name: getattr(value, one.name) for one in fields(value)}
    if isinstance(value, dict):
        is_markup = value.get("kind", "words") not in ("words", "code")  # such as an address
        return {
            name: one if is_markup and isinstance(one, str) else _for_typst(one)
            for name, one in value.items()
        }
    return [*map(_for_typst, value)] if isinstance(value, list | tuple) else value


def _list_texts(data: Any) -> list[str]:
    if isinstance(data, str):
        return [data]
    inside = data.values() if isinstance(data, dict) else data if isinstance(data, list) else ()
    return [text for one in inside for text in _list_texts(one)]
