"""The record of a pane, and the data it gets at each step."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from textual.widget import Widget

from tracer import Trace
from tracer.steps.replay import CountsSoFar
from tracer.steps.snapshot import Snapshot

#: Area of a pane: beside the tree; directly under it; in a row above the columns; a column; or in a
#: row below them.
Area = Literal["beside", "under", "above", "columns", "below"]


@dataclass(frozen=True, slots=True)
class StepView:
    """The data of a step."""

    trace: Trace
    snapshot: Snapshot
    row: int
    lines: Sequence[str]
    line: int
    counts: CountsSoFar
    scale: tuple[float, float]


@dataclass(frozen=True, slots=True)
class Pane:
    """A pane of the stepper, shown or hidden by a key."""

    id: str
    title: str
    key: str
    area: Area
    widget: type[Widget]
    show: Callable[[Any, StepView], None] = lambda _widget, _view: None
    load: Callable[[Any, Trace], None] = lambda _widget, _trace: None
    is_for: Callable[[Trace], bool] = lambda _: True
