"""Running a search from the command line, with progress and Ctrl-C."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic
from typing import TypeVar

from engine.running.control import BUDGETS, Control, StopReason
from tracer.archive import load
from tracer.recording.recording import Recording
from tracer.runs.forecasts import scale_warning
from tracer.runs.run import counted, trace
from tracer.runs.search_trace import Counted, Trace
from tracer.steps.result_words import LONG, depth_advice
from tracer.text.numbers import show_count
from trees.sources import Source, open_source
from tui.cli.shared.options import SearchOptions, refuse_search_options, with_usual_depth
from tui.terminal.interrupts import cancel_on_ctrl_c
from tui.terminal.output import Progress, inform

_Result = TypeVar("_Result", bound=Recording)


def run(source: str | Source, options: SearchOptions) -> Trace:
    """Run a search and report progress if it takes long; Ctrl-C keeps the partial trace."""
    searches = Searches()
    return searches.run(*searches.open_at_usual_depth(source, options))


class Searches:
    """The searches of one command: they share a progress line and print each note once."""

    def __init__(self, *, on_pipe: bool = False) -> None:
        self._progress = Progress("searching", None, on_pipe=on_pipe)
        self._said: set[str] = set()

    def run(self, source: str | Source, options: SearchOptions) -> Trace:
        """Run a search and keep its trace."""
        return self._run(trace, source, options)

    def run_counted(self, source: str | Source, options: SearchOptions) -> Counted:
        """Run a search, but keep only the counts and the best line."""
        return self._run(counted, source, options)

    def open_at_usual_depth(
        self, source: str | Source, options: SearchOptions
    ) -> tuple[Source, SearchOptions]:
        """Open a source, and limit its depth as `with_usual_depth` does; a note says so."""
        opened = open_source(source)
        limited = with_usual_depth(options, opened.game)
        depth = limited.get("depth")
        if depth is not None and options.get("depth") is None:
            self.say(
                f"{opened.game} is searched to a depth of {depth} plies; "
                "choose another with --depth, or --depth inf for the whole game"
            )
        return opened, limited

    def say(self, note: str) -> None:
        """Print a note, unless it was printed before."""
        if note not in self._said:
            self._said.add(note)
            inform(f"note: {note}")

    def _run(
        self, search: Callable[..., _Result], source: str | Source, options: SearchOptions
    ) -> _Result:
        search_name, most_visits = options.get("search"), options.get("max_visits")
        named = f" by {search_name}" if search_name else ""
        # Outside: Ctrl-C while reading standard input ends the program.
        opened = open_source(source)
        self._progress.begin(f"searching{named}", most_visits)
        is_limited = options.get("depth") is not None
        advice = "" if is_limited else depth_advice(opened.game, search_name)
        began = monotonic()

        def report(visits: int) -> None:
            self._progress(visits, advice if monotonic() - began > LONG else "")

        control = Control(most_visits, report, options.get("seconds"), options.get("memory"))
        asked = {name: value for name, value in options.items() if name not in BUDGETS}
        with self._progress, cancel_on_ctrl_c(control.cancel):
            result = search(opened, control=control, **asked)
        for note in notes_on(result):
            self.say(note)
        return result


def load_saved(path: str, options: SearchOptions) -> Trace:
    """Search a saved trace again, without further options; report progress if it takes long."""
    refuse_search_options(options, f"{path} is a saved trace, which has its own search options")
    progress = Progress("searching again", None)
    control = Control(on_progress=progress)
    with progress, cancel_on_ctrl_c(control.cancel):
        reopened = load(path, Trace, control)
    if reopened.note:
        inform(f"note: {path}: {reopened.note}")
    return reopened.trace


def notes_on(trace: Recording) -> list[str]:
    """Return the notes on a finished search."""
    notes = list(trace.game.warnings)
    if trace.stopped:
        what = "the trace is" if trace.has_visits else "the counts are"
        visits = show_count(trace.counts.visited, "visit")
        why = f"stopped after {visits} {trace.stopped.description}"
        if trace.stopped is StopReason.MEMORY:
            ways = filter(
                None, [depth_advice(trace.game, trace.search), "allow more with --memory"]
            )
            why = f"stopped at {visits}, its ceiling of memory: {', or '.join(ways)}"
        notes.append(f"{why}; {what} partial")
    if note := scale_warning(trace):
        notes.append(note)
    return notes
