"""Read and find the files of MCTS hand runs."""

from __future__ import annotations

import math
import os
import re
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Final

from engine.errors import InvalidInput, UsageError, did_you_mean
from engine.mcts.counted_tree import CountedNode
from engine.mcts.hand_run import Axis, Cell, Direction, HandRunSetup, Identity, Selection
from trees.files import printable_name, read_standard_input, read_text, tree_files
from trees.text import LARGEST, exact_number, quote
from trees.yaml.yaml_fields import ABOUT_KEYS, Entries, FieldReader, describe_kind
from trees.yaml.yaml_text import YamlList, YamlMap, YamlNode, read_yaml

_FILE_KEYS: Final = (*ABOUT_KEYS, "mcts")
_RUN_KEYS: Final = ("start", "directions", "selection", "c", "y", "nodes", "rewards")
_FOLDER: Final = Path(__file__).parent.parent / "examples" / "hand_runs"
_SUFFIX: Final = ".yaml"
_SUFFIXES: Final = (_SUFFIX, ".yml", ".json")
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


def open_hand_run(source: str, options: Mapping[str, str] | None = None) -> HandRunSetup:
    """Open a hand run: `-`, a file, or an example."""
    return read_hand_run(*hand_run_text(source), options)


def hand_run_text(source: str) -> tuple[str, str]:
    """Return the text of a hand run's source and its name for error messages."""
    bare, path = source.strip(), Path(source)
    if bare == "-":
        return read_standard_input(), "stdin"
    is_path = any(mark in source for mark in ("/", os.sep)) or source.lower().endswith(_SUFFIXES)
    if not is_path and bare in example_names():
        return _example(bare), f"{bare}{_SUFFIX}"
    if is_path or (bare and _exists(path)):
        return read_text(path), printable_name(path)
    raise InvalidInput(
        f"there is no file or example {quote(source)}" if bare else "the file name is missing",
        expected="a YAML file with mcts:, or an example: " + ", ".join(example_names()),
        hint=_advise(bare),
    )


def _advise(name: str) -> str:
    """Return the advice for an unknown hand run; a tree or game is searched by another command."""
    from engine.games import GAMES
    from trees.library import library_names

    if name in GAMES or name in library_names():
        return f"Try: plytrace trace {name} -a mcts"
    near = did_you_mean(name[:100], [*example_names(), *tree_files(Path())])
    return near or f"Try: plytrace mcts {example_names()[0]}"


def example_names() -> list[str]:
    """Return the hand runs that come with plytrace, sorted."""
    names = (entry.name for entry in _FOLDER.iterdir())
    return sorted(name.removesuffix(_SUFFIX) for name in names if name.endswith(_SUFFIX))


def _example(name: str) -> str:
    return (_FOLDER / f"{name}{_SUFFIX}").read_text(encoding="utf-8")


def _exists(path: Path) -> bool:
    try:
        return path.exists()
    except (OSError, ValueError):  # not a valid file name
        return False


def read_hand_run(
    text: str | YamlMap, name: str, options: Mapping[str, str] | None = None
) -> HandRunSetup:
    """Read a hand run from a YAML or JSON text."""
    words = FieldReader(name)
    document = read_yaml(text, name) if isinstance(text, str) else text
    if not isinstance(document, YamlMap):
        raise words.error(
            document, f"a hand run cannot be {describe_kind(document)}", "a mapping with mcts:"
        )
    about = document.entries
    if "mcts" not in about:
        words.refuse_kinds(about, ("tree", "game", "matrix"), "an MCTS hand run (mcts:)")
    words.check_keys(document, _FILE_KEYS, "a hand run's file")
    if "mcts" not in about:
        raise words.error(document, "the file has no hand run", "mcts:")
    run = about["mcts"][1]
    if not isinstance(run, YamlMap):
        raise words.error(run, f"mcts cannot be {describe_kind(run)}", "a mapping")
    words.check_keys(run, _RUN_KEYS, "mcts")
    for key in ("start", "directions", "rewards"):
        if key not in run.entries:
            raise words.error(run, f"mcts has no {key}", f"{key}:")
    reader = _Reader(words, run, options or {})
    selection = Selection(reader.choice("selection", [choice.value for choice in Selection]))
    start = _cell(words, run.entries["start"][1])
    return HandRunSetup(
        start=start,
        directions=_directions(words, run.entries["directions"][1]),
        rewards=_rewards(words, run.entries["rewards"][1], start),
        selection=selection,
        c=reader.constant(selection),
        axis=Axis(reader.choice("y", [choice.value for choice in Axis])),
        identity=Identity(reader.choice("nodes", [choice.value for choice in Identity])),
        name=words.line(about, "name"),
        place=words.place(run.entries["rewards"][0]),
    )


def exploration_constant(text: str, where: str) -> float:
    """Parse UCB1's constant C."""
    root = _ROOT.fullmatch(text)
    try:
        value = exact_number((root[1] or root[2] or "").strip() if root else text)
    except InvalidInput:
        value = Fraction(-1)
    if not 0 <= value <= LARGEST:
        raise InvalidInput(f"c cannot be {quote(text)}", where=where, expected=SETTINGS["c"])
    return math.sqrt(value) if root else float(value)


