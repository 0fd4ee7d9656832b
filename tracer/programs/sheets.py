"""From programs to answer sheets: each is run over the problems of a key, and watched."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import islice
from typing import Any, Final

from engine.errors import InvalidInput, PlytraceError
from engine.search import find_search
from tracer.check.key import AnyKey
from tracer.check.problem import Problem
from tracer.check.problem_set import ProblemSet
from tracer.check.record import OF_PROGRAM
from tracer.check.sheet import Sheet
from tracer.check.variants import Variants
from tracer.programs.handed import HandedIn, laid_out
from tracer.programs.nodes import Nodes
from tracer.programs.running import MEDDLED, Asked, Limits, Run, Stopped, run_program
from tracer.programs.shapes import parent_shape, searches_of
from tracer.programs.watched import watched
from tracer.run import as_asked

__all__ = ["Watching", "sheets_of_programs"]

#: Characters of what a program printed that are told beside what went wrong.
_MOST_OUTPUT: Final = 200


@dataclass(frozen=True)
class Watching:
    """How programs are run.

    Args:
        limits: what they may use.
        shape: their shape; None for what the key says, or whichever they have.
        function: the function that is called; None for what the key says, or the usual names.
        running: is told many times a second which program runs.
        stop: set by whoever wants no more of it: programs that run are ended.
    """

    limits: Limits = field(default_factory=Limits)
    shape: str | None = None
    function: str | None = None
    running: Callable[[str], object] = str
    stop: threading.Event = field(default_factory=threading.Event)
    _known: dict[int, tuple[Problem, Asked]] = field(default_factory=dict, init=False)

    def check(self, key: AnyKey) -> None:
        """Refuse a key that no program can be held against, before any is run.

        Args:
            key: the key; of variants, none is read.

        Raises:
            PlytraceError: it is not about searches, or about one that no shape knows.
        """
        if isinstance(key, ProblemSet):
            searches = [one for one in key.problems.values() if one.kind == "search"]
            if not searches:
                raise InvalidInput(
                    f"{key.label} has no problem about a search", expected="one that programs do"
                )
            for one in searches:
                self._asked(one)
        elif not isinstance(key, Variants):
            self._asked(key)

    def sheet(self, program: HandedIn, key: AnyKey) -> Sheet:
        """The sheet that a program makes. Whatever it does, this hands one back.

        Args:
            program: the program.
            key: the key.

        Raises:
            PlytraceError: the key is at fault, and not the program.
            Stopped: nobody wants it any more.
        """
        whose = program.whose()
        blank = Sheet(program.name, whose.get("student", ""), variant=whose.get("variant", ""))
        if program.error:
            return replace(blank, error=program.error)
        if isinstance(key, Variants):
            try:
                key = key.read(key.file_for(blank))
            except PlytraceError as error:
                return replace(blank, error=str(error))
        if isinstance(key, ProblemSet):
            sections = {
                number: self._answered(program, problem, Sheet(program.name))
                for number, problem in key.problems.items()
                if problem.kind == "search"
            }
            notes = tuple(
                f"{OF_PROGRAM}no program answers problem {number}, about {_KINDS[problem.kind]}"
                for number, problem in key.problems.items()
                if problem.kind != "search"
            )
            return replace(blank, sections=sections, notes=notes)
        return self._answered(program, key, blank)

    def _answered(self, program: HandedIn, problem: Problem, sheet: Sheet) -> Sheet:
        """A sheet with the answers to one problem."""
        asked = self._asked(problem)
        try:
            with laid_out(program) as folder:
                tick = partial(self._tick, program.name)
                run = run_program(folder, asked, self._limits(problem), tick)
        except InvalidInput as error:
            return replace(sheet, error=str(error))
        return sheet_of_run(run, problem, sheet)

    def _tick(self, name: str) -> bool:
        self.running(name)
        return not self.stop.is_set()

    def _limits(self, problem: Problem) -> Limits:
        """The limits, which leave a program time enough to be late."""
        needed = 2 * (problem.seconds or 0)
        return replace(self.limits, seconds=max(self.limits.seconds, needed))

    def _asked(self, problem: Problem) -> Asked:
        """What programs are asked; a class of them is asked the same."""
        known = self._known.get(id(problem))
        if known is not None and known[0] is problem:
            return known[1]
        if problem.kind != "search":
            raise InvalidInput(
                f"{problem.label} is about {_KINDS[problem.kind]}",
                expected="a search, which programs do",
            )
        told = as_asked(problem.source, problem.search, problem.accept[0], **problem.options)
        settings = told.settings
        shape, function = self.shape or problem.shape, self.function or problem.function
        if function is None:
            self._refuse_unknown(told.search, shape)
        if shape is not None:
            parent_shape(shape).check(told.game)
        game = find_search(told.search).prepare(told.game, settings)
        asked = Asked(
            game,
            told.search,
            settings.depth_limit(game),
            settings.rounds,
            settings.window,
            shape,
            function,
        )
        if len(self._known) >= _MOST_KNOWN:  # a key a student
            self._known.clear()
        self._known[id(problem)] = problem, asked
        return asked

    @staticmethod
    def _refuse_unknown(search: str, shape: str | None) -> None:
        """Refuse a search for which no function of programs has a name."""
        known = searches_of(shape)
        if search not in known:
            whose = f"programs of shape {shape}" if shape else "programs"
            raise InvalidInput(
                f"no function of {whose} is known for the search {search}",
                expected=", ".join(known),
                hint="Or name it with --function, or function: in the key",
            )


#: Problems that are kept as they are asked.
_MOST_KNOWN: Final = 64
#: Parts that are not seen from outside.
_SEEN_BY_NONE: Final = ("values", "windows", "cutoffs")
_KINDS: Final = {"matrix": "a payoff matrix", "mcts": "an MCTS run by hand"}


def sheet_of_run(run: Run, problem: Problem, sheet: Sheet) -> Sheet:
    """What a program did, as a sheet.

    Args:
        run: what was seen of it.
        problem: what it was asked.
        sheet: whose it is.
    """
    nodes = run.nodes
    if run.fault or nodes is None or run.returned is None:
        return replace(sheet, error=_told_of_fault(run, sheet.name))
    seen = watched(run.calls, nodes, goes_back=problem.search == "pvs")
    returned = run.returned
    notes = [*returned["notes"], *seen.remarks]
    notes += [f"it tried to {one}, which it may not" for one in run.tried]
    answers: dict[str, Any] = {}
    try:
        said = parent_shape(run.shape).said(nodes.game, problem, returned["more"])
    except (TypeError, ValueError, LookupError, AttributeError):
        return replace(sheet, error=f"{sheet.name}: {MEDDLED}")
    if said is not None:
        if said.error:
            return replace(sheet, error=f"{sheet.name}: {said.error}{_printed(run)}")
        answers |= said.answers
        notes += said.notes
    elif seen.visits:
        answers["visits"] = nodes.names(seen.visits)
    else:
        notes.append("it asked nothing of the game, so no order of visits was seen")
    answers |= _values(returned, nodes)
    counts = returned["counts"]
    if not counts and said is None and _asks_counts(problem):
        counts = {"visited": len(seen.visits)}
    if counts:
        answers["counts"] = counts
    if problem.seconds is not None:
        answers["time"] = f"{float(returned['seconds']):.6f}"
    untold = [one for one in _untold(problem, run.shape) if one not in answers]
    if untold:
        notes.append(
            f"programs of shape {run.shape}, called as here, do not tell {_listed(untold)}"
        )
    return replace(sheet, answers=answers, notes=tuple(OF_PROGRAM + one for one in notes))


def _untold(problem: Problem, shape: str) -> list[str]:
    """The parts that are asked for and that a program cannot be expected to tell."""
    kept = (*_SEEN_BY_NONE, *parent_shape(shape).untold)
    return [part for part in problem.parts or () if part in kept]


def _listed(names: Sequence[str]) -> str:
    return " or ".join(filter(None, (", ".join(names[:-1]), names[-1])))


def _asks_counts(problem: Problem) -> bool:
    return "counts" in (problem.parts or {})


def _values(returned: Any, nodes: Nodes) -> dict[str, Any]:
    """The utility, the move and the line, as far as the program says them."""
    answers: dict[str, Any] = {}
    if returned["value"] is not None:
        answers["utility"] = returned["value"]
    move = returned["move"]
    if move is not None:
        names = nodes.move_names(0)
        answers["move"] = names[move] if 0 <= move < len(names) else returned["shown"]
    if returned["line"] is not None:
        line: list[str] = []
        at = 0
        for place in returned["line"]:
            line.append(nodes.move_names(at)[place])
            at = nodes.child(at, place)
        answers["line"] = line
    return answers


def _told_of_fault(run: Run, name: str) -> str:
    """Why there is nothing to mark, how far it came, and what it printed."""
    told = f"{name}: {run.fault}"
    if run.nodes is not None and run.calls:
        visits = watched(run.calls, run.nodes).visits
        if visits:
            told += f"; it had made {len(visits):,} visits, {run.nodes.name(visits[-1])} the last"
    return told + _printed(run)


def _printed(run: Run) -> str:
    """What it printed, to stand behind what went wrong."""
    output = " ".join(run.output.split())
    if not output:
        return ""
    return f"; it printed: {output[:_MOST_OUTPUT]}" + ("…" if output[_MOST_OUTPUT:] else "")


def sheets_of_programs(
    programs: Iterable[HandedIn],
    key: AnyKey,
    watching: Watching,
    *,
    jobs: int = 1,
    done: Collection[str] = (),
) -> Iterator[Sheet]:
    """The sheets of programs, in their order; some are run ahead of being asked for.

    Args:
        programs: the programs.
        key: the key.
        watching: how they are run.
        jobs: how many run at once.
        done: the names of programs that are passed over.

    Raises:
        PlytraceError: the key is at fault, and not a program.
    """
    waiting = (one for one in programs if one.name not in done)
    if jobs <= 1:
        with suppress(Stopped):
            yield from (watching.sheet(one, key) for one in waiting)
        return
    with ThreadPoolExecutor(jobs) as pool:
        running: deque[Future[Sheet]] = deque()
        try:
            for one in islice(waiting, jobs):
                running.append(pool.submit(watching.sheet, one, key))
            while running:
                sheet = running.popleft().result()
                for one in islice(waiting, 1):
                    running.append(pool.submit(watching.sheet, one, key))
                yield sheet
        except Stopped:
            return
        finally:
            if running:  # nobody wants the rest
                watching.stop.set()
            for future in running:
                future.cancel()
