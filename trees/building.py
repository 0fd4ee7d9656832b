"""Build a `HandTree` from loose nodes: check it, name its nodes, assign turns.

Every reader (nested lists, YAML, saved traces) makes `TreeNode`s with their edges and passes the
root to `build`. A `TreeNode` reached by two edges is one node with two parents: a transposition.
"""

from __future__ import annotations

import gc
import math
from array import array
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import accumulate
from string import ascii_uppercase
from typing import Final, TypeAlias

from engine.errors import InvalidInput
from engine.game import Number, Player
from engine.values import exact_value
from trees.hand_tree import ALTERNATING, HandTree, VectorTree
from trees.text import Place, Placed, check_word, is_letter, letters, plain_number, quote

#: The most children that a node can have; the visit log counts them in 16 bits.
MAX_CHILDREN: Final = 65_535

#: The most turns that a round can have.
MAX_PLAYERS: Final = 64

#: The largest error of a sum of rounded decimals, such as three times 0.3333333333.
_ROUNDING: Final = Fraction(1, 10**9)

#: The most bits of the common denominator of a node's probabilities.
_MOST_BITS: Final = 4_096

#: The smallest and the largest value that leaves can have.
LeafBounds: TypeAlias = tuple[Number, Number]


@dataclass(slots=True, eq=False)
class TreeNode(Placed):
    """A loose node: a leaf with a value, a vector or a letter, or an interior node with edges."""

    id: str | None = None
    player: Player | None = None
    value: Number | None = None
    letter: str | None = None
    #: The values of a leaf for several players, instead of `value`.
    vector: tuple[Number, ...] | None = None
    #: The place of the player to move among several; None for the next in turn.
    mover: int | None = None
    eval: Number | None = None
    note: str = ""
    bounds: LeafBounds | None = None
    edges: list[TreeEdge] = field(default_factory=list)
    where: Place | str = ""

    def __str__(self) -> str:
        return self.id or ("an unnamed node" if self.edges else "an unnamed leaf")


@dataclass(slots=True, eq=False)
class TreeEdge(Placed):
    """A move, or at a chance node an outcome."""

    child: TreeNode
    label: str | None = None
    probability: Number | None = None
    where: Place | str = ""


@contextmanager
def collector_paused() -> Iterator[None]:
    """Pause garbage collection.

    A tree has hundreds of thousands of objects, none of them garbage. Scanning them repeatedly
    takes a third of the time.
    """
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()


@collector_paused()
def build(
    root: TreeNode,
    *,
    players: Sequence[Player] = ALTERNATING,
    name: str = "",
    description: str = "",
    citation: str = "",
    convention: str = "",
    max_size: int | None = None,
    share_names: Sequence[str] = (),
    turns: Sequence[int] = (),
) -> HandTree:
    """Check, name and flatten a tree of loose nodes.

    With vectors, `share_names` are the players, and `turns` their places in one round; without
    turns, MAX is the first of two players and MIN the second.
    """
    cycle = check_cycle(players)
    columns = _Columns(root)
    if max_size is not None:
        columns.check_size(max_size)
    nodes, spans = columns.nodes, columns.find_spans()
    player = columns.assign_turns(cycle)
    ids = columns.name_nodes()
    columns.check_labels(ids)
    tree = HandTree(
        ids=ids,
        player=player,
        values=tuple([node.value if node.vector is None else 0 for node in nodes]),
        evals=tuple([node.eval for node in nodes]),
        notes=[node.note for node in nodes],
        bounds=tuple([node.bounds for node in nodes]) if spans else (),
        spans=tuple(spans),
        first_edge=columns.first_edge,
        children=columns.children,
        edge_labels=[edge.label for node in nodes for edge in node.edges],
        probabilities=tuple(_read_probabilities(nodes, player)),
        players=cycle,
        name=name,
        description=description,
        citation=citation,
        convention=convention,
        letters={
            number: node.letter for number, node in enumerate(nodes) if node.letter is not None
        },
    )
    if tree.unknowns:
        tree.letter_place = next(str(node.where) for node in nodes if node.letter in tree.unknowns)
    if not any(node.vector for node in nodes):
        return tree
    return _add_vectors(tree, nodes, share_names, turns)


def check_cycle(players: Sequence[Player], where: object = "") -> tuple[Player, ...]:
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


