"""A new lesson question is one class: it is read, linted, asked and shown."""

import pytest

from engine.errors import InvalidInput
from tests.support.tables import table
from tracer.lesson.entries import truth_at
from tracer.lesson.feedback import AnswerFeedback
from tracer.lesson.lint import lint
from tracer.lesson.page_file import QUESTION_KINDS, read_lesson
from tracer.lesson.page_questions import LessonQuestion, QuestionSpec
from tracer.lesson.session import LessonSession
from tui.cli.plain.plain_lesson import PlainLesson

LESSON = """\
title: Bounds
summary: Whether a bound holds.
pages:
- {say: One page., ask: Is α a lower bound?, holds: SAID, because: It only rises.}
"""


class YesOrNo(LessonQuestion):
    """A question that yes or no answers."""

    key = "holds"
    no_slips = ("which has one wrong answer", "no wrong:")

    @classmethod
    def read(cls, page):
        return QuestionSpec(cls, subject="yes" if truth_at(page, cls.key) else "no")

    @property
    def hint(self):
        return "yes or no"

    @property
    def right(self):
        return self.spec.subject

    def judge(self, typed):
        if typed not in ("yes", "no"):
            raise InvalidInput(repr(typed), expected=self.hint)
        return AnswerFeedback(typed == self.right, self.because if typed == self.right else "")


@pytest.fixture
def known():
    QUESTION_KINDS.append(YesOrNo)
    yield
    QUESTION_KINDS.remove(YesOrNo)


def read(answer="yes", more=""):
    return read_lesson(LESSON.replace("SAID", answer) + more, "bounds.yaml")


def test_unregistered_question_key_is_unknown():
    with pytest.raises(InvalidInput, match="a page has no key 'holds'"):
        read()


@pytest.mark.usefixtures("known")
def test_new_question_is_asked_graded_and_explained():
    assert not [*lint(read())]
    session = LessonSession(read(), "s")
    assert (session.view.question, session.view.hint) == ("Is α a lower bound?", "yes or no")
    assert not session.answer("no").is_right
    with pytest.raises(InvalidInput, match="yes or no"):
        session.answer("3")
    assert session.answer("yes").text == "It only rises."
    assert LessonSession(read("no"), "s").give_up().text.startswith("The answer is no.")


@pytest.mark.usefixtures("known")
@pytest.mark.parametrize(
    ("expected", "page", "message"),
    table(__file__, "question_keys"),
)
def test_new_question_key_appears_in_messages_of_the_reader(expected, page, message):
    with pytest.raises(InvalidInput) as error:
        read(expected, page)
    assert message in str(error.value)


@pytest.mark.usefixtures("known")
def test_new_question_is_shown_in_a_plain_terminal():
    lines = []
    answers = iter(["yes", ""])

    def ask(prompt):
        lines.append(prompt)
        return next(answers)

    PlainLesson(LessonSession(read(), "s"), ask, lines.append, lambda _: "").run()
    message = "\n".join(lines)
    assert "Is α a lower bound?" in message
    assert "yes or no" in message
    assert "It only rises." in message
