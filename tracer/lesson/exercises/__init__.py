"""Exercises: the kinds of topics, one file each, and a student's way through an exercise.

The questions of single pages are in `tracer.lesson.questions`.
"""
