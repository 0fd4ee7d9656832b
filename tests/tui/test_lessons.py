"""Lessons on the full screen: pages, questions, exercises, the list, and saved progress."""

import re
import threading
from io import StringIO
from itertools import pairwise
from pathlib import Path

import pytest
from rich.console import Console
from textual.widgets import Input

from tests.support.cases import over
from tests.support.screens import message, press, run_app, screen_text, text_of, until
from tracer.lesson.page_file import read_lesson
from tracer.lesson.session import LessonSession
from tui.app import PlytraceApp
from tui.lessons import lesson_names, open_lesson
from tui.saved.lesson_progress import forget_progress, progress_text, resume_lesson, saved_progress
from tui.screens.lessons.lesson_panes import LessonFigure, TightMarkdown, share_rows
from tui.screens.lessons.lesson_screen import LessonScreen
from tui.screens.screen_base import HelpScreen
from tui.widgets.tree_canvas import TreeCanvas

SESSIONS = Path(__file__).with_name("sessions")
TEXT, SHEET = ((SESSIONS / f"{name}.yaml").read_text() for name in ("two-tests", "sheet"))


@pytest.fixture(autouse=True)
def own_folder(monkeypatch, tmp_path):
    monkeypatch.setenv("PLYTRACE_STATE_DIR", str(tmp_path))


def lesson_app(page=0, text=TEXT, following=""):
    """The application on a page of a lesson."""
    sitting = LessonSession(read_lesson(text, "01-two-tests.yaml"), "seed")
    for _ in range(page):
        sitting.skip()
    return PlytraceApp(LessonScreen(sitting, following), ascii=False)


def lesson_shown(page=0, text=TEXT, following="", size=(80, 24)):
    """Show a page of a lesson; the app and its pilot."""
    return run_app(lesson_app(page, text, following), size)


async def typed(pilot, text):
    pilot.app.screen.query_one("#answer", Input).value = text
    await pilot.press("enter")
    await pilot.pause()


async def test_end_of_a_lesson_shows_the_score_and_opens_the_next():
    async with lesson_shown(
        page=4, text=TEXT[: TEXT.index(" - say: Now you.")], following="minimax"
    ) as (app, pilot):
        letters = {text: letter for letter, text in app.screen.session.view.choices}
        await press(app, pilot, letters["It is worth 2."])  # wrong
        await press(app, pilot, letters["It is worth at most 2."])
        await press(app, pilot, "enter")
        await pilot.pause()
        shown = screen_text(app)
        assert "Right answers: 1; wrong answers: 1." in shown
        assert "a bound is used as an exact value" in shown
        assert "say whether a node returns" in shown
        assert "start the next lesson, Minimax" in shown
        assert saved_progress()["two-tests"]["finished"] is True


def test_progress_is_saved_and_can_be_cleared(tmp_path):
    sitting = resume_lesson(open_lesson(lesson_names()[0]))
    sitting.skip()
    from tui.saved.lesson_progress import save_progress

    assert save_progress(sitting) == ""
    again = resume_lesson(open_lesson(lesson_names()[0]))
    assert (again.page, again.seed) == (1, sitting.seed)
    assert forget_progress(lesson_names()[0]) == ""
    assert progress_text(lesson_names()[0]) == ""
    (tmp_path / "lessons.json").write_text("{broken")
    assert "could not be read" in save_progress(sitting)
    assert (tmp_path / "lessons.json.kept").read_text() == "{broken"


# Small screens, sheets, and what takes its time ------------------------------------------------

#: Pages with a question about a tree: of a move, a value, a window and a sheet.
ASKING = [("minimax", 1), ("minimax", 3), ("deep-cutoffs", 1), ("alpha-beta", 2)]


async def page_shown(pilot, screen, page):
    """Skip to a page."""
    await until(screen.app, pilot, lambda: screen._view is not None)
    while screen._view.page < page:
        number = screen._view.page + 1
        await pilot.press("f6")
        await until(screen.app, pilot, lambda number=number: screen._view.page == number)
    await pilot.pause()
    await pilot.pause()


@over(("name", "page"), ASKING, ms=45)
async def test_question_and_every_ply_of_its_tree_are_in_view_at_80x24(name, page):
    screen = LessonScreen(LessonSession(open_lesson(name), "seed"))
    async with run_app(PlytraceApp(screen)) as (app, pilot):
        await page_shown(pilot, screen, page)
        trace = screen.session.view.scene.trace
        seen = screen_text(app)
        assert all(re.search(rf"\b{one}\b", seen) for one in trace.game.ids)
        assert screen._asks
        assert screen.query_one("#asking").region.bottom <= 23
        assert not screen.query_one("#posed").max_scroll_y


async def test_feedback_on_a_sheet_is_in_view_with_the_tree_at_80x24(monkeypatch):
    monkeypatch.setattr("tui.screens.lessons.lesson_screen._BEAT", 1000)
    async with lesson_shown(page=1, text=SHEET) as (app, pilot):
        answers, exercise = {"visits": "A B", "cutoffs": "none", "move": "B"}, None
        while exercise is None or not exercise.is_over:  # there is a second try
            exercise = app.screen.session._exercise
            await typed(pilot, answers[exercise.question[1]])
        await pilot.pause()
        assert not app.screen.query_one("#heard").max_scroll_y
        assert not app.screen.query_one(TreeCanvas).max_scroll_y
        shown = screen_text(app)
        for part in ("visits", "cutoffs"):
            right = exercise.topic.right(part).replace("\n", "; ")
            assert f"Right: {right}" in " ".join(shown.replace("█", " ").split())


