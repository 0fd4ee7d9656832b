"""A file that is the key of one problem: a problem file, or what the problem is about itself."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from engine.errors import InvalidInput
from tracer.check.problem import Problem
from tracer.check.problem_file import is_problem, problem_in
from trees.files import printable, read_text
from trees.plain import PlainFile, read_plain

__all__ = ["KEY_SUFFIXES", "map_of", "read_single_key", "single_key"]

#: How the names of keys' files end.
KEY_SUFFIXES: Final = (".yaml", ".yml", ".json")


def map_of(text: str, name: str) -> PlainFile | None:
    """The map that a key's text holds; None for a tree as nested lists.

    Raises:
        InvalidInput: it cannot be read.
    """
    return None if text.lstrip().startswith(("[", "-")) else read_plain(text, name)


def read_single_key(path: Path) -> Problem:
    """The problem of a file that a set names.

    Args:
        path: the file.

    Raises:
        InvalidInput: it cannot be read, or is a set itself.
        UsageError: it asks for a convention that does not exist.
    """
    text, name = read_text(path), printable(path)
    file = map_of(text, name)
    if file is not None and "problems" in file.entries:
        raise InvalidInput(
            "a set inside a set", where=file.place("problems"), expected="one problem"
        )
    return single_key(file, text, name, str(path))


def single_key(file: PlainFile | None, text: str, name: str, label: str) -> Problem:
    """A problem file's problem; a tree's or a position's is to search it.

    Args:
        file: the map that the text holds; None for nested lists.
        text: the key's text.
        name: what errors call it.
        label: what to call the problem.

    Raises:
        InvalidInput: it cannot be read.
        UsageError: it asks for a convention that does not exist.
    """
    if file is not None and is_problem(file.entries):
        return problem_in(file, label)
    from trees.sources import Source, open_source  # the text has been read: it may be stdin's

    if name != "stdin":
        return Problem(label, label)
    from trees.reader import read_tree

    tree = read_tree(text, name)
    return Problem(label, Source(label, tree, "tree", tree.name) if tree else open_source(label))
