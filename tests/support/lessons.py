"""Lessons of a few pages."""

from tracer.lesson.page_file import Lesson, read_lesson
from tracer.lesson.session import LessonSession

#: The search that most of these lessons are about.
LECTURE = "{source: lecture, search: alphabeta}"


def lesson_of(pages: str, about: str = LECTURE) -> Lesson:
    """Return a lesson with these pages, which begin in line 5, or 4 if it is about nothing."""
    head = f"about: {about}\n" if about else ""
    return read_lesson(f"title: T\nsummary: S\n{head}pages:\n{pages}", "01-test.yaml")


def all_pages(lesson: Lesson):
    """Yield a session at each page of a lesson, whatever has been answered there, and the view."""
    session = LessonSession(lesson, "s")
    yield session, session.view
    while session.skip():
        yield session, session.view
