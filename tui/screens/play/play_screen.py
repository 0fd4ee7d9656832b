"""A match on the full screen: the board, the moves, and the engine's search."""

from __future__ import annotations

from pathlib import Path
from time import monotonic

from textual import on
from textual.app import ComposeResult
from textual.containers import Container, Vertical, VerticalScroll
from textual.events import Key, Resize
from textual.widgets import DataTable, Static

from engine.game import Player
from engine.match.choosing import ChosenMove
from engine.match.match import Match
from engine.match.position import board_view, choose_signs
from tracer.drawing.terminal.tree_chart import Rows
from tracer.runs.unsearched import draw_unsearched
from tracer.text.printable_text import cell_width
from trees.hand_tree import HandTree
from tui.actions import Action, read_actions
from tui.appearance.theme import uses_ascii
from tui.background import BackgroundMove
from tui.screens.play import making_moves, managing, reviewing, searching
from tui.screens.play.match_text import (
    ENDINGS,
    REVIEW,
    SEARCHES,
    HistoryTable,
    MoveList,
    choice_text,
    ending_class,
    history_row,
    move_text,
    result_text,
    review_row,
    rules_text,
    side_text,
    totals_text,
)
from tui.screens.stepper.search_side import SearchSide
from tui.widgets.footer import BottomLine, make_title_line
from tui.widgets.play_board import PlayBoard
from tui.widgets.preview import Preview, text_rows

#: Seconds between two checks of a thinking side.
_INTERVAL = 0.05
#: Seconds between a move and the next move of the engine.
_PAUSE = 0.35


#: Actions that make a move: not available in a review or after the end.
_MAKING = frozenset({"point", "play", "next_legal", "type", "hint"})
#: Actions available only in a review.
_REVIEWING = frozenset({"position", "next_mistake"})
#: Smallest width of an outline of a tree in cells.
_NARROWEST = 12
#: Cells between a drawing and the list of moves.
_BESIDE = 2


