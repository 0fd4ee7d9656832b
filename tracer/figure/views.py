"""What a canvas shows at a step: a drawn tree, or a search as an icicle."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from tracer.figure.chart import Box, Chart, Look, Rows, Window
from tracer.figure.density import Density
from tracer.figure.levels import Level

__all__ = ["DensityView", "TreeView", "View"]


class View(Protocol):
    """What a canvas shows at a step."""

    @property
    def level(self) -> Level:
        """How closely it is looked at."""

    @property
    def width(self) -> int:
        """The cells of a row of all there is to see."""

    @property
    def height(self) -> int:
        """The rows of all there is to see."""

    @property
    def focus(self) -> Box:
        """The cells of the node in question."""

    @property
    def keeps_place(self) -> bool:
        """Whether every node stands at the same place at every step."""

    @property
    def anchor(self) -> int:
        """The column of the root."""

    def rows(self, window: Window) -> Rows:
        """What is in view."""

    def row_at(self, x: int, y: int) -> int | None:
        """The row in the log of the visited node in a cell; None where there is none."""


@dataclass(frozen=True, slots=True)
class TreeView:
    """A drawn tree, whole or in part.

    Args:
        chart: the tree laid out.
        look: what its nodes look like.
        current: the place of the node in question.
        level: how closely it is looked at.
        whole: whether nothing is left out, so that it keeps its place from step to step.
    """

    chart: Chart
    look: Look
    current: int
    level: Level
    whole: bool

    @property
    def width(self) -> int:
        """The cells of a row of all there is to see."""
        return self.chart.width

    @property
    def height(self) -> int:
        """The rows of all there is to see."""
        return self.chart.height

    @property
    def focus(self) -> Box:
        """The cells of the node in question."""
        return self.chart.box(self.current)

    @property
    def keeps_place(self) -> bool:
        """Whether every node stands at the same place at every step."""
        return self.whole

    @property
    def anchor(self) -> int:
        """The column of the root."""
        return self.chart.columns[0]

    def rows(self, window: Window) -> Rows:
        """What is in view."""
        return self.chart.rows(self.look, window)

    def row_at(self, x: int, y: int) -> int | None:
        """The row in the log of the visited node in a cell; None where there is none."""
        place = self.chart.place_at(self.look, x, y)
        return None if place is None else self.look.node(place).row


@dataclass(frozen=True, slots=True)
class DensityView:
    """A whole search, or that of a subtree, as an icicle.

    Args:
        density: the icicle in cells.
    """

    density: Density

    @property
    def level(self) -> Level:
        """How closely it is looked at."""
        return Level.DENSITY

    @property
    def width(self) -> int:
        """The cells of a row of all there is to see."""
        return self.density.width

    @property
    def height(self) -> int:
        """The rows of all there is to see."""
        return self.density.height

    @property
    def focus(self) -> Box:
        """The cells of the node in question."""
        return self.density.focus

    @property
    def keeps_place(self) -> bool:
        """Whether every node stands at the same place at every step."""
        return True

    @property
    def anchor(self) -> int:
        """The column of the root."""
        return 0

    def rows(self, window: Window) -> Rows:
        """What is in view."""
        return self.density.rows(window)

    def row_at(self, x: int, y: int) -> int | None:
        """The row in the log of the visited node in a cell; None where there is none."""
        return self.density.row_at(x, y)
