"""Predicting the next step: what is asked, what is right, and what a wrong answer comes from."""

from tracer.predict.fingerprint import search_key
from tracer.predict.judging import Verdict, judge
from tracer.predict.questions import ALL_KINDS, Asks, Question, next_question, seek_question
from tracer.predict.score import Answered, Score, answered
from tracer.predict.suspecting import likeliest, suspects

__all__ = [
    "ALL_KINDS",
    "Answered",
    "Asks",
    "Question",
    "Score",
    "Verdict",
    "answered",
    "judge",
    "likeliest",
    "next_question",
    "search_key",
    "seek_question",
    "suspects",
]
