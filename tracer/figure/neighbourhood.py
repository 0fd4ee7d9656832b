"""The part of a large tree around one node.

It holds the path from the root to that node and the children of every node on it; all else is
folded away and counted. It costs time in what is drawn and in the depth, not in the log's length.
"""

from __future__ import annotations

from collections.abc import Sequence

from tracer.figure.branches import (
    Branch,
    Folded,
    Place,
    branches,
    is_drawn_whole,
    places,
    root_branch,
    split_skipped,
)
from tracer.figure.facts import cut_by, status_of
from tracer.figure.model import Status
from tracer.recording import Recording

__all__ = ["neighbourhood"]

#: Children that are drawn of one node.
_MOST_SIBLINGS = 12


def neighbourhood(
    trace: Recording,
    step: int,
    *,
    path: Sequence[int],
    recent: int | None,
    from_root: bool,
    most_levels: int,
) -> Branch:
    """The nodes along a path, each with its children.

    Args:
        trace: the search.
        step: the step at which it is looked at.
        path: the rows from the root down.
        recent: the row of the child of the last of them that the step is about, if any.
        from_root: which part of a path with too many levels is kept: all from the root down, or
            the root and the path's end.
        most_levels: how many levels of nodes are not too many, at least 2.
    """
    depths = range(len(path))
    if len(path) <= most_levels:
        kept = list(depths)
    elif from_root:
        kept = list(depths[: most_levels - 1])
    else:
        kept = [0, *depths[len(path) - most_levels + 2 :]]
    along = _along(trace, path, kept, step)
    for depth, following in zip(kept, [*kept[1:], None], strict=True):
        beneath: Branch | Folded | None = None
        if following is not None:
            beneath = along[following]
            if following > depth + 1:
                beneath = Folded(_plies(following - depth - 1), Status.OPEN, below=[beneath])
        elif depth < depths[-1]:
            beneath = Folded(_plies(depths[-1] - depth), Status.DONE)
        focus = path[depth + 1] if depth < depths[-1] else recent
        along[depth].below = _children(trace, along[depth], step, focus, beneath)
    return along[0]


def _plies(count: int) -> str:
    return f"… {count:,} plies"


def _along(
    trace: Recording, path: Sequence[int], kept: Sequence[int], step: int
) -> dict[int, Branch]:
    """The nodes of a path at some depths, 0 among them."""
    game, log = trace.game, trace.log
    along = {0: root_branch(trace, path[0])}
    wanted = set(kept)
    state, moves_made = game.initial, list[str]()
    for depth, row in enumerate(path[: kept[-1] + 1]):
        if depth == 0:
            continue
        place = log.action[row]
        if depth in wanted:
            above = Branch(state, path[depth - 1], depth - 1, moves_made, "", limit=along[0].limit)
            along[depth] = branches(trace, above, [(place, row)], step)[0]
        move = game.moves(state)[place]
        moves_made.append(game.name_of(move))
        state = game.result(state, move)
    return along


def _children(
    trace: Recording, node: Branch, step: int, focus: int | None, beneath: Branch | Folded | None
) -> list[Branch | Folded]:
    """A node's children around one of them, and what stands for the rest.

    Args:
        trace: the search.
        node: the node.
        step: the step at which it is looked at.
        focus: the row of that one, if any.
        beneath: what is drawn in its place, if not it itself.
    """
    found, skipped = split_skipped(trace, places(trace, node, step))
    cut = node.row is not None and cut_by(trace, node.row, step)
    unseen = 0
    if not is_drawn_whole(trace.game):
        here = [one for one in found if _is_there(trace, one, step, cut=cut)]
        unseen = len(found) + skipped - len(here) if not cut else 0
        found, skipped = here, skipped if cut else 0
    middle = next((i for i, (_, row) in enumerate(found) if row is not None and row == focus), 0)
    first = max(0, min(middle - _MOST_SIBLINGS // 2, len(found) - _MOST_SIBLINGS))
    chosen = found[first : first + _MOST_SIBLINGS]
    below: list[Branch | Folded] = []
    if first:
        below.append(_folded(trace, found[:first], step))
    for child in branches(trace, node, chosen, step):
        if beneath is not None and child.row == focus:
            below.append(beneath)
            continue
        if child.row is not None and status_of(trace, child.row, step) is Status.DONE:
            child.folded = trace.log.size[child.row] - 1
        below.append(child)
    rest = found[first + _MOST_SIBLINGS :]
    if rest:
        below.append(_folded(trace, rest, step))
    if skipped:
        below.append(Folded(f"+{skipped:,}", Status.SKIPPED))
    if unseen:
        below.append(Folded(f"+{unseen:,}", Status.UNSEEN))
    return below


def _is_there(trace: Recording, place: Place, step: int, *, cut: bool) -> bool:
    """Whether a game's child can be drawn: it has been entered, or it has been skipped."""
    row = place[1]
    return cut if row is None else trace.tour.entered_at(row) <= step


def _folded(trace: Recording, left_out: Sequence[Place], step: int) -> Folded:
    """What stands for siblings that are too far from the one in focus."""
    seen = any(row is not None and trace.tour.entered_at(row) <= step for _, row in left_out)
    return Folded(f"+{len(left_out):,}", Status.DONE if seen else Status.UNSEEN)
