"""A traced tree drawn step after step on a canvas of a given width, without jumping about."""

from __future__ import annotations

from dataclasses import dataclass, replace

from tracer.figure.branches import is_drawn_whole
from tracer.figure.build import figure
from tracer.figure.drawing import Drawing, draw
from tracer.figure.labels import Detail, LabelStyle
from tracer.figure.model import Figure
from tracer.figure.reserve import reserve
from tracer.recording import Recording

__all__ = ["Scene", "View"]

#: A whole tree may be this many times as wide as the canvas before only a part of it is drawn.
_WIDEST = 2


@dataclass(frozen=True, slots=True)
class View:
    """What a canvas shows at a step.

    Args:
        figure: the tree.
        drawing: the tree drawn.
    """

    figure: Figure
    drawing: Drawing


@dataclass(frozen=True, slots=True)
class _Plan:
    """A way to draw the whole tree: what is written, the room for it, and the width it comes to."""

    style: LabelStyle
    room: list[list[int]]
    width: int


class Scene:
    """Draws one trace at any of its steps.

    A tree that is drawn whole keeps its place: every label is given the room that it takes at its
    widest.

    Args:
        trace: the search.
        ascii: whether to do without signs beyond ASCII.
    """

    def __init__(self, trace: Recording, *, ascii: bool = False) -> None:  # noqa: A002
        self._trace = trace
        self._part = LabelStyle(ascii=ascii)
        #: The plans of each pass, by its root's row; a pass has a tree of its own.
        self._plans: dict[int, list[_Plan]] = {}

    def at(self, step: int, width: int) -> View:
        """The tree as it stands after a step, in as much detail as the width allows.

        Args:
            step: the step, from 0.
            width: the cells of a row of the canvas. A drawing may be wider.
        """
        plan = self._plan_for(step, width)
        if plan is None:
            part = figure(self._trace, step, most_nodes=0)
            return View(part, draw(part, self._part))
        whole = figure(self._trace, step)
        return View(whole, draw(whole, plan.style, plan.room))

    def _plans_of(self, root: int) -> list[_Plan]:
        """The ways to draw the whole tree of a pass, the widest first; none if it is too large."""
        tour = self._trace.tour
        whole = figure(self._trace, min(tour.left_at(root), len(tour) - 1))
        if not whole.whole:
            return []
        styles = [replace(self._part, spread=spread) for spread in (3, 2, 1)]
        if is_drawn_whole(self._trace.game):
            # The leaves of a game have only their moves for a name, and need it.
            styles.append(replace(self._part, detail=Detail.COMPACT))
        plans = []
        for style in styles:
            room = reserve(self._trace, whole, style)
            plans.append(_Plan(style, room, draw(whole, style, room).width))
        return plans

    def _plan_for(self, step: int, width: int) -> _Plan | None:
        """The widest plan that fits; None if not even the closest comes near."""
        trace = self._trace
        root = trace.roots[trace.pass_at(trace.tour.row_at(step)[0]) - 1]
        if root not in self._plans:
            self._plans[root] = self._plans_of(root)
        plans = self._plans[root]
        fitting = [plan for plan in plans if plan.width <= width]
        if fitting:
            return fitting[0]
        closest = plans[-1:]
        return closest[0] if closest and closest[0].width <= _WIDEST * width else None