class PlayScreen(
    reviewing.Reviewing,
    making_moves.MakingMoves,
    managing.Managing,
    managing.Saving,
    searching.Searching,
):
    """A match that a person plays or watches."""

    KEYS = ("making-moves", "reviewing-moves", "managing", "saving", "tree")
    SIGNS = (
        ("·", "a legal move, or beside a piece that can move"),
        ("[ ]", "the cursor"),
        ("‹ ›  ┌ ┐", "the last move; other changed cells are underlined or have · in the corners"),
        ("( )", "the selected piece"),
        ("! !", "the hint"),
        ("* *", "the winning line, or a king in check"),
        ("►", "the side to move"),
    )
    HORIZONTAL_BREAKPOINTS = [  # noqa: RUF012
        (0, "-narrow"),
        (60, "-broad"),
        (78, "-roomy"),
        (100, "-wide"),
        (160, "-vast"),
    ]

    def __init__(self, match: Match, path: Path | None = None) -> None:
        super().__init__()
        self.match = match
        self.begin_keeping(path)
        self._footer_state: object = None
        self.moves = match.legal_moves()
        self._moved_at = 0.0
        self._hint: ChosenMove | None = None
        #: The last drawing, and its position.
        self._drawn: tuple[object, Rows] | None = None

    @classmethod
    def list_actions(cls) -> list[Action]:
        """Return the actions in the order of the help."""
        return [*super().list_actions(), *searching.TREE_ACTIONS, *read_actions("play")]

    def compose(self) -> ComposeResult:
        """Yield the board on the left, the moves and the search on the right."""
        yield make_title_line()
        with Container(id="match"):
            with Vertical(id="left"):
                yield PlayBoard(id="playboard")
                with Container(id="listed"):
                    with VerticalScroll(id="drawing", can_focus=False):
                        yield Preview(id="position")
                    yield MoveList(id="moves")
            with Vertical(id="search-tree"):
                yield Static(id="root-moves", markup=False)
                yield Preview(id="tree-note")
                yield SearchSide(id="side-0")
            with Vertical(id="right"):
                yield Static(id="players", markup=False)
                yield HistoryTable(id="history")
                yield Static(id="search-info", markup=False)
        yield Static(id="last-moves", markup=False)
        yield BottomLine()

    def on_mount(self) -> None:
        """Show the match, and start the timer."""
        self.query_one(SearchSide).display = False
        self.set_interval(_INTERVAL, self._poll)
        self._begin("")

    def on_resize(self, event: Resize) -> None:
        """Update what depends on the sizes of the panes, once they are known."""
        self.call_after_refresh(self.show)

    def show_match(self, match: Match, message: str = "", path: Path | None = None) -> None:
        """Show another match."""
        self.stop_job("move")
        kept = self.keep()
        if kept is not None:
            self.previous_file = kept
            message += " The previous match is kept; press o to open it."
        self.match = match
        self.begin_keeping(path)
        self._begin(message)

    def _begin(self, message: str) -> None:
        """Show a match in its current state."""
        game = self.match.game
        self.reviewed = self.chosen_cell = self.cursor = self._hint = self.turned = None
        self.move_index = 0
        self.is_paused = False
        self._drawn = None
        size = f":{game.size}" if game.size else ""
        named = str(game) if str(game).endswith(size) else f"{game}{size}"
        self.put_title(named, "a match")
        self.continue_match()
        self.say(" ".join(filter(None, (message.strip(), *game.warnings))))

    # Thinking ----------------------------------------------------------------------------

    def continue_match(self) -> None:
        """Show the match, and let the engine think if it is its turn."""
        self._hint = None
        self.moves = self.match.legal_moves()
        self.move_index = min(self.move_index, max(0, len(self.moves) - 1))
        self._moved_at = monotonic()
        self.keep()
        self.show()
        self.say("")

    def _poll(self) -> None:
        """Check whether the engine has found its move, or should start."""
        self.poll_review()
        background_move = self.background_move
        if background_move is None:
            idle = self.match.is_over or self.match.is_humans_turn or self.reviewed is not None
            if not idle and not self.is_paused and monotonic() - self._moved_at > _PAUSE:
                self.show_search(None)  # the tree of the next one will be here
                self.tree_note("The tree of this search is shown here after its move.")
                self.think(BackgroundMove(self.match.thinking()))
        else:
            doing = (
                "Searching for a hint" if background_move.is_hint else f"{self._mover} is thinking"
            )
            self.query_one("#search-info", Static).update(
                f"{doing}: {background_move.progress_text}\nEsc to stop."
            )

    def think(self, move: BackgroundMove) -> None:
        """Search for a move or a hint, and take it."""
        self.run_job("move", move, self._show_hint if move.is_hint else self._take, self._refuse)

    @property
    def _mover(self) -> str:
        return self.match.label(self.match.to_move)

    def _refuse(self, why: str) -> None:
        self.is_paused = True
        self.show()
        self.query_one("#search-info", Static).update(why)
        self.say("The engine cannot choose a move. Press c to change who plays.")

    def _show_hint(self, choice: ChosenMove) -> None:
        if choice.state is not self.match.state:
            return  # the match has moved on
        self._hint = choice
        cells = self.match.game.cells_of(choice.state, choice.action)
        if cells:
            self.cursor = cells[0]
        self.move_index = next(
            (at for at, move in enumerate(self.moves) if move.action == choice.action), 0
        )
        self.show()
        self.say(f"A search would play {choice.name}.")

    def _take(self, choice: ChosenMove) -> None:
        if choice.state is self.match.state:  # the match has not moved on
            self.match.accept(choice)
            self.continue_match()

    # Showing -----------------------------------------------------------------------------

    def show(self) -> None:
        """Show the current state of the match."""
        match, game = self.match, self.match.game
        has_room = self.size.width >= searching.WIDE and self.size.height >= searching.HIGH
        is_paired = has_room and self.may_have_tree()
        if is_paired != self.has_class("-paired"):
            self.set_class(is_paired, "-paired")
            self.call_after_refresh(self._show_board)
        self._show_board()
        self.query_one("#players", Static).update(
            "\n".join(
                f"{'►' if player is match.to_move and not match.is_over else ' '} "
                f"{side_text(match, player)}"
                for player in (Player.MAX, Player.MIN)
                if player is Player.MAX or game.plies_per_round > 1
            )
        )
        self._show_history()
        self.query_one("#search-info", Static).update(self._search_info())
        if self.background_move is None or self.background_move.is_hint:
            self.show_search(self.last_search())
            if self.last_search() is None and self.reviewed is None:
                self.show_rules(rules_text(game))
        self._show_last_moves()
        score = game.score_line(self.shown_state, game.initial)
        self._update_footer()
        made = len(match.moves)
        at = f"move {made}" if self.reviewed is None else f"after move {self.reviewed} of {made}"
        self.query_one("#status", Static).update(" · ".join(part for part in (score, at) if part))

    def _show_board(self) -> None:
        match, game = self.match, self.match.game
        now = self.reviewed is None
        may = now and match.is_humans_turn
        hint = self._hint if now else None
        hinted = game.cells_of(hint.state, hint.action) if hint is not None else ()
        values, last = self.move_values(), self.shown_move
        view = board_view(
            game,
            self.shown_state,
            None if last is None else (last.before, last.action),
            self.chosen_cell,
            shows_moves=may,
            hinted=hinted,
            values=values,
        )
        board, position = self.query_one(PlayBoard), self.query_one("#position", Preview)
        board.display = view is not None
        if view is not None:
            board.show(
                view, choose_signs(game), self.cursor if may else None, turned=self.is_turned
            )
        listed = self.query_one("#listed")
        listed.display = view is None
        if view is not None:
            return
        moves = self.query_one(MoveList)
        drawing = self._drawing(self.query_one("#left").size.width)
        position.show(drawing)
        moves.display = may
        names = [f"{move.name}  {values.get(move.action, '')}".rstrip() for move in self.moves]
        moves.show(names, self.move_index)
        widest = max(sum(cell_width(run.text) for run in row) for row in drawing)
        wide = widest + moves.widest + 2 * _BESIDE
        is_beside = wide <= self.query_one("#left").size.width
        listed.set_class(is_beside, "-beside")
        moves.styles.width = moves.widest + _BESIDE if is_beside else None

    def _drawing(self, room: int) -> Rows:
        """Return the drawing of a game without a board; a tree shows the path so far."""
        game, made = self.match.game, self.reviewed
        path = tuple(self.match.states if made is None else self.match.states[: made + 1])
        asked = path, room, uses_ascii(self)
        if self._drawn is None or self._drawn[0] != asked:
            rows: Rows = ()
            if isinstance(game, HandTree):
                width = max(_NARROWEST, room - 2 * _BESIDE)
                rows = draw_unsearched(game, width=width, ascii=asked[2], path=path)
            if not rows:
                rows = text_rows(game.draw(self.shown_state).split("\n"))
            self._drawn = asked, rows
        return self._drawn[1]

    def _show_history(self) -> None:
        table = self.query_one(HistoryTable)
        moves = self.match.moves
        if self.reviewed is None:
            rows = [history_row(self.match, played) for played in moves]
            table.show_moves(SEARCHES, rows)
        else:
            table.show_moves(
                REVIEW,
                [
                    review_row(self.match, played, self.reviewed_move(played.number))
                    for played in moves
                ],
            )
        made = len(moves) if self.reviewed is None else self.reviewed
        table.show_cursor = made > 0
        if made:
            table.move_cursor(row=made - 1, animate=False)

    def _search_info(self) -> str:
        """Return the text about the hint or the shown move's search; before any, the rules."""
        if self._hint is not None:
            return f"Hint: {choice_text(self.match, self._hint)}"
        if self.reviewed is not None:
            return self.review_info()
        for one in reversed(self.match.moves):
            if one.choice is not None:
                return choice_text(self.match, one.choice)
        return "" if self.has_class("-paired") else rules_text(self.match.game)

    def _show_last_moves(self) -> None:
        """Show the last moves, and at the end the result and the next options."""
        match = self.match
        result = match.result if self.reviewed is None else None
        text = self._last_moves()
        for name in ENDINGS:
            self.set_class(result is not None and ending_class(match, result) == name, name)
        if result is not None:
            sides = ", x to change sides" if match.game.plies_per_round > 1 else ""
            text = "\n".join(
                line
                for line in (
                    result_text(match, result),
                    f"N to play again{sides}, v to review, z to undo",
                    f"{text} {totals_text(match)}".strip(),
                )
                if line
            )
        self.query_one("#last-moves", Static).update(text)

    def _last_moves(self) -> str:
        match = self.match
        text = []
        if self.reviewed is None:
            since = [match.last] if match.last else []
            for played in reversed(match.moves[:-1]):
                if played.kind == "chosen" and since[0].kind == "chosen":
                    break
                since.insert(0, played)
            text = [move_text(match, played) for played in since[-3:]]
        elif self.shown_move is not None:
            text = [move_text(match, self.shown_move)]
        if self.reviewed is None and match.is_humans_turn:
            text.append(f"{self._mover} to move.")
        elif self.reviewed is None and self.is_paused and not match.is_over:
            text.append(f"{self._mover} is paused. Press p to continue.")
        return " ".join(text)

    def say(self, message: str) -> None:
        """Show a short message in the last line."""
        super().say(message)
        self.query_one("#last-moves").set_class(bool(message), "-covered")

    def _update_footer(self) -> None:
        state = (
            self.match.is_over,
            self.reviewed is not None,
            self.has_people(),
            self.is_in_tree,
            self.has_tree(),
        )
        if state != self._footer_state:
            self._footer_state = state
            self.refresh_bindings()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Return whether a key does something now."""
        if (works := self.check_tree_action(action)) is not None:
            return works
        if action in _REVIEWING:
            return self.reviewed is not None
        is_open = self.reviewed is None and not self.match.is_over
        return action not in _MAKING or (is_open and self.has_people())

    def on_key(self, event: Key) -> None:
        """Explain why a key that makes a move does nothing now."""
        self.typed_digit = event.key if event.key.isdecimal() else ""
        makes_a_move = any(event.key in action.keys for action in read_actions("making-moves"))
        if self.is_in_tree:
            return
        if makes_a_move and self.reviewed is None and not self.check_action("play", ()):
            self.may_move()

    @on(PlayBoard.CellChosen)
    def _clicked(self, event: PlayBoard.CellChosen) -> None:
        self.point_at((event.row, event.column))

    @on(MoveList.OptionSelected)
    def _move_clicked(self, event: MoveList.OptionSelected) -> None:
        self.move_index = event.option_index
        self.action_play()

    @on(DataTable.RowSelected)
    def _row_clicked(self, event: DataTable.RowSelected) -> None:
        self.begin_review(event.cursor_row + 1)

    def action_leave(self) -> None:
        """Leave the review or the match."""
        if self.reviewed is not None:
            self.end_review()
            return
        self.stop_job("move")
        if len(self.app.screen_stack) > 1:
            self.leave_match()
        super().action_leave()
