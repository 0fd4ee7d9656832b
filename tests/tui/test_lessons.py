"""Lessons on the full screen: pages, questions, exercises, the list, and saved progress."""

from __future__ import annotations

import re
import threading
from contextlib import asynccontextmanager
from io import StringIO
from itertools import pairwise

import pytest
from rich.console import Console
from textual.widgets import Input, OptionList

from tests.support.cases import over
from tests.support.screens import footer, message, press, screen_text, text_of, until
from tracer.lesson.page_file import read_lesson
from tracer.lesson.session import LessonSession
from tui.app import PlytraceApp
from tui.dialogs.help import HelpScreen
from tui.lessons import lesson_names, open_lesson
from tui.saved.lesson_progress import forget_progress, progress_text, resume_lesson, saved_progress
from tui.screens.home.home_screen import HomeScreen
from tui.screens.lessons.lesson_figure import LessonFigure
from tui.screens.lessons.lesson_list_screen import LessonListScreen
from tui.screens.lessons.lesson_outline import LessonOutline, TightMarkdown, share_rows
from tui.screens.lessons.lesson_screen import LessonScreen
from tui.widgets.tree_canvas import TreeCanvas

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
    monkeypatch.setattr(
        "tui.screens.lessons.lesson_screen._AT_ONCE", 60
    )  # keys find what they ask for


@asynccontextmanager
async def lesson_shown(page=0, text=TEXT, following="", size=(80, 24)):
    """Show a page of a lesson; the app and its pilot."""
    sitting = LessonSession(read_lesson(text, "01-two-tests.yaml"), "seed")
    for _ in range(page):
        sitting.skip()
    app = PlytraceApp(LessonScreen(sitting, following), ascii=False)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        yield app, pilot


def feedback_text(app):
    """Return the feedback on the last answer, as Markdown."""
    feedback = app.screen.session.view.feedback
    return feedback.text if feedback else ""


async def typed(pilot, text):
    pilot.app.screen.query_one("#answer", Input).value = text
    await pilot.press("enter")
    await pilot.pause()


async def test_pages_are_turned_and_show_their_scenes_beside_them():
    async with lesson_shown() as (app, pilot):
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


async def test_question_about_the_next_step_shows_it_after_the_answer():
    async with lesson_shown(page=2, size=(80, 30)) as (app, pilot):
        assert "Does C return now" in screen_text(app)
        await typed(pilot, "perhaps")
        assert "cannot be read" in message(app)
        await typed(pilot, "a")
        assert app.screen.session.right == 1
        assert "C2, C3 are skipped" in screen_text(app)


async def test_wrong_answer_gets_feedback_and_a_second_try():
    async with lesson_shown(page=3, size=(100, 30)) as (app, pilot):
        await typed(pilot, "C1")
        assert "C1 is visited." in screen_text(app)
        await press(app, pilot, "f5")  # typed answers do not hinder going back
        await pilot.pause()
        assert text_of(app, "#status") == "page 3 of 6"


async def test_answers_are_chosen_with_arrows_letters_and_enter():
    async with lesson_shown(page=4) as (app, pilot):
        texts = [text for _, text in app.screen.session.view.choices]
        wrong, right = texts.index("It is worth 2."), texts.index("It is worth at most 2.")
        await press(app, pilot, "ab"[wrong])
        await pilot.pause()
        assert "C2 may be less." in feedback_text(app)
        assert app.screen.query_one(OptionList).display
        await press(app, pilot, "enter")  # no choice is the next by itself
        assert app.screen.session.wrong == 1
        await press(app, pilot, *["down"] * (right + 1), "enter")
        await pilot.pause()
        assert app.screen.session.right == 1
        assert not app.screen.query_one(OptionList).display


async def test_answer_is_shown_on_request():
    async with lesson_shown(page=3) as (app, pilot):
        await press(app, pilot, "f2")
        await pilot.pause()
        assert "The answer is C2 C3." in feedback_text(app)
        await press(app, pilot, "enter")
        await pilot.pause()
        assert text_of(app, "#status") == "page 5 of 6"


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


@over("size", [(80, 24), (60, 20), (120, 40), (200, 60)], ms=150)
async def test_question_is_in_view_at_every_size(size):
    async with lesson_shown(page=2, size=size) as (app, _):
        assert app.screen.query_one("#answer").region.bottom <= size[1]
        assert "Does C return now" in screen_text(app)


async def test_the_home_screen_opens_the_lessons():
    app = PlytraceApp(HomeScreen(), ascii=False)
    async with app.run_test(size=(100, 30)) as pilot:
        await pilot.pause()
        app.screen.query_one("#line", Input).value = "tutorial"
        await pilot.pause()
        await press(app, pilot, "enter")
        await until(app, pilot, lambda: isinstance(app.screen, LessonListScreen))


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


