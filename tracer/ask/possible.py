"""Whether a node can ever be pruned, for any values of the leaves.

The rule: a node, or an ancestor of it, can be pruned at its parent P if two conditions hold. An
earlier child of P has been searched, and the other player has a bound at P. That bound comes from
the window of the root, or from an ancestor of P: one at which the other player moves and has
searched an earlier child. Then some values cause the cutoff: those at P are good for P's player,
and earlier children elsewhere are neutral. One convention needs more: fail-hard returns no interior
node's value beyond a bound, so with the test > an earlier child of P must be a leaf.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from engine.game import MAX, Player
from tracer.ask.answer import SCHEMA, Answer
from tracer.ask.intervals import json_end
from tracer.ask.search_run import LetterSearch, plain_settings
from trees.hand_tree import HandTree


@dataclass(frozen=True, slots=True)
class PossibleAnswer(Answer):
    """Whether a node can be pruned."""

    node: str
    witness: Mapping[str, Fraction] | None
    at: str
    after: str
    reason: str

    @property
    def text(self) -> str:
        """Yes or no, the reason, and the leaves of the witness."""
        if self.witness is None:
            return f"no: {self.reason}"
        values = ", ".join(f"{leaf} = {json_end(value)}" for leaf, value in self.witness.items())
        return f"yes: {self.reason}\n    for example with {values}".replace("-", "−")

    def as_json(self) -> dict[str, Any]:
        """Return the answer as JSON data."""
        record: dict[str, Any] = {
            "schema": SCHEMA,
            "question": f"possible {self.node}",
            "possible": self.witness is not None,
            "reason": self.reason,
        }
        if self.witness is not None:
            record["cutoff"] = {"node": self.at, "after": self.after}
            record["witness"] = {leaf: json_end(value) for leaf, value in self.witness.items()}
        return record


@dataclass(frozen=True, slots=True)
class _Step:
    """A node above another one."""

    node: int
    place: int
    player: Player


def find_possible(search: LetterSearch, node: int) -> PossibleAnswer:
    """Return whether a node can be pruned, with values that do it or the reason why not."""
    settings = plain_settings(search, "possible")
    window, convention = settings.window, settings.convention
    by_leaves = convention.returns == "fail-hard" and convention.cutoff == ">"
    tree = search.tree
    path = [
        _Step(above, edge - tree.first_edge[above], tree.to_move(above))
        for above, edge in tree.find_path(node)
    ]
    name = tree.ids[node]
    for depth, step in enumerate(path):
        bound = window[1] if step.player is MAX else window[0]
        setters = [
            ancestor
            for ancestor in path[:depth]
            if ancestor.player is step.player.opponent and ancestor.place
        ]
        cause = _find_cause(tree, step, by_leaves=by_leaves)
        if cause is not None and (setters or math.isfinite(bound)):
            first = tree.ids[cause]
            by = f"{tree.ids[setters[-1].node]} sets" if setters else "the window at the root sets"
            side = "β" if step.player is MAX else "α"
            at = tree.ids[step.node]
            reason = f"{by} {side}, so that {first} can cause a cutoff at {at}"
            return PossibleAnswer(
                name, _witness(tree, path[: depth + 1], window), at, first, reason
            )
    return PossibleAnswer(name, None, "", "", _explain_visit(tree, path, name, window))


def _find_cause(tree: HandTree, step: _Step, *, by_leaves: bool) -> int | None:
    """Return the first child before the path that can cause a cutoff; None if there is none."""
    earlier = tree.list_children(step.node)[: step.place]
    return next((child for child in earlier if tree.is_terminal(child) or not by_leaves), None)


def _explain_visit(
    tree: HandTree, path: Sequence[_Step], name: str, window: tuple[float, float]
) -> str:
    """Return the reason why a node is always visited."""
    late = [step for step in path if step.place]
    if not late:
        return f"{name} is on the leftmost path, which every search visits"
    parts = []
    for depth, step in enumerate(path):
        if not step.place:
            continue
        is_max = step.player is MAX
        above = [
            ancestor
            for ancestor in path[:depth]
            if ancestor.place and ancestor.player is not step.player
        ]
        if above or math.isfinite(window[is_max]):
            parts.append(
                f"at {tree.ids[step.node]}, no earlier child is a leaf, and fail-hard returns no "
                f"other value beyond {'β' if is_max else 'α'}"
            )
            continue
        side, other, infinite = ("β", "MIN", "+∞") if is_max else ("α", "MAX", "−∞")
        parts.append(
            f"at {tree.ids[step.node]}, {side} is {infinite}: no {other} node above it has an "
            f"earlier child"
        )
    return "; ".join(parts)


def _witness(
    tree: HandTree, path: Sequence[_Step], window: tuple[float, float]
) -> dict[str, Fraction]:
    """Return values of all leaves that cause a cutoff at the last node of a path."""
    low, high = _choose_values(*window)
    alpha, beta = window
    above = (Fraction(beta) if math.isfinite(beta) else high) + 1
    below = (Fraction(alpha) if math.isfinite(alpha) else low) - 1
    values = dict[int, Fraction]()

    def give(node: int, value: Fraction) -> None:
        values.update((leaf, value) for leaf in tree.find_below([node]) if tree.is_terminal(leaf))

    give(tree.initial, low)
    for step in path:
        is_max = step.player is MAX
        neutral = low if is_max else high
        good = above if is_max else below
        for child in tree.list_children(step.node)[: step.place]:
            give(child, good if step is path[-1] else neutral)
    return {tree.ids[node]: values[node] for node in sorted(values)}


def _choose_values(alpha: float, beta: float) -> tuple[Fraction, Fraction]:
    """Return two values inside a window, the smaller first."""
    if math.isinf(alpha) and math.isinf(beta):
        return Fraction(0), Fraction(1)
    if math.isinf(alpha):
        return Fraction(beta) - 2, Fraction(beta) - 1
    if math.isinf(beta):
        return Fraction(alpha) + 1, Fraction(alpha) + 2
    third = (Fraction(beta) - Fraction(alpha)) / 3
    return Fraction(alpha) + third, Fraction(alpha) + 2 * third
