"""A sheet to a problem set, taken apart into a section for each problem."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

from engine.errors import PlytraceError
from tracer.check.section_names import (
    ALONE,
    Heading,
    begins_with_part,
    heading_of,
    is_all_problems,
    numbered,
)
from tracer.check.settling import settled
from tracer.check.sheet import Sheet
from tracer.check.sheets import sheet_of, sheet_of_text
from trees.quoting import quoted

__all__ = ["Sections", "sections_of"]

#: Problems that are named in a message.
_MOST_NAMED: Final = 8


@dataclass(frozen=True, slots=True)
class Sections:
    """The sections of a sheet.

    Args:
        sheets: what is answered to each problem, by its number, as a sheet of its own.
        student: who handed it in; may be empty.
        variant: which variant it answers; may be empty.
        notes: what of the sheet belongs to no problem.
        error: why it cannot be taken apart; empty where it can.
    """

    sheets: Mapping[str, Sheet] = field(default_factory=dict)
    student: str = ""
    variant: str = ""
    notes: tuple[str, ...] = ()
    error: str = ""


def sections_of(
    sheet: Sheet,
    numbers: Sequence[str],
    *,
    title: str = "",
    titles: Mapping[str, str] | None = None,
) -> Sections:
    """Take a sheet apart.

    Args:
        sheet: the sheet, as it was read for a single problem.
        numbers: the numbers of the set's problems.
        title: what the set is called.
        titles: what problems are called, which heads their sections and answers nothing.
    """
    if sheet.sections is not None:
        return Sections(sheet.sections, sheet.student, sheet.variant, sheet.notes)
    whole = sheet.whole
    if isinstance(whole, str):
        head, found = _of_text(whole, sheet.name, numbers, titles or {})
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
            named = " and ".join(quoted(one, 30) for one in [*said][:2])
            return Sections(error=f"{sheet.name}: two {kind}, {named}; expected one")
    if head.error:
        return Sections(error=head.error)
    return Sections(
        {number: found[number] for number in numbers if number in found},
        next(iter(students), ""),
        next(iter(variants), ""),
        (*_notes_of_head(head, title), *_notes_of_others(found, numbers)),
    )


def _unsectioned(sheet: Sheet, numbers: Sequence[str]) -> Sections:
    """A sheet that names no problem: of one problem, it need not."""
    if len(numbers) == 1:
        return Sections({numbers[0]: sheet}, sheet.student, sheet.variant)
    if sheet.error and sheet.whole is None:
        return Sections({}, sheet.student, sheet.variant, error=sheet.error)
    named = ", ".join(numbers[:_MOST_NAMED]) + (", …" if len(numbers) > _MOST_NAMED else "")
    told = (
        f"{sheet.name}: it does not say which of the problems {named} its answers are for; "
        f"expected a line such as Problem {numbers[0]} before the answers to each"
    )
    return Sections({}, sheet.student, sheet.variant, error=told)


# Text -----------------------------------------------------------------------------------------


def _of_text(
    text: str, name: str, numbers: Sequence[str], titles: Mapping[str, str]
) -> tuple[Sheet, dict[str, Sheet]]:
    """What stands before the first section, and the sections; none where there is no heading."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    headings = _headings(lines, numbers)
    if not headings:
        return Sheet(name), {}
    ends = [*[at for at, _ in headings][1:], len(lines)]
    parts: dict[str, list[str]] = {}
    for (at, heading), end in zip(headings, ends, strict=True):
        mine = parts.setdefault(heading.number, [])
        first = _first_line(heading, titles)
        mine += [first] if first else []
        mine += [line for line in lines[at + 1 : end] if not _is_bare_heading(line)]
    head = "\n".join(lines[: headings[0][0]])
    return sheet_of_text(head, name, ".txt"), {
        number: sheet_of_text("\n".join(mine), name, ".txt") for number, mine in parts.items()
    }


def _headings(lines: Sequence[str], numbers: Sequence[str]) -> list[tuple[int, Heading]]:
    """The lines that head sections, of the words that head them most surely on this sheet.

    A sheet that says Problem 1 and below it Question 1 and Question 2 has questions inside of the
    problem; one that says Problem 1 and Question 2 calls its problems by two words.
    """
    by_kind: dict[int, list[tuple[int, Heading]]] = {}
    for at, line in enumerate(lines):
        heading = heading_of(_bare(line))
        if heading is not None:
            by_kind.setdefault(heading.kind, []).append((at, heading))
    chosen: list[tuple[int, Heading]] = []
    for kind in sorted(by_kind):
        found = by_kind[kind]
        here = [heading.number for _, heading in found]
        if not {*here} & {*numbers} or {*here} & {heading.number for _, heading in chosen}:
            continue
        if kind == ALONE and not (
            {*here} <= {*numbers} and here == sorted({*here}, key=numbers.index)
        ):
            continue  # numbers that are no problems, or in another order: some list
        chosen += found
    return sorted(chosen)


