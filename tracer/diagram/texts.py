"""Lines of text in a figure, in points."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final, Literal

from tracer.diagram.metrics import ASCENT, DESCENT

__all__ = ["Anchor", "Role", "Text"]

Anchor = Literal["start", "middle", "end"]


class Role(StrEnum):
    """What a text is."""

    NAME = "name"
    VALUE = "value"
    WINDOW = "window"
    GIVEN = "given"
    LEAF_NAME = "leaf-name"
    EDGE = "label"
    CELL = "cell"
    LINE = "line"
    MORE = "more"
    LEVEL = "level"
    LEGEND = "legend-text"

    @property
    def size(self) -> float:
        """The size of its letters in points."""
        return _SIZES[self]


_SIZES: Final = {
    Role.NAME: 10.0,
    Role.VALUE: 10.0,
    Role.WINDOW: 8.0,
    Role.GIVEN: 10.0,
    Role.LEAF_NAME: 8.0,
    Role.EDGE: 8.5,
    Role.CELL: 8.0,
    Role.LINE: 7.5,
    Role.MORE: 9.0,
    Role.LEVEL: 8.0,
    Role.LEGEND: 8.0,
}


@dataclass(frozen=True, slots=True)
class Text:
    """A line of text.

    Args:
        text: the line.
        x: where it starts, has its middle or ends.
        y: its baseline.
        role: what it is.
        anchor: which point of it is at `x`.
        bold: whether it is bold.
        width: how wide it is.
    """

    text: str
    x: float
    y: float
    role: Role
    anchor: Anchor
    bold: bool
    width: float

    @property
    def bounds(self) -> tuple[float, float, float, float]:
        """Its left, top, right and bottom."""
        left = self.x - self.width * {"start": 0.0, "middle": 0.5, "end": 1.0}[self.anchor]
        size = self.role.size
        return left, self.y - ASCENT * size, left + self.width, self.y + DESCENT * size

    def moved(self, x: float, y: float) -> Text:
        """The same elsewhere."""
        return Text(
            self.text, self.x + x, self.y + y, self.role, self.anchor, self.bold, self.width
        )