class _Columns:
    """The distinct nodes in level order, and for every edge the index of its child."""

    def __init__(self, root: TreeNode) -> None:
        index = {id(root): 0}
        self.nodes = [root]
        self.children = array("i")
        #: The first edge that leads to each node.
        self.parents = array("i", [-1])
        for node in self.nodes:  # grows during the loop
            for edge in node.edges:
                number = index.setdefault(id(edge.child), len(self.nodes))
                if number == len(self.nodes):
                    self.nodes.append(edge.child)
                    self.parents.append(len(self.children))
                self.children.append(number)
            _check_node(node)
        counts = (len(node.edges) for node in self.nodes)
        self.first_edge = array("i", accumulate(counts, initial=0))
        self.has_shared = len(self.children) >= len(self.nodes)
        #: The nodes with every parent before its children.
        self.order: Sequence[int] = range(len(self.nodes))
        if self.has_shared:
            self.order = self._order_parents_first()

    def edges(self, node: int) -> range:
        """Return the edges of a node."""
        return range(self.first_edge[node], self.first_edge[node + 1])

    def _order_parents_first(self) -> list[int]:
        waiting = array("i", bytes(4 * len(self.nodes)))
        for child in self.children:
            waiting[child] += 1
        order = [] if waiting[0] else [0]
        for node in order:  # grows during the loop
            for edge in self.edges(node):
                child = self.children[edge]
                waiting[child] -= 1
                if not waiting[child]:
                    order.append(child)
        if len(order) < len(self.nodes):
            looped = self.nodes[self._find_cycle_node(waiting)]
            raise looped.error(f"{looped} is its own descendant", "a tree without cycles")
        return order

    def _find_cycle_node(self, waiting: array[int]) -> int:
        """Return a node on a cycle, by following parents among the waiting nodes."""
        parent = {}
        for node, left in enumerate(waiting):
            if left:
                for edge in self.edges(node):
                    parent[self.children[edge]] = node
        node = next(iter(parent))
        seen = set()
        while node not in seen:
            seen.add(node)
            node = parent[node]
        return node

    def check_size(self, max_size: int) -> None:
        """Refuse a tree with too many paths; a few shared nodes can cause billions of visits."""
        total = len(self.nodes)
        if self.has_shared:
            size = [1] * total
            for node in reversed(self.order):
                for edge in self.edges(node):
                    size[node] += size[self.children[edge]]
                size[node] = min(size[node], max_size + 1)  # keeps the sums small
            total = size[0]
        if total > max_size:
            raise self.nodes[0].error(
                f"the tree has more than {max_size:,} nodes, counting shared nodes once per path",
                f"at most {max_size:,}",
            )

    def find_spans(self) -> Sequence[LeafBounds | None]:
        """Return the bounds below each node: its own within those of all its parents."""
        if not any(node.bounds for node in self.nodes):
            return ()
        spans: list[LeafBounds | None] = [None] * len(self.nodes)
        for number in self.order:
            node = self.nodes[number]
            if node.bounds is not None:
                low, high = (plain_number(end, where=node.where) for end in node.bounds)
                if exact_value(low) > exact_value(high):
                    raise node.error(
                        f"the bounds of {node} run from {low} to {high}",
                        "the smallest value, then the largest",
                    )
                node.bounds = low, high
                spans[number] = _intersect(spans[number], node.bounds)
            span, value = spans[number], node.value
            if span is None:
                continue
            low, high = map(exact_value, span)
            if value is not None and not low <= exact_value(value) <= high:
                raise node.error(
                    f"{node} is worth {value}, outside its bounds",
                    f"a value from {span[0]} to {span[1]}",
                )
            for edge in self.edges(number):
                child = self.children[edge]
                spans[child] = _intersect(spans[child], span)
        return spans

    # Names ------------------------------------------------------------------------------------

    def name_nodes(self) -> list[str]:
        """Return a name for every node.

        Unnamed interior nodes get letters in level order. Unnamed leaves get their parent's name
        and their place among its children. Names already taken are skipped.
        """
        taken: dict[str, TreeNode] = {}
        for node in self.nodes:
            if node.id is not None:
                check_word(node.id, "an id", node.where)
                other = taken.setdefault(node.id, node)
                if other is not node:
                    before = f" ({other.where} has it too)" if other.where else ""
                    raise node.error(f"two nodes have the id {node.id}", f"different ids{before}")
        used = set(taken)
        fresh = (word for word in letters() if word not in taken)
        names = [node.id or "" for node in self.nodes]
        for index, node in enumerate(self.nodes):
            if not names[index] and (node.edges or index == 0):
                names[index] = next(fresh)
            for place, edge in enumerate(self.edges(index), 1):
                child = self.children[edge]
                if names[child] or self.nodes[child].edges:
                    continue
                name = f"{names[index]}{place}"
                if taken:  # else only these names end in a digit
                    while name in used:
                        name += "'"
                    used.add(name)
                names[child] = name
        return names

    def check_labels(self, names: Sequence[str]) -> None:
        """Refuse a node with two moves of the same name."""
        for index, node in enumerate(self.nodes):
            if not self.has_shared and all(edge.label is None for edge in node.edges):
                continue
            seen: set[str] = set()
            for number, edge in zip(self.edges(index), node.edges, strict=True):
                if edge.label is not None:
                    check_word(edge.label, "a move", edge.where)
                move = names[self.children[number]] if edge.label is None else edge.label
                if move in seen:
                    raise edge.error(
                        f"{names[index]} has two moves named {move}",
                        "a different name for each move",
                        "" if edge.label else "Name the moves: a mapping of move: node",
                    )
                seen.add(move)

    # Turns ------------------------------------------------------------------------------------

    def assign_turns(self, cycle: tuple[Player, ...]) -> bytes:
        """Return the player to move at each node, as the numbers of `Player`.

        A node's player is the cycle's, at the number of turns taken above it. A node with an
        explicit player still takes a turn; a chance node takes none if the cycle has no chance
        there.
        """
        turn_of = bytearray(len(self.nodes))  # by the first path in level order
        player = bytearray(len(self.nodes))
        # A leaf cannot be a chance node: it has the next turn of MAX or MIN.
        at_leaf = [
            next(mover for mover in (*cycle[turn:], *cycle) if mover is not Player.CHANCE)
            for turn in range(len(cycle))
        ]
        for index, node in enumerate(self.nodes):
            turn = turn_of[index]
            if not node.edges:
                if node.player is Player.CHANCE:
                    raise node.error(
                        f"{node} is a chance node but has no outcomes",
                        "max or min as the player of a leaf, or none",
                    )
                player[index] = at_leaf[turn] if node.player is None else node.player
                continue
            player[index] = mover = cycle[turn] if node.player is None else node.player
            below = _next_turn(mover, turn, cycle)
            for edge in self.edges(index):
                if self.parents[self.children[edge]] == edge:
                    turn_of[self.children[edge]] = below
        if self.has_shared:
            self._check_shared_turns(cycle)
        return bytes(player)

    def _check_shared_turns(self, cycle: tuple[Player, ...]) -> None:
        """Refuse an interior node that is MAX's on one path and MIN's on another.

        The possible turns of a node are a set of bits, which each turn rotates by one.
        """
        possible = [0] * len(self.nodes)
        possible[0] = 1
        for index in self.order:
            node = self.nodes[index]
            if not node.edges:
                continue
            turns = [turn for turn in range(len(cycle)) if possible[index] >> turn & 1]
            due = {cycle[turn] for turn in turns}
            if node.player is None and len(due) > 1:
                names = " and ".join(sorted(player.name for player in due))
                raise node.error(
                    f"{node} is shared, but different paths make it the turn of {names}",
                    "an explicit player, or paths of the same number of turns",
                )
            below = 0
            for turn in turns:
                mover = cycle[turn] if node.player is None else node.player
                below |= 1 << _next_turn(mover, turn, cycle)
            for edge in self.edges(index):
                possible[self.children[edge]] |= below


