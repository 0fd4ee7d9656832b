"""Lessons on the full screen: pages, questions, exercises, the list, and what is kept."""

from __future__ import annotations

import threading

import pytest
from textual.widgets import Input, OptionList

from tests.support.mistaken import Mistaken, Several
from tests.support.screens import footer, message, press, screen_text, text_of, until
from tests.support.students import right_answer
from tracer import trace
from tracer.check.misconceptions import MISCONCEPTIONS
from tracer.lesson import Sitting, read_lesson
from tui.app import PlytraceApp
from tui.course import lesson_names, open_lesson
from tui.learned import forget, kept_lessons, sitting_of, standing
from tui.lesson_room import rooms
from tui.screens.course import CourseScreen
from tui.screens.help import HelpScreen
from tui.screens.home import HomeScreen
from tui.screens.lesson import LessonScreen
from tui.screens.stepper import StepperScreen

TEXT = """\
title: Two tests
minutes: 6
summary: Where alpha-beta returns early.
goals: [say whether a node returns]
about: {source: lecture, search: alphabeta}
pages:
  - say: MAX moves at **A**.
  - at: returns B
    say: The window of A is {{window of A}}.
  - before: returns C1
  - ask: Which nodes are skipped?
    fact: skipped
    wrong: [{answer: C1, because: C1 is visited., misconception: off-by-one-child}]
  - ask: What is known of C?
    choices:
      - {wrong: It is worth 2., because: C2 may be less., misconception: bound-as-exact}
      - {right: It is worth at most 2., because: Two children are unseen.}
  - say: Now you.
    exercise:
      generate: {plies: 2, branching: 2, cutoffs: 1}
      search: alphabeta
      ask: [visits, move]
"""


@pytest.fixture(autouse=True)
def own_folder(monkeypatch, tmp_path):
    monkeypatch.setenv("PLYTRACE_STATE_DIR", str(tmp_path))
    monkeypatch.setattr("tui.screens.lesson._AT_ONCE", 60)  # keys find what they ask for


def lesson_app(page=0, text=TEXT, following=""):
    sitting = Sitting(read_lesson(text, "01-two-tests.yaml"), "seed")
    for _ in range(page):
        sitting.skip()
    return PlytraceApp(LessonScreen(sitting, following), ascii=False)


def said(app):
    """What is said of the last answer, as Markdown."""
    told = app.screen.sitting.view.told
    return told.text if told else ""


async def typed(pilot, text):
    pilot.app.screen.query_one("#answer", Input).value = text
    await pilot.press("enter")
    await pilot.pause()


async def test_pages_are_turned_and_scenes_stand_beside_them():
    app = lesson_app()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert "MAX moves at A." in screen_text(app)
        assert text_of(app, "#status") == "page 1 of 6"
        await press(app, pilot, "enter")
        await pilot.pause()
        shown = screen_text(app)
        assert "The window of A is (3, +∞)." in shown
        assert "B returns 3 to A" in shown
        await press(app, pilot, "f5")
        await pilot.pause()
        assert "MAX moves at A." in screen_text(app)


async def test_a_question_about_the_next_step_shows_it_once_it_is_answered():
    app = lesson_app(page=2)
    async with app.run_test(size=(80, 30)) as pilot:
        await pilot.pause()
        assert "Does C return now" in screen_text(app)
        await typed(pilot, "perhaps")
        assert "cannot be read" in message(app)
        await typed(pilot, "a")
        assert app.screen.sitting.right == 1
        assert "C2, C3 are skipped" in screen_text(app)


async def test_a_wrong_answer_is_answered_and_asked_again():
    app = lesson_app(page=3)
    async with app.run_test(size=(100, 30)) as pilot:
        await pilot.pause()
        await typed(pilot, "C1")
        assert "C1 is visited." in screen_text(app)
        await press(app, pilot, "f5")  # typed answers do not hinder going back
        await pilot.pause()
        assert text_of(app, "#status") == "page 3 of 6"


async def test_answers_are_chosen_with_arrows_letters_and_enter():
    app = lesson_app(page=4)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await press(app, pilot, "a")
        await pilot.pause()
        assert "C2 may be less." in said(app)
        assert app.screen.query_one(OptionList).display
        await press(app, pilot, "enter")  # no choice is the next by itself
        assert app.screen.sitting.wrong == 1
        await press(app, pilot, "down", "down", "enter")
        await pilot.pause()
        assert app.screen.sitting.right == 1
        assert not app.screen.query_one(OptionList).display


