"""Misconceptions about what is written down of a search that was worked rightly."""

from __future__ import annotations

from collections.abc import Iterator

from engine.conventions import COURSES, PRESETS
from tracer.check.answers import Answers
from tracer.check.hand_worker import HandWorker, Work
from tracer.check.misconceptions.base import Misconception, Reading, Task
from tracer.check.work_tree import WorkTree

__all__ = ["OtherCount", "OtherTraversal", "RewrittenWindow"]

#: Visits of a search whose order anybody writes down.
_MOST_LISTED = 50_000


class RewrittenWindow(Misconception):
    """Entry windows are shown as they ended."""

    slug = "rewritten-window"
    title = "windows are written as they ended"
    explanation = (
        "The window beside a node is the one it was left with, not the one it was entered with."
    )
    hint = "Which window did the node have before its first child returned?"

    def worked_readings(self, task: Task) -> Iterator[Reading]:
        """The one reading, under either order of update."""
        for update in ("before-test", "after-test"):
            tree, work = task.under(update=update).worked(HandWorker)
            windows: dict[str, tuple[float, float]] = {}
            for node in work.visits:
                windows.setdefault(tree.names[node], work.left[node])
            yield self.reading(task.right.changed(windows=windows))


class OtherTraversal(Misconception):
    """Visits are listed in another order."""

    slug = "other-traversal"
    title = "visits are listed breadth-first, or as nodes return"
    explanation = (
        "The nodes are listed level by level, or in the order in which they return, and not as "
        "they are entered."
    )
    hint = "A node is visited when the search enters it. Is a parent entered before its children?"
    needs_window = False

    def worked_readings(self, task: Task) -> Iterator[Reading]:
        """The visited nodes by levels, the whole tree by levels, in the order of return."""
        tree, work = task.worked(HandWorker)
        by_levels = sorted(work.visits, key=lambda node: tree.depth[node])
        yield self.reading(_listed(task.right, tree, by_levels))
        whole = sorted(_searched(tree), key=lambda node: tree.depth[node])
        yield self.reading(_listed(task.right, tree, whole))
        yield self.reading(_listed(task.right, tree, _as_returned(tree, work)))


def _listed(right: Answers, tree: WorkTree, nodes: list[int]) -> Answers:
    return right.changed(visits=tuple(tree.names[node] for node in nodes))


def _searched(tree: WorkTree) -> list[int]:
    """The nodes down to the depth limit."""
    limit = tree.limit
    return [node for node in range(len(tree)) if limit is None or tree.depth[node] <= limit]


def _as_returned(tree: WorkTree, work: Work) -> list[int]:
    """The visited nodes, each after its children."""
    listed: list[int] = []
    stack: list[int] = []
    for node in work.visits:
        while stack and tree.depth[stack[-1]] >= tree.depth[node]:
            listed.append(stack.pop())
        stack.append(node)
    return [*listed, *reversed(stack)]


class OtherCount(Misconception):
    """Another count than the one asked for."""

    slug = "other-count"
    title = "another kind of node is counted"
    explanation = (
        "Only leaves are counted or listed, the root is left out, or an early return that skips "
        "nothing is counted as a cutoff."
    )
    hint = "What does the problem want counted: the root, inner nodes, returns that skip nothing?"
    needs_window = False

    def readings(self, task: Task) -> Iterator[Reading]:
        """Leaves only, without the root, or other early returns; it needs no tree to be worked."""
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
            # Whatever the course calls "visited", this is taken for it.
            counts = {**right.counts, "visited": count, "below_root": count}
            yield self.reading(right.changed(counts=counts), elsewhere=of_whom)
            if short:
                yield self.reading(right.changed(visits=visits), elsewhere=of_whom)
                both = right.changed(visits=visits, counts=counts)
                yield self.reading(both, elsewhere=of_whom)
        if task.windowed:
            counts = {**right.counts, "cutoffs": right.counts["early_returns"]}
            yield self.reading(right.changed(counts=counts), elsewhere=_of_early_returns())

    def worked_readings(self, task: Task) -> Iterator[Reading]:
        """See `readings`."""
        return self.readings(task)


def _of_early_returns() -> str:
    """Whose headline count is that of early returns."""
    whose = next(name for name, one in PRESETS.items() if "early_returns" in one.count)
    return f"the count of {COURSES[whose].course}"
