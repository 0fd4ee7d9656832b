"""The panes of a lesson: its figure, and its outline."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.markdown import Markdown
from rich.segment import Segment
from rich.style import Style
from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.geometry import Size
from textual.widgets import Static

from engine.errors import PlytraceError
from engine.game import Player
from tracer.drawing.terminal.tree_chart import Rows
from tracer.drawing.tree.game_tree import is_drawn_whole
from tracer.lesson.figures import PageFigure
from tracer.lesson.session import LessonSession
from tracer.runs.search_trace import Trace
from tracer.runs.unsearched import draw_unsearched
from tracer.text.glossary import find_terms
from tui.appearance.theme import uses_ascii, with_symbols
from tui.panes.board import BoardPane
from tui.panes.words import SentenceBar
from tui.widgets.preview import Preview, text_rows, wrap_lines
from tui.widgets.tree_canvas import TreeCanvas

#: Free rows above and below a tree.
_AROUND = 2


class LessonFigure(Vertical):
    """The figure of a page; hidden if the page has none."""

    _scene: PageFigure | None = None
    _trace: Trace | None = None

    def compose(self) -> ComposeResult:
        """Yield the tree or drawing, the board, and the sentence of the step."""
        with Horizontal(id="stage"):
            yield TreeCanvas(id="tree")
            with VerticalScroll(id="bare", can_focus=False):
                yield Preview(id="bare-drawing")
            yield BoardPane(id="board")
        yield SentenceBar(id="words")

    @property
    def rows(self) -> int:
        """The rows that a stepped tree needs for all its plies and its sentence."""
        if self._trace is None or not self.query_one(TreeCanvas).display:
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

    def show(self, scene: PageFigure | None) -> None:
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
        canvas = self.query_one(TreeCanvas)
        canvas.display = stepped
        if scene is None:
            return
        if trace is None or step is None:
            self._fit()
            self._draw_bare(scene)
            return
        if trace is not self._trace:
            canvas.load(trace)
            canvas.model.keeps_leaves = True
            self._trace = trace
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
        rows, canvas = None, self.query_one(TreeCanvas)
        if canvas.display and not self.query_one(BoardPane).display:
            width, height = self.content_size
            rows = canvas.height_within(Size(width, height - sentence.outer_size.height))
        stage.styles.max_height = None if rows is None else rows + _AROUND

    def _draw_bare(self, scene: PageFigure) -> None:
        """Draw a figure without a search, and the notes of a worked run below it."""
        bare = self.query_one("#bare")
        rows = list(self._bare(scene, max(1, bare.content_size.height)))
        width = self._width - 1  # a scroll bar may appear
        if scene.notes:
            rows += wrap_lines(self, ["", *scene.notes], width)
        self.query_one(Preview).show(tuple(rows))

    def _bare(self, scene: PageFigure, height: int) -> Rows:
        """Return the rows of a table or a worked run, or of a tree before any search."""
        if scene.worked is not None:
            return scene.worked.draw(scene.worked_step, self._width, height)
        if scene.trace is None:
            return text_rows(with_symbols(self, line) for line in scene.lines)
        try:
            return draw_unsearched(
                scene.trace.game,
                width=max(20, self.size.width - 4),
                height=height,
                ascii=uses_ascii(self),
                path=scene.path,
                seen=scene.seen,
            )
        except PlytraceError as error:
            return text_rows([str(error)])

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


class TightMarkdown:
    """A Markdown text with single blank lines around its tables and code."""

    def __init__(self, text: str) -> None:
        self._markdown = Markdown(text)

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """Yield the lines."""
        is_first, is_gap = True, False
        lines = console.render_lines(self._markdown, options.update(height=None), pad=False)
        for line in lines:
            if not "".join(segment.text for segment in line).strip():
                is_gap = True
                continue
            if is_gap and not is_first:
                yield Segment.line()
            is_first = is_gap = False
            yield from line
            yield Segment.line()


#: Cells before the first page, and for each page.
_HEAD, _PAGE = 6, 3
#: Rows that stay free above the outline.
_ABOVE = 1


class LessonOutline(Static):
    """The pages of a lesson with their answered questions, its goals, and the terms of the page."""

    def __init__(self, session: LessonSession, *, id: str | None = None) -> None:
        super().__init__(id=id, markup=False)
        self._session = session
        self._terms = ""

    def show(self, text: str) -> None:
        """Show the outline of the current page."""
        self._terms = text
        self._fill()

    def on_resize(self) -> None:
        """Show as many sections as fit."""
        self._fill()

    def _fill(self) -> None:
        shown: list[RenderableType] = []
        left = self.content_size.height
        options = self.app.console.options.update(width=max(1, self.content_size.width))
        for section in self._sections():
            rows = len(self.app.console.render_lines(section, options)) + _ABOVE
            if rows > left:
                break
            left -= rows
            shown += [Text(), section]
        self.update(Group(*shown))

    def _sections(self) -> Iterator[RenderableType]:
        """Yield the pages, the goals and each term."""
        yield self._pages()
        lesson = self._session.lesson
        if lesson.goals:
            goals = "\n".join(f"- {goal}" for goal in lesson.goals)
            yield TightMarkdown(with_symbols(self, f"**In this lesson you learn to**\n\n{goals}"))
        for term in find_terms(self._terms):
            yield TightMarkdown(with_symbols(self, f"**{term.name}**: {term.text}"))

    def _pages(self) -> Text:
        """Return a symbol for every page: text, open question, or answered question."""
        text = Text("Pages ")
        in_row = max(1, (self.content_size.width - _HEAD) // _PAGE)
        for number, page in enumerate(self._session.lesson.pages):
            asks = page.ask is not None or page.exercise is not None
            sign = "✓" if self._session.is_solved(number) else "?" if asks else "·"
            is_here = number == self._session.page
            if number and number % in_row == 0:
                text.append("\n" + " " * _HEAD)
            text.append(
                with_symbols(self, f"[{sign}]" if is_here else f" {sign} "),
                Style(bold=True) if is_here else Style(),
            )
        text.append(with_symbols(self, f"\n{' ' * _HEAD} ✓ solved   ? question   · text"))
        return text


#: Rows of a list of answers on a low screen.
_MOST_ANSWERS: Final = 8
#: Largest shares of the rows for a question, and for everything below the figure.
_QUESTION, _BELOW = 0.45, 0.55


@dataclass(frozen=True, slots=True)
class RowShares:
    """Rows of the question and the feedback; the rest is for the text and the figure."""

    feedback: int
    question: int
    answers: int


def share_rows(
    free: int, text: int, asked: int, answers: int, *, fixed: int = 0, figure: int = 0
) -> RowShares:
    """Divide the rows; a part with too few rows scrolls."""
    left = max(0, free - fixed)
    answers = min(answers, max(_MOST_ANSWERS, left // 3), max(1, left // 2))
    left -= answers
    asked = min(asked, left, max(2, int(free * _QUESTION)))
    left -= asked
    share = left - figure if figure else int(free * _BELOW) - fixed - answers - asked
    return RowShares(min(text, left, max(4 if figure else 3, share)), asked, answers)
