"""Trees that distinguish misconceptions.

A misconception has readings, one for each way in which students have it. A tree distinguishes
several misconceptions in some parts of an answer sheet if

- each misconception shows: at least one of its readings gives wrong answers, and
- no two misconceptions have the same effect: readings of different misconceptions never give the
  same wrong answers.

A list of visits that merely ends early does not count: the grader blames no misconception for it.
So a sheet made with one misconception differs from a right sheet and shows which one it is.

The grader checks the result. It marks the answers of every reading as a sheet, once with a key
that asks for the parts and once with a key that does not. It must never name another of the
misconceptions.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from engine.conventions import Convention
from engine.search import find_search
from engine.searches.settings import Settings
from tracer.answers.answers import Answers, answers_of_work
from tracer.answers.hand_worker import HandWorker
from tracer.answers.work_tree import MOST_NODES, work_tree
from tracer.check.grading.diagnosis import LOOKS_AT
from tracer.check.grading.grader import Grader
from tracer.check.keys.problem import ANY, Problem
from tracer.generate.order import Order
from tracer.misconceptions import MISCONCEPTIONS, HandTask
from trees.hand_tree import HandTree

#: Misconceptions that are right in another course: a key that accepts any convention allows them.
OF_ONE_CONVENTION: Final = frozenset({"strictness-flipped"})


def task_of(tree: HandTree, search: str, convention: Convention) -> HandTask:
    """Return a tree as a problem."""
    written = work_tree(tree, Settings(convention=convention))
    if written is None:
        raise ValueError(f"more than {MOST_NODES} nodes")
    windowed = find_search(search).has_window
    worked = HandWorker(written, convention, windowed=windowed).run()
    return HandTask(written, convention, windowed, answers_of_work(written, worked), (convention,))


def right_and_wrong_answers(tree: HandTree, order: Order) -> tuple[Any, dict[str, set[Any]]]:
    """Return the right answers to the parts, and the wrong answers of each misconception."""
    task = task_of(tree, order.search_name, order.convention)

    def compared(answers: Answers) -> Any:
        visits = answers.visits
        if visits == task.right.visits[: len(visits)]:  # the grader blames nothing for this
            answers = answers.changed(visits=task.right.visits)
        return tuple(LOOKS_AT[part](answers) for part in order.apart_in)

    right = compared(task.right)
    shown = {
        slug: {compared(reading.answers) for reading in MISCONCEPTIONS[slug].readings(task)}
        - {right}
        for slug in order.apart
    }
    return right, shown


def failures(tree: HandTree, order: Order) -> Iterator[str]:
    """Yield as clauses the misconceptions that a tree does not distinguish."""
    _, shown = right_and_wrong_answers(tree, order)
    for at, slug in enumerate(order.apart):
        if not shown[slug]:
            yield f"{slug} changes no answer"
        for other in order.apart[at + 1 :]:
            if shown[slug] & shown[other]:
                yield f"{slug} and {other} give the same answers"


def confusions(tree: HandTree, order: Order, accept: tuple[Convention, ...] = ()) -> Iterator[str]:
    """Yield as clauses the misconceptions that the grader does not distinguish."""
    task = task_of(tree, order.search_name, order.convention)
    found: dict[str, None] = {}
    for parts in (None, dict.fromkeys(order.apart_in, 1.0)):
        accepted = accept or (order.convention,)
        grader = Grader(Problem("tree", tree, order.search_name, accepted, parts))
        for slug in order.apart:
            shown = False
            for reading in MISCONCEPTIONS[slug].readings(task):
                marked = grader.mark_answers(reading.answers, order.apart_in)
                named = {one.slug for one in marked.findings} & set(order.apart)
                shown = shown or named == {slug}
                for other in sorted(named - {slug}):
                    found[" and ".join(sorted((slug, other))) + " cannot be distinguished"] = None
            if not shown:
                found[f"{slug} is not recognised by the grader"] = None
    yield from found


def is_apart_for_any(tree: HandTree, order: Order) -> bool:
    """Return whether the misconceptions are distinguished even if a key accepts any convention."""
    return not OF_ONE_CONVENTION & set(order.apart) and not any(confusions(tree, order, ANY))
