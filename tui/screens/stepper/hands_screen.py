"""A search worked by hand: every step is a key."""

from __future__ import annotations

import math
from collections.abc import Sequence
from copy import copy
from typing import Final

from textual import on
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.events import Key
from textual.widgets import Static

from engine.errors import InvalidInput
from tracer.drawing.tree.game_tree import is_drawn_whole
from tracer.hands.events import Need
from tracer.hands.next_tree import NextTree
from tracer.hands.session import HandSession, Level, Reply, Tone
from tracer.hands.sheet_files import SheetFile
from tracer.recording.fold import fold
from tracer.steps.result_words import search_words
from tracer.steps.step_views import NumberLine
from tui.appearance.theme import with_symbols
from tui.background import BackgroundJob
from tui.panes.board import BoardPane
from tui.panes.number_line import NumberLinePane
from tui.panes.stack import StackPane
from tui.saved.mistakes import HandSitting
from tui.screens.screen_base import CommonScreen
from tui.screens.stepper.hands_prompt import LETTERS, TypedNumbers, prompt_text
from tui.widgets.footer import BottomLine, make_title_line
from tui.widgets.tree_canvas import TreeCanvas

#: The least and the greatest number on the number line before a larger one is seen.
_SCALE: Final = (0.0, 10.0)
#: The needs at which a number can be typed.
_TYPES: Final = (Need.WINDOW, Need.VALUE, Need.RETURN)


