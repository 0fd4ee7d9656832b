"""The home screen: everything that plytrace has, without knowing a command."""

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
from engine.version import __version__
from tracer.archive import is_saved_trace
from tracer.figure.chart import Rows
from tracer.generate import Generated
from tracer.generate.typed import made_as_typed
from tracer.generate.writers import facts_line, inline_text
from tracer.unsearched import drawn_unsearched, facts_of
from trees.hand_tree import HandTree
from trees.sources import Source, open_source
from tui.actions import Action, bindings
from tui.opening import SAMPLE, Offer, offers
from tui.screens.ask import AskScreen
from tui.screens.course import CourseScreen
from tui.screens.help import HelpScreen
from tui.screens.opener import Opener, is_match
from tui.widgets.choices import Choices
from tui.widgets.preview import Preview
from tui.widgets.whole_footer import WholeFooter

__all__ = ["HomeScreen"]

_HEADINGS = {
    "recent": "Lately",
    "learn": "Learn",
    "own": "Your own",
    "game": "Games",
    "tree": "Trees",
    "command": "In a shell",
}

#: What an order of a random tree may say besides.
_ALSO = "Entries are apart by commas; also root min, values 0..9, distinct, deep, chance 1."

#: Rows of a screen on which headings stand apart.
_AIRY = 30
#: The widest title that the list makes room for, in cells.
_WIDEST = 28


