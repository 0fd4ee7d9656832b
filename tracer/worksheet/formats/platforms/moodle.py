"""Moodle XML: a file to import into a question bank.

A problem with one part becomes a question of Moodle's own type. Several parts about one tree
become one cloze question, so that a random variant keeps them together. See
https://docs.moodle.org/en/Moodle_XML_format and https://docs.moodle.org/en/Embedded_Answers_(Cloze).
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from html import escape
from math import gcd, lcm
from typing import Final

from engine.errors import InvalidInput
from tracer.text.printable_text import printable_text
from tracer.worksheet.contents.statements import format_points
from tracer.worksheet.formats.platforms.question_bank import (
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
    html_statement,
    html_text,
    join_cells,
    plain_number,
    question_name,
)
from tracer.worksheet.formats.rendering import html_prose
from tracer.worksheet.formats.sheet_data import letter_of
from trees.text import quote

#: The percentages that Moodle accepts outside cloze questions.
_GRADES: Final = (
    *(100.0, 90.0, 83.33333, 80.0, 75.0, 70.0, 66.66667, 60.0, 50.0, 40.0, 33.33333, 30.0, 25.0),
    *(20.0, 16.66667, 14.28571, 12.5, 11.11111, 10.0, 5.0, 0.0),
)
_FIGURE: Final = "figure.svg"
#: Moodle refuses a matching question with fewer answers.
_LEAST_MATCHED: Final = 3


def write(bank: QuestionBank) -> dict[str, bytes]:
    """Return the file of a bank."""
    lines = ['<?xml version="1.0" encoding="UTF-8"?>', "<quiz>"]
    for versions in bank.problems():
        for written in (False, True):
            asked = [
                (variant, problem, questions)
                for variant, problem in versions
                if (questions := _questions(problem, written=written))
            ]
            if asked:
                lines += _category(bank, asked[0][1], written=written)
            for variant, problem, questions in asked:
                lines += _problem(bank, variant, problem, questions)
    return {"moodle.xml": ("\n".join([*lines, "</quiz>"]) + "\n").encode()}


def _questions(problem: BankProblem, *, written: bool) -> list[BankQuestion]:
    """Return the questions that a person marks, or the others."""
    return [one for one in problem.questions if isinstance(one.answer, WrittenAnswer) == written]


def _category(bank: QuestionBank, problem: BankProblem, *, written: bool) -> list[str]:
    """Return the category of a problem's variants."""
    names = [bank.title, problem.task.heading, *(["free text"] if written else [])]
    path = "$course$/top/plytrace/" + "/".join(name.replace("/", "//") for name in names)
    return [
        '<question type="category">',
        f" <category><text>{escape(path)}</text></category>",
        "</question>",
    ]


def _problem(
    bank: QuestionBank,
    variant: BankVariant | None,
    problem: BankProblem,
    questions: list[BankQuestion],
) -> list[str]:
    """Return one question with all that a problem asks."""
    given = html_statement(problem.task, f"@@PLUGINFILE@@/{_FIGURE}").replace("{", "&#123;")
    name = question_name(bank, problem, variant)
    number, key = str(problem.task.number), variant.stem if variant else ""
    stem = f"{number}-{key}" if key else number
    only = questions[0]
    if isinstance(only.answer, WrittenAnswer):
        keys = [f"<p>{html_text(_written_key(one))}</p>" for one in questions]
        asked = _numbered(questions, [""] * len(questions))
        points = sum(one.points for one in questions)
        body = [_grade(points), *_essay("".join(keys))]
        return _question(
            "essay", f"{name}, free text", given + asked, problem, body, f"{stem}-text"
        )
    if len(questions) == 1 and (found := _native(only.answer)):
        kind, body = found
        text = given + html_prose(only.text)
        return _question(kind, name, text, problem, [_grade(only.points), *body], stem)
    weights = _weights([(one.points, _fields(one.answer)) for one in questions])
    fields = [_cloze(one.answer, weight) for one, weight in zip(questions, weights, strict=True)]
    return _question("cloze", name, given + _numbered(questions, fields), problem, [], stem)


def _written_key(question: BankQuestion) -> str:
    assert isinstance(question.answer, WrittenAnswer), "a free text"
    return f"{question.part}: {question.answer.key}"


