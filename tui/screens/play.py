"""A match in the full screen: the board, the moves, and what the engine thought."""

from __future__ import annotations

from pathlib import Path
from time import monotonic
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Container, Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.events import Key, Resize
from textual.widgets import DataTable, Static

from engine.game import Player
from engine.match.board_view import board_view, signs_of
from engine.match.choosing import Choice
from engine.match.match import Match
from tracer.figure import Run
from tracer.figure.chart import NO_NODE, Rows
from tracer.figure.widths import cell_width
from tracer.unsearched import drawn_unsearched
from trees.hand_tree import HandTree
from tui.actions import Action, bindings, in_group
from tui.play import deciding, keeping, looking, pointing
from tui.play.thinker import Thinker
from tui.play.words import (
    ENDINGS,
    about_choice,
    about_move,
    ended,
    ending_of,
    history_row,
    side_of,
    totals,
)
from tui.screens.help import HelpScreen
from tui.widgets.history_table import HistoryTable
from tui.widgets.move_list import MoveList
from tui.widgets.play_board import PlayBoard
from tui.widgets.preview import Preview
from tui.widgets.whole_footer import WholeFooter

__all__ = ["PlayScreen"]

#: Seconds between two looks at a side that thinks.
_INTERVAL = 0.05
#: Seconds for which a move stands before a side that is no person makes the next.
_PAUSE = 0.35


#: The signs on the board, for the help.
_SIGNS = (
    ("·", "a legal move; beside a piece, one that can move"),
    ("[ ]", "the cursor"),
    ("‹ ›  ┌ ┐", "the last move; what it changed besides is underlined, or has · in its corners"),
    ("( )", "the piece that is to move"),
    ("! !", "what a hint names"),
    ("* *", "a line that has won, a king in check"),
    ("►", "who is to move"),
)
#: What makes a move: it is not offered in a review, and not after the end.
_MAKING = frozenset({"point", "play", "next_legal", "type", "hint"})
#: What is there in a review alone.
_REVIEWING = frozenset({"earlier", "later"})
#: The cells that an outline of a tree takes at least.
_NARROWEST = 12
#: The cells that part a drawing from the list of moves beside it.
_BESIDE = 2


