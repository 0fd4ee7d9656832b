"""Names of a set's problems on sheets: headings, keys of mappings, columns of tables."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from typing import Final, NamedTuple

from tracer.marking.reading.part_names import (
    PARTS_OF_PROBLEM,
    QUESTIONS,
    is_nearly_a_part,
    part_called,
)
from tracer.marking.reading.question_marks import NUMERALS, find_mark
from tracer.questions.single_entries import says_move

#: Kinds of headings by their word, and by a number without one: before a part, as `1 visits:`, and
#: alone on its line.
_KINDS: Final = ("problem", *QUESTIONS)
PROBLEM: Final = 0
WITH_PART: Final = len(_KINDS)
ALONE: Final = WITH_PART + 1
#: A letter below a heading.
LETTERED: Final = ALONE + 1
#: Kinds that are surely headings only if they head each problem of the set, in order.
_FURTHER: Final = (*PARTS_OF_PROBLEM, "answer", "tree", "no", "nr", "p", ":")
#: A number before a title, as `1. Alpha-beta`; an item of a list before a part, as `1. visits:`; a
#: number without a sign, alone on its line.
TITLED: Final = LETTERED + 1 + len(_FURTHER)
LISTED: Final = TITLED + 1
BARE: Final = LISTED + 1
_WORDS: Final = "|".join(("problème", "problem[ea]?", *QUESTIONS))
#: Numbers in words behind the word of a heading.
_NUMBER_WORDS: Final = dict(
    zip(
        ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
        map(str, range(1, 11)),
        strict=True,
    )
)
#: The number of the homework before that of a problem: "HW2 Problem 1", "Lab 3, question 1".
_OF_HOMEWORK: Final = re.compile(
    rf"(?:hw|homework|assignment|lab|exam|sheet|ps|pset)\s?#?\d{{1,2}}[\s,:.–-]+(?=(?:{_WORDS})\b)",
    re.IGNORECASE,
)
#: A heading that begins with the number of the homework: "Problem 2.1", "HW2.1", or 2.1 alone.
_OF_SECOND_LEVEL: Final = re.compile(
    rf"(?P<before>[#\s>*_]*)(?:(?:{_WORDS}|q|hw|homework)\s?)?"
    r"(?P<homework>\d{1,2})\.(?P<number>\d{1,2})(?P<behind>[.:)\s*_]*)",
    re.IGNORECASE,
)
#: A heading in square brackets.
_BOXED: Final = re.compile(rf"\[((?:{_WORDS})\b[^\[\]]*)\]", re.IGNORECASE)
#: A heading of a section, and the text after its number.
_HEADING: Final = re.compile(
    rf"""(?P<mark>\#*)[\s>*_]*+(?:[=-]{{2,}}\s*)?
    (?:(?:(?:solution|answer)s?\s+(?:(?:to|for|of)\s+)?(?:the\s+)?)?
       (?P<word>(?:{_WORDS})(?:\s*[:_-])?|prob\.?|ex\.?|q\.?
       |p(?=\d+(?:\s?[:.)]\W*(?:\Z|[^\W\d])|\W*\Z))|solution(?=\s\d+\W*\Z)
       |(?:{"|".join(_FURTHER[:-2])})\b\.?)\s*(?:(?:no|nr)\b\.?|\#)?\s*)?[(\[]?
    (?P<number>\d{{1,3}}|[ivx]{{1,4}}(?!\w)|(?:{"|".join(_NUMBER_WORDS)})\b)(?P<letter>\s*\(?[a-h]\)|[a-h]\b)?
    (?P<sign>[\s*_]*(?:[)\]]?[.:,—–-]|[)\]]|={{2,}}|\Z|(?=[(\[])))?
    (?P<rest>.*)""",
    re.IGNORECASE | re.VERBOSE,
)
#: Signs around the text behind a heading; a dash before a number is a minus sign.
_AROUND: Final = re.compile(r"\A(?:[\s*_:]|[—–-](?!\s?[\d∞]))+|[\s*_:=—–-]+\Z")
_OTHER_NUMERALS: Final = {
    **{numeral: str(number) for number, numeral in enumerate(NUMERALS, 1)},
    **_NUMBER_WORDS,
}
#: A title has neither an entry nor a label.
_TITLE: Final = re.compile(r"[^\W\d_][^:=≤≥<>→]{2,}")
#: A value alone behind 2a: would be that of a node.
_STARTS_TEXT: Final = re.compile(r"[.)\]]|:(?!\s*[-+−–]?\s?[\d∞][\d./]*\s*\Z)")
#: The points of a problem, in its heading.
_POINTS: Final = re.compile(
    r"[(\[]?\s*\d+(?:\.\d+)?\s*(?:points?|pts?|marks?)\.?\s*[)\]]?", re.IGNORECASE
)
#: The key of a map, or a table's column: a problem, and perhaps a part of it.
_KEY: Final = re.compile(
    rf"(?:(?:{_WORDS}|q)[\s_.#-]*)?(?P<number>\d{{1,3}}[a-h]?)(?:[.):]?\Z|[\s_.:)-]+(?P<rest>.*))",
    re.IGNORECASE | re.DOTALL,
)
_PART_ALONE: Final = re.compile(r"#|part\b", re.IGNORECASE)
_ALL: Final = frozenset({"problems", "questions", "tasks", "exercises", "sections"})


class Heading(NamedTuple):
    """A line that may start a section."""

    kind: int
    number: str
    rest: str
    is_marked: bool
    #: A part follows its number without a sign, as in `Q2 visits:`.
    is_label: bool = False


def heading_of(line: str, numbers: Collection[str] = ()) -> Heading | None:
    """Return the heading in a line, or None."""
    bare = line.lstrip("#>*_ ")
    boxed = _BOXED.fullmatch(bare.rstrip("*_ "))
    plain = boxed[1] if boxed else bare
    plain = plain[homework.end() :] if (homework := _OF_HOMEWORK.match(plain)) else plain
    found = _HEADING.fullmatch(line.removesuffix(bare) + plain)
    if found is None:
        return None
    letter, sign = found["letter"] or "", found["sign"]
    plain_letter = letter.strip(" ()")
    word = (found["word"] or "").casefold().rstrip(" .:_-")
    word = "problem" if word.startswith("probl") else word
    behind = _POINTS.sub("", found["rest"], count=1)
    rest = _AROUND.sub("", behind)
    has_part = begins_with_part(rest) or (
        behind.rstrip(" *_")[-1:] == ":" and begins_with_part(f"{rest}:")
    )
    rest = f"{rest}:" if has_part and ":" not in rest else rest
    if word == "p" and rest and not has_part:
        return None  # a node
    numeral, is_marked = found["number"], bool(found["mark"])
    number = _OTHER_NUMERALS.get(numeral.casefold(), _as_number(numeral))
    is_plain = numeral.isdigit() or len(word) > 1
    mark = (sign or "").strip(" *_")
    if not (is_plain or (numeral.isupper() and mark == "." and not has_part)):
        return None  # a numeral without a word may be of a question
    kind = next((at for at, one in enumerate(_KINDS) if word and one.startswith(word)), ALONE)
    is_title = _TITLE.fullmatch(rest) is not None and not says_move(rest)
    if word in _FURTHER and not (word == "p" and mark):
        kind = LETTERED + 1 + _FURTHER.index(word)
    if letter and f"{number}{plain_letter.casefold()}" in numbers:
        number += plain_letter.casefold()
    elif not word and (letter.endswith(")") or (letter and _STARTS_TEXT.match(f"{mark}{rest}"))):
        kind = WITH_PART
        rest = rest if has_part else f"{plain_letter}) {rest}"
    elif not word and mark[:1] in (".", ")", "]"):
        kind = LISTED if has_part else TITLED if rest or not is_plain else kind
    elif not word and mark == ":" and not rest:
        kind = LETTERED + 1 + _FURTHER.index(":")
    elif not word or sign is None:
        kind = (kind if word else WITH_PART) if has_part else TITLED if rest else BARE
        if kind == TITLED and not (is_marked or word in _KINDS):
            return None  # a sentence
    if kind == TITLED and rest and not is_title:
        return None  # an item of a list
    return Heading(kind, number, rest, is_marked, has_part and sign is None)


def drop_number_of_homework(lines: Sequence[str], numbers: Sequence[str]) -> list[str]:
    """Return lines whose headings are those of all problems, if they are 2.1, 2.2 and so on.

    Below a heading without a dot, they are of questions.
    """
    second_levels = {
        at: hit for at, line in enumerate(lines) if (hit := _OF_SECOND_LEVEL.fullmatch(line))
    }
    named = [_as_number(hit["number"]) for hit in second_levels.values()]
    others = (heading_of(line, numbers) for at, line in enumerate(lines) if at not in second_levels)
    is_inside = any(heading is not None and heading.kind < WITH_PART for heading in others)
    homeworks = {hit["homework"] for hit in second_levels.values()}
    if named != [*numbers] or len(homeworks) > 1 or is_inside:
        return [*lines]
    shorter = {
        at: f"{hit['before']}Problem {hit['number']}{hit['behind']}"
        for at, hit in second_levels.items()
    }
    return [shorter.get(at, line) for at, line in enumerate(lines)]


def lettered_heading(line: str, above: Heading) -> Heading | None:
    """Return the heading of problem 1a in a line such as `a) values: …` below Problem 1.

    A capital before a full stop may be a move.
    """
    text = line.strip("*_ ")
    if text[1:2] == ":" and text[0].islower() and begins_with_part(text[2:]):
        text = f"{text[0]}){text[2:]}"
    mark = find_mark(text) or (find_mark(f"{text})") if _PART_ALONE.match(text) else None)
    if mark is None or mark.series[0] not in "aA":
        return None
    rest = text[mark.end :].strip("*_ ")
    if mark.series == "A" and not begins_with_part(rest):
        return None
    number = find_base(above.number) + "abcdefgh"[mark.place - 1]
    return Heading(LETTERED, number, rest, "#" in line)


def find_base(number: str) -> str:
    """Return the number of the problem of which 1a or 1b is a part."""
    return number.rstrip("abcdefgh")


def begins_with_part(text: str) -> bool:
    """Return whether a text starts with the name of a part and a colon."""
    word, sign, _ = text.partition(":")
    return bool(sign) and part_called(word.strip(" *_")) is not None


def numbered(key: str) -> tuple[str, str] | None:
    """Return the problem and the part that a key of a mapping names, or None."""
    found = _KEY.fullmatch(key.strip())
    if found is None:
        return None
    return _as_number(found["number"]).casefold(), (found["rest"] or "").strip()


def answers_a_problem(column: str) -> bool:
    """Return whether a column names a part of a problem, or was probably meant to."""
    found = numbered(column)
    if found is None:
        return False
    if found[1]:
        return bool(part_called(found[1])) or is_nearly_a_part(found[1])
    return not column.strip()[0].isdigit()  # a number alone is any column


def is_all_problems(key: str) -> bool:
    """Return whether all problems are below a key."""
    return key.strip().casefold() in _ALL


def _as_number(digits: str) -> str:
    return digits.lstrip("0") or "0"
