"""The key of one problem: a problem file, or the problem's tree or position itself."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from engine.errors import InvalidInput
from tracer.check.keys.problem import Problem
from tracer.check.keys.problem_file import is_problem, problem_in
from trees.files import printable_name, read_text
from trees.yaml.plain_data import PlainFile, read_plain

#: Suffixes of key files.
KEY_SUFFIXES: Final = (".yaml", ".yml", ".json")


def map_of(text: str, name: str) -> PlainFile | None:
    """Return the mapping in a key's text; None for a tree as nested lists."""
    return None if text.lstrip().startswith(("[", "-")) else read_plain(text, name)


def read_single_key(path: Path) -> Problem:
    """Read the problem in a file that a set names."""
    text, name = read_text(path), printable_name(path)
    file = map_of(text, name)
    if file is not None and "problems" in file.entries:
        raise InvalidInput(
            "a set cannot contain a set", where=file.place("problems"), expected="one problem"
        )
    return single_key(file, text, name, str(path))


def single_key(file: PlainFile | None, text: str, name: str, label: str) -> Problem:
    """Return the problem of a problem file, or to search a tree or position."""
    if file is not None and is_problem(file.entries):
        return problem_in(file, label)
    from trees.sources import Source, open_source

    # The text has been read already, maybe from stdin.
    places = {"": f"{name}:1:1", **(file.places if file else {})}
    if name != "stdin":
        return Problem(label, label, places=places)
    from trees.formats.tree_yaml import read_tree

    tree = read_tree(text, name)
    source = Source(label, tree, "tree", tree.name) if tree else open_source(label)
    return Problem(label, source, places=places)