class PlayScreen(
    looking.Looking,
    pointing.Pointing,
    deciding.Deciding,
    keeping.Keeping,
):
    """A match that a person plays, or watches.

    Args:
        match: the match, from its beginning or taken up again.
        path: the file that it was read from; None for none.
    """

    ACTIONS: ClassVar[tuple[Action, ...]] = (
        *in_group("Moving", pointing.ACTIONS),
        *in_group("Looking", looking.ACTIONS),
        *in_group("Deciding", deciding.ACTIONS),
        *in_group("Keeping", keeping.ACTIONS),
        Action(("question_mark",), "?", "help", "Help", "List the keys and the signs.", "help"),
        Action(
            ("q",),
            "q",
            "leave",
            "Leave",
            "Leave the review, or the match, which is then kept for later.",
            "quit",
        ),
    )
    BINDINGS: ClassVar[list[BindingType]] = bindings(ACTIONS)
    HORIZONTAL_BREAKPOINTS = [  # noqa: RUF012
        (0, "-narrow"),
        (60, "-broad"),
        (78, "-roomy"),
        (100, "-wide"),
        (160, "-vast"),
    ]
    VERTICAL_BREAKPOINTS = [  # noqa: RUF012
        (0, "-tiny"),
        (9, "-low"),
        (18, "-usual"),
        (28, "-tall"),
    ]

    def __init__(self, match: Match, path: Path | None = None) -> None:
        super().__init__()
        self.match = match
        self.begin_keeping(path)
        self._offered: object = None
        self.moves = match.legal_moves()
        self._moved_at = 0.0
        self._hint: Choice | None = None
        #: What was drawn last, and of what.
        self._drawn: tuple[object, Rows] | None = None

    def compose(self) -> ComposeResult:
        """The board on the left, the moves and the engine's mind on the right."""
        with Horizontal(id="title-line"):
            yield Static(id="title")
            yield Static(id="status", markup=False)
        with Horizontal(id="match"):
            with Vertical(id="left"):
                yield PlayBoard(id="playboard")
                with Container(id="listed"):
                    with VerticalScroll(id="drawing", can_focus=False):
                        yield Preview(id="position")
                    yield MoveList(id="moves")
            with Vertical(id="right"):
                yield Static(id="players", markup=False)
                yield HistoryTable(id="history")
                yield Static(id="mind", markup=False)
        yield Static(id="news", markup=False)
        with Horizontal(id="bottom-line"):
            yield WholeFooter(show_command_palette=False)
            yield Static(id="message", markup=False)

    def on_mount(self) -> None:
        """Begin."""
        self.set_interval(_INTERVAL, self._look)
        self._begin("")

    def on_resize(self, event: Resize) -> None:
        """Set out anew what does not do so by itself, once the panes have their sizes."""
        self.call_after_refresh(self.show)

    def put(self, match: Match, message: str = "", path: Path | None = None) -> None:
        """Show another match."""
        self.stop_thinking()
        kept = self.keep()
        if kept is not None:
            self.kept = kept
            message += " The one before is kept: o takes it up."
        self.match = match
        self.begin_keeping(path)
        self._begin(message)

    def _begin(self, message: str) -> None:
        """Show a match from where it stands."""
        game = self.match.game
        self.reviewed = self.chosen = self.cursor = self._hint = self.turned = None
        self.place = 0
        self.waits = False
        self._drawn = None
        size = f":{game.size}" if game.size else ""
        named = str(game) if str(game).endswith(size) else f"{game}{size}"
        self.query_one("#title", Static).update(Content.assemble((named, "bold"), " · a match"))
        self.go_on()
        self.say(" ".join(filter(None, (message.strip(), *game.warnings))))

    # Thinking ----------------------------------------------------------------------------

    def go_on(self) -> None:
        """Show the match, and let the next side think where it is no person."""
        self._hint = None
        self.moves = self.match.legal_moves()
        self.place = min(self.place, max(0, len(self.moves) - 1))
        self._moved_at = monotonic()
        self.keep()
        self.show()
        self.say("")

    def _look(self) -> None:
        """See whether a side that is no person has come to its move, or is to begin."""
        thinker = self.thinker
        if thinker is None:
            idle = self.match.is_over or self.match.is_humans_turn or self.reviewed is not None
            if not idle and not self.waits and monotonic() - self._moved_at > _PAUSE:
                self.thinker = Thinker(self.match.thinking())
        elif not thinker.is_done:
            doing = "Looking for a hint" if thinker.is_hint else f"{self._mover} is thinking"
            self.query_one("#mind", Static).update(f"{doing}: {thinker.told}\nEsc stops it.")
        else:
            self.thinker = None
            self._take(thinker)

    @property
    def _mover(self) -> str:
        return self.match.label(self.match.to_move)

    def _take(self, thinker: Thinker) -> None:
        if thinker.fault is not None:
            raise thinker.fault
        if thinker.refusal is not None:
            self.waits = True
            self.show()
            self.query_one("#mind", Static).update(str(thinker.refusal))
            self.say("It cannot choose a move: c changes who plays.")
            return
        choice = thinker.choice
        assert choice is not None
        if choice.state is not self.match.state:
            return  # the match has gone on without it
        if thinker.is_hint:
            self._hint = choice
            cells = self.match.game.cells_of(choice.state, choice.action)
            if cells:
                self.cursor = cells[0]
            self.place = next(
                (at for at, move in enumerate(self.moves) if move.action == choice.action), 0
            )
            self.show()
            self.say(f"A search would play {choice.name}.")
            return
        self.match.accept(choice)
        self.go_on()

    # Showing -----------------------------------------------------------------------------

    def show(self) -> None:
        """Show the match as it is now."""
        match, game = self.match, self.match.game
        self._show_board()
        self.query_one("#players", Static).update(
            "\n".join(
                f"{'►' if player is match.to_move and not match.is_over else ' '} "
                f"{side_of(match, player)}"
                for player in (Player.MAX, Player.MIN)
                if player is Player.MAX or game.plies_per_round > 1
            )
        )
        self._show_history()
        self.query_one("#mind", Static).update(self._mind())
        self._show_news()
        score = game.score_line(self.shown_state, game.initial)
        self._offer()
        made = len(match.moves)
        at = f"move {made}" if self.reviewed is None else f"after move {self.reviewed} of {made}"
        self.query_one("#status", Static).update(" · ".join(part for part in (score, at) if part))

    def _show_board(self) -> None:
        match, game = self.match, self.match.game
        now = self.reviewed is None
        may = now and match.is_humans_turn
        hint = self._hint if now else None
        hinted = game.cells_of(hint.state, hint.action) if hint is not None else ()
        view = board_view(
            game, self.shown_state, self.shown_move, self.chosen, shows_moves=may, hinted=hinted
        )
        board, position = self.query_one(PlayBoard), self.query_one("#position", Preview)
        board.display = view is not None
        if view is not None:
            board.show(view, signs_of(game), self.cursor if may else None, turned=self.is_turned)
        listed = self.query_one("#listed")
        listed.display = view is None
        if view is not None:
            return
        moves = self.query_one(MoveList)
        drawing = self._drawing(self.query_one("#left").size.width)
        position.show(drawing)
        moves.display = may
        moves.show([move.name for move in self.moves], self.place)
        widest = max(sum(cell_width(run.text) for run in row) for row in drawing)
        wide = widest + moves.widest + 2 * _BESIDE
        is_beside = wide <= self.query_one("#left").size.width
        listed.set_class(is_beside, "-beside")
        moves.styles.width = moves.widest + _BESIDE if is_beside else None

    def _drawing(self, room: int) -> Rows:
        """The position of a game without a board; of a tree all of it, with where it has come."""
        game, made = self.match.game, self.reviewed
        path = tuple(self.match.states if made is None else self.match.states[: made + 1])
        asked = path, room, bool(getattr(self.app, "ascii", False))
        if self._drawn is None or self._drawn[0] != asked:
            rows: Rows = ()
            if isinstance(game, HandTree):
                width = max(_NARROWEST, room - 2 * _BESIDE)
                rows = drawn_unsearched(game, width=width, ascii=asked[2], path=path)
            if not rows:
                text = game.draw(self.shown_state)
                rows = tuple((Run(line, "board", NO_NODE),) for line in text.split("\n"))
            self._drawn = asked, rows
        return self._drawn[1]

    def _show_history(self) -> None:
        table = self.query_one(HistoryTable)
        rows = [history_row(self.match, played) for played in self.match.moves]
        table.put(rows)
        made = len(rows) if self.reviewed is None else self.reviewed
        table.show_cursor = made > 0
        if made:
            table.move_cursor(row=made - 1, animate=False)

    def _mind(self) -> str:
        """What the search of the move shown thought, or the hint says."""
        if self._hint is not None:
            return f"Hint. {about_choice(self.match, self._hint)}"
        played = self.shown_move
        moves = [played] if self.reviewed is not None and played else list(self.match.moves)
        for one in reversed(moves):
            if one.choice is not None:
                return about_choice(self.match, one.choice)
        return ""

    def _show_news(self) -> None:
        """Say what happened last, and at the end how it ended and what can be done next."""
        match = self.match
        result = match.result if self.reviewed is None else None
        told = self._news()
        for name in ENDINGS:
            self.set_class(result is not None and ending_of(match, result) == name, name)
        if result is not None:
            sides = " · x with the sides changed" if match.game.plies_per_round > 1 else ""
            told = "\n".join(
                line
                for line in (
                    ended(match, result),
                    f"N plays again{sides} · v reviews it · z takes back",
                    f"{told} {totals(match)}".strip(),
                )
                if line
            )
        self.query_one("#news", Static).update(told)

    def _news(self) -> str:
        match = self.match
        told = []
        if self.reviewed is None:
            since = [match.last] if match.last else []
            for played in reversed(match.moves[:-1]):
                if played.kind == "chosen" and since[0].kind == "chosen":
                    break
                since.insert(0, played)
            told = [about_move(match, played) for played in since[-3:]]
        elif self.shown_move is not None:
            told = [about_move(match, self.shown_move)]
        if self.reviewed is None and match.is_humans_turn:
            told.append(f"{self._mover} to move.")
        elif self.reviewed is None and self.waits and not match.is_over:
            told.append(f"{self._mover} to move, and waits: p goes on.")
        return " ".join(told)

    def say(self, message: str) -> None:
        """Show a short message in the last line."""
        self.query_one("#message", Static).update(message)
        self.set_class(bool(message), "-says")

    def _offer(self) -> None:
        """Have the footer offer what can be done now."""
        offered = self.match.is_over, self.reviewed is not None, self.has_people()
        if offered != self._offered:
            self._offered = offered
            self.refresh_bindings()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Whether a key does something now."""
        if action in _REVIEWING:
            return self.reviewed is not None
        is_open = self.reviewed is None and not self.match.is_over
        return action not in _MAKING or (is_open and self.has_people())

    def on_key(self, event: Key) -> None:
        """Say why a key that makes a move does nothing now."""
        self.begun = event.key if event.key.isdecimal() else ""
        makes_a_move = any(event.key in action.keys for action in pointing.ACTIONS)
        if makes_a_move and self.reviewed is None and not self.check_action("play", ()):
            self.may_move()

    # The rest ----------------------------------------------------------------------------

    @on(PlayBoard.CellChosen)
    def _clicked(self, event: PlayBoard.CellChosen) -> None:
        self.point_at((event.row, event.column))

    @on(MoveList.MoveChosen)
    def _move_clicked(self, event: MoveList.MoveChosen) -> None:
        self.place = event.place
        self.action_play()

    @on(DataTable.RowSelected)
    def _row_clicked(self, event: DataTable.RowSelected) -> None:
        self.stop_thinking()
        self.reviewed = event.cursor_row + 1
        self.show()

    def action_help(self) -> None:
        """List the keys."""
        self.app.push_screen(HelpScreen(self.ACTIONS, _SIGNS, has_nodes=False))

    def action_leave(self) -> None:
        """Leave the review, or the match: for the screen that opened it, or for good."""
        if self.reviewed is not None:
            self.end_review()
            return
        self.stop_thinking()
        if len(self.app.screen_stack) > 1:
            self.leave_match()
            self.dismiss()
        else:
            self.app.exit()
