"""The home screen: everything that plytrace has, without knowing a command."""

from __future__ import annotations

from pathlib import Path
from typing import Any, ClassVar

from rich.table import Table
from rich.text import Text
from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.screen import Screen
from textual.widgets import Footer, Input, OptionList, Static
from textual.widgets.option_list import Option

from engine.errors import InvalidInput, PlytraceError
from engine.match.match import Match
from engine.match.text_form import HEAD
from engine.version import __version__
from tracer import Trace, load, trace
from tracer.archive import is_saved_trace
from tracer.figure import draw_text
from tracer.matches import load_match
from trees.hand_tree import HandTree
from trees.sources import Source, open_source
from tui.actions import Action, bindings
from tui.opening import Offer, offers
from tui.paths import PathSuggester
from tui.recent import remember
from tui.screens.ask import AskScreen
from tui.screens.help import HelpScreen
from tui.screens.pick import Choice, PickScreen
from tui.screens.play import PlayScreen
from tui.screens.searching import SearchingScreen
from tui.screens.stepper import StepperScreen
from tui.stepper.changing import kinds_of_search

__all__ = ["HomeScreen"]

_HEADINGS = {"recent": "Lately", "own": "Your own", "game": "Games", "tree": "Trees"}

#: Nodes of a tree that is drawn in the preview.
_LARGEST = 200

#: What there is to do with a choice.
_PLAY, _STEP, _OTHERWISE, _ELSEWHERE = "play", "step", "otherwise", "elsewhere"


