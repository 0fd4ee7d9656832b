"""Lessons on the full screen: pages, questions, exercises, the list, and saved progress."""

import pytest
from textual.widgets import OptionList

from tests.support.cases import over
from tests.support.screens import footer, press, run_app, screen_text, text_of, until
from tests.tui.test_lessons import SHEET, hidden_parts, lesson_app, own_folder, typed
from tracer import trace
from tracer.hands.judging import right_event
from tracer.lesson.play import PlayQuestion
from tracer.lesson.session import LessonSession
from tui.app import PlytraceApp
from tui.lessons import lesson_names, open_lesson
from tui.screens.lessons.lesson_screen import LessonScreen
from tui.screens.stepper.stepper_screen import StepperScreen
from tui.widgets.tree_canvas import TreeCanvas


def right_answer(sitting):
    """The answer to the question that is open."""
    if sitting._exercise is not None:
        return sitting._exercise.right or "[[3, 12, 8], [2, 4, 6], [14, 5, 2]]"
    return sitting._question.right


def work_rightly(hands):
    """Work a search by hand to its end."""
    while not hands.is_over:
        hands._do(right_event(hands.right, hands.work))


def key_for(sitting, answer):
    """The key that chooses an answer; in a game, the number of the next best move."""
    question = sitting._question
    if not isinstance(question, PlayQuestion):
        return answer
    moves = question._moves()
    return str(1 + moves.index(question._best(moves, is_mine=True)))


async def played(name, answer, monkeypatch, most=400):
    """Go through a lesson on the screen; the screen that it ends on."""
    sitting = LessonSession(open_lesson(name), "seed")
    monkeypatch.setattr("tui.screens.lessons.lesson_screen._BEAT", 1000)
    async with run_app(PlytraceApp(LessonScreen(sitting), ascii=False), (60, 18)) as (app, pilot):
        for _ in range(most):
            view = sitting.view
            if view.question:
                await answer(pilot, app.screen, view)
            elif app.screen._over:
                break
            else:
                await pilot.press("enter")
            await pilot.pause()
        assert app.screen._over, f"{name} stands at page {sitting.page + 1}"
        return screen_text(app)


async def knows(pilot, screen, view):
    """Answer rightly, by the keys that a student has."""
    if view.is_by_hand:
        await pilot.press("enter")
        work_rightly(pilot.app.screen.session)
        await pilot.press("q")
        return
    right = right_answer(screen.session)
    if view.choices:
        await pilot.press(key_for(screen.session, right))
    else:
        await typed(pilot, right)
    assert screen.session.view != view, right


@over("name", lesson_names(), ms=45)
async def test_every_lesson_can_be_completed_with_correct_answers(name, monkeypatch):
    shown = await played(name, knows, monkeypatch)
    assert "wrong answers: 0" in shown or "Right answers" not in shown


@pytest.mark.parametrize("name", lesson_names())
async def test_every_lesson_can_be_completed_with_wrong_answers(name, monkeypatch):
    """Answer every question wrong each time it is asked, and each exercise once."""
    wrong = {"count": 0}

    async def errs(pilot, screen, view):
        sitting = screen.session
        exercise = sitting._exercise
        # Work by hand has steps, whose errors are tested with the screen of work by hand.
        is_again = exercise is not None and (exercise.number > 1 or exercise.is_awaited)
        if view.is_by_hand or is_again:
            await knows(pilot, screen, view)
            return
        if view.choices:
            answers = screen.query_one(OptionList)
            right = right_answer(sitting)
            tried = {right, *view.tried}  # a choice is refused but once
            letter = next((one for one, _ in view.choices if one not in tried), right)
            assert answers.display
            await pilot.press(letter)
        else:
            texts = ("no", "a", "b", "-99", "-98 -97", "-99 x", "yes", "zz", "A=-99", "none")
            vectors = ("-9 -9 -9", "A=(-9, -9, -9)")
            bounds = ("exact", "at least", "at most")
            for text in (*texts, *vectors, *bounds, "N", "root 9 9", "visited=1"):
                count = sitting.wrong + sitting.right
                if text == right_answer(sitting):
                    continue
                await typed(pilot, text)
                if sitting.wrong + sitting.right > count or sitting.view.question != view.question:
                    break
        wrong["count"] += 1

    await played(name, errs, monkeypatch)
    pages = open_lesson(name).pages
    if any(page.ask or (page.exercise and not page.exercise.is_by_hand) for page in pages):
        assert wrong["count"]


async def read_to_the_end(app, pilot):
    """All that is seen of the feedback while it is paged through, by the keys alone."""
    seen = screen_text(app)
    for _ in range(20):
        before = app.screen.query_one("#heard").scroll_offset.y
        await press(app, pilot, "pagedown")
        await pilot.pause()
        if app.screen.query_one("#heard").scroll_offset.y == before:
            break
        seen += screen_text(app)
    return seen


@over("size", [(80, 24), (60, 20), (40, 12), (30, 9)], ms=45)
async def test_feedback_on_a_sheet_is_readable_in_full(size, monkeypatch):
    monkeypatch.setattr("tui.screens.lessons.lesson_screen._BEAT", 1000)
    async with run_app(lesson_app(page=1, text=SHEET), size) as (app, pilot):
        for answer in ("A B", "none", "B"):
            await typed(pilot, answer)
        seen = await read_to_the_end(app, pilot)
        assert "The first mistake is at" in seen
        assert "You have a second try." in seen
        await press(app, pilot, *["pageup"] * 20)
        assert "No." in screen_text(app)


@over("size", [(80, 24), (60, 20)], ms=45)
async def test_model_solution_plays_with_its_leaves_in_view(size, monkeypatch):
    monkeypatch.setattr("tui.screens.lessons.lesson_screen._BEAT", 1000)
    async with run_app(lesson_app(page=1, text=SHEET), size) as (app, pilot):
        assert "Take your time" in screen_text(app)
        for answer in ("A B", "none", "B") * 2:  # at both tries
            await typed(pilot, answer)
        scene = app.screen.session.view.scene
        shown = screen_text(app)
        leaves = [row.value for row in trace(scene.trace.game, "minimax").visits
                  if row.kind == "terminal"]  # fmt: skip
        (line,) = [one for one in shown.split("\n") if all(f"{leaf:g}" in one for leaf in leaves)]
        assert "Take your time" not in shown
        assert line
        assert app.screen.query_one(TreeCanvas).model.chain == scene.marked != frozenset()


@over("name", lesson_names(), ms=45)
async def test_every_page_is_in_view_at_80x24(name):
    session = LessonSession(open_lesson(name), "s")
    hidden = {}
    async with run_app(PlytraceApp(LessonScreen(session), ascii=False)) as (app, pilot):
        for page in range(1, len(session.lesson.pages) + 1):
            assert text_of(app, "#status").startswith(f"page {page} of")
            parts = hidden_parts(app.screen)
            if parts:
                hidden[page] = parts
            if page < len(session.lesson.pages):
                await press(app, pilot, "f6")
                await pilot.pause()
    assert not hidden
