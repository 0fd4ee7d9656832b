"""A traced tree as a canvas shows it, step after step, without jumping about."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from tracer.board import board_of
from tracer.figure.branches import is_drawn_whole
from tracer.figure.build import MOST_LEVELS, Focus, best_line, focus_of
from tracer.figure.chart import Chart
from tracer.figure.density import Density, Names
from tracer.figure.labels import Detail, LabelStyle
from tracer.figure.levels import Level
from tracer.figure.pages import Pages
from tracer.figure.playouts import playout_shape
from tracer.figure.reserve import reserve
from tracer.figure.shape import Shape, ShapeAt, shape_of
from tracer.figure.views import DensityView, TreeView, View
from tracer.recording import Recording

__all__ = ["Scene"]

#: A whole tree may be this many times as wide as the canvas before only a part of it is drawn.
_WIDEST = 2

#: Nodes of a tree that is drawn whole, where it is not said how closely.
_MOST_FITTING = 400

#: Nodes of a tree that is drawn whole at each level of zoom.
_MOST_NODES = {Level.BOXES: 1_500, Level.VALUES: 2_500, Level.GLYPHS: 6_000}

_DETAILS = {
    Level.BOXES: Detail.FULL,
    Level.VALUES: Detail.VALUES,
    Level.GLYPHS: Detail.GLYPHS,
}

#: Cells that a label and what is beside it take, by which siblings are counted out.
_CELLS = {Detail.FULL: 10, Detail.VALUES: 6, Detail.GLYPHS: 2}
_FEWEST_SIBLINGS, _MOST_SIBLINGS = 6, 80

#: Shapes that are kept: passes, folds and levels make several.
_MOST_KEPT = 32

#: Sizes and levels whose pages are kept.
_MOST_SIZES = 8

#: Labels whose room is kept of one style.
_MOST_LABELS = 10_000

#: The largest board that is drawn in a node.
_BOARD_LINES, _BOARD_COLUMNS = 5, 12


class Scene:
    """Draws one trace at any of its steps.

    A tree that is drawn whole is laid out once and keeps its place: every label is given the room
    that it takes at its widest.

    Args:
        trace: the search; an attribute too.
        changed: says of a row whether something about its node is new; such nodes are marked.
    """

    def __init__(self, trace: Recording, *, changed: Callable[[int], bool] | None = None) -> None:
        self.trace = trace
        self._changed = changed
        self._by_hand = is_drawn_whole(trace.game)
        #: How closely it is looked at; None for as closely as there is room.
        self.level: Level | None = None
        #: Whether to do without signs beyond ASCII.
        self.ascii = False
        self._boards = False
        self._folded: frozenset[int] = frozenset()
        self._top: int | None = None  # the row at the top of the icicle, where that is no root
        self._shapes: dict[object, Shape | None] = {}
        self._rooms: dict[object, list[list[int]]] = {}
        self._charts: dict[object, Chart] = {}
        self._lines: dict[int, frozenset[int]] = {}
        self._names = Names(trace)
        self._pages: dict[object, Pages] = {}
        self._labels: dict[object, dict[object, list[int]]] = {}
        self._iterations: dict[object, tuple[Shape, Chart]] = {}

    # What a person chooses ------------------------------------------------------------------

    @property
    def can_draw_boards(self) -> bool:
        """Whether the game's boards are small enough to be drawn in the nodes."""
        if self._by_hand:
            return False
        board = board_of(self.trace.game, self.trace.game.initial)
        return len(board.lines) <= _BOARD_LINES and board.width <= _BOARD_COLUMNS

    @property
    def boards(self) -> bool:
        """Whether the board of each node is drawn in it; stays False where boards are too large."""
        return self._boards

    @boards.setter
    def boards(self, wanted: bool) -> None:
        self._boards = wanted and self.can_draw_boards

    def fold(self, row: int) -> bool:
        """Fold a visited node's subtree, or unfold it; in the icicle, put the node at its top.

        Args:
            row: the node's row.

        Returns:
            Whether it is folded now, or stands at the top. A node without visits beneath it is not.
        """
        if self.trace.log.size[row] == 1:
            return False
        if self.level is Level.DENSITY:
            self._top = None if self._top == row else row
            return self._top is not None
        self._folded ^= {row}
        return row in self._folded

    # A step ---------------------------------------------------------------------------------

    def at(self, step: int, width: int, height: int) -> View:
        """The tree as it stands after a step.

        Args:
            step: the step, from 0.
            width: the cells of a row of the canvas, at least 1. A drawing may be wider.
            height: the rows of the canvas, at least 1. A drawing may be higher.

        Raises:
            IndexError: there is no such step.
        """
        focus = focus_of(self.trace, step)
        if self.level is Level.DENSITY:
            return self._density(focus, step, width, height)
        chosen = self._fitting if self.level is None else self._chosen
        # What an iteration visits is no more than a way down the tree that all of them have built.
        is_way = self.trace.plays_out and not self._by_hand
        found = None if is_way else chosen(focus.root, width, height)
        if found is None:
            part_of = self._played_out if self.trace.plays_out else self._page
            return part_of(focus, step, width, height)
        shape, chart = found
        level = self.level
        if level is None:
            level = Level.VALUES if chart.style.detail is Detail.VALUES else Level.BOXES
        return self._view(shape, chart, focus, step, level, whole=True)

    def _view(
        self, shape: Shape, chart: Chart, focus: Focus, step: int, level: Level, *, whole: bool
    ) -> TreeView:
        look = ShapeAt(
            shape,
            step,
            current=focus.current,
            best=self._best_line(focus.root) if focus.finished else frozenset(),
            changed=self._changed,
            boards=self.boards and chart.style.detail < Detail.VALUES,
            written=chart.style.detail < Detail.GLYPHS,
        )
        return TreeView(chart, look, shape.place_of(focus.current), level, whole=whole)

    def _best_line(self, root: int) -> frozenset[int]:
        if root not in self._lines:
            rows = best_line(self.trace, root)
            self._lines[root] = frozenset(rows if len(rows) > 1 else ())
        return self._lines[root]

    def _density(self, focus: Focus, step: int, width: int, height: int) -> DensityView:
        if self._top not in focus.path:
            self._top = None  # the node in question is always in view
        return DensityView(
            Density(
                self.trace,
                focus.root if self._top is None else self._top,
                step,
                current=focus.current,
                width=width,
                height=height,
                names=self._names,
                ascii=self.ascii,
                changed=self._changed,
            )
        )

    # The whole tree -------------------------------------------------------------------------

    def _fitting(self, root: int, width: int, height: int) -> tuple[Shape, Chart] | None:
        """The tree with as much written as there is room for; None if it does not come near."""
        shape = self._shape(root, _MOST_FITTING, MOST_LEVELS)
        if shape is None:
            return None
        spread = [LabelStyle(spread=spread) for spread in (3, 2, 1)]
        if self._by_hand:
            # Nodes of a game have only their moves for a name, and need it.
            spread.append(LabelStyle(Detail.COMPACT))
        tight = [replace(style, tight=True) for style in spread]
        flat = [replace(style, flat=True) for style in tight]
        for style in (*spread, *tight, *flat):
            chart = self._chart(shape, style)
            if chart.width <= width and chart.height <= height:
                return shape, chart
        for style in tight:  # what is too high can be followed up and down
            chart = self._chart(shape, style)
            if chart.width <= width:
                return shape, chart
        closest = self._chart(shape, tight[-1])
        if closest.width <= _WIDEST * width:
            return shape, closest
        if not self._by_hand:
            return None
        values = self._chart(shape, LabelStyle(Detail.VALUES, tight=True))
        return (shape, values) if values.width <= width else None

    def _chosen(self, root: int, width: int, height: int) -> tuple[Shape, Chart] | None:
        """The tree at the level that was chosen; None if it has too many nodes."""
        level = self.level
        assert level is not None
        shape = self._shape(root, _MOST_NODES[level], None)
        if shape is None:
            return None
        style = LabelStyle(_DETAILS[level], tight=level > Level.BOXES)
        closest = self._chart(shape, style)
        if closest.height > height and not style.tight:
            style = replace(style, tight=True)
            closest = self._chart(shape, style)
        if closest.width > width:
            return shape, closest
        charts = (self._chart(shape, replace(style, spread=spread)) for spread in (3, 2))
        return shape, next((chart for chart in charts if chart.width <= width), closest)

    def _shape(self, root: int, most_nodes: int, most_levels: int | None) -> Shape | None:
        key = root, most_nodes, most_levels, self._folded
        if key not in self._shapes:
            if len(self._shapes) >= _MOST_KEPT:
                self._shapes.clear()
                self._rooms.clear()
                self._charts.clear()
            self._shapes[key] = shape_of(
                self.trace,
                root,
                most_nodes=most_nodes,
                most_levels=most_levels,
                folded=self._folded,
            )
        return self._shapes[key]

    def _chart(self, shape: Shape, style: LabelStyle) -> Chart:
        """A shape laid out with enough room for every step."""
        style = replace(style, ascii=self.ascii)
        key = id(shape), style, self.boards
        if key not in self._charts:
            room = self._room(shape, replace(style, spread=1))
            self._charts[key] = _laid_out(shape, room, style)
        return self._charts[key]

    def _room(self, shape: Shape, style: LabelStyle) -> list[list[int]]:
        """The room for each label, which does not depend on how far they stand apart."""
        key = id(shape), style, self.boards
        if key not in self._rooms:
            self._rooms[key] = self._reserved(shape, style)
        return self._rooms[key]

    def _reserved(self, shape: Shape, style: LabelStyle) -> list[list[int]]:
        last = len(self.trace.tour) - 1
        look = ShapeAt(shape, last, changed=self._changed, boards=self.boards)
        if len(self._labels) >= _MOST_SIZES:
            self._labels.clear()
        known = self._labels.setdefault((style, self.boards), {})
        if len(known) >= _MOST_LABELS:
            known.clear()
        return reserve(look, style, known)

    def _laid_out(self, shape: Shape, style: LabelStyle) -> Chart:
        return _laid_out(shape, self._reserved(shape, style), style)

    # A part ---------------------------------------------------------------------------------

    def _page(self, focus: Focus, step: int, width: int, height: int) -> TreeView:
        """The path to the node in question, and what is beside it."""
        level = Level.BOXES if self.level is None else self.level
        key = level, width, height, self._folded, self.ascii, self.boards
        if key not in self._pages:
            if len(self._pages) >= _MOST_SIZES:
                self._pages.clear()
            board = board_of(self.trace.game, self.trace.game.initial) if self.boards else None
            self._pages[key] = Pages(
                self.trace,
                LabelStyle(_DETAILS[level], ascii=self.ascii, tight=level > Level.BOXES),
                board=(0, 0) if board is None else (board.width, len(board.lines)),
                folded=self._folded,
                width=width,
                height=height,
                lay_out=self._laid_out,
            )
        shape, chart = self._pages[key].at(focus)
        return self._view(shape, chart, focus, step, level, whole=False)

    def _played_out(self, focus: Focus, step: int, width: int, height: int) -> TreeView:
        """What the iterations have built, and the way of the one that the step is in."""
        level = Level.BOXES if self.level is None else self.level
        key = focus.root, level, width, height, self._folded, self.ascii, self.boards
        if key not in self._iterations:
            if len(self._iterations) >= _MOST_KEPT:
                self._iterations.clear()
            log = self.trace.log
            way = list(range(focus.root, focus.root + log.size[focus.root]))
            shape = playout_shape(
                self.trace, way, width=width, levels=max(2, height // 3), folded=self._folded
            )
            style = LabelStyle(_DETAILS[level], ascii=self.ascii, tight=level > Level.BOXES)
            chart = self._laid_out(shape, style)
            for closer in (replace(style, tight=True), replace(style, tight=True, flat=True)):
                if chart.height > height:
                    chart = self._laid_out(shape, closer)
            self._iterations[key] = shape, chart
        shape, chart = self._iterations[key]
        return self._view(shape, chart, focus, step, level, whole=False)


def _laid_out(shape: Shape, rooms: list[list[int]], style: LabelStyle) -> Chart:
    return Chart(
        [node.parent for node in shape.nodes],
        [node.edge for node in shape.nodes],
        rooms,
        [shape.may_be_skipped(place) for place in range(len(shape.nodes))],
        style,
    )
