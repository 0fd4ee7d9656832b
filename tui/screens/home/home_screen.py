"""The home screen: everything that plytrace offers, without knowing a command."""

from __future__ import annotations

import random
from functools import partial
from itertools import groupby
from pathlib import Path
from typing import ClassVar

from rich.table import Table
from rich.text import Text
from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option
from textual.worker import get_current_worker

from engine.errors import InvalidInput, PlytraceError
from engine.games import custom_games
from engine.version import __version__
from tracer.archive.archive import is_saved_trace
from tracer.ask.letter_line import with_first_number
from tracer.drawing.terminal.tree_chart import Rows
from tracer.generate import Generated
from tracer.generate.tree_writers import facts_line, inline_text
from tracer.generate.typed_order import generate_typed
from tracer.runs.unsearched import describe_size, draw_unsearched
from tracer.worked.sources import open_worked_run
from trees.hand_tree import HandTree
from trees.sources import Source, open_source
from tui.actions import Action, bindings
from tui.dialogs.help import HelpScreen
from tui.dialogs.pick_list import PickItem, PickListScreen
from tui.dialogs.prompt import PromptScreen
from tui.saved.match_files import is_match_file
from tui.screens.home.offers import SAMPLE, Offer, offers
from tui.screens.home.source_opener import SourceOpener
from tui.screens.lessons.lesson_list_screen import LessonListScreen
from tui.terminal.served_mode import check_source
from tui.widgets.option_list import RobustOptionList
from tui.widgets.preview import Preview
from tui.widgets.short_name import ShortName
from tui.widgets.whole_footer import WholeFooter

__all__ = ["HomeScreen"]

_HEADINGS = {
    "recent": "Recent",
    "learn": "Learn",
    "own": "Create or open",
    "game": "Games",
    "tree": "Trees",
    "worked": "MCTS and payoff matrices by hand",
    "command": "Command line",
}

#: Further entries for a random tree.
_ALSO = "Separate entries with commas. Also: root min, values 0..9, distinct, deep, chance 1."

#: Rows of a screen from which on a blank line precedes each heading.
_AIRY = 30
#: Largest width of the title column, in cells.
_WIDEST = 28


