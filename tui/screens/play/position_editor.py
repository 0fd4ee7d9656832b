"""An editor for positions, piece by piece on the board."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

from rich.text import Text
from textual import on
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.events import Key
from textual.widgets import Static

from engine.errors import PlytraceError
from engine.game import AnyGame, Player
from engine.match.position import EMPTY, BoardView, CellView, choose_signs
from tui.appearance.theme import with_symbols
from tui.dialogs.prompt import PromptScreen
from tui.screens.screen_base import HelpedScreen
from tui.widgets.footer import WholeFooter
from tui.widgets.play_board import PlayBoard


def ask_for_position(read: Callable[[str], AnyGame], start: str) -> PromptScreen:
    """Return a prompt for a position as text."""
    hint = "Type a position in this form, then a space and the side to move."
    return PromptScreen("Position", read, start=start, hint=hint)


class PositionEditorScreen(HelpedScreen["AnyGame | None"]):
    """The board of a game, on which pieces can be placed and removed.

    Returns the game at the position; None if the user leaves the editor.
    """

    AUTO_FOCUS: ClassVar[str | None] = ""
    KEYS = ("position-editor",)
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (60, "-broad")]  # noqa: RUF012
    VERTICAL_BREAKPOINTS = [(0, "-tiny"), (9, "-low"), (18, "-usual")]  # noqa: RUF012

    def __init__(
        self, game: AnyGame, state: Any, read: Callable[[str], AnyGame], *, turned: bool = False
    ) -> None:
        super().__init__()
        self._game = game
        self._began = state
        self._read = read
        self._turned = turned
        self.cells = [list(row) for row in game.cells(state)]
        self.player = game.to_move(state)
        if self.player is Player.CHANCE:
            self.player = Player.MAX
        self.cursor = (len(self.cells) // 2, len(self.cells[0]) // 2)
        self._placed: AnyGame | None = None

    def compose(self) -> ComposeResult:
        """Yield the board, its text, and what is wrong with it."""
        yield Static(id="set-up-head", markup=False)
        yield PlayBoard(id="playboard")
        yield Static(id="set-up-message", markup=False)
        with Horizontal(id="bottom-line"):
            yield WholeFooter()

    def on_mount(self) -> None:
        """Start with the match's position."""
        labels = self._game.labels
        text = " · ".join(
            label if signs == label else f"{label}: {' '.join(signs)}"
            for label, signs in zip(
                (labels[Player.MAX], labels[Player.MIN]), choose_signs(self._game), strict=True
            )
        )
        head = Text.assemble(("Set up a position", "bold"), "   ", with_symbols(self, text))
        self.query_one("#set-up-head", Static).update(head)
        self.show()

    @property
    def text(self) -> str:
        """The position in the game's notation."""
        return self._game.position_of(self.cells, self.player)

    def show(self) -> None:
        """Show the board, its text, and whether a match can start there."""
        game = self._game
        rows, columns = game.rulers()
        cells = tuple(
            tuple(CellView("" if sign == EMPTY else sign) for sign in row) for row in self.cells
        )
        view = BoardView(cells, rows, columns, game.pieces, game.ground)
        self.query_one(PlayBoard).show(
            view, choose_signs(self._game), self.cursor, turned=self._turned
        )
        message = self.query_one("#set-up-message", Static)
        wrong = ""
        try:
            self._placed = self._read(self.text)
            if self._placed.is_terminal(self._placed.initial):
                wrong = "The game is already over in this position."
            warned = " ".join(self._placed.warnings)
        except PlytraceError as error:
            # Without the position, which is shown above it.
            expected = f"; expected {error.expected}" if error.expected else ""
            self._placed, wrong, warned = None, f"{error.found}{expected}", ""
        message.set_class(bool(wrong), "-wrong")
        to_move = f"{game.labels[self.player]} to move. {self.text}"
        message.update("\n".join(filter(None, (to_move, f"✗ {wrong}" if wrong else "", warned))))

    def place_piece(self, sign: str) -> None:
        """Place a piece at the cursor."""
        row, column = self.cursor
        self.cells[row][column] = sign
        self.show()

    def on_key(self, event: Key) -> None:
        """Place the piece of the typed letter."""
        letter = event.character or ""
        for sign in (letter, letter.upper()):
            if sign and sign in self._game.pieces:
                event.stop()
                event.prevent_default()
                self.place_piece(sign)
                return

    @on(PlayBoard.CellChosen)
    def _clicked(self, event: PlayBoard.CellChosen) -> None:
        at = event.row, event.column
        if at == self.cursor:
            self.action_next_piece()
        else:
            self.cursor = at
            self.show()

    def action_point(self, rows: int, columns: int) -> None:
        """Move the cursor by a cell."""
        if self._turned:
            rows, columns = -rows, -columns
        row, column = self.cursor
        self.cursor = (row + rows) % len(self.cells), (column + columns) % len(self.cells[0])
        self.show()

    def action_next_piece(self) -> None:
        """Place the next piece of the list; after the last one, empty the cell."""
        signs = [EMPTY, *self._game.pieces]
        row, column = self.cursor
        self.place_piece(signs[(signs.index(self.cells[row][column]) + 1) % len(signs)])

    def action_empty(self) -> None:
        """Empty the cell at the cursor."""
        self.place_piece(EMPTY)

    def action_other_side(self) -> None:
        """Let the other side move first."""
        self.player = self.player.opponent
        self.show()

    def action_clear(self) -> None:
        """Empty the board; if it is empty, restore the match's position."""
        is_empty = all(sign == EMPTY for row in self.cells for sign in row)
        was = self._game.cells(self._began)
        self.cells = [list(row) if is_empty else [EMPTY] * len(row) for row in was]
        self.show()

    def action_type(self) -> None:
        """Ask for the position as text."""
        self.ask(ask_for_position(self._read, self.text), self.dismiss)

    def action_take(self) -> None:
        """Start a match from this position if possible."""
        if self._placed is not None and not self.query_one("#set-up-message").has_class("-wrong"):
            self.dismiss(self._placed)
        else:
            self.app.bell()
