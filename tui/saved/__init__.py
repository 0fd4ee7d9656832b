"""Data kept between two runs: settings, lesson progress, scores, matches, recent sources.

Saved traces are in `tracer.archive`, since they do not belong to one user.
"""
