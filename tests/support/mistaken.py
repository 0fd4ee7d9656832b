"""A student with a misconception, who answers what the next step of a search is.

The answers come from the searches with which the grader simulates the misconception. Predict mode,
which judges them, sees the answer alone.
"""

import math
from collections.abc import Iterator
from typing import Any

from engine.game import Player
from tracer.answers.hand_worker import Frame, HandWorker
from tracer.marking.grading.accepted_conventions import ProblemVersion, ProblemVersions
from tracer.marking.keys.problem import Problem, SearchRules
from tracer.mistakes import MISCONCEPTIONS
from tracer.mistakes.base import HandTask
from tracer.questions.steps import StepQuestion
from tracer.recording.fold import fold
from tracer.runs.search_trace import Trace
from tracer.text.numbers import show_number, show_window


def _workers(slug: str, task: HandTask) -> Iterator[HandWorker]:
    """Return the searches with which the grader simulates a misconception on a tree."""
    made: list[tuple[HandTask, type[HandWorker], dict[str, object]]] = []

    class Watched(HandTask):
        def worked(self, kind: type[HandWorker], **changes: object) -> Any:
            made.append((self, kind, changes))
            return HandTask.worked(self, kind, **changes)

    watched = Watched(task.tree, task.convention, task.windowed, task.right, task.accepted)
    list(MISCONCEPTIONS[slug].readings(watched))
    for one, kind, changes in made:
        if kind is not HandWorker or one.convention.cutoff != task.convention.cutoff:
            worker = kind(one.tree, one.convention, windowed=one.windowed)
            for name, value in changes.items():
                setattr(worker, name, value)
            yield worker


def step_answers(slug: str, trace: Trace, question: StepQuestion) -> Iterator[str]:
    """Return the answers of a student with a misconception about the next step.

    They have been told what every node returned and what v was. Windows they keep by themselves,
    and of the tests they think as their search does.
    """
    version = _version(trace)
    tree = version.task.tree
    if tree is None:
        return
    right = question.answer
    if question.item == "next node" and slug == "other-traversal":
        # The next node on a list of nodes as they return is the first leaf below.
        row = question.row
        while below := list(trace.log.children(row)):
            row = below[0]
        if row != question.row:
            yield trace.name(row)
    if slug == "rewritten-window" or question.item == "search again":
        return
    for worker in _workers(slug, version.task):
        opinion = _opinion(worker, trace, question)
        if opinion and opinion != right:
            yield opinion


_VERSIONS: dict[int, tuple[Trace, ProblemVersion]] = {}


def _version(trace: Trace) -> ProblemVersion:
    """A search as a problem."""
    if id(trace) not in _VERSIONS:
        convention, depth = trace.settings.convention, trace.settings.depth
        options = {} if depth is None else {"depth": depth}
        problem = Problem("it", trace.game, SearchRules(trace.search, options), (convention,))
        _VERSIONS[id(trace)] = trace, ProblemVersions(problem).first
    return _VERSIONS[id(trace)][1]


def _opinion(worker: HandWorker, trace: Trace, question: StepQuestion) -> str:
    """Return the answer of one search at a step; empty if it has none."""
    tree, log = worker.tree, trace.log
    nodes = {name: node for node, name in enumerate(tree.names)}
    row = question.row if question.item != "next node" else log.parent[question.row]
    step = question.step
    window: tuple[float, float] = tree.window
    frame = Frame(0, True, window, *window, -math.inf)
    entered = False
    held = False
    for at in trace.rows_to(row):
        node = nodes[trace.name(at)]
        if entered:
            _set(worker, frame)
            window = worker.passed_down(frame, node)
            shared = getattr(worker, "common", None) if getattr(worker, "shared", False) else None
            if shared is not None:
                window = (shared, shared)
        entered, at_max = True, worker.is_max(node)
        frame = Frame(node, at_max, window, *window, -math.inf if at_max else math.inf)
        _set(worker, frame)
        returned = [c for c in log.children(at) if trace.replay.left_at(c) <= step]
        if tree.player[node] is Player.CHANCE:
            if at == row and question.item == "value" and len(returned) == log.actions[at]:
                values = [log.value[child] for child in returned]
                weights = dict(zip(worker.order(node), worker.shares(node), strict=True))
                shares = [weights[child] for child in tree.children[node]]
                return show_number(float(worker.mean(values, shares)))
            if at == row and question.item != "next node":
                return ""
            continue
        order = worker.order(node)
        for place, child in enumerate(returned):
            mine = nodes[trace.name(child)]
            x = worker.leaf_value(mine) if worker.is_leaf(mine) else log.value[child]
            if place:
                before = fold(trace, at, place)
                frame.v, frame.best = before.v, nodes[trace.name(before.best)]
            inner = log.actions[child] > 0 and log.size[child] > 1
            ended = fold(trace, child, len(list(log.children(child)))) if inner else None
            if hasattr(worker, "now") and ended is not None:
                worker.now = (ended.alpha, ended.beta)
            if hasattr(worker, "common") and ended is not None:
                worker.common = ended.v
            worker.take_value(frame, mine, x, child_was_cut=ended is not None and ended.cut)
            # A single bound that is overwritten before the test would end every node at once.
            updates_first = worker.updates_first and not hasattr(worker, "improves")
            if updates_first:
                worker.update(frame, x)
            held = worker.windowed and worker.stops(frame, x, list(order).index(mine), order)
            if not updates_first:
                worker.update(frame, x)
    match question.item:
        case "value":
            return show_number(float(frame.v))
        case "window":
            return show_window(frame.alpha, frame.beta)
        case "cutoff":
            if not held:
                return "no"
            return worker.tested_bound(frame)
        case "result":
            move = tree.moves[frame.best] or tree.names[frame.best]
            return f"{show_number(float(frame.v))} {move}"
        case "next node":
            seen = {
                nodes[trace.name(c)] for c in log.children(row) if trace.replay.left_at(c) < step
            }
            left = [child for child in worker.order(frame.node) if child not in seen]
            return tree.names[left[0]] if left else ""
    return ""


def _set(worker: HandWorker, frame: Frame) -> None:
    if hasattr(worker, "now"):
        worker.now = (frame.alpha, frame.beta)
