"""Random trees as classes with methods, like a user's game, some of them faulty."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from engine.game import Game, Player
from tests.support.random_searches import random_tree


class RandomGame(Game[Any, Any]):
    """A random tree whose states are separate objects, equal if the node is the same.

    Args:
        draw: where the tree comes from.
        chance: whether chance has a part in it.
        fault: called with the method's name and its answer at every call; what it returns is the
            answer, what it raises is raised.
    """

    named_by_path = True

    def __init__(
        self,
        draw: random.Random,
        *,
        chance: bool = False,
        fault: Callable[[str, Any], Any] = lambda method, answer: answer,
    ) -> None:
        tree = random_tree(draw, chance=chance)
        self.tree, self.fault = tree, fault
        self.initial = State(tree.initial)
        self.has_chance = tree.has_chance
        self.listing = draw.choice((list, tuple))
        self.passing = frozenset(draw.sample("abcde", draw.choice((0, 0, 1, 3))))

    def to_move(self, state):
        return self.fault("to_move", self.tree.to_move(state.node))

    def actions(self, state):
        edges = self.tree.actions(state.node)
        return self.fault("actions", self.listing(_Move(place) for place in range(len(edges))))

    def result(self, state, action):
        edges = (
            [edge for edge, _ in self.tree.chances(state.node)]
            if self.tree.to_move(state.node) is Player.CHANCE
            else self.tree.actions(state.node)
        )
        return self.fault("result", State(self.tree.result(state.node, edges[action.place])))

    def is_terminal(self, state):
        return self.fault("is_terminal", self.tree.is_terminal(state.node))

    def utility(self, state, player):
        value = self.tree.utility(state.node, Player.MAX)
        return self.fault("utility", value if player is Player.MAX else -value)

    def evaluate(self, state):
        return self.fault("evaluate", (state.node * 7919 % 13 - 6) / 4)

    def chances(self, state):
        pairs = enumerate(self.tree.chances(state.node))
        return self.fault("chances", [(_Move(place), chance) for place, (_, chance) in pairs])

    def is_pass(self, action):
        return self.fault("is_pass", "abcde"[action.place] in self.passing)

    def priority(self, state, action):
        return self.fault("priority", (state.node + action.place * 31) % 7)

    def format(self, state):
        return f"node {state.node}"


class State:
    """A node, counted while it lives."""

    living = 0

    def __init__(self, node: int) -> None:
        self.node = node
        State.living += 1

    def __del__(self) -> None:
        State.living -= 1

    def __eq__(self, other: object) -> bool:
        return isinstance(other, State) and self.node == other.node

    def __hash__(self) -> int:
        return hash(self.node)

    def __deepcopy__(self, memo: object) -> State:
        return State(self.node)

    def __repr__(self) -> str:
        return f"State({self.node})"


class _Move:
    """A move, created again on every request."""

    def __init__(self, place: int) -> None:
        self.place = place

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Move) and self.place == other.place

    def __hash__(self) -> int:
        return hash(self.place)

    def __repr__(self) -> str:
        return f"m{self.place}"
