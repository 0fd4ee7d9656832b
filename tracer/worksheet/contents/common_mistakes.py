"""The common mistakes for a tree: what a student with a misconception would have written."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Final

from engine.errors import UsageError
from tracer.answers.answers import Answers
from tracer.marking.grading.grader import Grader
from tracer.marking.grading.make_grader import OneGrader
from tracer.marking.reading.sheet import Sheet
from tracer.marking.results.record import MarkedSheet, NamedMisconception
from tracer.mistakes import MISCONCEPTIONS, MISTAKES
from tracer.text.numbers import show_number
from tracer.worksheet.contents.answers import answer_to, numbers_of
from tracer.worksheet.contents.model import Answer
from tracer.worksheet.contents.statements import format_points
from tracer.worksheet.rendering import md_text

#: Mistakes in a key, at most.
_MOST_MISTAKES: Final = 6
#: Readings of a misconception that are marked, at most.
_MOST_MARKED: Final = 3
#: Misconceptions with the same answers that are listed by title, at most.
_MOST_TITLES: Final = 4
#: Visits that are shown whole, and those shown before the first difference in a longer list.
_MOST_VISITS: Final = 40
_VISITS_BEFORE: Final = 3
#: Changed or missing entries of nodes that are listed, and cutoffs.
_MOST_CHANGED: Final = 12


@dataclass(frozen=True)
class CommonMistake:
    """The answers that one or several misconceptions lead to."""

    named: tuple[NamedMisconception, ...]
    answers: Mapping[str, Answer]
    visits: Sequence[str]
    marked: MarkedSheet


def common_mistakes(grader: Grader, counts: Sequence[str]) -> list[CommonMistake]:
    """Return the mistakes that show in a problem, the most usual first.

    A mistake is included if `plytrace check` names it for its answers. Misconceptions with the same
    answers are one mistake.
    """
    version = grader.preferred
    if version.trace.uses_playouts:
        return []
    seen = {_texts(_answers(grader, counts, version.answers))}
    found: list[CommonMistake] = []
    listed: set[str] = set()
    for slug, misconception in MISCONCEPTIONS.items():
        if slug in listed:
            continue
        tries = _MOST_MARKED
        for reading in misconception.readings(version.task):
            answers = _answers(grader, counts, reading.answers)
            texts = _texts(answers)
            if not answers or texts in seen:
                continue
            seen.add(texts)
            sheet = Sheet("mistake", answers={part: one.text for part, one in answers.items()})
            marked = grader.mark(sheet)
            named = {one.slug for one in marked.findings}
            if slug in named:
                found.append(
                    CommonMistake(marked.findings, answers, reading.answers.visits, marked)
                )
                listed |= named
                break
            tries -= 1
            if not tries:
                break
        if len(found) == _MOST_MISTAKES:
            break
    return found


def _answers(grader: Grader, counts: Sequence[str], answers: Answers) -> dict[str, Answer]:
    """Return the answers to all parts as a student writes them; empty if they are too long."""
    version = grader.preferred
    try:
        return {
            part: answer_to(part, version, counts, answers) for part in grader.problem.parts or ()
        }
    except UsageError:
        return {}


def _texts(answers: Mapping[str, Answer]) -> tuple[str, ...]:
    return tuple(one.text for one in answers.values())


def list_mistakes(grader: Grader, counts: Sequence[str], right: Mapping[str, Answer]) -> str:
    """Return the common mistakes of a problem in Markdown; empty if there are none."""
    lines: list[str] = []
    for mistake in common_mistakes(grader, counts):
        lines.append(f"- {_title(mistake)}")
        lines += (f"  - {line}" for line in _differences(mistake, grader, right))
        earned, most = show_number(round(mistake.marked.score, 2)), mistake.marked.most
        lines.append(f"  - Earns {earned} of {format_points(most)}.")
    return "\n".join(lines)


def list_letter_mistakes(grader: OneGrader) -> str:
    """Return the common mistakes of a question about a letter in Markdown."""
    part = numbers_of(grader)
    points = format_points((grader.problem.parts or {part.name: 1.0})[part.name])
    lines: list[str] = []
    for claim, slugs in islice(part.mistaken(), _MOST_MISTAKES):
        if len(slugs) == 1:
            one = MISTAKES[slugs[0]]
            title = (
                f"**{md_text(one.title[:1].upper() + one.title[1:])}.** {md_text(one.explanation)}"
            )
        else:
            title = _one_of([MISTAKES[slug].title for slug in slugs])
        lines += [
            f"- {title}",
            f"  - **{part.name}**: {md_text(part.show(claim))}",
            f"  - Earns 0 of {points}.",
        ]
    return "\n".join(lines)


def _one_of(titles: Sequence[str]) -> str:
    """Return the titles of misconceptions with the same answers; of many, only the first."""
    listed = [f"**{md_text(title)}**" for title in titles]
    more = len(listed) - _MOST_TITLES
    listed[_MOST_TITLES:] = [f"{more} more"] if more > 0 else []
    return f"One of these: {'; '.join(listed)}."


def _title(mistake: CommonMistake) -> str:
    """Name the misconception, and explain it if it is the only one with these answers."""
    if len(mistake.named) > 1:
        return _one_of([MISCONCEPTIONS[one.slug].title for one in mistake.named])
    title, _, explanation = mistake.named[0].message.partition(". ")
    return f"**{md_text(title)}.** {md_text(explanation)}"


def _differences(
    mistake: CommonMistake, grader: Grader, right: Mapping[str, Answer]
) -> Iterator[str]:
    """Yield the answers to each part that differ from the right ones."""
    for part, written in mistake.answers.items():
        if written.text == right[part].text:
            continue
        text = "; ".join(_first(written.text.splitlines()))
        if part == "visits":
            text = _visits(mistake.visits, grader.preferred.answers.visits)
        elif written.cells and part != "cutoffs":
            text = _changed(written, right[part])
        yield f"**{part}**: {md_text(text)}"


def _visits(wrong: Sequence[str], right: Sequence[str]) -> str:
    """Return wrong visits, from shortly before the first difference if they are many."""
    pairs = enumerate(zip(wrong, right, strict=False))
    first = next((n for n, (one, other) in pairs if one != other), min(len(wrong), len(right)))
    joint = ", " if any(" " in name for name in wrong) else " "
    begin = 0 if len(wrong) <= _MOST_VISITS else max(0, first - _VISITS_BEFORE)
    text = joint.join(wrong[begin : begin + _MOST_VISITS])
    after = f"{joint}…" if begin + _MOST_VISITS < len(wrong) else ""
    return f"{f'…{joint}' if begin else ''}{text}{after}"


def _changed(written: Answer, right: Answer) -> str:
    """Return the entries of nodes or counts that differ, and the missing ones."""
    known = {row[0]: row[1:] for row in right.cells}
    given = {row[0]: row[1:] for row in written.cells}
    entries = [
        f"{name} = {cells[0]}" if len(cells) == 1 else f"{name} ({', '.join(cells)})"
        for name, cells in given.items()
        if cells != known.get(name)
    ]
    missing = [name for name, cells in known.items() if name not in given and "–" not in cells]
    listed = [*_first(entries), *([f"nothing for {', '.join(_first(missing))}"] if missing else [])]
    return ", ".join(listed)


def _first(entries: Sequence[str]) -> list[str]:
    """Return the first entries, and the number of the others."""
    more = len(entries) - _MOST_CHANGED
    return [*entries[:_MOST_CHANGED], *([f"{more} more"] if more > 0 else [])]
