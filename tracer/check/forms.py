"""Blank forms: what a student fills in."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from tracer.check.grader import Grader
from tracer.check.parts import PARTS

__all__ = ["FORMS", "form"]

#: Parts of a form where the key names none.
_USUAL: Final = ("visits", "values", "cutoffs", "move", "line", "utility")


def form(grader: Grader, format_name: str) -> str:
    """A blank form for a problem. It holds names of nodes, and nothing of the answers.

    Args:
        grader: the problem.
        format_name: one of `FORMS`.
    """
    parts = [*grader.problem.parts] if grader.problem.parts is not None else _usual(grader)
    blanks = {part: grader.blank(part) for part in parts}
    return FORMS[format_name](grader, blanks)


def _usual(grader: Grader) -> list[str]:
    return [part for part in _USUAL if part != "cutoffs" or grader.trace.has_window]


def _yaml(grader: Grader, blanks: Mapping[str, Any]) -> str:
    lines = [f"# {grader.problem.label}: fill in what stands behind the colons", "student: "]
    for part, blank in blanks.items():
        lines.append(f"# {PARTS[part].about}")
        if isinstance(blank, dict):
            inside = ", ".join(f"{_key(name)}: " for name in blank)
            lines.append(f"{part}: {{{inside}}}")
        elif part == "cutoffs":
            lines.append("cutoffs: [{at: , alpha: , beta: , skipped: }]")
        else:
            lines.append(f"{part}: ")
    return "\n".join(lines) + "\n"


def _key(name: str) -> str:
    return name if name.isalnum() else json.dumps(name, ensure_ascii=False)


def _text(grader: Grader, blanks: Mapping[str, Any]) -> str:
    lines = [f"{grader.problem.label}", "student:"]
    for part, blank in blanks.items():
        if isinstance(blank, dict):
            between = ", " if grader.trace.game.named_by_path else "  "
            sign = " ( , )" if part == "windows" else "="
            lines.append(f"{part}: " + between.join(f"{name}{sign}" for name in blank))
        else:
            lines.append(f"{part}:")
    return "\n".join(lines) + "\n"


def _json(_grader: Grader, blanks: Mapping[str, Any]) -> str:
    return json.dumps({"student": "", **blanks}, ensure_ascii=False, indent=2) + "\n"


def _csv(_grader: Grader, blanks: Mapping[str, Any]) -> str:
    return ",".join(["student", *blanks]) + "\n"


def _md(grader: Grader, blanks: Mapping[str, Any]) -> str:
    def lines() -> Iterator[str]:
        yield f"# {grader.problem.label}"
        yield ""
        yield "student:"
        for part, line in zip(blanks, _text(grader, blanks).split("\n")[2:], strict=False):
            yield from ("", f"*{PARTS[part].about}*", "", line)

    return "\n".join(lines()) + "\n"


#: Blank forms by format.
FORMS: Final[Mapping[str, Callable[[Grader, Mapping[str, Any]], str]]] = {
    "yaml": _yaml,
    "text": _text,
    "json": _json,
    "csv": _csv,
    "md": _md,
}
