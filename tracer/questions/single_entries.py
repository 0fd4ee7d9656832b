"""The grammar of single answers: the move, the value of the root, and the counts.

A move or a value may stand in a sentence if all its other words are of one fixed list.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from itertools import islice
from typing import Any, Final

from engine.errors import InvalidInput
from engine.log.counts import COUNT_MEANINGS
from tracer.answers.answers import NodeValue
from tracer.questions.base import PartReading, Rules
from tracer.questions.claims import said_number, said_shares
from tracer.questions.course_lines import PRINTED_VALUE
from tracer.questions.entries import (
    Unread,
    list_numbers,
    list_unread,
    vector_pattern,
    without_working,
)
from tracer.questions.typed_text import (
    DECIMAL_COMMA,
    DOUBT,
    VALUE,
    WORDS,
    breaks_off,
    lines_of,
    without_reason,
)
from tracer.text.numbers import parse_typed_number

_WORD: Final = re.compile(r"[,=:→()\[\]{}]|[^\s,=:→()\[\]{}]+")
#: The value beside a move.
_WITH_VALUE: Final = re.compile(
    rf"\s*(?:[=:,]|\(|with\b)\s*(?:an?\s|the\s)?(?:value|v|utility)?\s*(?:of\s|[=:]\s*)?{VALUE}\s*\)?\Z",
    re.IGNORECASE,
)
_NUMBER: Final = re.compile(rf"(?<![\w.,]){VALUE}", re.IGNORECASE)
_REMARK: Final = re.compile(r"(?<![\d.])\([^()]*\)\s*\Z|\s+\([^()]*\)\s*\Z")
_INEXACT: Final = re.compile(rf"{DOUBT.pattern}|[<>≤≥~±]", re.IGNORECASE)
#: Characters and lines of a single answer.
_LONGEST, _MOST_LINES = 300, 50


def only_answer(given: Any, find: Callable[[str], Any]) -> PartReading:
    """Read the one answer of a text; two different answers are none."""
    if isinstance(given, list) and len(given) == 1:
        given = given[0]
    if isinstance(given, bool | list | Mapping):
        return PartReading(None, list_unread(given))
    answers: list[tuple[int, str, Any]] = []
    unread: list[Unread] = []
    for place, line in islice(lines_of(str(given)), _MOST_LINES):
        claim, reason = without_reason(line)
        is_short = len(claim) <= _LONGEST and not breaks_off(claim)
        short = claim.strip(" .,;!*") if is_short else ""
        if short and (said := find(short)) is not None:
            answers.append((place, line, said))
            unread += [Unread(place, text) for text in (reason, _find_remark(short, find)) if text]
        else:
            unread.append(Unread(place, line))
    if len({said for _, _, said in answers}) == 1:
        return PartReading(answers[0][2], tuple(unread))
    return PartReading(None, (*(Unread(place, line) for place, line, _ in answers), *unread))


def _find_remark(text: str, find: Callable[[str], Any]) -> str:
    """Return the brackets behind an answer that say something else; empty if there are none."""
    remark = None if _WITH_VALUE.search(text) else _REMARK.search(text)
    if remark is None or remark.start() == 0 or find(text[: remark.start()]) is None:
        return ""
    return remark[0].strip()


def move_in(text: str, rules: Rules) -> str | None:
    """Return the one move that a text names, or None."""
    names = rules.names
    bare = re.sub(r"\A(?:move|action)\s?[:=]\s?", "", text.strip("()[]{} "))
    for whole in (text, f"({bare.replace(' ', '')})" if names.bracketed else bare):
        move = names.move(whole.strip())
        if whole.strip() and names.is_move(move) and _is_at_root(move, rules):
            return move
    if _INEXACT.search(text):
        return None
    for shorter in (text, _WITH_VALUE.sub("", text), _REMARK.sub("", text)):
        words = _WORD.findall(shorter)
        moves = [names.move(word) for word in words if names.is_move(word)]
        moves = [move for move in moves if _is_at_root(move, rules)]
        if len({*moves}) > 1:  # a move is one of the words, as x or to
            moves = [move for move in moves if move.casefold() not in WORDS["move"]]
        rest = [word for word in words if names.move(word) not in moves]
        if len({*moves}) == 1 and _are_about(rest, rules, "move", "choosing"):
            return moves[0]
    return None


def says_move(text: str) -> bool:
    """Return whether a sentence has words of choosing, and is about the player to move."""
    words = {*map(str.casefold, _WORD.findall(text))}
    return not words.isdisjoint(WORDS["choosing"]) and "min" not in words and ":" not in words


def _are_about(words: Iterable[str], rules: Rules, *lists: str) -> bool:
    """Return whether all words are of some lists, or the name of the root."""
    neutral = frozenset().union(*(WORDS[name] for name in ("any", *lists)))
    others = [rules.names.node(word) for word in words if word.casefold() not in neutral]
    return all(rules.parents and rules.names.is_node(name) for name in others) and not any(
        name in rules.parents for name in others
    )


def _is_at_root(move: str, rules: Rules) -> bool:
    """Return whether it is a child of the root, or a move that does not name a node."""
    if not rules.parents or not rules.names.is_node(move):
        return True
    above = rules.parents.get(move)
    return above is not None and above not in rules.parents


def root_value_in(text: str, rules: Rules) -> NodeValue | None:
    """Return the root's value in a text such as `3`, `A = 3` or `max(3, 2, 2) = 3`, or None.

    With several players it is a vector, as in `A = (1, 2, 6)`.
    """
    count = len(rules.players)
    if count:
        return _root_number(text, _vector(count), rules)
    worked = without_working(f"v = {text}").removeprefix("v = ")
    if _INEXACT.search(worked):
        return None
    bare = _REMARK.sub("", worked) or worked.strip("()[] ")
    value = _root_number(bare, _NUMBER, rules)
    return _root_number(DECIMAL_COMMA.sub(".", bare), _NUMBER, rules) if value is None else value


@lru_cache(maxsize=16)
def _vector(count: int) -> re.Pattern[str]:
    return re.compile(vector_pattern(count), re.IGNORECASE)


def _root_number(text: str, pattern: re.Pattern[str], rules: Rules) -> NodeValue | None:
    """Return the one number or vector of a text if all other words are about the root."""
    numbers = [*pattern.finditer(text)]
    if len(numbers) == 2 and re.match(r"\s*(?:[=:]|is\b)", text[numbers[0].end() :]):
        numbers = numbers[1:]  # the root is named by a number
    if len(numbers) != 1:
        return None
    number = numbers[0]
    words = _WORD.findall(f"{text[: number.start()]} {text[number.end() :]}")
    if not _are_about(words, rules, "value", "worth"):
        return None
    try:
        if rules.players:
            return said_shares(list_numbers(number[0]), len(rules.players))
        return said_number(number[0])
    except InvalidInput:
        return None


def says_root_value(text: str) -> bool:
    """Return whether a sentence has words that only the value of the root has."""
    words = {*map(str.casefold, _WORD.findall(text))}
    is_of_root = "utility" in words or not words.isdisjoint({"root", "game", "tree"})
    return ":" not in words and is_of_root and not words.isdisjoint(WORDS["worth"])


#: Names that students use for counts.
_COUNT_WORDS: Final[Mapping[str, str]] = {
    word: count
    for count, words in {
        "visited": (
            *("nodes", "nodes visited", "visited nodes", "visits", "explored", "states explored"),
            *("nodes explored", "explored nodes", "states visited", "states"),
        ),
        "evaluated": (
            *("leaves", "leaf", "leaves visited", "visited leaves", "leaves evaluated"),
            *("evaluated leaves", "leaf nodes", "leaf nodes visited", "static evaluations"),
        ),
        "terminals": ("terminal nodes", "terminal states", "terminal nodes seen"),
        "skipped": ("pruned", "nodes pruned", "pruned nodes", "nodes skipped", "skipped nodes"),
        "cutoffs": ("cuts", "cutoff", "cutoffs made"),
        "early_returns": ("truncations", "early returns", "truncation operations"),
        "below_root": ("below root",),
    }.items()
    for word in words
}
#: A count with its name before or after it: "visited = 11", "11 nodes".
_COUNT: Final = re.compile(
    r"(?:(?P<name>[^\W\d][\w ]{0,40}?)(?:\s*(?:[=:]|\bis\b)\s*|\s))?"
    r"(?P<count>\d{1,3}(?:,\d{3})+|\d*+)"
    r"(?:\s(?P<what>[^\W\d][\w ]{0,40}))?"
)
#: The beginning of an alternative.
_OTHER: Final = re.compile(r"or\b", re.IGNORECASE)
#: Between two counts; a comma between digits belongs to a number.
_BETWEEN_COUNTS: Final = re.compile(r";|(?<!\d),|,(?!\d)|(?<=[\d=:])\s+(?=[^\W\d]+\s*[=:])")
#: A count's name with its sign, which a number should follow.
_COUNT_NAMED: Final = re.compile(r"(?<![^\s,;:=])[^\s,;:=]++\s*+[=:]")


def count_named(text: str) -> str | None:
    """Return the count that a text names, or None."""
    word = " ".join(text.replace("_", " ").casefold().split())
    name = word.replace(" ", "_")
    return name if name in COUNT_MEANINGS else _COUNT_WORDS.get(word)


def without_count_names(text: str) -> str:
    """Return a text of counts without their names, as on a blank form."""
    return _COUNT_NAMED.sub("", text)


def counts_in(text: str) -> tuple[dict[str, int | float], list[Unread]]:
    """Read counts by name; a number alone is the course's own count."""
    claim: dict[str, int | float] = {}
    unread: list[Unread] = []
    for place, line in lines_of(text):
        for piece in _BETWEEN_COUNTS.split(line):
            entry = _COUNT.fullmatch(piece.strip(" .{}"))
            name = count_named((entry["name"] or entry["what"] or "visited") if entry else "")
            # Without a number, a name alone is a blank; other words are listed as unread.
            words = bool(entry and entry["name"] and entry["what"])
            if not piece.strip(" .{}") or (entry and name and not entry["count"] and not words):
                continue
            if not entry or name is None or not entry["count"] or _OTHER.match(entry["what"] or ""):
                unread.append(Unread(place, piece.strip()))
                continue
            try:
                count = parse_typed_number(entry["count"].replace(",", ""))
            except InvalidInput:
                unread.append(Unread(place, piece.strip()))
                continue
            if claim.setdefault(name, count) != count:
                unread.append(Unread(place, piece.strip()))
                del claim[name]
    return claim, unread


def printed_root_value(text: str, rules: Rules) -> str | None:
    """Return the root's value in a printed line such as "MAX node A: minimax value = 3"."""
    printed = PRINTED_VALUE.fullmatch(text.strip())
    value = f"{printed['node']} = {printed['value']}" if printed else ""
    return value if value and root_value_in(value, rules) is not None else None