class HandsScreen(HandSitting, CommonScreen[None]):
    """A search that the student works, one gesture at a time."""

    KEYS = ("hands",)
    SIGNS = (
        ("△ ▽ ○", "MAX, MIN and chance nodes; filled ▲ ▼ ●: the current node"),
        ("▒", "a leaf that nobody has visited; [3]: a visited leaf"),
        ("3…  = 3", "v of an open node, and the value that a node returned"),
        ("(α, β)", "the window of a node; its own bound follows v"),
        ("╳ (C2)", "a child that you cut"),
    )

    def __init__(
        self,
        session: HandSession,
        sheet: SheetFile | None = None,
        *,
        about: str = "",
        tests: Sequence[str] = (),
        is_exercise: bool = False,
    ) -> None:
        super().__init__()
        self.begin_sitting(session, sheet, tests, is_exercise=is_exercise)
        self._typed = TypedNumbers()
        self._cursor = 0  # the place of the child that ↓ visits among those that are left
        self._chosen = -1
        hidden = "; ▒ is a leaf that nobody has seen" if session.work.covers_leaves else ""
        self._reply = Reply(about or f"{session.welcome} ↓ visits a child{hidden}.")

    def compose(self) -> ComposeResult:
        """Yield the panes from top to bottom."""
        yield make_title_line()
        with Horizontal(id="middle"):
            yield TreeCanvas(id="tree")
            if not is_drawn_whole(self.session.right.game):
                yield BoardPane(id="board")
        yield Static(id="verdict", markup=False)
        yield NumberLinePane(id="line")
        with Horizontal(id="hands"):
            yield Static(id="ask", markup=False)
            yield StackPane(id="stack")
        yield BottomLine()

    def on_mount(self) -> None:
        """Show the start."""
        self.query_one("#ask").border_title = "Your move"
        self.show()

    # Gestures -----------------------------------------------------------------------------------

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Drop all keys but the last two while a search for the next tree runs."""
        return not self.jobs or action in ("help", "leave")

    @property
    def _target(self) -> int | None:
        """The move to the child that ↓ visits; None if none is left."""
        work = self.session.work
        if work.need not in (Need.VALUE, Need.STEP) or not work.frame.children_left:
            return None
        return work.frame.children_left[self._cursor % len(work.frame.children_left)]

    def action_visit(self) -> None:
        """Visit the child that is pointed at."""
        if not self._end_typing():
            return
        target = self._target
        if target is not None:
            self._take(self.session.visit(target))
        elif self.session.work.need in (Need.VALUE, Need.STEP):
            self._say(f"{self.session.work.name} has no more children: ↑ returns.")
        elif self.session.work.need is Need.MOVE:
            self._say("Choose the move with ← and →, then press Enter.")
        elif self.session.work.need is not Need.NOTHING:
            self._say(f"First type the number for {self.session.work.name}.")

    def action_go_up(self) -> None:
        """Return to the node above."""
        if self._end_typing():
            self._take(self.session.go_up())

    def action_confirm(self) -> None:
        """End a number, take a value up, or choose the move."""
        need = self.session.work.need
        if need is Need.MOVE:
            if self._chosen < 0:
                self._say("Choose the move with ← and →, then press Enter.")
            else:
                self._take(self.session.choose_move(self._chosen))
        elif need in (Need.WINDOW, Need.RETURN) or not self._typed.is_empty:
            self._end_typing(empty_counts=True)
        elif need is Need.VALUE:
            self._take(self.session.take_up())
        elif need is Need.STEP:
            self._say("Nothing came up that could be taken. ↓ visits a child, ↑ returns.")

    def action_cut(self) -> None:
        """Skip the other children and return."""
        if self._end_typing():
            self._take(self.session.cut())

    def action_point(self, by: int) -> None:
        """Choose another child, the other end of the window, or another move."""
        work = self.session.work
        if work.need is Need.WINDOW:
            self._typed.swap()
        elif work.need is Need.MOVE:
            start = -1 if self._chosen < 0 and by > 0 else max(self._chosen, 0)
            self._chosen = (start + by) % len(work.root.moves)
        elif work.need is not Need.NOTHING:
            self._cursor += by
        self.show()

    def action_swap(self) -> None:
        """Type the other end of the window."""
        if self.session.work.need is Need.WINDOW:
            self._typed.swap()
            self.show()

    def action_erase(self) -> None:
        """Erase the last character typed."""
        if self._typed.erase():
            self.show()
        else:
            self._say("Nothing is typed. u takes the last step back.")

    def action_clear(self) -> None:
        """Erase all that is typed."""
        self._typed = TypedNumbers()
        self.show()

    def action_undo(self) -> None:
        """Take the last step back; after free work, return to the first difference."""
        self._take(self.session.undo())

    def action_hint(self) -> None:
        """Show the rule that applies now."""
        self._take(self.session.hint())

    def action_show(self) -> None:
        """Let plytrace do this step."""
        self._typed = TypedNumbers()
        self._take(self.session.show())

    def on_key(self, event: Key) -> None:
        """Type a number where one is asked."""
        letter = event.character or ""
        if not letter or letter not in LETTERS or self.jobs:
            return
        event.stop()
        if self.session.work.need in _TYPES:
            self._typed.type(letter)
            self.show()
        else:
            self._say("No number is asked here.")

    def _end_typing(self, *, empty_counts: bool = False) -> bool:
        """Write what is typed; return whether a further step may follow."""
        session, need = self.session, self.session.work.need
        if self._typed.is_empty and not empty_counts:
            return True
        try:
            first, *second = self._typed.read(need)
        except InvalidInput as error:
            self._say(f"{error.found[:1].upper()}{error.found[1:]}: correct it, or press Esc.")
            return False
        if need is Need.WINDOW:
            reply = session.write_window(first, second[0])
        elif need is Need.RETURN:
            if first is None:
                self._say(f"Type the value that {session.work.name} returns.")
                return False
            reply = session.write_returned(first)
        else:
            reply = session.write_value(first or 0.0)
        # A window that is refused stays for editing.
        if need is Need.VALUE:
            self._typed = TypedNumbers()
        self._typed.refuse()
        self._take(reply)
        return reply.is_taken

    def _take(self, reply: Reply) -> None:
        """Show what a gesture did, and keep the sheet."""
        self._cursor, self._chosen = 0, -1
        if reply.is_taken:
            self._typed = TypedNumbers()
            if message := self.keep_step():
                self.say(message)
        if reply.text or reply.is_taken:
            self._reply = reply
        self.show()

    def _say(self, text: str) -> None:
        self._reply = Reply(text)
        self.show()

    @on(TreeCanvas.NodeClicked)
    def _visited_clicked(self, event: TreeCanvas.NodeClicked) -> None:
        """Take up the child that has just returned, or return to the node above."""
        work, row = self.session.work, event.row
        if self.jobs:
            return
        if work.need is Need.MOVE:
            if work.trace.log.parent[row] == 0:
                self._take(self.session.choose_move(work.trace.log.action[row]))
        elif work.need is Need.VALUE and row == work.returned:
            self.action_confirm()
        elif work.need in (Need.VALUE, Need.STEP) and row == work.trace.log.parent[work.frame.row]:
            self._take(self.session.cut() if work.frame.children_left else self.session.go_up())
        elif row == work.frame.row and not work.frame.children_left:
            self.action_go_up()
        else:
            self._say_where()

    @on(TreeCanvas.UnvisitedClicked)
    def _unvisited_clicked(self, event: TreeCanvas.UnvisitedClicked) -> None:
        """Visit a child of the current node."""
        work = self.session.work
        if self.jobs or work.need not in (Need.VALUE, Need.STEP):
            self._say_where()
            return
        for action in work.frame.children_left if event.parent == work.frame.row else ():
            if work.child_name(action) == event.name:
                self._take(self.session.visit(action))
                return
        self._say_where()

    def _say_where(self) -> None:
        work = self.session.work
        match work.need:
            case Need.NOTHING:
                return
            case Need.WINDOW | Need.RETURN:
                self._say(f"First type the number for {work.name}.")
            case Need.MOVE:
                self._say(f"Click the child of {work.name} that is the move.")
            case _:
                self._say(
                    f"You are at {work.name}: click one of its children, or the node above to "
                    "return."
                )

    def action_leave(self) -> None:
        """Close the screen; say where the work is."""
        if self.kept_text and len(self.app.screen_stack) == 1:
            self.app.exit_messages.append(self.kept_text)
        super().action_leave()

    # The end ------------------------------------------------------------------------------------

    def action_compare(self) -> None:
        """Put the student's search beside the right one, at the first difference."""
        session = self.session
        if session.level is Level.EXAM:
            self._say("An exam is compared by plytrace check, not here.")
            return
        if not session.is_over:
            self._say("You can compare at the end of the search.")
            return
        from tui.screens.stepper.side_by_side_screen import SideBySideScreen

        right = copy(session.right)
        right.covers_leaves = session.work.covers_leaves
        labels = ("yours", "the right one")
        first = session.first_wrong()
        step = 0 if first is None else session.work.cut_to(first.number + 1).step
        self.app.push_screen(SideBySideScreen(session.work.trace, right, step, labels=labels))

    def action_next(self) -> None:
        """Look for another tree, in a thread."""
        session = self.session
        if self._is_exercise and session.is_over:
            self._say("The lesson has the next tree: press q to return.")
            return
        if session.next_refusal:
            self._say(session.next_refusal)
            return
        self._say("Looking for the next tree…")
        self.run_job("next", BackgroundJob(self.find_next), self._open_next, self.say)

    def _open_next(self, tree: NextTree) -> None:
        purpose = self.begin_next(tree)
        self._typed = TypedNumbers()
        self._take(Reply(purpose or "Another tree. ↓ visits a child.", is_taken=True))

    # Showing ------------------------------------------------------------------------------------

    def show(self) -> None:
        """Show the state of the work."""
        session, work = self.session, self.session.work
        trace = work.trace
        canvas = self.query_one(TreeCanvas)
        canvas.load(trace)
        canvas.model.pointed = self._pointed()
        canvas.show(work.step)
        now = trace.at(work.step)
        for board in self.query(BoardPane):
            board.display = not is_drawn_whole(session.right.game)
            if board.display:
                board.show(trace, work.frame.row)
        stack = self.query_one(StackPane)
        stack.show(trace, now)
        stack.display = work.need not in (Need.MOVE, Need.NOTHING)
        self.query_one(NumberLinePane).show(self._line())
        title = "Exercise" if self._is_exercise else session.title
        names = [title, *search_words(session.right)]
        self.put_text("title", f"{' · '.join(names)}")
        self.put_text("status", f"{session.level} · {session.score_text}")
        mark = {Tone.RIGHT: "✓ ", Tone.WRONG: "✗ "}.get(self._reply.tone, "")
        said = self.query_one("#verdict", Static)
        is_brief = self.app.settings.feedback == "brief"
        text = "" if is_brief and self._reply.is_routine else self._reply.text
        said.update(with_symbols(self, f"{mark}{text}"))
        for tone in (Tone.RIGHT, Tone.WRONG):
            said.set_class(self._reply.tone is tone, f"-{tone}")
        ask = self.query_one("#ask", Static)
        if session.is_over:
            keys = "n next tree   = compare   q quit"
            if session.level is Level.EXAM:
                keys = "q quit"
            elif self._is_exercise:
                keys = "= compare   q back to the lesson"
            elif session.next_refusal:
                keys = "= compare   q quit"
            ask.update(with_symbols(self, "\n".join([*session.summary(), keys])))
        else:
            ask.update(prompt_text(ask, work, self._typed, self._chosen, self._target))

    def _pointed(self) -> tuple[int, str] | None:
        """Return the node that a gesture is about: its parent's row and its name."""
        work = self.session.work
        if work.need is Need.VALUE:
            row = work.frame.row
            return work.trace.log.parent[row], work.short_name(row)
        target = self._target
        return None if target is None else (work.frame.row, work.child_name(target))

    def _line(self) -> NumberLine:
        """Return the number line of the current node; nothing on it decides a question."""
        work = self.session.work
        seen = [value for value in work.trace.log.value if math.isfinite(value)]
        low, high = min([_SCALE[0], *seen]), max([_SCALE[1], *seen])
        now = fold(work.trace, work.frame.row, len(work.frame.claims))
        alpha, beta, v = now.alpha, now.beta, None
        if work.need is Need.WINDOW:
            alpha, beta = -math.inf, math.inf
        elif work.trace.undecided != work.frame.row and math.isfinite(now.v):
            v = now.v
        closed = work.windowed and alpha >= beta
        return NumberLine(low, high, alpha, beta, v, None, closed, work.windowed)
