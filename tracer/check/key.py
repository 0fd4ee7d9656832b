"""The key that a person named: a file of a problem or a set, a folder, or any SOURCE."""

from __future__ import annotations

from pathlib import Path
from typing import TypeAlias

from tracer.check.problem import Problem
from tracer.check.problem_set import ProblemSet, problem_or_set, read_key_file
from tracer.check.single_key import KEY_SUFFIXES
from tracer.check.variants import Variants, variants_in
from trees.files import read_standard_input

__all__ = ["AnyKey", "read_key"]

#: A problem, a set of them, or a folder with a key for each variant.
AnyKey: TypeAlias = Problem | ProblemSet | Variants


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
        return problem_or_set(read_standard_input(), "stdin", "stdin")
    path = Path(text)
    if _is_folder(path):
        return variants_in(path)
    if text.lower().endswith(KEY_SUFFIXES) and path.is_file():
        return read_key_file(path)
    return Problem(text, text)


def _is_folder(path: Path) -> bool:
    try:
        return path.is_dir()
    except (OSError, ValueError):  # too long for a name, or not one at all
        return False
