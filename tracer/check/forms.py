"""Blank forms: what a student fills in."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import PurePath
from typing import Any, Final

from tracer.check.set_grader import OneGrader, SetGrader

__all__ = ["FORMS", "form"]

_Blanks = Mapping[str, Any]


def form(
    grader: OneGrader | SetGrader,
    format_name: str,
    *,
    student: str = "",
    counts: Mapping[str, Sequence[str]] | None = None,
) -> str:
    """A blank form for a problem or a set. It holds names of nodes, and nothing of the answers.

    Args:
        grader: the problem or set.
        format_name: one of `FORMS`.
        student: who is to fill it in, where that is known.
        counts: the counts that are asked for, by the numbers of a set's problems.
    """
    asked = _Asked(grader)
    asked.head["student"] = student
    asked.counts = counts or {}
    return FORMS[format_name](asked)


class _Asked:
    """What a form asks for.

    Args:
        grader: the problem or set.
    """

    def __init__(self, grader: OneGrader | SetGrader) -> None:
        #: The problems by their numbers; one without a number where it is no set.
        self.problems: Mapping[str, OneGrader]
        #: What is filled in already.
        self.head = {"student": ""}
        #: The counts that are asked for where they are not the usual ones.
        self.counts: Mapping[str, Sequence[str]] = {}
        self._titles: Mapping[str, str] = {}
        label = grader.problem.label
        is_file = label.lower().endswith((".yaml", ".yml", ".json"))
        self.title = PurePath(label).stem if is_file else label
        if not isinstance(grader, SetGrader):
            self.problems = {"": grader}
            return
        self.problems = grader.graders
        self.title = grader.problem.title or self.title
        self._titles = grader.problem.titles
        if grader.problem.variant:
            self.head["variant"] = grader.problem.variant

    def heading(self, number: str) -> str:
        """What stands above a problem of a set."""
        title = self._titles.get(number, "")
        return f"Problem {number}: {title}" if title else f"Problem {number}"

    def blanks(self, number: str) -> dict[str, Any]:
        """Empty answers to the parts of a problem."""
        grader = self.problems[number]
        asked = grader.problem.parts
        parts = grader.usual_parts if asked is None else asked
        counts = dict.fromkeys(self.counts.get(number, ()), "")
        return {
            part: counts if counts and part == "counts" else grader.blank(part) for part in parts
        }


def _yaml(asked: _Asked) -> str:
    lines = [f"# {asked.title}: fill in what stands behind the colons"]
    lines += [f"{word}: {_key(said) if said else ''}" for word, said in asked.head.items()]
    indent = ""
    if asked.problems.keys() != {""}:
        lines.append("problems:")
        indent = "    "
    for number, grader in asked.problems.items():
        if number:
            lines += [f"  # {asked.heading(number)}", f"  {number}:"]
        for part, blank in asked.blanks(number).items():
            lines.append(f"{indent}# {grader.about(part)}")
            lines.append(f"{indent}{part}: {_yaml_blank(part, blank)}")
    return "\n".join(lines) + "\n"


def _yaml_blank(part: str, blank: Any) -> str:
    if isinstance(blank, dict):
        return f"{{{', '.join(f'{_key(name)}: ' for name in blank)}}}"
    return "[{at: , alpha: , beta: , skipped: }]" if part == "cutoffs" else ""


def _key(name: str) -> str:
    return name if name.isalnum() else json.dumps(name, ensure_ascii=False)


def _text(asked: _Asked) -> str:
    lines = [asked.title, *_head(asked)]
    for number, grader in asked.problems.items():
        if number:
            lines += ["", asked.heading(number)]
        for part, blank in asked.blanks(number).items():
            if isinstance(blank, dict) and part in ("values", "windows"):
                lines.append("// leave a node that is not visited blank")
            elif part == "cutoffs":
                lines.append("// none where nothing is left out")
            lines.append(_line(grader, part, blank))
    return "\n".join(lines) + "\n"


def _head(asked: _Asked) -> Iterator[str]:
    return (f"{word}: {said}".rstrip() for word, said in asked.head.items())


def _line(grader: OneGrader, part: str, blank: Any) -> str:
    """A part with its label, and the nodes that it may speak of."""
    if not isinstance(blank, dict):
        return f"{part}:"
    between = ", " if grader.spaced else "  "
    sign = " ( , )" if part == "windows" else "="
    return f"{part}: " + between.join(f"{name}{sign}" for name in blank)


def _json(asked: _Asked) -> str:
    if asked.problems.keys() == {""}:
        answers: _Blanks = asked.blanks("")
    else:
        answers = {"problems": {number: asked.blanks(number) for number in asked.problems}}
    return json.dumps({**asked.head, **answers}, ensure_ascii=False, indent=2) + "\n"


def _csv(asked: _Asked) -> str:
    columns = [
        f"{number} {part}".strip() for number in asked.problems for part in asked.blanks(number)
    ]
    table = io.StringIO()
    rows = csv.writer(table, lineterminator="\n")
    rows.writerow([*asked.head, *columns])
    if any(asked.head.values()):
        rows.writerow([*asked.head.values(), *("" for _ in columns)])
    return table.getvalue()


def _md(asked: _Asked) -> str:
    def lines() -> Iterator[str]:
        yield f"# {asked.title}"
        yield ""
        # Two lines of Markdown would run into one.
        yield "\n\n".join(_head(asked))
        for number, grader in asked.problems.items():
            if number:
                yield from ("", f"## {asked.heading(number)}")
            for part, blank in asked.blanks(number).items():
                yield from ("", f"*{grader.about(part)}*", "", _line(grader, part, blank))

    return "\n".join(lines()) + "\n"


#: Blank forms by format.
FORMS: Final[Mapping[str, Callable[[_Asked], str]]] = {
    "yaml": _yaml,
    "text": _text,
    "json": _json,
    "csv": _csv,
    "md": _md,
}
