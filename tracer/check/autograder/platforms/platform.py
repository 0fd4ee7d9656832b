"""The record of a platform for which plytrace writes autograders."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib import resources
from typing import Any, Final

__all__ = [
    *("ARCHIVE", "PROGRAMS", "SUFFIXES"),
    *("Assignment", "Platform", "template"),
]

#: Suffixes of sheets.
SUFFIXES: Final = (".yaml", ".yml", ".json", ".csv", ".txt", ".md")

#: Suffixes of program files and of archives of them.
PROGRAMS: Final = (".py", ".ipynb")
ARCHIVE: Final = ".zip"

#: The folder beside this one with the files that platforms share, and a folder for each platform.
_TEMPLATES: Final = "tracer.check.autograder.templates"


@dataclass(frozen=True, slots=True)
class Assignment:
    """An assignment for which an autograder is written.

    Args:
        key: name of the key.
        endings: endings of the files that students submit.
        is_code: whether students submit programs.
        digest: hash of the key and of the files that it names.
    """

    key: str
    endings: tuple[str, ...]
    is_code: bool = False
    digest: str = ""


@dataclass(frozen=True, slots=True)
class Platform:
    """A platform that runs autograders.

    Args:
        name: name for `--for`.
        title: the platform's own name.
        about: what the folder contains and how its points are given, on one line.
        files: the platform's own files of an assignment, by their paths in the folder.
        results: makes the platform's results of those for Gradescope.
        inside: folder for plytrace and the key, inside the written one.
        submission: folder of a submission, beside the one of plytrace.
        python: Python that grades, in Bash.
        runs_as: clause that says how the platform calls `run_autograder`.
    """

    name: str
    title: str
    about: str
    files: Callable[[Assignment], Mapping[str, str]]
    results: Callable[[dict[str, Any]], dict[str, Any]] = lambda made: made
    inside: str = ""
    submission: str = "submission"
    python: str = "python3"
    runs_as: str = ""


def template(name: str, **values: str) -> str:
    """Return a file of the templates.

    Args:
        name: path in the folder of templates.
        values: texts for the names that it has between two `@`.
    """
    text = resources.files(_TEMPLATES).joinpath(name).read_text(encoding="utf-8")
    for one, value in values.items():
        text = text.replace(f"@{one.upper()}@", value)
    return text
