"""Names of the nodes and moves of a hand tree.

Unnamed interior nodes get letters in level order. Unnamed leaves get their parent's name and their
place among its children. Names already taken are skipped.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, TypeAlias

from engine.errors import InvalidInput
from engine.game import Number, Player
from trees.text import quote

# Loose nodes of a tree that is being read or made, before `trees.building.builder.build`.

#: A function that turns a node's or an edge's `where` into the place of an error.
Place: TypeAlias = Callable[[Any], str]

#: The smallest and the largest value that leaves can have.
LeafBounds: TypeAlias = tuple[Number, Number]


@dataclass(slots=True, eq=False)
class TreeNode:
    """A loose node: either a leaf with a value or a letter, or an interior node with edges."""

    id: str | None = None
    player: Player | None = None
    value: Number | None = None
    letter: str | None = None
    eval: Number | None = None
    note: str = ""
    bounds: LeafBounds | None = None
    edges: list[TreeEdge] = field(default_factory=list)
    where: Any = None

    def __str__(self) -> str:
        return self.id or ("an unnamed node" if self.edges else "an unnamed leaf")


@dataclass(slots=True, eq=False)
class TreeEdge:
    """A move, or at a chance node an outcome."""

    child: TreeNode
    label: str | None = None
    probability: Number | None = None
    where: Any = None


#: The most characters of a node's or a move's own name.
LONGEST_NAME: Final = 64


def check_word(word: str, what: str, where: str = "") -> None:
    """Check the given name of a node or a move.

    Answers list names separated by white space or commas, so a name cannot contain these.
    """
    shown = quote(word, 40)
    if not word:
        raise InvalidInput(f"{what} is empty", where=where, expected="a name such as B or left")
    if len(word) > LONGEST_NAME:
        raise InvalidInput(
            f"{what} has {len(word):,} characters: {shown}",
            where=where,
            expected=f"at most {LONGEST_NAME} characters",
        )
    if word.isalnum():
        return
    if "," in word or any(letter.isspace() for letter in word):
        raise InvalidInput(
            f"{what} contains a space or a comma: {shown}",
            where=where,
            expected="one word, since these separate names in answers",
            hint="Use - or _ instead",
        )
    if not word.isprintable():
        raise InvalidInput(
            f"{what} contains an invisible character: {shown}",
            where=where,
            expected="letters, digits and symbols",
        )


def letters() -> Iterator[str]:
    """Yield A, B, …, Z, AA, AB, … endlessly."""
    length = 1
    while True:
        for number in range(26**length):
            word = ""
            for _ in range(length):
                number, letter = divmod(number, 26)
                word = chr(ord("A") + letter) + word
            yield word
        length += 1


def name_nodes(
    nodes: Sequence[TreeNode], first_edge: array[int], parents: array[int], place: Place
) -> list[str]:
    """Return a name for every node."""
    taken: dict[str, TreeNode] = {}
    for node in nodes:
        if node.id is not None:
            check_word(node.id, "an id", place(node.where))
            other = taken.setdefault(node.id, node)
            if other is not node:
                before = place(other.where)
                raise InvalidInput(
                    f"two nodes have the id {node.id}",
                    where=place(node.where),
                    expected="different ids" + (f" ({before} has it too)" if before else ""),
                )
    used = set(taken)
    fresh = (word for word in letters() if word not in taken)
    names = [node.id or "" for node in nodes]
    child = 1  # the next node in level order
    for index, node in enumerate(nodes):
        if not names[index] and (node.edges or index == 0):
            names[index] = next(fresh)
        first = first_edge[index]
        for edge in range(first, first_edge[index + 1]):
            if child < len(nodes) and parents[child] == edge:
                if not names[child] and not nodes[child].edges:
                    name = f"{names[index]}{edge - first + 1}"
                    if taken:  # else only these names end in a digit
                        while name in used:
                            name += "'"
                        used.add(name)
                    names[child] = name
                child += 1
    return names


def check_labels(
    nodes: Sequence[TreeNode],
    names: Sequence[str],
    first_edge: array[int],
    children: array[int],
    place: Place,
) -> None:
    """Refuse a node with two moves of the same name."""
    shared = len(children) >= len(nodes)
    for index, node in enumerate(nodes):
        if not node.edges or not (shared or any(edge.label is not None for edge in node.edges)):
            continue
        seen: set[str] = set()
        for number, edge in enumerate(node.edges, first_edge[index]):
            if edge.label is not None:
                check_word(edge.label, "a move", place(edge.where))
            move = names[children[number]] if edge.label is None else edge.label
            if move in seen:
                raise InvalidInput(
                    f"{names[index]} has two moves named {move}",
                    where=place(edge.where),
                    expected="a different name for each move",
                    hint="" if edge.label else "Name the moves: a mapping of move: node",
                )
            seen.add(move)


# The player to move at each node of a hand tree.

#: The most turns that a round can have.
MAX_PLAYERS: Final = 64


def check_cycle(players: Sequence[Player], where: str = "") -> tuple[Player, ...]:
    """Return the turns of one round, checked."""
    if not 1 <= len(players) <= MAX_PLAYERS:
        raise InvalidInput(
            f"a round cannot have {len(players):,} turns",
            where=where,
            expected=f"between 1 and {MAX_PLAYERS}",
        )
    if all(player is Player.CHANCE for player in players):
        raise InvalidInput(
            "only chance has a turn", where=where, expected="max or min among the players"
        )
    return tuple(Player(player) for player in players)


def assign_turns(
    nodes: list[TreeNode],
    order: Sequence[int],
    first_edge: array[int],
    children: array[int],
    parents: array[int],
    cycle: tuple[Player, ...],
    place: Place,
) -> bytes:
    """Return the player to move at each node, as the numbers of `Player`.

    A node's player is the cycle's, at the number of turns taken above it. A node with an explicit
    player still takes a turn; a chance node takes none if the cycle has no chance there.
    """
    length = len(cycle)
    after_dice = [_next_turn(cycle, turn) for turn in range(length)]
    turn_of = bytearray(len(nodes))  # position in the cycle, by the first path in level order
    player = bytearray(len(nodes))
    number = 1
    for index, node in enumerate(nodes):
        turn = turn_of[index]
        mover = node.player if node.player is not None else cycle[turn]
        edges = range(first_edge[index], first_edge[index + 1])
        if not edges:
            if node.player is Player.CHANCE:
                raise InvalidInput(
                    f"{node} is a chance node but has no outcomes",
                    where=place(node.where),
                    expected="max or min as the player of a leaf, or none",
                )
            player[index] = mover if node.player is not None else cycle[after_dice[turn]]
            continue
        player[index] = mover
        below = turn if _is_extra_chance(mover, cycle[turn]) else (turn + 1) % length
        for edge in edges:
            if number < len(nodes) and parents[number] == edge:
                turn_of[number] = below
                number += 1
    if len(children) >= len(nodes):
        _check_shared(nodes, order, first_edge, children, cycle, place)
    return bytes(player)


def _is_extra_chance(mover: Player, due: Player) -> bool:
    return mover is Player.CHANCE and due is not Player.CHANCE


def _next_turn(cycle: tuple[Player, ...], turn: int) -> int:
    """Return the next turn of MAX or MIN: a leaf cannot be a chance node."""
    while cycle[turn] is Player.CHANCE:
        turn = (turn + 1) % len(cycle)
    return turn


def _check_shared(
    nodes: list[TreeNode],
    order: Sequence[int],
    first_edge: array[int],
    children: array[int],
    cycle: tuple[Player, ...],
    place: Place,
) -> None:
    """Refuse an interior node that is MAX's on one path and MIN's on another.

    The possible turns of a node are a set of bits, which each turn rotates by one.
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
                    f"{node} is shared, but different paths make it the turn of {names}",
                    where=place(node.where),
                    expected="an explicit player, or paths of the same number of turns",
                )
        below = 0
        for turn in range(length):
            if turns >> turn & 1:
                mover = node.player if node.player is not None else cycle[turn]
                below |= 1 << (turn if _is_extra_chance(mover, cycle[turn]) else turn + 1)
        below = (below | below >> length) & every
        for edge in edges:
            possible[children[edge]] |= below
