"""A problem set as an instructor writes it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal, TypeAlias

from engine.conventions import Convention
from engine.errors import InvalidInput
from engine.search import SEARCHES
from tracer.drawing.print.diagram_layout import lay_out
from tracer.drawing.print.diagram_model import Diagram
from tracer.generate.order import Order
from tracer.generate.order_keys import SUITABLE
from tracer.generate.order_reading import read_order
from tracer.marking.keys.problem import Problem
from tracer.marking.keys.problem_file import read_problem
from trees.yaml.plain_data import PlainFile
from trees.yaml.yaml_text import YamlMap, YamlScalar

# The page size of a problem: portrait, landscape, or larger for a wide tree.
#
# A figure is never scaled down until it cannot be read. If a page is too narrow, landscape is
# used, then the next larger sheet, then a page as wide as the figure needs.

#: The paper sizes.
Paper: TypeAlias = Literal["a4", "letter"]

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
    """The page and the size of a printed figure."""

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
            return FittedFigure(page, scale, wide * scale, high * scale)
    page = PaperPage(
        wide * _LEAST + 2 * MARGIN, max(large.width, high * _LEAST / _HIGH + 2 * MARGIN)
    )
    return FittedFigure(page, _LEAST, wide * _LEAST, high * _LEAST)


#: The figure of a problem: the tree, only the board, nothing, or whichever suits.
FigureChoice = Literal["auto", "tree", "board", "none"]


@dataclass(frozen=True, slots=True)
class ProblemSpec:
    """One problem of a spec."""

    number: int
    title: str
    text: str
    rules: str
    drawn: FigureChoice
    counts: tuple[str, ...]
    convention: Convention
    is_apart: bool
    order: Order | None
    file: PlainFile
    where: str

    @property
    def label(self) -> str:
        """The name of the problem, which does not give away its source."""
        return f"Problem {self.number}"

    @property
    def node(self) -> YamlMap:
        """The YAML mapping of the problem."""
        return self.file.node

    def problem(self, file: PlainFile | None = None) -> Problem:
        """Return the problem as `plytrace check` reads it."""
        return read_problem(file or self.file, self.label)


@dataclass(frozen=True, slots=True)
class Spec:
    """A spec that has been read."""

    name: str
    text: str
    title: str
    course: str
    date: str
    instructions: str
    convention: Convention
    seed: str
    variants: int | None
    paper: Paper
    explains: bool
    problems: tuple[ProblemSpec, ...]


# The order of a problem's tree, completed by settings of the problem.

#: Keys of an order that are about a search, not about the tree alone.
_OF_A_SEARCH: Final = ("cutoffs", "deep", "skipped", "apart")
#: Search settings of a problem that orders do not support.
_UNHEEDED: Final = ("order", "root-window", "depth", "rounds", "win")


def order_in(item: YamlMap, convention: Convention) -> Order | None:
    """Return the order of a problem of a spec; None if it has none.

    An order about a search uses the problem's search and convention, unless the order names others.
    """
    if "generate" not in item.entries:
        return None
    word, node = item.entries["generate"]
    for key in ("root", "players"):
        if key in item.entries:
            raise item.entries[key][0].error(
                f"{key} cannot be combined with generate", f"{key} under generate"
            )
    if not isinstance(node, YamlMap):
        raise node.error(f"{node.kind} is not a mapping", "constraints such as {plies: 3}")
    file = PlainFile(node)

    def place(key: str) -> str:
        return file.place(key) if key in file.places else str(word.where)

    about = next((key for key in _OF_A_SEARCH if key in node.entries), "")
    base = _of_the_problem(item, node, about, convention) if about else {}
    try:
        return read_order(file.entries, place, base)
    except InvalidInput as error:
        where = error.where if ":" in error.where else place(error.where)
        raise InvalidInput(
            error.found, where=where, expected=error.expected, hint=error.hint
        ) from error


def _of_the_problem(
    item: YamlMap, node: YamlMap, about: str, convention: Convention
) -> Mapping[str, Any]:
    """Return the problem's settings for an order about a search."""
    for key in _UNHEEDED:
        given = item.entries[key][1] if key in item.entries else None
        is_usual = isinstance(given, YamlScalar) and (given.is_null or given.text == "given")
        if given is not None and not is_usual:
            raise item.entries[key][0].error(
                f"{key} cannot be combined with {about} under generate, which ignores it",
                f"generate without {about}:, or a problem without {key}:",
            )
    base: dict[str, Any] = {"convention": convention}
    search = item.read_line("search")
    usual = "expectiminimax" if "chance" in node.entries else "alphabeta"
    if search and search != usual and "search" not in node.entries:
        if search in SEARCHES and search not in SUITABLE:
            raise node.entries[about][0].error(
                f"{about} does not support the search {search}",
                f"search: under generate too, one of {', '.join(SUITABLE)}",
            )
        if search in SUITABLE:
            base["search"] = search
    return base
