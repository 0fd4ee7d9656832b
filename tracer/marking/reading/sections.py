"""Split a sheet about a problem set into one section per problem."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain, groupby, pairwise
from typing import Any, Final

from tracer.marking.reading.formats import sheet_of, sheet_of_text
from tracer.marking.reading.headings import (
    ALONE,
    BARE,
    LETTERED,
    LISTED,
    PROBLEM,
    TITLED,
    WITH_PART,
    Heading,
    begins_with_part,
    drop_number_of_homework,
    find_base,
    heading_of,
    is_all_problems,
    lettered_heading,
    numbered,
)
from tracer.marking.reading.labelled_answers import may_contradict
from tracer.marking.reading.part_names import is_name_of_part
from tracer.marking.reading.plain_text import ENTRIES
from tracer.marking.reading.sheet import Answer, Sheet, SheetLine, reason_for
from tracer.marking.reading.unread_lines import has_number
from tracer.questions.cutoffs import Cutoffs
from tracer.questions.leaves import Pruned
from trees.text import quote

#: Problems that are named in a message.
_MOST_NAMED: Final = 8
#: Characters of a node that may be an answer; a title is longer.
_LONGEST_NAME: Final = 2


def split_sheet(
    sheet: Sheet,
    parts_by_problem: Mapping[str, Collection[str] | None],
    *,
    title: str = "",
    titles: Mapping[str, str] | None = None,
) -> Sheet:
    """Return a sheet with its sections, or with the reason why it has none.

    `parts_by_problem` has the parts of each problem, or None for the usual ones.
    """
    split = (
        sheet
        if sheet.sections is not None
        else _split(sheet, parts_by_problem, title, titles or {})
    )
    if not sheet.corrections:
        return split
    sections = _correct_sections(split, [*parts_by_problem])
    return replace(split, sections=sections, student=split.student or sheet.student, error="")


def is_blank(section: Sheet) -> bool:
    """Return whether there is nothing below the heading of a problem, not even a label."""
    return not (section.answers or section.unlabelled or section.row_numbers or section.error)


def begins_with_number(line: int, whole: object, number: str) -> bool:
    """Return whether a line begins with the number of a problem, on the sheet as it was written.

    Args:
        line: the number of a line, from 1; 0 for none.
        whole: the text of the sheet; a map has no lines.
        number: the number of the problem.
    """
    lines = whole.splitlines() if isinstance(whole, str) else []
    text = "".join(lines[line - 1 : line]) if line else ""
    key = numbered(text.strip(" *#_>-"))
    return key is not None and number in (key[0], find_base(key[0]))


def _correct_sections(split: Sheet, numbers: Sequence[str]) -> dict[str, Sheet]:
    """Return the sections of a sheet with the answers that a person read."""
    sections = split.sections or {}
    corrections: dict[str, dict[str, str]] = {number: {} for number in numbers}
    for label, text in split.corrections.items():
        number, _, part = label.partition(" ")
        corrections.setdefault(number, {})[part] = text
    return {
        number: replace(
            sections.get(number) or Sheet(split.name, error=split.error),
            corrections=corrections[number],
        )
        for number in numbers
        if split.error or number in sections or corrections[number]
    }


def _split(
    sheet: Sheet,
    parts_by_problem: Mapping[str, Collection[str] | None],
    title: str,
    titles: Mapping[str, str],
) -> Sheet:
    """Return a sheet with the sections that its text or its map has."""
    numbers = [*parts_by_problem]
    whole = sheet.whole
    if isinstance(whole, str):
        head, found = _of_text(whole, sheet.name, parts_by_problem, titles)
    elif whole is not None:
        head, found = _of_map(whole, sheet.name, numbers)
    else:
        head, found = sheet, {}
    if not found:
        return _unsectioned(sheet, numbers)
    everybody = [head, *found.values()]
    students = {" ".join(one.student.split()): None for one in everybody if one.student}
    variants = {" ".join(one.variant.split()): None for one in everybody if one.variant}
    for kind, said in (("students", students), ("variants", variants)):
        if len(said) > 1:
            named = " and ".join(quote(one, 30) for one in [*said][:2])
            return replace(sheet, error=f"{sheet.name}: two {kind}, {named}; expected one")
    if head.error:
        return replace(sheet, error=head.error)
    others = {number: one for number, one in found.items() if number not in numbers}
    stray = [*_stray_lines(head, others, title)]
    unknown = [
        number
        for number, one in others.items()
        if number and (not _is_above(number, numbers) or one.answers or one.unlabelled)
    ]
    unread = (*head.unread, *(line for line, _ in stray))
    elsewhere = {
        number: [*_lines_of_other_parts(number, found, parts_by_problem)] for number in numbers
    }
    notes = dict.fromkeys(note for _, note in stray if note)
    return replace(
        sheet,
        sections={
            number: replace(one, outside=(*unread, *elsewhere[number]))
            for number in numbers
            if unread or number in found or elsewhere[number]
            for one in [found.get(number, Sheet(sheet.name))]
        },
        student=next(iter(students), ""),
        variant=next(iter(variants), ""),
        notes=(*notes, *_notes_of_others(unknown, numbers)),
        error="",
    )


def _unsectioned(sheet: Sheet, numbers: Sequence[str]) -> Sheet:
    """Return a sheet that names no problem, which is fine if there is only one."""
    if len(numbers) == 1:
        return replace(sheet, sections={numbers[0]: sheet}, notes=(), error="")
    if sheet.error and sheet.whole is None:
        return sheet
    named = ", ".join(numbers[:_MOST_NAMED]) + (", …" if len(numbers) > _MOST_NAMED else "")
    error = (
        f"{sheet.name}: it does not say which of the problems {named} its answers are for; "
        f"expected a line such as Problem {numbers[0]} before the answers to each"
    )
    return replace(sheet, error=error)


# Text -----------------------------------------------------------------------------------------


def _of_text(
    text: str,
    name: str,
    parts_by_problem: Mapping[str, Collection[str] | None],
    titles: Mapping[str, str],
) -> tuple[Sheet, dict[str, Sheet]]:
    """Split text into the part before the first section and the sections."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    numbers = [*parts_by_problem]
    lines = drop_number_of_homework(lines, numbers)
    headings = _headings(lines, numbers)
    if not headings:
        return Sheet(name), {}
    ends = [*[at for at, _ in headings][1:], len(lines)]
    # Sections keep their lines where they are, so that their numbers stay.
    parts: dict[str, list[str]] = {}
    doubts: list[SheetLine] = []
    for (at, heading), end in zip(headings, ends, strict=True):
        is_word = _bare(lines[at]).isalnum()
        if not heading.number or (heading.number in parts and is_word):  # the node Q1, maybe
            doubts.append(SheetLine(at + 1, lines[at].strip()))
        mine = parts.setdefault(heading.number, [""] * len(lines))
        mine[at] = _first_line(heading, titles, numbers) if heading.number else ""
        mine[at + 1 : end] = lines[at + 1 : end]
    head = sheet_of_text("\n".join(lines[: headings[0][0]]), name, ".txt")
    sections = {
        number: sheet_of_text("\n".join(mine), name, ".txt") for number, mine in parts.items()
    }
    lettered = {find_base(heading.number) for _, heading in headings if heading.kind == LETTERED}
    groups: dict[str, dict[str, Sheet]] = {}
    for at, heading in headings:
        base = find_base(heading.number)
        if heading.number in numbers and (base in lettered or heading.kind != PROBLEM):
            section = sections[heading.number]
            rest = tuple(line for line in section.unlabelled if line.number != at + 1)
            group = groups.setdefault(base if base in lettered else "", {})
            group[heading.number] = (
                replace(section, unlabelled=rest) if heading.kind == TITLED else section
            )
    if any(_may_be_one(group, parts_by_problem) for group in groups.values()):
        return Sheet(name), {}
    return replace(head, unread=(*head.unread, *doubts)), sections


