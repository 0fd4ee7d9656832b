"""QTI 1.2 as Canvas imports it: a zip with quizzes.

A part of a generated problem becomes a question group, from which Canvas draws one variant. A class
list makes a quiz for each student instead. See
https://canvas.instructure.com/doc/api/file.quiz_submission_questions.html for the types.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from html import escape
from io import BytesIO
from typing import Final, NamedTuple
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from tracer.text.printable_text import printable_text
from tracer.worksheet.formats.platforms.moodle import is_matched
from tracer.worksheet.formats.platforms.question_bank import (
    BankAnswer,
    BankProblem,
    BankQuestion,
    BankVariant,
    ChoiceAnswer,
    NumberAnswer,
    PlatformFormat,
    QuestionBank,
    TableAnswer,
    TextAnswer,
    figure_file,
    html_statement,
    html_text,
    plain_number,
)
from tracer.worksheet.formats.rendering import html_prose

_BASE: Final = "%24IMS-CC-FILEBASE%24/"
_HEAD: Final = '<?xml version="1.0" encoding="UTF-8"?>'
_QTI: Final = "http://www.imsglobal.org/xsd/ims_qtiasiv1p2"
_CANVAS: Final = "http://canvas.instructure.com/xsd/cccv1p0"
_PACKAGE: Final = "http://www.imsglobal.org/xsd/imsccv1p1/imscp_v1p1"
_SCORE: Final = (
    '<outcomes><decvar maxvalue="100" minvalue="0" varname="SCORE" vartype="Decimal"/></outcomes>'
)
#: The time of every file in the zip, so that the same set gives the same bytes.
_TIME: Final = (1980, 1, 1, 0, 0, 0)


@dataclass(slots=True)
class _Quiz:
    """A quiz while it is written."""

    ident: str
    title: str
    parts: list[str] = field(default_factory=list)
    points: float = 0.0


class _Body(NamedTuple):
    """The type of a question, its fields and their conditions, and what is below its text."""

    kind: str
    fields: str = ""
    conditions: str = ""
    below: str = ""


def write(bank: QuestionBank) -> dict[str, bytes]:
    """Return the file of a bank."""
    images: dict[str, bytes] = {}
    if bank.of_a_class:
        quizzes = []
        for variant in bank.variants:
            quiz = _Quiz(_ident(bank.title, variant.name), f"{bank.title}, {variant.name}")
            for problem in variant.problems:
                _add(quiz, [(variant, problem)], images)
            quizzes.append(quiz)
    else:
        quizzes = [_Quiz(_ident(bank.title), bank.title)]
        for versions in bank.problems():
            _add(quizzes[0], versions, images)
    files = {"imsmanifest.xml": _manifest(bank, quizzes, images)}
    for quiz in quizzes:
        files[f"{quiz.ident}/{quiz.ident}.xml"] = _assessment(quiz)
        files[f"{quiz.ident}/assessment_meta.xml"] = _about(quiz)
    return {"canvas.zip": _zip({name: text.encode() for name, text in files.items()} | images)}


def _zip(files: dict[str, bytes]) -> bytes:
    made = BytesIO()
    with ZipFile(made, "w", ZIP_DEFLATED) as archive:
        for name, content in files.items():
            about = ZipInfo(name, _TIME)
            about.compress_type = ZIP_DEFLATED
            archive.writestr(about, content)
    return made.getvalue()


def _ident(*texts: str) -> str:
    """Return an identifier that depends on texts alone."""
    return "p" + sha256("\0".join(texts).encode()).hexdigest()[:31]


def _add(
    quiz: _Quiz,
    versions: Sequence[tuple[BankVariant | None, BankProblem]],
    images: dict[str, bytes],
) -> None:
    """Add a problem to a quiz: its questions, or a group of variants for each of them."""
    first = versions[0][1]
    given = []
    for _, problem in versions:
        address = ""
        if problem.task.figure is not None:
            figure = figure_file(problem.task.figure)
            address = f"{_BASE}images/{sha256(figure).hexdigest()[:16]}.svg"
            images[address.removeprefix(_BASE)] = figure
        given.append(_text(html_statement(problem.task, address)))
    is_group = len(versions) > 1
    if not is_group and len(first.questions) > 1:
        name = _ident(quiz.ident, str(first.task.number))
        body = _Body("text_only_question")
        quiz.parts.append(_item(name, first.task.heading, 0, given[0], body))
        given = [""]
    for place, question in enumerate(first.questions):
        items = [
            _question(quiz, problem, problem.questions[place], variant, statement)
            for (variant, problem), statement in zip(versions, given, strict=True)
        ]
        quiz.points += question.points
        quiz.parts += [_group(quiz, first, question, items)] if is_group else items


def _group(quiz: _Quiz, problem: BankProblem, question: BankQuestion, items: list[str]) -> str:
    name = _ident(quiz.ident, str(problem.task.number), question.part)
    title = escape(f"{problem.task.heading}, {question.part}")
    return (
        f'<section ident="{name}" title="{title}"><selection_ordering><selection>'
        "<selection_number>1</selection_number><selection_extension>"
        f"<points_per_item>{question.points:g}</points_per_item>"
        f"</selection_extension></selection></selection_ordering>\n{''.join(items)}</section>\n"
    )


def _text(html: str) -> str:
    """Return HTML in which no bracket begins a blank."""
    return html.replace("[", "&#91;")


def _question(
    quiz: _Quiz,
    problem: BankProblem,
    question: BankQuestion,
    variant: BankVariant | None,
    statement: str,
) -> str:
    """Return the item of a question."""
    stem = variant.stem if variant else ""
    ident = _ident(quiz.ident, str(problem.task.number), question.part, stem)
    title = f"{problem.task.heading}, {question.part}"
    text = statement + _text(html_prose(question.text))
    return _item(ident, title, question.points, text, _body(question.answer))


def _item(ident: str, title: str, points: float, text: str, body: _Body) -> str:
    fields = {
        "question_type": body.kind,
        "points_possible": f"{points:g}",
        "assessment_question_identifierref": f"{ident}q",
    }
    about = "".join(
        f"<qtimetadatafield><fieldlabel>{name}</fieldlabel><fieldentry>{entry}</fieldentry>"
        "</qtimetadatafield>"
        for name, entry in fields.items()
    )
    html = escape(text + body.below)
    shown = f'<material><mattext texttype="text/html">{html}</mattext></material>'
    processing = ""
    if body.conditions:
        processing = f"<resprocessing>{_SCORE}{body.conditions}</resprocessing>"
    return (
        f'<item ident="{ident}" title="{escape(printable_text(title))}">'
        f"<itemmetadata><qtimetadata>{about}</qtimetadata></itemmetadata>"
        f"<presentation>{shown}{body.fields}</presentation>{processing}</item>\n"
    )


def _body(answer: BankAnswer) -> _Body:
    if isinstance(answer, TextAnswer):
        right = [one.text for one in answer.accepted if one.share >= 1]
        condition = "".join(_equal("response1", text) for text in right)
        return _Body("short_answer_question", _line(), _condition(condition))
    if isinstance(answer, NumberAnswer):
        conditions = (_number(value, answer.tolerance) for value in answer.accepted)
        return _Body("numerical_question", _line("Decimal"), "".join(map(_condition, conditions)))
    if isinstance(answer, TableAnswer):
        return _matching(answer) if is_matched(answer) else _blanks(answer)
    if isinstance(answer, ChoiceAnswer) and not _is_disputed(answer):
        return _choices(answer)
    return _Body("essay_question", _line(), _condition("<other/>", score=False))


def _is_disputed(answer: ChoiceAnswer) -> bool:
    """Return whether accepted conventions disagree about a choice, which Canvas cannot ignore."""
    return any(one.right is None for one in answer.choices)


def _line(kind: str = "") -> str:
    """Return a field for a line of text or, of the kind `Decimal`, for a number."""
    type_ = f' fibtype="{kind}"' if kind else ""
    return (
        f'<response_str ident="response1" rcardinality="Single"><render_fib{type_}>'
        '<response_label ident="answer1" rshuffle="No"/></render_fib></response_str>'
    )


def _equal(field_name: str, text: str) -> str:
    return f'<varequal respident="{field_name}">{escape(text)}</varequal>'


def _number(value: float, tolerance: float) -> str:
    low, high = plain_number(value - tolerance), plain_number(value + tolerance)
    return (
        f"<or>{_equal('response1', plain_number(value))}<and>"
        f'<vargte respident="response1">{low}</vargte>'
        f'<varlte respident="response1">{high}</varlte></and></or>'
    )


def _condition(text: str, *, score: bool = True, add: float = 0) -> str:
    """Return a condition that sets all points, or adds a percentage of them."""
    verb = f'action="Add" varname="SCORE">{add:.2f}' if add else 'action="Set" varname="SCORE">100'
    worth = f"<setvar {verb}</setvar>" if score else ""
    stop = "" if add else ' continue="No"'
    return f"<respcondition{stop}><conditionvar>{text}</conditionvar>{worth}</respcondition>"


def _choices(answer: ChoiceAnswer) -> _Body:
    pairs = [(f"c{place}", choice) for place, choice in enumerate(answer.choices)]
    labels = "".join(_label(name, choice.text) for name, choice in pairs)
    count = "Multiple" if answer.several else "Single"
    fields = (
        f'<response_lid ident="response1" rcardinality="{count}">'
        f"<render_choice>{labels}</render_choice></response_lid>"
    )
    right = [_equal("response1", name) for name, one in pairs if one.right]
    if not answer.several:
        return _Body("multiple_choice_question", fields, "".join(map(_condition, right)))
    wrong = [f"<not>{_equal('response1', name)}</not>" for name, one in pairs if not one.right]
    condition = _condition(f"<and>{''.join([*right, *wrong])}</and>")
    return _Body("multiple_answers_question", fields, condition)


def _label(ident: str, text: str) -> str:
    return (
        f'<response_label ident="{ident}"><material><mattext texttype="text/plain">'
        f"{escape(printable_text(text))}</mattext></material></response_label>"
    )


def _field(name: str, text: str, labels: Iterable[str]) -> str:
    return (
        f'<response_lid ident="response_{name}"><material><mattext texttype="text/plain">'
        f"{escape(printable_text(text))}</mattext></material>"
        f"<render_choice>{''.join(labels)}</render_choice></response_lid>"
    )


def _matching(answer: TableAnswer) -> _Body:
    idents = {text: f"m{place}" for place, text in enumerate(answer.choices)}
    labels = [_label(ident, text) for text, ident in idents.items()]
    fields, conditions = [], []
    for place, row in enumerate(answer.rows):
        fields.append(_field(f"r{place}", row.name, labels))
        right = _equal(f"response_r{place}", idents[row.right])
        conditions.append(_condition(right, add=100 / len(answer.rows)))
    return _Body("matching_question", "".join(fields), "".join(conditions))


def _blanks(answer: TableAnswer) -> _Body:
    fields, conditions = [], []
    rows = ["".join(f'<th scope="col">{html_text(one)}</th>' for one in answer.headings)]
    total = sum(len(row.cells) for row in answer.rows)
    for place, row in enumerate(answer.rows):
        cells = [f'<th scope="row">{_text(html_text(row.name))}</th>']
        for at, cell in enumerate(row.cells):
            name = f"b{place}x{at}"
            cells.append(f"<td>[{name}]</td>")
            labels = (_label(f"{name}a{one}", text) for one, text in enumerate(cell.accepted))
            fields.append(_field(name, name, labels))
            right = _equal(f"response_{name}", f"{name}a0")
            conditions.append(_condition(right, add=100 / total))
        rows.append("".join(cells))
    table = f"<table>{''.join(f'<tr>{row}</tr>' for row in rows)}</table>"
    return _Body("fill_in_multiple_blanks_question", "".join(fields), "".join(conditions), table)


# The files of the zip -----------------------------------------------------------------------


def _assessment(quiz: _Quiz) -> str:
    return (
        f'{_HEAD}\n<questestinterop xmlns="{_QTI}">\n'
        f'<assessment ident="{quiz.ident}" title="{escape(quiz.title)}">'
        "<qtimetadata><qtimetadatafield><fieldlabel>cc_maxattempts</fieldlabel>"
        "<fieldentry>1</fieldentry></qtimetadatafield></qtimetadata>\n"
        f'<section ident="root_section">\n{"".join(quiz.parts)}</section>\n'
        "</assessment>\n</questestinterop>\n"
    )


def _about(quiz: _Quiz) -> str:
    """Return Canvas' description of a quiz."""
    title = escape(quiz.title)
    return (
        f'{_HEAD}\n<quiz identifier="{quiz.ident}" xmlns="{_CANVAS}">\n'
        f"<title>{title}</title>\n<description></description>\n"
        "<shuffle_answers>false</shuffle_answers>\n<scoring_policy>keep_highest</scoring_policy>\n"
        "<quiz_type>assignment</quiz_type>\n"
        f"<points_possible>{quiz.points:g}</points_possible>\n"
        "<allowed_attempts>1</allowed_attempts>\n<available>false</available>\n"
        f'<assignment identifier="{quiz.ident}a"><title>{title}</title>'
        f"<workflow_state>unpublished</workflow_state>"
        f"<quiz_identifierref>{quiz.ident}</quiz_identifierref>"
        f"<points_possible>{quiz.points:g}</points_possible><grading_type>points</grading_type>"
        "<submission_types>online_quiz</submission_types></assignment>\n</quiz>\n"
    )


