"""Names of the nodes and moves of a hand tree.

Unnamed interior nodes get letters in level order. Unnamed leaves get their parent's name and their
place among its children. Names already taken are skipped.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from typing import Final

from engine.errors import InvalidInput
from trees.building.node_reader import Place, TreeNode
from trees.text import quote

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
