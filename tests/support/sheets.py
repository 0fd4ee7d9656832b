"""The answers of a set written as a student would, in every format that sheets come in."""

import csv
import io
import json
from collections.abc import Mapping
from typing import Any

#: What is handed in: for each problem its parts with their answers, as `Pupil.sheet` gives them.
Answers = Mapping[str, Mapping[str, Any]]


def typed(part: str, given: Any) -> str:
    """Return an answer as a student types it."""
    if part in ("visits", "line"):
        return " ".join(given)
    if part == "windows":
        return ", ".join(f"{name} ({alpha}, {beta})" for name, (alpha, beta) in given.items())
    if part == "cutoffs":
        return "; ".join(map(_cut, given)) or "none"
    if isinstance(given, Mapping):
        return ", ".join(f"{name}={value}" for name, value in given.items())
    return str(given)


def _cut(cut: Mapping[str, Any]) -> str:
    bounds = f" alpha={cut['alpha']} beta={cut['beta']}" if "alpha" in cut else ""
    return f"{cut['at']}{bounds} skips {' '.join(cut['skipped'])}"


def as_text(answers: Answers, heading: str = "Problem {}") -> str:
    """Lines with labels, under a heading for each problem."""
    lines = ["Homework", "student: s1", ""]
    for number, parts in answers.items():
        lines += [heading.format(number)]
        lines += [f"{part}: {typed(part, given)}" for part, given in parts.items()]
        lines += [""]
    return "\n".join(lines)


def as_lines(answers: Answers) -> str:
    """Lines whose labels name the problem and the part."""
    lines = ["student: s1"]
    for number, parts in answers.items():
        lines += [f"{number} {part}: {typed(part, given)}" for part, given in parts.items()]
    return "\n".join(lines)


def as_yaml(answers: Answers, key: str = "  {}:") -> str:
    """A map of maps, below `problems:` as forms have it."""
    lines = ["student: s1", "problems:"]
    for number, parts in answers.items():
        lines += [key.format(number)]
        lines += [f"    {part}: {json.dumps(typed(part, one))}" for part, one in parts.items()]
    return "\n".join(lines) + "\n"


def as_json(answers: Answers) -> str:
    """The answers as they are, with the infinite bounds as words."""

    def words(given: Any) -> Any:
        if isinstance(given, float):
            return str(given)
        if isinstance(given, Mapping):
            return {key: words(one) for key, one in given.items()}
        return [words(one) for one in given] if isinstance(given, list | tuple) else given

    return json.dumps({"student": "s1", "problems": words(answers)})


def as_row(answers: Answers, column: str = "{} {}") -> str:
    """A table with one row."""
    cells = {
        column.format(number, part): typed(part, given)
        for number, parts in answers.items()
        for part, given in parts.items()
    }
    table = io.StringIO()
    csv.writer(table).writerows([["student", *cells], ["s1", *cells.values()]])
    return table.getvalue()


def as_rows(answers: Answers) -> str:
    """A table with a row for each part."""
    table = io.StringIO()
    rows = csv.writer(table)
    rows.writerow(["problem", "part", "answer"])
    rows.writerow(["", "student", "s1"])
    for number, parts in answers.items():
        rows.writerows([number, part, typed(part, given)] for part, given in parts.items())
    return table.getvalue()


#: Each way to write a set's answers, with how such a file's name ends.
WAYS = {
    "text": (as_text, ".txt"),
    "markdown": (lambda answers: as_text(answers, "## Problem {}: the tree"), ".md"),
    "bold": (lambda answers: as_text(answers, "**Problem {}** (4 points)"), ".md"),
    "question": (lambda answers: as_text(answers, "Question {})"), ".txt"),
    "q": (lambda answers: as_text(answers, "Q{}"), ""),
    "number": (lambda answers: as_text(answers, "{})"), ".txt"),
    "labels": (as_lines, ".txt"),
    "yaml": (as_yaml, ".yaml"),
    "flat yaml": (
        lambda answers: as_yaml(answers, "problem {}:").replace("problems:\n", ""),
        ".yml",
    ),
    "numbers": (lambda answers: as_yaml(answers, "{}:").replace("problems:\n", ""), ".yaml"),
    "json": (as_json, ".json"),
    "json lines": (lambda answers: as_json(answers) + "\n", ".jsonl"),
    "row": (as_row, ".csv"),
    "dotted row": (lambda answers: as_row(answers, "{}.{}"), ".csv"),
    "worded row": (lambda answers: as_row(answers, "Problem {} {}"), ".csv"),
    "rows": (as_rows, ".csv"),
}
