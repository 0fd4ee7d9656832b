"""A new lesson is one file: it is in the list, on the screen, and in the terminal."""

from tests.new_things.test_new_lesson import new_lesson
from tests.support.screens import press, run_app, screen_text
from tui import lessons
from tui.app import PlytraceApp
from tui.screens.lessons.lesson_list_screen import LessonListScreen


async def test_new_lesson_is_on_the_screen():
    async with run_app(PlytraceApp(LessonListScreen()), (100, 40)) as (app, pilot):
        await press(app, pilot, *["down"] * (len(lessons.lesson_names()) - 1))
        assert "A lesson that is new" in screen_text(app)
        assert "It was not there before." in screen_text(app)
        await press(app, pilot, "enter")
        assert "So it begins, and so it ends." in screen_text(app)