@over("size", [(20, 5), (30, 7), (40, 9), (80, 10)], ms=150)
async def test_answer_line_is_visible_at_any_height(size):
    async with lesson_shown(page=1, text=SHEET, size=size) as (app, pilot):
        app.screen.query_one("#answer", Input).value = "A Q Z"
        await pilot.pause()
        assert "A Q Z" in screen_text(app)


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


@over(("name", "page"), ASKING, ms=150)
async def test_question_and_every_ply_of_its_tree_are_in_view_at_80x24(name, page):
    screen = LessonScreen(LessonSession(open_lesson(name), "seed"))
    app = PlytraceApp(screen)
    async with app.run_test(size=(80, 24)) as pilot:
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
    app = PlytraceApp(screen)
    async with app.run_test(size=(80, 24)) as pilot:
        await page_shown(pilot, screen, page)
        slips = [slip.text for slip in screen.session._now.ask.slips]
        for answer in answers or slips[:2]:
            await screen._answer(answer)
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


@over("size", [(120, 40), (200, 60)], ms=150)
@over(("name", "page"), ASKING)
async def test_wide_screen_has_text_and_question_in_one_column_beside_the_figure(name, page, size):
    screen = LessonScreen(LessonSession(open_lesson(name), "seed"))
    app = PlytraceApp(screen)
    async with app.run_test(size=size) as pilot:
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


async def test_typing_goes_on_in_the_answer_after_a_click_elsewhere():
    async with lesson_shown(page=3) as (app, pilot):
        line = app.screen.query_one("#answer", Input)
        await press(app, pilot, "C")
        await pilot.click("#said")
        app.screen.set_focus(None)
        await press(app, pilot, "p", "n", "space", "h")
        assert line.value == "Cpn h"
        assert line.has_focus
        assert text_of(app, "#status") == "page 4 of 6"
        assert app.screen.session.view.feedback is None


async def test_unreadable_answer_stays_in_the_line():
    async with lesson_shown(page=2) as (app, pilot):
        await typed(pilot, "perhaps")
        await press(app, pilot, "enter")
        assert "cannot be read" in message(app)
        assert app.screen.query_one("#answer", Input).value == "perhaps"
        assert app.screen.session.right + app.screen.session.wrong == 0


async def test_enter_alone_chooses_nothing():
    screen = LessonScreen(LessonSession(open_lesson("minimax"), "seed"))
    app = PlytraceApp(screen)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await press(app, pilot, "enter", "enter")
        await until(app, pilot, lambda: "Press 1 or 2 or 3" in message(app))
        assert screen.session.right + screen.session.wrong == 0
        await press(app, pilot, "down", "enter")
        await until(app, pilot, lambda: screen.session.view.feedback is not None)
        assert screen.session.right + screen.session.wrong == 1


async def test_submitted_answer_is_shown_and_the_previous_part_can_be_reopened():
    async with lesson_shown(page=1, text=SHEET) as (app, pilot):
        await typed(pilot, "A B")
        assert "visits: A B" in screen_text(app)
        await press(app, pilot, "f5")
        await pilot.pause()
        assert app.screen.query_one("#answer", Input).value == "A B"
        await press(app, pilot, "f5")
        await pilot.pause()
        assert text_of(app, "#status") == "page 1 of 2"


async def test_f2_shows_the_answer_to_a_part_and_the_footer_lists_the_keys():
    async with lesson_shown(page=1, text=SHEET, size=(99, 30)) as (
        app,
        pilot,
    ):  # the question has the whole width
        await until(app, pilot, lambda: "F2 answer" in footer(app))
        assert "Enter answer" in footer(app)
        assert "pass" not in footer(app)
        right = app.screen.session._exercise.right
        await press(app, pilot, "f2")
        await pilot.pause()
        shown = screen_text(app)
        assert f"The answer is {right}." in shown
        assert "No." not in shown
        assert app.screen.session.view.handed_in == (("visits", right),)


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


async def test_page_with_an_error_shows_a_message():
    async with lesson_shown(
        text="title: T\npages: [{about: lecture, at: returns Z, say: x}, {say: two}]\n"
    ) as (app, pilot):
        assert "This page cannot be shown" in screen_text(app)
        await press(app, pilot, "enter")
        await pilot.pause()
        assert "two" in screen_text(app)


async def test_help_explains_the_terms_of_the_page():
    text = "title: T\npages: [{say: Each ply of windows.}, {say: two}]\n"
    async with lesson_shown(text=text) as (app, pilot):
        await press(app, pilot, "f1")
        shown = screen_text(app)
        assert "Terms on this page" in shown
        assert "One move by one player" in shown
        assert "the pair of bounds" in shown
        await press(app, pilot, "escape", "enter", "f1")
        assert "Terms on this page" not in screen_text(app)


