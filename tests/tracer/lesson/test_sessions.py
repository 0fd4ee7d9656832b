"""Sessions of a student in a lesson: answers, second tries, and the feedback on them."""

import json

import pytest

from engine.errors import InvalidInput, UsageError
from tests.support.cases import over
from tests.support.tables import table
from tracer.lesson.facts import step_at
from tracer.lesson.lint import lint
from tracer.lesson.page_file import read_lesson
from tracer.lesson.plain_text import figure_lines
from tracer.lesson.session import LessonSession

LECTURE = {"source": "lecture", "search": "alphabeta"}


def session_with(pages, record=None):
    """A session of a lesson with these pages, as a lesson's file has them."""
    text = json.dumps({"title": "T", "summary": "S", "about": LECTURE, "pages": pages})
    return LessonSession(read_lesson(text, "01-test.yaml"), "s", record)


def listed(texts):
    return [texts] if isinstance(texts, str) else texts


def check_texts(row, text):
    """Check what a row says of a text."""
    assert all(part in text for part in listed(row.get("says", []))), text
    assert not any(part in text for part in listed(row.get("never", []))), text


def check_feedback(row, feedback):
    """Check what a row says of the feedback on an answer."""
    check_texts(row, feedback.text)
    assert feedback.is_right is row.get("is_right", feedback.is_right), feedback
    assert feedback.misconception == row.get("misconception", feedback.misconception)
    assert feedback.text == row.get("feedback", feedback.text)
    assert feedback.text.endswith(row.get("ends", ""))


@over("row", table(__file__, "answers"))
def test_answer_to_a_page_is_right_wrong_or_refused_as_the_table_says(row):
    question = row["page"]["ask"]
    for typed in row.get("right", []):
        session = session_with([row["page"]])
        assert session.view.hint == row.get("hint", session.view.hint)
        assert session.answer(typed).is_right, typed
        assert session.view.answered == question
    for typed in row.get("wrong", []):
        session = session_with([row["page"]])
        hint = session.view.hint
        feedback = session.answer(typed)
        check_feedback(row | {"is_right": False}, feedback)
        assert feedback.text == row.get("text", feedback.text)
        assert not hint or hint not in feedback.text
        assert (session.view.question, session.view.answered) == (question, "")
    for typed in row.get("refused", []):
        session = session_with([row["page"]])
        for _ in range(3):
            with pytest.raises(InvalidInput) as error:
                session.answer(typed)
            check_texts(row, str(error.value))
        assert session.view.question == question
        assert (session.right, session.wrong) == (0, 0)


def act(session, step):
    """Do what a step says, and return the session that goes on."""
    if "answer" in step:
        feedback = session.answer(step["answer"])
        if step.get("feedback", "") is None:
            assert feedback is None
        else:
            check_feedback(step, feedback)
    elif "refused" in step:
        with pytest.raises((InvalidInput, UsageError)) as error:
            session.answer(step["refused"])
        check_texts(step, str(error.value))
    elif "restart" in step:
        session.restart()
    elif step.get("give_up"):
        check_feedback(step, session.give_up())
    elif "give_up" in step:
        with pytest.raises(UsageError):
            session.give_up()
    elif "resume" in step:
        again = LessonSession(session.lesson, session.seed, session.as_record())
        assert again.as_record() == session.as_record()
        return again
    for name in {"forward", "back", "skip"} & {*step}:
        assert getattr(session, name)() is step[name]
    return session


@over("row", table(__file__, "sessions"))
def test_session_goes_as_the_table_says(row):
    session = session_with(row["pages"], row.get("record"))
    if "lint" in row:
        assert [*lint(session.lesson)] == row["lint"]
    for step in row["steps"]:
        session = act(session, step)
        view = session.view
        for name in {"question", "text", "page", "can_go_on"} & {*step}:
            assert getattr(view, name) == step[name], step
        assert [*view.tried] == step.get("tried", [*view.tried])
        assert step.get("question_says", "") in view.question
        if "choices" in step:
            assert [text for _, text in view.choices] == step["choices"]
        if "figure" in step:
            assert step["figure"] in "\n".join(figure_lines(view.scene, 80))
        if "step" in step:
            name = step["step"]
            assert view.scene.step == (name and step_at(view.scene.trace, name))
        if "path" in step:
            assert [*view.scene.path] == step["path"]
        if "plays" in step:
            assert view.scene.plays is step["plays"]
        assert step.get("result", "") in session.result_text
        assert session.as_record().items() >= step.get("kept", {}).items()
        if "score" in step:
            assert [session.right, session.wrong] == step["score"]
    assert session.is_finished is row.get("done", session.is_finished)
    assert dict(session.misconceptions) == row.get("misconceptions", dict(session.misconceptions))