class _Line(Input):
    """A line whose Enter stands in the footer, which what belongs to the line would hide."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "submit", "open", key_display="Enter")
    ]


class HomeScreen(Opener):
    """Lists trees, games and what was opened lately; typing shortens the list.

    ```
      plytrace  minimax and alpha-beta, step by step          0.1.0
      type to shorten the list              │ lecture
      Trees                                 │         △ A
        lecture       Lecture example       │    ┌─────┼─────┐
        ties          Ties                  │   ▽ B   ▽ C   ▽ D
    ```
    """

    ACTIONS: ClassVar[tuple[Action, ...]] = (
        Action(("down",), "↓", "move(1)", "Down", "Go down the list."),
        Action(("up",), "↑", "move(-1)", "Up", "Go up the list."),
        Action(("pagedown",), "PgDn", "move(10)", "Page down", "Go ten lines down."),
        Action(("pageup",), "PgUp", "move(-10)", "Page up", "Go ten lines up."),
        Action(("enter",), "Enter", "open", "Open the choice", "Open what is chosen.", "open"),
        Action(("ctrl+n",), "Ctrl+N", "new_tree", "New tree", "Type a tree as a list.", "new tree"),
        Action(("ctrl+r",), "Ctrl+R", "random_tree", "Random tree", "Have a tree made to order."),
        Action(
            ("ctrl+o",), "Ctrl+O", "ask", "Open a file", "Open a file or a position.", "open file"
        ),
        Action(
            ("f2",), "F2", "app.settings", "Settings", "List and change the settings.", "settings"
        ),
        Action(("f1",), "F1", "help", "Help", "List the keys.", "help"),
        Action(("escape",), "Esc", "leave", "Quit", "Leave plytrace.", "quit"),
    )
    BINDINGS: ClassVar[list[BindingType]] = bindings(ACTIONS)
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (100, "-wide")]  # noqa: RUF012
    VERTICAL_BREAKPOINTS = [(0, "-low"), (16, "-usual"), (36, "-tall")]  # noqa: RUF012

    def __init__(self) -> None:
        super().__init__()
        self._offers: list[Offer] = []
        self._shown: list[Offer | None] = []  # None where a heading stands

    def compose(self) -> ComposeResult:
        """The list, and what the choice looks like."""
        with Horizontal(id="title-line"):
            yield Static(
                Text.assemble(("plytrace", "bold"), "  minimax and alpha-beta, step by step"),
                id="title",
            )
            yield Static(__version__, id="status", markup=False)
        with Horizontal(id="home"):
            with Vertical(id="offers"):
                yield _Line(placeholder="type to shorten the list, Enter opens", id="line")
                yield Choices(id="choices")
            with VerticalScroll(id="preview", can_focus=False):
                yield Static(id="called", markup=False)
                yield Static(id="about-choice", markup=False)
                yield Preview(id="drawn")
                yield Static(id="facts", markup=False)
        yield WholeFooter(show_command_palette=False)

    def on_mount(self) -> None:
        """List everything."""
        self.query_one(OptionList).can_focus = False
        self.query_one(Input).focus()

    def on_screen_resume(self) -> None:
        """List everything anew: what was opened meanwhile stands first."""
        self._offers = offers()
        self._list()

    def on_resize(self) -> None:
        """Use the room that there is now."""
        if self._offers:
            self._list(self._chosen)

    @on(Input.Changed)
    def _shorten(self) -> None:
        self._list()

    def _list(self, chosen: Offer | None = None) -> None:
        """List what has all that was typed, and go to a choice, or to the first."""
        typed = self.query_one(Input).value
        found = [offer for offer in self._offers if offer.has(typed.lower().split())]
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
        listed = self.query_one(OptionList)
        listed.clear_options()
        listed.add_options(options)
        if found:
            listed.highlighted = self._shown.index(chosen) if chosen in found else 1
        else:
            self._tell("", f"Nothing here has {typed.strip()!r} in it. Enter opens it as a source.")

    @property
    def _chosen(self) -> Offer | None:
        at = self.query_one(OptionList).highlighted
        return self._shown[at] if at is not None and at < len(self._shown) else None

    # The preview -------------------------------------------------------------------------

    @on(OptionList.OptionHighlighted)
    def _look(self) -> None:
        offer = self._chosen
        if offer is not None:
            narrow = self.has_class("-narrow") and offer.more  # the rest is in the list
            about = offer.more if narrow else "\n".join(filter(None, (offer.about, offer.more)))
            self._tell(offer.title, about)
            self._draw(offer, self._room, self._ascii)

    def _tell(self, called: str, about: str, facts: str = "", drawn: Rows = ()) -> None:
        """Say what there is to say about a choice."""
        self.query_one("#called", Static).update(called)
        self.query_one("#about-choice", Static).update(about)
        self.query_one("#facts", Static).update(facts)
        self.query_one(Preview).show(drawn)

    @work(thread=True, exclusive=True, group="preview")
    def _draw(self, offer: Offer, room: int, ascii: bool) -> None:  # noqa: A002
        """Draw the choice beside the screen: some games take a while to be imported.

        Args:
            offer: the choice.
            room: the cells that the drawing may take. A thread must not ask a widget for its size:
                that may lay out the screen while the screen does.
            ascii: whether it is drawn without signs beyond ASCII.
        """
        worker = get_current_worker()
        source = offer.source or (SAMPLE if offer.title == "New tree" else "")
        if not source or worker.is_cancelled:
            return
        drawn: Rows = ()
        try:
            if is_saved_trace(source) or is_match(Path(source)):
                facts = "a saved trace" if is_saved_trace(source) else "a saved match"
            else:
                game = open_source(source).game
                drawn = drawn_unsearched(game, width=room, ascii=ascii)
                facts = facts_of(game)
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
        """The cells that a drawing may take."""
        return max(20, self.query_one("#preview").content_size.width)

    @property
    def _ascii(self) -> bool:
        return bool(getattr(self.app, "ascii", False))

    # Keys --------------------------------------------------------------------------------

    def action_move(self, by: int) -> None:
        """Go up or down the list."""
        listed = self.query_one(OptionList)
        for _ in range(abs(by)):
            if by > 0:
                listed.action_cursor_down()
            else:
                listed.action_cursor_up()

    @on(Input.Submitted)
    @on(OptionList.OptionSelected)
    def action_open(self) -> None:
        """Open what is chosen, or what was typed where nothing has it in it."""
        offer = self._chosen
        if offer is None:
            self.ask_for_source(self.query_one(Input).value)
        elif offer.kind == "learn":
            self.app.push_screen(CourseScreen())
        elif offer.kind == "command":
            line = offer.more.split("\n")[0]
            self.app.copy_to_clipboard(line)
            self.notify(f"{line}\nis copied, to be put into a shell.", markup=False)
        elif offer.title == "New tree" and offer.kind == "own":
            self.action_new_tree()
        elif offer.title == "Random tree" and offer.kind == "own":
            self.action_random_tree()
        elif offer.kind == "own":
            self.ask_for_source()
        else:
            self.open_any(offer.source, offer.match)

    def action_ask(self) -> None:
        """Ask for a file or a position."""
        self.ask_for_source()

    def action_new_tree(self) -> None:
        """Ask for a tree as a list, and draw it as it is typed."""

        def take(opened: Source | None) -> None:
            if opened is not None:
                self.open_any(opened.label)

        hint = f"lists in lists; numbers are leaves, and MAX moves first: {SAMPLE}"
        draw = partial(_as_text, ascii=self._ascii)
        self.app.push_screen(AskScreen("New tree", _read_tree, hint=hint, preview=draw), take)

    def action_random_tree(self) -> None:
        """Ask what a random tree is to be like, and draw it as the order is typed."""

        def take(made: Generated | None) -> None:
            if made is not None:
                self.open_any(inline_text(made).strip())

        start = f"plies 3, branching 2..3, cutoffs 1..4, unique, seed {random.randrange(10_000)}"
        draw = partial(_made_as_text, ascii=self._ascii)
        asking = AskScreen("Random tree", made_as_typed, start=start, hint=_ALSO, preview=draw)
        self.app.push_screen(asking, take)

    def action_help(self) -> None:
        """List the keys."""
        self.app.push_screen(HelpScreen(self.ACTIONS))

    def action_leave(self) -> None:
        """Forget what was typed, or leave."""
        line = self.query_one(Input)
        if line.value:
            line.value = ""
        else:
            self.app.exit()


def _read_tree(text: str) -> Source:
    """A tree that is typed.

    Raises:
        InvalidInput: it is no list.
    """
    opened = open_source(text.strip())
    if not text.strip().startswith("[") or not isinstance(opened.game, HandTree):
        raise InvalidInput(f"{text.strip()!r}", expected="a list such as [[3,12],[2,4]]")
    return opened


def _made_as_text(made: Generated, width: int, *, ascii: bool) -> str:  # noqa: A002
    drawn = _as_text(Source("", made.tree, "tree", ""), width, ascii=ascii)
    return f"{drawn}\n\n{facts_line(made)}.\n{_ALSO}"


def _as_text(opened: Source, width: int, *, ascii: bool) -> str:  # noqa: A002
    rows = drawn_unsearched(opened.game, width=width, ascii=ascii)
    return "\n".join("".join(run.text for run in row).rstrip() for row in rows)


def _row(offer: Offer, widest: int) -> Table:
    table = Table.grid(padding=(0, 1), expand=True)
    table.add_column(width=1)
    table.add_column(width=widest, no_wrap=True, overflow="ellipsis")
    table.add_column(ratio=1, no_wrap=True, overflow="ellipsis")
    table.add_row("", Text(offer.title, "bold"), Text(offer.about))
    return table
