"""Opening a source: what to do with it, how to search it, and the screen that follows."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from textual.screen import Screen

from engine.errors import InvalidInput, PlytraceError
from engine.match.match import Match
from engine.match.text_form import HEAD
from tracer import Trace, load
from tracer.archive import is_saved_trace
from tracer.matches import load_match
from tracer.plan import Plan, plan_for
from trees.hand_tree import HandTree
from trees.sources import open_source
from tui.beside import QUICK, Beside
from tui.paths import PathSuggester
from tui.recent import remember
from tui.screens.ask import AskScreen
from tui.screens.begin import Begin, BeginScreen, What
from tui.screens.pick import Choice, PickScreen
from tui.screens.play import PlayScreen
from tui.screens.reading import ReadingScreen
from tui.screens.searching import carry_out
from tui.screens.stepper import StepperScreen
from tui.searches import BackgroundSearch, SearchPlan

__all__ = ["Opener", "is_match"]

_Read = TypeVar("_Read")

_HINT = (
    "a file such as tree.yaml, lecture.trace or match.pgn; a game such as reversi:6 or "
    "connect-four:4,4; a position such as tic-tac-toe@xo.|.x.|... or chess@FEN"
)

#: What differs between two searches of one tree that are held against each other.
_COMPARED = ("search", "convention", "order")


class Opener(Screen[None]):
    """A screen from which anything can be opened."""

    def open_any(self, source: str, match: str = "") -> None:
        """Open a source: at once what was saved; for all else ask what to do with it.

        Args:
            source: a SOURCE, or the path of a saved trace or match.
            match: the SOURCE that a match starts from; empty for the same.
        """

        def take(found: Trace | Match | Plan) -> None:
            if isinstance(found, Trace):
                self._step_through(source, found)
            elif isinstance(found, Match):
                self._play(source, found, Path(source))
            else:
                self._offer(source, match or source, found)

        self._read(source, partial(_found_at, source, self._convention), take)

    def _offer(self, source: str, match: str, plan: Plan) -> None:
        """Ask what is to be done with a source."""
        deeds: tuple[What, ...] = ("step", "compare")
        if not isinstance(plan.game, HandTree):
            deeds = ("play", "step", "compare", "elsewhere")
        screen = BeginScreen(source, plan, deeds)
        self.app.push_screen(screen, partial(self._begin, source, match))

    def _read(
        self, source: str, read: Callable[[], _Read], then: Callable[[_Read], object]
    ) -> None:
        """Read something beside the screen: somebody's own game takes as long as it likes.

        Args:
            source: what it is called.
            read: reads it.
            then: is called with what was read, unless it was refused or the person gave up.
        """

        def take(done: Beside[_Read] | None) -> None:
            if done is None:
                return
            try:
                found = done.made()
            except PlytraceError as error:
                self.notify(str(error), title=source, severity="error", timeout=12, markup=False)
                return
            then(found)

        job = Beside(read)
        if job.is_done(within=QUICK):
            take(job)
        else:
            self.app.push_screen(ReadingScreen(source, job), take)

    @property
    def _convention(self) -> str:
        settings = getattr(self.app, "settings", None)
        return settings.convention if settings is not None else "aima"

    def _begin(self, source: str, match: str, begin: Begin | None) -> None:
        if begin is None:
            return
        if begin.what == "play":
            self._play_source(match)
        elif begin.what == "step":
            self._search(source, begin.plan.options())
        elif begin.what == "compare":
            self._compare(source, begin.plan)
        else:
            self.ask_for_source(source)

    # Searching ---------------------------------------------------------------------------

    def _search(self, source: str, options: dict[str, Any]) -> None:
        """Search, and step through what was found."""

        def plan() -> SearchPlan[Screen[None]]:
            return StepperScreen((yield BackgroundSearch(source, options)))

        self._carry_out(source, plan())

    def _carry_out(self, source: str, plan: SearchPlan[Screen[None]]) -> None:
        """Search as a plan asks, and open the screen that it makes."""

        def arrive(screen: Screen[None]) -> None:
            remember(source)
            self.app.push_screen(screen)

        def tell(refusal: BaseException | None) -> None:
            if refusal is not None:
                self.notify(str(refusal), title=source, severity="error", timeout=12, markup=False)

        carry_out(self.app, plan, arrive, tell, tells=True)

    def _step_through(self, source: str, found: Trace) -> None:
        remember(source)
        self.app.push_screen(StepperScreen(found))

    def _compare(self, source: str, plan: Plan) -> None:
        """Choose another search, run both, and show them side by side."""
        choices = [
            Choice(f"{field.name} {one.shown}", one.about, plan.choosing(field.name, one.value))
            for field in plan.fields()
            if field.name in _COMPARED
            for one in field.values
            if one != plan.value(field)
        ]

        def take(other: Plan | None) -> None:
            if other is not None:
                self._search_both(source, plan.options(), other.options())

        self.app.push_screen(PickScreen("Compare with", choices), take)

    def _search_both(self, source: str, left: dict[str, Any], right: dict[str, Any]) -> None:
        def plan() -> SearchPlan[Screen[None]]:
            from tui.screens.side_by_side import SideBySideScreen  # late: few open it

            first = yield BackgroundSearch(source, left)
            second = yield BackgroundSearch(source, right)
            return SideBySideScreen(first, second)

        self._carry_out(source, plan())

    # Playing -----------------------------------------------------------------------------

    def _play_source(self, source: str) -> None:
        def read() -> Match:
            opened = open_source(source)
            return Match(opened.game, source=opened.label)

        self._read(source, read, partial(self._play, source))

    def _play(self, source: str, match: Match, path: Path | None = None) -> None:
        remember(source)
        self.app.push_screen(PlayScreen(match, path))

    # Asking ------------------------------------------------------------------------------

    def ask_for_source(self, start: str = "") -> None:
        """Ask for a file, a game or a position, and open it."""

        def take(source: str | None) -> None:
            if source is not None:
                self.open_any(source)

        ask = AskScreen(
            "Open",
            _read_source,
            start=start,
            hint=_HINT,
            completes=PathSuggester(),
            beside=True,
        )
        self.app.push_screen(ask, take)


def _read_source(text: str) -> str:
    """A SOURCE, or the path of something that was saved, with `~` for the home folder."""
    source = text.strip()
    if source == "-":
        raise InvalidInput(
            "standard input is the keyboard here", expected="a file, a game or a position"
        )
    path = Path(source).expanduser()
    if source.startswith("~") and path.exists():
        source = str(path)
    if path.exists() and not path.is_file():  # a pipe would keep the screen waiting
        raise InvalidInput("a folder, not a file", where=source, expected="a file in it")
    if not (is_saved_trace(source) or is_match(path)):
        open_source(source)
    return source


def _found_at(source: str, convention: str) -> Trace | Match | Plan:
    """What was saved in a file, or how any other source is usually searched.

    Raises:
        PlytraceError: it cannot be opened, or no search takes it.
    """
    if is_saved_trace(source):
        return load(source)
    path = Path(source)
    return load_match(path) if is_match(path) else plan_for(open_source(source).game, convention)


def is_match(path: Path) -> bool:
    """Whether a file holds a match: one of ours, or chess in PGN."""
    if path.suffix == ".pgn":
        return path.is_file()
    try:
        with path.open(encoding="utf-8") as file:
            return file.readline(len(HEAD) + 2).strip() == HEAD
    except (OSError, ValueError):
        return False
