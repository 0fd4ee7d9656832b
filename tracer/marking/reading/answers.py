"""Read the answers of a sheet once the nodes and the parts of its problem are known."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Final

from tracer.marking.reading.part_names import is_nearly_a_part, part_called, part_meant
from tracer.marking.reading.sheet import TWICE, Answer, Sheet, SheetLine
from tracer.questions import PARTS, Rules, hashable
from tracer.questions.base import PartReading
from tracer.questions.course_lines import PRINTED_VALUE
from tracer.questions.entries import window_entries
from tracer.questions.nodes import OfNodes, Values
from tracer.questions.single_entries import count_named, root_value_in
from tracer.questions.typed_text import FIELDS, normalized
from trees.text import quote

#: Notes about one sheet; the rest is counted.
_MOST_NOTES: Final = 8
#: Characters of an unlabelled line that may be an answer.
_LONGEST: Final = 5_000
#: Parts with one answer.
_ONLY: Final = frozenset({"move", "utility"})
_VALUES: Final = Values()
#: Parts with an entry for each node.
_OF_NODES: Final = frozenset(name for name, part in PARTS.items() if isinstance(part, OfNodes))
#: A line that begins with a label of one word, which may be a node.
_LABEL: Final = re.compile(r"\W*([^\W\d_][\w.-]*)\s*:(?!\w)")
#: Words before a colon that do not label a part, besides fields and counts.
_NO_LABELS: Final = frozenset({"then", "root", "max", "min", "visited"})


@dataclass(frozen=True)
class SheetReading:
    """A sheet as it was read."""

    claims: Mapping[str, Any]
    blank: frozenset[str]
    unread: tuple[SheetLine, ...]
    notes: tuple[str, ...]


def read_answers(sheet: Sheet, asked: Iterable[str], rules: Rules) -> SheetReading:
    """Read the claims of a sheet.

    An unlabelled line is an answer only if it can be an answer to exactly one of the parts.
    """
    unread: list[SheetLine] = []
    blank: set[str] = set()
    asked = [part for part in asked if part in PARTS]
    answers, used = _with_repeated(sheet, rules)
    if "pruned" in asked and "cutoffs" in answers:  # they have one label
        answers["pruned"] = answers["cutoffs"]
        if "cutoffs" not in asked:
            del answers["cutoffs"]
    contradicted = {
        number
        for part, given in sheet.repeated.items()
        if part not in answers
        for one in given
        for number in one.numbers
    }
    unread += [line for line in sheet.unlabelled if line.number in contradicted]
    unlabelled = [line for line in sheet.unlabelled if line.number not in used | contradicted]
    unlabelled = _continued(answers, unlabelled, asked, rules)
    claims = _claims(answers, rules, unread, blank)
    # A line below the first may be an answer to another part, as without a label.
    below = {line for given in answers.values() for line in _lines_of(given)[1:]}
    free = [line for line in unlabelled if not (answers and _is_title(line, rules))]
    # The label is of another kind of problem, such as a table of MCTS.
    free += [
        line for part, given in answers.items() if part not in PARTS for line in _lines_of(given)
    ]
    free += [line for line in unread if line in below]
    unread = [*sheet.unread, *(line for line in unread if line not in below)]
    open_parts = [part for part in asked if part not in {*answers} - blank]
    extra: list[SheetLine] = []
    for part in [part for part in claims if part not in asked] if rules.whole else ():
        given = answers[part]
        fitting = [one for one in open_parts if _is_answer(given, one, rules)]
        if len(fitting) == 1 and isinstance(PARTS[part], OfNodes):  # "minimax values" of a search
            claims[fitting[0]] = PARTS[fitting[0]].read(given, rules).claim
            open_parts.remove(fitting[0])
            del claims[part]
        elif fitting:  # its label may be a slip
            shown = SheetLine(0, f"{part}: {PARTS[part].show(claims.pop(part))}")
            extra += _lines_of(given) or [shown]
    placed = _placed([*free, *extra], open_parts, rules, unread)
    if rules.whole and sheet.questions:
        _place_questions(sheet, placed, asked, {*claims}, rules, unread)
    if "utility" in open_parts and "utility" not in placed:
        roots = [
            SheetLine(line.number, value)
            for line in _lines_of(sheet.answers.get("values"))
            if (printed := PRINTED_VALUE.fullmatch(line.text.strip()))
            and root_value_in(value := f"{printed['node']} = {printed['value']}", rules) is not None
        ]
        placed |= {"utility": roots} if roots else {}
    claims |= _claims({part: Answer(lines) for part, lines in placed.items()}, rules, unread, set())
    if claims.keys() >= {*asked}:
        unread = [line for line in unread if line not in extra]
    missing = [part for part in asked if part not in claims]
    for part in claims.keys() - {*asked} if rules.whole else ():
        if part in _OF_NODES and _OF_NODES.intersection(missing):  # another word for the same
            shown = SheetLine(0, PARTS[part].show(claims[part]))
            lines = _lines_of(answers.get(part)) or [shown]
            known = {line.number for line in unread if line.number}
            more = (line for line in lines if line.number not in known)
            unread += (SheetLine(line.number, f"{part}: {line.text}") for line in more)
    for part in _ONLY & claims.keys():
        given = answers.get(part)
        numbers = {line.number + 1 for line in _lines_of(given)}
        numbers &= {line.number for line in free}
        others = (PARTS[part].read(one.text, rules) for one in unread if one.number in numbers)
        if any(other.claim not in (None, claims[part]) for other in others):
            unread += _lines_of(given)  # the line below is another answer
            del claims[part]
    unread.sort(key=lambda line: line.number)
    unread = [SheetLine(number, rules.names.unmark(text)) for number, text in unread]
    resolved = {f"{part} {TWICE}" for part in sheet.repeated if part in answers}
    said = (note for note in sheet.notes if note not in resolved)
    notes = (*said, *label_notes(unread))
    return SheetReading(claims, frozenset(blank), tuple(dict.fromkeys(unread)), notes)


def _with_repeated(sheet: Sheet, rules: Rules) -> tuple[dict[str, Any], set[int]]:
    """Return the answers, with those of repeated labels that do not contradict each other."""
    answers, used = dict(sheet.answers), set[int]()
    for part, repeated in sheet.repeated.items():
        pairs = [(one, PARTS[part].read(one, rules)) for one in repeated if part in PARTS]
        read = [(hashable(one.claim), given) for given, one in pairs if one.claim is not None]
        if len({claim for claim, _ in read}) == 1:
            answers[part] = read[0][1]
            used.update(number for _, one in read for number in one.numbers)
    return answers, used


def _continued(
    answers: dict[str, Any], unlabelled: list[SheetLine], asked: list[str], rules: Rules
) -> list[SheetLine]:
    """Add lines to the answer above them if they can only be more entries of it."""
    open_parts = [part for part in asked if part not in answers]
    lines = [(line, "") for line in unlabelled]
    lines += [(line, part) for part, given in answers.items() for line in _lines_of(given)]
    free: list[SheetLine] = []
    more: dict[str, list[SheetLine]] = {}
    nodes: dict[str, Set[str]] = {}  # those that have an entry
    above = ""
    for line, part in sorted(lines):
        if part or above not in _OF_NODES:
            above = part
            free += [] if part else [line]
            continue
        if above not in nodes:
            nodes[above] = {*(PARTS[above].read(answers[above], rules).claim or ())}
        claim, unread = PARTS[above].read(line.text, rules)
        adds = bool(claim and nodes[above]) and {*claim} <= rules.inner - nodes[above]
        others = (PARTS[one].is_plainly_this(line.text, rules) for one in open_parts)
        if unread or not adds or any(others):
            above = ""
            free.append(line)
        else:
            nodes[above] |= {*claim}
            more.setdefault(above, []).append(line)
    for part, added in more.items():
        answers[part] = Answer([*_lines_of(answers[part]), *added])
    return free


def _is_answer(given: Any, part: str, rules: Rules) -> bool:
    """Return whether all of an answer can be read as an answer to a part."""
    claim, unread = PARTS[part].read(given, rules)
    return claim is not None and not unread


def label_notes(unread: Iterable[SheetLine]) -> list[str]:
    """Return a note for each unread line that begins with a misspelt label."""
    notes: list[str] = []
    for line in unread:
        label = re.split(r"[:=]", line.text, maxsplit=1)[0].strip(" *#-")
        if not part_called(label) and is_nearly_a_part(label) and (hint := part_meant(label)):
            notes.append(f"there is no part {quote(label, 30)}; its answer is not read. {hint}")
    more = len(notes) - _MOST_NOTES
    return [*notes[:_MOST_NOTES], *([f"and {more} more labels are unknown"] if more > 0 else [])]


def _claims(
    answers: Mapping[str, Any], rules: Rules, unread: list[SheetLine], blank: set[str]
) -> dict[str, Any]:
    """Return the claims in some answers; add what could not be read, and blank parts."""
    claims: dict[str, Any] = {}
    for part, given in answers.items():
        if part not in PARTS:
            continue
        kept, rest = _own_lines(part, given, rules)
        unread += rest
        read = PartReading(None) if PARTS[part].is_blank(kept) else PARTS[part].read(kept, rules)
        unread += (line_of(kept, one.place, one.text) for one in read.unread)
        if read.claim is not None:
            claims[part] = read.claim
        elif not read.unread and not rest:
            blank.add(part)
    return claims


def _placed(
    lines: Iterable[SheetLine], open_parts: list[str], rules: Rules, unread: list[SheetLine]
) -> dict[str, list[SheetLine]]:
    """Return the lines by the part that they can only be about; the others are unread."""
    found: dict[str, list[SheetLine]] = {}
    for line in lines:
        text = normalized(line.text[: _LONGEST + 1]).strip()
        parts = [
            part
            for part in open_parts
            if len(text) <= _LONGEST and PARTS[part].is_plainly_this(text, rules)
        ]
        if not parts and _extends(found.get("visits", []), line, rules):
            parts = ["visits"]
        match parts:
            case [part]:
                found.setdefault(part, []).append(line)
            case _:
                unread.append(line)
    for part, listed in [*found.items()]:
        above = next((one for one in unread if one.number == listed[0].number - 1), None)
        said = above.text.partition(":")[2] if above else ""
        if PARTS[part].is_plainly_this(normalized(said).strip(), rules):
            unread += found.pop(part)  # its first entries are behind an unknown label
    return found


def _place_questions(
    sheet: Sheet,
    placed: dict[str, list[SheetLine]],
    asked: list[str],
    answered: set[str],
    rules: Rules,
    unread: list[SheetLine],
) -> None:
    """Place the answers to questions such as (d) that only one part can be about.

    That is the one open part, or the part of the letter if the letters follow the key's parts.
    """
    questions: dict[int, list[SheetLine]] = {}
    for line in unread:
        if at := sheet.questions.get(line.number):
            questions.setdefault(at, []).append(line)
    lines_of_parts = ((line.number, part) for part, lines in placed.items() for line in lines)
    known = {
        (sheet.questions[number], part)
        for number, part in lines_of_parts
        if number in sheet.questions
    }
    follow = bool(known) and all(asked[at - 1 : at] == [part] for at, part in known)
    open_parts = [part for part in asked if part not in placed and part not in answered]
    for at, lines in questions.items():
        part = asked[at - 1] if follow and at <= len(asked) else ""
        if len(questions) == len(open_parts) == 1:
            part = part or open_parts[0]
        if len(lines) == 1 and part in open_parts and _is_answer(lines[0].text, part, rules):
            placed[part] = lines
            unread.remove(lines[0])


def _extends(order: list[SheetLine], line: SheetLine, rules: Rules) -> bool:
    """Return whether a line lists more nodes just below an order."""
    if not order or order[-1].number != line.number - 1:
        return False
    claim, unread = PARTS["visits"].read(line.text, rules)
    return not unread and len(claim or ()) > 1 and all(map(rules.names.is_node, claim))


def _is_title(line: SheetLine, rules: Rules) -> bool:
    """Return whether a line is a heading, which answers nothing."""
    heads = line.number == 1 or line.text.startswith("#")
    if not heads or re.search(r"=|:\s|:$", line.text):
        return False
    return not any(map(rules.names.names_node, re.findall(r"[\w']+", line.text)))


#: Maximum number of lines of an order or a line of play that are compared with those above.
_MOST_LINES: Final = 200


def _own_lines(part: str, given: Any, rules: Rules) -> tuple[Any, list[SheetLine]]:
    """Split an answer before a line that is not its own.

    That is a line with an unknown label, such as "Werte:", or of another kind than an order.
    """
    if isinstance(given, str) and not rules.names.spaced:
        lines = _lines_of(given)
        for place, line in enumerate(lines[1:_MOST_LINES], 1):
            found = _LABEL.match(line.text)
            is_other = found is not None and _is_unknown(found[1], rules)
            if is_other or (
                part in ("visits", "line") and _is_no_order(part, lines[:place], line, rules)
            ):
                return Answer(lines[:place]), lines[place:]
    return given, []


def _is_no_order(part: str, above: list[SheetLine], line: SheetLine, rules: Rules) -> bool:
    """Return whether a line below an order or a line of play does not continue it.

    It has windows or values of inner nodes; or below an order it is a line of play, and below a
    line of play it does not continue from the last node.
    """
    windows, strange = window_entries(line.text, rules.names)
    if windows and not strange and any(one.values for one in windows):
        return True
    values, strange = _VALUES.entries(line.text, rules)
    if values and not strange and all(one.values for one in values):
        first, _ = _VALUES.entries(above[0].text, rules)
        named = (rules.names.node(one.name) for one in values)
        return not any(one.values for one in first) and any(map(rules.inner.__contains__, named))
    read: Sequence[str] = PARTS["visits"].read(line.text, rules).claim or ()
    is_in_tree = bool(read) and (read[0] in rules.parents or read[0] in rules.inner)
    steps = len(read) > 1 and all(rules.parents.get(below) == at for at, below in pairwise(read))
    if not (is_in_tree if part == "line" else steps):
        return False
    known: Sequence[str] = PARTS["visits"].read(Answer(above), rules).claim or ()
    if part == "line":
        return bool(known) and rules.parents.get(read[0]) != known[-1]
    return {*read} <= {*known}


def _is_unknown(word: str, rules: Rules) -> bool:
    """Return whether a word before a colon is not a node, a field or a count."""
    plain = word.casefold()
    is_known = plain in FIELDS or plain in _NO_LABELS or count_named(plain) is not None
    return not is_known and not rules.names.resembles_node(word)


def _lines_of(given: Any) -> list[SheetLine]:
    """Return the lines of an answer that is a text."""
    if not isinstance(given, str):
        return []
    texts = given.split("\n")
    numbers = getattr(given, "numbers", (0,) * len(texts))
    return [SheetLine(*one) for one in zip(numbers, texts, strict=False)]


def line_of(given: Any, place: int, text: str) -> SheetLine:
    """Return a text of an answer with the number of its line on the sheet."""
    numbers = getattr(given, "numbers", None)
    return SheetLine(numbers[place] if numbers and place < len(numbers) else 0, text.strip())
