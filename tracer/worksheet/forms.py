"""Blank answer forms of a set, as `plytrace check` reads them when they are filled in."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final, NamedTuple

from tracer.check.forms import form
from tracer.check.graders import AnyGrader
from trees.yaml_flow import quoted_scalar

__all__ = ["SET_FORMS", "FormProblem", "text_form", "yaml_form"]

#: Lines at the head of a problem's own form: what it is called, and the student.
_HEAD: Final = 2


class FormProblem(NamedTuple):
    """A problem of a form.

    Args:
        number: its number.
        grader: what marks it.
        counts: the counts that are asked for.
    """

    number: int
    grader: AnyGrader
    counts: tuple[str, ...]


def text_form(
    title: str, problems: Sequence[FormProblem], *, student: str = "", variant: str = ""
) -> str:
    """A form to be filled in as plain text, with a section for each problem."""
    lines = [f"// {title}: fill in what stands behind the colons", f"student: {student}".rstrip()]
    if variant:
        lines.append(f"variant: {variant}")
    for problem in problems:
        counts = f"counts: {'  '.join(f'{name}=' for name in problem.counts)}"
        lines += ["", f"Problem {problem.number}", *_body(problem, "text", counts)]
    return "\n".join(lines) + "\n"


def yaml_form(
    title: str, problems: Sequence[FormProblem], *, student: str = "", variant: str = ""
) -> str:
    """The same as YAML."""
    lines = [
        f"# {title}: fill in what stands behind the colons",
        f"student: {quoted_scalar(student) if student else ''}".rstrip(),
    ]
    if variant:
        lines.append(f"variant: {quoted_scalar(variant)}")
    lines.append("problems:")
    for problem in problems:
        counts = f"counts: {{{', '.join(f'{name}: ' for name in problem.counts)}}}"
        body = _body(problem, "yaml", counts)
        lines += [f"  {problem.number}:", *(f"    {line}".rstrip() for line in body)]
    return "\n".join(lines) + "\n"


def _body(problem: FormProblem, format_name: str, counts: str) -> list[str]:
    """A problem's own form without its head, with the counts that are asked for."""
    lines = form(problem.grader, format_name).splitlines()[_HEAD:]
    return [counts if line.startswith("counts:") else line for line in lines]


#: The forms of a set, by how their files' names end.
SET_FORMS: Final[Mapping[str, Callable[..., str]]] = {".txt": text_form, ".yaml": yaml_form}
