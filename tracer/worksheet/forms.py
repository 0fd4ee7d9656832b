"""Blank answer forms of a set, as `plytrace check` reads them when they are filled in."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from tracer.check.forms import form
from tracer.check.graders import AnyGrader
from trees.yaml_flow import quoted_scalar

__all__ = ["SET_FORMS", "text_form", "yaml_form"]

#: Lines at the head of a problem's own form: what it is called, and the student.
_HEAD: Final = 2


def text_form(
    title: str, graders: Sequence[AnyGrader], *, student: str = "", variant: str = ""
) -> str:
    """A form to be filled in as plain text, with a section for each problem."""
    lines = [f"// {title}: fill in what stands behind the colons", f"student: {student}".rstrip()]
    if variant:
        lines.append(f"variant: {variant}")
    for number, grader in enumerate(graders, 1):
        lines += ["", f"Problem {number}", *_body(grader, "text")]
    return "\n".join(lines) + "\n"


def yaml_form(
    title: str, graders: Sequence[AnyGrader], *, student: str = "", variant: str = ""
) -> str:
    """The same as YAML."""
    lines = [
        f"# {title}: fill in what stands behind the colons",
        f"student: {quoted_scalar(student) if student else ''}".rstrip(),
    ]
    if variant:
        lines.append(f"variant: {quoted_scalar(variant)}")
    lines.append("problems:")
    for number, grader in enumerate(graders, 1):
        lines += [f"  {number}:", *(f"    {line}" for line in _body(grader, "yaml"))]
    return "\n".join(lines) + "\n"


def _body(grader: AnyGrader, format_name: str) -> list[str]:
    """A problem's own form without its head."""
    return form(grader, format_name).splitlines()[_HEAD:]


#: The forms of a set, by how their files' names end.
SET_FORMS: Final[Mapping[str, Callable[..., str]]] = {".txt": text_form, ".yaml": yaml_form}
