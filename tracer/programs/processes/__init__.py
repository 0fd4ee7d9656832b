"""The process of a program, seen from the grading process: start, answers, limits, end."""
