"""A problem set: several problems that one sheet answers, and what its file says."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final

from engine.errors import InvalidInput, PlytraceError, did_you_mean
from tracer.check.problem import Problem
from tracer.check.problem_file import problem_in
from tracer.check.single_key import KEY_SUFFIXES, map_of, read_single_key, single_key
from trees.files import TREE_SUFFIXES, printable, read_text
from trees.plain import PlainFile
from trees.quoting import quoted

__all__ = ["ProblemSet", "problem_or_set", "read_key_file", "read_set"]

#: The keys of a set's file.
_KEYS: Final = ("name", "description", "variant", "student", "problems")
_NUMBER: Final = re.compile(r"[1-9]\d{0,2}")


@dataclass(frozen=True, slots=True)
class ProblemSet:
    """The problems of a set by their numbers, in the order of the file.

    Args:
        label: what to call the set.
        problems: the problems.
        title: what the set is called on sheets; may be empty.
        variant: what tells it from its variants; empty where it has none.
        titles: what problems are called on sheets, of those that are called something.
        places: where the problems stand, for errors.
        student: whose variant it is; empty where it is nobody's own.
    """

    label: str
    problems: Mapping[str, Problem]
    title: str = ""
    variant: str = ""
    titles: Mapping[str, str] = field(default_factory=dict)
    places: Mapping[str, str] = field(default_factory=dict)
    student: str = ""

    @property
    def parts(self) -> dict[str, float] | None:
        """The points of each part, as `1 visits`; None where a problem does not say its own."""
        points: dict[str, float] = {}
        for number, problem in self.problems.items():
            if problem.parts is None:
                return None
            points |= {f"{number} {part}": most for part, most in problem.parts.items()}
        return points

    def for_programs(self) -> ProblemSet:
        """The set as programs answer it."""
        problems = {number: one.for_programs() for number, one in self.problems.items()}
        return replace(self, problems=problems)


def read_key_file(path: Path) -> Problem | ProblemSet:
    """The problem or the problems of a file.

    Raises:
        InvalidInput: it cannot be read.
        UsageError: it asks for a convention that does not exist.
    """
    return problem_or_set(read_text(path), printable(path), str(path))


def problem_or_set(text: str, name: str, label: str) -> Problem | ProblemSet:
    """The problem or the problems of a text.

    Args:
        text: the text.
        name: what errors call it.
        label: what to call it.

    Raises:
        InvalidInput: it cannot be read.
        UsageError: it asks for a convention that does not exist.
    """
    file = map_of(text, name)
    if file is not None and "problems" in file.entries:
        return read_set(file, label)
    return single_key(file, text, name, label)


def read_set(file: PlainFile, label: str) -> ProblemSet:
    """The problem set of a file.

    Args:
        file: the file.
        label: what to call it.

    Raises:
        InvalidInput: it is none, or a problem of it is none, with the place and the problem.
    """
    for key in file.entries:
        if key not in _KEYS:
            raise InvalidInput(
                f"a problem set has no key {quoted(key)}",
                where=file.place(key),
                expected=f"one of {', '.join(_KEYS)}",
                hint=did_you_mean(key[:100], _KEYS)
                or "What is about one problem stands inside of it",
            )
    problems: dict[str, Problem] = {}
    titles: dict[str, str] = {}
    places: dict[str, str] = {}
    for number, given, place in file.below("problems"):
        if not _NUMBER.fullmatch(number):
            raise InvalidInput(
                f"{quoted(number)} as the number of a problem", where=place, expected="1 to 999"
            )
        try:
            problems[number] = _problem(given, Path(file.name).parent, f"problem {number}")
        except PlytraceError as error:
            raise in_problem(error, number, place) from error
        places[number] = place
        title = given.entries.get("name") if isinstance(given, PlainFile) else None
        if isinstance(title, str):
            titles[number] = " ".join(title.split())
    if not problems:
        raise InvalidInput(
            "no problem in the set",
            where=file.place("problems"),
            expected="such as 1: {source: lecture, parts: {visits: 4}}",
        )
    title, variant, student = (_word(file, key) for key in ("name", "variant", "student"))
    return ProblemSet(label, problems, title, variant, titles, places, student)


def in_problem(error: PlytraceError, number: str, place: str) -> InvalidInput:
    """The error of one problem of a set.

    Args:
        error: what is wrong with it.
        number: its number.
        place: where it stands, for an error that does not say where it is.
    """
    told = f"problem {number}"
    return InvalidInput(
        error.found if error.found.startswith(told) else f"{told}: {error.found}",
        where=error.where or place,
        expected=error.expected,
        hint=error.hint,
    )


def _problem(given: PlainFile | str | None, folder: Path, label: str) -> Problem:
    """A problem as its map says it, or as the file does that it names."""
    if isinstance(given, PlainFile):
        if "problems" in given.entries:
            raise InvalidInput(
                "a set inside a set", where=given.place("problems"), expected="one problem"
            )
        return problem_in(given, label)
    if given is None or not given.strip():
        raise InvalidInput(
            "nothing is asked", expected="a map such as {source: lecture}, or a problem's file"
        )
    name = given.strip()
    if name.lower().endswith(KEY_SUFFIXES):
        return replace(read_single_key(folder / name), label=label)
    is_beside = name.lower().endswith(TREE_SUFFIXES) and (folder / name).is_file()
    return Problem(label, str(folder / name) if is_beside else name)


def _word(file: PlainFile, key: str) -> str:
    """A text of one line; empty where there is none."""
    given = file.entries.get(key)
    if given is not None and not isinstance(given, str):
        raise InvalidInput(f"{key}: {given!r:.60}", where=file.place(key), expected="a text")
    return " ".join((given or "").split())
