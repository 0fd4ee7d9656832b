"""Blank answer forms for students."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import PurePath
from typing import Any, Final

from tracer.marking.grading.make_grader import OneGrader, SetGrader
from tracer.marking.reading.part_names import printed_mark
from tracer.questions.cutoffs import state_root_window

_Blanks = Mapping[str, Any]
#: The largest number of nodes whose values are asked without points.
_MOST_NODES: Final = 60


def form(
    grader: OneGrader | SetGrader,
    format_name: str,
    *,
    student: str = "",
    variant: str = "",
    counts: Mapping[str, Sequence[str]] | None = None,
    commands: Mapping[str, str] | None = None,
) -> str:
    """Return a blank form; it lists nodes but reveals no answers."""
    return FORMS[format_name](_Form(grader, student, variant, counts or {}, commands or {}))


class _Form:
    """The contents of a form."""

    def __init__(
        self,
        grader: OneGrader | SetGrader,
        student: str,
        variant: str,
        counts: Mapping[str, Sequence[str]],
        commands: Mapping[str, str],
    ) -> None:
        #: The problems by number; a single problem has an empty number.
        self.problems: Mapping[str, OneGrader]
        #: Fields that are filled in already.
        self.head = {"student": student, **({"variant": variant} if variant else {})}
        self.counts = counts
        self._commands = commands
        self._titles: Mapping[str, str] = {}
        label = grader.problem.label
        is_file = label.lower().endswith((".yaml", ".yml", ".json"))
        self.title = grader.problem.title or (PurePath(label).stem if is_file else label)
        if not isinstance(grader, SetGrader):
            self.problems = {"": grader}
            return
        self.problems = grader.graders
        self._titles = grader.problem.titles

    @property
    def is_of_set(self) -> bool:
        """Whether it has sections of several problems."""
        return self.problems.keys() != {""}

    def heading(self, number: str) -> str:
        """Return the heading of a set's problem."""
        title = self._titles.get(number, "")
        return f"Problem {number}: {title}" if title else f"Problem {number}"

    def lines_above(self, number: str) -> list[str]:
        """Return the command that answers a problem too, and the window that no tree shows."""
        command, window = self._commands.get(number, ""), self.problems[number].root_window
        return [
            *([f"or: {command}"] if command else []),
            *([state_root_window(window)] if window else []),
        ]

    def blanks(self, number: str) -> dict[str, Any]:
        """Return empty answers to the parts of a problem."""
        grader = self.problems[number]
        required = grader.problem.parts
        counts = dict.fromkeys(self.counts.get(number, ()), "")
        blanks = {
            part: counts if counts and part == "counts" else grader.blank(part)
            for part in (grader.usual_parts if required is None else grader.problem.asked_parts)
        }
        is_required = required is None or "values" in required
        if not is_required and len(blanks.get("values", ())) > _MOST_NODES:
            del blanks["values"]
        return blanks


def _yaml(asked: _Form) -> str:
    lines = [f"# {asked.title}: fill in after the colons"]
    lines += [f"{word}: {_key(text) if text else ''}" for word, text in asked.head.items()]
    indent = ""
    if asked.is_of_set:
        lines.append("problems:")
        indent = "    "
    for number, grader in asked.problems.items():
        if number:
            lines += [f"  # {asked.heading(number)}", f"  {number}:"]
        lines += [f"{indent}# {line}" for line in asked.lines_above(number)]
        for part, blank in asked.blanks(number).items():
            lines.append(f"{indent}# {grader.describe_part(part)}")
            lines.append(f"{indent}{part}: {_yaml_blank(part, blank)}")
    return "\n".join(lines) + "\n"


def _yaml_blank(part: str, blank: Any) -> str:
    if isinstance(blank, dict):
        return f"{{{', '.join(f'{_key(name)}: ' for name in blank)}}}"
    if part == "cutoffs":
        return f"[{{{', '.join(f'{field}: ' for field in blank[0])}}}]"
    return ""


def _key(name: str) -> str:
    return name if name.isalnum() else json.dumps(name, ensure_ascii=False)


def _text(asked: _Form) -> str:
    # The reader of a set knows the set's title; any other could be taken for an answer.
    title = asked.title if asked.is_of_set else f"// {asked.title}"
    lines = [title, *_head(asked)]
    for number, grader in asked.problems.items():
        if number:
            lines += ["", asked.heading(number)]
        lines += [f"// {line}" for line in asked.lines_above(number)]
        for part, blank in asked.blanks(number).items():
            _, _, remark = grader.describe_part(part).partition("; ")
            if isinstance(blank, dict) and remark:
                lines.append(f"// {remark}")
            elif part == "cutoffs":
                lines.append("// none if nothing is skipped")
            lines.append(_line(grader, part, blank))
    return "\n".join(lines) + "\n"


def _head(asked: _Form) -> Iterator[str]:
    return (f"{word}: {text}".rstrip() for word, text in asked.head.items())


def _line(grader: OneGrader, part: str, blank: Any) -> str:
    """Return a part with its label and the nodes to fill in."""
    if not isinstance(blank, dict):
        return f"{part}:"
    between = ", " if grader.has_spaced_names else "  "
    sign = " ( , )" if part == "windows" else "="
    return f"{part}: " + between.join(f"{name}{sign}" for name in blank)


def _json(asked: _Form) -> str:
    answers: _Blanks
    if asked.is_of_set:
        answers = {"problems": {number: asked.blanks(number) for number in asked.problems}}
    else:
        answers = asked.blanks("")
    return json.dumps({**asked.head, **answers}, ensure_ascii=False, indent=2) + "\n"


def _csv(asked: _Form) -> str:
    columns = [
        f"{number} {part}".strip() for number in asked.problems for part in asked.blanks(number)
    ]
    table = io.StringIO()
    rows = csv.writer(table, lineterminator="\n")
    rows.writerow([*asked.head, *columns])
    if any(asked.head.values()):
        rows.writerow([*asked.head.values(), *("" for _ in columns)])
    return table.getvalue()


def _md(asked: _Form) -> str:
    def lines() -> Iterator[str]:
        if not asked.is_of_set:
            yield printed_mark([asked.title])
        yield f"# {asked.title}"
        yield ""
        # Two lines of Markdown would run into one.
        yield "\n\n".join(_head(asked))
        for number, grader in asked.problems.items():
            if number:
                yield from ("", f"## {asked.heading(number)}")
            blanks, above = asked.blanks(number), asked.lines_above(number)
            remarks = {part: f"*{grader.describe_part(part)}*" for part in blanks}
            yield from ("", printed_mark([*above, *remarks.values()]))
            for line in above:
                yield from ("", f"*{line}*")
            for part, blank in blanks.items():
                yield from ("", remarks[part], "", _line(grader, part, blank))

    return "\n".join(lines()) + "\n"


#: Blank forms by format.
FORMS: Final[Mapping[str, Callable[[_Form], str]]] = {
    "yaml": _yaml,
    "text": _text,
    "json": _json,
    "csv": _csv,
    "md": _md,
}
