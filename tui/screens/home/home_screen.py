"""The home screen: everything that plytrace offers, without knowing a command."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.geometry import Size
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from engine.games import custom_games
from engine.version import __version__
from tracer.drawing.terminal.tree_chart import Rows
from tui.appearance.theme import uses_ascii
from tui.background import BackgroundJob
from tui.screens.home.offers import SAMPLE, Offer, OfferRow, offers
from tui.screens.screen_base import HelpedScreen
from tui.widgets.footer import WholeFooter, make_title_line
from tui.widgets.option_list import RobustOptionList
from tui.widgets.preview import Preview

if TYPE_CHECKING:
    from tui.screens.home.source_opener import SourceOpener


_HEADINGS = {
    "recent": "Recent",
    "learn": "Learn",
    "own": "Create or open",
    "game": "Games",
    "tree": "Trees",
    "worked": "MCTS and payoff matrices by hand",
    "command": "Command line",
}

#: Rows of a screen from which on a blank line precedes each heading.
_AIRY = 30
#: Largest width of the title column, in cells.
_WIDEST = 28


class _Line(Input):
    """A line whose Enter key is shown in the footer, where `Input` would hide it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "submit", "open", key_display="Enter")
    ]


class HomeScreen(HelpedScreen[None]):
    """The list of lessons, trees, games and recent sources; typing filters it."""

    KEYS = ("home",)
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (100, "-wide")]  # noqa: RUF012
    VERTICAL_BREAKPOINTS = [(0, "-low"), (16, "-usual"), (36, "-tall")]  # noqa: RUF012

    def __init__(self) -> None:
        super().__init__()
        self._offers: list[Offer] = []
        self._shown: list[Offer | None] = []  # None for a heading
        self._listed_size = Size(0, 0)  # of the screen when the list was made

    def compose(self) -> ComposeResult:
        """Yield the list, and the preview of the selected entry."""
        title = Content.assemble(("plytrace", "bold"), "  minimax and alpha-beta, step by step")
        yield make_title_line(title, __version__)
        with Horizontal(id="home"):
            with Vertical(id="offers"):
                yield _Line(placeholder="Type to filter, Enter to open", id="line")
                yield RobustOptionList(id="choices")
            with VerticalScroll(id="preview", can_focus=False):
                yield Static(id="offer-title", markup=False)
                yield Static(id="about-choice", markup=False)
                yield Preview(id="drawn")
                yield Static(id="facts", markup=False)
        yield WholeFooter()

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
        if self._offers and self._listed_size != self.size:
            self._list(self._chosen)

    @on(Input.Changed)
    def _shorten(self) -> None:
        self._list()

    def _list(self, chosen: Offer | None = None) -> None:
        """List the entries that match the typed text, and select one, or the best match."""
        self._listed_size = self.size
        typed = self.query_one(Input).value
        words = typed.lower().split()
        found = [offer for offer in self._offers if offer.has(words)]
        widest = min(max((len(offer.title) for offer in self._offers), default=0), _WIDEST)
        apart = "\n" if self.size.height >= _AIRY else ""
        options: list[Option] = []
        self._shown = []
        for kind, group in groupby(found, key=lambda offer: offer.kind):
            heading = f"{apart if options else ''}{_HEADINGS[kind]}"
            options.append(Option(Content(heading), disabled=True))
            self._shown.append(None)
            for offer in group:
                options.append(Option(OfferRow(offer, widest)))
                self._shown.append(offer)
        option_list = self.query_one(OptionList)
        option_list.set_options(options)
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
            room = max(20, self.query_one("#preview").content_size.width)
            self._draw(offer, room, uses_ascii(self))

    def _show_about(self, title: str, about: str) -> None:
        """Show the description of an entry, without a drawing."""
        self.stop_job("preview")
        self.query_one("#offer-title", Static).update(title)
        self.query_one("#about-choice", Static).update(about)
        self.query_one("#facts", Static).update("")
        self.query_one(Preview).show(())

    def _draw(self, offer: Offer, room: int, ascii: bool) -> None:
        """Draw the selected entry in a thread: some games take a while to import."""
        source = offer.source or (SAMPLE if offer.title == "New tree" else "")
        if not source:
            return

        def draw() -> tuple[Rows, str]:
            from tui.screens.home.source_preview import draw_source  # late: the list comes first

            return draw_source(source, room, ascii=ascii)

        self.run_job("preview", BackgroundJob(draw), self._show_drawn)

    def _show_drawn(self, drawn: tuple[Rows, str]) -> None:
        rows, facts = drawn
        self.query_one(Preview).show(rows)
        self.query_one("#facts", Static).update(facts)

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
            self._opener.ask_for_source(self.query_one(Input).value)
        elif offer.opens:
            self.action_begin(offer.opens)
        elif offer.kind == "command":
            line = offer.more.split("\n")[0]
            self.app.copy_to_clipboard(line)
            self.notify(f"Copied. Paste this into a shell:\n{line}", markup=False)
        elif custom_games.find_file(offer.source) and not custom_games.is_loaded(offer.source):
            self._ask_to_run(offer)
        else:
            self.open_any(offer.source, offer.match)

    def _ask_to_run(self, offer: Offer) -> None:
        """Open a game in a Python file if the user agrees to run that file."""
        from tui.dialogs.pick_list import PickItem, PickListScreen  # late: rarely needed

        choices = [
            PickItem("no", "do not run it", None),
            PickItem(
                "run it", f"run the Python code of {custom_games.find_file(offer.source)}", True
            ),
        ]
        listed = PickListScreen(f"Run {offer.title}?", choices)
        self.ask(listed, lambda _: self.open_any(offer.source, offer.match))

    @property
    def _opener(self) -> SourceOpener:
        from tui.screens.home.source_opener import SourceOpener  # late: it imports most screens

        return SourceOpener(self)

    def open_any(self, source: str, match: str = "") -> None:
        """Open a source; see `SourceOpener.open_any`."""
        self._opener.open_any(source, match)

    def action_begin(self, what: str) -> None:
        """Open something other than a source, by the name of its method of `SourceOpener`."""
        getattr(self._opener, what)()

    def action_leave(self) -> None:
        """Clear the typed text, or leave."""
        line = self.query_one(Input)
        if line.value:
            line.value = ""
        else:
            self.app.exit()