def _check_node(node: TreeNode) -> None:
    """Check that a node is a leaf or has children, and make its numbers plain."""
    count = len(node.edges)
    if node.letter is not None:
        if count or node.value is not None or node.eval is not None:
            raise node.error(
                f"{node} has the letter {node.letter} and a value or children",
                "a letter at leaves only, instead of a value",
            )
        if not is_letter(node.letter):
            fault = f"{quote(str(node.letter))} is not a letter"
            raise node.error(fault, "one letter such as x, or ?")
    elif node.value is None and node.vector is None:
        if not count:
            raise node.error(
                f"{node} has neither a value nor children", "a value, or at least one child"
            )
        if count > MAX_CHILDREN:
            raise node.error(f"{node} has {count:,} children", f"at most {MAX_CHILDREN:,}")
        if node.eval is not None:
            node.eval = plain_number(node.eval, where=node.where)
    elif count:
        hint = "Write an interior node's estimate as eval"
        raise node.error(f"{node} has a value and children", "one of the two", hint)
    elif node.eval is not None:
        raise node.error(
            f"{node} has an eval but no children",
            "only a value: eval is for interior nodes at a depth limit",
        )
    elif node.value is not None and (
        type(node.value) is not int or not -(2**53) <= node.value <= 2**53
    ):
        node.value = plain_number(node.value, where=node.where)