async def test_the_answer_is_told_when_asked_for():
    app = lesson_app(page=3)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await press(app, pilot, "f2")
        await pilot.pause()
        assert "The answer is C2 C3." in said(app)
        await press(app, pilot, "enter")
        await pilot.pause()
        assert text_of(app, "#status") == "page 5 of 6"


async def test_an_exercise_marks_a_sheet_and_plays_the_search(monkeypatch):
    monkeypatch.setattr("tui.screens.lesson._BEAT", 1000)
    app = lesson_app(page=5)
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.pause()
        await typed(pilot, "A B B1 B2 C C1 C2")
        await typed(pilot, "B")
        exercise = app.screen.sitting._exercise
        assert exercise.is_over
        exercise_title = app.screen.sitting.lesson.title
        before = app.screen._step
        await press(app, pilot, "right")
        await pilot.pause()
        assert app.screen._step == before + 1
        await press(app, pilot, "left", "left")
        await pilot.pause()
        assert app.screen._step == max(0, before - 1)
        await press(app, pilot, "f4")
        await until(app, pilot, lambda: isinstance(app.screen, StepperScreen))
        shown = screen_text(app).split("\n")
        assert app.screen.trace.source not in shown[0]
        assert shown[0].lstrip().startswith(f"{exercise_title} · alphabeta")
        assert "q comes back to the lesson." in shown[-1]
        await press(app, pilot, "q")
        await until(app, pilot, lambda: isinstance(app.screen, LessonScreen))
        await press(app, pilot, "enter")
        await pilot.pause()
        assert app.screen.sitting._exercise.number == 2


async def test_a_search_plays_by_itself():
    app = lesson_app(page=5)
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.pause()
        await typed(pilot, "A")
        await typed(pilot, "B")
        start = app.screen._step
        await until(app, pilot, lambda: app.screen._step > start)
        await press(app, pilot, "f3")
        assert app.screen._timer is None


async def test_the_end_of_a_lesson_tells_how_it_went_and_opens_the_next():
    app = lesson_app(page=4, text=TEXT[: TEXT.index("  - say: Now you.")], following="x")
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await press(app, pilot, "a")
        await press(app, pilot, "b")
        await press(app, pilot, "enter")
        await pilot.pause()
        shown = screen_text(app)
        assert "Right answers: 1; wrong: 1." in shown
        assert "a bound is taken for a value" in shown
        assert "say whether a node returns" in shown
        assert kept_lessons()["two-tests"]["finished"] is True


@pytest.mark.parametrize("size", [(80, 24), (60, 20), (120, 40), (200, 60)])
async def test_the_question_is_in_view_at_every_size(size):
    app = lesson_app(page=2)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        assert app.screen.query_one("#answer").region.bottom <= size[1]
        assert "Does C return now" in screen_text(app)


async def test_the_list_says_how_far_lessons_are_and_opens_them():
    first, second, *_ = lesson_names()
    sitting = sitting_of(open_lesson(first))
    sitting.skip()
    from tui.learned import keep

    keep(sitting)
    app = PlytraceApp(CourseScreen(), ascii=False)
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.pause()
        assert "page 2 of" in screen_text(app)
        await press(app, pilot, "enter")
        await until(app, pilot, lambda: isinstance(app.screen, LessonScreen))
        assert app.screen.sitting.page == 1
        await press(app, pilot, "escape")
        await until(app, pilot, lambda: isinstance(app.screen, CourseScreen))
        await press(app, pilot, "down", "r")
        await until(app, pilot, lambda: isinstance(app.screen, LessonScreen))
        assert app.screen.sitting.lesson.name == second


async def test_the_home_screen_opens_the_lessons():
    app = PlytraceApp(HomeScreen(), ascii=False)
    async with app.run_test(size=(100, 30)) as pilot:
        await pilot.pause()
        app.screen.query_one("#line", Input).value = "tutorial"
        await pilot.pause()
        await press(app, pilot, "enter")
        await until(app, pilot, lambda: isinstance(app.screen, CourseScreen))


def test_what_is_kept_survives_and_can_be_forgotten(tmp_path):
    sitting = sitting_of(open_lesson(lesson_names()[0]))
    sitting.skip()
    from tui.learned import keep

    assert keep(sitting) == ""
    again = sitting_of(open_lesson(lesson_names()[0]))
    assert (again.page, again.seed) == (1, sitting.seed)
    assert forget(lesson_names()[0]) == ""
    assert standing(lesson_names()[0]) == ""
    (tmp_path / "lessons.json").write_text("{broken")
    assert "could not be read" in keep(sitting)
    assert (tmp_path / "lessons.json.kept").read_text() == "{broken"