def _may_be_one(
    sections: Mapping[str, Sheet], parts_by_problem: Mapping[str, Collection[str] | None]
) -> bool:
    """Return whether sections may be the parts of one problem, as in `1. visits: …, 2. move: B`."""
    labels = [part for section in sections.values() for part in section.answers]
    wholes = {number: {*(parts_by_problem.get(number) or ())} for number in sections}
    return (
        len(sections) > 1
        and len({*labels}) == len(labels)
        and any({*labels} <= parts for parts in wholes.values())
        and all(
            0 < len(section.answers) + len(section.unlabelled) < len(wholes[number])
            for number, section in sections.items()
        )
    )


def _headings(lines: Sequence[str], numbers: Sequence[str]) -> list[tuple[int, Heading]]:
    """Return the lines that head sections; without a number if they only may.

    The kind of heading that is clearest on this sheet is taken. A sheet that says Problem 1 and
    below it Question 1 and Question 2 has questions inside of the problem; one that says Problem 1
    and Question 2 calls its problems by two words.
    """
    by_kind: dict[int, list[tuple[int, Heading]]] = {}
    for at, line in enumerate(lines):
        heading = heading_of(_bare(line), numbers)
        if heading and not (heading.kind in (TITLED, BARE) and _is_below_label(lines[:at])):
            by_kind.setdefault(heading.kind, []).append((at, heading))
    # With 1a and 1b, the heading Problem 1 may be above a) and b).
    pairs = ((find_base(number), number) for number in numbers)
    order = [*dict.fromkeys(chain(*pairs))]
    chosen: list[tuple[int, Heading]] = []
    doubted: list[tuple[int, Heading]] = []
    for kind in sorted(by_kind):
        here = {heading.number for _, heading in by_kind[kind]}
        is_inside = here & {heading.number for _, heading in chosen} and not all(
            heading.is_label for _, heading in chain(chosen, by_kind[kind])
        )
        if here.isdisjoint(order) or is_inside:
            continue  # of no problem, or questions inside of one
        is_list = kind == LISTED and doubted  # below headings that are not read
        if not is_list and _are_sure(by_kind[kind], chosen, order, numbers):
            chosen += by_kind[kind]
        elif kind not in (TITLED, BARE):
            doubted += by_kind[kind]
    chosen.sort()
    lettered = [*_find_lettered(lines, chosen, numbers)]
    doubted += [place for place in lettered if _may_be_answer(place, lettered, lines, numbers)]
    chosen = sorted({*chosen, *lettered} - {*doubted})
    named = {heading.number for _, heading in chosen}
    if named.isdisjoint(numbers):
        return []
    doubts = [
        (at, heading._replace(number=""))
        for at, heading in doubted
        if heading.number in {*order} - named
    ]
    return sorted([*chosen, *doubts])


