"""Makes answer sheets of programs: each is run and watched on the problems of a key."""

from __future__ import annotations

import json
import re
import threading
from collections import Counter, deque
from collections.abc import Callable, Collection, Iterable, Iterator, MutableMapping
from concurrent.futures import CancelledError, ThreadPoolExecutor
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import chain, count
from pathlib import Path, PurePath
from typing import Any, Final, TypeAlias

from engine.errors import InvalidInput, PlytraceError
from engine.search import find_search
from tracer.files.atomic_files import write_atomically
from tracer.jobs import ENDED_WORKERS, Cluster, Result, SharedTask, is_wanted, results_in_order
from tracer.marking.batch import mark_sheet
from tracer.marking.grading.make_grader import AnyGrader, grader_of
from tracer.marking.keys.key import AnyKey, PlacedKey, pack_key, place_key
from tracer.marking.keys.problem import Problem
from tracer.marking.keys.problem_set import ProblemSet
from tracer.marking.keys.variants import Variants
from tracer.marking.reading.sheet import Sheet, reason_for
from tracer.marking.results.record import OF_PROGRAM, MarkedSheet
from tracer.programs.adapters import read_adapter
from tracer.programs.run_sheet import sheet_of_run
from tracer.programs.running import (
    Limits,
    ProgramRun,
    RunRequest,
    RunStopped,
    run_program,
)
from tracer.programs.shapes import find_shape, parts_of, searches_of
from tracer.programs.submissions import (
    PackedSubmission,
    Submission,
    pack_submission,
    submission_folder,
)
from tracer.questions import PARTS
from tracer.runs.run import request_search
from tracer.text.printable_text import join_names


@dataclass
class _ProgramState:
    """What is known of a program from its runs so far."""

    packed: PackedSubmission
    #: Answers about the file, whatever the tree.
    of_file: dict[str, Any] = field(default_factory=dict)
    #: Its sheets on fresh trees by identity, since problems of a set share these trees.
    on_fresh: dict[int, Sheet] = field(default_factory=dict)
    #: How many of its runs took too long.
    timeouts: int = 0
    #: Why it cannot be run at all: it does not even load within its limits.
    error: str = ""


