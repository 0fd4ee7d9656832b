"""The page size of a problem: portrait, landscape, or larger for a wide tree.

A figure is never scaled down until it cannot be read. If a page is too narrow, landscape is used,
then the next larger sheet, then a page as wide as the figure needs.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from tracer.drawing.print.contents.diagram_model import Diagram
from tracer.drawing.print.layout.diagram_layout import lay_out

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
