"""Sources of payoff matrices: a file, an example, or lists."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from engine.errors import InvalidInput, did_you_mean
from engine.matrix.game import NormalForm
from trees.files import MATRIX_SUFFIXES, printable_name, read_standard_input, read_text, tree_files
from trees.other_inputs.matrix import read_matrix
from trees.text.quoting import quote


_FOLDER: Final = Path(__file__).parent.parent / "examples" / "matrices"
_SUFFIX: Final = ".yaml"
_SUFFIXES: Final = (_SUFFIX, ".yml", ".json", *MATRIX_SUFFIXES)


@dataclass(frozen=True, slots=True)
class MatrixSource:
    """A game in normal form and its source."""

    label: str
    game: NormalForm


def open_matrix(source: str) -> MatrixSource:
    """Open a payoff matrix.

    A source is, in this order: `-` for standard input; lists; a file, if it has a folder or a file
    suffix in it; an example; any other file.
    """
    bare = source.strip()
    if bare == "-":
        return MatrixSource("stdin", read_matrix(read_standard_input(), "stdin"))
    if bare.startswith(("[", "{")):
        return MatrixSource(bare, read_matrix(source, "inline"))
    is_path = any(mark in source for mark in ("/", os.sep))
    if is_path or Path(source).suffix.lower() in _SUFFIXES:
        return _open_file(source)
    if bare in example_names():
        return MatrixSource(bare, read_matrix(example_text(bare), f"{bare}{_SUFFIX}", title=bare))
    if bare and _exists(source):
        return _open_file(source)
    raise InvalidInput(
        f"there is no file or example {quote(source)}" if bare else "the matrix is missing",
        expected="a file (YAML, .nfg or .csv), lists such as [[3, -1], [0, 2]], or an example: "
        + ", ".join(example_names()),
        hint=did_you_mean(bare[:100], [*example_names(), *tree_files(Path(), _SUFFIXES)])
        or "Try: plytrace matrix mp520",
    )


def example_names() -> list[str]:
    """Return the names of the matrices that come with plytrace, sorted."""
    names = (entry.name for entry in _FOLDER.iterdir())
    return sorted(name.removesuffix(_SUFFIX) for name in names if name.endswith(_SUFFIX))


def example_text(name: str) -> str:
    """Return the YAML of an example."""
    return (_FOLDER / f"{name}{_SUFFIX}").read_text(encoding="utf-8")


def _open_file(source: str) -> MatrixSource:
    path = Path(source)
    text = read_text(path, _SUFFIXES)
    return MatrixSource(source, read_matrix(text, printable_name(path), title=path.stem))


def _exists(source: str) -> bool:
    try:
        return Path(source).exists()
    except (OSError, ValueError):  # not a valid file name
        return False
