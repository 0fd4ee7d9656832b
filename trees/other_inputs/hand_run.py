"""Read MCTS hand runs, and trees with visits and wins for UCB1 by hand."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import Final, TypeVar

from engine.errors import InvalidInput, UsageError, did_you_mean
from engine.mcts.hand_run import Axis, Cell, Direction, HandRunSetup, Identity, Selection
from engine.mcts.statistics import CountedNode
from trees.other_inputs.kinds import COUNTED_KEYS, COUNTED_NODE_KEYS, HAND_RUN
from trees.text import LARGEST, exact_number, quote
from trees.yaml.yaml_text import YamlList, YamlMap, YamlNode, read_yaml

#: Every iteration prints a table of all nodes for people to read.
_MOST_ITERATIONS: Final = 200
_ROOT: Final = re.compile(r"sqrt\(([^()]*)\)|√([^()]*)")

#: Settings that a sheet may leave open, without defaults, and the meaning of each choice.
SETTINGS: Final[Mapping[str, str]] = {
    "selection": "ucb1 (mean + C · √(ln N / n), with c:) or mean (the largest mean reward)",
    "c": "UCB1's constant C, a number from 0 to 2^53, or the root of one: sqrt(2)",
    "y": "up (north is y + 1) or down (north is y − 1)",
    "nodes": "states (a cell at a depth is one node on any path) or paths (every path is a "
    "separate node)",
}

_Choice = TypeVar("_Choice", bound=StrEnum)


def open_hand_run(source: str, options: Mapping[str, str] | None = None) -> HandRunSetup:
    """Open a hand run: `-`, a file, or an example."""
    text, name, _ = HAND_RUN.read_source(source)
    return read_hand_run(text, name, options)


def read_hand_run(
    text: str | YamlMap, name: str, options: Mapping[str, str] | None = None
) -> HandRunSetup:
    """Read a hand run from a YAML or JSON text."""
    file = _read_file(text, name)
    run = HAND_RUN.read_below(file)
    if not isinstance(run, YamlMap):
        raise run.error(f"mcts cannot be {run.kind}", "a mapping")
    run.check_keys(HAND_RUN.keys, "mcts")
    for key in ("start", "directions", "rewards"):
        if key not in run.entries:
            raise run.error(f"mcts has no {key}", f"{key}:")
    settings = _Settings(run, options or {})
    selection = settings.choose("selection", Selection)
    start = _read_start(run.entries["start"][1])
    return HandRunSetup(
        start=start,
        directions=_read_directions(run.entries["directions"][1]),
        rewards=_read_rewards(run.entries["rewards"][1], start),
        selection=selection,
        c=settings.read_constant(selection),
        axis=settings.choose("y", Axis),
        identity=settings.choose("nodes", Identity),
        name=file.read_line("name"),
        place=str(run.entries["rewards"][0].where),
    )


def _read_file(text: str | YamlMap, name: str) -> YamlMap:
    file = read_yaml(text, name) if isinstance(text, str) else text
    if not isinstance(file, YamlMap):
        raise file.error(f"a hand run cannot be {file.kind}", "a mapping with mcts:")
    return file


def exploration_constant(text: str, where: object) -> float:
    """Parse UCB1's constant C."""
    root = _ROOT.fullmatch(text)
    try:
        value = exact_number((root[1] or root[2] or "").strip() if root else text)
    except InvalidInput:
        value = Fraction(-1)
    if not 0 <= value <= LARGEST:
        raise InvalidInput(f"c cannot be {quote(text)}", where=where, expected=SETTINGS["c"])
    return math.sqrt(value) if root else float(value)