# Every lesson ---------------------------------------------------------------------------------


async def played(name, answer, monkeypatch, most=400):
    """Go through a lesson on the screen; the screen that it ends on."""
    sitting = Sitting(open_lesson(name), "seed")
    app = PlytraceApp(LessonScreen(sitting), ascii=False)
    monkeypatch.setattr("tui.screens.lesson._BEAT", 1000)
    async with app.run_test(size=(60, 18)) as pilot:
        await pilot.pause()
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
    right = right_answer(screen.sitting)
    if view.choices:
        await pilot.press(right)
    else:
        await typed(pilot, right)
    assert screen.sitting.view != view, right


@pytest.mark.parametrize(
    "name",
    [  # the rest takes minutes
        pytest.param(name, marks=[pytest.mark.slow] if place % 2 else [])
        for place, name in enumerate(lesson_names())
    ],
)
async def test_every_lesson_is_played_through_with_right_answers(name, monkeypatch):
    shown = await played(name, knows, monkeypatch)
    assert "wrong: 0" in shown or "Right answers" not in shown


@pytest.mark.parametrize(
    "name",
    [  # the rest takes minutes
        pytest.param(name, marks=[pytest.mark.slow] if place % 4 != 1 else [])
        for place, name in enumerate(lesson_names())
    ],
)
async def test_every_lesson_is_played_through_with_wrong_answers(name, monkeypatch):
    """All questions are got wrong as often as they are asked, and each exercise once."""
    wrong = {"count": 0}

    async def errs(pilot, screen, view):
        sitting = screen.sitting
        exercise = sitting._exercise
        if exercise is not None and (exercise.number > 1 or exercise.is_awaited):
            await knows(pilot, screen, view)
            return
        if view.choices:
            answers = screen.query_one(OptionList)
            right = right_answer(sitting)
            tried = {right} | sitting._refused  # a choice is refused but once
            letter = next((one for one, _ in view.choices if one not in tried), right)
            assert answers.display
            await pilot.press(letter)
        else:
            texts = ("no", "a", "b", "-99", "-98 -97", "-99 x", "yes", "zz", "zz=1", "none")
            for text in (*texts, "N", "root 9 9", "visited=1"):
                count = sitting.wrong + sitting.right
                if text == right_answer(sitting):
                    continue
                await typed(pilot, text)
                if sitting.wrong + sitting.right > count or sitting.view.question != view.question:
                    break
        wrong["count"] += 1

    await played(name, errs, monkeypatch)
    if any(page.ask or page.drill for page in open_lesson(name).pages):
        assert wrong["count"]


#: Lessons in which every misconception shows: the last three show what the first cannot.
ELSEWHERE = {
    "conventions": {"alpha-replaced", "zero-unset"},
    "minimax": {"chance-misread"},
    "depth-limits": {"depth-off-by-one"},
}
COVERING = {"handing-in": set(MISCONCEPTIONS).difference(*ELSEWHERE.values()), **ELSEWHERE}
#: Where each of them shows when somebody has it all the way through.
SHOWS_IN = dict.fromkeys(MISCONCEPTIONS, "handing-in") | {
    "alpha-replaced": "conventions",
    "zero-unset": "conventions",
    "chance-misread": "expectiminimax",
    "depth-off-by-one": "depth-limits",
    "rewritten-window": "handing-in",
}  # fmt: skip


def answering(student, wrong):
    """A hand at the keys that answers as a student does; notes what was wrong, and what was said.

    What a student is told of a misconception on a question is got right at the second try.
    """

    async def answers(pilot, screen, view):
        sitting = screen.sitting
        exercise, page = sitting._exercise, sitting.page
        if exercise is None and view.told is not None and not view.told.is_right:
            await knows(pilot, screen, view)
            return
        typed_in, how = student.answer_to(sitting)
        if view.choices:
            await pilot.press(typed_in)
        else:
            await typed(pilot, typed_in)
        told = sitting.view.told
        if told is not None and not told.is_right and student.slug:
            wrong.append((page, student.slug, told))  # of a sheet, once all of it is handed in
            assert screen.query_one("#told").display
        assert not how or told is None or not told.is_right
        if exercise is not None and exercise.is_over and exercise._slips:
            student.has_learned = not isinstance(student, Several)

    return answers


