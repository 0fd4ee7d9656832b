"""Read a key by name: a file of a problem or a set, a folder, or any SOURCE."""

from __future__ import annotations

from pathlib import Path
from typing import TypeAlias

from tracer.check.keys.problem import Problem
from tracer.check.keys.problem_set import ProblemSet, problem_or_set, read_key_file
from tracer.check.keys.single_key import KEY_SUFFIXES
from tracer.check.keys.variants import Variants, variants_in
from trees.files import read_standard_input


#: A problem, a set of them, or a folder with a key for each variant.
AnyKey: TypeAlias = Problem | ProblemSet | Variants


def read_key(text: str) -> AnyKey:
    """Read a key: a file of a problem or a set, a folder, or any SOURCE."""
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
