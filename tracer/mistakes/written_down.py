"""Misconceptions about writing down a correct search."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Final

from engine.conventions import COURSES, PRESETS
from tracer.answers.answers import Answers
from tracer.answers.hand_worker import HandWorker, Work
from tracer.answers.work_tree import WorkTree
from tracer.mistakes.base import HandTask, ListReadings, Reading

#: Most visits that anyone writes down in order.
_MOST_LISTED = 50_000


def _with_visits(right: Answers, tree: WorkTree, nodes: list[int]) -> Answers:
    return right.changed(visits=tuple(tree.names[node] for node in nodes))


def _list_searched(tree: WorkTree) -> list[int]:
    """Return the nodes down to the depth limit."""
    limit = tree.limit
    return [node for node in range(len(tree)) if limit is None or tree.depth[node] <= limit]


def _as_returned(tree: WorkTree, work: Work) -> list[int]:
    """Return the visited nodes, each after its children."""
    listed: list[int] = []
    stack: list[int] = []
    for node in work.visits:
        while stack and tree.depth[stack[-1]] >= tree.depth[node]:
            listed.append(stack.pop())
        stack.append(node)
    return [*listed, *reversed(stack)]


def _rewrite_windows(task: HandTask) -> Iterator[Reading]:
    """Yield the windows on exit, in each order of update."""
    for update in ("before-test", "after-test"):
        tree, work = task.change_convention(update=update).worked(HandWorker)
        windows: dict[str, tuple[float, float]] = {}
        for node in work.visits:
            windows.setdefault(tree.names[node], work.left[node])
        yield Reading(task.right.changed(windows=windows))


def _swap_ends(task: HandTask) -> Iterator[Reading]:
    """Yield β before α."""
    right = task.right
    windows = {name: (beta, alpha) for name, (alpha, beta) in right.windows.items()}
    cuts = tuple(
        replace(cut, before=(cut.before[1], cut.before[0]), then=(cut.then[1], cut.then[0]))
        for cut in right.cuts
    )
    yield Reading(right.changed(windows=windows, cuts=cuts))


def _list_in_another_order(task: HandTask) -> Iterator[Reading]:
    """Yield visited nodes by level, the whole tree by level, then visits in order of return."""
    tree, work = task.worked(HandWorker)
    by_levels = sorted(work.visits, key=lambda node: tree.depth[node])
    yield Reading(_with_visits(task.right, tree, by_levels))
    whole = sorted(_list_searched(tree), key=lambda node: tree.depth[node])
    yield Reading(_with_visits(task.right, tree, whole))
    yield Reading(_with_visits(task.right, tree, _as_returned(tree, work)))


def _count_something_else(task: HandTask) -> Iterator[Reading]:
    """Yield leaves only, no root, or all early returns."""
    right = task.right
    whose = next(name for name, preset in PRESETS.items() if "below_root" in preset.count)
    elsewhere = f"the count of {COURSES[whose].course}"
    leaves, below = right.counts["evaluated"], right.counts["below_root"]
    short = right.counts["visited"] <= _MOST_LISTED
    listed = [name for name in right.visits if name not in right.interior] if short else []
    after_root = right.visits[1:] if short else ()
    for count, visits, of_whom in (
        (leaves, tuple(listed), ""),
        (below, after_root, elsewhere),
    ):
        # Taken as the course's "visited" count.
        counts = {**right.counts, "visited": count, "below_root": count}
        yield Reading(right.changed(counts=counts), elsewhere=of_whom)
        if short:
            yield Reading(right.changed(visits=visits), elsewhere=of_whom)
            yield Reading(right.changed(visits=visits, counts=counts), elsewhere=of_whom)
    if task.windowed:
        counts = {**right.counts, "cutoffs": right.counts["early_returns"]}
        whose = next(name for name, preset in PRESETS.items() if "early_returns" in preset.count)
        yield Reading(
            right.changed(counts=counts), elsewhere=f"the count of {COURSES[whose].course}"
        )


#: The readings of each misconception.
READINGS: Final[Mapping[str, ListReadings]] = {
    "rewritten-window": _rewrite_windows,
    "ends-swapped": _swap_ends,
    "other-traversal": _list_in_another_order,
    "other-count": _count_something_else,
}
