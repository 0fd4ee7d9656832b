"""Lines of text in a figure, in points."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final, Literal

from tracer.drawing.print.layout.font_metrics import ASCENT, DESCENT

Anchor = Literal["start", "middle", "end"]


class TextRole(StrEnum):
    """The role of a text."""

    NAME = "name"
    VALUE = "value"
    WINDOW = "window"
    GIVEN = "given"
    LEAF_NAME = "leaf-name"
    EDGE = "label"
    CELL = "cell"
    LARGE_CELL = "large-cell"
    RULER = "ruler"
    LINE = "line"
    MORE = "more"
    LEVEL = "level"
    LEGEND = "legend-text"

    @property
    def size(self) -> float:
        """The font size in points."""
        return _SIZES[self]


_SIZES: Final = {
    TextRole.NAME: 10.0,
    TextRole.VALUE: 10.0,
    TextRole.WINDOW: 8.0,
    TextRole.GIVEN: 10.0,
    TextRole.LEAF_NAME: 8.0,
    TextRole.EDGE: 8.5,
    TextRole.CELL: 8.0,
    TextRole.LARGE_CELL: 12.0,
    TextRole.RULER: 8.0,
    TextRole.LINE: 7.5,
    TextRole.MORE: 9.0,
    TextRole.LEVEL: 8.0,
    TextRole.LEGEND: 8.0,
}


@dataclass(frozen=True, slots=True)
class PlacedText:
    """A line of text."""

    text: str
    x: float
    y: float
    role: TextRole
    anchor: Anchor
    bold: bool
    width: float

    @property
    def bounds(self) -> tuple[float, float, float, float]:
        """Its left, top, right and bottom."""
        left = self.x - self.width * {"start": 0.0, "middle": 0.5, "end": 1.0}[self.anchor]
        size = self.role.size
        return left, self.y - ASCENT * size, left + self.width, self.y + DESCENT * size

    def moved(self, x: float, y: float) -> PlacedText:
        """Return the text moved by `x` and `y`."""
        return PlacedText(
            self.text, self.x + x, self.y + y, self.role, self.anchor, self.bold, self.width
        )
