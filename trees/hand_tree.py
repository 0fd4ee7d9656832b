"""A tree drawn by hand, as a game.

The tree is stored in flat columns: a state is a node's index and an action is an edge's index.
Nodes are in level order with the root at 0, and the edges of a node are adjacent.
"""

from __future__ import annotations

import math
from array import array
from collections.abc import Iterable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field
from typing import Final

from engine.errors import InvalidInput, SearchRefused, did_you_mean
from engine.game import CHANCE, MAX, MIN, Game, Number, Player, VectorGame
from trees.text import UNSEEN, quote

#: The turns of a two-player game.
ALTERNATING: Final = (MAX, MIN)

_PLAYERS: Final = tuple(Player)

#: The most names that are compared with a misspelt one.
_MOST_NAMES: Final = 1_000


class UnknownValue(SearchRefused):
    """The error for the value of a leaf that has none, only a letter."""


@dataclass(eq=False, repr=False, kw_only=True)
class HandTree(Game[int, int]):
    """A game tree whose nodes, moves and values are given.

    Create one with `trees.building.build`, `trees.formats.nested.from_nested` or
    `trees.formats.tree_yaml.read_tree`, which check what this class assumes. A node with
    two parents is a transposition.
    """

    initial = 0
    named_by_path = False
    has_wins = False

    ids: Sequence[str]
    player: bytes
    values: tuple[Number | None, ...]
    evals: tuple[Number | None, ...]
    notes: Sequence[str]
    first_edge: array[int]
    children: array[int]
    edge_labels: Sequence[str | None]
    probabilities: tuple[Number | None, ...]
    players: tuple[Player, ...] = ALTERNATING
    name: str = ""
    description: str = ""
    citation: str = ""
    letters: Mapping[int, str] = field(default_factory=dict)
    bounds: tuple[tuple[Number, Number] | None, ...] = ()
    spans: tuple[tuple[Number, Number] | None, ...] = ()
    #: The convention of its course, in which the stepper opens it; empty if there is none.
    convention: str = ""
    #: Whether states are won (True) or lost (False), by node; None if the tree does not say.
    won: Mapping[int, bool] | None = None
    #: The place of its first letter in its file; empty if unknown.
    letter_place: str = ""
    #: The letters that `replace_letters` replaced by numbers, by leaf, the last replaced first.
    replaced: Mapping[int, str] = field(default_factory=dict)
    #: The tree of several players that this tree of two was made from; None for any other.
    of_several: HandTree | None = None

    def __post_init__(self) -> None:
        self.has_bounds = bool(self.spans)
        self.has_chance = CHANCE in self.player
        self.plies_per_round = sum(turn is not CHANCE for turn in self.players)
        self._index: dict[str, int] | None = None

    def __len__(self) -> int:
        """Return the number of nodes; a node with several parents counts once."""
        return len(self.ids)

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.name!r}, {len(self)} nodes>"

    def to_move(self, state: int) -> Player:
        """Return whose turn it is at a node; at a leaf, whose turn it would be."""
        return _PLAYERS[self.player[state]]

    def actions(self, state: int) -> range:
        """Return the edges of a node, in drawing order."""
        return range(self.first_edge[state], self.first_edge[state + 1])

    moves = actions

    def result(self, state: int, action: int) -> int:
        return self.children[action]

    def list_children(self, node: int) -> list[int]:
        """Return the children of a node, in drawing order."""
        return [self.children[edge] for edge in self.moves(node)]

    def find_below(self, nodes: Iterable[int]) -> set[int]:
        """Return some nodes and all nodes below them."""
        below, waiting = set[int](), [*nodes]
        while waiting:
            node = waiting.pop()
            if node not in below:
                below.add(node)
                waiting += self.list_children(node)
        return below

    def find_path(self, node: int) -> list[tuple[int, int]]:
        """Return the nodes above a node, the root first, each with its edge on the first path."""
        edge_to = dict[int, tuple[int, int]]()
        for parent in range(len(self)):
            for edge in self.moves(parent):
                edge_to.setdefault(self.children[edge], (parent, edge))
        path = []
        while node != self.initial:
            path.append(edge_to[node])
            node = path[-1][0]
        return path[::-1]

    def list_moves_to(self, node: int) -> list[str]:
        """Return the names of the moves from the root to a node, on the first path found."""
        return [self.name_of(edge) for _, edge in self.find_path(node)]

    def is_terminal(self, state: int) -> bool:
        return self.values[state] is not None or state in self.letters

    def utility(self, state: int, player: Player) -> Number:
        """Return a leaf's value, negated for MIN; whole numbers and fractions stay exact."""
        value = self.values[state]
        if value is None:
            raise self._no_value(state)
        return -value if player is MIN else value

    def _no_value(self, state: int) -> SearchRefused:
        """Return the error for a node whose value is used but not given."""
        name, letter = self.ids[state], self.letters.get(state)
        if letter is None:
            return SearchRefused(f"{name} is not a leaf and has no value")
        if letter == UNSEEN:
            return UnknownValue(f"{name} has the value ?, but the search visits it")
        return UnknownValue(f"{name} has the letter {letter} instead of a value")

    @property
    def unknowns(self) -> tuple[str, ...]:
        """The letters of its leaves in alphabetical order, without `?`."""
        return tuple(sorted({*self.letters.values()} - {UNSEEN}))

    @property
    def has_shared_nodes(self) -> bool:
        """Whether a node has several parents."""
        return len(self.children) >= len(self)

    def replace_letters(self, numbers: Mapping[str, Number]) -> HandTree:
        """Return the tree with numbers instead of some letters.

        It shares everything else with this tree, so that many numbers can be tried.
        """
        replaced = {node: letter for node, letter in self.letters.items() if letter in numbers}
        values = {node: numbers[letter] for node, letter in replaced.items()}
        return self._exchange(values, replaced | {**self.replaced})

    def restore_letter(self, letter: str) -> HandTree:
        """Return the tree with a letter again that `replace_letters` replaced."""
        nodes = [node for node, replaced in self.replaced.items() if replaced == letter]
        others = {node: was for node, was in self.replaced.items() if was != letter}
        return self._exchange(dict.fromkeys(nodes), others)

    def _exchange(
        self, values: Mapping[int, Number | None], replaced: Mapping[int, str]
    ) -> HandTree:
        """Return the tree with other values at leaves with letters, and these letters replaced."""
        tree = copy(self)
        tree.values = tuple(values.get(node, value) for node, value in enumerate(self.values))
        letters = {**self.letters, **self.replaced}
        tree.letters = {
            node: letter for node, letter in letters.items() if tree.values[node] is None
        }
        tree.replaced = replaced
        return tree

    def chances(self, state: int) -> list[tuple[int, Number]]:
        """Return the outcomes of a chance node with their probabilities, which sum to exactly 1."""
        return [(edge, self._probability(edge)) for edge in self.actions(state)]

    def _probability(self, edge: int) -> Number:
        probability = self.probabilities[edge]
        if probability is None:
            raise SearchRefused(f"{self.name_of(edge)} is a move, not an outcome of chance")
        return probability

    def bounds_of(self, state: int) -> tuple[Number, Number]:
        """Return the bounds of the leaves below a node, as far as the tree says."""
        span = self.spans[state] if self.spans else None
        return (-math.inf, math.inf) if span is None else span

    def known_leaves(self) -> Sequence[int]:
        return [state for state, value in enumerate(self.values) if value is not None]

    def evaluate(self, state: int) -> Number:
        """Return the estimate written beside a node; a leaf's is its value."""
        value = self.values[state]
        if value is None:
            value = self.evals[state]
        if value is None and state in self.letters:
            raise self._no_value(state)
        if value is None:
            raise SearchRefused(
                f"{self.ids[state]} is at the depth limit but has no estimate",
                hint=f"Give {self.ids[state]} an eval, or search without a depth limit and without "
                "the order evaluation",
            )
        return value

    def name_of(self, action: int) -> str:
        """Return the label of an edge, or the name of the node that it leads to."""
        return self.edge_labels[action] or self.ids[self.children[action]]

    def node_name(self, state: int, path: Sequence[str]) -> str:
        return self.ids[state]

    def note_of(self, state: int) -> str:
        return self.notes[state]

    def draw(self, state: int) -> str:
        """Return a node in one line: its name, and its value or its player and moves."""
        value = self.values[state]
        if value is not None or state in self.letters:
            return f"{self.ids[state]} = {self.letters.get(state, value)}"
        moves = ", ".join(self.name_of(edge) for edge in self.actions(state))
        return f"{self.ids[state]} ({self.labels[self.to_move(state)]}): {moves}"

    def ending(self, states: Sequence[int]) -> str:
        """Return a sentence with the leaf's value, since a tree has no winner."""
        leaf = states[-1]
        value = self.values[leaf]
        if value is None:
            return ""
        return f"{self.ids[leaf]} is worth {value} to {self.labels[MAX]}"

    def format(self, state: int) -> str:
        return self.ids[state]

    def parse(self, text: str) -> int:
        if self._index is None:
            self._index = {name: node for node, name in enumerate(self.ids)}
        if text not in self._index:
            near = did_you_mean(text[:100], self.ids[:_MOST_NAMES])
            raise InvalidInput(f"{self} has no node {quote(text)}", hint=near)
        return self._index[text]

    def __str__(self) -> str:
        return self.name or "hand tree"


