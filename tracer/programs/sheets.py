"""From programs to answer sheets: each is run over the problems of a key, and watched."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import Any, Final

from engine.errors import InvalidInput, PlytraceError, UsageError
from tracer.check.key import AnyKey
from tracer.check.problem import Problem
from tracer.check.problem_set import ProblemSet
from tracer.check.sheet import Sheet
from tracer.check.variants import Variants
from tracer.programs.handed import HandedIn, laid_out
from tracer.programs.nodes import Nodes
from tracer.programs.running import Asked, Limits, Run, run_program
from tracer.programs.watched import watched
from tracer.run import as_asked

__all__ = ["Watching", "sheets_of_programs"]

#: Characters of what a program printed that are told beside what went wrong.
_MOST_OUTPUT: Final = 200
#: What a shape says of a program, at most.
_MOST_NOTES: Final = 12


@dataclass(frozen=True)
class Watching:
    """How programs are run.

    Args:
        limits: what they may use.
        shape: their shape; None for what the key says, or whichever they have.
        function: the function that is called; None for what the key says, or the usual names.
    """

    limits: Limits = field(default_factory=Limits)
    shape: str | None = None
    function: str | None = None

    def sheet(self, program: HandedIn, key: AnyKey) -> Sheet:
        """The sheet that a program makes. Whatever it does, this hands one back.

        Args:
            program: the program.
            key: the key.

        Raises:
            PlytraceError: the key is at fault, and not the program.
        """
        whose = program.whose()
        blank = Sheet(program.name, whose.get("student", ""), variant=whose.get("variant", ""))
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
            return replace(blank, sections=sections)
        return self._answered(program, key, blank)

    def _answered(self, program: HandedIn, problem: Problem, sheet: Sheet) -> Sheet:
        """A sheet with the answers to one problem."""
        asked = self._asked(problem)
        try:
            with laid_out(program) as folder:
                run = run_program(folder, asked, self._limits(problem))
        except InvalidInput as error:
            return replace(sheet, error=str(error))
        return sheet_of_run(run, problem, sheet)

    def _limits(self, problem: Problem) -> Limits:
        """The limits, which leave a program time enough to be late."""
        needed = 2 * (problem.seconds or 0)
        return replace(self.limits, seconds=max(self.limits.seconds, needed))

    def _asked(self, problem: Problem) -> Asked:
        if problem.kind != "search":
            raise UsageError(
                f"{problem.label} is about {problem.kind}", expected="a search, which programs do"
            )
        told = as_asked(problem.source, problem.search, problem.accept[0], **problem.options)
        settings = told.settings
        return Asked(
            told.game,
            told.search,
            settings.depth_limit(told.game),
            settings.rounds,
            settings.window,
            self.shape or problem.shape,
            self.function or problem.function,
        )


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
    seen = watched(run.calls, nodes)
    returned = run.returned
    told = returned.get("notes") or ()
    notes = [*(str(one)[: _MOST_OUTPUT * 2] for one in [*told][:_MOST_NOTES]), *seen.remarks]
    answers: dict[str, Any] = {}
    if seen.visits:
        answers["visits"] = nodes.names(seen.visits)
    else:
        notes.append("it asked nothing of the game, so no order of visits was seen")
    answers |= _values(returned, nodes)
    counts = returned["counts"] or ({"visited": len(seen.visits)} if _asks_counts(problem) else {})
    if counts:
        answers["counts"] = counts
    if problem.seconds is not None:
        answers["time"] = f"{float(returned['seconds']):.6f}"
    return replace(sheet, answers=answers, notes=tuple(f"the program: {one}" for one in notes))


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
    output = " ".join(run.output.split())
    if output:
        told += f"; it printed: {output[:_MOST_OUTPUT]}" + ("…" if output[_MOST_OUTPUT:] else "")
    return told


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
        yield from (watching.sheet(one, key) for one in waiting)
        return
    with ThreadPoolExecutor(jobs) as pool:
        running: list[Future[Sheet]] = []
        try:
            for one in islice(waiting, jobs):
                running.append(pool.submit(watching.sheet, one, key))
            while running:
                yield running.pop(0).result()
                for one in islice(waiting, 1):
                    running.append(pool.submit(watching.sheet, one, key))
        finally:
            for future in running:
                future.cancel()
