"""Opening sources: what was typed or chosen, and trees that are typed or generated."""

from __future__ import annotations

import os
import random
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from textual.screen import Screen
from textual.suggester import Suggester

from engine.errors import InvalidInput, PlytraceError
from engine.match.match import Match
from engine.running.control import Control
from tracer import Trace
from tracer.archive import Reopened, is_saved_trace, load
from tracer.ask.letter_line import set_first_number
from tracer.generate import Generated
from tracer.generate.order_reading import generate_typed
from tracer.generate.tree_writers import facts_line, inline_text
from tracer.hands.next_tree import NextTree
from tracer.hands.suitable import MOST_VISITS, check_suitable
from tracer.runs.unsearched import draw_unsearched
from tracer.worked.sources import open_worked_run
from tracer.worked.worked_run import WorkedRun
from trees.hand_tree import HandTree
from trees.sources import Source, open_source
from tui.appearance.theme import uses_ascii
from tui.background import QUICK, BackgroundJob, BackgroundSearch, SearchPlan
from tui.dialogs.pick_list import PickItem, PickListScreen
from tui.dialogs.progress import ReadProgressScreen, run_search_plan
from tui.dialogs.prompt import PromptScreen
from tui.saved.match_files import is_match_file, load_match
from tui.saved.recent import remember_source
from tui.screens.home.offers import SAMPLE
from tui.screens.home.search_form import Purpose, SearchForm, SearchFormScreen, form_for
from tui.screens.lessons.lesson_list_screen import LessonListScreen
from tui.screens.play.play_screen import PlayScreen
from tui.screens.screen_base import HelpedScreen
from tui.screens.stepper.side_by_side_screen import SideBySideScreen
from tui.screens.stepper.stepper_screen import StepperScreen
from tui.screens.worked_screen import WorkedScreen
from tui.terminal.served_mode import check_source, is_served

_Read = TypeVar("_Read")

_SERVED_HINT = (
    "Type a game such as reversi:6 or connect-four:4,4; or a position such as "
    "tic-tac-toe@xo.|.x.|... or chess@FEN."
)
_HINT = (
    "Type a file such as tree.yaml, lecture.trace or match.txt; a game such as reversi:6 or "
    "connect-four:4,4; or a position such as tic-tac-toe@xo.|.x.|... or chess@FEN."
)

#: Options in which two compared searches may differ.
_COMPARED = ("search", "convention", "order")


