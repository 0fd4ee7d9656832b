"""A tree drawn by hand whose leaves have a value for each player."""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy

from engine.errors import SearchRefused
from engine.game import MAX, Number, VectorGame
from trees.hand_tree import ALTERNATING, HandTree


class VectorTree(HandTree, VectorGame):
    """A tree with vectors at its leaves.

    Create one with `trees.formats.tree_yaml.read_source`, which checks what this class assumes. A
    leaf's value is the share of the player who moves to it.
    """

    def __init__(
        self,
        shape: HandTree,
        vectors: Sequence[tuple[Number, ...]],
        names: Sequence[str],
        movers: bytes,
    ) -> None:
        vars(self).update(vars(shape))
        self.shape = shape
        self.vectors = tuple(vectors)
        self.share_names = tuple(names)
        self.movers = movers
        came_from = bytearray(movers)
        for node in range(len(shape)):
            for edge in shape.actions(node):
                came_from[shape.children[edge]] = movers[node]
        self.values = tuple(
            None if self.is_internal(node) else self.shares(node)[came_from[node]]
            for node in range(len(shape))
        )
        self.player = bytes(len(shape))
        self.players = (MAX,) * len(names)
        self.plies_per_round = len(names)

    def is_internal(self, state: int) -> bool:
        """Return whether a node has children."""
        return self.shape.values[state] is None

    def mover(self, state: int) -> int:
        """Return the place of the player to move; at a leaf, whose turn it would be."""
        return self.movers[state]

    def shares(self, state: int) -> tuple[Number, ...]:
        """Return a leaf's vector."""
        place = self.shape.values[state]
        if place is None:
            raise SearchRefused(f"{self.ids[state]} is not a leaf and has no values")
        return self.vectors[int(place)]

    def against_all(self) -> HandTree:
        """Return the tree of two players, with the share of the player who moves first."""
        first = self.movers[0]
        tree = copy(self.shape)
        tree.player = bytes(int(mover != first) for mover in self.movers)
        tree.players = ALTERNATING
        tree.plies_per_round = len(ALTERNATING)
        tree.of_several = self
        tree.values = tuple(
            None if place is None else self.vectors[int(place)][first] for place in tree.values
        )
        return tree

    def draw(self, state: int) -> str:
        """Return a node in one line: its name, and its vector or its player and moves."""
        name = self.ids[state]
        if self.is_terminal(state):
            return f"{name} = {show_vector(self.shares(state))}"
        moves = ", ".join(self.name_of(edge) for edge in self.actions(state))
        return f"{name} ({self.player_name(state)}): {moves}"

    def ending(self, states: Sequence[int]) -> str:
        """Return a sentence with the leaf's vector, since a tree has no winner."""
        return f"{self.ids[states[-1]]} is worth {show_vector(self.shares(states[-1]))}"

    def __repr__(self) -> str:
        return f"<VectorTree {self.name!r}, {len(self)} nodes>"


def show_vector(shares: Sequence[Number]) -> str:
    """Return a vector as a tree's file writes it: `(1, 2, 6)`."""
    return f"({', '.join(map(str, shares))})"
