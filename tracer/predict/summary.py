"""What went wrong in predictions, for the person who predicted and for who teaches them."""

from __future__ import annotations

import csv
from dataclasses import dataclass
from io import StringIO
from itertools import groupby

from tracer.predict.score import Answered, Score
from tracer.predict.suspecting import likeliest
from tracer.spreadsheets import cell_of

__all__ = ["Group", "Pattern", "Summary", "as_csv", "as_text", "summary_of"]

#: Misconceptions that are named.
_MOST = 3


@dataclass(frozen=True, slots=True)
class Pattern:
    """A misconception that wrong answers may come from.

    Args:
        title: what it is called.
        explanation: what it is.
        hint: a question that leads out of it.
        count: how many wrong answers fit it.
    """

    title: str
    explanation: str
    hint: str
    count: int


@dataclass(frozen=True, slots=True)
class Group:
    """The wrong answers of one kind.

    Args:
        kind: what went wrong, in a few words.
        mistakes: each with what is told of it, in the order of their steps.
    """

    kind: str
    mistakes: tuple[tuple[Answered, str], ...]


@dataclass(frozen=True, slots=True)
class Summary:
    """A score, and what went wrong.

    Args:
        told: the score in a few words.
        by_question: the same for every kind of question.
        patterns: what most wrong answers may come from, the likeliest first.
        groups: the wrong answers by kind, the most frequent first.
    """

    told: str
    by_question: str
    patterns: tuple[Pattern, ...]
    groups: tuple[Group, ...]


def summary_of(score: Score) -> Summary:
    """What is told of a score."""
    rows = [f"{asks}: {right} of {asked}" for asks, asked, right in score.by_kind()]
    groups = tuple(
        Group(kind, tuple((one, _told(score, one)) for one in mistakes))
        for kind, mistakes in groupby(score.mistakes(), key=lambda one: one.kind)
    )
    return Summary(score.told, " · ".join(rows), tuple(_patterns(score)), groups)


def _patterns(score: Score) -> list[Pattern]:
    """The misconceptions that fit most wrong answers; of the rest those that fit most, and so on.

    A single slip may come from a dozen: only what two of them have in common is named, or what is
    the only one to lead to an answer.
    """
    from tracer.check.misconceptions import MISCONCEPTIONS  # late: who predicts need not wait

    left = [one.alike for one in score.mistakes() if one.alike]
    patterns: list[Pattern] = []
    while left and len(patterns) < _MOST:
        slug = likeliest(left)
        fitting = [alike for alike in left if slug in alike]
        left = [alike for alike in left if slug not in alike]
        one = MISCONCEPTIONS.get(slug)
        if one is not None and (len(fitting) > 1 or len(fitting[0]) == 1):
            patterns.append(Pattern(one.title, one.explanation, one.hint, len(fitting)))
    return patterns


def _told(score: Score, one: Answered) -> str:
    answer = f"“{one.answer}”" if one.answer else "no answer"
    node = f" of {one.node}" if one.node and one.asks != "next node" else ""
    since = " (right since)" if score.is_mended(one) else ""
    return f"step {one.step:,}, {one.asks}{node}: {answer}, right: {one.right}{since}"


def as_text(score: Score, title: str) -> str:
    """A score as plain text, to be handed in or read again.

    Args:
        score: the score.
        title: what was searched, and how.
    """
    summary = summary_of(score)
    lines = [title, f"{summary.told}", summary.by_question]
    for one in summary.patterns:
        lines += ["", f"{one.count} × {one.title}", one.explanation, one.hint]
    for group in summary.groups:
        lines += ["", f"{group.kind} ({len(group.mistakes)})"]
        lines += [f"  {told}" for _, told in group.mistakes]
    return "\n".join(line.rstrip() for line in lines) + "\n"


def as_csv(score: Score) -> str:
    """Every answer as a row of a table, in the order in which they were given."""
    out = StringIO()
    rows = csv.writer(out, lineterminator="\n")
    rows.writerow(("step", "asks", "node", "answer", "right_answer", "right", "kind", "alike"))
    for one in score.answers:
        texts = (one.asks, one.node, one.answer, one.right)
        cells = map(cell_of, texts)
        rows.writerow((one.step, *cells, int(one.is_right), one.kind, " ".join(one.alike)))
    return out.getvalue()
