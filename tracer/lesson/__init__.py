"""Lessons: read them, check their claims against the search, and guide a student through them.

This package decides the texts and questions; screens and plain terminals in `tui` show them. The
lessons themselves are files in `tui/lessons`.
"""

from __future__ import annotations

from tracer.lesson.page_file import Lesson, read_lesson
from tracer.lesson.progress import merge_progress
from tracer.lesson.session import LessonSession

__all__ = ["Lesson", "LessonSession", "merge_progress", "read_lesson"]