def _are_sure(
    headings: Sequence[tuple[int, Heading]],
    chosen: Sequence[tuple[int, Heading]],
    order: Sequence[str],
    numbers: Sequence[str],
) -> bool:
    """Return whether headings of one kind are of problems, and not of a list or of questions."""
    kind = headings[0][1].kind
    if kind <= WITH_PART:
        return True
    if kind == ALONE:
        return _rise(headings, order)
    if kind != LISTED:
        lines = [at for at, _ in headings]
        is_list = kind in (TITLED, BARE) and any(below == at + 1 for at, below in pairwise(lines))
        return not is_list and [heading.number for _, heading in headings] == numbers
    together = sorted([*chosen, *headings])
    is_numbered = all(heading.kind in (WITH_PART, ALONE, LISTED) for _, heading in together)
    named = {heading.number for _, heading in together}
    return is_numbered and named >= {*numbers} and _rise(together, order)


def _rise(headings: Sequence[tuple[int, Heading]], order: Sequence[str]) -> bool:
    """Return whether headings are of problems of the set, in its order."""
    numbers = [heading.number for _, heading in headings]
    risen = [number for number in order if number in numbers]
    return [number for number, _ in groupby(numbers)] == risen


def _find_lettered(
    lines: Sequence[str], headings: Sequence[tuple[int, Heading]], numbers: Sequence[str]
) -> Iterator[tuple[int, Heading]]:
    """Yield the lines with a letter that head the problems 1a, 1b, … below Problem 1 or 1a.

    They do if all letters there are those of the set, in its order; others are of questions.
    """
    named = {heading.number for _, heading in headings}
    ends = [*(at for at, _ in headings), len(lines)][1:]
    for (start, above), end in zip(headings, ends, strict=True):
        base = find_base(above.number)
        alike = [number for number in numbers if find_base(number) == base != number]
        due = alike[alike.index(above.number) + 1 :] if above.number in alike else alike
        lettered = [
            (at, heading)
            for at in range(start + 1, end)
            if (heading := lettered_heading(_bare(lines[at]), above))
        ]
        here = [heading.number for _, heading in lettered]
        is_due = here == [number for number in due if number in here]
        if is_due and named.isdisjoint(here):
            yield from lettered


