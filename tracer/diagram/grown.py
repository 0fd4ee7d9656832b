"""The tree that a search by Monte Carlo has grown, one tree through all of its iterations."""

from __future__ import annotations

from typing import Any

from engine.log import NO_PARENT
from tracer.diagram.given import children_of, leaf_text, sign_of
from tracer.diagram.model import printable
from tracer.figure.branches import is_drawn_whole
from tracer.figure.model import Sign
from tracer.figure.shape import Shape, ShapeNode
from tracer.recording import Recording
from tracer.rewards import NO_NODE, ROOT, Counted, rewards_of

__all__ = ["counted_at", "grown_tree", "mean_and_visits", "told_at_some_step"]


def grown_tree(trace: Recording, *, most: int) -> Shape | None:
    """Every node that some iteration has come to, of a hand tree every node, in the game's order.

    Args:
        trace: a search that plays out.
        most: how many nodes are not too many.

    Returns:
        The tree, or None where it is larger.
    """
    rewards, game = rewards_of(trace), trace.game
    whole = is_drawn_whole(game)
    nodes: list[ShapeNode] = []
    name = "" if game.named_by_path else game.node_name(game.initial, ())
    #: Nodes to come: number, parent, level, name, edge, state.
    waiting: list[tuple[int, int, int, str, str, Any]] = [
        (ROOT, NO_PARENT, 0, name, "", game.initial)
    ]
    while waiting:
        number, parent, level, name, edge, state = waiting.pop()
        value, place = leaf_text(game, state, level, None), len(nodes)
        nodes.append(
            ShapeNode(
                name=printable(name),
                edge=printable(edge),
                parent=parent,
                level=level,
                sign=Sign.LEAF if value else sign_of(game.to_move(state)),
                rows=() if number == NO_NODE else tuple(rewards.rows_of(number)),
                value=value,
                state=state,
                number=number,
            )
        )
        below = [] if value else children_of(game, state)
        waiting += [
            (child, place, level + 1, *rest)
            for move, *rest in reversed(below)
            if (child := rewards.below(number, move)) != NO_NODE or whole
        ]
        if len(nodes) + len(waiting) > most:
            return None
    places = {row: place for place, node in enumerate(nodes) for row in node.rows}
    return Shape(trace, tuple(nodes), whole, places, True)


def counted_at(trace: Recording, node: ShapeNode, step: int) -> Counted:
    """What a node has come to by the end of a step."""
    return rewards_of(trace).at(node.number, step)


def mean_and_visits(counted: Counted, given: str) -> tuple[str, str]:
    """What is written of a node's visits: their mean reward, and their number as `n=12`.

    Args:
        counted: what it has come to.
        given: a leaf's value, beside which no mean is told; empty at other nodes.
    """
    if not counted.visits:
        return "", ""
    return "" if given else counted.shown_mean, f"n={counted.visits:,}"


def told_at_some_step(trace: Recording, node: ShapeNode) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The means and the numbers of visits that stand at a node at some step."""
    given = node.value if node.sign is Sign.LEAF else ""
    rows = rewards_of(trace).rows_of(node.number) if node.number != NO_NODE else ()
    steps = (trace.tour.left_at(row) for row in rows)
    told = [mean_and_visits(counted_at(trace, node, step), given) for step in steps]
    means, visits = {mean for mean, _ in told}, {number for _, number in told}
    return tuple(sorted(means - {""})), tuple(sorted(visits - {""}))
