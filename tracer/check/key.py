"""The key that a person named: a file of a problem or a set, a folder, or any SOURCE."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeAlias

from engine.errors import InvalidInput
from tracer.check.problem import Problem
from tracer.check.problem_file import is_problem, problem_in
from trees.files import printable, read_standard_input, read_text
from trees.plain import read_plain

if TYPE_CHECKING:
    from tracer.check.problem_set import ProblemSet
    from tracer.check.variants import Variants

__all__ = ["KEY_SUFFIXES", "AnyKey", "read_key", "read_single_key"]

#: A problem, a set of them, or a folder with a key for each variant.
AnyKey: TypeAlias = "Problem | ProblemSet | Variants"

#: How the names of keys' files end.
KEY_SUFFIXES: Final = (".yaml", ".yml", ".json")


def read_key(text: str) -> AnyKey:
    """The key that a person named: a file of a problem or a set, a folder, or any SOURCE.

    Args:
        text: a path, `-` for a problem file or tree on standard input, or a SOURCE; a folder holds
            a key for each variant.

    Raises:
        InvalidInput: it cannot be read.
        UsageError: it asks for a convention that does not exist.
    """
    if text.strip() == "-":
        return _of_text(read_standard_input(), "stdin", "stdin")
    path = Path(text)
    if _is_folder(path):
        from tracer.check.variants import variants_in  # late: its keys are read from here

        return variants_in(path)
    if text.lower().endswith(KEY_SUFFIXES) and path.is_file():
        return _of_text(read_text(path), printable(path), text)
    return Problem(text, text)


def _is_folder(path: Path) -> bool:
    try:
        return path.is_dir()
    except (OSError, ValueError):  # too long for a name, or not one at all
        return False


def read_single_key(path: Path) -> Problem:
    """The problem of a file that a set names.

    Args:
        path: the file.

    Raises:
        InvalidInput: it cannot be read, or is a set itself.
        UsageError: it asks for a convention that does not exist.
    """
    found = _of_text(read_text(path), printable(path), str(path), single=True)
    assert isinstance(found, Problem), "no set"
    return found


def _of_text(text: str, name: str, label: str, *, single: bool = False) -> Problem | ProblemSet:
    """A problem file's problem or problems; a tree's or a position's is to search it."""
    if not text.lstrip().startswith(("[", "-")):
        file = read_plain(text, name)
        if "problems" in file.entries:
            if single:
                raise InvalidInput(
                    "a set inside a set", where=file.place("problems"), expected="one problem"
                )
            from tracer.check.problem_set import read_set  # late: its problems are read from here

            return read_set(file, label)
        if is_problem(file.entries):
            return problem_in(file, label)
    from trees.sources import Source, open_source  # the text has been read: it may be stdin's

    if name != "stdin":
        return Problem(label, label)
    from trees.reader import read_tree

    tree = read_tree(text, name)
    return Problem(label, Source(label, tree, "tree", tree.name) if tree else open_source(label))
