"""Subgame-perfect equilibria of a tree with vectors: a move at every node, by backward induction.

If no player is ever indifferent, there is one, and max^n finds it. Every tie between children gives
further ones, which can also change the best moves above.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import islice, product
from math import prod
from typing import Any, Final, TypeAlias

from engine.errors import SearchRefused
from engine.game import Number, VectorGame
from engine.values import Exact, exact_value
from tracer.recording.recording import Recording

#: The most equilibria that are listed.
MOST_LISTED: Final = 20
#: The largest tree, in nodes, whose equilibria are computed.
_MOST_NODES: Final = 20_000

_Shares: TypeAlias = tuple[Exact, ...]


@dataclass(frozen=True, slots=True)
class Equilibrium:
    """A subgame-perfect equilibrium."""

    shares: tuple[Number, ...]
    moves: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Equilibria:
    """The subgame-perfect equilibria of a tree."""

    count: int
    outcomes: Mapping[_Shares, int]
    listed: tuple[Equilibrium, ...]


@dataclass(frozen=True, slots=True)
class _Plan:
    """What a part of the tree is worth if its players choose these children."""

    shares: _Shares
    chosen: tuple[tuple[Any, int], ...] = ()


def equilibria(trace: Recording) -> Equilibria:
    """Return the subgame-perfect equilibria of a trace's tree."""
    game = trace.vectors
    if game is None:
        raise SearchRefused(
            f"{trace.game} has one value per leaf, so its equilibria are not listed",
            expected="a tree with vectors, such as the text '[(1, 2), (3, 0)]', and maxn",
        )
    nodes = _nodes(game)
    counts: dict[Any, Mapping[_Shares, int]] = {}
    plans: dict[Any, list[_Plan]] = {}
    for state in reversed(nodes):
        if game.is_terminal(state):
            shares = tuple(exact_value(share) for share in game.shares(state))
            counts[state], plans[state] = {shares: 1}, [_Plan(shares)]
            continue
        children = [game.result(state, move) for move in game.actions(state)]
        me = game.mover(state)
        counts[state] = _count(me, [counts.pop(child) for child in children])
        plans[state] = _list(state, me, [plans.pop(child) for child in children])
    found = tuple(_named(game, nodes, plan) for plan in plans[game.initial])
    outcomes = counts[game.initial]
    return Equilibria(sum(outcomes.values()), outcomes, found)


def _nodes(game: VectorGame) -> list[Any]:
    """Return all nodes, parents before their children."""
    nodes = [game.initial]
    for state in nodes:  # grows during the loop
        if len(nodes) > _MOST_NODES:
            raise SearchRefused(
                f"{game} is too large to list its equilibria",
                expected=f"at most {_MOST_NODES:,} nodes",
            )
        if not game.is_terminal(state):
            nodes += [game.result(state, move) for move in game.actions(state)]
    return nodes


def _count(me: int, below: Sequence[Mapping[_Shares, int]]) -> dict[_Shares, int]:
    """Return how many equilibria of a node lead to each vector.

    A child is chosen if no other child gives the player more; their equilibria are independent.
    """
    counts: dict[_Shares, int] = defaultdict(int)
    for place, outcomes in enumerate(below):
        others = [*below[:place], *below[place + 1 :]]
        for shares, number in outcomes.items():
            counts[shares] += number * prod(
                sum(many for theirs, many in other.items() if theirs[me] <= shares[me])
                for other in others
            )
    return {shares: number for shares, number in counts.items() if number}


def _list(state: Any, me: int, below: Sequence[Sequence[_Plan]]) -> list[_Plan]:
    """Return the first equilibria of a node."""
    found = (
        _Plan(
            plans[place].shares,
            ((state, place), *(choice for plan in plans for choice in plan.chosen)),
        )
        for plans in product(*below)
        for best in [max(plan.shares[me] for plan in plans)]
        for place, plan in enumerate(plans)
        if plan.shares[me] == best
    )
    return list(islice(found, MOST_LISTED))


def _named(game: VectorGame, nodes: Sequence[Any], plan: _Plan) -> Equilibrium:
    places = dict(plan.chosen)
    moves = {
        game.node_name(state, ()): game.name_of(game.actions(state)[places[state]])
        for state in nodes
        if state in places
    }
    return Equilibrium(plan.shares, moves)


def moves_by_player(game: VectorGame, moves: Mapping[str, str]) -> dict[str, list[str]]:
    """Return the moves of each player as texts: `at D: D1`."""
    found: dict[str, list[str]] = {name: [] for name in game.share_names}
    for node, move in moves.items():
        found[game.player_name(game.parse(node))].append(f"at {node}: {move}")
    return {name: texts for name, texts in found.items() if texts}
