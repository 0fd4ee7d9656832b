"""A traced tree on a canvas, step by step; nodes keep their places."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cache, lru_cache, partial
from itertools import product
from typing import NamedTuple

from tracer.drawing.canvas.canvas_views import CanvasView, ZoomLevel
from tracer.drawing.terminal.labels import Detail, LabelStyle, label, line_widths
from tracer.drawing.terminal.tree_chart import TreeChart
from tracer.drawing.tree.game_tree import is_drawn_whole
from tracer.drawing.tree.look import (
    Focus,
    ShapeAtStep,
    best_line,
    focus_of,
    texts_at_steps,
    value_of,
)
from tracer.drawing.tree.nodes import DrawnNode, Sign, Status
from tracer.drawing.tree.shape import (
    MOST_LEVELS,
    PartLimits,
    Shape,
    find_part,
    find_part_path,
    mcts_shape,
    shape_of,
)
from tracer.mcts.rewards import mcts_rewards
from tracer.recording.recording import Recording
from tracer.steps.step_views import board_of
from tracer.text.numbers import show_number
from tracer.text.printable_text import cell_width, to_ascii

#: A tree up to this many times as wide as the canvas is drawn whole.
_WIDEST = 2

#: The largest number of nodes of a tree that is drawn whole if no zoom level is chosen.
_MOST_FITTING = 400

#: The largest number of nodes of a tree that is drawn whole, by zoom level.
_MOST_NODES = {ZoomLevel.BOXES: 1_500, ZoomLevel.VALUES: 2_500, ZoomLevel.GLYPHS: 6_000}

_DETAILS = {
    ZoomLevel.BOXES: Detail.FULL,
    ZoomLevel.VALUES: Detail.VALUES,
    ZoomLevel.GLYPHS: Detail.GLYPHS,
}

#: The number of cached shapes: passes, folds and levels make several.
_MOST_KEPT = 32

#: The number of styles with cached widths of labels.
_MOST_SIZES = 8


class _Canvas(NamedTuple):
    """The zoom level, and the cells that there are."""

    level: ZoomLevel
    width: int
    height: int


class _Part(NamedTuple):
    """A part of a large tree."""

    shape: Shape
    limits: PartLimits
    path: int  # the number of nodes on its path


#: The limits that are tried, from the least, which are always accepted. Visits are for each column
#: of the canvas, and of the root's moves all are drawn or none.
_LIMITS = (
    PartLimits(0, 1, 1),
    *(
        PartLimits(visits, children, 2)
        for visits, children in sorted(
            product((0, 0.05, 0.1, 0.2, 0.5), (1, 2, 3, 4, 6, 12)),
            key=lambda pair: (pair[0] * pair[1], *pair),
        )
    ),
)
#: The nodes beside the path that fill a page, and whether the root's moves do, the most first.
_FILLINGS = ((12, True), (3, True), (2, True), (12, False), (3, False))

#: The least columns of the canvas for each move of the root, and for each node of a page.
_MOVE_COLUMNS, _NODE_COLUMNS = 5, (3, 2, 1)

#: The least levels of a page's path: the root, its move, the levels left out, and its end.
_LEAST_LEVELS = 4

#: The number of labels of one style with cached widths.
_MOST_LABELS = 10_000

#: The largest board that is drawn in a node.
_BOARD_LINES, _BOARD_COLUMNS = 5, 12


class CanvasModel:
    """Draws one trace at any of its steps.

    A tree that is drawn whole is laid out once and keeps its place: every label gets the width of
    its widest text.
    """

    def __init__(
        self,
        trace: Recording,
        *,
        changed: Callable[[int], bool] | None = None,
    ) -> None:
        self.trace = trace
        self._changed = changed
        self._by_hand = is_drawn_whole(trace.game)
        #: The zoom level; None for the closest level that fits.
        self.level: ZoomLevel | None = None
        #: Whether levels are left out if the canvas is too low, instead of scrolling.
        self.fits_height = False
        #: Whether a whole tree gives up its windows before a level that does not fit.
        self.keeps_leaves = False
        #: Whether to use ASCII characters only.
        self.ascii = False
        #: The rows of the nodes that are marked as a chain.
        self.chain: frozenset[int] = frozenset()
        #: The row of the parent, and the name, of a node that is pointed at.
        self.pointed: tuple[int, str] | None = None
        self._boards = False
        self._folded: frozenset[int] = frozenset()
        self._shapes: dict[object, Shape | None] = {}
        self._charts: dict[object, TreeChart] = {}
        self._find_line = cache(partial(best_line, trace))
        self._pages: dict[object, tuple[Shape, TreeChart]] = {}  # the last of each kind
        self._labels: dict[object, dict[object, list[int]]] = {}

    @property
    def _tells_nothing(self) -> bool:
        """Whether the room for the nodes must not tell what the search does later."""
        return self.trace.covers_leaves and self._by_hand

    # Choices of the user --------------------------------------------------------------------

    @property
    def why_no_boards(self) -> str:
        """The reason why nodes cannot show boards, as a sentence; empty if they can."""
        if self._by_hand:
            return "Only games have boards; this is a hand tree."
        board = board_of(self.trace.game, self.trace.game.initial)
        if len(board.lines) <= _BOARD_LINES and board.width <= _BOARD_COLUMNS:
            return ""
        return "This game's boards are too large to draw in nodes."

    @property
    def boards(self) -> bool:
        """Whether nodes show their boards; remains False if no boards can be drawn."""
        return self._boards

    @boards.setter
    def boards(self, wanted: bool) -> None:
        self._boards = wanted and not self.why_no_boards

    def fold(self, row: int) -> bool:
        """Fold or unfold a visited node's subtree."""
        if self.trace.log.size[row] == 1:
            return False
        self._folded ^= {row}
        return row in self._folded

    # A step ---------------------------------------------------------------------------------

    def at(self, step: int, width: int, height: int) -> CanvasView:
        """Return the view of the tree after a step."""
        focus = focus_of(self.trace, step)
        chosen = self._largest_view if self.level is None else self._view_at_zoom
        # An iteration visits only one path in the tree that all iterations have built.
        in_part = self.trace.uses_playouts and not self._by_hand
        whole = None if in_part else chosen(focus.root, width, height)
        if whole is None:
            return self._part_view(focus, step, width, height)
        shape, chart = whole
        level = self.level
        if level is None:
            level = ZoomLevel.VALUES if chart.style.detail is Detail.VALUES else ZoomLevel.BOXES
        return self._view(shape, chart, focus, step, level, whole=True)

    def _view(
        self,
        shape: Shape,
        chart: TreeChart,
        focus: Focus,
        step: int,
        level: ZoomLevel,
        *,
        whole: bool,
    ) -> CanvasView:
        best = self._find_line(focus.root) if focus.finished else []
        look = ShapeAtStep(
            shape,
            step,
            current=focus.current,
            best=frozenset(best if len(best) > 1 else ()),
            changed=None if self._tells_nothing else self._changed,
            chain=self.chain,
            pointed=self.pointed,
            boards=self.boards and chart.style.detail < Detail.VALUES,
            written=chart.style.detail < Detail.GLYPHS,
        )
        return CanvasView(
            level=level,
            focus=chart.box(shape.place_of(focus.current)),
            keeps_place=whole,
            chart=chart,
            look=look,
        )

    # The whole tree -------------------------------------------------------------------------

    def _largest_view(self, root: int, width: int, height: int) -> tuple[Shape, TreeChart] | None:
        """Return the whole tree with as much text as fits; None if it is far too large."""
        shape = self._shape(root, _MOST_FITTING, MOST_LEVELS)
        if shape is None:
            return None
        spread = [LabelStyle(spread=spread) for spread in (3, 2, 1)]
        if self._by_hand:
            # Only for hand trees: nodes of a game need their moves as names.
            spread.append(LabelStyle(Detail.COMPACT))
        tight = [replace(style, tight=True) for style in spread]
        flat = [replace(style, flat=True) for style in tight]
        styles = [*spread, *tight, *flat]
        if self.keeps_leaves:
            styles += [replace(style, windowless=True) for style in (*tight, *flat)]
        for style in styles:
            chart = self._chart(shape, style)
            if chart.width <= width and chart.height <= height:
                return shape, chart
        if self.fits_height:
            return None
        for style in tight:  # a tree that is too high can be scrolled
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

    def _view_at_zoom(self, root: int, width: int, height: int) -> tuple[Shape, TreeChart] | None:
        """Return the tree at the chosen zoom level; None if it has too many nodes."""
        level = self.level
        assert level is not None
        shape = self._shape(root, _MOST_NODES[level], None)
        if shape is None:
            return None
        style = LabelStyle(_DETAILS[level], tight=level > ZoomLevel.BOXES)
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
                self._charts.clear()
            self._shapes[key] = shape_of(
                self.trace,
                root,
                most_nodes=most_nodes,
                most_levels=most_levels,
                folded=self._folded,
            )
        return self._shapes[key]

    def _chart(self, shape: Shape, style: LabelStyle) -> TreeChart:
        """Lay out a shape with enough space for every step."""
        style = replace(style, ascii=self.ascii)
        key = id(shape), style, self.boards
        if key not in self._charts:
            # The room for labels does not depend on the gaps between them.
            rooms = self._reserved(shape, replace(style, spread=1))
            self._charts[key] = _laid_out(shape, rooms, style, any_cut=self._tells_nothing)
        return self._charts[key]

    def _reserved(self, shape: Shape, style: LabelStyle) -> list[list[int]]:
        last = len(self.trace.tour) - 1
        look = ShapeAtStep(shape, last, changed=self._changed, boards=self.boards)
        if self._tells_nothing:
            return widths_for_any_search(look, style)
        if len(self._labels) >= _MOST_SIZES:
            self._labels.clear()
        known = self._labels.setdefault((style, self.boards), {})
        if len(known) >= _MOST_LABELS:
            known.clear()
        return max_label_widths(look, style, known)

    # A part ---------------------------------------------------------------------------------

    def _part_view(self, focus: Focus, step: int, width: int, height: int) -> CanvasView:
        """Return the page before while it shows the step; else a new page, which lasts longest."""
        level = ZoomLevel.BOXES if self.level is None else self.level
        canvas = _Canvas(level, width, height)
        options = self.fits_height, self._folded, self.ascii, self.boards
        key = focus.root, focus.finished, canvas, options
        page = self._pages.get(key)
        if page is None or not _shows(page[0], focus):
            if len(self._pages) >= _MOST_KEPT:
                self._pages.clear()
            find = self._find_playouts if self.trace.uses_playouts else self._find_page
            page = self._pages[key] = find(focus, canvas)
        return self._view(*page, focus, step, level, whole=False)

    def _find_page(self, focus: Focus, canvas: _Canvas) -> tuple[Shape, TreeChart]:
        """Return the part of the tree that lasts longest, with what else fits beside its path."""
        path = focus.path if focus.recent is None else [*focus.path, focus.recent]
        path = self._find_line(focus.root) if focus.finished else path
        parts = [self._part(limits, path, focus, canvas) for limits in _LIMITS]
        ordered = sorted(filter(None, parts), key=lambda part: _count_ahead(part.shape, focus))
        page = None
        while page is None:  # the one with the least limits is accepted
            part = ordered.pop()
            page = self._fit_page(part, canvas)
        for beside, has_moves in _FILLINGS:
            limits = part.limits._replace(beside=beside, moves=int(has_moves))
            fuller = self._part(limits, path, focus, canvas)
            filled = None if fuller is None else self._fit_page(fuller, canvas)
            if filled is not None:
                return filled
        return page

    def _part(
        self, limits: PartLimits, path: Sequence[int], focus: Focus, canvas: _Canvas
    ) -> _Part | None:
        """Return the part of the tree with some limits; None if it has too many nodes."""
        most = int(limits.visits * canvas.width)
        end = find_part_path(self.trace, path, most, self._folded)
        here = limits._replace(visits=most, moves=canvas.width // _MOVE_COLUMNS * limits.moves)
        if self.fits_height:
            levels = max(_LEAST_LEVELS, self._levels(canvas.height) - 1)
            here = here._replace(levels=min(levels, MOST_LEVELS))
        if limits != _LIMITS[0]:
            here = here._replace(nodes=canvas.width // _NODE_COLUMNS[canvas.level])
        shape = find_part(
            self.trace,
            end,
            here,
            near=path[len(end)] if len(path) > len(end) else None,
            is_best_line=focus.finished,
            is_brief=True,
            folded=self._folded,
        )
        return None if shape is None else _Part(shape, limits, len(end))

    def _levels(self, height: int) -> int:
        """Return how many levels are visible at once if they are set most closely."""
        board = board_of(self.trace.game, self.trace.game.initial) if self.boards else None
        return (height + 1) // (2 + (len(board.lines) if board else 0))

    def _fit_page(self, part: _Part, canvas: _Canvas) -> tuple[Shape, TreeChart] | None:
        """Return a part laid out as loosely as its height allows; None if it does not fit."""
        # A page that may be scrolled can be as high as its path with two levels below it.
        shape, anyway = part.shape, part.limits == _LIMITS[0]
        levels, fitting = 1 + max(node.level for node in shape.nodes), self._levels(canvas.height)
        if not self.fits_height:
            fitting = max(fitting, part.path + 2)
        if levels > fitting and not anyway:
            return None
        chart = self._lay_out_part(shape, canvas)
        return (shape, chart) if anyway or chart.width <= canvas.width else None

    def _lay_out_part(self, shape: Shape, canvas: _Canvas) -> TreeChart:
        level, width, height = canvas
        style = LabelStyle(_DETAILS[level], ascii=self.ascii, tight=level > ZoomLevel.BOXES)
        for closer in (style, replace(style, tight=True), replace(style, tight=True, flat=True)):
            chart = _laid_out(shape, self._reserved(shape, closer), closer)
            if chart.height <= height or chart.width > width:
                break
        return chart

    def _find_playouts(self, focus: Focus, canvas: _Canvas) -> tuple[Shape, TreeChart]:
        """Return the tree that the iterations have built, and the current iteration's path."""
        way = list(range(focus.root, focus.root + self.trace.log.size[focus.root]))
        levels, width = max(2, canvas.height // 3), canvas.width
        shape = mcts_shape(self.trace, way, width=width, levels=levels, folded=self._folded)
        return shape, self._lay_out_part(shape, canvas)


def _shows(shape: Shape, focus: Focus) -> bool:
    """Return whether a page has a step's node with its children, and the child that returned."""
    rows = [focus.current] if focus.recent is None else [focus.current, focus.recent]
    return all(_shows_node(shape, row, with_children=row == focus.current) for row in rows)


def _shows_node(shape: Shape, row: int, *, with_children: bool = True) -> bool:
    """Return whether a node is drawn, or is below a node that the user has folded."""
    node = shape.nodes[shape.place_of(row)]
    is_closed = node.is_brief and shape.trace.log.size[row] > 1
    return node.folded > 0 or (row in shape.places and not (with_children and is_closed))


def _count_ahead(shape: Shape, focus: Focus) -> int:
    """Return the number of visits for which a page lasts; 0 at the end of the search."""
    rows = range(focus.current, focus.current if focus.finished else len(shape.trace.log))
    return next((at for at, row in enumerate(rows) if not _shows_node(shape, row)), len(rows))


def _laid_out(
    shape: Shape, rooms: list[list[int]], style: LabelStyle, *, any_cut: bool = False
) -> TreeChart:
    return _chart(
        tuple(node.parent for node in shape.nodes),
        tuple(node.edge for node in shape.nodes),
        tuple(tuple(room) for room in rooms),
        tuple(any_cut or shape.may_be_skipped(place) for place in range(len(shape.nodes))),
        style,
    )


@lru_cache(maxsize=_MOST_KEPT)
def _chart(
    parents: tuple[int, ...],
    edges: tuple[str, ...],
    rooms: tuple[tuple[int, ...], ...],
    may_be_cut: tuple[bool, ...],
    style: LabelStyle,
) -> TreeChart:
    """Lay a tree out; a search by hand asks for the same layout after each step."""
    return TreeChart(parents, edges, rooms, may_be_cut, style)


# The largest width of each label over all steps of the search.

#: A mean as long as most are.
_ANY_MEAN = "−0.333"

#: The least room for a covered value; more only if a leaf that was visited needs it.
_COVERED_ROOM = "000"

#: Trees and styles whose widths are kept.
_MOST_TREES = 32


def max_label_widths(
    look: ShapeAtStep, style: LabelStyle, known: dict[object, list[int]] | None = None
) -> list[list[int]]:
    """Return the largest width of each label line of each node, over all steps."""
    rooms = []
    known = {} if known is None else known
    for place, fixed in enumerate(look.shape.nodes):
        if style.detail is Detail.GLYPHS and fixed.sign is not Sign.MORE:
            rooms.append([1, 1] if fixed.folded else [1])
            continue
        key = fixed.rows, fixed.name, fixed.sign, fixed.folded, fixed.value, fixed.is_brief
        if key not in known:
            known[key] = _widest_of(_variants(look, place, ascii=style.ascii), style)
        rooms.append(known[key])
    return rooms


def _widest_of(variants: Iterable[DrawnNode], style: LabelStyle) -> list[int]:
    """Return the largest width of each line of some labels."""
    widest: list[int] = []
    for variant in variants:
        widths = line_widths(label(variant, style))
        padded = [*widest, *[0] * (len(widths) - len(widest))]
        widest = [*map(max, widths, padded), *padded[len(widths) :]]
    return widest


def widths_for_any_search(look: ShapeAtStep, style: LabelStyle) -> list[list[int]]:
    """Return widths for the label lines of each node that do not depend on what is not seen yet."""
    shape = look.shape
    trace = shape.trace
    log = trace.log
    seen = [node.value for node in shape.nodes if node.sign is Sign.LEAF and node.rows]
    covered = max([*seen, _COVERED_ROOM], key=cell_width)
    numbers = [covered, "+∞"]
    numbers += [show_number(bound) for bound in (log.alpha[0], log.beta[0])]
    if any(node.sign is Sign.CHANCE for node in shape.nodes):
        numbers.append(_ANY_MEAN)
    longest = max(numbers, key=cell_width)
    window = f"({longest}, {longest})" if trace.has_window else ""
    # Only these parts of a node remain in any look of it.
    bare = ((node, node.draw_bare(Status.UNSEEN)) for node in shape.nodes)
    nodes = tuple(
        replace(
            drawn,
            edge="",
            value=covered if node.sign is Sign.LEAF else node.value,
            folded=node.folded,
        )
        for node, drawn in bare
    )
    return [[*widths] for widths in _any_widths(nodes, longest, window, style)]


@lru_cache(maxsize=_MOST_TREES)
def _any_widths(
    nodes: tuple[DrawnNode, ...], longest: str, window: str, style: LabelStyle
) -> tuple[tuple[int, ...], ...]:
    """Return the widths; a search by hand asks for the same ones after each step."""
    return tuple(tuple(_widest_of(_any_look(node, longest, window), style)) for node in nodes)


def _any_look(node: DrawnNode, number: str, window: str) -> Iterator[DrawnNode]:
    """Yield the widest looks of a node in any search."""
    leaf = node.sign is Sign.LEAF
    yield replace(node, status=Status.UNSEEN, value=node.value if leaf else "", window="")
    for current in (False, True):
        if leaf:
            yield replace(node, status=Status.DONE, window="", current=current)
        else:
            done = replace(node, status=Status.DONE, value=f"≤ {number}", current=current)
            yield replace(done, window=window)
            yield replace(done, status=Status.OPEN, value=f"{number}…", window=window)


def _variants(look: ShapeAtStep, place: int, *, ascii: bool) -> Iterator[DrawnNode]:
    """Yield the widest look of a node in each state."""

    def width(text: str) -> int:
        return cell_width(to_ascii(text) if ascii else text)

    trace, fixed = look.shape.trace, look.shape.nodes[place]
    node, rows = replace(look.node(place), folded=fixed.folded or None), fixed.rows
    yield node
    if node.sign is Sign.MORE:
        return
    leaf = node.sign is Sign.LEAF
    if trace.uses_playouts:
        rewards = mcts_rewards(trace)
        means = [f"{mean:.2f}" for mean in (rewards.lowest, rewards.highest)]
        visits = node.value.partition(" ")[0]
        for current in (False, True):
            value = node.value  # the rewards of a leaf in a hand tree all equal its value
            if visits.startswith("n=") and not (leaf and look.shape.known):
                value = f"{visits} {max(means, key=len)}"
            yield replace(node, status=Status.OPEN, value=value, current=current)
        return
    yield replace(node, status=Status.UNSEEN, value=node.value if leaf else "", window="")
    if not rows or look.shape.revisits:  # a later visit to its parent may prune it
        yield replace(node, status=Status.SKIPPED, value=node.value if leaf else "", window="")
    for row in rows:
        final = value_of(trace, row, len(trace.tour))
        looks = texts_at_steps(trace, row)
        if fixed.is_brief:
            looks = {(value, "") for value, _ in looks}
        last = max((window for _, window in looks), key=width, default="")
        widest = set()
        if looks:  # a leaf is never open
            on_one_line = max(looks, key=lambda texts: width("".join(texts)))
            on_two_lines = max(looks, key=lambda texts: width(texts[0]))
            widest = {on_one_line, on_two_lines}
        for current in (False, True):
            yield replace(node, status=Status.DONE, value=final, window=last, current=current)
            for value, window in widest:
                yield replace(node, status=Status.OPEN, value=value, window=window, current=current)
