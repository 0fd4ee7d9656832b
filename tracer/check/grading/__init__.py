"""Grading: marks, diagnosis and feedback.

A grader is made from a key and marks sheets. `parts` compares answers, `tracer.misconceptions`
defines mistakes, and `results` writes the records of marked sheets.
"""
