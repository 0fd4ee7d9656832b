"""Whose turn it is at each node of a hand tree."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import Final

from engine.errors import InvalidInput
from engine.game import Player
from trees.node import Node, Place

__all__ = ["MAX_PLAYERS", "assign_turns", "check_cycle"]

#: The most turns that a round can have.
MAX_PLAYERS: Final = 64


def check_cycle(players: Sequence[Player], where: str = "") -> tuple[Player, ...]:
    """The turns of one round, checked.

    Args:
        players: the turns.
        where: the place, for the error.

    Raises:
        InvalidInput: there is none, there are too many, or none is MAX's or MIN's.
    """
    if not 1 <= len(players) <= MAX_PLAYERS:
        raise InvalidInput(
            f"a round of {len(players):,} turns",
            where=where,
            expected=f"between 1 and {MAX_PLAYERS}",
        )
    if all(player is Player.CHANCE for player in players):
        raise InvalidInput(
            "nobody but chance has a turn", where=where, expected="max or min among the players"
        )
    return tuple(Player(player) for player in players)


def assign_turns(
    nodes: list[Node],
    order: Sequence[int],
    first_edge: array[int],
    children: array[int],
    parents: array[int],
    cycle: tuple[Player, ...],
    place: Place,
) -> bytes:
    """Whose turn it is at each node, as the numbers of `Player`.

    A node's turn is the cycle's, at the number of turns that were taken above it. A node that
    says its own player takes its turn all the same, but a chance node where the cycle has none
    takes no turn.

    Args:
        nodes: the nodes in level order.
        order: their indices, every parent before its children.
        first_edge: each node's first edge, and last of all the number of edges.
        children: the node that each edge leads to.
        parents: for every node but the root, the edge through which it is first reached.
        cycle: the turns of one round.
        place: turns a node's `where` into text.

    Raises:
        InvalidInput: a shared node has different turns by different paths.
    """
    length = len(cycle)
    after_dice = [_next_turn(cycle, turn) for turn in range(length)]
    turn_of = bytearray(len(nodes))  # place in the cycle, by the first path in level order
    player = bytearray(len(nodes))
    number = 1
    for index, node in enumerate(nodes):
        turn = turn_of[index]
        mover = node.player if node.player is not None else cycle[turn]
        edges = range(first_edge[index], first_edge[index + 1])
        if not edges:
            if node.player is Player.CHANCE:
                raise InvalidInput(
                    f"{node} is a chance node without outcomes",
                    where=place(node.where),
                    expected="max or min as the player of a leaf, or none",
                )
            player[index] = mover if node.player is not None else cycle[after_dice[turn]]
            continue
        player[index] = mover
        below = turn if _takes_no_turn(mover, cycle[turn]) else (turn + 1) % length
        for edge in edges:
            if number < len(nodes) and parents[number] == edge:
                turn_of[number] = below
                number += 1
    if len(children) >= len(nodes):
        _check_shared(nodes, order, first_edge, children, cycle, place)
    return bytes(player)


def _takes_no_turn(mover: Player, due: Player) -> bool:
    return mover is Player.CHANCE and due is not Player.CHANCE


def _next_turn(cycle: tuple[Player, ...], turn: int) -> int:
    """The first turn from here on that is a player's: nobody throws dice at a leaf."""
    while cycle[turn] is Player.CHANCE:
        turn = (turn + 1) % len(cycle)
    return turn


def _check_shared(
    nodes: list[Node],
    order: Sequence[int],
    first_edge: array[int],
    children: array[int],
    cycle: tuple[Player, ...],
    place: Place,
) -> None:
    """Refuse an interior node that is MAX's by one path and MIN's by another.

    Every node holds the set of its possible turns as bits, which a turn taken rotates by one.
    """
    length = len(cycle)
    every = (1 << length) - 1
    possible = [0] * len(nodes)
    possible[0] = 1
    for index in order:
        node = nodes[index]
        edges = range(first_edge[index], first_edge[index + 1])
        if not edges:
            continue
        turns = possible[index]
        if turns & (turns - 1):
            due = {cycle[turn] for turn in range(length) if turns >> turn & 1}
            if node.player is None and len(due) > 1:
                names = " and ".join(sorted(player.name for player in due))
                raise InvalidInput(
                    f"{node} is shared, and by different paths its turn is that of {names}",
                    where=place(node.where),
                    expected="an explicit player, or paths of the same number of turns",
                )
        below = 0
        for turn in range(length):
            if turns >> turn & 1:
                mover = node.player if node.player is not None else cycle[turn]
                below |= 1 << (turn if _takes_no_turn(mover, cycle[turn]) else turn + 1)
        below = (below | below >> length) & every
        for edge in edges:
            possible[children[edge]] |= below
