"""A generated tree as text: YAML in the program's grammar, JSON, or nested lists for a SOURCE."""

from __future__ import annotations

import json
import shlex
from collections.abc import Callable, Mapping
from fractions import Fraction
from types import MappingProxyType
from typing import Any, Final

from engine.game import Player
from engine.numbers import Number
from tracer.generate.making import Generated
from trees.hand_tree import HandTree
from trees.numbers import exact_text

__all__ = ["WRITERS", "facts_line", "options_of"]

#: Columns after which a tree in YAML is broken into one line for each child.
_WIDTH: Final = 96


def yaml_text(made: Generated) -> str:
    """A file of its own, with the order and what was checked as comments."""
    tree = made.tree
    lines = [
        f"# plytrace generate {' '.join(options_of(made))}",
        f"# {facts_line(made)}",
        f"name: {json.dumps(tree.name, ensure_ascii=False)}",
        f"root: {made.order.root.name.lower()}",
        *_joined(["tree:", *_block(tree, tree.initial, _WIDTH)]),
    ]
    if tree.to_move(tree.initial) is Player.CHANCE:
        lines[3] = f"players: [{', '.join(one.name.lower() for one in tree.players)}]"
    return "\n".join(lines) + "\n"


def json_text(made: Generated) -> str:
    """The same as JSON, on one line; comments have no place there."""
    tree = made.tree
    turns = {"players": [one.name.lower() for one in tree.players]}
    return json.dumps({"name": tree.name, **turns, "tree": _plain(tree, 0)}) + "\n"


def inline_text(made: Generated) -> str:
    """A text that is a SOURCE by itself."""
    tree = made.tree
    text = _flow(tree, tree.initial)
    if made.order.root is not Player.MAX:
        text = f"{{players: [min, max], tree: {text}}}"
    elif text.startswith("{"):
        text = f"{{tree: {text}}}"
    return text + "\n"


#: The writers by the name of their format.
WRITERS: Final[Mapping[str, Callable[[Generated], str]]] = MappingProxyType(
    {"yaml": yaml_text, "json": json_text, "inline": inline_text}
)


def options_of(made: Generated) -> list[str]:
    """The options of the command line that make the tree again."""
    options = []
    for key, value in made.order.asked().items():
        if value is True:
            options.append(f"--{key}")
        elif value is False:
            options.append(f"--no-{key}")
        else:
            options += [f"--{key}", shlex.quote(_written(key, value))]
    return [*options, "--seed", shlex.quote(made.seed)]


def _written(key: str, value: Any) -> str:
    """An entry of an order as its option takes it."""
    if key == "branching":
        listed = [str(one) for one in value]
        return listed[0] if len(set(listed)) == 1 else ",".join(listed)
    if isinstance(value, tuple) and type(value) is tuple:
        return ",".join(map(str, value))
    if isinstance(value, Player):
        return value.name.lower()
    return str(getattr(value, "name", value))


def facts_line(made: Generated) -> str:
    """What the searches found of a tree, in a line."""
    facts, order = made.facts, made.order
    told = [f"value {Fraction(facts.value)}"]
    if made.tree.to_move(0) is not Player.CHANCE:
        told.append("1 best move" if facts.best == 1 else f"{facts.best} best moves")
    if not made.tree.has_chance:
        told.append(f"{facts.played.cutoffs} cutoffs ({facts.played.deep} deep)")
    told.append(f"{facts.played.skipped} of {facts.leaves} leaves skipped")
    return f"Checked by {order.search_name} ({order.convention.name}): {', '.join(told)}"


def _flow(tree: HandTree, node: int) -> str:
    """A node on one line."""
    value = tree.values[node]
    if value is not None:
        return str(exact_text(value))
    children = [_child(tree, edge) for edge in tree.moves(node)]
    return _wrapped(tree, node, ", ".join(children))


def _child(tree: HandTree, edge: int) -> str:
    below = _flow(tree, tree.children[edge])
    share = tree.probabilities[edge]
    return below if share is None else f"{{p: {share}, node: {below}}}"


def _wrapped(tree: HandTree, node: int, children: str) -> str:
    if tree.to_move(node) is Player.CHANCE:
        return f"{{player: chance, children: [{children}]}}"
    return f"[{children}]"


def _block(tree: HandTree, node: int, room: int) -> list[str]:
    """A node on as many lines as it takes.

    Args:
        tree: the tree.
        node: the node.
        room: columns that a line may have.
    """
    flow = _flow(tree, node)
    if len(flow) <= room or tree.values[node] is not None:
        return [flow]
    chance = tree.to_move(node) is Player.CHANCE
    lines = []
    for edge in tree.moves(node):
        whole = _child(tree, edge)
        if chance and len(whole) <= room - 4:
            lines.append(f"  - {whole}")
        elif chance:
            below = ["node:", *_block(tree, tree.children[edge], room - 8)]
            lines += _indented("  - ", [f"p: {tree.probabilities[edge]}", *_joined(below)])
        else:
            lines += _indented("- ", _block(tree, tree.children[edge], room - 2))
    return ["player: chance", "children:", *lines] if chance else lines


def _joined(lines: list[str]) -> list[str]:
    """A key with what stands under it: behind it where that is one line, else below."""
    head, *below = lines
    return [f"{head} {below[0]}"] if len(below) == 1 else [head, *(f"  {line}" for line in below)]


def _indented(mark: str, lines: list[str]) -> list[str]:
    """Lines behind a mark."""
    first, *others = lines
    return [mark + first, *(" " * len(mark) + line for line in others)]


def _plain(tree: HandTree, node: int) -> Any:
    """A node as JSON has it."""
    value = tree.values[node]
    if value is not None:
        return exact_text(value)
    chance = tree.to_move(node) is Player.CHANCE
    children = []
    for edge in tree.moves(node):
        below = _plain(tree, tree.children[edge])
        share = tree.probabilities[edge]
        children.append({"p": _decimal(share), "node": below} if share is not None else below)
    return {"player": "chance", "children": children} if chance else children


def _decimal(share: Number) -> float | str:
    """A probability as a decimal, or where that would not be exact as a text like 1/3."""
    near = float(share)
    return near if Fraction(repr(near)) == share else str(share)
