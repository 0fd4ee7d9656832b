"""A problem set: several problems answered on one sheet, and its file format."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final

from engine.errors import InvalidInput, PlytraceError, did_you_mean
from tracer.marking.keys.problem import Problem
from tracer.marking.keys.problem_file import (
    OF_GRADEBOOKS,
    is_problem,
    problem_in,
    read_gradebook_rules,
    read_yes_or_no,
)
from trees.files import TREE_SUFFIXES, printable_name, read_text
from trees.text import quote
from trees.yaml.plain_data import PlainFile, read_plain

# The key of one problem: a problem file, or the problem's tree or position itself.

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


#: The keys of a set's file.
_KEYS: Final = (
    *("name", "description", "variant", "student", "all-or-nothing", "problems"),
    *OF_GRADEBOOKS,
)
_NUMBER: Final = re.compile(r"[1-9]\d{0,2}[a-h]?")


@dataclass(frozen=True, slots=True)
class ProblemSet:
    """The problems of a set by number, in the order of the file."""

    label: str
    problems: Mapping[str, Problem]
    title: str = ""
    variant: str = ""
    titles: Mapping[str, str] = field(default_factory=dict)
    places: Mapping[str, str] = field(default_factory=dict)
    student: str = ""
    all_or_nothing: bool = False
    of_programs: bool = False
    late: float = 0.0
    scales: bool = False

    @property
    def parts(self) -> dict[str, float] | None:
        """The points of each part, as `1 visits`; None if a problem does not state them."""
        points: dict[str, float] = {}
        for number, problem in self.problems.items():
            if problem.parts is None:
                return None
            points |= {f"{number} {part}": most for part, most in problem.parts.items()}
        return points

    def for_programs(self) -> ProblemSet:
        """Return the set for programs."""
        problems = {number: one.for_programs() for number, one in self.problems.items()}
        return replace(self, problems=problems, of_programs=True)


def read_key_file(path: Path) -> Problem | ProblemSet:
    """Read a problem or a set from a file."""
    return problem_or_set(read_text(path), printable_name(path), str(path))


def problem_or_set(text: str, name: str, label: str) -> Problem | ProblemSet:
    """Read a problem or a set from a text."""
    file = map_of(text, name)
    if file is not None and "problems" in file.entries:
        return read_set(file, label)
    return single_key(file, text, name, label)


def read_set(file: PlainFile, label: str) -> ProblemSet:
    """Read the problem set of a file."""
    for key in file.entries:
        if key not in _KEYS:
            raise InvalidInput(
                f"a problem set has no key {quote(key)}",
                where=file.place(key),
                expected=f"one of {', '.join(_KEYS)}",
                hint=did_you_mean(key[:100], _KEYS)
                or "Put keys of one problem inside that problem",
            )
    problems: dict[str, Problem] = {}
    titles: dict[str, str] = {}
    places: dict[str, str] = {}
    for number, given, place in file.iterate_below("problems"):
        if not _NUMBER.fullmatch(number):
            raise InvalidInput(
                f"{quote(number)} is not a problem number",
                where=place,
                expected="1 to 999, or with a letter from a to h, such as 1a",
            )
        try:
            problem = _problem(given, Path(file.name).parent, f"problem {number}")
            problems[number] = replace(problem, places=problem.places or {"source": place})
        except PlytraceError as error:
            raise in_problem(error, number, place) from error
        places[number] = place
        title = given.entries.get("name") if isinstance(given, PlainFile) else None
        if isinstance(title, str):
            titles[number] = " ".join(title.split())
    if not problems:
        raise InvalidInput(
            "the set has no problems",
            where=file.place("problems"),
            expected="such as 1: {source: lecture, parts: {visits: 4}}",
        )
    title, variant, student = (_word(file, key) for key in ("name", "variant", "student"))
    every = read_yes_or_no(file, "all-or-nothing")
    return ProblemSet(
        label,
        problems,
        title,
        variant,
        titles,
        places,
        student,
        every,
        **read_gradebook_rules(file),
    )


def in_problem(error: PlytraceError, number: str, place: str) -> InvalidInput:
    """Return the error of one problem of a set."""
    label = f"problem {number}"
    found = error.found
    if error.where and not error.names_line and error.where != label:
        found = f"{error.where}: {found}"
    return InvalidInput(
        found if found.startswith(label) else f"{label}: {found}",
        where=error.where if error.names_line or not place else place,
        expected=error.expected,
        hint=error.hint,
    )


def _problem(given: PlainFile | str | None, folder: Path, label: str) -> Problem:
    """Return a problem from its mapping or from the file that it names."""
    if isinstance(given, PlainFile):
        for key in OF_GRADEBOOKS:
            if key in given.entries:
                raise InvalidInput(
                    f"{key}: is about the whole sheet",
                    where=given.place(key),
                    expected=f"{key}: beside problems:",
                )
        if "problems" in given.entries:
            raise InvalidInput(
                "a set cannot contain a set", where=given.place("problems"), expected="one problem"
            )
        return problem_in(given, label)
    if given is None or not given.strip():
        raise InvalidInput(
            "the problem is empty", expected="a map such as {source: lecture}, or a problem's file"
        )
    name = given.strip()
    if name.lower().endswith(KEY_SUFFIXES):
        return replace(read_single_key(folder / name), label=label)
    is_beside = name.lower().endswith(TREE_SUFFIXES) and (folder / name).is_file()
    return Problem(label, str(folder / name) if is_beside else name)


def _word(file: PlainFile, key: str) -> str:
    """Return a text on one line; empty if there is none."""
    given = file.entries.get(key)
    if given is not None and not isinstance(given, str):
        raise InvalidInput(
            f"{key}: cannot be {given!r:.60}", where=file.place(key), expected="a text"
        )
    return " ".join((given or "").split())
