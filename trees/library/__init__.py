"""The library of trees: from courses and books, and some made to show one idea.

This package holds their files and lists them; `trees.sources` opens them by name.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

from engine.errors import InvalidInput, did_you_mean
from trees.files import list_yaml_files
from trees.formats.tree_yaml import read_tree

if TYPE_CHECKING:
    from trees.hand_tree import HandTree


_FOLDER: Final = Path(__file__).parent  # importlib.resources takes long to import


def library_names() -> list[str]:
    """Return the names of the library's trees, sorted."""
    return list_yaml_files(_FOLDER)


def library_text(name: str) -> str:
    """Return the YAML of a tree of the library."""
    if name not in library_names():
        raise InvalidInput(
            f"the library has no tree {name!r}",
            expected="one of plytrace list trees",
            hint=did_you_mean(str(name)[:100], library_names()),
        )
    return (_FOLDER / f"{name}.yaml").read_text(encoding="utf-8")


def library_tree(name: str) -> HandTree:
    """Return a tree of the library."""
    return read_tree(library_text(name), f"{name}.yaml")
