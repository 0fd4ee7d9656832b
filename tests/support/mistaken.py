"""A student with a misconception, who answers whole lessons accordingly.

The answers come from the searches with which the grader simulates the misconception. Predict mode
and the questions of lessons, which grade them, do not know these searches: they see the answer
alone.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from engine.game import Player
from tests.support.students import right_answer
from tracer.answers.answers import Answers, NodeValue
from tracer.answers.hand_worker import Frame, HandWorker
from tracer.answers.work_tree import Shares
from tracer.lesson.session import LessonSession
from tracer.marking.grading.accepted_conventions import ProblemVersion, ProblemVersions
from tracer.marking.grading.grader import Grader
from tracer.marking.keys.problem import Problem, SearchRules
from tracer.mistakes import MISCONCEPTIONS
from tracer.mistakes.base import HandTask
from tracer.mistakes.slips import Slip, search_with_slip
from tracer.questions.steps import StepQuestion
from tracer.recording.fold import fold
from tracer.runs.search_trace import Trace
from tracer.text.numbers import show_number, show_vector, show_window
from tracer.worksheet.contents.answers import answer_to


@dataclass
class Mistaken:
    """A student who has a misconception, until it has been pointed out in an exercise."""

    slug: str
    has_learned: bool = False
    erred: int = 0

    def answer_to(self, sitting: LessonSession) -> tuple[str, str]:
        """The answer to the question that is open, and what kind of wrong one it is, or ``""``."""
        right = right_answer(sitting)
        found = ("", "") if self.has_learned else next(self._otherwise(sitting, right), ("", ""))
        if found[1]:
            self.erred += 1
        return found if found[1] else (right, "")

    def _otherwise(self, sitting: LessonSession, right: str) -> Iterator[tuple[str, str]]:
        exercise, asked = sitting._exercise, sitting._question
        if exercise is not None:
            if exercise.is_awaited:
                return
            if exercise.spec.is_by_hand:
                return
            yield from self._sheet(exercise)
            return
        assert asked is not None
        spec, stage = asked.spec, sitting._stage(sitting._now)
        letters = [letter for letter, _ in asked.choices]
        for letter, choice in zip(letters, spec.choices, strict=False):
            if choice.misconception == self.slug:
                yield letter, "choice"
        for slip in spec.slips:
            if slip.misconception == self.slug:
                yield slip.text, "choice"
        if asked.key == "before":
            for typed in step_answers(self.slug, stage.trace, asked.question):
                yield typed, "step"
        if asked.key in ("fact", "part") and isinstance(grader := stage.grader, Grader):
            for answers in answers_with(self.slug, grader.preferred):
                if asked.key == "part":
                    typed = answer_to(spec.subject, grader.preferred, (), answers).text
                    if typed and _in_order(spec.subject, typed) != _in_order(spec.subject, right):
                        yield typed, "part"
                    continue
                typed = of_fact(spec.subject, answers)
                question = asked.question
                if typed and not question.is_right(claim := question.form.read(typed)):
                    expected = any(
                        question.form.is_same(claim, slip.claim) for slip in question.expected
                    )
                    yield typed, "expected" if expected else "fact"

    def _sheet(self, exercise: Any) -> Iterator[tuple[str, str]]:
        """Return the requested part of a sheet, by the first reading visible on this tree."""
        if not isinstance(exercise.topic.grader, Grader):
            return  # of a matrix or a run no misconception is known
        version, asks = exercise.topic.grader.preferred, exercise.spec.asks
        right = {part: answer_to(part, version).text for part in asks}
        for answers in answers_with(self.slug, version):
            mine = {part: answer_to(part, version, (), answers).text for part in asks}
            wrong = [
                part for part in asks if _in_order(part, mine[part]) != _in_order(part, right[part])
            ]
            if wrong and all(mine.values()):
                part = asks[exercise._part]
                yield mine[part], "sheet" if part in wrong else ""
                return


def _in_order(part: str, text: str) -> list[str]:
    return text.split() if part in ("visits", "move", "line", "utility") else sorted(text.split())


_ANSWERS: dict[tuple[str, int], tuple[ProblemVersion, list[Answers]]] = {}


def answers_with(slug: str, version: ProblemVersion) -> list[Answers]:
    """Return the answers of a student with a misconception, in each of its readings."""
    key = slug, id(version)
    if key not in _ANSWERS:
        _ANSWERS[key] = version, list(_worked(slug, version))
    return _ANSWERS[key][1]


def _worked(slug: str, version: ProblemVersion) -> Iterator[Answers]:
    task = version.task
    for reading in MISCONCEPTIONS[slug].readings(task):
        yield reading.answers
    if slug == "arithmetic-slip" and task.tree is not None:
        inner = [node for node in range(len(task.tree)) if task.tree.children[node]]
        for node in reversed(inner):  # the first that returns, and all that follows from it
            name = task.tree.names[node]
            if name in task.right.values:
                value = task.right.values[name]
                wrong = Shares(x + 1 for x in value) if isinstance(value, Shares) else value + 1
                yield search_with_slip(task, Slip(task.tree.names[node], wrong, "both"))


def gives_fact(slug: str, asked: Any, grader: Grader, typed: str) -> bool:
    """Return whether a student with a misconception gives that answer to a fact question."""
    mine = (of_fact(asked.spec.subject, one) for one in answers_with(slug, grader.preferred))
    question, form = asked.question, asked.question.form
    return any(
        form.is_same(form.read(one), form.read(typed))
        for one in mine
        if one and not question.is_right(form.read(one))
    )


def of_fact(fact: str, answers: Answers) -> str:
    """Return a student's value of a fact that a sheet has too; empty if it has none."""
    what, _, of = fact.rpartition(" of ")
    if fact in ("value", "utility"):
        return _shown(answers.utility)
    if what == "value" and of in answers.values:
        return _shown(answers.values[of])
    if what == "true value" and answers.complete and of in answers.complete:
        return _shown(answers.complete[of])
    if what == "entry window" and of in answers.windows:
        return show_window(*answers.windows[of])
    if fact.startswith("count "):
        count = answers.counts.get(fact.removeprefix("count ").replace(" ", "_"))
        return "" if count is None else str(count)
    if fact == "skipped" or fact.startswith("skipped at "):
        at = fact.removeprefix("skipped").removeprefix(" at ")
        names = [name for cut in answers.cuts if at in ("", cut.at) for name in cut.skipped]
        return _listed(names) or "none"
    if fact == "move":
        return answers.moves[0] if answers.moves else ""
    listed = {
        "visits": answers.visits,
        "line": answers.moves,
        "path": answers.path,
        "leaves": [name for name in answers.visits if name not in answers.interior],
        "expanded": [name for name in answers.visits if name in answers.interior],
    }
    return _listed([*listed.get(fact, ())])


def _shown(value: NodeValue) -> str:
    return show_vector(value) if isinstance(value, Shares) else show_number(value)


def _listed(names: list[str]) -> str:
    return (", " if any(" " in name for name in names) else " ").join(names)


# One step at a time ---------------------------------------------------------------------------


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
    if slug == "arithmetic-slip" and question.item in ("value", "result"):
        yield right.replace(show_number(_value(question)), show_number(_value(question) + 1), 1)
    if slug == "rewritten-window" or question.item == "search again":
        return
    for worker in _workers(slug, version.task):
        opinion = _opinion(worker, trace, question)
        if opinion and opinion != right:
            yield opinion


def _value(question: StepQuestion) -> float:
    (right,) = question.right
    return right[0][0] if question.item == "result" else right[0]


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
