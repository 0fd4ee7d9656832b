"""A hand tree as plain lists, the form inside a saved trace."""

from __future__ import annotations

from array import array
from typing import Any

from engine.errors import InvalidInput
from engine.game import Number, Player
from trees.building import LeafBounds, collector_paused
from trees.editing import copy_nodes, rebuild
from trees.hand_tree import HandTree, VectorTree
from trees.text import exact_text, parse_exact_text, quote, shorten


def to_flat(tree: HandTree) -> dict[str, Any]:
    """Return the columns of a tree as JSON data."""
    flat: dict[str, Any] = {
        text: getattr(tree, text) for text in ("name", "description", "citation")
    }
    if tree.convention:
        flat["convention"] = tree.convention
    flat["players"] = [player.name.lower() for player in tree.players]
    flat["ids"] = list(tree.ids)
    flat["player"] = list(tree.player)
    flat["values"] = [exact_text(value) for value in tree.values]
    flat["first_edge"] = tree.first_edge.tolist()
    flat["children"] = tree.children.tolist()
    for name, column in (
        ("evals", [exact_text(value) for value in tree.evals]),
        ("notes", list(tree.notes)),
        ("bounds", [span and [*map(exact_text, span)] for span in tree.bounds]),
        ("labels", list(tree.edge_labels)),
        ("probabilities", [exact_text(share) for share in tree.probabilities]),
        ("letters", [tree.letters.get(node) for node in range(len(tree))]),
    ):
        if any(entry is not None and entry != "" for entry in column):
            flat[name] = column
    if isinstance(tree, VectorTree):
        flat["names"] = list(tree.share_names)
        flat["movers"] = list(tree.movers)
        leaves = tree.known_leaves()
        flat["vectors"] = [[*map(exact_text, tree.shares(leaf))] for leaf in leaves]
    return flat


@collector_paused()
def from_flat(flat: object) -> HandTree:
    """Rebuild a tree from its columns.

    The rebuilt tree must have the same columns. So a damaged file gives either the saved tree or an
    error.
    """
    if not isinstance(flat, dict):
        raise _make_error("the tree is missing")
    try:
        tree = _rebuild(flat)
    except InvalidInput as error:
        raise _make_error(str(error)) from error
    except (KeyError, IndexError, TypeError, ValueError, AttributeError, OverflowError) as error:
        raise _make_error(f"the columns do not fit together ({type(error).__name__})") from error
    again = to_flat(tree)
    if again != flat:
        wrong = min(
            str(key) for key in {*again, *flat} if again.get(key, again) != flat.get(key, flat)
        )
        raise _make_error(f"the column {quote(wrong, 40)} does not fit the others")
    return tree


def _rebuild(flat: dict[str, Any]) -> HandTree:
    size, edges = len(flat["ids"]), len(flat["children"])
    letters = flat.get("letters", [])
    columns = HandTree(
        ids=[*map(_text, flat["ids"])],
        player=bytes(flat["player"]),
        values=(*map(_number, flat["values"]),),
        evals=(*map(_number, flat.get("evals", [None] * size)),),
        notes=[*map(_text, flat.get("notes", [""] * size))],
        bounds=tuple(span and _pair(span) for span in flat.get("bounds", [None] * size)),
        first_edge=array("i", flat["first_edge"]),
        children=array("i", flat["children"]),
        edge_labels=[label and _text(label) for label in flat.get("labels", [None] * edges)],
        probabilities=(*map(_number, flat.get("probabilities", [None] * edges)),),
        letters={node: _text(letter) for node, letter in enumerate(letters) if letter is not None},
        players=tuple(Player[_text(player).upper()] for player in flat["players"]),
        convention=_text(flat.get("convention", "")),
        name=_text(flat["name"]),
        description=_text(flat["description"]),
        citation=_text(flat["citation"]),
    )
    nodes = copy_nodes(columns)
    names = [*map(_text, flat.get("names", []))]
    if "vectors" in flat:
        vectors = [tuple(map(_share, shares)) for shares in flat["vectors"]]
        if {len(names)} != {len(shares) for shares in vectors}:
            raise ValueError
        leaves = [node for node in nodes if node.value is not None]
        for node, vector in zip(leaves, vectors, strict=True):
            node.value, node.vector = None, vector
        for node, mover in zip(nodes, bytes(flat["movers"]), strict=True):
            node.mover = mover
    return rebuild(columns, nodes[0], names)


def _share(number: object) -> Number:
    return parse_exact_text(number)  # type: ignore[return-value]


def _number(number: object) -> Number | None:
    return parse_exact_text(number)  # type: ignore[return-value]  # `build` checks numbers


def _pair(span: list[object]) -> LeafBounds:
    low, high = map(_number, span)
    return low, high  # type: ignore[return-value]


def _text(text: object) -> str:
    if not isinstance(text, str):
        raise TypeError
    return text


def _make_error(found: str) -> InvalidInput:
    return InvalidInput(
        shorten(found, 200),
        where="the saved tree",
        expected="the columns as plytrace wrote them",
    )
