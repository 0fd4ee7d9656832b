"""What a person may name as a payoff matrix: a file, one of the examples, or lists."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from engine.errors import InvalidInput, did_you_mean
from engine.matrix.game import NormalForm
from trees.files import printable, read_standard_input, read_text, tree_files
from trees.matrix import read_matrix
from trees.quoting import quoted

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

__all__ = ["MatrixSource", "example_names", "example_text", "open_matrix"]

_SUFFIX: Final = ".yaml"


@dataclass(frozen=True, slots=True)
class MatrixSource:
    """A game in normal form, and what it was called.

    Args:
        label: what the person wrote; `stdin` for standard input.
        game: the game.
    """

    label: str
    game: NormalForm


def open_matrix(source: str) -> MatrixSource:
    """Open what a person named.

    It is, in this order: `-` for standard input; lists; a file, where it has a folder or a file's
    suffix in it; an example; any other file.

    Args:
        source: what was written.

    Raises:
        InvalidInput: there is nothing of that name, or it cannot be read.
    """
    bare = source.strip()
    if bare == "-":
        return MatrixSource("stdin", read_matrix(read_standard_input(), "stdin"))
    if bare.startswith(("[", "{")):
        return MatrixSource(bare, read_matrix(source, "inline"))
    suffix = Path(source).suffix.lower()
    if any(mark in source for mark in ("/", os.sep)) or suffix in (".yaml", ".yml", ".json"):
        return _from_file(source)
    if bare in example_names():
        return MatrixSource(bare, read_matrix(example_text(bare), f"{bare}{_SUFFIX}", title=bare))
    if bare and _exists(source):
        return _from_file(source)
    raise InvalidInput(
        f"there is no file or example {quoted(source)}" if bare else "no matrix is named",
        expected="a YAML file, lists such as [[3, -1], [0, 2]], or an example: "
        + ", ".join(example_names()),
        hint=did_you_mean(bare[:100], [*example_names(), *tree_files(Path())]),
    )


def example_names() -> list[str]:
    """The names of the matrices that come with plytrace, sorted."""
    names = (entry.name for entry in _folder().iterdir())
    return sorted(name.removesuffix(_SUFFIX) for name in names if name.endswith(_SUFFIX))


def example_text(name: str) -> str:
    """The YAML of an example.

    Args:
        name: one of `example_names`.
    """
    return (_folder() / f"{name}{_SUFFIX}").read_text(encoding="utf-8")


def _from_file(source: str) -> MatrixSource:
    path = Path(source)
    return MatrixSource(source, read_matrix(read_text(path), printable(path), title=path.stem))


def _exists(source: str) -> bool:
    try:
        return Path(source).exists()
    except (OSError, ValueError):  # too long for a name, or not one at all
        return False


def _folder() -> Traversable:
    from importlib.resources import files  # here, since it takes long to import

    return files("trees") / "examples" / "matrices"
