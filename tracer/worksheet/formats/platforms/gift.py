"""GIFT: a text that Moodle and other programs import, without pictures.

Each part is a question of its own. See https://docs.moodle.org/en/GIFT_format.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from tracer.worksheet.contents.wording import format_points
from tracer.worksheet.formats.html_prose import html_prose
from tracer.worksheet.formats.outline import outline
from tracer.worksheet.formats.platforms.moodle import (
    category,
    choice_grades,
    grade_below,
    is_matched,
)
from tracer.worksheet.formats.platforms.platform_format import (
    PlatformFormat,
    html_statement,
    html_text,
    plain_number,
    question_name,
)
from tracer.worksheet.formats.platforms.question_bank import (
    BankAnswer,
    BankProblem,
    BankQuestion,
    BankVariant,
    ChoiceAnswer,
    NumberAnswer,
    QuestionBank,
    TableAnswer,
    TableCell,
    TextAnswer,
)

__all__ = ["FORMAT", "write"]

_ARROW: Final = "->"


def write(bank: QuestionBank) -> dict[str, bytes]:
    """Return the file of a bank."""
    blocks = []
    for versions in bank.problems():
        first = versions[0][1]
        for place, question in enumerate(first.questions):
            blocks.append(f"$CATEGORY: {category(bank, first, question.part)}")
            for variant, problem in versions:
                blocks += _blocks(bank, variant, problem, problem.questions[place])
    return {"gift.txt": ("\n\n".join(blocks) + "\n").encode()}


def _blocks(
    bank: QuestionBank, variant: BankVariant | None, problem: BankProblem, question: BankQuestion
) -> Iterator[str]:
    """Yield the questions of a part: one, or one for each cell of a table."""
    given = html_statement(problem, "")
    if problem.figure is not None:
        given += f"\n<pre>{html_text(outline(problem.figure))}</pre>"
    text = f"{html_prose(question.text)} <p>({format_points(question.points)})</p>"
    name = question_name(bank, problem, variant, question.part)
    answer = question.answer
    if isinstance(answer, TableAnswer) and not _matches(answer):
        for row in answer.rows:
            for cell in row.cells:
                label = f"{row.name}, {cell.heading}"
                asked = f"{text} <p>Here: {html_text(label)}</p>"
                yield _block(f"{name}, {label}", given + asked, _cell(cell))
        return
    yield _block(name, given + text, _answer(answer))


def _block(name: str, text: str, answer: str) -> str:
    return f"::{_escaped(name)}::[html]{_escaped(text)} {{{answer}}}"


def _matches(answer: TableAnswer) -> bool:
    texts = [*answer.choices, *(row.name for row in answer.rows)]
    return is_matched(answer) and not any(_ARROW in text for text in texts)


def _cell(cell: TableCell) -> str:
    if cell.number is not None:
        return f"#{_number(cell.number, cell.tolerance)}"
    return "".join(f"={_pattern(text)} " for text in cell.accepted).rstrip()


def _number(value: float, tolerance: float) -> str:
    return f"{plain_number(value)}:{tolerance:g}"


def _answer(answer: BankAnswer) -> str:
    """Return what stands between the braces; empty for a free text."""
    if isinstance(answer, TextAnswer):
        options = []
        for one in answer.accepted:
            grade = grade_below(one.share)
            worth = "" if one.share >= 1 else f"%{grade:.7g}%"
            remark = f"#{_escaped(one.remark)}" if one.remark else ""
            if grade:
                options.append(f"={worth}{_pattern(one.text)}{remark}")
        return " ".join(options)
    if isinstance(answer, NumberAnswer):
        numbers = [_number(value, answer.tolerance) for value in answer.accepted]
        if len(numbers) == 1:
            return f"#{numbers[0]}"
        return "#" + " ".join(f"={one}" for one in numbers)
    if isinstance(answer, TableAnswer):
        right = {row.right for row in answer.rows}
        pairs = [(html_text(row.name), row.right) for row in answer.rows]
        pairs += [("", text) for text in answer.choices if text not in right]
        return " ".join(f"={_escaped(name)} {_ARROW} {_escaped(text)}" for name, text in pairs)
    if isinstance(answer, ChoiceAnswer):
        return _choices(answer)
    return ""


def _choices(answer: ChoiceAnswer) -> str:
    grades = choice_grades(answer)
    if grades is None:
        return ""
    texts = [_escaped(html_text(one.text)) for one in answer.choices]
    if answer.several:
        pairs = zip(texts, grades, strict=True)
        return " ".join(f"~%{grade:.7g}%{text}" for text, grade in pairs)
    options = []
    has_right = False  # an equals sign before every choice would make it a short answer
    for one, text in zip(answer.choices, texts, strict=True):
        worth = "" if not one.right else "%100%"
        options.append(f"={text}" if one.right and not has_right else f"~{worth}{text}")
        has_right = has_right or bool(one.right)
    return " ".join(options)


def _pattern(text: str) -> str:
    """Escape a short answer, in which a star stands for any text."""
    return _escaped(text.replace("*", r"\*"))


def _escaped(text: str) -> str:
    for sign in "\\~=#{}:":
        text = text.replace(sign, f"\\{sign}")
    return text.replace("\n", r"\n")


def _notes(bank: QuestionBank) -> list[str]:
    """Return the notes on a bank; some choices have no percentages here."""
    notes = dict.fromkeys(bank.notes())
    for versions in bank.problems():
        for _, problem in versions:
            for one in problem.questions:
                if isinstance(one.answer, ChoiceAnswer) and choice_grades(one.answer) is None:
                    place = f"problem {problem.number}, {one.part}"
                    notes[f"{place}: a free text, since too many choices are right"] = None
    return [*notes]


#: The record of the format.
FORMAT: Final = PlatformFormat(
    "gift", "questions in GIFT, for Moodle and others, without pictures", write, _notes
)