def _next_turn(mover: Player, turn: int, cycle: tuple[Player, ...]) -> int:
    """Return the turn below a node; a chance node outside the cycle takes none."""
    is_extra = mover is Player.CHANCE and cycle[turn] is not Player.CHANCE
    return turn if is_extra else (turn + 1) % len(cycle)


def _intersect(bounds: LeafBounds | None, other: LeafBounds) -> LeafBounds:
    """Return the bounds that hold if both do."""
    if bounds is None:
        return other
    return max(bounds[0], other[0], key=exact_value), min(bounds[1], other[1], key=exact_value)


# The probabilities at the chance nodes.


def _read_probabilities(nodes: Sequence[TreeNode], player: bytes) -> list[Fraction | None]:
    """Return the probability of every edge in turn, None for a move.

    Decimals are exact as written: 0.1 is 1/10. If they sum to 1 except for rounding, they are
    divided by their sum, so that a search sees exactly 1.
    """
    probabilities: list[Fraction | None] = []
    for node, turn in zip(nodes, player, strict=True):
        if turn == Player.CHANCE:
            probabilities += _read_outcomes(node)
            continue
        for edge in node.edges:
            if edge.probability is not None:
                raise edge.error(
                    f"a move of {Player(turn).name} at {node} has a probability",
                    "probabilities only below chance nodes",
                    "Write player: chance beside its children",
                )
            probabilities.append(None)
    return probabilities


def _read_outcomes(node: TreeNode) -> list[Fraction]:
    unweighted = [edge for edge in node.edges if edge.probability is None]
    if len(unweighted) == len(node.edges):
        return [Fraction(1, len(node.edges))] * len(node.edges)
    if unweighted:
        raise unweighted[0].error(
            f"an outcome of {node} has no probability, but others have one",
            "p for all outcomes, or for none (all equally likely)",
        )
    exact = [_read_probability(edge) for edge in node.edges]
    parts = 1
    for denominator in {share.denominator for share in exact}:
        parts = math.lcm(parts, denominator)
        if parts.bit_length() > _MOST_BITS:
            raise node.error(
                f"the probabilities below {node} have no common denominator of "
                f"{_MOST_BITS:,} bits or less",
                "fractions with fewer different denominators",
            )
    total = Fraction(sum(share.numerator * (parts // share.denominator) for share in exact), parts)
    if abs(total - 1) > _ROUNDING:
        fault = f"the probabilities below {node} sum to {_format_fraction(total)}"
        raise node.error(fault, "a sum of 1")
    return exact if total == 1 else [share / total for share in exact]


def _read_probability(edge: TreeEdge) -> Fraction:
    probability = edge.probability
    if not isinstance(probability, Fraction):
        probability = plain_number(probability, where=edge.where)
        # A float means the decimal as written.
        written = repr(probability) if isinstance(probability, float) else probability
        probability = Fraction(written)
    if not 0 < probability <= 1:
        raise edge.error(
            f"a probability cannot be {_format_fraction(probability)}",
            "a number above 0 and at most 1",
        )
    return probability


def _format_fraction(number: Fraction) -> str:
    if number.numerator.bit_length() + number.denominator.bit_length() > 60:
        return f"{float(number):.12g}"
    return str(number)


# Trees with a vector at each leaf.


def _add_vectors(
    shape: HandTree, nodes: Sequence[TreeNode], names: Sequence[str], turns: Sequence[int]
) -> VectorTree:
    for is_wrong, fault in (
        (shape.has_chance, "have chance nodes"),
        (shape.has_shared_nodes, "repeat a node"),
        (any(estimate is not None for estimate in shape.evals), "have an eval"),
    ):
        if is_wrong:
            fault = f"a tree with vectors cannot {fault}"
            raise nodes[0].error(fault, "moves of players, and vectors")
    movers, depth = bytearray(shape.player), [0] * len(nodes)
    for number, node in enumerate(nodes):
        if node.mover is not None:
            movers[number] = node.mover
        elif turns:
            movers[number] = turns[depth[number] % len(turns)]
        for edge in shape.actions(number):
            depth[shape.children[edge]] = depth[number] + 1
    return VectorTree(shape, [node.vector for node in nodes], names, bytes(movers))


def name_players(size: int) -> tuple[str, ...]:
    """Return names for players without names: A, B, C, and so on."""
    return tuple(ascii_uppercase[:size])
