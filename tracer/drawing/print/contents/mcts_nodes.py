"""The tree of a Monte Carlo search, which grows through all iterations."""

from __future__ import annotations

from dataclasses import replace

from tracer.drawing.tree.figure_model import ShapeNode, Sign
from tracer.drawing.tree.game_tree import game_tree, is_drawn_whole
from tracer.drawing.tree.shape import Shape, make_shape
from tracer.mcts.rewards import NO_NODE, VisitsAndMean, mcts_rewards
from tracer.recording.recording import Recording


def final_mcts_tree(trace: Recording, *, most: int) -> Shape | None:
    """Return all nodes that iterations visit (all nodes of a hand tree), in the game's order."""
    rewards = mcts_rewards(trace)
    nodes = game_tree(
        trace.game,
        None,
        most=most,
        number_below=rewards.child,
        unvisited=is_drawn_whole(trace.game),
    )
    if nodes is None:
        return None
    visited = (() if node.number == NO_NODE else rewards.find_rows(node.number) for node in nodes)
    return make_shape(
        trace, [replace(node, rows=tuple(rows)) for node, rows in zip(nodes, visited, strict=True)]
    )


def statistics_at(trace: Recording, node: ShapeNode, step: int) -> VisitsAndMean:
    """Return a node's visits and mean after a step."""
    return mcts_rewards(trace).measure_node(node.number, step)


def mean_and_visits(counted: VisitsAndMean, given: str) -> tuple[str, str]:
    """Return a node's mean reward and its number of visits as texts, such as `n=12`."""
    if not counted.visits:
        return "", ""
    return "" if given else counted.shown_mean, f"n={counted.visits:,}"


def texts_at_all_steps(
    trace: Recording, node: ShapeNode
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return all texts of a node's mean and of its number of visits, over all steps."""
    given = node.value if node.sign is Sign.LEAF else ""
    rows = mcts_rewards(trace).find_rows(node.number) if node.number != NO_NODE else ()
    steps = (trace.tour.left_at(row) for row in rows)
    texts = [mean_and_visits(statistics_at(trace, node, step), given) for step in steps]
    means, visits = {mean for mean, _ in texts}, {number for _, number in texts}
    return tuple(sorted(means - {""})), tuple(sorted(visits - {""}))