@pytest.mark.parametrize("name", COVERING)
async def test_every_misconception_is_met_on_the_screen_and_got_over(name, monkeypatch):
    """Whole lessons, by a student who has one misconception after another."""
    # One question alone, of a window, shows the first of these.
    order = sorted(MISCONCEPTIONS, key=lambda slug: slug != "rewritten-window")
    student, wrong = Several(slug for slug in order if slug in COVERING[name]), []
    await played(name, answering(student, wrong), monkeypatch)
    assert student.left == []
    told_of = {slug for _, slug, told in wrong if slug in told.suspects}
    assert told_of >= COVERING[name] - {"arithmetic-slip"}  # which may look like anything


@pytest.mark.slow
@pytest.mark.parametrize("slug", MISCONCEPTIONS)
async def test_whoever_has_a_misconception_all_the_way_finishes_the_lesson(slug, monkeypatch):
    student, wrong = Mistaken(slug), []
    await played(SHOWS_IN[slug], answering(student, wrong), monkeypatch)
    assert any(slug in told.suspects for _, _, told in wrong) or slug == "arithmetic-slip"


# Small screens, sheets, and what takes its time ------------------------------------------------

SHEET = """\
title: A sheet
about: {source: lecture, search: alphabeta}
pages:
  - say: One.
  - say: |
      Write down the **visits** in order. Then list the **cutoffs**: the node, and what is skipped.
      Then the **move**. Go child by child: new v, test against the other's bound, then move your
      own bound. Take your time, and look at every child once.
    exercise:
      generate: {plies: 2, branching: 3, cutoffs: 1..2, unique: true}
      search: alphabeta
      ask: [visits, cutoffs, move]
"""


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


@pytest.mark.parametrize("size", [(80, 24), (60, 20), (40, 12), (30, 9)])
async def test_all_of_the_feedback_to_a_sheet_can_be_read(size, monkeypatch):
    monkeypatch.setattr("tui.screens.lesson._BEAT", 1000)
    app = lesson_app(page=1, text=SHEET)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        for answer in ("A B", "none", "B"):
            await typed(pilot, answer)
        seen = await read_to_the_end(app, pilot)
        assert "Right is:" in seen
        assert "Not all of it is right" in seen or "Think" in seen
        await press(app, pilot, *["pageup"] * 20)
        assert "No." in screen_text(app)


@pytest.mark.parametrize("size", [(80, 24), (60, 20)])
async def test_a_model_solution_plays_with_its_leaves_in_view(size, monkeypatch):
    monkeypatch.setattr("tui.screens.lesson._BEAT", 1000)
    app = lesson_app(page=1, text=SHEET)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        assert "Take your time" in screen_text(app)
        for answer in ("A B", "none", "B"):
            await typed(pilot, answer)
        scene = app.screen.sitting.view.scene
        shown = screen_text(app)
        leaves = [row.value for row in trace(scene.trace.game, "minimax").visits
                  if row.kind == "terminal"]  # fmt: skip
        (line,) = [one for one in shown.split("\n") if all(f"{leaf:g}" in one for leaf in leaves)]
        assert "Take your time" not in shown
        assert line


@pytest.mark.parametrize("size", [(20, 5), (30, 7), (40, 9), (80, 10)])
async def test_the_answer_line_is_on_the_screen_however_low_that_is(size):
    app = lesson_app(page=1, text=SHEET)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        app.screen.query_one("#answer", Input).value = "A Q Z"
        await pilot.pause()
        assert "A Q Z" in screen_text(app)


async def test_what_was_handed_in_is_shown_and_the_part_before_comes_back():
    app = lesson_app(page=1, text=SHEET)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await typed(pilot, "A B")
        assert "visits: A B" in screen_text(app)
        await press(app, pilot, "f5")
        await pilot.pause()
        assert app.screen.query_one("#answer", Input).value == "A B"
        await press(app, pilot, "f5")
        await pilot.pause()
        assert text_of(app, "#status") == "page 1 of 2"


async def test_f2_tells_a_part_of_a_sheet_and_the_footer_says_what_keys_do():
    app = lesson_app(page=1, text=SHEET)
    async with app.run_test(size=(100, 30)) as pilot:
        await pilot.pause()
        await until(app, pilot, lambda: "F2 answer" in footer(app))
        assert "Enter answer" in footer(app)
        assert "pass" not in footer(app)
        right = app.screen.sitting._exercise.right
        await press(app, pilot, "f2")
        await pilot.pause()
        shown = screen_text(app)
        assert f"The answer is {right}." in shown
        assert "No." not in shown
        assert app.screen.sitting.view.handed_in == (("visits", right),)


