"""The answer sheet of one run of a program: its visits and results, as far as they can be read."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import partial
from itertools import chain, groupby, islice
from typing import Any, Final

from engine.search import find_search
from tracer.marking.keys.problem import Problem
from tracer.marking.reading.sheet import Doubt, Sheet
from tracer.marking.results.record import CALLED, OF_PROGRAM
from tracer.programs.call_follower import MASK
from tracer.programs.child.watched_nodes import ASKED, BITS, MADE
from tracer.programs.forced_answers import forced_answers
from tracer.programs.helper_verdicts import RIGHT
from tracer.programs.numbered_nodes import NumberedNodes
from tracer.programs.running import ProgramRun, RunRequest
from tracer.programs.shapes import ProgramShape, find_shape
from tracer.programs.visits_from_calls import (
    ObservedVisits,
    list_generated_states,
    visits_from_calls,
)
from tracer.questions.of_programs import Helpers
from tracer.questions.visits import Visits
from tracer.text.printable_text import join_names

#: Most calls of a failed run whose visits are counted: endless ones take seconds.
_MOST_CALLS: Final = 100_000
#: Maximum number of characters of a program's output that are shown with a failure.
_MOST_OUTPUT: Final = 200
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
_MAY_NAME_ANOTHER: Final = "; the key's function: may name another"
_MAY_BE_RIGHT: Final = "another function may be right: {}"
_SHAPE_IS_UNNAMED: Final = (
    "with shape: {} in the key, it is tried on positions of both players, which show more mistakes"
)
#: What a program returns for two parts.
_WHAT: Final = {"utility": "the value", "move": "the move"}
#: Parts that are earned only by a search that read what decides the root's value.
_OF_THE_VALUE: Final = ("utility", "line", "counts", "time")


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
    rivals = returned["rivals"]
    choice = _describe_choice(**rivals) if rivals else ""
    notes = [*filter(None, [choice]), *returned["notes"], *seen.remarks]
    notes += [f"it tried to {one}, which is not allowed" for one in run.tried]
    parts = shape.parts(request.search, request.function)
    answers: dict[str, Any] = {}
    if Helpers.name not in parts:
        notes[:0] = _faults_of_helpers(run)
    elif request.shape is None:
        notes.append(_SHAPE_IS_UNNAMED.format(run.shape))
    if Helpers.name in parts and run.verdicts:
        answers[Helpers.name] = run.verdicts
    if Visits.name in parts:
        if seen.visits or not shape.driver.own_boards:
            answers[Visits.name] = nodes.names(compared)
        if seen.once is not None and not find_search(request.search).several_roots:
            notes.append(_SEARCHES_AGAIN)
            once = partial(Doubt, _RIGHT_IF_ONCE, of_right=True)
            doubts[Visits.name] = once(nodes.names(seen.once[:most]))
            doubts["counts"] = once({"visited": len(seen.once)})
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
    given = [part for part in _WHAT if part in answers]
    missing = [part for part in _WHAT if part in (problem.parts or ()) and part not in answers]
    if given and missing:
        notes.append(f"it returned {_WHAT[given[0]]}, but not {_WHAT[missing[0]]}")
    if choice and "move" not in answers:
        doubts["move"] = Doubt(f"it returned no move, which another function may: {choice}")
    if rivals and rivals["beside"]:
        doubts = {
            part: Doubt(_MAY_BE_RIGHT.format(choice)) for part in (*answers, *missing)
        } | doubts
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


def _describe_choice(called: list[str], above: list[str], beside: list[str]) -> str:
    """Return which function was called, and which others may be meant."""
    names = [" or ".join(each) for each in (called, [*beside, *above]) if each]
    return CALLED + ", not ".join(names) + _MAY_NAME_ANOTHER


def _faults_of_helpers(run: ProgramRun) -> list[str]:
    return [f"{helper} {one}" for helper, one in run.verdicts.items() if one != RIGHT]


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
    """Describe the failure, a wrong helper, the visits so far if they are few, and the output."""
    text = "; ".join([f"{name}: {run.failure}", *_faults_of_helpers(run)[:1]])
    if run.nodes is not None and len(run.calls) <= _MOST_CALLS:
        visits = visits_from_calls(run.calls, run.nodes).visits
        if visits:
            last = run.nodes.name(visits[-1])
            text += f"; it had made {len(visits):,} visits, the last one of {last}"
    output = " ".join(run.output.split())
    if output:
        text += f"; it printed: {output[:_MOST_OUTPUT]}" + ("…" if output[_MOST_OUTPUT:] else "")
    return text
