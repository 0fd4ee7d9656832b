"""The process of a program, seen from the grading process: start, answers, limits, end.

The code that runs inside that process is in `tracer.programs.child`.
"""