@dataclass(frozen=True)
class ProgramRunner:
    """Runs programs on the problems of a key."""

    limits: Limits = field(default_factory=Limits)
    #: Their shape; None for the key's, or to detect it.
    shape: str | None = None
    #: Name of the function to call; None for the key's, or the usual names.
    function: str | None = None
    #: Function called many times a second with the name of the running program.
    running: Callable[[str], object] = str
    #: Event that ends all running programs when set.
    stop: threading.Event = field(default_factory=threading.Event)
    _known: dict[int, tuple[Problem, RunRequest]] = field(default_factory=dict, init=False)

    def check(self, key: AnyKey) -> None:
        """Refuse a key that no program can be graded against, before any program runs."""
        if isinstance(key, ProblemSet):
            searches = [one for one in key.problems.values() if one.kind == "search"]
            if not searches:
                raise InvalidInput(
                    f"{key.label} has no problem about a search, so programs cannot answer it",
                    expected="a set with a problem about a search",
                )
            for one in searches:
                self._request_for(one)
        elif not isinstance(key, Variants):
            self._request_for(key)

    def sheet(self, program: Submission, key: AnyKey) -> Sheet:
        """Return the sheet of a program, whatever the program does."""
        return self.sheet_of_packed(pack_submission(program), key)

    def sheet_of_packed(self, packed: PackedSubmission, key: AnyKey) -> Sheet:
        """Return the sheet of a program that was packed."""
        try:
            return self._sheet(packed, key)
        except (PlytraceError, RunStopped):
            raise
        except Exception as error:
            return replace(packed.sheet, error=reason_for(error, packed.sheet.name))

    def _sheet(self, packed: PackedSubmission, key: AnyKey) -> Sheet:
        """Return the sheet of a program, unless something unexpected happens."""
        blank = packed.sheet
        if blank.error:
            return blank
        try:
            if isinstance(key, Variants):
                key = key.read(key.file_for(blank))
        except PlytraceError as error:
            return replace(blank, error=str(error))
        state = _ProgramState(packed)
        if isinstance(key, ProblemSet):
            sections = {
                number: self._answered(state, problem, Sheet(blank.name))
                for number, problem in key.problems.items()
                if problem.kind == "search"
            }
            failed = [section.error for section in sections.values() if section.error]
            held = [section for section in sections.values() if section.doubts]
            if len(failed) == len(sections) and not held:  # such as a file that cannot be loaded
                return replace(blank, error=failed[0])
            notes = tuple(
                f"{OF_PROGRAM}no program answers problem {number}, about {_KINDS[problem.kind]}"
                for number, problem in key.problems.items()
                if problem.kind != "search"
            )
            return replace(blank, sections=sections, notes=notes)
        return self._answered(state, key, blank)

    def _answered(self, state: _ProgramState, problem: Problem, sheet: Sheet) -> Sheet:
        """Return a sheet with the answers to one problem and on its fresh trees."""
        if state.error:
            return replace(sheet, error=state.error)
        limits = self._limits(problem, state.timeouts)
        own, run = self._answered_on(state, problem, sheet, limits)
        if own.error or find_shape(run.shape).driver.is_script:  # which chooses its own moves
            return own
        trees = problem.programs.trees_for(own.takes)
        if own.takes == "one depth" and trees:
            own = replace(own, notes=(*own.notes, _STOPS_THERE))
        left = limits.multiply(_FOR_FRESH_TREES, _LEFT)
        fresh: list[Sheet] = []
        for tree in trees:
            if id(tree) not in state.on_fresh:
                answered = self._answered_on(state, tree, Sheet(sheet.name), limits.restrict(left))
                state.on_fresh[id(tree)], run = answered
                left = left.subtract(run)
            fresh.append(state.on_fresh[id(tree)])
            if fresh[-1].error:  # it earns nothing, whatever it does on the others
                break
        return replace(own, fresh=tuple(fresh))

    def _answered_on(
        self, state: _ProgramState, problem: Problem, sheet: Sheet, limits: Limits
    ) -> tuple[Sheet, ProgramRun]:
        """Return a sheet with the answers on one tree, and the run that made it.

        The program runs in a new folder and process.
        """
        request = self._request_for(problem)
        of_file = state.of_file
        known = {part: of_file[part] for part in of_file if part in request.parts}
        request = replace(request, parts=request.parts - known.keys())
        try:
            with submission_folder(state.packed) as folder:
                tick = partial(self._tick, sheet.name)
                run = run_program(folder, request, limits, tick)
        except InvalidInput as error:
            return replace(sheet, error=str(error)), ProgramRun()
        result = sheet_of_run(run, problem, sheet, request)
        if run.is_endless and limits.whose != _LEFT and not result.doubts:  # shared limits are less
            state.timeouts += 1
            state.error = "" if run.shape else result.error
        of_file |= {part: result.answers[part] for part in _OF_THE_FILE if part in result.answers}
        if not result.error:
            result = replace(result, answers={**result.answers, **known})
        if run.returned is not None:
            knows_shares = find_shape(run.shape).driver.takes_shares
            result = replace(result, takes="weighted" if knows_shares else run.returned["takes"])
        return result, run

    def _tick(self, name: str) -> bool:
        self.running(name)
        return not self.stop.is_set()

    def _limits(self, problem: Problem, timeouts: int) -> Limits:
        """Return the limits, with enough time to exceed the problem's own time limit.

        They are shorter after time-outs, since an endless program would use all of each.
        """
        seconds = problem.programs.seconds or 0
        limits = replace(self.limits, seconds=max(self.limits.seconds, 2 * seconds))
        return limits.shorten(timeouts, 2 * seconds) if timeouts else limits

    def _request_for(self, problem: Problem) -> RunRequest:
        """Return the request for a problem, cached for all programs of a class."""
        known = self._known.get(id(problem))
        if known is not None and known[0] is problem:
            return known[1]
        if problem.kind != "search":
            raise InvalidInput(
                f"{problem.label} is about {_KINDS[problem.kind]}",
                expected="a problem about a search, which programs can answer",
            )
        wanted = request_search(
            problem.source, problem.search.name, problem.accept[0], **problem.search.options
        )
        settings = wanted.settings
        programs = problem.programs
        shape, function = self.shape or programs.shape, self.function or programs.function
        adapter = None
        if programs.adapter is not None:
            if shape or function:
                raise InvalidInput(
                    "a key with an adapter has no shape and no function",
                    expected="adapter: alone, which calls the function",
                )
            shape, adapter = ADAPTER, read_adapter(programs.adapter)
        elif shape == ADAPTER:
            raise InvalidInput(
                "the key has no adapter", expected="adapter: FILE, the course's file"
            )
        game = find_search(wanted.search).prepare(wanted.game, settings)
        if shape is not None:
            find_shape(shape).check(game)
        _refuse_unanswerable(problem, wanted.search, shape, function)
        request = RunRequest(
            game,
            wanted.search,
            settings.depth_limit(game),
            settings.rounds,
            settings.window,
            shape,
            function,
            adapter,
            frozenset(PARTS if problem.parts is None else problem.parts),
        )
        if len(self._known) >= _MOST_KNOWN:  # there may be one key per student
            self._known.clear()
        self._known[id(problem)] = problem, request
        return request


