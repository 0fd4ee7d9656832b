"""What a file of an MCTS hand run may say, and where such files are found."""

from __future__ import annotations

import math
import os
import re
from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path
from typing import Final

from engine.errors import InvalidInput, UsageError, did_you_mean
from engine.mcts.compass import Axis, Cell, Direction
from engine.mcts.hand_run import Identity, Problem, Selection
from trees.files import printable, read_standard_input, read_text, tree_files
from trees.numbers import LARGEST, exact_number
from trees.quoting import quoted
from trees.yaml_nodes import YamlList, YamlMap, YamlNode
from trees.yaml_text import read_yaml
from trees.yaml_words import Entries, Words, kind_of

__all__ = [
    "SETTINGS",
    "example_names",
    "exploration_constant",
    "open_hand_run",
    "read_hand_run",
]

_FILE_KEYS: Final = ("name", "description", "source", "mcts")
_OTHER_FILES: Final = {"tree": "a tree", "game": "a position", "matrix": "a payoff matrix"}
_RUN_KEYS: Final = ("start", "directions", "selection", "c", "y", "nodes", "rewards")
_SUFFIX: Final = ".yaml"
_SUFFIXES: Final = (_SUFFIX, ".yml", ".json")
#: Every iteration keeps a table of all nodes, and a person reads it.
_MOST_ITERATIONS: Final = 200
_ROOT: Final = re.compile(r"sqrt\(([^()]*)\)|√([^()]*)")

#: The settings that a sheet may leave open, none of which has a default: what each choice means.
SETTINGS: Final[Mapping[str, str]] = {
    "selection": "ucb1 (mean + C · √(ln N / n), with c:) or mean (the largest mean reward)",
    "c": "UCB1's constant C, a number from 0 to 2^53, or the root of one: sqrt(2)",
    "y": "up (north is y + 1) or down (north is y − 1)",
    "nodes": "states (a cell at a depth is one node, however reached) or paths (every way is its "
    "own node)",
}


def open_hand_run(source: str, given: Mapping[str, str] | None = None) -> Problem:
    """Open what a person named: `-`, a file, or an example.

    Args:
        source: what was written.
        given: settings that stand instead of the file's, by the keys of `SETTINGS`.

    Raises:
        InvalidInput: there is nothing of that name, or it cannot be read.
        UsageError: a given setting does not fit.
    """
    bare, path = source.strip(), Path(source)
    if bare == "-":
        return read_hand_run(read_standard_input(), "stdin", given)
    is_path = any(mark in source for mark in ("/", os.sep)) or source.lower().endswith(_SUFFIXES)
    if not is_path and bare in example_names():
        return read_hand_run(_example(bare), f"{bare}{_SUFFIX}", given)
    if is_path or (bare and _exists(path)):
        return read_hand_run(read_text(path), printable(path), given)
    raise InvalidInput(
        f"there is no file or example {quoted(source)}" if bare else "no file is named",
        expected="a YAML file with mcts:, or an example: " + ", ".join(example_names()),
        hint=did_you_mean(bare[:100], [*example_names(), *tree_files(Path())]),
    )


def example_names() -> list[str]:
    """The hand runs that come with plytrace, sorted."""
    from importlib.resources import files  # late: it takes long to import

    folder = files("trees") / "examples" / "hand_runs"
    names = (entry.name for entry in folder.iterdir())
    return sorted(name.removesuffix(_SUFFIX) for name in names if name.endswith(_SUFFIX))


def _example(name: str) -> str:
    from importlib.resources import files

    folder = files("trees") / "examples" / "hand_runs"
    return (folder / f"{name}{_SUFFIX}").read_text(encoding="utf-8")


def _exists(path: Path) -> bool:
    try:
        return path.exists()
    except (OSError, ValueError):  # too long for a name, or not one at all
        return False


def read_hand_run(
    text: str | YamlMap, name: str, given: Mapping[str, str] | None = None
) -> Problem:
    """The hand run that a YAML or JSON text describes.

    Args:
        text: the text, or a map of one that was read.
        name: what errors call it.
        given: settings that stand instead of the file's.

    Raises:
        InvalidInput: it does not describe one; says where and what was expected.
        UsageError: a given setting does not fit.
    """
    words = Words(name)
    document = read_yaml(text, name) if isinstance(text, str) else text
    if not isinstance(document, YamlMap):
        raise words.error(document, kind_of(document), "a map with mcts:")
    about = document.entries
    for key, what in _OTHER_FILES.items():
        if key in about and "mcts" not in about:
            raise words.error(
                about[key][0],
                f"this is {what} ({key}:)",
                "an MCTS hand run (mcts:)",
                f"Use plytrace {'matrix' if key == 'matrix' else 'trace'} FILE",
            )
    words.check_keys(document, _FILE_KEYS, "a hand run's file")
    if "mcts" not in about:
        raise words.error(document, "no hand run in this file", "mcts:")
    run = about["mcts"][1]
    if not isinstance(run, YamlMap):
        raise words.error(run, f"{kind_of(run)} as mcts", "a map")
    words.check_keys(run, _RUN_KEYS, "mcts")
    for key in ("start", "directions", "rewards"):
        if key not in run.entries:
            raise words.error(run, f"mcts has no {key}", f"{key}:")
    reader = _Reader(words, run, given or {})
    selection = Selection(reader.choice("selection", [one.value for one in Selection]))
    start = _cell(words, run.entries["start"][1])
    return Problem(
        start=start,
        directions=_directions(words, run.entries["directions"][1]),
        rewards=_rewards(words, run.entries["rewards"][1], start),
        selection=selection,
        c=reader.constant(selection),
        axis=Axis(reader.choice("y", [one.value for one in Axis])),
        identity=Identity(reader.choice("nodes", [one.value for one in Identity])),
        name=words.line(about, "name"),
    )


