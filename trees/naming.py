"""What the nodes and moves of a hand tree are called.

Unnamed interior nodes get letters in level order, unnamed leaves their parent's name and their
place among its children. Names already taken are passed over.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from typing import Final

from engine.errors import InvalidInput
from trees.node import Node, Place
from trees.quoting import quoted

__all__ = ["LONGEST_NAME", "check_labels", "check_word", "letters", "name_nodes"]

#: The most characters of a node's or a move's own name.
LONGEST_NAME: Final = 64


def check_word(word: str, what: str, where: str = "") -> None:
    """Check a name that a person gave to a node or a move.

    Answers list names separated by white space or commas, so that a name holds neither.

    Args:
        word: the name.
        what: what is named: `an id`, `a move`.
        where: the place, for the error.

    Raises:
        InvalidInput: it is empty, too long, or holds a space, a comma or a control character.
    """
    shown = quoted(word, 40)
    if not word:
        raise InvalidInput(f"{what} is empty", where=where, expected="a name such as B or left")
    if len(word) > LONGEST_NAME:
        raise InvalidInput(
            f"{what} of {len(word):,} characters, {shown}",
            where=where,
            expected=f"at most {LONGEST_NAME} characters",
        )
    if word.isalnum():
        return
    if "," in word or any(letter.isspace() for letter in word):
        raise InvalidInput(
            f"{what} with a space or a comma in it, {shown}",
            where=where,
            expected="one word, since answers list names separated by those",
            hint="Use - or _ instead",
        )
    if not word.isprintable():
        raise InvalidInput(
            f"{what} with an invisible character in it, {shown}",
            where=where,
            expected="letters, digits and signs",
        )


def letters() -> Iterator[str]:
    """A, B, …, Z, AA, AB, … without end."""
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
    nodes: Sequence[Node], first_edge: array[int], parents: array[int], place: Place
) -> list[str]:
    """A name for every node.

    Args:
        nodes: the nodes in level order.
        first_edge: each node's first edge, and last of all the number of edges.
        parents: for every node but the root, the edge through which it is first reached.
        place: turns a node's `where` into text.

    Raises:
        InvalidInput: a given name is no name, or is given twice.
    """
    taken: dict[str, Node] = {}
    for node in nodes:
        if node.id is not None:
            check_word(node.id, "an id", place(node.where))
            other = taken.setdefault(node.id, node)
            if other is not node:
                before = place(other.where)
                raise InvalidInput(
                    f"the id {node.id} is given to a second node",
                    where=place(node.where),
                    expected="an id of its own" + (f" ({before} has it too)" if before else ""),
                )
    used = set(taken)
    fresh = (word for word in letters() if word not in taken)
    names = [node.id or "" for node in nodes]
    child = 1  # the next node that level order comes to
    for index, node in enumerate(nodes):
        if not names[index] and (node.edges or index == 0):
            names[index] = next(fresh)
        first = first_edge[index]
        for edge in range(first, first_edge[index + 1]):
            if child < len(nodes) and parents[child] == edge:
                if not names[child] and not nodes[child].edges:
                    name = f"{names[index]}{edge - first + 1}"
                    if taken:  # else no name ends in a digit but these
                        while name in used:
                            name += "'"
                        used.add(name)
                    names[child] = name
                child += 1
    return names


def check_labels(
    nodes: Sequence[Node],
    names: Sequence[str],
    first_edge: array[int],
    children: array[int],
    place: Place,
) -> None:
    """Refuse a node two of whose moves would go by one name.

    Args:
        nodes: the nodes in level order.
        names: their names.
        first_edge: each node's first edge, and last of all the number of edges.
        children: the node that each edge leads to.
        place: turns an edge's `where` into text.

    Raises:
        InvalidInput: a label is no name, or two moves of a node have the same.
    """
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
                    f"{names[index]} has two moves that are called {move}",
                    where=place(edge.where),
                    expected="a name of its own for each move",
                    hint="" if edge.label else "Name the moves: a map of move: node",
                )
            seen.add(move)
