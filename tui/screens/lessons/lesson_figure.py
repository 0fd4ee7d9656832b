"""The figure beside a lesson's text: a tree at a step, a board, a table."""

from __future__ import annotations

import textwrap

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.geometry import Size

from engine.errors import PlytraceError
from engine.game import Player
from tracer.drawing.terminal.tree_chart import NO_NODE, Rows, TextRun
from tracer.drawing.tree.game_tree import is_drawn_whole
from tracer.lesson.figures import PageFigure
from tracer.runs.search_trace import Trace
from tracer.runs.unsearched import draw_unsearched
from tui.appearance.theme import with_symbols
from tui.panes.board import BoardPane
from tui.panes.sentence import SentenceBar
from tui.widgets.preview import Preview
from tui.widgets.tree_canvas import TreeCanvas

#: Free rows above and below a tree.
_AROUND = 2


class LessonFigure(Vertical):
    """The figure of a page; hidden if the page has none.

    ```
              ▲ A 3…
         ┌──────┼──────┐
      ▽ B = 3  ▽ C    ▽ D
      Step 8: B returns 3 to A: v rises from −∞ to 3; α becomes 3.
    ```
    """

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id)
        self._scene: PageFigure | None = None
        self._trace: Trace | None = None
        self._canvas: TreeCanvas | None = None

    def compose(self) -> ComposeResult:
        """Yield the tree or drawing, the board, and the sentence of the step."""
        with Horizontal(id="stage"):
            with VerticalScroll(id="bare", can_focus=False):
                yield Preview(id="bare-drawing")
            yield BoardPane(id="board")
        yield SentenceBar(id="words")

    @property
    def rows(self) -> int:
        """The rows that a stepped tree needs for all its plies and its sentence."""
        if self._trace is None or self._canvas is None or not self._canvas.display:
            return 0
        log = self._trace.log
        plies = int(max(log.depth))
        # Each ply of chance has another row, for its probabilities.
        plies_of_chance = len(
            {
                depth
                for depth, player in zip(log.depth, log.player, strict=True)
                if player == Player.CHANCE
            }
        )
        return (
            2 * plies + plies_of_chance + 1 + max(2, self.query_one(SentenceBar).outer_size.height)
        )

    @property
    def bare_rows(self) -> int:
        """The rows that a drawing without a search needs at least, with its padding."""
        bare = self.query_one("#bare")
        if self._scene is None or not bare.display:
            return 0
        return len(self._bare(self._scene, 1)) + bare.styles.padding.height

    async def show(self, scene: PageFigure | None) -> None:
        """Show a figure, or none."""
        self._scene = scene
        self.display = scene is not None
        trace, step = (None, None) if scene is None else (scene.trace, scene.step)
        stepped = trace is not None and step is not None
        self.set_class(stepped, "-stepped")
        self.query_one(SentenceBar).display = stepped
        self.query_one("#bare").display = not stepped
        board = self.query_one(BoardPane)
        board.display = False
        if self._canvas is not None:
            self._canvas.display = stepped
        if scene is None:
            return
        if trace is None or step is None:
            self._fit()
            self._draw_bare(scene)
            return
        await self._show_tree(trace)
        canvas = self._canvas
        assert canvas is not None, "_show_tree creates it"
        canvas.ascii = bool(getattr(self.app, "ascii", False))
        canvas.show(step)
        canvas.mark_chain(scene.marked)
        now = trace.at(step)
        note = now.note if scene.tell is None else ""
        self.query_one(SentenceBar).show(scene.sentence(step), note)
        if not is_drawn_whole(trace.game):
            board.display = True
            board.show(trace, now.event.row)
        self._fit()

    def _fit(self) -> None:
        """Put the sentence directly below a tree that is drawn whole."""
        stage, sentence = self.query_one("#stage"), self.query_one(SentenceBar)
        rows, canvas = None, self._canvas
        if canvas is not None and canvas.display and not self.query_one(BoardPane).display:
            width, height = self.content_size
            rows = canvas.height_within(Size(width, height - sentence.outer_size.height))
        stage.styles.max_height = None if rows is None else rows + _AROUND

    async def _show_tree(self, trace: Trace) -> None:
        """Load a search into the canvas, which is created at first use."""
        if self._canvas is None:
            self._canvas = TreeCanvas(trace, id="tree")
            self._canvas.keep_leaves()
            await self.query_one("#stage").mount(self._canvas, before=0)
        elif trace is not self._trace:
            self._canvas.load(trace)
        self._trace = trace

    def _draw_bare(self, scene: PageFigure) -> None:
        """Draw a figure without a search, and the notes of a worked run below it."""
        bare = self.query_one("#bare")
        rows = list(self._bare(scene, max(1, bare.content_size.height)))
        width = self._width - 1  # a scroll bar may appear
        for line in ("", *scene.notes) if scene.notes else ():
            indent = " " * (len(line) - len(line.lstrip()))
            wrapped = textwrap.wrap(
                with_symbols(self, line), width, subsequent_indent=f"{indent}  "
            )
            rows += [(TextRun(part, "board", NO_NODE),) for part in wrapped or [""]]
        self.query_one(Preview).show(tuple(rows))

    def _bare(self, scene: PageFigure, height: int) -> Rows:
        """Return the rows of a table or a worked run, or of a tree before any search."""
        if scene.worked is not None:
            return scene.worked.draw(scene.worked_step, self._width, height)
        if scene.trace is None:
            return tuple(
                (TextRun(with_symbols(self, line), "board", NO_NODE),) for line in scene.lines
            )
        try:
            return draw_unsearched(
                scene.trace.game,
                width=max(20, self.size.width - 4),
                height=height,
                ascii=bool(getattr(self.app, "ascii", False)),
                path=scene.path,
                seen=scene.seen,
            )
        except PlytraceError as error:
            return ((TextRun(str(error), "board", NO_NODE),),)

    @property
    def _width(self) -> int:
        """The columns of a worked run."""
        return max(20, self.query_one("#bare").content_size.width or self.size.width - 4)

    def redraw(self) -> None:
        """Use the current size and symbols."""
        if self._scene is not None and (self._scene.trace is None or self._scene.step is None):
            self._draw_bare(self._scene)

    def on_resize(self) -> None:
        """Use the new size."""
        self.redraw()
        self._fit()