class _Reader:
    """Reads the settings; given ones override the file's."""

    def __init__(self, words: FieldReader, run: YamlMap, options: Mapping[str, str]) -> None:
        self._words = words
        self._run = run
        self._entries: Entries = run.entries
        self._given = options

    def _text(self, key: str) -> tuple[str, str]:
        """Return a setting's text and its place."""
        if key in self._given:
            return self._given[key], f"--{key}"
        if key not in self._entries:
            raise self._words.error(
                self._run,
                f"mcts does not set {key}, which has no default",
                f"{key}: {SETTINGS[key]}",
            )
        node = self._entries[key][1]
        return self._words.text(node, key), self._words.place(node)

    def choice(self, key: str, words: list[str]) -> str:
        """Return a setting with a fixed set of values."""
        text, where = self._text(key)
        if text not in words:
            kind = UsageError if key in self._given else InvalidInput
            raise kind(
                f"{key} cannot be {quote(text)}",
                where=where,
                expected=SETTINGS[key],
                hint=did_you_mean(text[:100], words),
            )
        return text

    def constant(self, selection: Selection) -> float:
        """Return UCB1's C; 0 for the mean, which has none."""
        if selection is Selection.MEAN:
            self._refuse_constant()
            return 0.0
        text, where = self._text("c")
        try:
            return exploration_constant(text, where)
        except InvalidInput as error:
            if "c" not in self._given:
                raise
            raise UsageError(error.found, where=where, expected=error.expected) from error

    def _refuse_constant(self) -> None:
        """Refuse C without UCB1; a file's C is allowed if --selection overrides its rule."""
        fault, expected = (
            "selection mean has no constant c",
            "selection ucb1, or no c",
        )
        if "c" in self._given:
            raise UsageError(fault, where="--c", expected=expected)
        if "c" in self._entries and "selection" not in self._given:
            raise self._words.error(self._entries["c"][0], fault, expected)


def _cell(words: FieldReader, node: YamlNode) -> Cell:
    numbers = (
        [_read_coordinate(words, item) for item in node.items] if isinstance(node, YamlList) else []
    )
    if len(numbers) != 2:
        raise words.error(node, f"start cannot be {describe_kind(node)}", "a cell such as [4, 4]")
    return numbers[0], numbers[1]


def _directions(words: FieldReader, node: YamlNode) -> tuple[Direction, ...]:
    items = node.items if isinstance(node, YamlList) else [node]
    letters = [
        (letter, item)
        for item in items
        for letter in re.split(r"[\s,]+", words.text(item, "directions"))
        if letter
    ]
    directions = {direction.name: direction for direction in Direction}
    for letter, item in letters:
        if letter.upper() not in directions:
            raise words.error(item, f"{quote(letter)} is not a direction", "N, W, S or E")
    if not 0 < len(letters) <= _MOST_ITERATIONS:
        raise words.error(
            node,
            f"a run cannot have {len(letters):,} directions",
            f"1 to {_MOST_ITERATIONS:,}, one per iteration",
        )
    return tuple(directions[letter.upper()] for letter, _ in letters)


def _rewards(words: FieldReader, node: YamlNode, start: Cell) -> dict[tuple[Cell, int], Fraction]:
    if not isinstance(node, YamlList) or not node.items:
        raise words.error(
            node, f"rewards cannot be {describe_kind(node)}", "a list of [x, y, depth, reward]"
        )
    rewards: dict[tuple[Cell, int], Fraction] = {}
    for item in node.items:
        if not isinstance(item, YamlList) or len(item.items) != 4:
            raise words.error(
                item, f"rewards cannot contain {describe_kind(item)}", "[x, y, depth, reward]"
            )
        x, y, depth = (_read_coordinate(words, item_node) for item_node in item.items[:3])
        if depth < 1:
            raise words.error(item.items[2], f"a reward cannot be at depth {depth}", "1 or more")
        away = abs(x - start[0]) + abs(y - start[1])
        if away > depth or (depth - away) % 2:
            raise words.error(
                item,
                f"({x},{y}) cannot be reached at depth {depth}",
                f"a cell {depth} step{'s' * (depth > 1)} away from ({start[0]},{start[1]})",
            )
        if ((x, y), depth) in rewards:
            raise words.error(
                item, f"({x},{y}) at depth {depth} has two rewards", "one reward for each"
            )
        digits = words.digits(item.items[3], "a reward")
        reward = exact_number(digits, where=words.place(item.items[3]))
        if abs(reward) > LARGEST:
            raise words.error(item.items[3], f"{digits} is too large", f"at most ±{LARGEST} (2^53)")
        rewards[(x, y), depth] = reward
    return rewards


def _read_coordinate(words: FieldReader, node: YamlNode) -> int:
    digits = words.digits(node, "a coordinate")
    number = exact_number(digits, where=words.place(node))
    if number.denominator != 1:
        raise words.error(node, f"a coordinate cannot be {digits}", "a whole number")
    return int(number)


# Read a tree with visits and wins, for UCB1 by hand.

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
    root = _CountedTreeReader(words).read(entries["tree"][1])
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


class _CountedTreeReader:
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
