"""The common base of screens: help, leaving, messages, and the steps of those that step."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Sequence
from functools import cached_property
from itertools import groupby
from typing import Any, ClassVar, TypeVar

from rich.table import Table
from rich.text import Text
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.screen import ModalScreen, Screen, ScreenResultType
from textual.widgets import Static

from tui.actions import Action, HasKeys
from tui.appearance.theme import with_symbols
from tui.background import BackgroundJob
from tui.settings_app import SettingsApp
from tui.widgets.footer import BottomLine
from tui.widgets.laid_out_once import LaidOutOnce

NODE_SIGNS = (
    ("△ ▽ ○", "MAX, MIN and chance nodes; filled ▲ ▼ ●: the current node"),
    ("[3]", "a visited leaf; ►3◄: the current leaf"),
    ("= 3", "a final value; ≤ 3 and ≥ 3: a bound, because children were pruned"),
    ("3…  ?", "a value that is not final, or unknown"),
    ("(α, β)", "the window of a node at this step"),
    ("╳ (C2)", "a pruned child, on a dashed edge ┄"),
    ("━━", "the principal variation, at the end of the search"),
    ("*", "a node that your last edit or new search changed"),
    ("◆ ◇", "on the number line: v inside and outside the window; ▼ the value returned"),
    ("+12", "12 more nodes, not drawn"),
    ("n=4 2.5", "in Monte Carlo tree search: visits so far, and mean reward"),
    ("▵ ▿ ◦ ▫", "zoomed out: a node not yet entered"),
)


class HelpScreen(LaidOutOnce[None], ModalScreen[None]):
    """The keys and symbols of the screen below."""

    BINDINGS: ClassVar[list[BindingType]] = [
        ("escape", "dismiss", "Close"),
        ("question_mark", "dismiss", "Close"),
        ("q", "dismiss", "Close"),
    ]

    def __init__(
        self,
        actions: Sequence[Action],
        signs: Sequence[tuple[str, str]] = (),
        *,
        terms: Sequence[tuple[str, str]] = (),
    ) -> None:
        super().__init__()
        self._actions = actions
        self._signs = signs
        self._terms = terms

    def compose(self) -> ComposeResult:
        """Yield the table of keys and symbols."""
        with VerticalScroll(id="help") as scroll:
            scroll.border_title = "Help"
            scroll.border_subtitle = "arrows to scroll, Esc to close"
            yield Static(self._table())

    def _table(self) -> Table:
        table = Table.grid(padding=(0, 2))
        table.add_column(no_wrap=True, style="bold")
        table.add_column()
        if self._terms:
            table.add_row("Terms on this page")
            for name, meaning in self._terms:
                table.add_row(Text(f"  {name}"), Text(meaning))
            table.add_row()
        for group, actions in groupby(self._actions, key=lambda action: action.group):
            table.add_row(group)
            for action in actions:
                table.add_row(Text(f"  {action.shown_keys}"), Text(action.help))
            table.add_row()
        table.add_row("Everywhere")
        if self._signs is NODE_SIGNS:
            table.add_row("  Click", "Go to the step that enters the clicked node.")
        table.add_row("  Ctrl+P", "Open the command palette.")
        if self._signs:
            table.add_row()
            table.add_row("Symbols")
        for sign, words in self._signs:
            table.add_row(Text(f"  {sign}"), Text(words))
        return table


_Result = TypeVar("_Result")


class HelpedScreen(HasKeys, LaidOutOnce[ScreenResultType]):
    """A screen with keys, and with help about them."""

    #: The symbols that its help explains.
    SIGNS: ClassVar[Sequence[tuple[str, str]]] = ()

    app: SettingsApp

    def put_text(self, place: str, text: str) -> None:
        """Show a text in a part of the screen, with the application's symbols."""
        self.query_one(f"#{place}", Static).update(with_symbols(self, text))

    def ask(self, dialog: Screen[Any], take: Callable[[Any], Any]) -> None:
        """Show a dialog, and take its answer unless the user leaves it."""
        self.app.push_screen(dialog, lambda answer: None if answer is None else take(answer))

    @cached_property
    def jobs(self) -> dict[str, BackgroundJob[Any]]:
        """The jobs that this screen waits for, by what they are for."""
        return {}

    def run_job(
        self,
        name: str,
        job: BackgroundJob[_Result],
        take: Callable[[_Result], object],
        refuse: Callable[[str], object] = str,
    ) -> None:
        """Start a job in place of another, and take its result once it is done."""
        self.stop_job(name)
        self.jobs[name] = job

        def end() -> None:
            # A screen that is closed loses its parts before it ends.
            if self.jobs.get(name) is not job or not self.display:
                return
            del self.jobs[name]
            if job.refusal is not None:
                refuse(str(job.refusal))
            else:
                take(job.result())

        job.start().call_at_end(lambda: self.call_later(end))

    def stop_job(self, name: str) -> None:
        """Stop a job, and forget its result."""
        if job := self.jobs.pop(name, None):
            job.cancel()

    def on_unmount(self) -> None:
        """Stop all jobs when the screen closes."""
        for name in [*self.jobs]:
            self.stop_job(name)

    def action_leave(self) -> None:
        """Close without a choice."""
        self.dismiss(None)

    def action_help(self) -> None:
        """List the keys and symbols."""
        self.app.push_screen(HelpScreen(self.ACTIONS, self.SIGNS))


class CommonScreen(HelpedScreen[ScreenResultType]):
    """A screen with help, and a last line for messages."""

    AUTO_FOCUS: ClassVar[str | None] = ""  # keys go to the screen
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (60, "-broad"), (100, "-wide")]  # noqa: RUF012
    VERTICAL_BREAKPOINTS = [(0, "-tiny"), (9, "-low"), (18, "-usual"), (28, "-tall")]  # noqa: RUF012

    def put_title(self, name: str, more: str) -> None:
        """Show in the first line what the screen is about, with its name in bold."""
        name, more = with_symbols(self, name), with_symbols(self, f" · {more}")
        self.query_one("#title", Static).update(Content.assemble((name, "bold"), more))

    def say(self, message: str) -> None:
        """Show a short message in the last line."""
        self.query_one(BottomLine).show_message(message)

    def action_leave(self) -> None:
        """Return to the screen below, or leave plytrace."""
        if len(self.app.screen_stack) > 1:
            self.dismiss()
        else:
            self.app.exit()


class SteppedScreen(CommonScreen[None]):
    """A screen that shows one step of several."""

    step: int

    @property
    @abstractmethod
    def step_count(self) -> int:
        """The number of steps."""

    @abstractmethod
    def go_to(self, step: int) -> None:
        """Show a step; a negative one counts from the end."""

    def go_if(self, step: int | None, message: str = "") -> None:
        """Show a step, or a message if there is none."""
        if step is not None and 0 <= step < self.step_count:
            self.go_to(step)
        elif message:
            self.say(message)

    def action_forward(self) -> None:
        """Go to the next step."""
        self.go_if(self.step + 1, "This is the last step.")

    def action_back(self) -> None:
        """Go to the previous step."""
        self.go_if(self.step - 1, "This is the first step.")

    def action_jump(self, step: int) -> None:
        """Go to the first step, 0, or to the last one, -1."""
        self.go_to(step)
