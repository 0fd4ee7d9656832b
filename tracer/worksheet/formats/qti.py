"""QTI 1.2 as Canvas imports it: a zip with quizzes.

A part of a generated problem becomes a question group, from which Canvas draws one variant. A class
list makes a quiz for each student instead. See
https://canvas.instructure.com/doc/api/file.quiz_submission_questions.html for the types.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from html import escape
from io import BytesIO
from typing import Any, Final
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from tracer.text.printable_text import printable_text
from tracer.worksheet.formats.question_bank import (
    BankAnswer,
    BankProblem,
    BankVariant,
    ChoiceAnswer,
    Field,
    PlatformFormat,
    QuestionBank,
    TableAnswer,
    figure_file,
    html_given,
    html_table,
    plain_number,
)
from tracer.worksheet.rendering import as_markup, fill_template, html_prose

_BASE: Final = "%24IMS-CC-FILEBASE%24/"
#: The time of every file in the zip, so that the same set gives the same bytes.
_TIME: Final = (1980, 1, 1, 0, 0, 0)


def write(bank: QuestionBank) -> dict[str, bytes]:
    """Return the file of a bank."""
    images: dict[str, bytes] = {}
    if bank.of_a_class:
        quizzes = [
            _quiz(
                _ident(bank.title, variant.name),
                f"{bank.title}, {variant.name}",
                [[(variant, problem)] for problem in variant.problems],
                images,
            )
            for variant in bank.variants
        ]
    else:
        quizzes = [_quiz(_ident(bank.title), bank.title, bank.problems(), images)]
    files = {
        "imsmanifest.xml": fill_template(
            "qti_manifest.xml",
            ident=_ident(bank.title, "manifest"),
            quizzes=[quiz["ident"] for quiz in quizzes],
            images=[(name, _ident(name)) for name in images],
        ).encode()
    }
    for quiz in quizzes:
        ident = quiz["ident"]
        files[f"{ident}/{ident}.xml"] = fill_template(
            "qti_quiz.xml", **quiz, number=plain_number
        ).encode()
        files[f"{ident}/assessment_meta.xml"] = fill_template("qti_about.xml", **quiz).encode()
    made = BytesIO()
    with ZipFile(made, "w", ZIP_DEFLATED) as archive:
        for name, content in (files | images).items():
            about = ZipInfo(name, _TIME)
            about.compress_type = ZIP_DEFLATED
            archive.writestr(about, content)
    return {"canvas.zip": made.getvalue()}


def _ident(*texts: str) -> str:
    """Return an identifier that depends on texts alone."""
    return "p" + sha256("\0".join(texts).encode()).hexdigest()[:31]


def _quiz(
    ident: str,
    title: str,
    problems: Sequence[Sequence[tuple[BankVariant | None, BankProblem]]],
    images: dict[str, bytes],
) -> dict[str, Any]:
    """Return a quiz as data for the template, and add the pictures of its figures."""
    parts: list[dict[str, Any]] = []
    for versions in problems:
        first = versions[0][1]
        number, heading = str(first.task.number), first.task.heading
        given = [_given(problem, images) for _, problem in versions]
        is_group = len(versions) > 1
        if not is_group and len(first.questions) > 1:
            name = _ident(ident, number)
            parts.append({"group": "", "questions": [_item(name, heading, 0, given[0])]})
            given = [""]
        for place, question in enumerate(first.questions):
            title_of_part = f"{heading}, {question.part}"
            items = []
            for (variant, problem), statement in zip(versions, given, strict=True):
                asked = problem.questions[place]
                name = _ident(ident, number, asked.part, variant.stem if variant else "")
                text = statement + _escape_brackets(html_prose(asked.text))
                items.append(_item(name, title_of_part, asked.points, text, asked.answer))
            group = _ident(ident, number, question.part) if is_group else ""
            about = {"group": group, "title": title_of_part, "points": question.points}
            parts.append({**about, "questions": items})
    points = sum(part["questions"][0]["points"] for part in parts)
    return {"ident": ident, "title": title, "parts": parts, "points": f"{points:g}"}


def _given(problem: BankProblem, images: dict[str, bytes]) -> str:
    address = ""
    if problem.task.figure is not None:
        figure = figure_file(problem.task.figure)
        name = f"images/{sha256(figure).hexdigest()[:16]}.svg"
        images[name] = figure
        address = f"{_BASE}{name}"
    return _escape_brackets(html_given([problem.task.statement], problem.task, address))


def _escape_brackets(html: str) -> str:
    """Return HTML in which no bracket begins a blank."""
    return html.replace("[", "&#91;")


def _item(
    ident: str, title: str, points: float, html: str, answer: BankAnswer | None = None
) -> dict[str, Any]:
    """Return a question, or a text without one."""
    kind, fields = _kind_of(answer), []
    if isinstance(answer, TableAnswer):
        rows: list[list[str]] = [answer.headings]
        for place, row in enumerate(answer.rows):
            names = [f"b{place}x{at}" for at in range(len(row.cells))]
            head = _escape_brackets(escape(printable_text(row.name)))
            rows.append([as_markup(head), *(f"[{name}]" for name in names)])
            for name, cell in zip(names, row.cells, strict=True):
                labels = [(f"{name}a{at}", one.text) for at, one in enumerate(cell.accepted)]
                field = {"name": name, "text": name, "labels": labels, "right": f"{name}a0"}
                fields.append(field)
        html += html_table(rows)
    about = {"ident": ident, "title": title, "points": points, "html": html}
    return {**about, "kind": kind, "answer": answer, "fields": fields}


def _kind_of(answer: BankAnswer | None) -> str:
    if answer is None:
        return "text_only_question"
    if isinstance(answer, Field):
        return "numerical_question" if answer.numbers else "short_answer_question"
    if isinstance(answer, TableAnswer):
        return "fill_in_multiple_blanks_question"
    if isinstance(answer, ChoiceAnswer) and not _is_disputed(answer):
        return "multiple_answers_question" if answer.several else "multiple_choice_question"
    return "essay_question"


def _is_disputed(answer: ChoiceAnswer) -> bool:
    """Return whether accepted conventions disagree about a choice, which Canvas cannot ignore."""
    return any(one.right is None for one in answer.choices)


def _list_notes(bank: QuestionBank) -> list[str]:
    """Return the notes on a bank, with what Canvas cannot grade."""
    notes = dict.fromkeys(bank.notes())
    for versions in bank.problems():
        for _, problem in versions:
            for one in problem.questions:
                if isinstance(one.answer, ChoiceAnswer) and _is_disputed(one.answer):
                    place = f"problem {problem.task.number}, {one.part}"
                    notes[f"{place}: a free text, since accepted conventions disagree"] = None
    return [*notes]


#: The record of the format.
FORMAT: Final = PlatformFormat("qti", "quizzes for Canvas, in QTI 1.2", write, _list_notes)
