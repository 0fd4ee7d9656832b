"""Steps at which a run pauses."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from tracer.recording.recording import Recording
from tracer.steps.navigation import find_actions, find_visits


class Breakpoint(StrEnum):
    """The kinds of steps at which a run can pause; nodes have breakpoints too."""

    CUTOFFS = "cutoffs"  #: a cutoff test succeeds
    ROOT_CHANGES = "root"  #: a child of a root returns, and the root's value changes or stays
    PASSES = "passes"  #: a root is entered


@dataclass(frozen=True, slots=True)
class NodeBreakpoint:
    """A breakpoint at a node."""

    moves: tuple[str, ...]
    name: str


class Breakpoints:
    """The breakpoints of a run: entries of some nodes, and some kinds of steps.

    Nodes are stored by the moves to them, so the breakpoints survive a change of search.
    """

    def __init__(self, trace: Recording) -> None:
        self._trace = trace
        self._nodes: dict[NodeBreakpoint, list[int]] = {}
        self.kinds: set[Breakpoint] = set()

    def __bool__(self) -> bool:
        return bool(len(self))

    def __len__(self) -> int:
        return len(self._nodes) + len(self.kinds)

    @property
    def nodes(self) -> list[NodeBreakpoint]:
        """The breakpoints at nodes, in the order in which they were set."""
        return list(self._nodes)

    def load(self, trace: Recording) -> None:
        """Switch to another search, and keep the breakpoints."""
        self._trace = trace
        self._nodes = {node: self._entries(node.moves) for node in self._nodes}

    def toggle_node(self, row: int) -> bool:
        """Set or remove a breakpoint at every visit to a node."""
        node = self._at(row)
        if node in self._nodes:
            self.remove(node)
            return False
        self._nodes[node] = self._entries(node.moves)
        return True

    def remove(self, node: NodeBreakpoint) -> None:
        """Remove a breakpoint at a node."""
        del self._nodes[node]

    def has_node(self, row: int) -> bool:
        """Return whether a node has a breakpoint."""
        return self._at(row) in self._nodes

    def is_at(self, node: NodeBreakpoint, row: int) -> bool:
        """Return whether a breakpoint is at a row's node."""
        return node == self._at(row)

    def toggle(self, kind: Breakpoint) -> bool:
        """Set or remove a breakpoint at a kind of step, and return whether it is set."""
        self.kinds ^= {kind}
        return kind in self.kinds

    def clear(self) -> None:
        """Remove all breakpoints."""
        self._nodes.clear()
        self.kinds.clear()

    def pauses_at(self, step: int) -> bool:
        """Return whether to pause at a step."""
        return self.next_after(step - 1) == step

    def next_after(self, step: int) -> int | None:
        """Return the next step at which to pause; None if there is none."""
        return min(self._candidates(step), default=None)

    def _at(self, row: int) -> NodeBreakpoint:
        return NodeBreakpoint(tuple(self._trace.moves_to(row)), self._trace.name(row))

    def _candidates(self, step: int) -> Iterator[int]:
        tour = self._trace.tour
        for entries in self._nodes.values():
            yield from entries[bisect_right(entries, step) :][:1]
        if Breakpoint.CUTOFFS in self.kinds:
            cut = tour.next_cut(max(step, 0))  # the first step has no cutoff
            yield from [] if cut is None else [cut]
        roots = self._trace.roots
        if Breakpoint.PASSES in self.kinds:
            steps = [tour.entered_at(root) for root in roots]
            yield from steps[bisect_right(steps, step) :][:1]
        if Breakpoint.ROOT_CHANGES in self.kinds:
            for root in roots[max(0, bisect_right(roots, step, key=tour.entered_at) - 1) :]:
                steps = [tour.left_at(child) for child in self._trace.log.children(root)]
                later = [one for one in steps[bisect_right(steps, step) :] if one < len(tour)]
                if later:
                    yield later[0]
                    break

    def _entries(self, moves: Sequence[str]) -> list[int]:
        """Return the steps at which a node is entered."""
        actions = find_actions(self._trace.game, moves)
        rows = find_visits(self._trace, actions) if len(actions) == len(moves) else []
        return [self._trace.tour.entered_at(row) for row in rows]
