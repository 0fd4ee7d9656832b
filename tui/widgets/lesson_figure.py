"""What stands beside the text of a lesson: a tree at a step, a board, a table."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical, VerticalScroll

from engine.errors import PlytraceError
from tracer.board import board_at
from tracer.figure import Run
from tracer.figure.branches import is_drawn_whole
from tracer.figure.chart import NO_NODE, Rows
from tracer.lesson.stage import Scene
from tracer.search_trace import Trace
from tracer.unsearched import drawn_unsearched
from tui.glyphs import plain
from tui.widgets.board_pane import BoardPane
from tui.widgets.preview import Preview
from tui.widgets.sentence_bar import SentenceBar
from tui.widgets.tree_canvas import TreeCanvas

__all__ = ["LessonFigure"]


class LessonFigure(Vertical):
    """A scene of a lesson; nothing where there is none.

    ```
              ▲ A 3…
         ┌──────┼──────┐
      ▽ B = 3  ▽ C    ▽ D
      Step 8: B returns 3 to A: v rises from −∞ to 3; α becomes 3.
    ```
    """

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id)
        self._scene: Scene | None = None
        self._trace: Trace | None = None
        self._canvas: TreeCanvas | None = None

    def compose(self) -> ComposeResult:
        """The tree or drawing, the board, and the sentence of the step."""
        with Horizontal(id="stage"):
            with VerticalScroll(id="bare", can_focus=False):
                yield Preview(id="bare-drawing")
            yield BoardPane(id="board")
        yield SentenceBar(id="words")

    @property
    def rows(self) -> int:
        """The rows in which a tree that is stepped through has all its plies, with its sentence."""
        if self._trace is None or self._canvas is None or not self._canvas.display:
            return 0
        plies = int(max(self._trace.log.depth))
        return 2 * plies + 1 + max(2, self.query_one(SentenceBar).outer_size.height)

    async def show(self, scene: Scene | None) -> None:
        """Show a scene, or nothing."""
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
            self.query_one(Preview).show(self._bare(scene))
            return
        await self._show_tree(trace)
        canvas = self._canvas
        assert canvas is not None, "made just now"
        canvas.ascii = bool(getattr(self.app, "ascii", False))
        canvas.show(step)
        now = trace.at(step)
        self.query_one(SentenceBar).show(f"Step {step}: {now.sentence}", now.note)
        if not is_drawn_whole(trace.game):
            row = now.event.row
            move = trace.move_name(row)
            board.display = True
            board.show(board_at(trace, row), f"after {move}" if move else "the root")

    async def _show_tree(self, trace: Trace) -> None:
        """Have a canvas for a search; the one that there is shows another in its place."""
        if self._canvas is None:
            self._canvas = TreeCanvas(trace, id="tree")
            await self.query_one("#stage").mount(self._canvas, before=0)
        elif trace is not self._trace:
            self._canvas.load(trace)
        self._trace = trace

    def _bare(self, scene: Scene) -> Rows:
        """The rows of a drawing before any search, or of a table."""
        if scene.trace is None:
            return tuple((Run(plain(self, line), "board", NO_NODE),) for line in scene.lines)
        width = max(20, self.size.width - 2)
        try:
            return drawn_unsearched(
                scene.trace.game, width=width, ascii=bool(getattr(self.app, "ascii", False))
            )
        except PlytraceError as error:
            return ((Run(str(error), "board", NO_NODE),),)

    def redraw(self) -> None:
        """Use the room and the signs that there are now."""
        if self._scene is not None and (self._scene.trace is None or self._scene.step is None):
            self.query_one(Preview).show(self._bare(self._scene))

    def on_resize(self) -> None:
        """Use the room that there is now."""
        self.redraw()