#: How many times the limits of one run those on all fresh trees may take.
_FOR_FRESH_TREES: Final = 4
_LEFT: Final = ", all that its runs on other fresh trees have left"
#: The shape of programs that an adapter calls.
ADAPTER: Final = "adapter"
_STOPS_THERE: Final = (
    f"{OF_PROGRAM}it searches trees of the key's depth alone; for programs that are written for "
    "one tree, the key needs fresh: 0"
)
#: Maximum number of cached requests.
_MOST_KNOWN: Final = 1000
#: Parts that are answered once for all problems of a set, since they do not depend on the tree.
_OF_THE_FILE: Final = ("helpers",)
_KINDS: Final = {
    "ask": "a letter of the tree",
    "matrix": "a payoff matrix",
    "mcts": "an MCTS run by hand",
}


def _refuse_unanswerable(
    problem: Problem, search: str, shape: str | None, function: str | None
) -> None:
    """Refuse a search without function names, and a part that no program of a shape can answer."""
    whose = f"programs of shape {shape}" if shape else "programs"
    searches = searches_of(shape)
    if function is None and shape != ADAPTER and search not in searches:
        raise InvalidInput(
            f"no function of {whose} is known for the search {search}",
            expected=", ".join(searches),
            hint="Name the function with --function, or with function: in the key",
        )
    parts = parts_of(shape, search, function)
    others = [part for part in problem.parts or () if part not in parts]
    if others:
        raise InvalidInput(
            f"{problem.label}: {whose} cannot answer {join_names(others, 'or')}",
            expected=", ".join(parts),
            hint="Ask for the other parts in a key of its own",
        )


def sheets_of_programs(
    programs: Iterable[Submission],
    key: AnyKey,
    runner: ProgramRunner,
    *,
    jobs: int = 1,
    done: Collection[str] = (),
    on: Cluster | None = None,
    marks: MutableMapping[str, MarkedSheet] | None = None,
    diagnoses: bool = True,
) -> Iterator[Sheet]:
    """Yield the sheets of programs in order; some are run in advance."""
    waiting = (one for one in programs if one.name not in done)
    if on is not None:
        settings = {"limits": runner.limits, "shape": runner.shape, "function": runner.function}
        packed = pack_key(key, runner=settings, diagnoses=diagnoses)
        task = SharedTask(packed, _prepare_there, _run_there, _felled)
        packs = map(pack_submission, waiting)
        with suppress(CancelledError, RunStopped):  # the caller has stopped it
            for sheet, mark in results_in_order(partial(on.submit, task), packs, on.ahead, deque()):
                if marks is not None and mark is not None:
                    marks[sheet.name] = mark
                yield sheet
        return
    if jobs <= 1:
        with suppress(RunStopped):
            yield from (runner.sheet(one, key) for one in waiting)
        return
    under_way: deque[Result[Sheet]] = deque()
    with ThreadPoolExecutor(jobs) as pool:
        try:
            # One waits for each that runs, so that none idles while a sheet is graded.
            yield from results_in_order(
                lambda program: pool.submit(runner.sheet, program, key),
                waiting,
                lambda: 2 * jobs,
                under_way,
            )
        except RunStopped:
            return
        finally:
            if under_way:  # the caller does not need the rest
                runner.stop.set()
            pool.shutdown(wait=False, cancel_futures=True)


