"""The pages that a problem is printed on: upright, turned, or larger for a wide tree.

A figure is never made so small that it cannot be read: where a page is too narrow for it the page
is turned, where that is too narrow it is the next larger sheet, and at last as wide as it must be.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from tracer.diagram import Diagram, lay_out

__all__ = ["MARGIN", "Fitted", "Page", "Paper", "fitted", "upright"]

#: What a sheet is printed on.
Paper: TypeAlias = Literal["a4", "letter"]

#: Around what is printed, in points: 2 cm, which printers leave white anyway.
MARGIN: Final = 56.7

#: The least scale of a figure: its numbers, of 10 points, are then of 6.
_LEAST: Final = 0.6

#: The greatest: more room to write in; a single position has much more.
_GREATEST: Final = 1.25
_GREATEST_ALONE: Final = 1.8

#: The part of a page's height that a figure may take, so that a question has room beside it.
_HIGH: Final = 0.62


@dataclass(frozen=True, slots=True)
class Page:
    """A sheet of paper.

    Args:
        width: in points.
        height: in points.
    """

    width: float
    height: float

    @property
    def inner(self) -> tuple[float, float]:
        """The width and the height within its margins."""
        return self.width - 2 * MARGIN, self.height - 2 * MARGIN

    @property
    def turned(self) -> Page:
        """The same lying on its side."""
        return Page(self.height, self.width)


#: The width and the height of the sheets that are bought, and of those twice as large.
_SHEETS: Final[Mapping[Paper, tuple[Page, Page]]] = {
    "a4": (Page(595.28, 841.89), Page(841.89, 1190.55)),
    "letter": (Page(612.0, 792.0), Page(792.0, 1224.0)),
}


def upright(paper: Paper) -> Page:
    """The page of a problem that asks for no other."""
    return _SHEETS[paper][0]


@dataclass(frozen=True, slots=True)
class Fitted:
    """How a figure is printed.

    Args:
        page: on which sheet.
        scale: how large, 1 for as it is drawn.
        width: of it in points, so scaled.
        height: of it in points, so scaled.
    """

    page: Page
    scale: float
    width: float
    height: float


def fitted(diagram: Diagram, paper: Paper, *, stretch: float = 1.0) -> Fitted:
    """The page on which a figure can be read, and how large it is there.

    Args:
        diagram: what is drawn.
        paper: what is printed on.
        stretch: how many times as wide as the SVG format it is drawn.
    """
    layout = lay_out(diagram)
    wide, high = layout.width * stretch, layout.height
    most = _GREATEST_ALONE if len(diagram.nodes) == 1 else _GREATEST
    sheet, large = _SHEETS[paper]
    for page in (sheet, sheet.turned, large.turned):
        inner_width, inner_height = page.inner
        scale = min(most, inner_width / wide)
        if scale >= _LEAST:
            # A high figure may take the whole height before it gets too small to be read.
            scale = min(scale, max(_LEAST, _HIGH * inner_height / high), 0.92 * inner_height / high)
            return Fitted(page, scale, wide * scale, high * scale)
    page = Page(wide * _LEAST + 2 * MARGIN, max(large.width, high * _LEAST / _HIGH + 2 * MARGIN))
    return Fitted(page, _LEAST, wide * _LEAST, high * _LEAST)
