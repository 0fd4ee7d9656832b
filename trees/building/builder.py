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
from fractions import Fraction
from string import ascii_uppercase
from typing import Final

from engine.errors import InvalidInput
from engine.game import Player
from engine.values import exact_value
from trees.building.naming import (
    LeafBounds,
    Place,
    TreeEdge,
    TreeNode,
    assign_turns,
    check_cycle,
    check_labels,
    name_nodes,
)
from trees.building.node_reader import NodeReader
from trees.hand_tree import ALTERNATING, HandTree, VectorTree
from trees.text import is_letter, plain_number, quote

# Faster creation of many objects.


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


# The probabilities at the chance nodes of a hand tree.

#: The largest error of a sum of rounded decimals, such as three times 0.3333333333.
_ROUNDING: Final = Fraction(1, 10**9)

#: The most bits of the common denominator of a node's probabilities.
_MOST_BITS: Final = 4_096


def read_probabilities(
    nodes: Sequence[TreeNode], player: bytes, place: Place
) -> list[Fraction | None]:
    """Return the probability of every edge in turn, None for a move.

    Decimals are exact as written: 0.1 is 1/10. If they sum to 1 except for rounding, they are
    divided by their sum, so that a search sees exactly 1.
    """
    if Player.CHANCE not in player and not any(
        edge.probability is not None for node in nodes for edge in node.edges
    ):
        return [None] * sum([len(node.edges) for node in nodes])
    probabilities: list[Fraction | None] = []
    for node, turn in zip(nodes, player, strict=True):
        if turn != Player.CHANCE:
            for edge in node.edges:
                if edge.probability is not None:
                    raise InvalidInput(
                        f"a move of {Player(turn).name} at {node} has a probability",
                        where=place(edge.where),
                        expected="probabilities only below chance nodes",
                        hint="Write player: chance beside its children",
                    )
                probabilities.append(None)
        else:
            probabilities += _outcomes(node, place)
    return probabilities