class HomeScreen(Screen[None]):
    """Lists trees, games and what was opened lately; typing shortens the list.

    ```
      plytrace
      type to shorten the list                     ▲ A
      Games                                    ┌────┼────┐
      ► tic-tac-toe   three in a row           …
    ```
    """

    ACTIONS: ClassVar[tuple[Action, ...]] = (
        Action(("down",), "↓", "move(1)", "Down", "Go down the list."),
        Action(("up",), "↑", "move(-1)", "Up", "Go up the list."),
        Action(("pagedown",), "PgDn", "move(10)", "Page down", "Go ten lines down."),
        Action(("pageup",), "PgUp", "move(-10)", "Page up", "Go ten lines up."),
        Action(("ctrl+n",), "Ctrl+N", "new_tree", "New tree", "Type a tree as a list.", "new tree"),
        Action(("ctrl+o",), "Ctrl+O", "open", "Open", "Open a file or a position.", "open"),
        Action(("f1",), "F1", "help", "Help", "List the keys.", "help"),
        Action(("escape",), "Esc", "leave", "Quit", "Leave plytrace.", "quit"),
    )
    BINDINGS: ClassVar[list[BindingType]] = bindings(ACTIONS)
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (100, "-wide")]  # noqa: RUF012

    def __init__(self) -> None:
        super().__init__()
        self._offers: list[Offer] = []
        self._shown: list[Offer | None] = []  # None where a heading stands

    def compose(self) -> ComposeResult:
        """The list, and what the choice looks like."""
        with Horizontal(id="title-line"):
            yield Static("plytrace", id="title")
            yield Static(f"{__version__}", id="status", markup=False)
        with Horizontal(id="home"):
            with Vertical(id="offers"):
                yield Input(placeholder="type to shorten the list, Enter opens", id="line")
                yield OptionList(id="choices")
            with VerticalScroll(id="preview", can_focus=False):
                yield Static(id="about-choice", markup=False)
                yield Static(id="drawn", markup=False)
        yield Footer(show_command_palette=False)

    def on_mount(self) -> None:
        """List everything."""
        self.query_one(OptionList).can_focus = False
        self._list()
        self.query_one(Input).focus()

    def on_screen_resume(self) -> None:
        """What was opened meanwhile stands first."""
        self._list()

    def _list(self) -> None:
        self._offers = offers()
        self._show(self.query_one(Input).value)

    @on(Input.Changed)
    def _shorten(self, event: Input.Changed) -> None:
        self._show(event.value)

    def _show(self, typed: str) -> None:
        words = typed.lower().split()
        found = [
            offer
            for offer in self._offers
            if all(word in f"{offer.title} {offer.about}".lower() for word in words)
        ]
        self._shown = []
        for at, offer in enumerate(found):
            if not at or found[at - 1].kind != offer.kind:
                self._shown.append(None)
            self._shown.append(offer)
        widest = max((len(offer.title) for offer in self._offers), default=0)
        widest = min(widest, 28)
        listed = self.query_one(OptionList)
        listed.clear_options()
        for at, entry in enumerate(self._shown):
            following = self._shown[at + 1] if entry is None else None
            if entry is None and following is not None:
                listed.add_option(Option(Text(_HEADINGS[following.kind], "dim"), disabled=True))
            elif entry is not None:
                listed.add_option(Option(_row(entry, widest)))
        if found:
            listed.highlighted = 1
        else:
            self.query_one("#about-choice", Static).update(
                f"Nothing here is called {typed!r}. Ctrl+O opens it as a source."
            )
            self.query_one("#drawn", Static).update("")

    @property
    def _chosen(self) -> Offer | None:
        at = self.query_one(OptionList).highlighted
        return self._shown[at] if at is not None and at < len(self._shown) else None

    @on(OptionList.OptionHighlighted)
    def _preview(self) -> None:
        offer = self._chosen
        if offer is None:
            return
        width = max(20, self.query_one("#preview").size.width - 4)
        self.query_one("#about-choice", Static).update(f"{offer.title}\n{offer.about}\n")
        try:
            told = _drawn(open_source(offer.source), width) if offer.source else ""
        except PlytraceError as error:
            told = str(error)
        self.query_one("#drawn", Static).update(told)

    def action_move(self, by: int) -> None:
        """Go up or down the list."""
        listed = self.query_one(OptionList)
        for _ in range(abs(by)):
            if by > 0:
                listed.action_cursor_down()
            else:
                listed.action_cursor_up()

    @on(Input.Submitted)
    def _enter(self) -> None:
        if self._chosen is not None:
            self._open(self._chosen)
        elif self.query_one(Input).value.strip():
            self.action_open(self.query_one(Input).value)

    @on(OptionList.OptionSelected)
    def _clicked(self) -> None:
        if self._chosen is not None:
            self._open(self._chosen)

    # Opening -----------------------------------------------------------------------------

    def _open(self, offer: Offer) -> None:
        if offer.kind == "own":
            if offer.title == "New tree":
                self.action_new_tree()
            else:
                self.action_open()
            return
        self._what_to_do(offer.source, offer.match)

    def _what_to_do(self, source: str, match: str) -> None:
        """Ask whether to play or to step, where there is a choice."""
        path = Path(source)
        try:
            if is_saved_trace(source):
                self._step_through(load(source), source)
                return
            if path.is_file() and (path.suffix == ".pgn" or _is_match(path)):
                self._play(load_match(path), source)
                return
            opened = open_source(source)
        except PlytraceError as error:
            self.notify(str(error), title=source, severity="error", timeout=12)
            return
        by = self._convention
        choices = [
            Choice("Step through a search", f"of {source}, by the convention {by}", _STEP),
            Choice("Step through another search", "choose search, convention or order", _OTHERWISE),
        ]
        if not isinstance(opened.game, HandTree):
            played = match or source
            choices = [
                Choice("Play", f"{played} against a search", _PLAY),
                *choices,
                Choice("Another position", "of this game", _ELSEWHERE),
            ]

        def take(what: str | None) -> None:
            if what == _PLAY:
                self._play_source(match or source)
            elif what == _STEP:
                self._search(source, {})
            elif what == _OTHERWISE:
                self._choose_search(source, opened)
            elif what == _ELSEWHERE:
                self.action_open(source)

        self.app.push_screen(PickScreen(source, choices), take)

    @property
    def _convention(self) -> str:
        settings = getattr(self.app, "settings", None)
        return settings.convention if settings is not None else "aima"

    def _choose_search(self, source: str, opened: Source) -> None:
        first = trace(opened, max_visits=1)

        def take(changed: dict[str, Any] | None) -> None:
            if changed is not None:
                self._search(source, changed)

        self.app.push_screen(PickScreen("Search by", kinds_of_search(first)), take)

    def _search(self, source: str, options: dict[str, Any]) -> None:
        """Search, and step through what was found."""

        def take(found: Trace | None) -> None:
            if found is not None:
                self._step_through(found, source)

        asked = {"convention": self._convention} | options
        self.app.push_screen(SearchingScreen(source, asked), take)

    def _step_through(self, found: Trace, source: str) -> None:
        remember(source)
        self.app.push_screen(StepperScreen(found))

    def _play_source(self, source: str) -> None:
        try:
            opened = open_source(source)
            match = Match(opened.game, source=opened.label)
        except PlytraceError as error:
            self.notify(str(error), title=source, severity="error", timeout=12)
            return
        self._play(match, source)

    def _play(self, match: Match, source: str) -> None:
        remember(source)
        self.app.push_screen(PlayScreen(match))

    def action_new_tree(self) -> None:
        """Ask for a tree as a list."""

        def read(text: str) -> Source:
            opened = open_source(text.strip())
            if not text.strip().startswith("[") or not isinstance(opened.game, HandTree):
                raise InvalidInput(f"{text.strip()!r}", expected="a list such as [[3,12],[2,4]]")
            return opened

        def take(opened: Source | None) -> None:
            if opened is not None:
                self._what_to_do(opened.label, "")

        hint = "lists in lists; numbers are leaves, MAX moves first: [[3,12,8],[2,4,6],[14,5,2]]"
        ask = AskScreen("New tree", read, start="", hint=hint, preview=_drawn)
        self.app.push_screen(ask, take)

    def action_open(self, start: str = "") -> None:
        """Ask for a file, a game or a position."""

        def read(text: str) -> str:
            source = text.strip()
            path = Path(source).expanduser()
            if path.is_file() and (
                is_saved_trace(path) or _is_match(path) or path.suffix == ".pgn"
            ):
                return str(path)
            open_source(source)
            return source

        def take(source: str | None) -> None:
            if source is not None:
                self._what_to_do(source, "")

        hint = "tree.yaml · lecture.trace · reversi:6 · tic-tac-toe@xo.|.x.|... · chess@FEN"
        ask = AskScreen("Open", read, start=start, hint=hint, completes=PathSuggester())
        self.app.push_screen(ask, take)

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


def _is_match(path: Path) -> bool:
    try:
        with path.open(encoding="utf-8") as file:
            return file.readline().strip() == HEAD
    except (OSError, UnicodeDecodeError):
        return False


def _drawn(opened: Source, width: int) -> str:
    """A tree before it is searched, or the board of a position."""
    game = opened.game
    if isinstance(game, HandTree) and len(game) <= _LARGEST:
        return draw_text(trace(opened, max_visits=1), step=0, width=width)
    if isinstance(game, HandTree):
        return f"{len(game):,} nodes"
    return game.draw(game.initial)


def _row(offer: Offer, widest: int) -> Table:
    table = Table.grid(padding=(0, 1), expand=True)
    table.add_column(width=1)
    table.add_column(width=widest, no_wrap=True, overflow="ellipsis")
    table.add_column(ratio=1, no_wrap=True, overflow="ellipsis")
    table.add_row("", Text(offer.title, "bold"), Text(offer.about, "dim"))
    return table
