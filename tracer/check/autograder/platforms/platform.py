"""The record of a platform for which plytrace writes autograders."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib import resources
from typing import Any, Final

#: Suffixes of sheets.
SUFFIXES: Final = (".yaml", ".yml", ".json", ".csv", ".txt", ".md")

#: Suffixes of program files and of archives of them.
PROGRAMS: Final = (".py", ".ipynb")
ARCHIVE: Final = ".zip"

#: The folder beside this one with the files that platforms share, and a folder for each platform.
_TEMPLATES: Final = "tracer.check.autograder.templates"


@dataclass(frozen=True, slots=True)
class Assignment:
    """An assignment for which an autograder is written."""

    key: str
    endings: tuple[str, ...]
    is_code: bool = False
    digest: str = ""


@dataclass(frozen=True, slots=True)
class Platform:
    """A platform that runs autograders."""

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
    """Return a file of the templates."""
    text = resources.files(_TEMPLATES).joinpath(name).read_text(encoding="utf-8")
    for one, value in values.items():
        text = text.replace(f"@{one.upper()}@", value)
    return text
