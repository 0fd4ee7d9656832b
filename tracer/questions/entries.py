"""The scanner of entries, and its readers: values, windows and vectors of nodes.

An entry that is not of the grammar, that has alternatives (`3 or 2`) or that denies something is
not read, and neither is the rest up to the next comma. It never changes the entries around it.
Each name is one word here: see `NodeNames.mark`.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from typing import Any, Final, NamedTuple, TypeAlias

from tracer.questions.node_names import NodeNames
from tracer.questions.typed_text import (
    BOUND,
    DECIMAL_COMMA,
    DOUBT,
    ELSEWHERE,
    MARK,
    NAME,
    VALUE,
    WORDS,
    breaks_off,
    is_none,
    lines_of,
    pieces,
    spell_bounds,
    without_reason,
)


class Unread(NamedTuple):
    """Text of an answer that was not read."""

    place: int
    text: str
    #: The other item that it answers; empty if that is not known.
    item: str = ""


def list_unread(answer: Any) -> tuple[Unread, ...]:
    """Return all of an answer as unread: the lines of a text, or what a file has instead."""
    if isinstance(answer, str):
        return tuple(Unread(*line) for line in lines_of(answer))
    return (Unread(0, f"{answer!r:.100}"),)


class Entry(NamedTuple):
    """An entry of an answer."""

    place: int
    text: str
    name: str
    values: tuple[str, ...]


#: Words for the value of a node, by any search.
VALUE_WORDS: Final = (
    r"(?:the\s)?(?:(?:expected|(?:expecti)?(?:mini)?max|backed[ -]up|returned|final)\s)*"
    r"(?:value|v|ev)"
)
_OF: Final = (
    rf"(?:at\s|(?:{VALUE_WORDS}|(?:the\s)?window)\s(?:of|at)\s(?:the\s)?)?"
    r"(?:(?:(?:max|min|chance)\s)?node\s|root\s)?"
)
#: A name, or a value's name such as v(A).
NODE: Final = rf"(?:v(?:alue)?\s?\(\s?(?P<arg>{NAME})\s?\)|{_OF}(?P<name>{NAME}))"
_IS: Final = (
    r"(?:\s?(?:[=:]=|:\s?(?:expecti)?(?:mini)?max\svalue\s?=|[=:→])"
    r"|\s(?:is(?:\sworth|\sentered\swith)?|equals|returns|has|gets|gives)\b(?:\s(?:the\s|a\s)?value\b(?:\sof\b)?)?)"
)
#: A number, which may be a bound.
_NUMBER: Final = rf"(?:{BOUND}\s?=?\s?)?{VALUE}"
_SINGLE: Final = re.compile(_NUMBER, re.IGNORECASE)
#: The value of a node: 3, (3), ≤ 3 or v = 3.
_VALUE: Final = rf"(?:v(?:alue)?\s?[=:]\s?)?{_NUMBER}|[(\[]\s?=?\s?{_NUMBER}\s?[)\]]"
#: The letters before a window: (α, β) = (3, inf).
BOTH_ENDS: Final = r"[(\[]\s?(?:alpha|α)\s?[,;]\s?(?:beta|β)\s?[)\]]\s?[=:]\s?"
#: The letter of a bound; a or b alone may be a node.
_LETTER: Final = r"(?:(?:alpha|α|beta|β)\s?(?:[=:]|is\b)?|[ab]\s?[=:])\s?"
_ANY_LETTER: Final = rf"(?:(?:[ab]\s)?{_LETTER}|[ab]\s)?"
_WINDOW: Final = (
    rf"(?:window\s?[=:]?\s?)?(?:{BOTH_ENDS})?(?:"
    rf"[(\[]\s?{_ANY_LETTER}{VALUE}\s?(?:[,;→|]|\.\.+|to\b|\s)\s?{_ANY_LETTER}{VALUE}\s?[)\]]"
    rf"|{_LETTER}{VALUE}[\s,;]*(?:and\s)?{_LETTER}{VALUE}"
    rf"|{VALUE}\s?[,;\s]\s?{VALUE})"
)
#: The bounds in the wrong order, with their letters.
_SWAPPED: Final = re.compile(
    rf"(?:beta|β|b)\s?[=:]?\s?{VALUE}.*(?:alpha|α|a)\s?[=:]?\s?{VALUE}", re.IGNORECASE
)
#: No entry: A = -, A not visited, A ( , ), A =.
_BLANK: Final = (
    rf"(?:{_IS}|\s)\s?{MARK}|\s?[=:]?\s?[(\[][\s,;_-]*[)\]]"
    rf"|\s?[=:](?:\s*_+)?(?=\s*(?:$|[,;]|(?:{NAME}\s?[=:][\s_]*)+$))"
    rf"|(?<=\w)=(?=\s{NAME}=)"
    rf"|\s?:(?=\s*{NAME}\s?[=:])"
)
#: An entry in brackets: (A, 3) or (A = 3).
_IN_BRACKETS: Final = re.compile(rf"[(<]\s?({NAME})\s?[,=:→]\s?({_NUMBER})\s?[)>]", re.IGNORECASE)

#: Words for the nodes of one level of a tree, before their entries.
OF_LEVEL: Final = re.compile(
    r"(?:the\s)?(?:(?:max|min|chance)[ -](?:nodes?|level|layer)|(?:inner|internal)\snodes"
    r"|(?:level|layer|depth|ply)\s\d{1,2}(?:\s?\(?(?:max|min|chance)(?:\snodes?|\slevel)?\)?)?)",
    re.IGNORECASE,
)
_BEFORE_LEVEL: Final = re.compile(rf"\A{OF_LEVEL.pattern}\s?:\s?(?={NAME}\s?[=:])", re.IGNORECASE)

#: A node before an entry that names it again, as in its row of a table: "C = C ≤ 2".
_NAMED_AGAIN: Final = re.compile(
    rf"(?<![^\s,;])({NAME})\s?[=:]\s?"
    rf"(?=(?:v(?:alue)?\s?\(\s?)?\1(?:\s?\))?\s?(?:[=:≤≥<>]|(?:is|at)\s))",
    re.IGNORECASE,
)
_GAP: Final = re.compile(r"(?:[\s,;|]+|→|&|(?:and|und)\b)+", re.IGNORECASE)
#: What may follow an entry: its end, a gap, or a remark without alternatives.
_END: Final = re.compile(
    r"\s*(?:$|[,;]|→(?=\s*[^\s=:→]+\s?[=:])|\|(?=\s|$)|[.!](?=\s|$)"
    r"|(?=\s)(?!\s*(?:[/?=<>≤≥→]|(?:or|not|no|xor|vs|corrected|instead|actually|rather|but|was|now"
    r"|and\s(?:an?|one|two|three|four)\s(?:half|thirds?|quarters?|fifths?))\b)))",
    re.IGNORECASE,
)
#: A number outside of a name.
_NUMBER_ALONE: Final = re.compile(rf"(?<![\w.=:]){VALUE}(?![\w.]*[=:])", re.IGNORECASE)
#: The next entry.
_NEXT: Final = re.compile(rf"\s(?={NAME}\s?[=:]\s?\S)")
#: A second value, to which no name belongs: another one, or more of the working.
_SECOND: Final = re.compile(
    r"(?:[\s,;→(\[·×*+/-]|(?<![,;]\s)(x|times|plus|minus|over|(?:and|&)(?=\s\d+/\d))\s)*"
    rf"({VALUE})(?![-–]?\w|\s?[=:(<>≤≥→])",
    re.IGNORECASE,
)
_REMARK: Final = re.compile(r"\s*\(([^()]*)\)")
#: A remark that says how a value was found, or of which kind its node is.
_WORKING: Final = re.compile(
    r"(?:the\s)?(?:min(?:imum)?|max(?:imum)?|smallest|largest|average|mean|avg|from)\b"
    r"|(?:(?:chance|root|leaf|inner|internal|terminal)(?:\s(?:node|level))?|cut(?:\soff)?)$",
    re.IGNORECASE,
)
#: What such a remark has that may answer another part.
_OTHER_ANSWER: Final = re.compile(
    rf"{ELSEWHERE.pattern}|[=:]|\b(?:{'|'.join(sorted(WORDS['choosing'] | WORDS['worth']))}"
    r"|gets?|none|nothing)\b",
    re.IGNORECASE,
)

_OPERATION: Final = r"(?:min|max|avg|average|mean|expected|e)"
#: The working of a value, from the inside out: max(3, min(2, 14)).
FUNCTION: Final = re.compile(
    rf"\b(?!e\s?\((?:[-\d./]+|max|min|chance)\))({_OPERATION})\s?[({{\[][^(){{}}\[\]]*[)}}\]]",
    re.IGNORECASE,
)
WORKED_OUT: Final = re.compile(
    rf"[=:]\s*(?:(?:{_OPERATION}…|[\d\s.()½⅓¼-]{{0,40}}[*/×·+][\d\s.*/×·+()-]{{0,80}})"
    rf"\s*(?:=|→)\s*){{1,3}}(?=(?:[<>≤≥]=?)?\s*{VALUE})",
    re.IGNORECASE,
)
#: The working behind a value: A = 3 = max(3, 2).
WORKED_BEHIND: Final = re.compile(
    rf"([=:]\s*{VALUE})\s*=\s*{_OPERATION}…(?=\s*(?:$|[,;]))", re.IGNORECASE
)
#: The value of a node with its name as a subscript: v_A = 3.
_SUBSCRIPTED: Final = re.compile(r"(?<!\w)[vV]_(\w+)(?=\s?[=:])")
#: The value of a node as a function of it, and as what the node has: E[B] = 3, B's value is 3.
VALUE_OF_NODE: Final = re.compile(
    rf"(?:(?<!\w)(?P<word>EV?|(?:expecti)?(?:mini)?max|value|v)\s?[(\[]\s?(?:v\s?[(\[]\s?)?"
    rf"(?P<argument>{NAME})(?:\s?[)\]]){{1,2}}"
    rf"|(?:(?:max|min|chance)\s)?(?:node\s)?(?P<owner>{NAME})'s\s{VALUE_WORDS})"
    r"(?=\s?(?:[=:→<>≤≥]|is\b|\Z))",
    re.IGNORECASE,
)
#: The child that a value is from: A = 3, from B.
_ORIGIN: Final = re.compile(rf",?\s*from\s(?:node\s)?{NAME}(?=\s*(?:[,;.]|\Z))", re.IGNORECASE)
_DEEPEST: Final = 8

#: Entries' text, name and values, and texts that are none.
_Scanned: TypeAlias = list[tuple[str, str, tuple[str, ...]] | str]


def without_working(text: str) -> str:
    """Rewrite `B = min(3, 12, 8) = 3` and `B: 3 = min(3, 12, 8)` as `B = 3`."""
    if text.count("=") + text.count(":") < 2 and "(" not in text:
        return text
    worked = text
    for _ in range(_DEEPEST):
        worked, count = FUNCTION.subn(r"\1…", worked)
        if not count:
            break
    return WORKED_BEHIND.sub(r"\1", WORKED_OUT.sub("= ", worked))


@lru_cache(maxsize=16)
def _make_pattern(payload: str, kinds: str = "max|min|chance|root|leaf") -> re.Pattern[str]:
    """Return the pattern of a node, in brackets perhaps its kind, and what it says."""
    kind = rf"(?:\s?\(\s?(?:{kinds})(?:\snode)?\s?\))?"
    return re.compile(
        rf"{NODE}{kind}(?:(?:{_IS}\s?|\s?)(?P<said>{payload})|{_BLANK})", re.IGNORECASE
    )


def vector_pattern(count: int) -> str:
    """Return the pattern of a vector for a number of players, in brackets or without them."""
    listed = rf"{_NUMBER}(?:(?:\s?[,;]\s?|\s){_NUMBER}){{{count - 1}}}"
    return rf"(?:[(\[<{{⟨]\s?{listed}\s?[)\]>}}⟩]|{listed}(?!\s?[=:(\[]))"


def list_numbers(text: str) -> tuple[str, ...]:
    """Return the numbers and bounds in a text."""
    return tuple(_SINGLE.findall(text))


def value_entries(text: str, names: NodeNames) -> tuple[list[Entry], list[Unread]]:
    """Read the values of several nodes."""
    pattern = _make_pattern(_VALUE)
    return _read_entries(text, lambda line: _scan(_plain_values(line, names), pattern, names))


def window_entries(text: str, names: NodeNames) -> tuple[list[Entry], list[Unread]]:
    """Read the windows of several nodes."""
    pattern = _make_pattern(_WINDOW)
    return _read_entries(text, lambda line: _scan(names.split_windows(line), pattern, names))


def vector_entries(
    text: str, names: NodeNames, players: tuple[str, ...], movers: Mapping[str, str]
) -> tuple[list[Entry], list[Unread]]:
    """Read the vectors of several nodes: `A = (1, 2, 6)`, and `C ≥ 8` after a shallow cutoff."""
    kinds = "|".join(("max|min|chance|root|leaf", *map(re.escape, players)))
    payload = rf"{vector_pattern(len(players))}|(?:(?P<whose>{NAME})\s)?{BOUND}\s?{VALUE}"

    def is_of_mover(entry: re.Match[str], name: str) -> bool:
        whose = entry["whose"]
        return not whose or whose.casefold() == movers.get(names.node(name), "").casefold()

    pattern = _make_pattern(payload, kinds)
    return _read_entries(text, lambda line: _scan(line, pattern, names, is_of_mover))


def _plain_values(line: str, names: NodeNames) -> str:
    """Return a line with other ways to write values rewritten as `A = 3`."""
    line = _SUBSCRIPTED.sub(
        lambda name: name[1] if names.names_node(name[1]) else name[0],
        line[1:-1] if line[:1] + line[-1:] == "[]" else line,
    )
    line = VALUE_OF_NODE.sub(lambda value: _find_plain_value(value, names), line)
    line = _NAMED_AGAIN.sub("", _BEFORE_LEVEL.sub("", line))
    return _IN_BRACKETS.sub(r" \1 = \2 ", without_working(line))


def _find_plain_value(value: re.Match[str], names: NodeNames) -> str:
    """Return the name alone if a node's value is meant, and not a node with a remark: E (MIN).

    In "E (B)" the node E may be meant, and in "E(B)" it is a function.
    """
    node = value["argument"] or value["owner"]
    word = value["word"] or ""
    is_other = names.names_node(word) and value[0][len(word)].isspace()
    return node if names.names_node(node) and not is_other else value[0]


def _read_entries(text: str, scan: Callable[[str], _Scanned]) -> tuple[list[Entry], list[Unread]]:
    """Read line by line; a scanner yields entries, and as strings what it could not read."""
    entries: list[Entry] = []
    unread: list[Unread] = []
    bare = text.strip()
    for place, line in lines_of(text.strip("{}") if bare[:1] + bare[-1:] == "{}" else text):
        claim, reason = without_reason(line)
        plain = spell_bounds(claim)
        scanned = scan(plain)
        if any(isinstance(item, str) for item in scanned) and DECIMAL_COMMA.search(plain):
            decimal = scan(DECIMAL_COMMA.sub(".", plain))
            scanned = scanned if any(isinstance(item, str) for item in decimal) else decimal
        strange = [item for item in scanned if isinstance(item, str)]
        if 1 < len(strange) == len(scanned):
            strange = [claim]  # a sentence with commas, about something else
        unread += [Unread(place, item if item in line else claim) for item in strange]
        entries += [Entry(place, *item) for item in scanned if not isinstance(item, str)]
        if reason:
            unread.append(Unread(place, reason))
    return entries, unread


def _scan(
    line: str,
    pattern: re.Pattern[str],
    names: NodeNames,
    is_meant: Callable[[re.Match[str], str], bool] | None = None,
) -> _Scanned:
    """Return the entries of a line, and the texts that are none."""
    scanned: _Scanned = []
    at = 0
    open_from = -1  # where an entry begins that may go on, as no comma is behind it
    is_blank = False
    ends = [*_ends_of_pieces(line)]
    while at < len(line):
        if gap := _GAP.match(line, at):
            open_from = -1 if re.search("[,;|→]", gap[0]) else open_from
            at = gap.end()
            continue
        entry = pattern.match(line, at)
        name = (entry["arg"] or entry["name"]) if entry else ""
        if not names.resembles_node(name) or (entry and is_meant and not is_meant(entry, name)):
            entry = None
        if open_from >= 0 and is_blank and not names.names_node(name):
            entry = None  # C: E = 2.5
        values = list_numbers(entry["said"] or "") if entry else ()
        if len(values) == 2 and _SWAPPED.search(entry["said"] if entry else ""):
            values = values[::-1]
        end = _find_end(line, entry.end()) if entry else None
        if end is not None and (second := _SECOND.match(line, end)):
            # Two values for a node; but in "1 3, 2 5" the second is the name of a node.
            is_name = names.is_node(second[1] or "") or names.names_node(second[2])
            end = end if is_name else None
        if entry is None or end is None:
            end = _end_of_unread(line, at, ends[bisect_left(ends, (at, False))])
            if open_from >= 0 and _NUMBER_ALONE.search(line, at, end):
                scanned.pop()  # A = 3 with probability 1/3 and 5 with 2/3
                at = open_from
            open_from = -1
            piece = line[at:end].strip(" .!")
            # "no cutoffs" behind entries is of another part; alone, it says that there are none.
            is_nothing = is_none(piece) and not (at and any(map(str.isalpha, piece)))
            if piece and not is_nothing:
                scanned.append(piece)
            elif breaks_off(line[at:end]):
                scanned.append(line[at:end].strip())
            at = end + 1
        else:
            scanned.append((entry[0], name, values))
            remark = _REMARK.match(line, entry.end())
            is_closed = remark is not None or re.search("[,;]", line[entry.end() : end])
            open_from, is_blank = -1 if is_closed else at, not values
            if remark and not _is_of_value(remark[1]):
                scanned.append(remark[0].strip())
            at = end
    return scanned


def _is_of_value(remark: str) -> bool:
    """Return whether a remark behind an entry is about its value, and answers nothing else."""
    return _WORKING.match(remark) is not None and not _OTHER_ANSWER.search(remark)


def _ends_of_pieces(line: str) -> Iterator[tuple[int, bool]]:
    """Yield the ends of the pieces between commas, and whether a piece has alternatives."""
    end = -1
    for piece in pieces(line, ",;"):
        end += len(piece) + 1
        yield end, "/" in piece or DOUBT.search(piece) is not None


def _end_of_unread(line: str, at: int, piece: tuple[int, bool]) -> int:
    """Return the end of text that is not an entry: the next name with a sign, or the comma."""
    end, has_doubt = piece
    following = None if has_doubt else _NEXT.search(line, at + 1, end)
    return following.start() if following else end


def _find_end(line: str, at: int) -> int | None:
    """Return the place after an entry and its remark; None if alternatives follow."""
    if remark := _REMARK.match(line, at):
        has_number = any(map(str.isdigit, remark[1])) and not _WORKING.match(remark[1])
        if "/" in remark[1] or DOUBT.search(remark[1]) or has_number:
            return None
        at = remark.end()
    if origin := _ORIGIN.match(line, at):
        at = origin.end()
    end = _END.match(line, at)
    return end.end() if end else None


def list_entry_patterns() -> dict[str, str]:
    """Return the patterns of entries with which a script on a page reads fields."""
    return {
        "value": _VALUE,
        "window": _WINDOW,
        "blankCell": MARK,
        "working": _WORKING.pattern,
    }
