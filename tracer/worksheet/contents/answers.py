"""The right answers as a student would write them, and those that common mistakes lead to."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any, Final

from engine.errors import UsageError
from tracer.answers.answers import Answers
from tracer.answers.common_order import common_beginning
from tracer.marking.facts.numbers import NumbersItem
from tracer.marking.grading.accepted_conventions import ProblemVersion
from tracer.marking.grading.grader import Grader
from tracer.marking.grading.make_grader import OneGrader
from tracer.marking.grading.problem_grader import FactGrader
from tracer.marking.reading.sheet import Sheet
from tracer.marking.results.record import MarkedSheet, NamedMisconception
from tracer.mistakes import MISCONCEPTIONS, MISTAKES
from tracer.questions import PARTS
from tracer.questions.claims import shown_value
from tracer.questions.cutoff_entries import ClaimedCut
from tracer.questions.cutoffs import Cutoffs
from tracer.questions.fact_item import FactItem
from tracer.questions.items import Form, find_row
from tracer.questions.visits import Visits
from tracer.text.numbers import show_number, show_score
from tracer.text.printable_text import show_names
from tracer.worksheet.contents.model import Answer
from tracer.worksheet.rendering import md_text

#: The largest number of entries in an answer: no one writes more by hand.
MOST_ANSWERED: Final = 2_000


def answer_to(
    part: str, version: ProblemVersion, counts: Sequence[str] = (), answers: Answers | None = None
) -> Answer:
    """Return the right answer to a part, or the answer that other results give."""
    answers, rules = answers or version.answers, version.rules
    claim = PARTS[part].wrote(answers, rules)
    if find_row(part).form is Form.COUNTS:
        claim = {name: answers.counts[name] for name in counts}
    if not isinstance(claim, str | float) and len(claim) > MOST_ANSWERED:
        raise UsageError(
            f"{part} would have {len(claim):,} entries",
            expected=f"at most {MOST_ANSWERED:,}",
            hint="Give the problem a depth:, or let it ask for counts",
        )
    return Answer(PARTS[part].show(claim), tuple(_list_cells(claim)), _remark_on(part, answers))


def _list_cells(claim: Any) -> Iterator[tuple[str, ...]]:
    """Yield the rows of the table that a claim fills in: one per node, count or cutoff."""
    if isinstance(claim, Mapping):
        for name, said in claim.items():
            is_window = type(said) is tuple
            yield name, *(map(show_number, said) if is_window else [shown_value(said)])
    elif isinstance(claim, tuple):
        for cut in claim:
            if isinstance(cut, ClaimedCut):  # names in order, and vectors, have no table
                ends = (show_number(end) for end in (cut.alpha, cut.beta) if end is not None)
                yield cut.at, *ends, show_names(cut.skipped or ())


def _remark_on(part: str, answers: Answers) -> str:
    """Return where the test succeeds without pruning anything, beside the cutoffs."""
    places = ", ".join(cut.at for cut in answers.cuts if not cut.skipped)
    if part != Cutoffs.name or not places:
        return ""
    return (
        f"The cutoff test succeeds only after the last child, so nothing is pruned, at: {places}."
    )


# The right answers to problems without a search, as a student would write them.


def answer_of(item: FactItem[Any]) -> Answer:
    """Return the right answer to an item."""
    text = item.show(item.right)
    if item.is_list or item.rows:
        text = "\n".join(item.entries(item.right)) or "none"
    return Answer(text, item.rows, item.remark)


def numbers_of(grader: OneGrader) -> NumbersItem:
    """Return the part of a problem about a letter."""
    assert isinstance(grader, FactGrader), "the grader of a letter"
    part = grader.items[NumbersItem.name]
    assert isinstance(part, NumbersItem), "the part of a letter"
    return part


# Common mistakes ------------------------------------------------------------------------------

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
    """The answers that one or several misconceptions lead to, and what the grader says of them."""

    answers: Mapping[str, Answer]
    marked: MarkedSheet


def common_mistakes(grader: OneGrader, counts: Sequence[str]) -> list[CommonMistake]:
    """Return the mistakes that show in a problem, the most usual first.

    A mistake is included if `plytrace check` names it for its answers. Misconceptions with the same
    answers are one mistake.
    """
    if not isinstance(grader, Grader):
        part = numbers_of(grader)
        claims = (claim for claim, _ in islice(part.mistaken(), _MOST_MISTAKES))
        return [_mark_mistake(grader, {part.name: Answer(part.show(claim))}) for claim in claims]
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
            mistake = _mark_mistake(grader, answers)
            named = {finding.slug for finding in mistake.marked.findings}
            if slug in named:
                found.append(mistake)
                listed |= named
                break
            tries -= 1
            if not tries:
                break
        if len(found) == _MOST_MISTAKES:
            break
    return found


def _mark_mistake(grader: OneGrader, answers: Mapping[str, Answer]) -> CommonMistake:
    """Return answers with what the grader says of them."""
    texts = {part: answer.text for part, answer in answers.items()}
    return CommonMistake(answers, grader.mark(Sheet("mistake", answers=texts)))


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


def list_mistakes(grader: OneGrader, counts: Sequence[str], right: Mapping[str, Answer]) -> str:
    """Return the common mistakes of a problem in Markdown; empty if there are none."""
    lines: list[str] = []
    for mistake in common_mistakes(grader, counts):
        marked = mistake.marked
        lines.append(f"- {_title(marked.findings)}")
        lines += (f"  - {line}" for line in _differences(mistake.answers, grader, right))
        earned = show_score(marked.score, marked.most)
        lines.append(f"  - Earns {earned} point{'' if marked.most == 1 else 's'}.")
    return "\n".join(lines)


def _one_of(titles: Sequence[str]) -> str:
    """Return the titles of misconceptions with the same answers; of many, only the first."""
    listed = _first([f"**{md_text(title)}**" for title in titles], _MOST_TITLES)
    return f"One of these: {'; '.join(listed)}."


def _title(named: Sequence[NamedMisconception]) -> str:
    """Name the misconception, and explain it if it is the only one with these answers."""
    if len(named) > 1:
        return _one_of([MISTAKES[one.slug].title for one in named])
    title, _, explanation = named[0].message.partition(". ")
    return f"**{md_text(title)}.** {md_text(explanation)}"


def _differences(
    answers: Mapping[str, Answer], grader: OneGrader, right: Mapping[str, Answer]
) -> Iterator[str]:
    """Yield the answers to each part that differ from the right ones."""
    for part, written in answers.items():
        if written.text == right[part].text:
            continue
        text = "; ".join(_first(written.text.split("; ")))
        if part == Visits.name:
            joint = ", " if grader.has_spaced_names else " "
            text = _visits(written.text, right[part].text, joint)
        elif written.cells and find_row(part).form is not Form.CUTOFFS:
            text = _changed(written, right[part])
        yield f"**{part}**: {md_text(text)}"


def _visits(wrong_text: str, right_text: str, joint: str) -> str:
    """Return wrong visits, from shortly before the first difference if they are many."""
    wrong, right = wrong_text.split(joint), right_text.split(joint)
    first = common_beginning(wrong, right)
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
    missing = [name for name in known if name not in given]
    listed = [*_first(entries), *([f"nothing for {', '.join(_first(missing))}"] if missing else [])]
    return ", ".join(listed)


def _first(entries: Sequence[str], most: int = _MOST_CHANGED) -> list[str]:
    """Return the first entries, and the number of the others."""
    more = len(entries) - most
    return [*entries[:most], *([f"{more} more"] if more > 0 else [])]
