"""Programs that do what no search should, and the message expected for each."""

import os
from dataclasses import dataclass
from typing import Any

from tests.support.program_files import read_program
from tests.support.tables import table

#: A right alpha-beta, as AIMA has it.
RIGHT = read_program("aima/right")


@dataclass(frozen=True)
class Hostile:
    """A program, and the message about it."""

    name: str
    code: str
    message: str = ""
    noted: str = ""
    is_right: bool = False
    seconds: float = 2.0
    #: Seconds of wall time after which it is stopped; None for a program that computes.
    wall: float | None = None


def _indented(lines: str) -> str:
    return "\n    ".join(lines.splitlines())


def _code(row: dict[str, Any]) -> str:
    """Return the text of a program by its row in the table."""
    match row:
        case {"searches": body}:
            return f"def alpha_beta_search(game, state):\n    {_indented(body)}\n"
        case {"tries": does}:
            does = f"try:\n    {_indented(does)}\nexcept (OSError, ImportError):\n    pass"
            return f"{does}\n{RIGHT}"
        case {"first": does} | {"before": does}:
            return f"{does}\n{RIGHT}"
        case _:
            return str(row["code"])


def _hostile(row: dict[str, Any]) -> Hostile:
    is_right = "first" in row or "tries" in row
    texts = row.get("message", ""), row.get("noted", "")
    limits = row.get("seconds", 2.0), row.get("wall")
    return Hostile(row["name"], _code(row), *texts, is_right, *limits)


HOSTILE = (
    *(_hostile(row) for row in table(__file__, "hostile") if hasattr(os, row.get("needs", "name"))),
    Hostile("nested", "x = " + "(" * 5000 + ")" * 5000 + "\n" + RIGHT, "not valid Python"),
    Hostile(
        "long-sum",
        "x = " + "+".join(["1"] * 50_000) + "\n" + RIGHT,
        "not valid Python|its recursion",
    ),
    Hostile("fifty-megabytes", "#" * 50_000_000 + "\n" + RIGHT, "too large for a program"),
)