def exploration_constant(text: str, where: str) -> float:
    """UCB1's C, as somebody wrote it.

    Args:
        text: a number, or the root of one.
        where: where it stands, for the error.

    Raises:
        InvalidInput: it is none from 0 to 2^53.
    """
    root = _ROOT.fullmatch(text)
    try:
        value = exact_number((root[1] or root[2] or "").strip() if root else text)
    except InvalidInput:
        value = Fraction(-1)
    if not 0 <= value <= LARGEST:
        raise InvalidInput(f"{quoted(text)} as c", where=where, expected=SETTINGS["c"])
    return math.sqrt(value) if root else float(value)


class _Reader:
    """Reads the settings, of which a person's stand before the file's."""

    def __init__(self, words: Words, run: YamlMap, given: Mapping[str, str]) -> None:
        self._words = words
        self._run = run
        self._entries: Entries = run.entries
        self._given = given

    def _text(self, key: str) -> tuple[str, str]:
        """A setting's text and its place."""
        if key in self._given:
            return self._given[key], f"--{key}"
        if key not in self._entries:
            raise self._words.error(
                self._run,
                f"mcts does not say {key}, which a sheet may leave open and has no usual value",
                f"{key}: {SETTINGS[key]}",
            )
        node = self._entries[key][1]
        return self._words.text(node, key), self._words.place(node)

    def choice(self, key: str, known: list[str]) -> str:
        """A setting that is one of some words."""
        text, where = self._text(key)
        if text not in known:
            kind = UsageError if key in self._given else InvalidInput
            raise kind(
                f"{quoted(text)} as {key}",
                where=where,
                expected=SETTINGS[key],
                hint=did_you_mean(text[:100], known),
            )
        return text

    def constant(self, selection: Selection) -> float:
        """UCB1's C; 0 for the mean, which has none."""
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
        """See that nobody says C where it does nothing; a file's may be overruled by --selection.

        Raises:
            PlytraceError: somebody does.
        """
        found, expected = (
            "c beside selection mean, which has no constant",
            "selection ucb1, or no c",
        )
        if "c" in self._given:
            raise UsageError(found, where="--c", expected=expected)
        if "c" in self._entries and "selection" not in self._given:
            raise self._words.error(self._entries["c"][0], found, expected)


def _cell(words: Words, node: YamlNode) -> Cell:
    numbers = [_whole(words, item) for item in node.items] if isinstance(node, YamlList) else []
    if len(numbers) != 2:
        raise words.error(node, f"{kind_of(node)} as start", "a cell such as [4, 4]")
    return numbers[0], numbers[1]


def _directions(words: Words, node: YamlNode) -> tuple[Direction, ...]:
    items = node.items if isinstance(node, YamlList) else [node]
    letters = [
        (letter, item)
        for item in items
        for letter in re.split(r"[\s,]+", words.text(item, "directions"))
        if letter
    ]
    known = {direction.name: direction for direction in Direction}
    for letter, item in letters:
        if letter.upper() not in known:
            raise words.error(item, f"{quoted(letter)} as a direction", "N, W, S or E")
    if not 0 < len(letters) <= _MOST_ITERATIONS:
        raise words.error(
            node, f"{len(letters):,} directions", f"1 to {_MOST_ITERATIONS:,}, one an iteration"
        )
    return tuple(known[letter.upper()] for letter, _ in letters)


def _rewards(words: Words, node: YamlNode, start: Cell) -> dict[tuple[Cell, int], Fraction]:
    if not isinstance(node, YamlList) or not node.items:
        raise words.error(node, f"{kind_of(node)} as rewards", "a list of [x, y, depth, reward]")
    rewards: dict[tuple[Cell, int], Fraction] = {}
    for item in node.items:
        if not isinstance(item, YamlList) or len(item.items) != 4:
            raise words.error(item, f"{kind_of(item)} in rewards", "[x, y, depth, reward]")
        x, y, depth = (_whole(words, one) for one in item.items[:3])
        if depth < 1:
            raise words.error(item.items[2], f"a reward at depth {depth}", "1 or more")
        away = abs(x - start[0]) + abs(y - start[1])
        if away > depth or (depth - away) % 2:
            raise words.error(
                item,
                f"({x},{y}) at depth {depth}",
                f"a cell that {depth} step{'s' * (depth > 1)} from ({start[0]},{start[1]}) lead to",
            )
        if ((x, y), depth) in rewards:
            raise words.error(item, f"({x},{y}) at depth {depth} twice", "one reward for each")
        digits = words.digits(item.items[3], "a reward")
        reward = exact_number(digits, where=words.place(item.items[3]))
        if abs(reward) > LARGEST:
            raise words.error(item.items[3], f"{digits} is too large", f"±{LARGEST} (2^53) at most")
        rewards[(x, y), depth] = reward
    return rewards


def _whole(words: Words, node: YamlNode) -> int:
    digits = words.digits(node, "a coordinate")
    number = exact_number(digits, where=words.place(node))
    if number.denominator != 1:
        raise words.error(node, f"{digits} as a coordinate", "a whole number")
    return int(number)
