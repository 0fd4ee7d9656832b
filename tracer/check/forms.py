"""Blank forms: what a student fills in."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from pathlib import PurePath
from typing import Any, Final

from tracer.check.graders import AnyGrader

__all__ = ["FORMS", "form"]


def form(grader: AnyGrader, format_name: str) -> str:
    """A blank form for a problem. It holds names of nodes, and nothing of the answers.

    Args:
        grader: the problem.
        format_name: one of `FORMS`.
    """
    parts = [*grader.problem.parts] if grader.problem.parts is not None else grader.usual_parts
    blanks = {part: grader.blank(part) for part in parts}
    return FORMS[format_name](grader, blanks)


def _yaml(grader: AnyGrader, blanks: Mapping[str, Any]) -> str:
    lines = [f"# {_title(grader)}: fill in what stands behind the colons", "student: "]
    for part, blank in blanks.items():
        lines.append(f"# {grader.about(part)}")
        if isinstance(blank, dict):
            inside = ", ".join(f"{_key(name)}: " for name in blank)
            lines.append(f"{part}: {{{inside}}}")
        elif part == "cutoffs":
            lines.append("cutoffs: [{at: , alpha: , beta: , skipped: }]")
        else:
            lines.append(f"{part}: ")
    return "\n".join(lines) + "\n"


def _title(grader: AnyGrader) -> str:
    """What the problem is called: a file by its bare name."""
    label = grader.problem.label
    return PurePath(label).stem if label.lower().endswith((".yaml", ".yml", ".json")) else label


def _key(name: str) -> str:
    return name if name.isalnum() else json.dumps(name, ensure_ascii=False)


def _text(grader: AnyGrader, blanks: Mapping[str, Any]) -> str:
    lines = [_title(grader), "student:"]
    for part, blank in blanks.items():
        if isinstance(blank, dict) and part in ("values", "windows"):
            lines.append("// leave a node that is not visited blank")
        lines.append(_line(grader, part, blank))
    return "\n".join(lines) + "\n"


def _line(grader: AnyGrader, part: str, blank: Any) -> str:
    """A part with its label, and the nodes that it may speak of."""
    if not isinstance(blank, dict):
        return f"{part}:"
    between = ", " if grader.spaced else "  "
    sign = " ( , )" if part == "windows" else "="
    return f"{part}: " + between.join(f"{name}{sign}" for name in blank)


def _json(_grader: AnyGrader, blanks: Mapping[str, Any]) -> str:
    return json.dumps({"student": "", **blanks}, ensure_ascii=False, indent=2) + "\n"


def _csv(_grader: AnyGrader, blanks: Mapping[str, Any]) -> str:
    return ",".join(["student", *blanks]) + "\n"


def _md(grader: AnyGrader, blanks: Mapping[str, Any]) -> str:
    def lines() -> Iterator[str]:
        yield f"# {_title(grader)}"
        yield ""
        yield "student:"
        for part, blank in blanks.items():
            yield from ("", f"*{grader.about(part)}*", "", _line(grader, part, blank))

    return "\n".join(lines()) + "\n"


#: Blank forms by format.
FORMS: Final[Mapping[str, Callable[[AnyGrader, Mapping[str, Any]], str]]] = {
    "yaml": _yaml,
    "text": _text,
    "json": _json,
    "csv": _csv,
    "md": _md,
}
