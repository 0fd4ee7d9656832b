"""Moodle XML: a file to import into a question bank.

A problem with one part becomes a question of Moodle's own type. Several parts about one tree
become one cloze question, so that a random variant keeps them together. See
https://docs.moodle.org/en/Moodle_XML_format and https://docs.moodle.org/en/Embedded_Answers_(Cloze).
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterable, Sequence
from fractions import Fraction
from html import escape
from math import gcd, lcm
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
    NumberAnswer,
    PlatformFormat,
    QuestionBank,
    TableAnswer,
    TableCell,
    TextAnswer,
    WrittenAnswer,
    figure_file,
    html_given,
    html_question,
    html_table,
    plain_number,
)
from tracer.worksheet.rendering import as_markup, fill_template, html_prose
from trees.text import quote

#: The percentages that Moodle accepts outside cloze questions.
_GRADES: Final = (
    *(100.0, 90.0, 83.33333, 80.0, 75.0, 70.0, 66.66667, 60.0, 50.0, 40.0, 33.33333, 30.0, 25.0),
    *(20.0, 16.66667, 14.28571, 12.5, 11.11111, 10.0, 5.0, 0.0),
)
#: Moodle refuses a matching question with fewer answers.
_LEAST_MATCHED: Final = 3


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
    text = fill_template(
        "moodle.xml",
        categories=categories,
        grade=_grade_below,
        grades=_choice_grades,
        has_cases=_has_cases,
    )
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
    task, first = problem.task, questions[0]
    text = html_given([task.statement], task, "@@PLUGINFILE@@/figure.svg").replace("{", "&#123;")
    figure = None if task.figure is None else b64encode(figure_file(task.figure)).decode()
    more: dict[str, Any] = {"points": sum(one.points for one in questions), "answer": first.answer}
    stem = f"{task.number}-{variant.stem}" if variant and variant.stem else str(task.number)
    kind = "cloze"
    name = bank.name_question(problem, variant)
    if isinstance(first.answer, WrittenAnswer):
        kind, stem, name = "essay", f"{stem}-text", f"{name}, free text"
        text += _numbered(questions, [""] * len(questions))
        keys = (f"{one.part}: {one.answer.key}" for one in questions)  # type: ignore[union-attr]
        more["key"] = "".join(f"<p>{escape(printable_text(key))}</p>" for key in keys)
    elif len(questions) == 1 and (native := _native_kind(first.answer)):
        kind = native
        text += html_prose(first.text)
    else:
        weights = _weights([(one.points, _count_fields(one.answer)) for one in questions])
        fields = map(_cloze, (one.answer for one in questions), weights)
        text += _numbered(questions, [*fields])
    return {"kind": kind, "name": name, "text": text, "figure": figure, "stem": stem, **more}


def _numbered(questions: Sequence[BankQuestion], fields: Sequence[str]) -> str:
    """Return the questions with letters and points, each with its fields."""
    texts = []
    for place, (one, field) in enumerate(zip(questions, fields, strict=True)):
        text = html_question(one.text, one.points, place, len(questions), mark="**")
        texts += [text.replace("{", "&#123;"), field]
    return "\n".join(texts)


def _native_kind(answer: BankAnswer) -> str:
    """Return Moodle's own type for a question of one part; empty if it needs a cloze."""
    if isinstance(answer, TextAnswer):
        return "ordering" if len(answer.items) > 1 else "shortanswer"
    if isinstance(answer, NumberAnswer):
        return "numerical"
    if isinstance(answer, TableAnswer) and is_matched(answer):
        return "matching"
    if isinstance(answer, ChoiceAnswer) and _choice_grades(answer) is not None:
        return "multichoice"
    return ""


def is_matched(answer: TableAnswer) -> bool:
    """Return whether a table can be a matching question."""
    return len(answer.rows) > 1 and len(answer.choices) >= _LEAST_MATCHED


def _grade_below(share: float) -> float:
    """Return the largest percentage that Moodle accepts and that is not above a share."""
    return next(grade for grade in _GRADES if grade <= share * 100 + 1e-5)


def _choice_grades(answer: ChoiceAnswer) -> list[float] | None:
    """Return the percentage of each choice; None if Moodle does not accept them."""
    # A wrong choice cancels a right one.
    if not answer.several:
        return [100.0 if one.right else 0.0 for one in answer.choices]
    each = 100 / len(answer.right)
    grade = next((one for one in _GRADES if abs(one - each) < 1e-4), None)
    if grade is None:
        return None
    worth = {True: grade, False: -grade, None: 0.0}
    return [worth[one.right] for one in answer.choices]


# Cloze questions ----------------------------------------------------------------------------


def _count_fields(answer: BankAnswer) -> int:
    if isinstance(answer, TableAnswer):
        return sum(len(row.cells) for row in answer.rows)
    return 1


def _weights(parts: Sequence[tuple[float, int]]) -> list[int]:
    """Return the marks of a field of each part, as small whole numbers."""
    exact = [Fraction(points).limit_denominator(1000) / max(1, count) for points, count in parts]
    if not any(exact):
        return [1] * len(parts)
    common = lcm(*(one.denominator for one in exact))
    whole = [int(one * common) for one in exact]
    shared = gcd(*whole)
    return [one // shared for one in whole]


def _cloze(answer: BankAnswer, weight: int) -> str:
    """Return the fields of an answer."""
    if isinstance(answer, TextAnswer):
        return f"<p>{_short(weight, answer.accepted, is_exact=_has_cases(answer))}</p>"
    if isinstance(answer, NumberAnswer):
        texts = (f"={plain_number(value)}:{answer.tolerance:g}" for value in answer.accepted)
        return f"<p>{{{weight}:NUMERICAL:{'~'.join(texts)}}}</p>"
    if isinstance(answer, ChoiceAnswer):
        return f"<p>{_choices(answer, weight)}</p>"
    assert isinstance(answer, TableAnswer), "a table"
    rows = [
        [row.name, *(as_markup(_cell(cell, weight)) for cell in row.cells)] for row in answer.rows
    ]
    return html_table([answer.headings, *rows])


def _cell(cell: TableCell, weight: int) -> str:
    if cell.number is not None:
        return f"{{{weight}:NUMERICAL:={plain_number(cell.number)}:{cell.tolerance:g}}}"
    return _short(weight, map(AcceptedText, cell.accepted), is_exact=False)


def _short(weight: int, accepted: Iterable[AcceptedText], *, is_exact: bool) -> str:
    kind = "SHORTANSWER_C" if is_exact else "SHORTANSWER"
    return f"{{{weight}:{kind}:{'~'.join(map(_alternative, accepted))}}}"


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


def _has_cases(answer: TextAnswer) -> bool:
    """Return whether names differ only in case, so that case must count."""
    texts = [one.text for one in answer.accepted]
    names = {name for text in texts for name in text.replace(",", " ").split()}
    return len({name.casefold() for name in names}) < len(names)


#: The record of the format.
FORMAT: Final = PlatformFormat("moodle", "a question bank for Moodle, in Moodle XML", write)
