"""A problem set: several problems answered on one sheet, and its file format."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final

from engine.errors import InvalidInput, PlytraceError
from tracer.marking.keys.key_table import KEYS
from tracer.marking.keys.problem import GradebookRules, Problem
from tracer.marking.keys.problem_file import find_beside, is_problem, read_entries, read_problem
from trees.files import printable_name, read_text
from trees.text import quote
from trees.yaml.plain_data import PlainFile, read_plain

#: Suffixes of key files.
KEY_SUFFIXES: Final = (".yaml", ".yml", ".json")
_NUMBER: Final = re.compile(r"[1-9]\d{0,2}[a-h]?")


@dataclass(frozen=True, slots=True)
class ProblemSet:
    """The problems of a set by number, in the order of the file."""

    label: str
    problems: Mapping[str, Problem]
    title: str = ""
    places: Mapping[str, str] = field(default_factory=dict)
    all_or_nothing: bool = False
    of_programs: bool = False
    gradebook: GradebookRules = field(default_factory=GradebookRules)
    #: Its file, if it has one.
    file: Path | None = None

    @property
    def parts(self) -> dict[str, float] | None:
        """The points of each part, as `1 visits`; None if a problem does not state them."""
        points: dict[str, float] = {}
        for number, problem in self.problems.items():
            if problem.parts is None:
                return None
            points |= {f"{number} {part}": most for part, most in problem.parts.items()}
        return points

    @property
    def titles(self) -> dict[str, str]:
        """The titles of the problems that have one, by number."""
        titles = {number: problem.title for number, problem in self.problems.items()}
        return {number: title for number, title in titles.items() if title}

    @property
    def labels(self) -> dict[str, str]:
        """The parts of the labels of all problems."""
        return {
            label: part
            for problem in self.problems.values()
            for label, part in problem.labels.items()
        }

    def for_programs(self) -> ProblemSet:
        """Return the set for programs."""
        problems = {number: problem.for_programs() for number, problem in self.problems.items()}
        return replace(self, problems=problems, of_programs=True)


def read_key_file(path: Path) -> Problem | ProblemSet:
    """Read a problem or a set from a file."""
    return replace(read_key_text(read_text(path), printable_name(path), str(path)), file=path)


def read_key_text(text: str, name: str, label: str) -> Problem | ProblemSet:
    """Read a problem or a set from a text."""
    file = read_mapping(text, name)
    if file is not None and "problems" in file.entries:
        return _read_set(file, label)
    return _read_single(file, text, name, label)


def _read_single(file: PlainFile | None, text: str, name: str, label: str) -> Problem:
    """Return the problem of a problem file, or to search a tree or position."""
    if file is not None and is_problem(file.entries):
        return read_problem(file, label)
    from trees.formats.tree_yaml import read_tree
    from trees.sources import Source, open_source

    places = {"": f"{name}:1:1", **(file.places if file else {})}
    if name != "stdin":
        return Problem(label, label, places=places)
    tree = read_tree(text, name)  # what has been read cannot be opened again
    source = Source(label, tree, "tree", tree.name) if tree else open_source(label)
    return Problem(label, source, places=places)


def read_mapping(text: str, name: str) -> PlainFile | None:
    """Return the mapping in a key's text; None for a tree as nested lists."""
    return None if text.lstrip().startswith(("[", "-")) else read_plain(text, name)


def _read_set(file: PlainFile, label: str) -> ProblemSet:
    """Read the problem set of a file."""
    values = read_entries(file, "set")
    problems: dict[str, Problem] = {}
    places: dict[str, str] = {}
    for number, item, place in file.iterate_below("problems"):
        if not _NUMBER.fullmatch(number):
            raise InvalidInput(
                f"{quote(number)} is not a problem number",
                where=place,
                expected="1 to 999, or with a letter from a to h, such as 1a",
            )
        try:
            problem = _read_item(item, file, f"problem {number}")
            problems[number] = replace(problem, places=problem.places or {"source": place})
        except PlytraceError as error:
            raise in_problem(error, number, place) from error
        places[number] = place
    if not problems:
        raise InvalidInput(
            "the set has no problems",
            where=file.place("problems"),
            expected="such as 1: {source: lecture, parts: {visits: 4}}",
        )
    title = " ".join(values["problem"].get("title", "").split())
    gradebook = GradebookRules(**values["gradebook"])
    return ProblemSet(label, problems, title, places, **values["programs"], gradebook=gradebook)


def in_problem(error: PlytraceError, number: str, place: str) -> InvalidInput:
    """Return the error of one problem of a set."""
    label = f"problem {number}"
    found = error.found
    if error.where and not error.names_line and error.where != label:
        found = f"{error.where}: {found}"
    return error.restate(
        InvalidInput,
        found=found if found.startswith(label) else f"{label}: {found}",
        where=error.where if error.names_line or not place else place,
    )


def _read_item(item: PlainFile | str | None, file: PlainFile, label: str) -> Problem:
    """Return a problem of a set's file, from its mapping or from the file that it names."""
    if isinstance(item, PlainFile):
        if "problems" in item.entries:
            raise _refuse_inner_set(item.place("problems"))
        for key in item.entries:
            if key in KEYS and KEYS[key].group == "gradebook":
                raise InvalidInput(
                    f"{key}: is about the whole sheet",
                    where=item.place(key),
                    expected=f"{key}: beside problems:",
                )
        return read_problem(item, label)
    if item is None or not item.strip():
        raise InvalidInput(
            "the problem is empty", expected="a map such as {source: lecture}, or a problem's file"
        )
    name = item.strip()
    if not name.lower().endswith(KEY_SUFFIXES):
        return Problem(label, find_beside(file, name))
    path = Path(file.name).parent / name
    text, shown = read_text(path), printable_name(path)
    inner = read_mapping(text, shown)
    if inner is not None and "problems" in inner.entries:
        raise _refuse_inner_set(inner.place("problems"))
    return replace(_read_single(inner, text, shown, str(path)), label=label, file=path)


def _refuse_inner_set(place: str) -> InvalidInput:
    """Return the error of a set inside a set."""
    return InvalidInput("a set cannot contain a set", where=place, expected="one problem")