def _may_be_answer(
    place: tuple[int, Heading],
    lettered: Sequence[tuple[int, Heading]],
    lines: Sequence[str],
    numbers: Sequence[str],
) -> bool:
    """Return whether a letter alone on its line is below a label that waits for an answer.

    Below a) of the same problem, b) is a heading if something is below it.
    """
    at, heading = place
    if heading.rest or not _is_below_label(lines[:at]):
        return False
    below = next(filter(str.strip, lines[at + 1 :]), "")
    is_first = find_base(heading.number) not in {
        find_base(other.number) for before, other in lettered if before < at
    }
    return is_first or not below or heading_of(_bare(below), numbers) is not None


def _is_below_label(lines: Sequence[str]) -> bool:
    """Return whether the last line that is not blank is a label without an answer."""
    above = next(filter(str.strip, reversed(lines)), "").strip(" \t#*_")
    return is_name_of_part(above) or (above.endswith(":") and begins_with_part(above))


def _is_above(number: str, numbers: Sequence[str]) -> bool:
    """Return whether a set has problems such as 1a and 1b for the number 1."""
    return any(one != number and find_base(one) == number for one in numbers)


def _bare(line: str) -> str:
    return line.strip().strip("`").strip()


def _first_line(heading: Heading, titles: Mapping[str, str], numbers: Sequence[str]) -> str:
    """Return the text after a heading, unless it is the title."""
    rest = heading.rest
    if rest.casefold() == titles.get(heading.number, "").casefold():
        return ""
    is_above = heading.number not in numbers and _is_above(heading.number, numbers)
    is_titled = (heading.is_marked and heading.kind != TITLED) or is_above
    return "" if is_titled and not (begins_with_part(rest) or _has_entries(rest)) else rest


def _has_entries(text: str) -> bool:
    """Return whether a text where titles are is an answer."""
    return len(text) <= _LONGEST_NAME or ENTRIES.search(text) is not None


# Maps -----------------------------------------------------------------------------------------


def _of_map(
    given: Mapping[str, Any], name: str, numbers: Sequence[str]
) -> tuple[Sheet, dict[str, Sheet]]:
    """Split a mapping into the keys outside of the problems and the problems."""
    outside: dict[str, Any] = {}
    inside: dict[str, list[tuple[str, Any]]] = {}
    for key, value in _flattened(given, numbers):
        found = numbered(key)
        if found and (found[0] in numbers or found[0].isdigit()):
            inside.setdefault(found[0], []).append((found[1], value))
        else:
            outside[key] = value
    sections = {number: _section(entries, name) for number, entries in inside.items()}
    return _sheet(outside, name), sections


def _flattened(given: Mapping[str, Any], numbers: Sequence[str]) -> Iterator[tuple[str, Any]]:
    """Yield the keys of a sheet, including those below `answers` and `problems`."""
    for key, value in given.items():
        is_nest = is_all_problems(str(key))
        if isinstance(value, Mapping) and (is_nest or str(key) == "answers"):
            yield from ((str(one), answer) for one, answer in value.items())
        elif isinstance(value, list) and is_nest:
            for place, answer in enumerate(value):
                yield (numbers[place] if place < len(numbers) else str(place + 1)), answer
        else:
            yield str(key), value


