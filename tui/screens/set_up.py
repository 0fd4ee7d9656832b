"""A position that is put together on the board, piece by piece."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

from rich.text import Text
from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal
from textual.events import Key
from textual.screen import Screen
from textual.widgets import Static

from engine.errors import PlytraceError
from engine.game import AnyGame, Player
from engine.match.board_view import EMPTY, BoardView, CellView, signs_of
from tui.actions import Action, bindings
from tui.glyphs import plain
from tui.screens.ask import AskScreen
from tui.screens.help import HelpScreen
from tui.widgets.play_board import PlayBoard
from tui.widgets.whole_footer import WholeFooter

__all__ = ["SetUpScreen", "ask_for_position"]

#: What a cell is emptied with; the rest are the signs of the game's pieces.
_EMPTYING = frozenset({"full_stop", "delete", "backspace"})


def ask_for_position(read: Callable[[str], AnyGame], start: str) -> AskScreen:
    """Asks for a position as text.

    Args:
        read: opens the game at a position; it refuses what is none.
        start: what stands there at first.
    """
    hint = "the position, as this one is written; a space and a side say who is to move"
    return AskScreen("Position", read, start=start, hint=hint)


class SetUpScreen(Screen[AnyGame | None]):
    """The board of a game, on which pieces are put and taken away.

    Args:
        game: the game; its `pieces` are those that can be put.
        state: where the board begins.
        read: opens the game at a position; it refuses what is none.
        turned: whether the board is seen from the second player's side.

    Gives the game at the position, None where the person leaves it.
    """

    AUTO_FOCUS: ClassVar[str | None] = ""
    ACTIONS: ClassVar[tuple[Action, ...]] = (
        Action(("left",), "←", "point(0, -1)", "Left", "Move the cursor to the left."),
        Action(("right",), "→", "point(0, 1)", "Right", "Move the cursor to the right."),
        Action(("up",), "↑", "point(-1, 0)", "Up", "Move the cursor up."),
        Action(("down",), "↓", "point(1, 0)", "Down", "Move the cursor down."),
        Action(
            ("space",),
            "Space",
            "next_piece",
            "Next piece",
            "Put the next piece of the list here; so does a second click.",
            "next piece",
        ),
        Action(
            tuple(sorted(_EMPTYING)),
            ". Del ⌫",
            "empty",
            "Empty",
            "Take away what is here.",
            "empty",
        ),
        Action(
            ("tab",),
            "Tab",
            "other_side",
            "Who moves",
            "Let the other side move first.",
            "who moves",
        ),
        Action(("c",), "c", "clear", "Clear", "Empty the whole board, or fill it again.", "clear"),
        Action(("e",), "e", "type", "Type it", "Type the position as text.", "type it"),
        Action(("enter",), "Enter", "take", "Begin", "Begin a match from here.", "begin"),
        Action(("question_mark",), "?", "help", "Help", "List the keys."),
        Action(("escape",), "Esc", "leave", "Leave", "Go back to the match.", "leave"),
    )
    BINDINGS: ClassVar[list[BindingType]] = bindings(ACTIONS)
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
        """The board, and below it what it is as text and what is wrong with it."""
        yield Static(id="set-up-head", markup=False)
        yield PlayBoard(id="playboard")
        yield Static(id="set-up-told", markup=False)
        with Horizontal(id="bottom-line"):
            yield WholeFooter(show_command_palette=False)

    def on_mount(self) -> None:
        """Begin with the match's position."""
        labels = self._game.labels
        told = " · ".join(
            label if signs == label else f"{label}: {' '.join(signs)}"
            for label, signs in zip(
                (labels[Player.MAX], labels[Player.MIN]), signs_of(self._game), strict=True
            )
        )
        head = Text.assemble(("Set up a position", "bold"), "   ", plain(self, told))
        self.query_one("#set-up-head", Static).update(head)
        self.show()

    @property
    def text(self) -> str:
        """The position as the game writes it."""
        return self._game.position_of(self.cells, self.player)

    def show(self) -> None:
        """Show the board, its text, and whether a match can begin there."""
        game = self._game
        rows, columns = game.rulers()
        cells = tuple(
            tuple(CellView("" if sign == EMPTY else sign) for sign in row) for row in self.cells
        )
        view = BoardView(cells, rows, columns, game.pieces, game.ground)
        self.query_one(PlayBoard).show(view, signs_of(self._game), self.cursor, turned=self._turned)
        told = self.query_one("#set-up-told", Static)
        wrong = ""
        try:
            self._placed = self._read(self.text)
            if self._placed.is_terminal(self._placed.initial):
                wrong = "The game is over here: there is nothing to play."
            warned = " ".join(self._placed.warnings)
        except PlytraceError as error:
            self._placed, wrong, warned = None, _without_place(error), ""
        told.set_class(bool(wrong), "-wrong")
        to_move = f"{game.labels[self.player]} to move. {self.text}"
        told.update("\n".join(filter(None, (to_move, f"✗ {wrong}" if wrong else "", warned))))

    def put(self, sign: str) -> None:
        """Put a sign at the cursor."""
        row, column = self.cursor
        self.cells[row][column] = sign
        self.show()

    def on_key(self, event: Key) -> None:
        """Put the piece that a letter stands for."""
        letter = event.character or ""
        for sign in (letter, letter.upper()):
            if sign and sign in self._game.pieces:
                event.stop()
                event.prevent_default()
                self.put(sign)
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
        """Put the piece after the one that is here; after the last nothing."""
        signs = [EMPTY, *self._game.pieces]
        row, column = self.cursor
        self.put(signs[(signs.index(self.cells[row][column]) + 1) % len(signs)])

    def action_empty(self) -> None:
        """Take away what is at the cursor."""
        self.put(EMPTY)

    def action_other_side(self) -> None:
        """Let the other side move first."""
        self.player = self.player.opponent
        self.show()

    def action_clear(self) -> None:
        """Empty the board; an empty one is put back as it was in the match."""
        is_empty = all(sign == EMPTY for row in self.cells for sign in row)
        was = self._game.cells(self._began)
        self.cells = [list(row) if is_empty else [EMPTY] * len(row) for row in was]
        self.show()

    def action_type(self) -> None:
        """Ask for the position as text."""

        def take(placed: AnyGame | None) -> None:
            if placed is not None:
                self.dismiss(placed)

        self.app.push_screen(ask_for_position(self._read, self.text), take)

    def action_take(self) -> None:
        """Begin there, where a match can."""
        if self._placed is not None and not self.query_one("#set-up-told").has_class("-wrong"):
            self.dismiss(self._placed)
        else:
            self.app.bell()

    def action_help(self) -> None:
        """List the keys."""
        self.app.push_screen(HelpScreen(self.ACTIONS, (), has_nodes=False))

    def action_leave(self) -> None:
        """Give nothing."""
        self.dismiss(None)


def _without_place(error: PlytraceError) -> str:
    """What is wrong, without the position, which stands above it."""
    expected = f"; expected {error.expected}" if error.expected else ""
    return f"{error.found}{expected}"