#: Pages with a tree of three or four plies and long feedback, and the answers to give.
JUDGED = [("why-search", 1, ["1", "1", "2", "1"]), ("deep-cutoffs", 12, [])]


@pytest.mark.parametrize(("name", "page", "answers"), JUDGED)
async def test_feedback_and_the_values_of_all_leaves_are_in_view_at_80x24(name, page, answers):
    screen = LessonScreen(LessonSession(open_lesson(name), "seed"))
    async with run_app(PlytraceApp(screen)) as (app, pilot):
        await page_shown(pilot, screen, page)
        slips = [slip.text for slip in screen.session._now.ask.slips]
        for answer in answers or slips[:2]:
            screen._answer(answer)
            await pilot.pause()
            await pilot.pause()
        assert screen._view.feedback is not None
        assert not screen._view.question
        assert not screen.query_one("#heard").max_scroll_y
        game, canvas = screen._view.scene.trace.game, screen.query_one(TreeCanvas)
        leaves = [game.values[node] for node in range(len(game)) if game.is_terminal(node)]
        lines = screen_text(app).split("\n")[canvas.region.y : canvas.region.bottom]
        numbers = [re.findall(r"(?<![A-Z])−?\b\d+", line) for line in lines]
        assert [f"{leaf:g}".replace("-", "−") for leaf in leaves] in numbers
        assert not canvas.max_scroll_y


@over("size", [(120, 40), (200, 60)], ms=45)
@over(("name", "page"), ASKING)
async def test_wide_screen_has_text_and_question_in_one_column_beside_the_figure(name, page, size):
    screen = LessonScreen(LessonSession(open_lesson(name), "seed"))
    async with run_app(PlytraceApp(screen), size) as (_, pilot):
        await page_shown(pilot, screen, page)
        said, asking = (screen.query_one(one).region for one in ("#said", "#asking"))
        figure = screen.query_one("#figure").region
        assert 0 <= asking.y - said.bottom <= 1
        assert max(said.width, asking.width) <= 90
        assert figure.x >= max(said.right, asking.right)
        words = screen.query_one("#words")
        if words.display:  # directly below the tree
            stage = screen.query_one("#stage").region
            assert words.region.y == stage.bottom
            assert stage.height <= screen.query_one("#tree").whole_height + 4


async def test_keys_work_while_a_page_is_searched(monkeypatch):
    monkeypatch.setattr("tui.screens.lessons.lesson_screen._AT_ONCE", 0.01)
    let_go = threading.Event()
    async with lesson_shown(text=SHEET) as (app, pilot):
        sitting, turn = app.screen.session, app.screen.session.skip
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


@over(
    ("free", "feedback", "asked", "answers", "options"),
    [
        (free, feedback, asked, answers, {"fixed": 1, "figure": figure})
        for free in (2, 5, 10, 21, 40)
        for feedback in (0, 3, 30)
        for asked in (0, 2, 12)
        for answers in (0, 4, 12)
        for figure in (0, 8, 50)
    ],
    ms=45,
)
def test_rows_are_divided_so_that_the_answer_line_fits(free, feedback, asked, answers, options):
    room = share_rows(free, feedback, asked, answers, **options)
    assert room.feedback + room.question + room.answers + options["fixed"] <= free
    assert min(room.feedback, room.question, room.answers) >= 0
    assert room.feedback <= feedback
    assert room.question <= asked
    assert room.question or not asked or free - 1 - room.answers <= 0


def hidden_parts(screen):
    """Return the panes of a page that need more rows than they have.

    The sentences below a worked run may scroll: no question needs them.
    """
    figure = screen.query_one(LessonFigure)
    found = []
    for name in ("#said", "#heard", "#posed", "#answers", "#bare"):
        pane = screen.query_one(name)
        if not all(one.display for one in pane.ancestors_with_self):
            continue
        if name == "#bare" and figure._scene.notes:
            found += [name] if figure.bare_rows > pane.size.height else []
        elif pane.max_scroll_y:
            found.append(name)
    if figure.display and figure.size.height < figure.rows:
        found.append("tree")
    return found


async def test_a_text_that_is_too_long_counts_as_hidden():
    text = TEXT.replace("MAX moves at **A**.", "MAX moves at **A**. " * 200)
    async with lesson_shown(text=text) as (app, _):
        assert "#said" in hidden_parts(app.screen)


def test_markdown_has_single_blank_lines():
    console = Console(width=40, file=StringIO())
    console.print(
        TightMarkdown("Text:\n\n| a | b |\n| - | - |\n| 1 | 2 |\n\n```\ncode\n```\n\nEnd.")
    )
    lines = [line.strip() for line in console.file.getvalue().rstrip("\n").split("\n")]
    assert lines[0] == "Text:"
    assert lines[-1] == "End."
    assert "code" in lines
    assert all(before or after for before, after in pairwise(lines))