def _is_bare_heading(line: str) -> bool:
    """Whether a line inside of a section heads some of it, such as Question 2, and says nothing."""
    heading = heading_of(_bare(line))
    return heading is not None and heading.kind < ALONE and not heading.rest


def _bare(line: str) -> str:
    return line.strip().strip("`").strip()


def _first_line(heading: Heading, titles: Mapping[str, str]) -> str:
    """What stands behind a heading, if it is no title."""
    rest = heading.rest
    if begins_with_part(rest):
        return rest
    is_title = rest.casefold() == titles.get(heading.number, "").casefold()
    return "" if heading.is_marked or is_title else rest


# Maps -----------------------------------------------------------------------------------------


def _of_map(
    given: Mapping[str, Any], name: str, numbers: Sequence[str]
) -> tuple[Sheet, dict[str, Sheet]]:
    """What is said outside of the problems, and the problems."""
    outside: dict[str, Any] = {}
    maps: dict[str, dict[str, Any]] = {}
    texts: dict[str, Any] = {}
    twice: dict[str, str] = {}
    for key, value in _flattened(given, numbers):
        found = numbered(key)
        if found is None:
            outside[key] = value
            continue
        number, part = found
        mine = maps.setdefault(number, {})
        if not part and not isinstance(value, Mapping):
            texts[number] = value
            continue
        for word, answer in value.items() if not part else [(part, value)]:
            if mine.get(word) in (None, ""):
                mine[word] = answer
            elif answer not in (None, "", mine[word]):
                twice[number] = str(word)
    sections = {
        number: _section(mine, texts.get(number), name, twice.get(number, ""))
        for number, mine in maps.items()
    }
    return _sheet(outside, name), sections


def _flattened(given: Mapping[str, Any], numbers: Sequence[str]) -> Iterator[tuple[str, Any]]:
    """The keys of a sheet, those below `answers` and `problems` among them."""
    for key, value in given.items():
        is_nest = is_all_problems(str(key))
        if isinstance(value, Mapping) and (is_nest or str(key) == "answers"):
            yield from ((str(one), answer) for one, answer in value.items())
        elif isinstance(value, list) and is_nest:
            for place, answer in enumerate(value):
                yield (numbers[place] if place < len(numbers) else str(place + 1)), answer
        else:
            yield str(key), value


def _section(answers: Mapping[str, Any], text: Any, name: str, twice: str) -> Sheet:
    """The section that a map is, or a text, or both."""
    if twice:
        return Sheet(name, error=f"{name}: {quoted(twice)} is answered twice; expected one answer")
    if text in (None, ""):
        return _sheet(answers, name)
    if not isinstance(text, str):
        return _sheet(text, name)
    told, mapped = sheet_of_text(text, name, ".txt"), _sheet(answers, name)
    return replace(
        told,
        answers={**told.answers, **mapped.answers},
        unknown=(*told.unknown, *mapped.unknown),
        error=told.error or mapped.error,
    )


def _sheet(given: Any, name: str) -> Sheet:
    try:
        return sheet_of(given, name)
    except PlytraceError as error:
        return Sheet(name, error=str(error))


# Notes ----------------------------------------------------------------------------------------


def _notes_of_head(head: Sheet, title: str) -> Iterator[str]:
    """What stands outside of all problems, and is neither a title nor whose sheet it is."""
    for part in head.answers:
        yield f"{part} is answered outside of the problems, and not looked at"
    loose = [
        line
        for line in head.loose
        if not line.is_first and not line.text.startswith("#") and line.text != title
    ]
    yield from settled(replace(head, answers={}, loose=tuple(loose), whole=None), None).notes


def _notes_of_others(found: Mapping[str, Sheet], numbers: Sequence[str]) -> Iterator[str]:
    """The sections of problems that there are not."""
    others = [number for number in found if number not in numbers]
    for number in others[:_MOST_NAMED]:
        expected = ", ".join(numbers[:_MOST_NAMED])
        yield (
            f"there is no problem {number}, and what is said of it is not looked at; "
            f"expected {expected}"
        )
    if len(others) > _MOST_NAMED:
        yield f"and {len(others) - _MOST_NAMED} more problems that there are not"
