"""The problems of a key that can be worked by hand."""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from pathlib import Path, PurePath

from engine.errors import PlytraceError, UsageError
from tracer.hands.sheets import PARTS
from tracer.hands.suitable import MOST_VISITS, check_suitable
from tracer.marking.keys.problem import Problem
from tracer.marking.keys.problem_file import is_problem
from tracer.marking.keys.problem_set import ProblemSet, read_key_text, read_mapping
from tracer.runs.run import trace
from tracer.runs.search_trace import Trace
from trees.files import printable_name, read_text


def search_problem(problem: Problem, name: str) -> Trace:
    """Run the search of a problem, under the first convention that it accepts."""
    if problem.kind != "search":
        raise UsageError(f"{name} is not about a search", expected="a problem about a search")
    options = {"max_visits": MOST_VISITS, **problem.search.options}
    right = trace(problem.source, problem.search.name, problem.accept[0], **options)
    check_suitable(right)
    return right


def read_key_file(source: str) -> Problem | ProblemSet | None:
    """Return the key that a file has; None if it is not a file, or has something else."""
    path = Path(source)
    if path.suffix not in (".yaml", ".yml", ".json") or not path.is_file():
        return None
    text, name = read_text(path), printable_name(path)
    file = read_mapping(text, name)
    if file is None or not (is_problem(file.entries) or "problems" in file.entries):
        return None
    return read_key_text(text, str(path), name)


def parts_note(problem: Problem) -> str:
    """Return which parts of a problem a work does not answer, as a sentence; empty if none."""
    others = [part for part in problem.parts or () if part not in PARTS]
    return f"Add these parts to the sheet yourself: {', '.join(others)}." if others else ""


def commands_of_file(source: str) -> dict[str, str]:
    """Return the commands that work the problems of a key file by hand; see `commands_by_hand`."""
    key = read_key_file(source)
    if key is None:
        return {}
    return commands_by_hand({"": key} if isinstance(key, Problem) else key.problems, source)


def commands_by_hand(problems: Mapping[str, Problem], key: str) -> dict[str, str]:
    """Return the commands that work the problems of a key by hand, by number.

    A problem has none if its search has no form by hand, or if no part of it would be answered.
    """
    commands = {}
    for number, problem in problems.items():
        if problem.parts is not None and not {*problem.parts} & {*PARTS}:
            continue
        try:
            search_problem(problem, key)
        except PlytraceError:
            continue
        words = ["plytrace", "work", PurePath(key).name]
        words += ["--problem", number] if number else []
        commands[number] = shlex.join([*words, "--sheet", "NAME.yaml"])
    return commands