def _felled(packed: PackedSubmission) -> tuple[Sheet, MarkedSheet | None]:
    """Return the sheet of a program that ended every worker that ran it."""
    return replace(packed.sheet, error=f"{packed.sheet.name}: {ENDED_WORKERS}"), None


class _Unwanted(threading.Event):
    """An event that is set when nobody waits for the task of a worker's thread any more."""

    def is_set(self) -> bool:
        return not is_wanted()


_Prepared: TypeAlias = tuple[ProgramRunner, AnyGrader, PlacedKey]


def _prepare_there(packed: bytes, stack: ExitStack) -> _Prepared:
    """Return the runner and the grader of a packed key, made once in each worker."""
    placed, settings = place_key(packed, stack)
    grader = grader_of(placed.key, diagnoses=settings["diagnoses"])
    return ProgramRunner(**settings["runner"], stop=_Unwanted()), grader, placed


def _run_there(prepared: _Prepared, packed: PackedSubmission) -> tuple[Sheet, MarkedSheet | None]:
    """Run and mark a program in a worker of a cluster."""
    runner, grader, placed = prepared
    sheet = _reworded(runner.sheet_of_packed(packed, placed.key), placed.restore_names)
    mark = mark_sheet(grader, sheet)
    return sheet, replace(mark, error=placed.restore_names(mark.error))


def _reworded(sheet: Sheet, reword: Callable[[str], str]) -> Sheet:
    """Return a sheet with its errors in other words."""
    sections = sheet.sections and {
        number: _reworded(one, reword) for number, one in sheet.sections.items()
    }
    fresh = tuple(_reworded(one, reword) for one in sheet.fresh)
    return replace(sheet, error=reword(sheet.error), sections=sections, fresh=fresh)


# Sheets as files, which `plytrace check` marks the same -------------------------------------------


class SheetFolder:
    """A folder with a JSON sheet for every program that could be graded."""

    def __init__(self, folder: str, names: Collection[str], *, resumes: bool = False) -> None:
        self._folder = Path(folder)
        self._names = _file_names(names)
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            is_used = any(self._folder.iterdir())
        except OSError as error:
            raise InvalidInput(f"cannot be written: {error.strerror}", where=folder) from error
        if is_used and not resumes:
            raise InvalidInput("is not empty", where=folder, expected="a new folder")

    def write_each(self, sheets: Iterable[Sheet]) -> Iterator[Sheet]:
        """Yield the sheets and write each one that has answers."""
        for sheet in sheets:
            record = _as_json(sheet)
            if record:
                with write_atomically(self._folder / self._names[sheet.name]) as unfinished:
                    text = json.dumps(record, ensure_ascii=False, indent=1) + "\n"
                    unfinished.write_text(text, encoding="utf-8")
            yield sheet


def _as_json(sheet: Sheet) -> dict[str, Any]:
    """Return a sheet in the form that is read again; empty if it could not be graded."""
    answers = _earned(sheet)
    if sheet.sections is not None:
        problems = {number: _earned(one) for number, one in sheet.sections.items() if one.answers}
        answers = {"problems": problems} if problems else {}
    if not answers or sheet.error:
        return {}
    identity = {"student": sheet.student, "variant": sheet.variant}
    return {name: one for name, one in identity.items() if one} | answers


def _earned(sheet: Sheet) -> dict[str, Any]:
    """Return the answers that can earn points."""
    return {part: one for part, one in sheet.answers.items() if part not in sheet.unearned}


def _file_names(names: Collection[str]) -> dict[str, str]:
    """Return a file name for each program: its own, or its whole path if several share it."""
    stems = {name: PurePath(name).stem for name in names}
    shared = Counter(stem.casefold() for stem in stems.values())
    found: dict[str, str] = {}
    taken: set[str] = set()
    for name, stem in stems.items():
        if shared[stem.casefold()] > 1:
            stem = re.sub(r"[^\w.-]+", "-", str(PurePath(name).with_suffix(""))).strip("-.")
        stem = stem or "program"
        names_to_try = chain([stem], (f"{stem}-{number}" for number in count(2)))
        unique = next(name for name in names_to_try if name.casefold() not in taken)
        taken.add(unique.casefold())
        found[name] = f"{unique}.json"
    return found
