"""Trees that tell misconceptions apart.

A misconception has readings, one for each way in which people have it. A tree tells several
misconceptions apart, in some parts of an answer sheet, where

- each of them shows: in one of its readings at least the answers are not the right ones, and
- whatever one of them shows is shown by no other: no two answers, of readings of different
  misconceptions and not right, are the same.

An order of visits that merely ends early shows nothing: the grader blames it on no misconception.
So a sheet that was made with one of them alone can be told from a right one, and names that one.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engine.conventions import Convention
from engine.search import find_search
from engine.settings import Settings
from tracer.check.answers import Answers, answers_of_work
from tracer.check.diagnosis import LOOKS_AT
from tracer.check.hand_worker import HandWorker
from tracer.check.misconceptions import MISCONCEPTIONS, Task
from tracer.check.work_tree import MOST_NODES, work_tree
from tracer.generate.order import Order
from trees.hand_tree import HandTree

__all__ = ["failures", "sheets_of", "task_of"]


def task_of(tree: HandTree, search: str, convention: Convention) -> Task:
    """A tree as a problem."""
    written = work_tree(tree, Settings(convention=convention))
    if written is None:
        raise ValueError(f"more than {MOST_NODES} nodes")
    windowed = find_search(search).has_window
    worked = HandWorker(written, convention, windowed=windowed).run()
    return Task(written, convention, windowed, answers_of_work(written, worked), (convention,))


def sheets_of(tree: HandTree, order: Order) -> tuple[Any, dict[str, set[Any]]]:
    """The right answers to the parts, and all that each misconception shows that is not right.

    Args:
        tree: the tree.
        order: the misconceptions and parts, the search and its convention.
    """
    task = task_of(tree, order.search_name, order.convention)

    def looked_at(answers: Answers) -> Any:
        visits = answers.visits
        if visits == task.right.visits[: len(visits)]:  # such an order is blamed on nothing
            answers = answers.changed(visits=task.right.visits)
        return tuple(LOOKS_AT[part](answers) for part in order.apart_in)

    right = looked_at(task.right)
    shown = {
        slug: {looked_at(reading.answers) for reading in MISCONCEPTIONS[slug].readings(task)}
        - {right}
        for slug in order.apart
    }
    return right, shown


def failures(tree: HandTree, order: Order) -> Iterator[str]:
    """What a tree does not tell apart, each as a clause; nothing where it tells all apart."""
    _, shown = sheets_of(tree, order)
    for at, slug in enumerate(order.apart):
        if not shown[slug]:
            yield f"{slug} shows nothing"
        for other in order.apart[at + 1 :]:
            if shown[slug] & shown[other]:
                yield f"{slug} and {other} look alike"