def _numbered(questions: Sequence[BankQuestion], fields: Sequence[str]) -> str:
    """Return the questions with letters and points, each with its fields."""
    texts = []
    for place, (one, field) in enumerate(zip(questions, fields, strict=True)):
        letter = letter_of(place, len(questions))
        head = f"<strong>({letter})</strong> " if letter else ""
        prose = html_prose(one.text).replace("{", "&#123;")
        points = f" ({format_points(one.points)})"
        texts.append(prose.replace("<p>", f"<p>{head}", 1).replace("</p>", f"{points}</p>", 1))
        texts.append(field)
    return "\n".join(texts)


def _question(
    kind: str, name: str, text: str, problem: BankProblem, body: Iterable[str], stem: str
) -> list[str]:
    """Return the element of a question."""
    files = []
    if problem.task.figure is not None:
        data = b64encode(figure_file(problem.task.figure)).decode()
        files.append(f'  <file name="{_FIGURE}" path="/" encoding="base64">{data}</file>')
    return [
        f'<question type="{kind}">',
        f" <name><text>{escape(name)}</text></name>",
        ' <questiontext format="html">',
        f"  <text><![CDATA[{text.replace(']]>', ']]&gt;')}]]></text>",
        *files,
        " </questiontext>",
        ' <generalfeedback format="html"><text></text></generalfeedback>',
        " <penalty>0.3333333</penalty>",
        " <hidden>0</hidden>",
        f" <idnumber>plytrace-{escape(stem)}</idnumber>",
        *body,
        "</question>",
    ]


def _grade(points: float) -> str:
    return f" <defaultgrade>{points:.7f}</defaultgrade>"


# Questions of Moodle's own types ------------------------------------------------------------


def _native(answer: BankAnswer) -> tuple[str, list[str]] | None:
    """Return the type of a question of one part and its body; None if it needs a cloze."""
    if isinstance(answer, TextAnswer):
        if len(answer.items) > 1:
            return "ordering", _ordering(answer.items)
        case = int(_has_cases(one.text for one in answer.accepted))
        texts = (_text_option(one) for one in answer.accepted if _grade_below(one.share))
        return "shortanswer", [f" <usecase>{case}</usecase>", *texts]
    if isinstance(answer, NumberAnswer):
        return "numerical", [
            _option(100, plain_number(value), f"<tolerance>{answer.tolerance:g}</tolerance>")
            for value in answer.accepted
        ]
    if isinstance(answer, TableAnswer) and is_matched(answer):
        return "matching", [*_matching(answer)]
    if isinstance(answer, ChoiceAnswer):
        shares = _choice_grades(answer)
        if shares is None:
            return None
        return "multichoice", [
            f" <single>{str(not answer.several).lower()}</single>",
            " <shuffleanswers>false</shuffleanswers>",
            " <answernumbering>none</answernumbering>",
            *(
                _option(share, html_text(one.text))
                for one, share in zip(answer.choices, shares, strict=True)
            ),
        ]
    return None


def is_matched(answer: TableAnswer) -> bool:
    """Return whether a table can be a matching question."""
    return len(answer.rows) > 1 and len(answer.choices) >= _LEAST_MATCHED


def _grade_below(share: float) -> float:
    """Return the largest percentage that Moodle accepts and that is not above a share."""
    return next(grade for grade in _GRADES if grade <= share * 100 + 1e-5)


def _choice_grades(answer: ChoiceAnswer) -> list[float] | None:
    """Return the percentage of each choice; None if Moodle does not accept them.

    A wrong choice cancels a right one.
    """
    if not answer.several:
        return [100.0 if one.right else 0.0 for one in answer.choices]
    each = 100 / len(answer.right)
    grade = next((one for one in _GRADES if abs(one - each) < 1e-4), None)
    if grade is None:
        return None
    worth = {True: grade, False: -grade, None: 0.0}
    return [worth[one.right] for one in answer.choices]


def _option(grade: float, text: str, more: str = "", remark: str = "") -> str:
    feedback = f'<feedback format="html"><text>{escape(remark)}</text></feedback>'
    return (
        f' <answer fraction="{grade:.7g}" format="html"><text>{escape(text)}</text>'
        f"{feedback}{more}</answer>"
    )


def _text_option(accepted: AcceptedText) -> str:
    text = accepted.text.replace("*", r"\*")
    return _option(_grade_below(accepted.share), text, remark=html_text(accepted.remark))


def _matching(answer: TableAnswer) -> Iterator[str]:
    yield " <shuffleanswers>false</shuffleanswers>"
    for row in answer.rows:
        yield _pair(row.name, row.right)
    right = {row.right for row in answer.rows}
    yield from (_pair("", text) for text in answer.choices if text not in right)


