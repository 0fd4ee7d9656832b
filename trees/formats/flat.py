"""A hand tree as plain lists, the form inside a saved trace."""

from __future__ import annotations

from typing import Any, Final

from engine.errors import InvalidInput
from engine.game import Player
from trees.building import LeafBounds, TreeEdge, TreeNode, build, collector_paused
from trees.hand_tree import HandTree, VectorTree
from trees.text import exact_text, parse_exact_text, quote, shorten

_TEXTS: Final = ("name", "description", "citation")


def to_flat(tree: HandTree) -> dict[str, Any]:
    """Return the columns of a tree as JSON data."""
    flat: dict[str, Any] = {text: getattr(tree, text) for text in _TEXTS}
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
    ids, values, first_edge = flat["ids"], flat["values"], flat["first_edge"]
    evals = flat.get("evals", [None] * len(ids))
    notes = flat.get("notes", [""] * len(ids))
    bounds = flat.get("bounds", [None] * len(ids))
    labels = flat.get("labels", [None] * len(flat["children"]))
    letters = flat.get("letters", [None] * len(ids))
    shares = flat.get("probabilities", [None] * len(flat["children"]))
    nodes = [
        TreeNode(
            id=_text(name),
            player=Player(turn),
            value=parse_exact_text(value),  # type: ignore[arg-type]  # `build` checks numbers
            eval=parse_exact_text(estimate),  # type: ignore[arg-type]
            note=_text(note),
            letter=letter if letter is None else _text(letter),
            bounds=None if span is None else _pair(span),
        )
        for name, turn, value, estimate, note, letter, span in zip(
            ids, flat["player"], values, evals, notes, letters, bounds, strict=True
        )
    ]
    for number, node in enumerate(nodes):
        for edge in range(_index(first_edge[number]), _index(first_edge[number + 1])):
            label = labels[edge]
            node.edges.append(
                TreeEdge(
                    nodes[_index(flat["children"][edge])],
                    label if label is None else _text(label),
                    parse_exact_text(shares[edge]),  # type: ignore[arg-type]
                )
            )
    tree = build(
        nodes[0],
        players=[Player[_text(player).upper()] for player in flat["players"]],
        name=_text(flat["name"]),
        description=_text(flat["description"]),
        citation=_text(flat["citation"]),
    )
    if "convention" in flat:
        tree.convention = _text(flat["convention"])
    if "vectors" in flat:
        return _add_vectors(tree, flat)
    return tree


def _add_vectors(shape: HandTree, flat: dict[str, Any]) -> VectorTree:
    """Return a tree with vectors; the values of `shape` are shares of the players who moved."""
    vectors = [tuple(map(parse_exact_text, shares)) for shares in flat["vectors"]]
    places = iter(range(len(vectors)))
    shape.values = tuple(None if value is None else next(places) for value in shape.values)
    names = [*map(_text, flat["names"])]
    if {len(names)} != {len(shares) for shares in vectors}:
        raise ValueError
    return VectorTree(shape, vectors, names, bytes(flat["movers"]))  # type: ignore[arg-type]


def _index(number: object) -> int:
    if type(number) is not int or number < 0:
        raise TypeError
    return number


def _pair(span: list[object]) -> LeafBounds:
    low, high = (parse_exact_text(end) for end in span)
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