class _Settings:
    """The settings of a run; options override the file's."""

    def __init__(self, run: YamlMap, options: Mapping[str, str]) -> None:
        self._run = run
        self._options = options

    def _read(self, key: str) -> tuple[str, object]:
        """Return a setting's text and its place."""
        if key in self._options:
            return self._options[key], f"--{key}"
        node = self._run.get(key)
        if node is None:
            raise self._run.error(
                f"mcts does not set {key}, which has no default", f"{key}: {SETTINGS[key]}"
            )
        return node.read_text(key), node.where

    def choose(self, key: str, choices: type[_Choice]) -> _Choice:
        """Return a setting with a fixed set of values."""
        text, where = self._read(key)
        words = [choice.value for choice in choices]
        if text not in words:
            kind = UsageError if key in self._options else InvalidInput
            raise kind(
                f"{key} cannot be {quote(text)}",
                where=where,
                expected=SETTINGS[key],
                hint=did_you_mean(text[:100], words),
            )
        return choices(text)

    def read_constant(self, selection: Selection) -> float:
        """Return UCB1's C; 0 for the mean, which has none."""
        if selection is Selection.MEAN:
            # A file's c is allowed if an option overrides the file's selection.
            fault, expected = "selection mean has no constant c", "selection ucb1, or no c"
            if "c" in self._options:
                raise UsageError(fault, where="--c", expected=expected)
            if "c" in self._run.entries and "selection" not in self._options:
                raise self._run.entries["c"][0].error(fault, expected)
            return 0.0
        text, where = self._read("c")
        try:
            return exploration_constant(text, where)
        except InvalidInput as error:
            if "c" not in self._options:
                raise
            raise UsageError(error.found, where=where, expected=error.expected) from error


def _read_start(node: YamlNode) -> Cell:
    numbers = [*map(_read_coordinate, node.items)] if isinstance(node, YamlList) else []
    if len(numbers) != 2:
        raise node.error(f"start cannot be {node.kind}", "a cell such as [4, 4]")
    return numbers[0], numbers[1]


def _read_directions(node: YamlNode) -> tuple[Direction, ...]:
    directions = []
    for item in node.items if isinstance(node, YamlList) else [node]:
        for letter in filter(None, re.split(r"[\s,]+", item.read_text("directions"))):
            if letter.upper() not in Direction.__members__:
                raise item.error(f"{quote(letter)} is not a direction", "N, W, S or E")
            directions.append(Direction[letter.upper()])
    if not 0 < len(directions) <= _MOST_ITERATIONS:
        raise node.error(
            f"a run cannot have {len(directions):,} directions",
            f"1 to {_MOST_ITERATIONS:,}, one per iteration",
        )
    return tuple(directions)


def _read_rewards(node: YamlNode, start: Cell) -> dict[tuple[Cell, int], Fraction]:
    if not isinstance(node, YamlList) or not node.items:
        raise node.error(f"rewards cannot be {node.kind}", "a list of [x, y, depth, reward]")
    rewards: dict[tuple[Cell, int], Fraction] = {}
    for item in node.items:
        if not isinstance(item, YamlList) or len(item.items) != 4:
            raise item.error(f"rewards cannot contain {item.kind}", "[x, y, depth, reward]")
        x, y, depth = map(_read_coordinate, item.items[:3])
        if depth < 1:
            raise item.items[2].error(f"a reward cannot be at depth {depth}", "1 or more")
        away = abs(x - start[0]) + abs(y - start[1])
        if away > depth or (depth - away) % 2:
            raise item.error(
                f"({x},{y}) cannot be reached at depth {depth}",
                f"a cell {depth} step{'s' * (depth > 1)} away from ({start[0]},{start[1]})",
            )
        if ((x, y), depth) in rewards:
            raise item.error(f"({x},{y}) at depth {depth} has two rewards", "one reward for each")
        reward = item.items[3].read_exact("a reward")
        if abs(reward) > LARGEST:
            fault = f"{item.items[3].text} is too large"
            raise item.items[3].error(fault, f"at most ±{LARGEST} (2^53)")
        rewards[(x, y), depth] = reward
    return rewards


def _read_coordinate(node: YamlNode) -> int:
    number = node.read_exact("a coordinate")
    if number.denominator != 1:
        raise node.error(f"a coordinate cannot be {node.text}", "a whole number")
    return int(number)


