"""Makes answer sheets of programs: each is run and watched on the problems of a key."""

from __future__ import annotations

import threading
from array import array
from collections import deque
from collections.abc import Callable, Collection, Iterable, Iterator, MutableMapping
from concurrent.futures import CancelledError, ThreadPoolExecutor
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import chain, groupby, islice
from typing import Any, Final, TypeAlias

from engine.errors import InvalidInput, PlytraceError
from engine.search import find_search
from tracer.jobs import ENDED_WORKERS, Cluster, Result, SharedTask, is_wanted, results_in_order
from tracer.marking.batch import mark_sheet
from tracer.marking.grading.make_grader import AnyGrader, grader_of
from tracer.marking.keys.key import AnyKey, PlacedKey, pack_key, place_key
from tracer.marking.keys.problem import Problem
from tracer.marking.keys.problem_set import ProblemSet
from tracer.marking.keys.variants import Variants
from tracer.marking.reading.sheet import Doubt, Sheet, reason_for
from tracer.marking.results.record import OF_PROGRAM, MarkedSheet
from tracer.programs.adapters import read_adapter
from tracer.programs.call_follower import MASK
from tracer.programs.child.watched_nodes import ASKED, BITS, MADE
from tracer.programs.forced_answers import forced_answers
from tracer.programs.generated_states import list_generated_states
from tracer.programs.numbered_nodes import NumberedNodes
from tracer.programs.running import (
    TAMPERED,
    Limits,
    ProgramRun,
    RunRequest,
    RunStopped,
    run_program,
)
from tracer.programs.shapes import ProgramShape, find_shape, parts_of, searches_of
from tracer.programs.submissions import (
    PackedSubmission,
    Submission,
    pack_submission,
    submission_folder,
)
from tracer.programs.visits_from_calls import ObservedVisits, visits_from_calls
from tracer.questions import PARTS
from tracer.questions.visits import Visits
from tracer.runs.run import request_search
from tracer.text.printable_text import join_names

#: Most calls of a failed run whose visits are counted: endless ones take seconds.
_MOST_CALLS: Final = 100_000
#: Maximum number of characters of a program's output that are shown with a failure.
_MOST_OUTPUT: Final = 200


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
            result = replace(result, takes=run.returned["takes"])
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
#: Visits that are compared in any case, and the searches of a node in one that searches again.
_LEAST_COMPARED: Final = 1000
_MOST_SEARCHES: Final = 50
#: Calls that are read for each visit that is compared; a program makes a few at a node.
_MOST_CALLS_OF_VISIT: Final = 200
#: Calls that are read of more in a row about one node: enough for all questions about a leaf.
_MOST_CALLS_IN_A_ROW: Final = 32
_MEANS_TWO_ORDERS: Final = (
    "its requests may also be the visits of a right search, if it reads leaves ahead"
)
_SEARCHES_AGAIN: Final = (
    "it searches the root or a child of the root again: call the search once for each, and keep "
    "its result"
)
_RIGHT_IF_ONCE: Final = (
    "without a second search of the root or of its children, the program is right; decide whether "
    "it may search them again"
)
_SHOWS_NO_SECOND_VISIT: Final = "nothing shows whether it searches some leaves a second time"
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
#: Parts that are earned only by a search that read what decides the root's value.
_OF_THE_VALUE: Final = ("utility", "line", "counts", "time")
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


def _limit_calls(calls: array[int], most: int | None) -> array[int]:
    """Return the calls to read for a number of visits: of too many, the telling ones of a row."""
    if most is None or len(calls) <= most * _MOST_CALLS_OF_VISIT:
        return calls
    rows = (_shorten_row(row) for _, row in groupby(calls, lambda call: call >> BITS))
    return array("q", islice(chain.from_iterable(rows), most * _MOST_CALLS_OF_VISIT))


def _shorten_row(row: Iterable[int]) -> Iterator[int]:
    """Yield the first calls in a row about one node, and the first of each kind."""
    kinds: set[int] = set()
    for place, call in enumerate(row):
        if place < _MOST_CALLS_IN_A_ROW or call not in kinds:
            yield call
        kinds.add(call)