async def test_more_to_read_is_told_in_the_footer_and_arrows_reach_it():
    app = lesson_app(page=1, text=SHEET)
    async with app.run_test(size=(60, 20)) as pilot:
        await pilot.pause()
        for answer in ("A B", "none", "B"):
            await typed(pilot, answer)
        await until(app, pilot, lambda: "PgDn more" in footer(app))
        await press(app, pilot, "down")
        await pilot.pause()
        assert app.screen.query_one("#heard").scroll_offset.y > 0
        await press(app, pilot, "up")
        await pilot.pause()
        assert app.screen.query_one("#heard").scroll_offset.y == 0


async def test_keys_are_heard_while_a_page_is_searched(monkeypatch):
    monkeypatch.setattr("tui.screens.lesson._AT_ONCE", 0.01)
    app = lesson_app(page=0, text=SHEET)
    let_go = threading.Event()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        sitting, turn = app.screen.sitting, app.screen.sitting.skip
        monkeypatch.setattr(sitting, "skip", lambda: let_go.wait(30) and turn())
        await pilot.press("f6")
        await until(app, pilot, lambda: "Searching" in message(app))
        await pilot.press("f6", "enter", "f5", "f2")
        await until(app, pilot, lambda: "Still searching" in message(app))
        await pilot.press("f1")
        await until(app, pilot, lambda: isinstance(app.screen, HelpScreen))
        await pilot.press("escape")
        let_go.set()
        await until(app, pilot, lambda: text_of(app, "#status").startswith("page 2 of 2"))
        assert app.screen.query_one("#answer", Input).has_focus


async def test_a_page_that_does_not_hold_says_so_on_the_screen():
    app = lesson_app(
        text="title: T\npages: [{about: lecture, at: returns Z, say: x}, {say: two}]\n"
    )
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert "This page cannot be shown" in screen_text(app)
        await press(app, pilot, "enter")
        await pilot.pause()
        assert "two" in screen_text(app)


async def test_help_in_the_list_is_about_the_list_and_a_damaged_file_is_told(tmp_path):
    (tmp_path / "lessons.json").write_text("{broken")
    app = PlytraceApp(CourseScreen(), ascii=False)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert any("could not be read" in one.message for one in app._notifications)
        assert (tmp_path / "lessons.json.kept").read_text() == "{broken"
        await press(app, pilot, "f1")
        shown = screen_text(app)
        assert "a lesson that is done" in shown
        assert "clicked node" not in shown


@pytest.mark.parametrize(
    ("free", "told", "asked", "answers", "options"),
    [
        (free, told, asked, answers, {"fixed": 1, "figure": figure})
        for free in (2, 5, 10, 21, 40)
        for told in (0, 3, 30)
        for asked in (0, 2, 12)
        for answers in (0, 4, 12)
        for figure in (0, 8, 50)
    ],
)
def test_rows_are_shared_so_that_the_answer_line_stays(free, told, asked, answers, options):
    room = rooms(free, told, asked, answers, **options)
    assert room.told + room.asked + room.answers + options["fixed"] <= free
    assert min(room.told, room.asked, room.answers) >= 0
    assert room.told <= told
    assert room.asked <= asked
    assert room.asked or not asked or free - 1 - room.answers <= 0


@pytest.mark.parametrize("size", [(120, 40), (80, 24), (60, 20), (40, 12)])
async def test_the_choices_are_on_the_screen(size):
    app = lesson_app(page=4)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        await until(app, pilot, lambda: "at most 2" in screen_text(app))
        assert "It is worth 2." in screen_text(app)
        await pilot.press("a")  # wrong; a second try
        await until(app, pilot, lambda: "No." in screen_text(app))
        await until(app, pilot, lambda: "at most 2" in screen_text(app))


@pytest.mark.parametrize("keys", [("escape",), ("f6", "escape"), ("enter", "a", "escape")])
async def test_a_lesson_is_left_from_a_question_at_once(keys):
    app = PlytraceApp(CourseScreen(open_lesson("minimax")), ascii=False)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(app, pilot, lambda: isinstance(app.screen, LessonScreen))
        for key in keys:
            await pilot.press(key)
        await until(app, pilot, lambda: isinstance(app.screen, CourseScreen))
        await pilot.pause(0.2)
        assert app.screen.query_one(OptionList).highlighted == lesson_names().index("minimax")
    assert app.return_code in (0, None)
