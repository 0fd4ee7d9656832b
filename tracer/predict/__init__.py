"""Predicting the next step: what is asked, what is right, and what a wrong answer comes from."""

from tracer.predict.judging import Verdict, judge
from tracer.predict.questions import Asks, Question, next_question
from tracer.predict.score import Answered, Score
from tracer.predict.suspecting import likeliest, suspects

__all__ = [
    "Answered",
    "Asks",
    "Question",
    "Score",
    "Verdict",
    "judge",
    "likeliest",
    "next_question",
    "suspects",
]
