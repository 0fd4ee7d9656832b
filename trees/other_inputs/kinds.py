"""The kinds of files besides trees: their keys, and how a file or an example is found."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Final

from engine.errors import InvalidInput, did_you_mean
from engine.games import GAMES
from trees.files import (
    MATRIX_SUFFIXES,
    exists,
    is_path,
    list_yaml_files,
    printable_name,
    read_standard_input,
    read_text,
    tree_files,
)
from trees.library import library_names
from trees.text import quote
from trees.yaml.yaml_text import ABOUT_KEYS, KINDS, YamlMap, YamlNode

_YAML: Final = (".yaml", ".yml", ".json")


@dataclass(frozen=True, slots=True)
class InputKind:
    """A kind of file, which has its key at the top."""

    key: str  # also the command that reads such files
    name: str  # of what is below the key
    keys: tuple[str, ...]  # below it
    folder: str  # of the examples
    suffixes: tuple[str, ...]
    expected: str  # the sources besides examples
    missing: str  # the message about an empty source

    @property
    def file_keys(self) -> tuple[str, ...]:
        """The keys at the top of a file."""
        return (*ABOUT_KEYS, self.key)

    @property
    def _examples(self) -> Path:
        return Path(__file__).parent.parent / "examples" / self.folder

    def example_names(self) -> list[str]:
        """Return the examples that come with plytrace, sorted."""
        return list_yaml_files(self._examples)

    def example_text(self, name: str) -> str:
        """Return the YAML of an example."""
        return (self._examples / f"{name}.yaml").read_text(encoding="utf-8")

    def read_source(self, source: str) -> tuple[str, str, str]:
        """Return the text of a source, its name for error messages, and a title for it.

        A source is, in this order: `-` for standard input; a text that begins with a bracket; a
        file, if it has a folder or a file suffix in it; an example; any other file.
        """
        bare, path = source.strip(), Path(source)
        if bare == "-":
            return read_standard_input(), "stdin", ""
        if bare.startswith(("[", "{")):
            return source, "inline", ""
        is_file = is_path(source, self.suffixes)
        if bare in self.example_names() and not is_file:
            return self.example_text(bare), f"{bare}.yaml", bare
        if is_file or (bare and exists(source)):
            return read_text(path, self.suffixes), printable_name(path), path.stem
        raise InvalidInput(
            f"there is no file or example {quote(source)}" if bare else self.missing,
            expected=f"{self.expected}, or an example: {', '.join(self.example_names())}",
            hint=self._advise(bare),
        )

    def _advise(self, name: str) -> str:
        """Return the advice for an unknown name; another command searches trees and games."""
        if name in GAMES or name in library_names():
            return f"Try: plytrace trace {name}{' -a mcts' if self.key == 'mcts' else ''}"
        names = [*self.example_names(), *tree_files(Path(), self.suffixes)]
        return did_you_mean(name[:100], names) or f"Try: plytrace {self.key} mp520"

    def read_below(self, file: YamlMap) -> YamlNode:
        """Return what is below the key of a file; refuse files of other kinds and other keys."""
        below = file.get(self.key)
        if below is None:
            file.refuse_kinds(
                [key for key in KINDS if key != self.key], f"{KINDS[self.key][0]} ({self.key}:)"
            )
        file.check_keys(self.file_keys, f"a {self.name} file")
        if below is None:
            raise file.error(f"the file has no {self.name}", f"{self.key}:")
        return below


HAND_RUN: Final = InputKind(
    "mcts",
    "hand run",
    ("start", "directions", "selection", "c", "y", "nodes", "rewards"),
    "hand_runs",
    _YAML,
    "a YAML file with mcts:",
    "the file name is missing",
)
MATRIX: Final = InputKind(
    "matrix",
    "matrix",
    ("rows", "columns", "first", "payoffs"),
    "matrices",
    (*_YAML, *MATRIX_SUFFIXES),
    "a file (YAML or .nfg), lists such as [[3, -1], [0, 2]]",
    "the matrix is missing",
)
#: The keys below `mcts:` of a tree with counts.
COUNTED_KEYS: Final = ("c", "players", "total", "rollout", "tree")
#: The keys of one of its nodes.
COUNTED_NODE_KEYS: Final = ("id", "n", "w", "children")
#: The keys of a player of a matrix.
CHOOSER_KEYS: Final = ("player", "strategies")
#: The keys of an evaluation.
EVALUATION_KEYS: Final = ("table", "weights")
