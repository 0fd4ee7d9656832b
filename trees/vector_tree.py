"""A tree drawn by hand whose leaves have a value for each player."""

from __future__ import annotations

from collections.abc import Sequence

from engine.errors import SearchRefused
from engine.game import Number
from engine.vector_game import VectorGame
from trees.hand_tree import ALTERNATING, HandTree

__all__ = ["VectorTree"]


class VectorTree(VectorGame):
    """A tree with vectors at its leaves.

    Create one with `trees.formats.tree_yaml.read_source`, which checks what this class assumes.

    Args:
        shape: its nodes and moves; a leaf's value there is the place of its vector in `vectors`.
        vectors: the leaves' vectors, all of one length.
        players: names of the players, in the order of the vectors.
        movers: place of the player to move at each node among `players`.
    """

    initial = 0
    named_by_path = False
    has_wins = False

    def __init__(
        self,
        shape: HandTree,
        vectors: Sequence[tuple[Number, ...]],
        players: Sequence[str],
        movers: bytes,
    ) -> None:
        self.shape = shape
        self.vectors = tuple(vectors)
        self.players = tuple(players)
        self.movers = movers
        self.name = shape.name

    def __len__(self) -> int:
        """Return the number of nodes."""
        return len(self.shape)

    def mover(self, state: int) -> int:
        """Return the place of the player to move; at a leaf, whose turn it would be."""
        return self.movers[state]

    def shares(self, state: int) -> tuple[Number, ...]:
        """Return a leaf's vector.

        Raises:
            SearchRefused: the node is not a leaf.
        """
        place = self.shape.values[state]
        if place is None:
            raise SearchRefused(f"{self.shape.ids[state]} is not a leaf and has no values")
        return self.vectors[int(place)]

    def against_all(self) -> HandTree:
        """Return the tree of two players, with the share of the player who moves first."""
        shape, first = self.shape, self.movers[0]
        return HandTree(
            ids=shape.ids,
            player=bytes(int(mover != first) for mover in self.movers),
            values=[
                None if place is None else self.vectors[int(place)][first] for place in shape.values
            ],
            evals=shape.evals,
            notes=shape.notes,
            first_edge=shape.first_edge,
            children=shape.children,
            edge_labels=shape.edge_labels,
            probabilities=shape.probabilities,
            players=ALTERNATING,
            name=shape.name,
            description=shape.description,
            citation=shape.citation,
        )

    def actions(self, state: int) -> range:
        """Return the edges of a node, in drawing order."""
        return self.shape.actions(state)

    def result(self, state: int, action: int) -> int:
        """Return the node that an edge leads to."""
        return self.shape.result(state, action)

    def is_terminal(self, state: int) -> bool:
        """Return whether a node is a leaf."""
        return self.shape.is_terminal(state)

    def name_of(self, action: int) -> str:
        """Return the label of an edge, or the name of the node that it leads to."""
        return self.shape.name_of(action)

    def node_name(self, state: int, path: Sequence[str]) -> str:
        """Return a node's own name, independent of the path."""
        return self.shape.ids[state]

    def note_of(self, state: int) -> str:
        """Return the author's note on a node; empty if there is none."""
        return self.shape.notes[state]

    def draw(self, state: int) -> str:
        """Return a node in one line: its name, and its vector or its player and moves."""
        name = self.shape.ids[state]
        if self.is_terminal(state):
            return f"{name} = ({', '.join(map(str, self.shares(state)))})"
        moves = ", ".join(self.name_of(edge) for edge in self.actions(state))
        return f"{name} ({self.players[self.mover(state)]}): {moves}"

    def format(self, state: int) -> str:
        """Return a node's name, which `parse` reads back."""
        return self.shape.format(state)

    def parse(self, text: str) -> int:
        """Return the node with this name."""
        return self.shape.parse(text)

    def __str__(self) -> str:
        return str(self.shape)
