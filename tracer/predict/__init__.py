"""Predict the next step: questions, right answers, and causes of wrong answers.

The kinds of question are in `kinds`; `typed` reads typed answers. Screens, the HTML page and
lessons ask the questions; all their texts are here.
"""

from tracer.predict.asking import judge, next_question, seek_question
from tracer.predict.kinds import KINDS, Question, QuestionKind, Verdict
from tracer.predict.score import Answered, Score, answered
from tracer.predict.suspects import likeliest, suspects

__all__ = [
    "KINDS",
    "Answered",
    "Question",
    "QuestionKind",
    "Score",
    "Verdict",
    "answered",
    "judge",
    "likeliest",
    "next_question",
    "seek_question",
    "suspects",
]