def _outcomes(node: TreeNode, place: Place) -> list[Fraction]:
    weighted = [edge for edge in node.edges if edge.probability is not None]
    if not weighted:
        return [Fraction(1, len(node.edges))] * len(node.edges)
    if len(weighted) < len(node.edges):
        bare = next(edge for edge in node.edges if edge.probability is None)
        raise InvalidInput(
            f"an outcome of {node} has no probability, but others have one",
            where=place(bare.where),
            expected="p for all outcomes, or for none (all equally likely)",
        )
    exact = [_exact(edge, place) for edge in node.edges]
    parts = math.lcm(*_denominators(exact, node, place))
    total = Fraction(sum(share.numerator * (parts // share.denominator) for share in exact), parts)
    if abs(total - 1) > _ROUNDING:
        raise InvalidInput(
            f"the probabilities below {node} sum to {_format_fraction(total)}",
            where=place(node.where),
            expected="a sum of 1",
        )
    return exact if total == 1 else [share / total for share in exact]


def _denominators(exact: list[Fraction], node: TreeNode, place: Place) -> set[int]:
    """Return the different denominators, if their common one is not too large."""
    denominators = {share.denominator for share in exact}
    if sum(denominator.bit_length() for denominator in denominators) > _MOST_BITS:
        common = 1
        for denominator in denominators:
            common = math.lcm(common, denominator)
            if common.bit_length() > _MOST_BITS:
                raise InvalidInput(
                    f"the probabilities below {node} have no common denominator of "
                    f"{_MOST_BITS:,} bits or less",
                    where=place(node.where),
                    expected="fractions with fewer different denominators",
                )
    return denominators


def _exact(edge: TreeEdge, place: Place) -> Fraction:
    probability = edge.probability
    if not isinstance(probability, Fraction):
        probability = plain_number(probability, where=place(edge.where))
        probability = (
            Fraction(repr(probability)) if isinstance(probability, float) else Fraction(probability)
        )
    if not 0 < probability <= 1:
        raise InvalidInput(
            f"a probability cannot be {_format_fraction(probability)}",
            where=place(edge.where),
            expected="a number above 0 and at most 1",
        )
    return probability


def _format_fraction(number: Fraction) -> str:
    if number.numerator.bit_length() + number.denominator.bit_length() > 60:
        return f"{float(number):.12g}"
    return str(number)


# The players of a tree with a vector at each leaf.


def vector_tree(
    shape: HandTree,
    root: TreeNode,
    reader: NodeReader,
    turns: Sequence[str],
    are_two: bool,
    where: str,
) -> VectorTree:
    """Return a tree with vectors, checked."""
    size = len(reader.vectors[0])
    check_shape(shape, where)
    nodes = in_level_order(root)
    are_two = are_two or any(node.player is not None for node in nodes)
    players = reader.players or (("MAX", "MIN") if are_two else player_letters(size))
    if len(players) != size:
        raise InvalidInput(
            f"the tree has {len(players)} players ({', '.join(players)}), but its vectors have "
            f"{size} values",
            where=where,
            expected="a value for each player",
            hint=f"Name the players: players: [{', '.join(player_letters(size))}]",
        )
    if are_two:
        return VectorTree(shape, reader.vectors, players, shape.player)
    cycle = [players.index(turn) for turn in turns] or list(range(size))
    depth = [0] * len(nodes)
    movers = bytearray(len(nodes))
    for number, node in enumerate(nodes):
        movers[number] = reader.movers.get(node, cycle[depth[number] % len(cycle)])
        for edge in shape.actions(number):
            depth[shape.children[edge]] = depth[number] + 1
    return VectorTree(shape, reader.vectors, players, bytes(movers))


def check_shape(shape: HandTree, where: str) -> None:
    """Refuse a tree that cannot have vectors."""
    for is_wrong, fault in (
        (shape.has_chance, "a tree with vectors cannot have chance nodes"),
        (len(shape.children) >= len(shape), "a tree with vectors cannot repeat a node"),
        (
            any(estimate is not None for estimate in shape.evals),
            "a tree with vectors cannot have an eval",
        ),
    ):
        if is_wrong:
            raise InvalidInput(fault, where=where, expected="moves of players, and vectors")


def in_level_order(root: TreeNode) -> list[TreeNode]:
    """Return the nodes of a tree without shared nodes in the order of its built form."""
    nodes = [root]
    for node in nodes:  # grows during the loop
        nodes += [edge.child for edge in node.edges]
    return nodes


def player_letters(size: int) -> tuple[str, ...]:
    """Return names for players without names: A, B, C, and so on."""
    return tuple(ascii_uppercase[:size])


# The bounds of the leaves below each node of a tree.


def find_spans(
    nodes: Sequence[TreeNode],
    order: Sequence[int],
    first_edge: array[int],
    children: array[int],
    place: Place,
) -> list[LeafBounds | None] | None:
    """Return the bounds below each node: its own within those of all its parents."""
    if not any(node.bounds for node in nodes):
        return None
    spans: list[LeafBounds | None] = [None] * len(nodes)
    for number in order:
        node = nodes[number]
        if node.bounds is not None:
            low, high = (plain_number(end, where=place(node.where)) for end in node.bounds)
            if exact_value(low) > exact_value(high):
                raise InvalidInput(
                    f"the bounds of {node} run from {low} to {high}",
                    where=place(node.where),
                    expected="the smallest value, then the largest",
                )
            node.bounds = low, high
            spans[number] = _common(spans[number], node.bounds)
        span = spans[number]
        if span is None:
            continue
        value = node.value
        if value is not None and not exact_value(span[0]) <= exact_value(value) <= exact_value(
            span[1]
        ):
            raise InvalidInput(
                f"{node} is worth {value}, outside its bounds",
                where=place(node.where),
                expected=f"a value from {span[0]} to {span[1]}",
            )
        for edge in range(first_edge[number], first_edge[number + 1]):
            spans[children[edge]] = _common(spans[children[edge]], span)
    return spans


def _common(bounds: LeafBounds | None, other: LeafBounds) -> LeafBounds:
    """Return the bounds that hold if both do."""
    if bounds is None:
        return other
    return max(bounds[0], other[0], key=exact_value), min(bounds[1], other[1], key=exact_value)


#: The most children that a node can have; the visit log counts them in 16 bits.
MAX_CHILDREN: Final = 65_535


def _format_place(where: object) -> str:
    return str(where or "")


@collector_paused()
def build(
    root: TreeNode,
    *,
    players: Sequence[Player] = ALTERNATING,
    name: str = "",
    description: str = "",
    citation: str = "",
    max_size: int | None = None,
    place: Place = _format_place,
) -> HandTree:
    """Check, name and flatten a tree of loose nodes."""
    turns = check_cycle(players)
    nodes, children = _level_order(root)
    first_edge = _first_edges(nodes, place)
    parents = _first_parents(children)
    order: Sequence[int] = range(len(nodes))
    if len(children) >= len(nodes):
        order = _parents_first(nodes, first_edge, children, place)
    if max_size is not None:
        _check_size(nodes, order, first_edge, children, max_size, place)
    spans = find_spans(nodes, order, first_edge, children, place)
    player = assign_turns(nodes, order, first_edge, children, parents, turns, place)
    ids = name_nodes(nodes, first_edge, parents, place)
    check_labels(nodes, ids, first_edge, children, place)
    tree = HandTree(
        ids=ids,
        player=player,
        values=[node.value for node in nodes],
        evals=[node.eval for node in nodes],
        notes=[node.note for node in nodes],
        bounds=[node.bounds for node in nodes] if spans else (),
        spans=spans or (),
        first_edge=first_edge,
        children=children,
        edge_labels=[edge.label for node in nodes for edge in node.edges],
        probabilities=read_probabilities(nodes, player, place),
        players=turns,
        name=name,
        description=description,
        citation=citation,
        letters={
            number: node.letter for number, node in enumerate(nodes) if node.letter is not None
        },
    )
    if tree.unknowns:
        tree.letter_place = next(
            place(node.where) for node in nodes if node.letter in tree.unknowns
        )
    return tree


def _level_order(root: TreeNode) -> tuple[list[TreeNode], array[int]]:
    """Return the distinct nodes in level order, and for every edge the index of its child."""
    index = {id(root): 0}
    nodes = [root]
    children = array("i")
    for node in nodes:  # grows during the loop
        for edge in node.edges:
            child = edge.child
            number = index.setdefault(id(child), len(nodes))
            if number == len(nodes):
                nodes.append(child)
            children.append(number)
    return nodes, children


def _first_edges(nodes: list[TreeNode], place: Place) -> array[int]:
    """Return each node's first edge; check that each node is a leaf or has children."""
    first_edge = array("i", [0])
    edges = 0
    for node in nodes:
        count = len(node.edges)
        if node.letter is not None:
            _check_letter(node, place)
        elif node.value is None:
            if not count:
                raise InvalidInput(
                    f"{node} has neither a value nor children",
                    where=place(node.where),
                    expected="a value, or at least one child",
                )
            if count > MAX_CHILDREN:
                raise InvalidInput(
                    f"{node} has {count:,} children",
                    where=place(node.where),
                    expected=f"at most {MAX_CHILDREN:,}",
                )
            if node.eval is not None:
                node.eval = plain_number(node.eval, where=place(node.where))
        elif count:
            raise InvalidInput(
                f"{node} has a value and children",
                where=place(node.where),
                expected="one of the two",
                hint="Write an interior node's estimate as eval",
            )
        elif node.eval is not None:
            raise InvalidInput(
                f"{node} has an eval but no children",
                where=place(node.where),
                expected="only a value: eval is for interior nodes at a depth limit",
            )
        elif type(node.value) is not int or not -(2**53) <= node.value <= 2**53:
            node.value = plain_number(node.value, where=place(node.where))
        edges += count
        first_edge.append(edges)
    return first_edge


def _check_letter(node: TreeNode, place: Place) -> None:
    """Refuse a letter at an interior node or beside a value, and any other text."""
    if node.edges or node.value is not None or node.eval is not None:
        raise InvalidInput(
            f"{node} has the letter {node.letter} and a value or children",
            where=place(node.where),
            expected="a letter at leaves only, instead of a value",
        )
    if not is_letter(node.letter):
        raise InvalidInput(
            f"{quote(str(node.letter))} is not a letter",
            where=place(node.where),
            expected="one letter such as x, or ?",
        )


def _first_parents(children: array[int]) -> array[int]:
    """Return, for every node except the root, its first edge in level order."""
    edges = array("i", [-1])
    for edge, child in enumerate(children):
        if child == len(edges):
            edges.append(edge)
    return edges


def _parents_first(
    nodes: list[TreeNode], first_edge: array[int], children: array[int], place: Place
) -> list[int]:
    """Return the nodes with every parent before its children."""
    waiting = array("i", bytes(4 * len(nodes)))
    for child in children:
        waiting[child] += 1
    order = [] if waiting[0] else [0]
    for node in order:  # grows during the loop
        for edge in range(first_edge[node], first_edge[node + 1]):
            child = children[edge]
            waiting[child] -= 1
            if not waiting[child]:
                order.append(child)
    if len(order) < len(nodes):
        looped = _find_cycle_node(waiting, first_edge, children)
        raise InvalidInput(
            f"{nodes[looped]} is its own descendant",
            where=place(nodes[looped].where),
            expected="a tree without cycles",
        )
    return order


def _find_cycle_node(waiting: array[int], first_edge: array[int], children: array[int]) -> int:
    """Return a node on a cycle, by following parents among the waiting nodes."""
    parent = {}
    for node, left in enumerate(waiting):
        if left:
            for edge in range(first_edge[node], first_edge[node + 1]):
                parent[children[edge]] = node
    node = next(iter(parent))
    seen = set()
    while node not in seen:
        seen.add(node)
        node = parent[node]
    return node


def _check_size(
    nodes: list[TreeNode],
    order: Sequence[int],
    first_edge: array[int],
    children: array[int],
    max_size: int,
    place: Place,
) -> None:
    """Refuse a tree with too many paths; a few shared nodes can cause billions of visits."""
    total = len(nodes)
    if len(children) >= len(nodes):
        size = [1] * len(nodes)
        for node in reversed(order):
            for edge in range(first_edge[node], first_edge[node + 1]):
                size[node] += size[children[edge]]
            size[node] = min(size[node], max_size + 1)  # keeps the sums small
        total = size[0]
    if total > max_size:
        raise InvalidInput(
            f"the tree has more than {max_size:,} nodes, counting shared nodes once per path",
            where=place(nodes[0].where),
            expected=f"at most {max_size:,}",
        )
