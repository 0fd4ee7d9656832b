"""The record of a pane, and the data it gets at each step."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    from textual.widget import Widget

    from tracer import Trace
    from tracer.steps.running_counts import CountsSoFar
    from tracer.steps.snapshot import Snapshot

__all__ = ["Area", "Pane", "StepView"]

#: Area of a pane: beside the tree; directly under it; in a row above the columns; in the left one
#: of them, or a column itself; or in a row below them.
Area = Literal["beside", "under", "above", "left", "columns", "below"]


@dataclass(frozen=True, slots=True)
class StepView:
    """The data of a step.

    Args:
        trace: search.
        snapshot: step.
        row: row of the current node.
        line: number of the running line of pseudocode.
        counts: counts so far.
        scale: ends of the number line of this search.
    """

    trace: Trace
    snapshot: Snapshot
    row: int
    line: int
    counts: CountsSoFar
    scale: tuple[float, float]


@dataclass(frozen=True, slots=True)
class Pane:
    """A pane of the stepper, shown or hidden by a key.

    Args:
        id: id of its widget, also its name in the settings.
        title: label.
        key: key that shows or hides it.
        area: area on the screen.
        make: function that makes its widget for a search.
        show: function that shows a step.
        load: function that loads another search, if the widget stores any of it.
        is_for: function that tells whether a search has the pane; by default, every search has it.
    """

    id: str
    title: str
    key: str
    area: Area
    make: Callable[[Trace], Widget]
    show: Callable[[Any, StepView], None]
    load: Callable[[Any, Trace], None] = lambda _widget, _trace: None
    is_for: Callable[[Trace], bool] = lambda _: True