async def test_help_explains_the_terms_of_lists_and_choices_with_other_words_for_them():
    text = (
        "title: T\npages:\n- say: |\n    Two kinds:\n\n    - a playout\n    - the line\n"
        "  ask: Which?\n  choices:\n  - right: a leaf\n  - wrong: a root\n    because: no.\n"
    )
    async with lesson_shown(text=text, size=(80, 60)) as (app, pilot):
        await press(app, pilot, "f1")
        shown = " ".join(screen_text(app).replace("│", " ").split())
        for term in ("playout", "principal variation", "leaf", "root"):
            assert term in shown
        assert "Also: rollout, simulation." in shown


async def test_help_in_the_list_is_about_the_list_and_a_damaged_file_is_told(tmp_path):
    (tmp_path / "lessons.json").write_text("{broken")
    app = PlytraceApp(LessonListScreen(), ascii=False)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(
            app, pilot, lambda: any("could not be read" in n.message for n in app._notifications)
        )
        assert (tmp_path / "lessons.json.kept").read_text() == "{broken"
        await press(app, pilot, "f1")
        shown = screen_text(app)
        assert "a finished lesson" in shown
        assert "clicked node" not in shown


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
    ms=150,
)
def test_rows_are_divided_so_that_the_answer_line_fits(free, feedback, asked, answers, options):
    room = share_rows(free, feedback, asked, answers, **options)
    assert room.feedback + room.question + room.answers + options["fixed"] <= free
    assert min(room.feedback, room.question, room.answers) >= 0
    assert room.feedback <= feedback
    assert room.question <= asked
    assert room.question or not asked or free - 1 - room.answers <= 0


@over("size", [(120, 40), (80, 24), (60, 20), (40, 12)], ms=150)
async def test_choices_are_on_the_screen(size):
    async with lesson_shown(page=4, size=size) as (app, pilot):
        await until(app, pilot, lambda: "at most 2" in screen_text(app))
        assert "It is worth 2." in screen_text(app)
        letters = {text: letter for letter, text in app.screen.session.view.choices}
        await pilot.press(letters["It is worth 2."])  # wrong; a second try
        await until(app, pilot, lambda: "No." in screen_text(app))
        await until(app, pilot, lambda: "at most 2" in screen_text(app))


@over("keys", [("escape",), ("f6", "escape"), ("enter", "a", "escape")], ms=150)
async def test_lesson_can_be_left_from_a_question_at_once(keys):
    app = PlytraceApp(LessonListScreen(open_lesson("minimax")), ascii=False)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(app, pilot, lambda: isinstance(app.screen, LessonScreen))
        for key in keys:
            await pilot.press(key)
        await until(app, pilot, lambda: isinstance(app.screen, LessonListScreen))
        await pilot.pause(0.2)
        assert app.screen.query_one(OptionList).highlighted == lesson_names().index("minimax")
    assert app.return_code in (0, None)


async def test_wrong_choice_is_marked_and_then_both_answers_are_shown():
    async with lesson_shown(page=4) as (app, pilot):
        letters = {text: letter for letter, text in app.screen.session.view.choices}
        await press(app, pilot, letters["It is worth 2."])
        await pilot.pause()
        assert "✗ It is worth 2." in screen_text(app)
        assert "✗ It is worth at most 2." not in screen_text(app)


async def test_wrong_prediction_has_a_second_try_and_then_shows_both_answers():
    async with lesson_shown(page=2) as (app, pilot):
        await typed(pilot, "no")
        assert app.screen.session.view.question
        assert "2 ≤ 3" not in feedback_text(app)
        await typed(pilot, "no")
        shown = screen_text(app)
        assert "Your answer: 'no'. The answer is α." in shown
        assert "Enter continue" in shown


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


async def test_outline_fills_a_large_screen_and_explains_terms_after_the_answer():
    async with lesson_shown(
        page=4, text=TEXT.replace("What is known of C?", "What is the value of C?"), size=(160, 50)
    ) as (app, pilot):
        outline = app.screen.query_one(LessonOutline)
        assert outline.display
        shown = screen_text(app)
        assert "Pages  ·  ·  ?  ? [?] ?" in shown
        assert "In this lesson you learn to" in shown
        assert "say whether a node returns" in shown
        assert "backed-up value" not in shown
        await press(app, pilot, "a", "b")
        await pilot.pause()
        shown = screen_text(app)
        assert "[✓]" in shown
        assert "value:" in shown
    async with lesson_shown(page=4) as (app, pilot):
        assert not app.screen.query_one(LessonOutline).display


async def test_move_that_lost_a_game_is_marked():
    app = PlytraceApp(LessonScreen(LessonSession(open_lesson("why-search"), "s")), ascii=False)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert "✗" not in screen_text(app)
        await press(app, pilot, "1", "1")  # B, and a leaf below its smaller child
        await pilot.pause()
        assert re.search(r"1 +✗ B", screen_text(app))
        assert not re.search(r"2 +✗", screen_text(app))


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