def _manifest(bank: QuestionBank, quizzes: Sequence[_Quiz], images: Iterable[str]) -> str:
    """Return the list of the files."""
    return (
        f'{_HEAD}\n<manifest identifier="{_ident(bank.title, "manifest")}" xmlns="{_PACKAGE}">\n'
        "<metadata><schema>IMS Content</schema><schemaversion>1.1.3</schemaversion></metadata>\n"
        f"<organizations/>\n<resources>\n{''.join(_resources(quizzes, images))}"
        "</resources>\n</manifest>\n"
    )


def _resources(quizzes: Sequence[_Quiz], images: Iterable[str]) -> Iterator[str]:
    learning = "associatedcontent/imscc_xmlv1p1/learning-application-resource"
    for quiz in quizzes:
        file, about = f"{quiz.ident}/{quiz.ident}.xml", f"{quiz.ident}/assessment_meta.xml"
        yield (
            f'<resource identifier="{quiz.ident}" type="imsqti_xmlv1p2"><file href="{file}"/>'
            f'<dependency identifierref="{quiz.ident}m"/></resource>\n'
            f'<resource identifier="{quiz.ident}m" type="{learning}" href="{about}">'
            f'<file href="{about}"/></resource>\n'
        )
    for name in images:
        address = escape(name)
        yield (
            f'<resource identifier="{_ident(name)}" type="webcontent" href="{address}">'
            f'<file href="{address}"/></resource>\n'
        )


def _notes(bank: QuestionBank) -> list[str]:
    """Return the notes on a bank, with what Canvas cannot grade."""
    notes = dict.fromkeys(bank.notes())
    for versions in bank.problems():
        for _, problem in versions:
            for one in problem.questions:
                place, answer = f"problem {problem.task.number}, {one.part}", one.answer
                if isinstance(answer, ChoiceAnswer) and _is_disputed(answer):
                    notes[f"{place}: a free text, since accepted conventions disagree"] = None
    return [*notes]


#: The record of the format.
FORMAT: Final = PlatformFormat("qti", "quizzes for Canvas, in QTI 1.2", write, _notes)