# A tree drawn by hand whose leaves have a value for each player.


class VectorTree(HandTree, VectorGame):
    """A tree with vectors at its leaves.

    Create one with `trees.building.build`, which checks what this class assumes. A leaf's value is
    the share of the player who moves to it.
    """

    def __init__(
        self,
        shape: HandTree,
        vectors: Sequence[tuple[Number, ...] | None],
        names: Sequence[str],
        movers: bytes,
    ) -> None:
        vars(self).update(vars(shape))
        self.shape = shape
        #: The vector of each leaf; None at other nodes.
        self.vectors = tuple(vectors)
        self.share_names = tuple(names)
        self.movers = movers
        came_from = bytearray(movers)
        for node in range(len(shape)):
            for edge in shape.actions(node):
                came_from[shape.children[edge]] = movers[node]
        self.values = tuple(
            None if vector is None else vector[came_from[node]]
            for node, vector in enumerate(self.vectors)
        )
        self.player = bytes(len(shape))
        self.players = (MAX,) * len(names)
        self.plies_per_round = len(names)

    def mover(self, state: int) -> int:
        return self.movers[state]

    def shares(self, state: int) -> tuple[Number, ...]:
        vector = self.vectors[state]
        if vector is None:
            raise SearchRefused(f"{self.ids[state]} is not a leaf and has no values")
        return vector

    def against_all(self) -> HandTree:
        """Return the tree of two players, with the share of the player who moves first."""
        first = self.movers[0]
        tree = copy(self.shape)
        tree.player = bytes(int(mover != first) for mover in self.movers)
        tree.players = ALTERNATING
        tree.plies_per_round = len(ALTERNATING)
        tree.of_several = self
        tree.values = tuple(None if vector is None else vector[first] for vector in self.vectors)
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


def show_vector(shares: Sequence[Number]) -> str:
    """Return a vector as a tree's file writes it: `(1, 2, 6)`."""
    return f"({', '.join(map(str, shares))})"
