"""The trees that come with plytrace: those of courses and books, and some made to show a point."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from engine.errors import InvalidInput, did_you_mean
from trees.reader import read_tree

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

    from trees.hand_tree import HandTree

__all__ = ["LibraryEntry", "library_entry", "library_names", "library_text", "library_tree"]

_SUFFIX: Final = ".yaml"


@dataclass(frozen=True, slots=True)
class LibraryEntry:
    """A tree of the library, for listings.

    Args:
        name: what a person types.
        title: what the tree is called.
        description: a sentence about it.
        citation: where it was published.
    """

    name: str
    title: str
    description: str
    citation: str


def library_names() -> list[str]:
    """The names of the library's trees, sorted."""
    return sorted(
        entry.name.removesuffix(_SUFFIX)
        for entry in _folder().iterdir()
        if entry.name.endswith(_SUFFIX)
    )


def library_text(name: str) -> str:
    """The YAML of a tree of the library.

    Raises:
        InvalidInput: there is none of that name.
    """
    if name not in library_names():
        raise InvalidInput(
            f"the library has no tree {name!r}", hint=did_you_mean(name, library_names())
        )
    return (_folder() / f"{name}{_SUFFIX}").read_text(encoding="utf-8")


def library_tree(name: str) -> HandTree:
    """A tree of the library.

    Raises:
        InvalidInput: there is none of that name.
    """
    return read_tree(library_text(name), f"{name}{_SUFFIX}", title=name)


def library_entry(name: str) -> LibraryEntry:
    """What a listing says about a tree of the library.

    Raises:
        InvalidInput: there is none of that name.
    """
    tree = library_tree(name)
    return LibraryEntry(name, tree.name, tree.description, tree.citation)


def _folder() -> Traversable:
    from importlib.resources import files  # here, since it takes long to import

    return files("trees.library")
