"""A question that a platform draws and marks through plytrace, such as one of PrairieLearn.

`server.py` in the question's folder calls `LiveQuestion`. The folder has the spec and its files.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import count
from pathlib import Path
from typing import Any, Final

from engine.errors import InvalidInput
from tracer.drawing.print.diagram_model import description
from tracer.marking.grading.make_grader import OneGrader, grader_of
from tracer.marking.keys.problem_set import ProblemSet, read_key_text
from tracer.marking.reading.sheet import Sheet
from tracer.text.numbers import format_points, show_number
from tracer.worksheet.bundle import WorksheetMaker
from tracer.worksheet.class_list import Variant
from tracer.worksheet.contents.keys import key_text
from tracer.worksheet.contents.model import SheetQuestion
from tracer.worksheet.formats.question_bank import (
    figure_file,
    html_given,
    html_question,
)
from tracer.worksheet.spec import open_spec

_KEY: Final = "plytrace_key"
_EMPTY: Final = "No question is answered."


class LiveQuestion:
    """One problem of a spec as a question that is drawn from a seed."""

    def __init__(self, folder: str | Path, number: int, variants: int | None = None) -> None:
        self.folder = Path(folder)
        self.number = number
        self.variants = variants
        spec = open_spec(self.folder / "spec.yaml")
        problems = tuple(one for one in spec.problems if one.number == number)
        if not problems:
            raise InvalidInput(f"{spec.name} has no problem {number}", expected="its number")
        self._maker = WorksheetMaker(replace(spec, problems=problems))

    def generate(self, data: dict[str, Any]) -> None:
        """Draw a variant: set the parameters and the right answers of a question."""
        variant = self._variant(data)
        made = self._maker.make(variant)
        task, solution = made.worksheet.tasks[0], made.solutions[0]
        figure = task.figure
        data["params"].update(
            statement=html_given([made.worksheet.instructions, task.statement], task),
            has_figure=figure is not None,
            description=description(figure) if figure is not None else "",
            questions=[
                _shown(question, place, len(task.questions))
                for place, question in enumerate(task.questions)
            ],
        )
        parts = solution.answers.items()
        answers = [{"part": part, "lines": one.text.split("\n")} for part, one in parts]
        key = key_text(made.worksheet.title, made.problems, self._maker.sources)
        data["correct_answers"].update({"parts": answers, _KEY: key})

    def file(self, data: Mapping[str, Any]) -> bytes:
        """Return the figure of a variant as SVG."""
        figure = self._maker.worksheet(self._variant(data)).tasks[0].figure
        if data.get("filename") != "figure.svg" or figure is None:
            raise InvalidInput(f"{data.get('filename')} is not a file of this question")
        return figure_file(figure)

    def parse(self, data: dict[str, Any]) -> None:
        """Refuse a submission that is empty, or of which a part cannot be read."""
        given = self._given(data)
        if not given:
            data["format_errors"]["plytrace"] = _EMPTY
            return
        marked = self._grader(data).mark(Sheet("submission", answers=given)).for_student()
        if marked.error:
            data["format_errors"]["plytrace"] = marked.error
        for mark in marked.parts:
            if mark.pending and mark.part in given:
                data["format_errors"][f"plytrace_{mark.part}"] = f"{mark.part}: {mark.message}"

    def grade(self, data: dict[str, Any]) -> None:
        """Mark a submission as `plytrace check` does, with a partial score for each part."""
        marked = self._grader(data).mark(Sheet("submission", answers=self._given(data)))
        if marked.error:
            data["format_errors"]["plytrace"] = marked.error
            return
        for mark in marked.parts:
            share = mark.score / mark.most if mark.most else 1.0
            data["partial_scores"][mark.part] = {"score": share, "weight": mark.most}
        data["score"] = marked.score / marked.most if marked.most else 1.0
        data["feedback"]["parts"] = [
            {
                "part": mark.part,
                "points": f"{show_number(mark.score)} of {format_points(mark.most)}",
                "read": mark.read,
                "hint": mark.hint,
            }
            for mark in marked.parts
        ]

    def _variant(self, data: Mapping[str, Any]) -> Variant:
        seed = str(data["variant_seed"])
        if self.variants is not None:
            seed = str(int(seed) % self.variants + 1)
        return Variant(seed, seed)

    def _grader(self, data: Mapping[str, Any]) -> OneGrader:
        """Return the grader of the key that was drawn, even if plytrace is newer now."""
        name = str(self.folder / "key.yaml")
        key = read_key_text(data["correct_answers"][_KEY], name, name)
        assert isinstance(key, ProblemSet), "a key that plytrace wrote"
        return grader_of(key.problems[str(self.number)], diagnoses=False)

    def _given(self, data: Mapping[str, Any]) -> dict[str, Any]:
        """Return the answers of a submission by part, without blank ones."""
        submitted = data["submitted_answers"]
        given: dict[str, Any] = {}
        for question in data["params"]["questions"]:
            answer = _answer(question, submitted)
            if answer:
                given[question["part"]] = answer
        return given


def _shown(question: SheetQuestion, place: int, total: int) -> dict[str, Any]:
    """Return what the page shows of a question, with the names of its fields."""
    text = html_question(question.text, question.points, place, total)
    shown: dict[str, Any] = {"part": question.part, "text": text}
    blank = question.blank
    name = f"a{place}"
    if not blank.columns:
        kind = "lines" if blank.lines > 1 else "line"
        return shown | {kind: {"name": name, "label": question.part}}
    numbers = count()
    rows = []
    for row in blank.rows:
        empty = blank.columns[1:] if row else blank.columns
        cells = [
            {"name": f"{name}x{next(numbers)}", "label": f"{row} {heading}".strip()}
            for heading in empty
        ]
        rows.append({"head": row, "cells": cells})
    return shown | {"table": {"heads": list(blank.columns), "rows": rows}}


def _answer(question: Mapping[str, Any], submitted: Mapping[str, Any]) -> Any:
    """Return the answer to a question as a sheet has it; empty if it is blank."""
    field = question.get("line") or question.get("lines")
    if field:
        return _text(submitted, field)
    filled = [
        (row["head"], cells)
        for row in question["table"]["rows"]
        if any(cells := [_text(submitted, cell) for cell in row["cells"]])
    ]
    if all(head for head, _ in filled):
        return {
            head: cells[0] if len(cells) == 1 else f"({', '.join(cells)})" for head, cells in filled
        }
    heads = question["table"]["heads"][1:]
    return "\n".join(_write_row(heads, cells) for _, cells in filled)


def _write_row(heads: Sequence[str], cells: Sequence[str]) -> str:
    """Return a row whose first cell was filled in too, as a student would write it."""
    first, *others = cells
    fields = (f"{head} {text}" for head, text in zip(heads, others, strict=True) if text)
    text = ", ".join(fields)
    return f"{first}: {text}" if text else first  # such as none


def _text(submitted: Mapping[str, Any], field: Mapping[str, str]) -> str:
    return str(submitted.get(field["name"]) or "").strip()
