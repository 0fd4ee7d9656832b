"""The part of a large tree around one node.

It has the path from the root to that node and the children of every node on it; other nodes are
folded and counted. The time depends on the drawn nodes and the depth, not on the log's length.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.log.visit_log import Flag
from tracer.drawing.tree.child_lists import ChildList, LongChildList, ShortChildList
from tracer.drawing.tree.figure_model import Status
from tracer.drawing.tree.game_tree import is_drawn_whole
from tracer.drawing.tree.node_facts import cut_by, status_of
from tracer.drawing.tree.walk_nodes import (
    HiddenNodes,
    WalkNode,
    child_nodes,
    child_visits,
    root_node,
    split_skipped,
)
from tracer.recording.child_index import index_children
from tracer.recording.recording import Recording

__all__ = ["neighbourhood"]


def neighbourhood(
    trace: Recording,
    step: int,
    *,
    path: Sequence[int],
    recent: int | None,
    from_root: bool,
    most_levels: int,
    most_siblings: int,
) -> WalkNode:
    """Return the nodes along a path, each with its children.

    Args:
        trace: the search.
        step: the current step.
        path: the rows from the root down.
        recent: the row of the last node's child that has just returned, if any.
        from_root: the part of a long path that is kept: its beginning if True, else the root and
            its end.
        most_levels: maximum number of levels, at least 2.
        most_siblings: maximum number of children of a node.
    """
    depths = range(len(path))
    if len(path) <= most_levels:
        kept = list(depths)
    elif from_root:
        kept = list(depths[: most_levels - 1])
    else:
        kept = [0, *depths[len(path) - most_levels + 2 :]]
    along = _path_nodes(trace, path, kept, step)
    for depth, following in zip(kept, [*kept[1:], None], strict=True):
        beneath: WalkNode | HiddenNodes | None = None
        if following is not None:
            beneath = along[following]
            if following > depth + 1:
                beneath = HiddenNodes(_plies(following - depth - 1), Status.OPEN, below=[beneath])
        elif depth < depths[-1]:
            beneath = HiddenNodes(_plies(depths[-1] - depth), Status.DONE)
        focus = path[depth + 1] if depth < depths[-1] else recent
        along[depth].below = _children(trace, along[depth], step, focus, beneath, most_siblings)
    return along[0]


def _plies(count: int) -> str:
    return f"… {count:,} plies"


def _path_nodes(
    trace: Recording, path: Sequence[int], kept: Sequence[int], step: int
) -> dict[int, WalkNode]:
    """Return the nodes of a path at some depths, 0 among them."""
    game, log = trace.game, trace.log
    along = {0: root_node(trace, path[0])}
    wanted = set(kept)
    state, moves_made = game.initial, list[str]()
    for depth, row in enumerate(path[: kept[-1] + 1]):
        if depth == 0:
            continue
        place = log.action[row]
        if depth in wanted:
            above = WalkNode(
                state, path[depth - 1], depth - 1, moves_made, "", limit=along[0].limit
            )
            along[depth] = child_nodes(trace, above, [(place, row)], step)[0]
        move = game.moves(state)[place]
        moves_made.append(game.name_of(move))
        state = game.result(state, move)
    return along


def _children(
    trace: Recording,
    node: WalkNode,
    step: int,
    focus: int | None,
    beneath: WalkNode | HiddenNodes | None,
    most: int,
) -> list[WalkNode | HiddenNodes]:
    """Return a node's children around one of them, and placeholders for the rest.

    Args:
        trace: the search.
        node: the node.
        step: the current step.
        focus: the row of the child in the middle, if any.
        beneath: a replacement for this child, if any.
        most: maximum number of children.
    """
    found, skipped, unseen = _known(trace, node, step)
    middle = found.index(focus)
    first = max(0, min(middle - most // 2, len(found) - most))
    chosen = found.between(first, first + most)
    below: list[WalkNode | HiddenNodes] = []
    if first:
        below.append(_far_siblings(first, seen=found.any_entered(0, first)))
    for child in child_nodes(trace, node, chosen, step):
        if beneath is not None and child.row == focus:
            below.append(beneath)
            continue
        if child.row is not None and status_of(trace, child.row, step) is Status.DONE:
            child.folded = trace.log.size[child.row] - 1
        below.append(child)
    end = first + len(chosen)
    if end < len(found):
        below.append(_far_siblings(len(found) - end, seen=found.any_entered(end, len(found))))
    if skipped:
        below.append(HiddenNodes(f"+{skipped:,}", Status.SKIPPED))
    if unseen:
        below.append(HiddenNodes(f"+{unseen:,}", Status.UNSEEN))
    return below


def _known(trace: Recording, node: WalkNode, step: int) -> tuple[ChildList, int, int]:
    """Return a node's drawable children, and the numbers of skipped and of unseen ones."""
    whole = is_drawn_whole(trace.game)
    cut = node.row is not None and cut_by(trace, node.row, step)
    index = None if node.row is None else index_children(trace, node.row)
    if index is not None and index.is_in_order:
        moves = len(trace.game.moves(node.state))
        visited = len(index.children)
        if whole:
            return LongChildList(index, step, visited, moves), 0, 0
        entered = index.count_entered(step)
        skipped = moves - visited if trace.log.flags[index.row] & Flag.CUTOFF else 0
        unseen = 0 if cut else visited + skipped - entered
        return LongChildList(index, step, entered, entered), skipped if cut else 0, unseen
    found, skipped = split_skipped(trace, child_visits(trace, node, step))
    if whole:
        return ShortChildList(trace, step, found), skipped, 0
    entered_at = trace.tour.entered_at
    here = [one for one in found if (cut if one[1] is None else entered_at(one[1]) <= step)]
    if cut:
        return ShortChildList(trace, step, here), skipped, 0
    return ShortChildList(trace, step, here), 0, len(found) + skipped - len(here)


def _far_siblings(count: int, *, seen: bool) -> HiddenNodes:
    """Return a placeholder for siblings far from the one in focus."""
    return HiddenNodes(f"+{count:,}", Status.DONE if seen else Status.UNSEEN)
