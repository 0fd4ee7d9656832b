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
from tracer.generate.order_keys import LETTER, describe_skipped, plural
from tracer.generate.tree_search import Generated
from trees.hand_tree import ALTERNATING, HandTree
from trees.text import UNSEEN, exact_text
from trees.yaml.plain_data import flow_lines
from trees.yaml.yaml_text import read_yaml


def yaml_text(made: Generated) -> str:
    """Return a YAML file with the order and the checked properties as comments."""
    tree = made.tree
    lines = [
        f"# plytrace generate {' '.join(options_of(made))}",
        f"# {facts_line(made)}",
        f"name: {json.dumps(tree.name, ensure_ascii=False)}",
        f"root: {made.order.root.name.lower()}",
        "tree: " + "\n".join(flow_lines(read_yaml(_flow(_plain(tree, tree.initial)), "tree"))),
    ]
    if tree.to_move(tree.initial) is Player.CHANCE:
        lines[3] = f"players: [{', '.join(one.name.lower() for one in tree.players)}]"
    return "\n".join(lines) + "\n"


def json_text(made: Generated) -> str:
    """Return the tree as JSON on one line."""
    tree = made.tree
    turns = {"players": [one.name.lower() for one in tree.players]}
    data = {"name": tree.name, **turns, "tree": _plain(tree, 0)}
    return json.dumps(data, default=_decimal) + "\n"


def inline_text(made: Generated) -> str:
    """Return the tree as a SOURCE on one line."""
    return source_text(made.tree) + "\n"


def source_text(tree: HandTree) -> str:
    """Return a tree with players that take turns as a SOURCE, without its names."""
    text = _flow(_plain(tree, tree.initial))
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
        parts.append(plural(facts.best, "best move"))
    if not made.tree.has_chance:
        cutoffs = plural(facts.played.cutoffs, "cutoff")
        parts.append(f"{cutoffs} ({facts.played.deep} deep)")
    parts.append(describe_skipped(facts))
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


# A node as data: a number or a letter, a list of children, or a mapping with them.


def _plain(tree: HandTree, node: int) -> Any:
    if tree.is_terminal(node):
        return tree.letters.get(node, exact_text(tree.values[node]))
    children = [_child(tree, edge) for edge in tree.moves(node)]
    fields: dict[str, Any] = {}
    if tree.to_move(node) is Player.CHANCE:
        fields["player"] = "chance"
    if tree.evals[node] is not None:
        fields["eval"] = tree.evals[node]
    return {**fields, "children": children} if fields else children


def _child(tree: HandTree, edge: int) -> Any:
    below, probability = _plain(tree, tree.children[edge]), tree.probabilities[edge]
    return below if probability is None else {"p": probability, "node": below}


def _decimal(probability: Number) -> float | str:
    """Return a probability as a decimal, or as a text such as 1/3 if no decimal is exact."""
    near = float(probability)
    return near if Fraction(repr(near)) == probability else str(probability)


def _flow(data: Any) -> str:
    """Return data on one line; the sign ? has a meaning in YAML."""
    if isinstance(data, list):
        return f"[{', '.join(map(_flow, data))}]"
    if isinstance(data, dict):
        return f"{{{', '.join(f'{key}: {_flow(value)}' for key, value in data.items())}}}"
    return json.dumps(data) if data == UNSEEN else str(data)
