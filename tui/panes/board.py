"""The board of the current node."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.widgets import Static

from tracer.drawing.terminal.labels import board_lines
from tracer.drawing.terminal.tree_chart import make_row
from tracer.drawing.tree.game_tree import is_drawn_whole
from tracer.recording.recording import Recording
from tracer.steps.step_views import BoardText, board_at
from tui.appearance.theme import with_symbols
from tui.panes.pane import Pane
from tui.widgets.play_board import PlayBoard, best_size, full_size
from tui.widgets.preview import Preview

#: Largest share of the screen's width for a board, and on a wide screen: the tree needs the rest.
_SHARE, _SHARE_IF_WIDE, _WIDE = 0.28, 0.31, 160

#: Width in cells of the text below the board.
_TEXT_WIDTH = 16

#: Cells of the pane around the board, with its border, and rows below it.
_EXTRA_WIDTH, _EXTRA_HEIGHT = 4, 3


class BoardPane(Vertical, can_focus=False):
    """A position, as large as fits; the cells that the last move changed stand out.

    A game without cells is shown as its own drawing.
    """

    BORDER_TITLE = "Board"

    _board: BoardText | None = None
    _width = 0
    _height = 0
    _framed = False

    def compose(self) -> ComposeResult:
        """Yield the cells or lines, and the text below them."""
        yield PlayBoard(id="cells")
        yield Preview(id="lines")
        yield Static(id="about", markup=False)

    def show(self, trace: Recording, row: int) -> None:
        """Show the position at a node."""
        self._board = board_at(trace, row)
        below = with_symbols(self, _describe_turn(trace, row))
        self.query_one("#about", Static).update(below, layout=False)
        self._fit()

    def on_resize(self) -> None:
        """Fit the board to the new size."""
        self._fit()

    def _fit(self) -> None:
        """Show the cells if their frames fit, else the game's own drawing."""
        board = self._board
        if board is None:
            return
        size, view = None, board.view
        if view is not None:
            whole = self.screen.size.width
            share = _SHARE_IF_WIDE if whole >= _WIDE else _SHARE
            room = max(_TEXT_WIDTH, int(whole * share) - _EXTRA_WIDTH)
            size = best_size(view, (room, self.size.height - _EXTRA_HEIGHT))
        cells, lines = self.query_one(PlayBoard), self.query_one(Preview)
        framed = size is not None and not size.is_smallest
        if view is not None and size is not None and framed:
            cells.show(view, board.signs, None)
            wanted, high = full_size(view, size)
        else:
            lines.show(tuple(make_row(*line) for line in board_lines(board, "", "current")))
            wanted, high = board.width, len(board.lines)
        cells.set_class(not framed, "-nothing")
        lines.set_class(framed, "-nothing")
        wanted = max(wanted, _TEXT_WIDTH) + _EXTRA_WIDTH
        # A new layout is the most expensive part of a step: games of varying width get the widest.
        if wanted != self._width and (framed or wanted > self._width or self._framed):
            self._width = wanted
            self.styles.width = wanted
        self.set_class(self.size.height < high + _EXTRA_HEIGHT, "-close")
        if high != self._height:
            self._height = high
            cells.styles.height = lines.styles.height = high
        self._framed = framed


def _describe_turn(trace: Recording, row: int) -> str:
    """Return the player to move at a node, and the move that led there."""
    move, state = trace.move_name(row), trace.state(row)
    reached = f"after {move}" if move else "the root"
    if trace.game.is_terminal(state):
        return f"{reached}\ngame over"
    return f"{reached}\n{trace.game.labels[trace.game.to_move(state)]} to move"


BOARD = Pane(
    "board",
    "board",
    "4",
    "beside",
    BoardPane,
    show=lambda pane, view: pane.show(view.trace, view.row),
    is_for=lambda trace: not is_drawn_whole(trace.game),
)
