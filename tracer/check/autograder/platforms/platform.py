"""The record of a platform for which plytrace writes autograders."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from importlib import resources
from typing import Any, Final

__all__ = [
    *("ARCHIVE", "PROGRAMS", "SUFFIXES"),
    *("Assignment", "Platform", "check_files", "template"),
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
        parts: points of each part, in the order of the key; empty if the key does not state them.
        requirements: plytrace's requirements in pip's format.
        digest: hash of the key and of the files that it names.
    """

    key: str
    endings: tuple[str, ...]
    is_code: bool = False
    parts: Mapping[str, float] = field(default_factory=dict)
    requirements: tuple[str, ...] = ()
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
        needs_parts: whether each part needs a check of its own, so that the key must state them.
        takes_sheets: whether answer sheets can be submitted, and not only programs.
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
    needs_parts: bool = False
    takes_sheets: bool = True


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


def check_files() -> dict[str, str]:
    """Return the module that platforms with a check per part run."""
    return {"plytrace_parts.py": template("plytrace_parts.py")}
