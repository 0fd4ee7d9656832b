"""A worker who searches a tree of several players by hand."""

from __future__ import annotations

from typing import Final

from engine.log.visit_log import NO_PARENT
from tracer.answers.hand_worker import Frame, HandWorker
from tracer.answers.work_tree import AtMost, Shares, Value, WorkTree


class SharesWorker(HandWorker):
    """Worker that searches a tree of several players by hand: max^n.

    A node's value is the share of the player who moved to it; after a shallow cutoff, what that
    player has at most. The window is (α, β): what the player to move has, and the share at which
    the node returns.
    """

    def chooser(self, node: int) -> int:
        """Return the player who moves to a node; at the root, who moves there."""
        parent = self.tree.parent[node]
        return self.tree.movers[node if parent == NO_PARENT else parent]

    def leaf_value(self, node: int) -> Value:
        """Return the share of the player who moved to a leaf."""
        self.vectors[node] = self.tree.shares[node]
        return self.vectors[node][self.chooser(node)]

    def passed_down(self, frame: Frame, child: int) -> tuple[Value, Value]:
        """Return the window of a child: what is left beside the share of another player above."""
        if not self.windowed:
            return self.tree.window
        least, most = self.tree.sums
        movers = self.tree.movers
        share = least if movers[child] == movers[frame.node] else frame.alpha
        return least, most - share

    def returned(self, frame: Frame) -> Value:
        """Return the share of the player above, or what a shallow cutoff leaves it."""
        node, cuts = frame.node, self.work.cuts
        self.vectors[node] = vector = self.vectors[frame.best]
        above, me = self.chooser(node), self.tree.movers[node]
        if above != me and cuts and cuts[-1].at == node and cuts[-1].skipped:
            return self.tree.sums[1] - frame.v
        return vector[above]

    def visit(self, node: int, alpha: Value, beta: Value, above: Frame | None) -> Value:
        """Search below a node, and write its vector down."""
        value = super().visit(node, alpha, beta, above)
        self.work.shares[node] = Shares(map(float, self.vectors[node]), self._known(node))
        return value

    def _known(self, node: int) -> AtMost | None:
        """Return what is known of the true vector of a node after a shallow cutoff."""
        me, cuts = self.tree.movers[node], self.work.cuts
        if self.chooser(node) == me or not (cuts and cuts[-1].at == node and cuts[-1].skipped):
            return None
        least, most = self.tree.sums
        share = self.vectors[node][me]
        return AtMost(me, float(most - share)) if share < most - least else None


#: Workers of trees of several players, by the kind of worker with the same slip.
_KINDS: Final[dict[type[HandWorker], type[HandWorker]]] = {HandWorker: SharesWorker}


def worker_kind(kind: type[HandWorker], tree: WorkTree) -> type[HandWorker]:
    """Return a kind of worker as it searches a tree: if it has several players, with vectors."""
    if not tree.players or issubclass(kind, SharesWorker):
        return kind
    if kind not in _KINDS:
        _KINDS[kind] = type(f"{kind.__name__}OfShares", (kind, SharesWorker), {})
    return _KINDS[kind]