def sheet_of_run(run: ProgramRun, problem: Problem, sheet: Sheet, request: RunRequest) -> Sheet:
    """Return the sheet of a program's run."""
    nodes = run.nodes
    if run.failure or nodes is None or run.returned is None:
        sheet = replace(sheet, error=_failure_text(run, sheet.name))
        return _hold_undecided(sheet, run, request) if run.is_undecided else sheet
    shape = find_shape(run.shape)
    most = _most_compared(nodes, request)
    calls = _limit_calls(run.calls, most)
    seen = _observe_visits(calls, nodes, problem, shape, request)
    count = len(seen.visits)
    compared = seen.visits[:most]
    returned = run.returned
    doubts: dict[str, Doubt] = {}
    notes = [*returned["notes"], *seen.remarks]
    notes += [f"it tried to {one}, which is not allowed" for one in run.tried]
    parts = shape.parts(request.search, request.function)
    try:
        answers = dict(shape.further_answers(returned["printed"]))
    except (TypeError, ValueError, LookupError, AttributeError):
        return replace(sheet, error=f"{sheet.name}: {TAMPERED}")
    if Visits.name in parts:
        if seen.visits or not shape.driver.own_boards:
            answers[Visits.name] = nodes.names(compared)
        if seen.once is not None and not find_search(request.search).several_roots:
            notes.append(_SEARCHES_AGAIN)
            doubts[Visits.name] = Doubt(_RIGHT_IF_ONCE, nodes.names(seen.once[:most]))
            doubts["counts"] = Doubt(_RIGHT_IF_ONCE, {"visited": len(seen.once)})
        if seen.other is not None:
            doubts[Visits.name] = Doubt(_MEANS_TWO_ORDERS, nodes.names(seen.other[:most]))
        if seen.unsure:
            names = frozenset(nodes.names([*seen.unsure]))
            doubts[Visits.name] = Doubt(_SHOWS_NO_SECOND_VISIT, unsure=names)
        if not seen.visits:
            plays_alone = shape.driver.own_boards
            effect = "its order of visits is unknown" if plays_alone else "it visited nothing"
            reason = f"it never called the game, so {effect}"
            notes.append(reason)
            if plays_alone:
                doubts[Visits.name] = Doubt(reason)
        is_cut = most is not None and len(calls) == most * _MOST_CALLS_OF_VISIT
        if compared != seen.visits:
            many = f"more than {count:,}" if is_cut else f"{count:,}"
            notes.append(f"it made {many} visits, of which the first {len(compared):,} count")
        elif is_cut:
            reason = f"it asked the game more than {len(calls):,} questions"
            notes.append(f"{reason}, so its visits after those do not count")
            doubts[Visits.name] = Doubt(reason)
    if not nodes.moves(0) and "move" in (problem.parts or {}):
        answers["move"] = "none"
    answers |= _values(returned, nodes)
    counts = returned["counts"]
    if not counts and Visits.name in parts and "counts" in (problem.parts or {}):
        counts = {"visited": count}
    if counts:
        answers["counts"] = counts
    if problem.programs.seconds is not None:
        answers["time"] = f"{float(returned['seconds']):.6f}"
    others = [part for part in problem.parts or () if part not in (*parts, *answers)]
    if others:
        notes.append(f"programs of shape {run.shape} cannot answer {join_names(others, 'or')}")
    unearned = frozenset[str]()
    if not shape.driver.own_boards:
        unearned = frozenset(_unearned(run, nodes, request)) & answers.keys()
    remarks = tuple(OF_PROGRAM + one for one in notes)
    return replace(sheet, answers=answers, notes=remarks, unearned=unearned, doubts=doubts)


def _hold_undecided(sheet: Sheet, run: ProgramRun, request: RunRequest) -> Sheet:
    """Return the sheet of a program that the checker could not judge, with its parts in doubt.

    They are not if it went beyond the depth limit, or asked about few nodes again and again.
    """
    visited = {call >> BITS for call in run.calls if call & MASK not in (ASKED, MADE)}
    if len(run.calls) > _MOST_CALLS_OF_VISIT * len(visited):
        return sheet
    if run.nodes is not None and request.depth is not None:
        depths = run.nodes.depth
        if any(depths[number] > request.depth for number in visited):
            return sheet
    doubt = Doubt(run.failure, visited=len(visited))
    return replace(sheet, doubts=dict.fromkeys(request.parts, doubt))


def _observe_visits(
    calls: Iterable[int],
    nodes: NumberedNodes,
    problem: Problem,
    shape: ProgramShape,
    request: RunRequest,
) -> ObservedVisits:
    """Return the visits of a program, or the states that it generated if its shape counts these."""
    kind = find_search(request.search)
    if shape.driver.counts_generated and not (kind.searches_again or kind.several_roots):
        in_order = kind.has_window or "order" in problem.search.options
        return list_generated_states(calls, nodes, in_order=in_order)
    return visits_from_calls(calls, nodes, goes_back=kind.searches_again)


def _most_compared(nodes: NumberedNodes, request: RunRequest) -> int | None:
    """Return how many visits are compared with the right ones; None for all.

    A right search visits each node once, or a few times if it searches again. So of more visits
    than twice the nodes, those that are not due cost all that the others earn.
    """
    kind = find_search(request.search)
    if kind.uses_playouts:
        return None
    searches = _MOST_SEARCHES if kind.searches_again or kind.several_roots else 1
    return max(_LEAST_COMPARED, 2 * searches * len(nodes))


def _unearned(run: ProgramRun, nodes: NumberedNodes, request: RunRequest) -> Iterator[str]:
    """Yield the parts whose answers do not follow from the leaves that a program read."""
    forced = forced_answers(run.calls, nodes, request)
    if find_search(request.search).uses_playouts and forced.has_read:
        return  # random playouts decide nothing for certain
    if not forced.value:
        yield from _OF_THE_VALUE
    move = run.returned["move"] if run.returned else None
    moves = nodes.moves(0)
    # A move in an unusual form is only known as text: then the grader reads it.
    if moves and (not forced.moves or (move in range(len(moves)) and move not in forced.moves)):
        yield "move"


def _values(returned: Any, nodes: NumberedNodes) -> dict[str, Any]:
    """Return the utility, the move and the line, as far as the program returned them."""
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


def _failure_text(run: ProgramRun, name: str) -> str:
    """Describe the failure of a run, its visits so far if these are few, and its output."""
    text = f"{name}: {run.failure}"
    if run.nodes is not None and len(run.calls) <= _MOST_CALLS:
        visits = visits_from_calls(run.calls, run.nodes).visits
        if visits:
            last = run.nodes.name(visits[-1])
            text += f"; it had made {len(visits):,} visits, the last one of {last}"
    output = " ".join(run.output.split())
    if output:
        text += f"; it printed: {output[:_MOST_OUTPUT]}" + ("…" if output[_MOST_OUTPUT:] else "")
    return text


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