def _section(entries: Sequence[tuple[str, Any]], name: str) -> Sheet:
    """Return the section in entries, each of a part or of the whole problem."""
    answers: dict[str, Any] = {}
    typed = Sheet(name)
    for part, value in entries:
        if not part and not isinstance(value, Mapping):
            typed = sheet_of_text(value, name, ".txt") if isinstance(value, str) else typed
            if not isinstance(value, str | None):
                return _sheet(value, name)
            continue
        for word, answer in value.items() if not part else [(part, value)]:
            if answers.get(word) in (None, ""):
                answers[word] = answer
            elif answer not in (None, "", answers[word]):
                twice = f"{quote(str(word))} is answered twice; expected one answer"
                return Sheet(name, error=f"{name}: {twice}")
    mapped = _sheet(answers, name)
    return replace(
        typed,
        answers={**typed.answers, **mapped.answers},
        unlabelled=(*typed.unlabelled, *mapped.unlabelled),
        error=typed.error or mapped.error,
        student=typed.student or mapped.student,
        variant=typed.variant or mapped.variant,
    )


def _sheet(given: Any, name: str) -> Sheet:
    try:
        return sheet_of(given, name)
    except Exception as error:
        return Sheet(name, error=reason_for(error, name))


# Answers to no problem -------------------------------------------------------------------------


def _stray_lines(
    head: Sheet, others: Mapping[str, Sheet], title: str
) -> Iterator[tuple[SheetLine, str]]:
    """Yield the lines above all problems and below unknown ones, each with a note or none."""
    for part, given in head.answers.items():
        note = f"{part} is answered outside of the problems and is ignored"
        yield from ((line, note) for line in _answer_lines(part, given))
    for line in head.unlabelled:
        is_titled = line.number == 1 or line.text.startswith("#")
        is_titled &= not (_has_entries(line.text) or has_number(line.text))
        if line.text != title and not is_titled:
            yield line, f"{quote(line.text)} is outside of the problems and is ignored"
    for one in others.values():
        for part, given in one.answers.items():
            yield from ((line, "") for line in _answer_lines(part, given))
        yield from ((line, "") for line in (*one.unlabelled, *one.unread))


def _lines_of_other_parts(
    problem: str,
    sections: Mapping[str, Sheet],
    parts_by_problem: Mapping[str, Collection[str] | None],
) -> Iterator[SheetLine]:
    """Yield the lines below other problems that may answer one, whose heading may not be read.

    They answer a part that its section does not, and the other problem does not ask for, or
    answer one again.
    """
    parts = parts_by_problem[problem]
    parts = parts if parts is None else _with_labels(parts)
    if problem in sections:
        parts = {*(parts or ())} - {*sections[problem].answers}
    for number, section in sections.items():
        if number == problem:
            continue
        own = parts_by_problem.get(number)
        if own is None:
            continue
        own = _with_labels(own)
        for part, answer in section.answers.items():
            labelled = answer.split_by_label() if isinstance(answer, Answer) else []
            is_again = len(labelled) > 1 and may_contradict(part, labelled)
            if (part not in own or is_again) and (parts is None or part in parts):
                yield from _answer_lines(part, answer)


def _with_labels(parts: Collection[str]) -> set[str]:
    """Return parts with the one whose label pruned leaves may have."""
    return {*parts, Cutoffs.name} if Pruned.name in parts else {*parts}


def _answer_lines(part: str, given: Any) -> Iterator[SheetLine]:
    """Yield the lines of an answer, each with the name of its part."""
    text = given if isinstance(given, str) else "" if given in (None, "") else "…"
    lines = given.lines if isinstance(given, Answer) else Answer.split_text(text).lines
    for line in lines:
        if line.text.strip():
            yield line._replace(text=f"{part}: {line.text}", label="")


def _notes_of_others(others: Sequence[str], numbers: Sequence[str]) -> Iterator[str]:
    """Yield notes on the problems that do not exist."""
    for number in others[:_MOST_NAMED]:
        expected = ", ".join(numbers[:_MOST_NAMED])
        yield f"there is no problem {number}; its answers are ignored; expected {expected}"
    if len(others) > _MOST_NAMED:
        yield f"and {len(others) - _MOST_NAMED} more problems that do not exist"
