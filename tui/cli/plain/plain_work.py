"""A search by hand on a plain terminal: one line for each step, without a picture."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from threading import Event
from typing import Final

from engine.errors import InvalidInput, did_you_mean
from engine.game import Player
from engine.log.visit_log import NO_PARENT
from tracer.drawing.tree.game_tree import is_drawn_whole
from tracer.hands.events import Enter, Move, Need, Returned, Value, Window, read_sum
from tracer.hands.hand_work import Frame
from tracer.hands.session import HandSession, Reply, Tone
from tracer.hands.sheet_files import SheetFile
from tracer.questions.forms import Numbers
from tracer.recording.fold import fold
from tracer.text.numbers import show_number, show_window
from tracer.text.printable_text import begin_sentence
from trees.text import quote
from tui.cli.plain import plain_words
from tui.saved.mistakes import HandSitting
from tui.terminal.interrupts import cancel_on_ctrl_c

#: The commands, each with its description.
_COMMANDS: Final = {
    "visit NAME": "visit a child of the current node",
    "take": "take the value up that the last child returned: it becomes v",
    "v N": "write another v, such as 3 or 1/2*3 + 1/2*5",
    "window A B": "write the window that the current node is entered with, such as -inf 7",
    "cut": "skip the children that are left, and return",
    "return": "return to the node above, if no child is left",
    "gives N": "write the value that the current node returns, in fail-hard",
    "move NAME": "choose the move at the root, after it has returned",
    "undo": "take the last step back",
    "rule": "show the rule that applies now, without numbers",
    "show": "let plytrace do this step, which then does not count as yours",
    "where": "list the open nodes with their values, windows and children, and the board",
    "next": "at the end, work another tree",
    "help": "show this list",
    "quit": "leave the work",
}
_WINDOW: Final = Numbers(count=2, hint="both ends; inf or -inf for an open one")
_NAMES: Final = {command.partition(" ")[0]: command for command in _COMMANDS}
#: The commands that are gestures without an argument.
_GESTURES: Final[Mapping[str, Callable[[HandSession], Reply]]] = {
    "take": HandSession.take_up,
    "cut": HandSession.cut,
    "return": HandSession.go_up,
    "undo": HandSession.undo,
    "rule": HandSession.hint,
    "show": HandSession.show,
}


class PlainWork(HandSitting):
    """Ask for steps, and report what they do in lines."""

    def __init__(
        self,
        session: HandSession,
        sheet: SheetFile | None,
        ask: Callable[[str], str | None],
        write: Callable[[str], None],
        *,
        about: str = "",
        tests: tuple[str, ...] = (),
        is_exercise: bool = False,
    ) -> None:
        self.begin_sitting(session, sheet, tests, is_exercise=is_exercise)
        self._ask = ask
        self._write = write
        self._about = about
        self._not_kept = ""  # why the sheet was not written

    def run(self) -> None:
        """Work until the student leaves or the input ends."""
        self._say(f"{self.session.welcome} Type help for the commands.")
        self._say(self._about)
        self._say_state()
        try:
            while self._turn() and not (self._is_exercise and self.session.is_over):
                pass
        except KeyboardInterrupt:
            self._write("")
            self._say("Stopped.")
        if self._is_exercise:
            return
        if self._not_kept or self.kept_text:
            self._say(self._not_kept or f"{self.kept_text}.")

    def _turn(self) -> bool:
        """Handle one typed line; return False to leave."""
        line = self._ask(plain_words(f"{self._prompt()}> "))
        if line is None:
            self._say("The input has ended.")
            return False
        if not line.strip():
            return True
        word, *rest = line.split(maxsplit=1)
        try:
            command = _find_name(word, _NAMES)
            if command is None:
                raise InvalidInput(
                    f"there is no command {quote(word)}",
                    expected="a command; help lists them",
                    hint=did_you_mean(word, _NAMES),
                )
            if bool(rest) != (" " in _NAMES[command]):
                raise InvalidInput(f"{quote(line.strip())} is not a step", expected=_NAMES[command])
            if command == "quit":
                return False
            if command in _GESTURES:
                self._take(_GESTURES[command](self.session), is_return=command == "return")
            else:
                getattr(self, f"_do_{command}")(*rest)
        except InvalidInput as error:
            self._say(f"{begin_sentence(str(error), self.session.work.name)}.")
        return True

    def _prompt(self) -> str:
        """Return the state in one line, and the question."""
        work, frame = self.session.work, self.session.work.frame
        where = f"at {work.name}, {_player(frame)}"
        v = f"v {show_number(frame.v)}"
        match work.need:
            case Need.NOTHING:
                return "The search is over"
            case Need.WINDOW:
                return f"{where}, which window"
            case Need.RETURN:
                return f"{where}, {v}, which value does it return"
            case Need.MOVE:
                moves = work.child_names(range(len(frame.moves)))
                value = show_number(work.trace.log.value[0])
                return f"{work.name} is {value}, which move, of {moves}"
        return f"{where}, {v}, {self._list_children(frame)}"

    def _list_children(self, frame: Frame) -> str:
        work = self.session.work
        children = []
        for action in frame.children_left:
            value = work.open_value(action, frame)
            shown = "" if value is None else f" = {show_number(value)}"
            children.append(f"{work.child_name(action, frame)}{shown}")
        return f"children left {', '.join(children)}" if children else "no children left"

    # Steps --------------------------------------------------------------------------------------

    def _do_visit(self, name: str) -> None:
        work = self.session.work
        if work.need not in (Need.VALUE, Need.STEP) or not work.frame.children_left:
            self._say(work.refusal(Enter(-1)))
            return
        action = self._child(name, work.frame.children_left, "unvisited child")
        self._take(self.session.visit(action))

    def _do_move(self, name: str) -> None:
        work = self.session.work
        if work.need is not Need.MOVE:
            self._say(work.refusal(Move(0)))
            return
        action = self._child(name, range(len(work.frame.moves)), "child")
        self._take(self.session.choose_move(action))

    def _child(self, name: str, actions: Iterable[int], kind: str) -> int:
        """Return the child of the current node that a name, or its beginning, stands for."""
        work = self.session.work
        children = {plain_words(work.child_name(action)): action for action in actions}
        child = _find_name(plain_words(name.strip()), children)
        if child is None:
            raise InvalidInput(
                f"{work.name} has no {kind} {quote(name.strip())}", expected=", ".join(children)
            )
        return children[child]

    def _do_v(self, text: str) -> None:
        if refused := self.session.work.refusal(Value(0.0)):
            self._say(refused)
        else:
            self._take(self.session.write_value(read_sum(text)))

    def _do_window(self, text: str) -> None:
        if refused := self.session.work.refusal(Window(0.0, 0.0)):
            self._say(refused)
            return
        alpha, beta = _WINDOW.read(text)
        self._take(self.session.write_window(alpha, beta))

    def _do_gives(self, text: str) -> None:
        if refused := self.session.work.refusal(Returned(0.0)):
            self._say(refused)
        else:
            self._take(self.session.write_returned(read_sum(text)), is_return=True)

    def _take(self, reply: Reply, *, is_return: bool = False) -> None:
        """Report what a step did, in one line, and keep the sheet."""
        verdict = {Tone.RIGHT: "Right:", Tone.WRONG: "No:"}.get(reply.tone, "")
        if not reply.is_taken:
            self._say(f"{verdict} {reply.text}".strip())
            return
        self._keep()
        came = self.session.work.need is Need.VALUE
        self._say_state(verdict, "" if is_return and came else reply.text)

    # The state ----------------------------------------------------------------------------------

    def _say_state(self, *before: str) -> None:
        """Report which value came, or the end, after other words in the same line."""
        work = self.session.work
        came = ""
        if work.need is Need.VALUE:
            came = (
                f"{work.short_name(work.returned)} returned {show_number(work.came)} "
                f"to {work.name}."
            )
        if text := " ".join(filter(None, [*before, came])):
            self._say(text)
        if self.session.is_over and not self._is_exercise:  # the lesson has the summary
            self._say(*self.session.summary())
            if not self.session.next_refusal:
                self._say("Type next for another tree, or quit.")

    def _do_where(self) -> None:
        work = self.session.work
        if not is_drawn_whole(work.game):
            self._say(*map(str.rstrip, work.game.draw(work.frame.state).split("\n")))
        for frame in work.open_frames:
            is_asked = work.need is Need.WINDOW and frame is work.frame
            self._say(self._frame_text(frame, is_asked=is_asked))
        if not work.open_frames:
            self._say(f"{work.name} has returned {show_number(work.trace.log.value[0])}.")
        self._say_state()

    def _frame_text(self, frame: Frame, *, is_asked: bool) -> str:
        """Return the state of an open node."""
        work, trace = self.session.work, self.session.work.trace
        now = fold(trace, frame.row, len(frame.claims))
        v = f"v {show_number(now.v)}"
        if now.best != NO_PARENT and frame.player is not Player.CHANCE:
            v += f" from {work.short_name(now.best)}"
        parts = [f"{work.short_name(frame.row)}, {_player(frame)}", v]
        if work.windowed and not is_asked:
            parts.append(f"window {show_window(now.alpha, now.beta)}")
        returned = [
            f"{work.short_name(child)} returned {show_number(trace.log.value[child])}"
            for child in list(trace.log.children(frame.row))[: len(frame.claims)]
        ]
        return ", ".join([*parts, *returned, self._list_children(frame)]) + "."

    def _do_help(self) -> None:
        self._say("Commands; beginnings of commands and names are enough:")
        self._say(*(f"  {command:<11} {does}" for command, does in _COMMANDS.items()))

    # The sheet and the next tree ----------------------------------------------------------------

    def _keep(self) -> None:
        """Write the sheet after every step, so that nothing is lost."""
        before, self._not_kept = self._not_kept, self.keep_step()
        if self._not_kept != before:
            self._say(self._not_kept)

    def _do_next(self) -> None:
        if self.session.next_refusal:
            self._say(self.session.next_refusal)
            return
        stop = Event()
        with cancel_on_ctrl_c(stop.set):
            next_tree = self.find_next(lambda: not stop.is_set())
        purpose = self.begin_next(next_tree)
        self._keep()
        self._say(purpose or "Another tree.")

    def _say(self, *lines: str) -> None:
        for line in filter(None, lines):
            self._write(plain_words(line))


def _player(frame: Frame) -> str:
    return "chance" if frame.player is Player.CHANCE else frame.player.name


def _find_name(typed: str, names: Iterable[str]) -> str | None:
    """Return the name that a text is, or that it begins, ignoring case; None if there is none."""
    listed = list(names)
    if typed in listed:
        return typed
    folded = typed.casefold()
    for is_meant in (str.__eq__, str.startswith):
        near = [name for name in listed if is_meant(name.casefold(), folded)]
        if len(near) > 1:
            raise InvalidInput(f"{quote(typed)} begins several names", expected=", ".join(near))
        if near:
            return near[0]
    return None
