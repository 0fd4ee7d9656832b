"""A generated tree as text: YAML, JSON, or nested lists for a SOURCE."""

from __future__ import annotations

import json
import shlex
from collections.abc import Callable, Mapping
from fractions import Fraction
from types import MappingProxyType
from typing import Any, Final

from engine.game import Player
from engine.values import Number
from tracer.ask.questions import ask
from tracer.generate.order_keys import LETTER
from tracer.generate.spans import plural
from tracer.generate.tree_search import Generated
from trees.hand_tree import ALTERNATING, HandTree
from trees.text import UNSEEN, exact_text

#: Width from which a tree in YAML gets one line per child.
_WIDTH: Final = 96


def yaml_text(made: Generated) -> str:
    """Return a YAML file with the order and the checked properties as comments."""
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
    """Return the tree as JSON on one line."""
    tree = made.tree
    turns = {"players": [one.name.lower() for one in tree.players]}
    return json.dumps({"name": tree.name, **turns, "tree": _plain(tree, 0)}) + "\n"


def inline_text(made: Generated) -> str:
    """Return the tree as a SOURCE on one line."""
    return source_text(made.tree) + "\n"


def source_text(tree: HandTree) -> str:
    """Return a tree with players that take turns as a SOURCE, without its names."""
    text = _flow(tree, tree.initial)
    if tree.players != ALTERNATING:
        players = ", ".join(one.name.lower() for one in tree.players)
        return f"{{players: [{players}], tree: {text}}}"
    return f"{{tree: {text}}}" if text.startswith("{") else text


#: The writers by the names of their formats.
WRITERS: Final[Mapping[str, Callable[[Generated], str]]] = MappingProxyType(
    {"yaml": yaml_text, "json": json_text, "inline": inline_text}
)


def options_of(made: Generated) -> list[str]:
    """Return the command-line options that generate the tree again."""
    options = []
    for key, value in made.order.asked().items():
        if value is True:
            options.append(f"--{key}")
        elif value is False:
            options.append(f"--no-{key}")
        else:
            options += [f"--{key}", shlex.quote(_format_entry(key, value))]
    return [*options, "--seed", shlex.quote(made.seed)]


def _format_entry(key: str, value: Any) -> str:
    """Format an entry of an order for its option."""
    if key == "branching":
        listed = [str(one) for one in value]
        return listed[0] if len(set(listed)) == 1 else ",".join(listed)
    if isinstance(value, tuple) and type(value) is tuple:
        return ",".join(map(str, value))
    if isinstance(value, Player):
        return value.name.lower()
    return str(getattr(value, "name", value))


def facts_line(made: Generated) -> str:
    """Return the checked properties of a tree on one line."""
    facts, order = made.facts, made.order
    parts = [f"value {Fraction(facts.value)}"]
    if made.tree.to_move(0) is not Player.CHANCE:
        parts.append("1 best move" if facts.best == 1 else f"{facts.best} best moves")
    if not made.tree.has_chance:
        cutoffs = plural(facts.played.cutoffs, "cutoff")
        parts.append(f"{cutoffs} ({facts.played.deep} deep)")
    parts.append(f"{facts.played.skipped} of {plural(facts.leaves, 'leaf', 'leaves')} skipped")
    if order.pruned:
        parts.append(f"pruned {' '.join(facts.played.skipped_children)}")
    if order.band is not None:
        question = order.band.question
        answer = ask(made.tree, question, order.search_name, order.convention)
        parts[0] = f"with {LETTER} = {made.number}: {parts[0]}"
        parts.append(f"{question} if {answer.text}")
    if order.apart:
        parts.append(f"apart {_key_of(made)}")
    return f"Checked by {order.search_name} ({order.convention.name}): {', '.join(parts)}"


def _key_of(made: Generated) -> str:
    """Name the keys of `plytrace check` that distinguish the misconceptions."""
    if made.apart_for_any:
        return "for any key"
    name = made.order.convention.name
    return f"with accept: [{json.dumps(name) if ',' in name else name}]"


def _flow(tree: HandTree, node: int) -> str:
    """Return a node on one line."""
    if tree.is_terminal(node):
        return _leaf(tree, node)
    children = [_child(tree, edge) for edge in tree.moves(node)]
    return _wrapped(tree, node, ", ".join(children))


def _leaf(tree: HandTree, node: int) -> str:
    """Return a leaf's value or letter; the sign ? has a meaning in YAML."""
    letter = tree.letters.get(node, "")
    return json.dumps(letter) if letter == UNSEEN else letter or str(exact_text(tree.values[node]))


def _child(tree: HandTree, edge: int) -> str:
    below = _flow(tree, tree.children[edge])
    share = tree.probabilities[edge]
    return below if share is None else f"{{p: {share}, node: {below}}}"


def _wrapped(tree: HandTree, node: int, children: str) -> str:
    fields = ["player: chance"] if tree.to_move(node) is Player.CHANCE else []
    if tree.evals[node] is not None:
        fields.append(f"eval: {tree.evals[node]}")
    return f"{{{', '.join(fields)}, children: [{children}]}}" if fields else f"[{children}]"


def _block(tree: HandTree, node: int, room: int) -> list[str]:
    """Return a node on as many lines as it needs."""
    flow = _flow(tree, node)
    if len(flow) <= room or tree.is_terminal(node):
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
    """Join a key and its value: a value of one line follows the key, others go below."""
    head, *below = lines
    return [f"{head} {below[0]}"] if len(below) == 1 else [head, *(f"  {line}" for line in below)]


def _indented(mark: str, lines: list[str]) -> list[str]:
    """Put a mark before the first line and indent the others."""
    first, *others = lines
    return [mark + first, *(" " * len(mark) + line for line in others)]


def _plain(tree: HandTree, node: int) -> Any:
    """Return a node as data for JSON."""
    if tree.is_terminal(node):
        return tree.letters.get(node, exact_text(tree.values[node]))
    chance = tree.to_move(node) is Player.CHANCE
    children = []
    for edge in tree.moves(node):
        below = _plain(tree, tree.children[edge])
        share = tree.probabilities[edge]
        children.append({"p": _decimal(share), "node": below} if share is not None else below)
    return {"player": "chance", "children": children} if chance else children


def _decimal(share: Number) -> float | str:
    """Return a probability as a decimal, or as a text such as 1/3 if no decimal is exact."""
    near = float(share)
    return near if Fraction(repr(near)) == share else str(share)