class _Line(Input):
    """A line whose Enter key is shown in the footer, where `Input` would hide it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "submit", "open", key_display="Enter")
    ]


class HomeScreen(SourceOpener):
    """The list of lessons, trees, games and recent sources; typing filters it.

    ```
      plytrace  minimax and alpha-beta, step by step          0.1.0
      Type to filter, Enter to open      │ lecture
      Trees                              │         △ A
        lecture       Lecture example    │    ┌─────┼─────┐
        ties          Ties               │   ▽ B   ▽ C   ▽ D
    ```
    """

    ACTIONS: ClassVar[tuple[Action, ...]] = (
        Action(("down",), "↓", "move(1)", "Down", "Go down the list."),
        Action(("up",), "↑", "move(-1)", "Up", "Go up the list."),
        Action(("pagedown",), "PgDn", "move(10)", "Page down", "Go ten lines down."),
        Action(("pageup",), "PgUp", "move(-10)", "Page up", "Go ten lines up."),
        Action(("enter",), "Enter", "open", "Open", "Open the selected entry.", "open"),
        Action(
            ("ctrl+n",),
            "Ctrl+N",
            "new_tree",
            "New tree",
            "Type a tree as nested lists.",
            "new tree",
        ),
        Action(("ctrl+r",), "Ctrl+R", "random_tree", "Random tree", "Generate a random tree."),
        Action(
            ("ctrl+o",), "Ctrl+O", "ask", "Open a file", "Open a file or a position.", "open file"
        ),
        Action(("f2",), "F2", "app.settings", "Settings", "Change the settings.", "settings"),
        Action(("f1",), "F1", "help", "Help", "List the keys.", "help"),
        Action(("escape",), "Esc", "leave", "Quit", "Quit plytrace.", "quit"),
    )
    BINDINGS: ClassVar[list[BindingType]] = bindings(ACTIONS)
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (100, "-wide")]  # noqa: RUF012
    VERTICAL_BREAKPOINTS = [(0, "-low"), (16, "-usual"), (36, "-tall")]  # noqa: RUF012

    def __init__(self) -> None:
        super().__init__()
        self._offers: list[Offer] = []
        self._shown: list[Offer | None] = []  # None for a heading

    def compose(self) -> ComposeResult:
        """Yield the list, and the preview of the selected entry."""
        with Horizontal(id="title-line"):
            yield Static(
                Text.assemble(("plytrace", "bold"), "  minimax and alpha-beta, step by step"),
                id="title",
            )
            yield Static(__version__, id="status", markup=False)
        with Horizontal(id="home"):
            with Vertical(id="offers"):
                yield _Line(placeholder="Type to filter, Enter to open", id="line")
                yield RobustOptionList(id="choices")
            with VerticalScroll(id="preview", can_focus=False):
                yield Static(id="offer-title", markup=False)
                yield Static(id="about-choice", markup=False)
                yield Preview(id="drawn")
                yield Static(id="facts", markup=False)
        yield WholeFooter(show_command_palette=False)

    def on_mount(self) -> None:
        """Fill the list."""
        self.query_one(OptionList).can_focus = False
        self.query_one(Input).focus()

    def on_screen_resume(self) -> None:
        """Update the list; what was opened meanwhile comes first."""
        self._offers = offers()
        self._list()

    def on_resize(self) -> None:
        """Use the new width and height."""
        if self._offers:
            self._list(self._chosen)

    @on(Input.Changed)
    def _shorten(self) -> None:
        self._list()

    def _list(self, chosen: Offer | None = None) -> None:
        """List the entries that match the typed text, and select one, or the best match."""
        typed = self.query_one(Input).value
        words = typed.lower().split()
        found = [offer for offer in self._offers if offer.has(words)]
        widest = min(max((len(offer.title) for offer in self._offers), default=0), _WIDEST)
        apart = "\n" if self.size.height >= _AIRY else ""
        options: list[Option] = []
        self._shown = []
        for kind, group in groupby(found, key=lambda offer: offer.kind):
            heading = f"{apart if options else ''}{_HEADINGS[kind]}"
            options.append(Option(Text(heading), disabled=True))
            self._shown.append(None)
            for offer in group:
                options.append(Option(_row(offer, widest)))
                self._shown.append(offer)
        option_list = self.query_one(OptionList)
        option_list.clear_options()
        option_list.add_options(options)
        if found:
            if chosen not in found:  # an entry with this name comes before those that mention it
                chosen = next((offer for offer in found if offer.is_named(words)), found[0])
            option_list.highlighted = self._shown.index(chosen)
        else:
            self._show_about(
                "", f"Nothing matches {typed.strip()!r}. Press Enter to open it as a source."
            )

    @property
    def _chosen(self) -> Offer | None:
        at = self.query_one(OptionList).highlighted
        return self._shown[at] if at is not None and at < len(self._shown) else None

    # The preview -------------------------------------------------------------------------

    @on(OptionList.OptionHighlighted)
    def _show_preview(self) -> None:
        offer = self._chosen
        if offer is not None:
            narrow = self.has_class("-narrow") and offer.more  # the list shows the rest
            about = offer.more if narrow else "\n".join(filter(None, (offer.about, offer.more)))
            self._show_about(offer.title, about)
            self._draw(offer, self._room, self._ascii)

    def _show_about(self, title: str, about: str, facts: str = "", drawn: Rows = ()) -> None:
        """Show the description of an entry."""
        self.query_one("#offer-title", Static).update(title)
        self.query_one("#about-choice", Static).update(about)
        self.query_one("#facts", Static).update(facts)
        self.query_one(Preview).show(drawn)

    @work(thread=True, exclusive=True, group="preview")
    def _draw(self, offer: Offer, room: int, ascii: bool) -> None:  # noqa: A002
        """Draw the selected entry in a thread: some games take a while to import.

        Args:
            offer: selected entry.
            room: width of the drawing in cells. A thread must not ask a widget for its size: that
                may lay out the screen while the main thread does.
            ascii: whether to draw with ASCII alone.
        """
        worker = get_current_worker()
        source = offer.source or (SAMPLE if offer.title == "New tree" else "")
        if not source or worker.is_cancelled:
            return
        drawn: Rows = ()
        try:
            check_source(source)
            if custom_games.file_in(source) and not custom_games.was_run(source):
                facts = "a game in a Python file; opening it runs that file"
            elif is_saved_trace(source) or is_match_file(Path(source)):
                facts = "a saved trace" if is_saved_trace(source) else "a saved match"
            elif (worked := open_worked_run(source, mixed=False)) is not None:
                drawn, facts = worked.draw(0, room), worked.steps[0].sentence
            else:
                game = open_source(source, letters=True).game
                drawn = draw_unsearched(game, width=room, ascii=ascii)
                facts = describe_size(game)
        except PlytraceError as error:
            drawn, facts = (), str(error)
        if not worker.is_cancelled:
            self.app.call_from_thread(self._drawn, offer, drawn, facts)

    def _drawn(self, offer: Offer, drawn: Rows, facts: str) -> None:
        if offer == self._chosen:
            self.query_one(Preview).show(drawn)
            self.query_one("#facts", Static).update(facts)

    @property
    def _room(self) -> int:
        """The width of a drawing in cells."""
        return max(20, self.query_one("#preview").content_size.width)

    @property
    def _ascii(self) -> bool:
        return bool(getattr(self.app, "ascii", False))

    # Keys --------------------------------------------------------------------------------

    def action_move(self, by: int) -> None:
        """Go up or down the list."""
        self.query_one(RobustOptionList).move(by)

    @on(Input.Submitted)
    @on(OptionList.OptionSelected)
    def action_open(self) -> None:
        """Open the selected entry, or the typed text if no entry matches."""
        offer = self._chosen
        if offer is None:
            self.ask_for_source(self.query_one(Input).value)
        elif offer.kind == "learn":
            self.app.push_screen(LessonListScreen())
        elif offer.kind == "command":
            line = offer.more.split("\n")[0]
            self.app.copy_to_clipboard(line)
            self.notify(f"Copied. Paste this into a shell:\n{line}", markup=False)
        elif offer.title == "New tree" and offer.kind == "own":
            self.action_new_tree()
        elif offer.title == "Random tree" and offer.kind == "own":
            self.action_random_tree()
        elif offer.kind == "own":
            self.ask_for_source()
        elif custom_games.file_in(offer.source) and not custom_games.was_run(offer.source):
            self._ask_to_run(offer)
        else:
            self.open_any(offer.source, offer.match)

    def _ask_to_run(self, offer: Offer) -> None:
        """Open a game in a Python file if the user agrees to run that file."""

        def take(runs: bool | None) -> None:
            if runs:
                self.open_any(offer.source, offer.match)

        choices = [
            PickItem("no", "do not run it", False),
            PickItem(
                "run it", f"run the Python code of {custom_games.file_in(offer.source)}", True
            ),
        ]
        self.app.push_screen(PickListScreen(f"Run {offer.title}?", choices), take)

    def action_ask(self) -> None:
        """Ask for a file or a position."""
        self.ask_for_source()

    def action_new_tree(self) -> None:
        """Ask for a tree as nested lists, and draw it while it is typed."""

        def take(opened: Source | None) -> None:
            if opened is not None:
                self.open_any(opened.label)

        hint = f"Type nested lists. Numbers or a letter are leaves; MAX moves first: {SAMPLE}"
        draw = partial(_as_text, ascii=self._ascii)
        self.app.push_screen(PromptScreen("New tree", _read_tree, hint=hint, preview=draw), take)

    def action_random_tree(self) -> None:
        """Ask for the parameters of a random tree, and draw it while they are typed."""

        def take(made: Generated | None) -> None:
            if made is not None:
                self.open_any(inline_text(made).strip())

        start = f"plies 3, branching 2..3, cutoffs 1..4, unique, seed {random.randrange(10_000)}"
        draw = partial(_made_as_text, ascii=self._ascii)
        asking = PromptScreen("Random tree", generate_typed, start=start, hint=_ALSO, preview=draw)
        self.app.push_screen(asking, take)

    def action_help(self) -> None:
        """List the keys."""
        self.app.push_screen(HelpScreen(self.ACTIONS, (), has_nodes=False))

    def action_leave(self) -> None:
        """Clear the typed text, or leave."""
        line = self.query_one(Input)
        if line.value:
            line.value = ""
        else:
            self.app.exit()


def _read_tree(text: str) -> Source:
    """Return the typed tree.

    Raises:
        InvalidInput: the text is not a list.
    """
    if text.strip().startswith("["):
        opened = open_source(text.strip(), letters=True)
        if isinstance(opened.game, HandTree):
            with_first_number(opened, {})  # its errors
            return opened
    raise InvalidInput(f"{text.strip()!r} is not a tree", expected="a list such as [[3,12],[2,4]]")


def _made_as_text(made: Generated, width: int, *, ascii: bool) -> str:  # noqa: A002
    drawn = _as_text(Source("", made.tree, "tree", ""), width, ascii=ascii)
    return f"{drawn}\n\n{facts_line(made)}.\n{_ALSO}"


def _as_text(opened: Source, width: int, *, ascii: bool) -> str:  # noqa: A002
    rows = draw_unsearched(opened.game, width=width, ascii=ascii)
    return "\n".join("".join(run.text for run in row).rstrip() for row in rows)


def _row(offer: Offer, widest: int) -> Table:
    table = Table.grid(padding=(0, 1), expand=True)
    table.add_column(width=1)
    table.add_column(width=widest, no_wrap=True, overflow="ellipsis")
    table.add_column(ratio=1, no_wrap=True, overflow="ellipsis")
    is_recent = offer.kind == "recent"  # names of files differ at their ends
    about = ShortName(offer.about) if is_recent else Text(offer.about)
    table.add_row("", ShortName(offer.title, "bold"), about)
    return table
