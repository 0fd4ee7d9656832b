"""Read a tree with visits and wins, for UCB1 by hand."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from engine.errors import InvalidInput
from engine.mcts.counted_tree import CountedNode
from trees.other_inputs.hand_run import exploration_constant
from trees.text.numbers import exact_number
from trees.yaml.yaml_fields import ABOUT_KEYS, FieldReader, describe_kind
from trees.yaml.yaml_nodes import YamlList, YamlMap, YamlNode
from trees.yaml.yaml_text import read_yaml


_KEYS: Final = ("c", "players", "total", "rollout", "tree")
_NODE_KEYS: Final = ("id", "n", "w", "children")
#: The most nodes; each has a row in a table for people.
_MOST_NODES: Final = 500


@dataclass(frozen=True, slots=True)
class CountedTree:
    """A tree with counts, and the settings of UCB1."""

    root: CountedNode
    c: float
    total: Fraction | None
    rollout: Fraction | None = None
    name: str = ""


def has_counts(document: YamlNode) -> bool:
    """Return whether a file has a tree with counts below mcts:."""
    if not isinstance(document, YamlMap) or "mcts" not in document.entries:
        return False
    run = document.entries["mcts"][1]
    return isinstance(run, YamlMap) and "tree" in run.entries


def read_counted_tree(
    text: str | YamlMap, name: str, *, c: str | None = None, rollout: str | None = None
) -> CountedTree:
    """Read a tree with counts from a YAML or JSON text."""
    words = FieldReader(name)
    document = read_yaml(text, name) if isinstance(text, str) else text
    if not isinstance(document, YamlMap) or not has_counts(document):
        raise words.error(document, "the file has no tree with counts", "mcts: with tree:")
    words.check_keys(document, (*ABOUT_KEYS, "mcts"), "a file with counts")
    run = document.entries["mcts"][1]
    assert isinstance(run, YamlMap)
    words.check_keys(run, _KEYS, "mcts with a tree")
    entries = run.entries
    if c is None:
        if "c" not in entries:
            raise words.error(run, "mcts does not set c", "c: a number, or sqrt(2)")
        constant = exploration_constant(
            words.text(entries["c"][1], "c"), words.place(entries["c"][1])
        )
    else:
        constant = exploration_constant(c, "--c")
    players = words.text(entries["players"][1], "players") if "players" in entries else "two"
    if players not in ("one", "two"):
        raise words.error(entries["players"][1], f"players cannot be {players}", "one or two")
    total: Fraction | None = None
    if players == "two":
        total = _number(words, entries["total"][1], "total") if "total" in entries else Fraction(1)
    elif "total" in entries:
        raise words.error(entries["total"][0], "one player has no total", "players: two")
    reward = _number(words, entries["rollout"][1], "rollout") if "rollout" in entries else None
    if rollout is not None:
        reward = _parse_fraction(rollout)
    root = _Reader(words).read(entries["tree"][1])
    return CountedTree(root, constant, total, reward, words.line(document.entries, "name"))


def _parse_fraction(text: str) -> Fraction:
    try:
        return Fraction(exact_number(text))
    except InvalidInput as error:
        raise InvalidInput(
            f"a rollout cannot have the reward {text!r:.40}",
            where="--rollout",
            expected="a number such as 1, 0.5 or -1",
        ) from error


def _number(words: FieldReader, node: YamlNode, what: str) -> Fraction:
    return Fraction(exact_number(words.digits(node, what), where=words.place(node)))


class _Reader:
    """Reads the nodes, and names those without a name by their place."""

    def __init__(self, words: FieldReader) -> None:
        self._words = words
        self._names: set[str] = set()

    def read(self, node: YamlNode, name: str = "root", above: int = 0) -> CountedNode:
        """Return a node and all below it."""
        words = self._words
        if not isinstance(node, YamlMap):
            raise words.error(node, f"a node cannot be {describe_kind(node)}", "{n: 10, w: 4}")
        words.check_keys(node, _NODE_KEYS, "a node with counts")
        if "id" in node.entries:
            name = words.line(node.entries, "id")
        if name in self._names or len(self._names) >= _MOST_NODES or above > 100:
            raise words.error(
                node,
                f"two nodes have the id {name}" if name in self._names else "the tree is too large",
                "different ids" if name in self._names else f"at most {_MOST_NODES} nodes",
            )
        self._names.add(name)
        for key in ("n", "w"):
            if key not in node.entries:
                raise words.error(node, f"the node {name} has no {key}", "{n: 10, w: 4}")
        visits, wins = (_number(words, node.entries[key][1], key) for key in ("n", "w"))
        if visits.denominator != 1 or visits < 0:
            raise words.error(
                node.entries["n"][1], f"n cannot be {visits}", "a whole number, 0 or more"
            )
        if not visits and wins:
            raise words.error(node.entries["w"][1], "w without visits is not 0", "w: 0")
        children: list[CountedNode] = []
        if "children" in node.entries:
            items = node.entries["children"][1]
            if not isinstance(items, YamlList) or not items.items:
                raise words.error(items, "children is not a list of nodes", "[{n: 4, w: 1}, …]")
            children = [
                self.read(item, f"{'' if name == 'root' else name + '.'}{place}", above + 1)
                for place, item in enumerate(items.items, 1)
            ]
        below = sum(child.visits for child in children)
        if below > visits:
            raise words.error(
                node.entries["n"][1],
                f"{name} has n = {visits}, but its children have {below} visits",
                f"at least {below}",
            )
        return CountedNode(name, int(visits), wins, tuple(children))
