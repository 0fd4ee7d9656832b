"""Lessons: what one says and asks, whether its claims hold, and how a student sits through it."""

from __future__ import annotations

from tracer.lesson.model import Lesson
from tracer.lesson.reading import read_lesson
from tracer.lesson.sitting import Sitting

__all__ = ["Lesson", "Sitting", "read_lesson"]
