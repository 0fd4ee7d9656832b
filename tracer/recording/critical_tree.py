"""The critical tree: the nodes that any alpha-beta search must visit to prove the value.

Knuth and Moore (1975) give each of its nodes a type. Type 1 is the principal variation. Of a type 2
node, one child is enough: it proves that the node cannot matter. Of a type 3 node, all children are
needed. The leaves of one part prove that the root is worth at least its value, those of the other
that it is worth at most that; both share one leaf.

If several such trees exist, this is one with the fewest leaves; of equal children, the first.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import inf
from typing import Any, Final

from engine.errors import SearchRefused
from engine.game import CHANCE, MAX, AnyGame, Player, VectorGame
from engine.searches.checks import checked_moves, finite_value
from tracer.recording.recording import Recording

#: The most nodes of a tree whose critical tree is computed.
_MOST_NODES: Final = 100_000
#: The most moves on the paths to its nodes together: some games never end.
_MOST_MOVES: Final = 2_000_000

_BOTH, _AT_LEAST, _AT_MOST = range(3)


@dataclass(frozen=True, slots=True)
class CriticalTree:
    """The critical tree of a game."""

    value: float
    types: dict[str, int]
    at_least: tuple[str, ...]
    at_most: tuple[str, ...]

    @property
    def leaves(self) -> tuple[str, ...]:
        """The names of its leaves, in pre-order."""
        needed = {*self.at_least, *self.at_most}
        return tuple(name for name in self.types if name in needed)

    def of_type(self, number: int) -> list[str]:
        """Return the names of the nodes of a type, in pre-order."""
        return [name for name, kind in self.types.items() if kind == number]

    def beyond(self, trace: Recording) -> list[str]:
        """Return the names of the nodes that a search visited beyond it, in order."""
        return list(dict.fromkeys(name for name in trace.names() if name not in self.types))


@dataclass(slots=True)
class _Node:
    """A node of the whole tree."""

    name: str
    player: Player
    value: float = 0.0
    children: list[int] = field(default_factory=list)
    needs: list[float] = field(default_factory=list)


def has_critical_tree(game: AnyGame) -> bool:
    """Return whether a game has a critical tree: two players, and no chance nodes."""
    return not game.has_chance and not isinstance(game, VectorGame)


def critical_tree(trace: Recording) -> CriticalTree:
    """Return the critical tree of a trace's game, down to the trace's depth limit."""
    if CriticalTree not in trace.derived:
        limit = trace.limit_at(trace.root)
        trace.derived[CriticalTree] = _critical_tree(trace.game, limit)
    found: CriticalTree = trace.derived[CriticalTree]
    return found


def _critical_tree(game: AnyGame, limit: int | None) -> CriticalTree:
    nodes = _whole_tree(game, limit)
    for node in reversed(nodes):  # children before their parents
        if node.children:
            values = [nodes[child].value for child in node.children]
            node.value = max(values) if node.player is MAX else min(values)
    value = nodes[0].value
    for node in reversed(nodes):
        node.needs = _needs(node, nodes, value)
    return _chosen(nodes, value)


def _whole_tree(game: AnyGame, limit: int | None) -> list[_Node]:
    """Return all nodes in pre-order, without the values of the interior nodes."""
    if not has_critical_tree(game):
        has = "chance nodes" if game.has_chance else "a value for each player"
        raise SearchRefused(
            f"{game} has {has}, so it has no critical tree",
            expected="a game of two players without chance, with one value per leaf",
        )
    nodes: list[_Node] = []
    waiting: list[tuple[int, Any, list[str]]] = [(-1, game.initial, [])]
    made = 0  # moves on all paths so far
    while waiting:
        parent, state, path = waiting.pop()
        if len(nodes) >= _MOST_NODES or made > _MOST_MOVES:
            raise SearchRefused(
                f"the tree of {game} is too large for its critical tree",
                expected=f"at most {_MOST_NODES:,} nodes, and {_MOST_MOVES:,} moves on their paths",
                hint="Limit the depth, such as --depth 3",
            )
        number, node = len(nodes), _Node(game.node_name(state, path), game.to_move(state))
        nodes.append(node)
        if parent >= 0:
            nodes[parent].children.append(number)
        if game.is_terminal(state):
            node.value = finite_value(game, game.utility(state, MAX), state)
        elif len(path) == limit:
            node.value = finite_value(game, game.evaluate(state), state)
        else:
            if node.player is CHANCE:
                raise SearchRefused(f"{game} has chance nodes, so it has no critical tree")
            moves = checked_moves(game, game.actions(state), state)
            made += len(moves) * (len(path) + 1)
            for move in reversed(moves):
                waiting.append((number, game.result(state, move), [*path, game.name_of(move)]))
    return nodes


def _needs(node: _Node, nodes: Sequence[_Node], value: float) -> list[float]:
    """Return the fewest leaves that prove a node's value, that it is at least, at most it."""
    if not node.children:
        truths = (node.value == value, node.value >= value, node.value <= value)
        return [1.0 if truth else inf for truth in truths]
    below = [nodes[child].needs for child in node.children]
    least, most = ([child[proof] for child in below] for proof in (_AT_LEAST, _AT_MOST))
    others = most if node.player is MAX else least
    both = inf
    if node.value == value:
        both = min(
            child[_BOTH] + sum(others[:place]) + sum(others[place + 1 :])
            for place, child in enumerate(below)
        )
    if node.player is MAX:
        return [both, min(least), sum(most)]
    return [both, sum(least), min(most)]


def _chosen(nodes: Sequence[_Node], value: float) -> CriticalTree:
    """Return the tree that the fewest leaves need."""
    types: dict[str, int] = {}
    proofs: tuple[dict[str, None], ...] = ({}, {}, {})
    waiting = [(0, _BOTH)]
    while waiting:
        number, proof = waiting.pop()
        node = nodes[number]
        is_one_enough = (node.player is MAX) == (proof == _AT_LEAST)
        kind = 1 if proof == _BOTH else 2 if is_one_enough else 3
        types[node.name] = min(kind, types.get(node.name, kind))
        if not node.children:
            proofs[proof][node.name] = None
            continue
        other = _AT_MOST if node.player is MAX else _AT_LEAST
        chosen = min(node.children, key=lambda child: nodes[child].needs[proof])
        if proof == _BOTH:  # all others prove the other side, which each can
            chosen = min(
                (child for child in node.children if nodes[child].needs[_BOTH] < inf),
                key=lambda child: nodes[child].needs[_BOTH] - nodes[child].needs[other],
            )
        if proof == _BOTH:
            found = [(child, _BOTH if child == chosen else other) for child in node.children]
        else:
            found = [(child, proof) for child in node.children if kind == 3 or child == chosen]
        waiting += reversed(found)
    order = {node.name: None for node in nodes}
    at_least, at_most = (
        tuple(name for name in order if name in proofs[_BOTH] or name in proofs[proof])
        for proof in (_AT_LEAST, _AT_MOST)
    )
    return CriticalTree(value, types, at_least, at_most)