class SourceOpener:
    """Opens any source from a screen."""

    def __init__(self, screen: HelpedScreen[None]) -> None:
        self._screen = screen
        self._app = screen.app
        self._notify = screen.notify

    def open_any(self, source: str, match: str = "") -> None:
        """Open a trace, match, MCTS run or matrix at once; else ask what to do with the source."""

        def take(found: Reopened[Trace] | Match | WorkedRun | SearchForm) -> None:
            if isinstance(found, Reopened):
                if found.note:
                    self._notify(found.note, title=source, severity="warning", markup=False)
                self._open_screen(source, StepperScreen(found.trace))
            elif isinstance(found, WorkedRun):
                self._open_screen(source, WorkedScreen(found))
            elif isinstance(found, Match):
                self._open_screen(source, PlayScreen(found, Path(source)))
            else:
                self._offer(source, match or source, found)

        control = Control()
        read = partial(_found_at, source, self._convention, control)
        self._read(source, read, take, control.cancel)

    def _offer(self, source: str, match: str, form: SearchForm) -> None:
        """Ask what to do with a source."""
        purposes: tuple[Purpose, ...] = ("step", "work", "compare")
        if not isinstance(form.game, HandTree):
            purposes = ("play", "step", "work", "compare", "elsewhere")
        screen = SearchFormScreen(source, form, purposes)
        self._screen.ask(screen, partial(self._act_on, source, match))

    def _read(
        self,
        source: str,
        read: Callable[[], _Read],
        then: Callable[[_Read], object],
        give_up: Callable[[], object] = bool,
    ) -> None:
        """Read a source in a thread: a custom game may be slow to load."""

        def take(done: BackgroundJob[_Read] | None) -> None:
            if done is None:
                give_up()
                return
            try:
                found = done.result()
            except PlytraceError as error:
                self._show_error(source, error)
                return
            then(found)

        job = BackgroundJob(read).start()
        if job.is_done(within=QUICK):
            take(job)
        else:
            self._app.push_screen(ReadProgressScreen(source, job), take)

    @property
    def _convention(self) -> str:
        return self._app.settings.convention

    def _act_on(self, source: str, match: str, chosen: tuple[Purpose, SearchForm]) -> None:
        purpose, form = chosen
        if purpose == "play":
            self._play_source(match)
        elif purpose == "step":
            self._open_searched(source, self._search(source, form.options()))
        elif purpose == "work":
            self._open_searched(source, self._work(source, form.options()))
        elif purpose == "compare":
            self._compare(source, form)
        else:
            self.ask_for_source(source)

    # Searching ---------------------------------------------------------------------------

    def _search(self, source: str, options: dict[str, Any]) -> SearchPlan[Screen[None]]:
        opened = set_first_number(source, options)
        return StepperScreen((yield BackgroundSearch(opened, options, source)))

    def _work(self, source: str, options: dict[str, Any]) -> SearchPlan[Screen[None]]:
        """Search as far as a search by hand could go, and return the screen for it."""
        # Late: few open it.
        from tracer.hands.session import HandSession
        from tui.screens.stepper.hands_screen import HandsScreen

        budget = {**options, "max_visits": MOST_VISITS}
        right = yield BackgroundSearch(set_first_number(source, options), budget, source)
        check_suitable(right)
        return HandsScreen(HandSession(right))

    def learn(self) -> None:
        """Open the list of lessons."""
        self._app.push_screen(LessonListScreen())

    def practise(self) -> None:
        """Make a tree that shows the student's commonest mistake, and open it to be worked."""
        # Late: few open it.
        from tracer.hands.session import HandSession
        from tui.saved.mistakes import make_practice_tree
        from tui.screens.stepper.hands_screen import HandsScreen

        def take(tree: NextTree) -> None:
            session = HandSession(tree.right)
            self._app.push_screen(HandsScreen(session, about=tree.purpose, tests=tree.tests))

        self._read("Practice", partial(make_practice_tree, self._convention), take)

    def _open_searched(self, source: str, plan: SearchPlan[Screen[None]]) -> None:
        end, refuse = partial(self._open_screen, source), partial(self._show_error, source)
        run_search_plan(self._app, plan, end, refuse, shows_errors=True)

    def _open_screen(self, source: str, screen: Screen[None]) -> None:
        remember_source(source)
        self._app.push_screen(screen)

    def _show_error(self, source: str, error: BaseException | None) -> None:
        if error is not None:
            self._notify(str(error), title=source, severity="error", timeout=12, markup=False)

    def _compare(self, source: str, form: SearchForm) -> None:
        """Choose another search, run both, and show them side by side."""
        options = form.options()
        choices = [
            PickItem(f"{name} {one.title}", one.about, form.choosing(name, one.value))
            for name, values in form.fields().items()
            if name in _COMPARED
            for one in values
            if one.value != options[name]
        ]

        def take(other: SearchForm) -> None:
            self._open_searched(source, self._search_both(source, options, other.options()))

        self._screen.ask(PickListScreen("Compare with", choices), take)

    def _search_both(
        self, source: str, left: dict[str, Any], right: dict[str, Any]
    ) -> SearchPlan[Screen[None]]:
        opened = set_first_number(source, left)
        first = yield BackgroundSearch(opened, left, source)
        second = yield BackgroundSearch(opened, right, source)
        return SideBySideScreen(first, second)

    # Playing -----------------------------------------------------------------------------

    def _play_source(self, source: str) -> None:
        def read() -> Match:
            check_source(source)
            opened = open_source(source)
            return Match(opened.game, source=opened.label)

        self._read(source, read, lambda match: self._open_screen(source, PlayScreen(match)))

    # Asking ------------------------------------------------------------------------------

    def ask_for_source(self, start: str = "") -> None:
        """Ask for a file, a game or a position, and open it."""
        prompt = PromptScreen(
            "Open",
            _read_source,
            start=start,
            hint=_SERVED_HINT if is_served() else _HINT,
            completes=None if is_served() else PathSuggester(),
            in_thread=True,
        )
        self._screen.ask(prompt, self.open_any)

    def ask_for_new_tree(self) -> None:
        """Ask for a tree as nested lists."""
        hint = f"Type nested lists. Numbers or a letter are leaves; MAX moves first: {SAMPLE}"
        draw = partial(_as_text, self._screen)
        prompt = PromptScreen("New tree", _read_tree, hint=hint, preview=draw)
        self._screen.ask(prompt, lambda opened: self.open_any(opened.label))

    def ask_for_random_tree(self) -> None:
        """Ask for the parameters of a random tree."""
        start = f"plies 3, branching 2..3, cutoffs 1..4, unique, seed {random.randrange(10_000)}"
        draw = partial(_made_as_text, self._screen)
        prompt = PromptScreen("Random tree", generate_typed, start=start, hint=_ALSO, preview=draw)
        self._screen.ask(prompt, lambda made: self.open_any(inline_text(made).strip()))


