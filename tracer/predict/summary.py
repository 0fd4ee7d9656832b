"""A summary of the mistakes in predictions, for the student and the instructor."""

from __future__ import annotations

import csv
from dataclasses import dataclass
from io import StringIO
from itertools import groupby

from tracer.misconceptions import MISTAKES
from tracer.predict.score import Answered, Score
from tracer.predict.suspects import likeliest
from tracer.text.printable_text import csv_cell

#: Largest number of misconceptions in a summary.
_MOST = 3


@dataclass(frozen=True, slots=True)
class Pattern:
    """A misconception that may explain wrong answers."""

    title: str
    explanation: str
    hint: str
    count: int


@dataclass(frozen=True, slots=True)
class Group:
    """The wrong answers of one kind."""

    kind: str
    mistakes: tuple[tuple[Answered, str], ...]


@dataclass(frozen=True, slots=True)
class Summary:
    """A score and its mistakes."""

    text: str
    by_question: str
    patterns: tuple[Pattern, ...]
    groups: tuple[Group, ...]


def summary_of(score: Score) -> Summary:
    """Summarise a score."""
    rows = [f"{asks}: {right} of {asked}" for asks, asked, right in score.by_kind()]
    groups = tuple(
        Group(kind, tuple((one, _mistake_text(score, one)) for one in mistakes))
        for kind, mistakes in groupby(score.mistakes(), key=lambda one: one.kind)
    )
    return Summary(score.text, " · ".join(rows), tuple(_patterns(score)), groups)


def _patterns(score: Score) -> list[Pattern]:
    """Find the misconceptions that fit most wrong answers, then most of the rest, and so on.

    A single slip may fit a dozen. A misconception is listed only if it fits two slips, or if it is
    the only one that fits a slip.
    """
    left = [one.alike for one in score.mistakes() if one.alike]
    patterns: list[Pattern] = []
    while left and len(patterns) < _MOST:
        slug = likeliest(left)
        fitting = [alike for alike in left if slug in alike]
        left = [alike for alike in left if slug not in alike]
        one = MISTAKES.get(slug)
        if one is not None and (len(fitting) > 1 or len(fitting[0]) == 1):
            patterns.append(Pattern(one.title, one.explanation, one.hint, len(fitting)))
    return patterns


def _mistake_text(score: Score, one: Answered) -> str:
    answer = f"“{one.answer}”" if one.answer else "no answer"
    node = f" of {one.node}" if one.node and one.asks != "next node" else ""
    since = " (right since)" if score.is_mended(one) else ""
    return f"step {one.step:,}, {one.asks}{node}: {answer}, right: {one.right}{since}"


def as_text(score: Score, title: str) -> str:
    """Format a score as plain text, to hand in or to read later."""
    summary = summary_of(score)
    lines = [title, f"{summary.text}", summary.by_question]
    for one in summary.patterns:
        lines += ["", f"{one.count} × {one.title}", one.explanation, one.hint]
    for group in summary.groups:
        lines += ["", f"{group.kind} ({len(group.mistakes)})"]
        lines += [f"  {text}" for _, text in group.mistakes]
    return "\n".join(line.rstrip() for line in lines) + "\n"


def as_csv(score: Score) -> str:
    """Format all answers as a CSV table, in the order in which they were given."""
    out = StringIO()
    rows = csv.writer(out, lineterminator="\n")
    rows.writerow(("step", "asks", "node", "answer", "right_answer", "right", "kind", "alike"))
    for one in score.answers:
        texts = (one.asks, one.node, one.answer, one.right)
        cells = map(csv_cell, texts)
        right = "" if one.is_skipped else int(one.is_right)
        rows.writerow((one.step, *cells, right, one.kind, " ".join(one.alike)))
    return out.getvalue()