def _pair(name: str, text: str) -> str:
    return (
        f' <subquestion format="html"><text>{escape(html_text(name))}</text>'
        f"<answer><text>{escape(text)}</text></answer></subquestion>"
    )


def _ordering(items: Sequence[str]) -> list[str]:
    return [
        " <layouttype>VERTICAL</layouttype>",
        " <selecttype>ALL</selecttype>",
        " <selectcount>0</selectcount>",
        " <gradingtype>LONGEST_ORDERED_SUBSET</gradingtype>",
        " <showgrading>HIDE</showgrading>",
        " <numberingstyle>none</numberingstyle>",
        *(
            f' <answer fraction="{place}" format="html"><text>{escape(html_text(item))}</text>'
            "</answer>"
            for place, item in enumerate(items, 1)
        ),
    ]


def _essay(key: str) -> list[str]:
    return [
        " <responseformat>editor</responseformat>",
        " <responserequired>1</responserequired>",
        " <responsefieldlines>10</responsefieldlines>",
        " <attachments>0</attachments>",
        " <attachmentsrequired>0</attachmentsrequired>",
        f' <graderinfo format="html"><text>{escape(key)}</text></graderinfo>',
    ]


# Cloze questions ----------------------------------------------------------------------------


def _fields(answer: BankAnswer) -> int:
    """Return the number of an answer's fields."""
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
        is_exact = _has_cases(one.text for one in answer.accepted)
        return f"<p>{_short(weight, map(_alternative, answer.accepted), is_exact=is_exact)}</p>"
    if isinstance(answer, NumberAnswer):
        texts = (f"={plain_number(value)}:{answer.tolerance:g}" for value in answer.accepted)
        return f"<p>{{{weight}:NUMERICAL:{'~'.join(texts)}}}</p>"
    if isinstance(answer, ChoiceAnswer):
        return f"<p>{_choices(answer, weight)}</p>"
    assert isinstance(answer, TableAnswer), "a table"
    rows = [
        [html_text(row.name), *(_cell(cell, weight) for cell in row.cells)] for row in answer.rows
    ]
    return join_cells([[*map(html_text, answer.headings)], *rows])


def _cell(cell: TableCell, weight: int) -> str:
    if cell.number is not None:
        return f"{{{weight}:NUMERICAL:={plain_number(cell.number)}:{cell.tolerance:g}}}"
    return _short(weight, map(_alternative, map(AcceptedText, cell.accepted)), is_exact=False)


def _alternative(accepted: AcceptedText) -> str:
    """Return one alternative of a short answer; there, a star stands for any text."""
    text = _escaped(accepted.text).replace("*", r"\*")
    if accepted.share >= 1:
        return f"={text}"
    remark = f"#{_escaped(accepted.remark)}" if accepted.remark else ""
    return f"%{int(accepted.share * 100 + 1e-6)}%{text}{remark}"


def _short(weight: int, texts: Iterable[str], *, is_exact: bool) -> str:
    kind = "SHORTANSWER_C" if is_exact else "SHORTANSWER"
    return f"{{{weight}:{kind}:{'~'.join(texts)}}}"


def _choices(answer: ChoiceAnswer, weight: int) -> str:
    if not answer.several:
        texts = [f"{'=' if one.right else ''}{_escaped(one.text)}" for one in answer.choices]
        return f"{{{weight}:MULTICHOICE_V:{'~'.join(texts)}}}"
    if any(one.right is None for one in answer.choices):
        worth = {True: "%100%", False: f"%-{int(100 / len(answer.right))}%", None: "%0%"}
    else:
        # Moodle shares the points among the right choices; a wrong one cancels a right one.
        worth = {True: "=", False: "", None: ""}
    texts = [f"{worth[one.right]}{_escaped(one.text)}" for one in answer.choices]
    return f"{{{weight}:MULTIRESPONSE_H:{'~'.join(texts)}}}"


def _escaped(text: str) -> str:
    """Escape a text in a field."""
    if "~" in text:
        raise InvalidInput(
            f"a Moodle question cannot have the answer {quote(text)}, since a tilde separates "
            "answers there",
            expected="names of nodes and moves without ~",
        )
    plain = escape(printable_text(text), quote=False)
    return plain.replace("#", r"\#").replace("}", r"\}")


def _has_cases(texts: Iterable[str]) -> bool:
    """Return whether names differ only in case, so that case must count."""
    names = {name for text in texts for name in text.replace(",", " ").split()}
    return len({name.casefold() for name in names}) < len(names)


#: The record of the format.
FORMAT: Final = PlatformFormat("moodle", "a question bank for Moodle, in Moodle XML", write)
