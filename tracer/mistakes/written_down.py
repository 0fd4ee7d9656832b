"""Misconceptions about writing down a correct search."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from engine.conventions import COURSES, PRESETS
from tracer.answers.answers import Answers
from tracer.answers.hand_worker import HandWorker, Work
from tracer.answers.work_tree import WorkTree
from tracer.mistakes.base import HandTask, Misconception, Reading

__all__ = ["EndsSwapped", "OtherCount", "OtherTraversal", "RewrittenWindow"]

#: Most visits that anyone writes down in order.
_MOST_LISTED = 50_000


class RewrittenWindow(Misconception):
    """Writing windows as they were at the end."""

    slug = "rewritten-window"
    title = "windows are written with their final bounds"
    explanation = "The window beside a node is the one on exit, not the one on entry."
    hint = "Which window did the node have before its first child returned?"
    rank = 140
    only_of_people = True

    def worked_readings(self, task: HandTask) -> Iterator[Reading]:
        """Yield one reading per order of update."""
        for update in ("before-test", "after-test"):
            tree, work = task.change_convention(update=update).worked(HandWorker)
            windows: dict[str, tuple[float, float]] = {}
            for node in work.visits:
                windows.setdefault(tree.names[node], work.left[node])
            yield self.reading(task.right.changed(windows=windows))


class EndsSwapped(Misconception):
    """Writing β before α."""

    slug = "ends-swapped"
    title = "α and β are written in the wrong order"
    explanation = "The upper end of each window is written first."
    hint = "Which of the two numbers has MAX for sure, and is it written first?"
    rank = 145
    only_of_people = True

    def worked_readings(self, task: HandTask) -> Iterator[Reading]:
        """Yield the only reading."""
        right = task.right
        windows = {name: (beta, alpha) for name, (alpha, beta) in right.windows.items()}
        cuts = tuple(
            replace(cut, before=(cut.before[1], cut.before[0]), then=(cut.then[1], cut.then[0]))
            for cut in right.cuts
        )
        yield self.reading(right.changed(windows=windows, cuts=cuts))


class OtherTraversal(Misconception):
    """Listing visits in another order."""

    slug = "other-traversal"
    title = "visits are listed breadth-first, or in the order of returns"
    explanation = (
        "The nodes are listed level by level, or in the order in which they return, not in the "
        "order in which they are entered."
    )
    hint = "A node is visited when the search enters it. Is a parent entered before its children?"
    needs_window = False
    rank = 210

    def worked_readings(self, task: HandTask) -> Iterator[Reading]:
        """Yield visited nodes by level, the whole tree by level, then visits in order of return."""
        tree, work = task.worked(HandWorker)
        by_levels = sorted(work.visits, key=lambda node: tree.depth[node])
        yield self.reading(_with_visits(task.right, tree, by_levels))
        whole = sorted(_list_searched(tree), key=lambda node: tree.depth[node])
        yield self.reading(_with_visits(task.right, tree, whole))
        yield self.reading(_with_visits(task.right, tree, _as_returned(tree, work)))


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


class OtherCount(Misconception):
    """Counting something else."""

    slug = "other-count"
    title = "the wrong kind of node is counted"
    explanation = (
        "Only leaves are counted or listed, the root is omitted, or an early return that skips "
        "nothing is counted as a cutoff."
    )
    hint = "What must be counted here: the root, internal nodes, early returns that skip nothing?"
    needs_window = False
    rank = 220
    shows_alone_in = frozenset({"counts"})

    def readings(self, task: HandTask) -> Iterator[Reading]:
        """Yield leaves only, no root, or all early returns; needs no tree."""
        right = task.right
        whose = next(name for name, one in PRESETS.items() if "below_root" in one.count)
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
            yield self.reading(right.changed(counts=counts), elsewhere=of_whom)
            if short:
                yield self.reading(right.changed(visits=visits), elsewhere=of_whom)
                both = right.changed(visits=visits, counts=counts)
                yield self.reading(both, elsewhere=of_whom)
        if task.windowed:
            counts = {**right.counts, "cutoffs": right.counts["early_returns"]}
            yield self.reading(right.changed(counts=counts), elsewhere=_early_returns_course())

    def worked_readings(self, task: HandTask) -> Iterator[Reading]:
        """Yield the same as `readings`."""
        return self.readings(task)


def _early_returns_course() -> str:
    """Name the course whose headline count is early returns."""
    whose = next(name for name, one in PRESETS.items() if "early_returns" in one.count)
    return f"the count of {COURSES[whose].course}"
