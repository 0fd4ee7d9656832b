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

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import combinations
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

__all__ = ["ALIKE", "ENDS_EARLY", "NEVER_SHOWN", "Alike", "failures", "sheets_of", "stops_at_once"]

#: What shows in no order of visits, whatever the tree, with the reason.
NEVER_SHOWN = {
    "rewritten-window": "only the windows that are written down differ",
    "bound-as-exact": "only the move or the line differs",
    "arithmetic-slip": "its answers depend on the slip",
    "depth-off-by-one": "these trees have no depth limit",
}

#: Parts that say which nodes are visited, and what these come to.
_VISITS = frozenset({"visits", "counts"})
_AND_VALUES = _VISITS | {"values", "utility", "move", "line", "minimax"}


@dataclass(frozen=True, slots=True)
class Alike:
    """Two misconceptions that no tree tells apart.

    Args:
        pair: the two.
        parts: where they are alike.
        why: the reason.
        when: the orders of which this is true.
    """

    pair: frozenset[str]
    parts: frozenset[str]
    why: str
    when: Callable[[Order], bool] = lambda _: True


#: What no tree tells apart, in a reading of each.
ALIKE = (
    Alike(
        frozenset({"window-reset", "refuses-cutoff"}),
        _AND_VALUES | {"cutoffs"},
        "with either nothing is ever cut",
    ),
    Alike(
        frozenset({"max-min-swapped", "leaf-perspective"}),
        _VISITS,
        "to negate every leaf is to swap the players",
    ),
    Alike(
        frozenset({"root-reset", "one-sided-test"}),
        _AND_VALUES | {"cutoffs"},
        "in so few plies the root's bound is tested by one player alone",
        lambda order: order.plies < 4,
    ),
    Alike(
        frozenset({"one-variable", "wrong-bound"}),
        _AND_VALUES,
        "a node that tests v against the bound that v has just become stops at its first child",
        lambda order: stops_at_once(order.convention),
    ),
    *(
        Alike(
            frozenset(pair),
            _AND_VALUES,
            "v is never beyond the bound that it has just become, so that nothing is cut",
            lambda order: _never_beyond(order.convention),
        )
        for pair in combinations(
            ("refuses-cutoff", "window-reset", "one-variable", "wrong-bound"), 2
        )
    ),
)

#: What ends at the first leaf, and so shows in no order of visits, where `stops_at_once`.
ENDS_EARLY = ("one-variable", "wrong-bound", "leaking-bounds")


def stops_at_once(convention: Convention) -> bool:
    """Whether v reaches the bound that it has just become."""
    return convention.cutoff == ">=" and convention.update == "before-test"


def _never_beyond(convention: Convention) -> bool:
    return convention.cutoff == ">" and convention.update == "before-test"


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
