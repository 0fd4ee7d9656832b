"""Moodle XML: a file to import into a question bank.

A problem becomes one cloze question, so that a random variant keeps its parts together. See
https://docs.moodle.org/en/Moodle_XML_format and https://docs.moodle.org/en/Embedded_Answers_(Cloze).
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Sequence
from fractions import Fraction
from html import escape
from math import lcm
from typing import Any, Final

from engine.errors import InvalidInput
from tracer.text.printable_text import printable_text
from tracer.worksheet.formats.question_bank import (
    AcceptedText,
    BankAnswer,
    BankProblem,
    BankQuestion,
    BankVariant,
    ChoiceAnswer,
    Field,
    PlatformFormat,
    QuestionBank,
    TableAnswer,
    WrittenAnswer,
    figure_file,
    html_given,
    html_question,
    html_table,
    plain_number,
)
from tracer.worksheet.rendering import as_markup, fill_template
from trees.text import quote


def write(bank: QuestionBank) -> dict[str, bytes]:
    """Return the file of a bank."""
    categories = []
    for versions in bank.problems():
        for is_written in (False, True):
            questions = [
                _question(bank, variant, problem, asked)
                for variant, problem in versions
                if (asked := _list_questions(problem, is_written=is_written))
            ]
            if questions:
                names = [bank.title, versions[0][1].task.heading, "free text"][: 2 + is_written]
                path = "/".join(name.replace("/", "//") for name in names)
                categories.append({"path": f"$course$/top/plytrace/{path}", "questions": questions})
    text = fill_template("moodle.xml", categories=categories)
    return {"moodle.xml": f"{text}\n".encode()}


def _list_questions(problem: BankProblem, *, is_written: bool) -> list[BankQuestion]:
    """Return the questions that a person marks, or the others."""
    return [one for one in problem.questions if isinstance(one.answer, WrittenAnswer) == is_written]


def _question(
    bank: QuestionBank,
    variant: BankVariant | None,
    problem: BankProblem,
    questions: list[BankQuestion],
) -> dict[str, Any]:
    """Return one question with all that a problem asks."""
    task = problem.task
    text = html_given([task.statement], task, "@@PLUGINFILE@@/figure.svg").replace("{", "&#123;")
    figure = None if task.figure is None else b64encode(figure_file(task.figure)).decode()
    stem = f"{task.number}-{variant.stem}" if variant and variant.stem else str(task.number)
    name = bank.name_question(problem, variant)
    made: dict[str, Any] = {"kind": "cloze", "name": name, "stem": stem, "figure": figure}
    if all(isinstance(one.answer, WrittenAnswer) for one in questions):
        fields = [""] * len(questions)
        keys = (f"{one.part}: {one.answer.key}" for one in questions)  # type: ignore[union-attr]
        key = "".join(f"<p>{escape(printable_text(key))}</p>" for key in keys)
        points = sum(one.points for one in questions)
        made |= {"kind": "essay", "name": f"{name}, free text", "stem": f"{stem}-text"}
        made |= {"key": key, "points": points}
    else:
        weights = _weights([(one.points, _count_fields(one.answer)) for one in questions])
        fields = [*map(_cloze, (one.answer for one in questions), weights)]
    return {**made, "text": text + _numbered(questions, fields)}


def _numbered(questions: Sequence[BankQuestion], fields: Sequence[str]) -> str:
    """Return the questions with letters and points, each with its fields."""
    texts = []
    for place, (one, field) in enumerate(zip(questions, fields, strict=True)):
        text = html_question(one.text, one.points, place, len(questions), mark="**")
        texts += [text.replace("{", "&#123;"), field]
    return "\n".join(texts)


# Cloze questions ----------------------------------------------------------------------------


def _count_fields(answer: BankAnswer) -> int:
    if isinstance(answer, TableAnswer):
        return sum(len(row.cells) for row in answer.rows)
    return 1


def _weights(parts: Sequence[tuple[float, int]]) -> list[int]:
    """Return the marks of a field of each part as whole numbers: its points, if these are whole."""
    exact = [Fraction(points).limit_denominator(1000) / max(1, count) for points, count in parts]
    if not any(exact):
        return [1] * len(parts)
    common = lcm(*(one.denominator for one in exact))
    return [int(one * common) for one in exact]


def _cloze(answer: BankAnswer, weight: int) -> str:
    """Return the fields of an answer."""
    if isinstance(answer, Field):
        return f"<p>{_field(answer, weight)}</p>"
    if isinstance(answer, ChoiceAnswer):
        return f"<p>{_choices(answer, weight)}</p>"
    assert isinstance(answer, TableAnswer), "a table"
    rows = [
        [row.name, *(as_markup(_field(cell, weight)) for cell in row.cells)] for row in answer.rows
    ]
    return html_table([answer.headings, *rows])


def _field(field: Field, weight: int) -> str:
    if field.numbers:
        texts = (f"={plain_number(number)}:{field.tolerance:g}" for number in field.numbers)
        return f"{{{weight}:NUMERICAL:{'~'.join(texts)}}}"
    kind = "SHORTANSWER_C" if _has_cases(field) else "SHORTANSWER"
    return f"{{{weight}:{kind}:{'~'.join(map(_alternative, field.accepted))}}}"


def _alternative(accepted: AcceptedText) -> str:
    """Return one alternative of a short answer; there, a star stands for any text."""
    text = _escape(accepted.text).replace("*", r"\*")
    if accepted.share >= 1:
        return f"={text}"
    remark = f"#{_escape(accepted.remark)}" if accepted.remark else ""
    return f"%{int(accepted.share * 100 + 1e-6)}%{text}{remark}"


def _choices(answer: ChoiceAnswer, weight: int) -> str:
    kind, worth = "MULTICHOICE_V", {True: "=", False: "", None: ""}
    if answer.several:
        # Moodle shares the points among the right choices; a wrong one cancels a right one.
        kind = "MULTIRESPONSE_H"
        if any(one.right is None for one in answer.choices):
            worth = {True: "%100%", False: f"%-{int(100 / len(answer.right))}%", None: "%0%"}
    texts = [f"{worth[one.right]}{_escape(one.text)}" for one in answer.choices]
    return f"{{{weight}:{kind}:{'~'.join(texts)}}}"


def _escape(text: str) -> str:
    if "~" in text:
        raise InvalidInput(
            f"a Moodle question cannot have the answer {quote(text)}, since a tilde separates "
            "answers there",
            expected="names of nodes and moves without ~",
        )
    plain = escape(printable_text(text), quote=False)
    return plain.replace("#", r"\#").replace("}", r"\}")


def _has_cases(field: Field) -> bool:
    """Return whether names differ only in case, so that case must count."""
    texts = [one.text for one in field.accepted]
    names = {name for text in texts for name in text.replace(",", " ").split()}
    return len({name.casefold() for name in names}) < len(names)


#: The record of the format.
FORMAT: Final = PlatformFormat("moodle", "a question bank for Moodle, in Moodle XML", write)