# Read a tree with visits and wins, for UCB1 by hand.

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


def has_counts(file: YamlNode) -> bool:
    """Return whether a file has a tree with counts below mcts:."""
    run = file.get("mcts") if isinstance(file, YamlMap) else None
    return isinstance(run, YamlMap) and "tree" in run.entries


def read_counted_tree(
    text: str | YamlMap, name: str, *, c: str | None = None, rollout: str | None = None
) -> CountedTree:
    """Read a tree with counts from a YAML or JSON text."""
    file = _read_file(text, name)
    run = HAND_RUN.read_below(file)
    if not isinstance(run, YamlMap) or "tree" not in run.entries:
        raise run.error("the file has no tree with counts", "mcts: with tree:")
    run.check_keys(COUNTED_KEYS, "mcts with a tree")
    where: object = "--c"
    if c is None:
        node = run.get("c")
        if node is None:
            raise run.error("mcts does not set c", "c: a number, or sqrt(2)")
        c, where = node.read_text("c"), node.where
    constant = exploration_constant(c, where)
    players, total, reward = (run.get(key) for key in ("players", "total", "rollout"))
    # With two players, the rewards of a game sum to the total.
    whole: Fraction | None = total.read_exact("total") if total else Fraction(1)
    if players and players.text not in ("one", "two"):
        raise players.error(f"players cannot be {players.text or players.kind}", "one or two")
    if players and players.text == "one":
        if total:
            raise run.entries["total"][0].error("one player has no total", "players: two")
        whole = None
    from_file = reward.read_exact("rollout") if reward else None
    return CountedTree(
        _read_node(run.entries["tree"][1], set()),
        constant,
        whole,
        from_file if rollout is None else _parse_rollout(rollout),
        file.read_line("name"),
    )


def _parse_rollout(text: str) -> Fraction:
    try:
        return exact_number(text)
    except InvalidInput as error:
        raise InvalidInput(
            f"a rollout cannot have the reward {text!r:.40}",
            where="--rollout",
            expected="a number such as 1, 0.5 or -1",
        ) from error


def _read_node(node: YamlNode, names: set[str], name: str = "root", above: int = 0) -> CountedNode:
    """Return a node and all below it; one without a name is named by its place."""
    if not isinstance(node, YamlMap):
        raise node.error(f"a node cannot be {node.kind}", "{n: 10, w: 4}")
    node.check_keys(COUNTED_NODE_KEYS, "a node with counts")
    if "id" in node.entries:
        name = node.read_line("id")
    if name in names:
        raise node.error(f"two nodes have the id {name}", "different ids")
    if len(names) >= _MOST_NODES or above > 100:
        raise node.error("the tree is too large", f"at most {_MOST_NODES} nodes")
    names.add(name)
    for key in ("n", "w"):
        if key not in node.entries:
            raise node.error(f"the node {name} has no {key}", "{n: 10, w: 4}")
    n, w = (node.entries[key][1] for key in ("n", "w"))
    visits, wins = n.read_exact("n"), w.read_exact("w")
    if visits.denominator != 1 or visits < 0:
        raise n.error(f"n cannot be {visits}", "a whole number, 0 or more")
    if not visits and wins:
        raise w.error("w without visits is not 0", "w: 0")
    children: list[CountedNode] = []
    if items := node.get("children"):
        if not isinstance(items, YamlList) or not items.items:
            raise items.error("children is not a list of nodes", "[{n: 4, w: 1}, …]")
        children = [
            _read_node(item, names, f"{'' if name == 'root' else name + '.'}{place}", above + 1)
            for place, item in enumerate(items.items, 1)
        ]
    below = sum(child.visits for child in children)
    if below > visits:
        raise n.error(
            f"{name} has n = {visits}, but its children have {below} visits",
            f"at least {below}",
        )
    return CountedNode(name, int(visits), wins, tuple(children))
