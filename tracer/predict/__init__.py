"""Predict the next step: questions, and right answers.

The kinds of question are in `kinds`; `typed` reads typed answers. The HTML page and lessons ask the
questions; all their texts are here.
"""

from tracer.predict.asking import judge, next_question, seek_question
from tracer.predict.kinds import KINDS, Question, QuestionKind, Verdict

__all__ = [
    "KINDS",
    "Question",
    "QuestionKind",
    "Verdict",
    "judge",
    "next_question",
    "seek_question",
]