def _read_source(text: str) -> str:
    """Return the SOURCE or the path of a saved file; `~` is the home folder."""
    source = text.strip()
    check_source(source)
    if source == "-":
        raise InvalidInput(
            "standard input cannot be read on this screen", expected="a file, a game or a position"
        )
    path = Path(source).expanduser()
    is_there = os.path.exists(path)  # noqa: PTH110 - False if the name is too long for the system
    if source.startswith("~") and is_there:
        source = str(path)
    if is_there and not path.is_file():  # a pipe would block the screen
        raise InvalidInput("this is not a file", where=source, expected="a file in it")
    if is_saved_trace(source) or is_match_file(path):
        return source
    if open_worked_run(source) is None:
        set_first_number(source, {})  # its errors
    return source


def _found_at(
    source: str, convention: str, control: Control | None = None
) -> Reopened[Trace] | Match | WorkedRun | SearchForm:
    """Load a saved file, a run or a matrix, or return the default search of any other source."""
    check_source(source)
    if is_saved_trace(source):
        return load(source, Trace, control)
    path = Path(source)
    if is_match_file(path):
        return load_match(path)
    worked = open_worked_run(source)
    if worked is not None:
        return worked
    opened = set_first_number(source, {})
    return form_for(opened.game, opened.convention or convention)


#: Further entries for a random tree.
_ALSO = "Separate entries with commas. Also: root min, values 0..9, distinct, deep, chance 1."


def _read_tree(text: str) -> Source:
    if text.strip().startswith("["):
        opened = open_source(text.strip(), letters=True)
        if isinstance(opened.game, HandTree):
            set_first_number(opened, {})  # its errors
            return opened
    raise InvalidInput(f"{text.strip()!r} is not a tree", expected="a list such as [[3,12],[2,4]]")


def _made_as_text(screen: HelpedScreen[None], made: Generated, width: int) -> str:
    drawn = _as_text(screen, Source("", made.tree, "tree", ""), width)
    return f"{drawn}\n\n{facts_line(made)}.\n{_ALSO}"


def _as_text(screen: HelpedScreen[None], opened: Source, width: int) -> str:
    rows = draw_unsearched(opened.game, width=width, ascii=uses_ascii(screen))
    return "\n".join("".join(run.text for run in row).rstrip() for row in rows)


class PathSuggester(Suggester):
    """Suggests the first file or folder that matches the typed text."""

    def __init__(self) -> None:
        super().__init__(use_cache=False, case_sensitive=True)

    async def get_suggestion(self, value: str) -> str | None:
        """Return a completion of the line; None if no file matches."""
        folder, slash, start = value.rpartition("/")
        where = Path(f"{folder}{slash}" or ".").expanduser()
        try:
            names = sorted(
                entry.name + ("/" if entry.is_dir() else "")
                for entry in where.iterdir()
                if entry.name.startswith(start) and (start or not entry.name.startswith("."))
            )
        except OSError:
            return None
        return f"{folder}{slash}{names[0]}" if names else None
