"""Questions of pages: one file for each kind, the facts of a search, and the feedback.

Exercises, which repeat questions on new trees, are in `tracer.lesson.exercises`.
"""
