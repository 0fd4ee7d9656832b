"""A tree drawn by hand, as a game.

The tree is held in flat columns: a state is a node's index and an action is an edge's index. Nodes
stand in level order with the root at 0, and the edges of a node stand side by side.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import Final

from engine.errors import InvalidInput, SearchRefused, did_you_mean
from engine.game import CHANCE, MAX, MIN, Game, Number, Player
from trees.quoting import quoted

__all__ = ["ALTERNATING", "HandTree"]

#: The turns of a two-player game.
ALTERNATING: Final = (MAX, MIN)

_PLAYERS: Final = tuple(Player)

#: The most names that are looked at for one that was meant.
_NAMES_LOOKED_AT: Final = 1_000


class HandTree(Game[int, int]):
    """A game tree whose nodes, moves and values are given.

    Make one with `trees.builder.build`, `trees.nested.from_nested` or `trees.reader.read_tree`;
    they check what this class takes for granted. A node with two parents is a transposition.

    Args:
        ids: the nodes' names, in level order.
        player: whose turn it is at each node, as the number of a `Player`.
        values: the leaves' utilities for MAX; None at interior nodes.
        evals: MAX's estimates for interior nodes at which a depth limit may stop.
        notes: what the author wrote beside each node.
        first_edge: each node's first edge, and last of all the number of edges.
        children: the node that each edge leads to.
        edge_labels: the edges' own names; None where the child's name serves.
        probabilities: of the outcomes of chance nodes; None elsewhere.
        players: the turns of one round.
        name: what the tree is called.
        description: a sentence about it.
        citation: where it was published.
    """

    initial = 0
    named_by_path = False
    has_wins = False

    def __init__(
        self,
        *,
        ids: Sequence[str],
        player: bytes,
        values: Sequence[Number | None],
        evals: Sequence[Number | None],
        notes: Sequence[str],
        first_edge: array[int],
        children: array[int],
        edge_labels: Sequence[str | None],
        probabilities: Sequence[Number | None],
        players: tuple[Player, ...] = ALTERNATING,
        name: str = "",
        description: str = "",
        citation: str = "",
    ) -> None:
        self.ids = ids
        self.player = player
        # Tuples, so that what was once read from them stays right.
        self.values = tuple(values)
        self.evals = tuple(evals)
        self.notes = notes
        self.first_edge = first_edge
        self.children = children
        self.edge_labels = edge_labels
        self.probabilities = tuple(probabilities)
        self.players = players
        self.name = name
        self.description = description
        self.citation = citation
        self.has_chance = CHANCE in player
        self.plies_per_round = sum(turn is not CHANCE for turn in players)
        self._index: dict[str, int] | None = None

    def __len__(self) -> int:
        """How many nodes there are; one with several parents counts once."""
        return len(self.ids)

    def __repr__(self) -> str:
        return f"<HandTree {self.name!r}, {len(self)} nodes>"

    def to_move(self, state: int) -> Player:
        """Whose turn it is at a node; at a leaf, whose turn it would be."""
        return _PLAYERS[self.player[state]]

    def actions(self, state: int) -> range:
        """The edges of a node, in the order in which they are drawn."""
        return range(self.first_edge[state], self.first_edge[state + 1])

    def moves(self, state: int) -> range:
        """The edges of a node, be they moves or outcomes."""
        return range(self.first_edge[state], self.first_edge[state + 1])

    def result(self, state: int, action: int) -> int:
        """The node that an edge leads to."""
        return self.children[action]

    def moves_to(self, node: int) -> list[str]:
        """The names of the moves from the root to a node, by the first way that is found.

        Args:
            node: its number in level order.
        """
        edge_to = dict[int, tuple[int, int]]()
        for parent in range(len(self)):
            for edge in self.moves(parent):
                edge_to.setdefault(self.children[edge], (parent, edge))
        names = []
        while node != self.initial:
            node, edge = edge_to[node]
            names.append(self.name_of(edge))
        return names[::-1]

    def is_terminal(self, state: int) -> bool:
        """Whether a node is a leaf."""
        return self.values[state] is not None

    def utility(self, state: int, player: Player) -> Number:
        """A leaf's value, negated for MIN; whole numbers and fractions stay exact."""
        value = self.values[state]
        if value is None:
            raise SearchRefused(f"{self.ids[state]} is not a leaf and has no value")
        return -value if player is MIN else value

    def chances(self, state: int) -> list[tuple[int, Number]]:
        """The outcomes of a chance node with their probabilities, which sum to exactly 1."""
        return [(edge, self._probability(edge)) for edge in self.actions(state)]

    def _probability(self, edge: int) -> Number:
        probability = self.probabilities[edge]
        if probability is None:
            raise SearchRefused(f"{self.name_of(edge)} is a move, not an outcome of chance")
        return probability

    def evaluate(self, state: int) -> Number:
        """The estimate written beside a node; a leaf's is its value.

        Raises:
            SearchRefused: there is none.
        """
        value = self.values[state]
        if value is None:
            value = self.evals[state]
        if value is None:
            raise SearchRefused(
                f"a depth limit stops at {self.ids[state]}, which has no estimate",
                hint=f"Give {self.ids[state]} an eval, or search without a depth limit",
            )
        return value

    def name_of(self, action: int) -> str:
        """The label of an edge, or the name of the node that it leads to."""
        return self.edge_labels[action] or self.ids[self.children[action]]

    def node_name(self, state: int, path: Sequence[str]) -> str:
        """A node's own name, by whichever path it was reached."""
        return self.ids[state]

    def note_of(self, state: int) -> str:
        """What the author wrote beside a node; empty where nothing was."""
        return self.notes[state]

    def draw(self, state: int) -> str:
        """A node in one line: its name, and its value or whose turn it is and the moves."""
        value = self.values[state]
        if value is not None:
            return f"{self.ids[state]} = {value}"
        moves = ", ".join(self.name_of(edge) for edge in self.actions(state))
        return f"{self.ids[state]} ({self.labels[self.to_move(state)]}): {moves}"

    def ending(self, states: Sequence[int]) -> str:
        """What a leaf is worth; nobody wins a tree."""
        leaf = states[-1]
        value = self.values[leaf]
        if value is None:
            return ""
        return f"{self.ids[leaf]} is worth {value} to {self.labels[MAX]}"

    def format(self, state: int) -> str:
        """A node's name, which `parse` reads back."""
        return self.ids[state]

    def parse(self, text: str) -> int:
        """The node of that name.

        Raises:
            InvalidInput: there is none.
        """
        if self._index is None:
            self._index = {name: node for node, name in enumerate(self.ids)}
        if text not in self._index:
            near = did_you_mean(text[:100], self.ids[:_NAMES_LOOKED_AT])
            raise InvalidInput(f"{self} has no node {quoted(text)}", hint=near)
        return self._index[text]

    def __str__(self) -> str:
        return self.name or "hand tree"
