"""The grammar of entries: values `A=3, B ≤ 2`, windows `C (3, inf)`, orders `A B B1`.

An entry that is not of the grammar, that has alternatives (`3 or 2`) or that denies something is
not read, and neither is the rest up to the next comma. It never changes the entries around it.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Iterator, Mapping
from typing import Final, NamedTuple

from engine.errors import InvalidInput
from tracer.questions.node_names import NodeNames
from tracer.questions.typed_text import (
    MARK,
    NAME,
    VALUE,
    breaks_off,
    is_none,
    is_unanswered,
    lines_of,
    pieces,
    without_reason,
)
from tracer.text.numbers import agrees_as_written, parse_typed_number


class Unread(NamedTuple):
    """Text of an answer that was not read."""

    place: int
    text: str


class Entry(NamedTuple):
    """An entry of an answer."""

    place: int
    text: str
    name: str
    values: tuple[str, ...]


#: A bound. A strict sign is none: the value itself would be excluded.
BOUND: Final = r"(?:[<>]\s?=|≤|≥|=\s?<|at\s(?:most|least)\b)"
_OF: Final = (
    r"(?:(?:the\s)?(?:minimax\s)?(?:value|v)\s(?:of|at)\s(?:the\s)?)?"
    r"(?:(?:(?:max|min|chance)\s)?node\s|root\s)?"
)
#: A name, or a value's name such as v(A).
NODE: Final = rf"(?:v(?:alue)?\s?\(\s?(?P<arg>{NAME})\s?\)|{_OF}(?P<name>{NAME}))"
_KIND: Final = r"(?:\s?\(\s?(?:max|min|chance|root|leaf)(?:\snode)?\s?\))?"
IS: Final = (
    r"(?:\s?(?:[=:]=|:\s?(?:expecti)?(?:mini)?max\svalue\s?=|[=:→])"
    r"|\s(?:is|equals|returns|has|gets|gives)\b(?:\s(?:the\s|a\s)?value\b(?:\sof\b)?)?)"
)
_VALUE: Final = re.compile(
    rf"{NODE}{_KIND}(?:{IS}\s?(?P<value>(?:{BOUND}\s?=?\s?)?(?:{VALUE}|{MARK}))"
    rf"|\s?(?P<bound>{BOUND}\s?=?\s?{VALUE})"
    rf"|\s?[(\[]\s?[=:]?\s?(?P<inside>(?:{BOUND}\s?)?{VALUE})\s?[)\]]"
    rf"|\s(?P<after>{VALUE}|{MARK}))",
    re.IGNORECASE,
)
_BLANK_VALUE: Final = re.compile(
    rf"{NODE}\s?[=:](?:\s*_+)?(?=\s*(?:$|[,;]|{NAME}\s?[=:]))", re.IGNORECASE
)
#: An entry in brackets: (A, 3) or (A = 3).
_IN_BRACKETS: Final = re.compile(
    rf"[(<]\s?({NAME})\s?[,=:→]\s?((?:{BOUND}\s?)?{VALUE})\s?[)>]", re.IGNORECASE
)

#: The letters before a window: (α, β) = (3, inf).
BOTH_ENDS: Final = r"[(\[]\s?(?:alpha|α)\s?[,;]\s?(?:beta|β)\s?[)\]]\s?[=:]\s?"
_ALPHA: Final = r"(?:alpha|α|a)\s?[=:]?\s?"
_BETA: Final = r"(?:beta|β|b)\s?[=:]?\s?"
_WINDOW: Final = re.compile(
    rf"(?:node\s)?(?P<name>{NAME}){_KIND}\s?[=:→]?\s?(?:{BOTH_ENDS})?(?:"
    rf"[(\[]\s?(?:{_ALPHA})?(?P<a>{VALUE})\s?(?:[,;→]|\.\.+|to\b|\s)\s?(?:{_BETA})?(?P<b>{VALUE})\s?[)\]]"
    rf"|(?:(?:alpha|α)\s?[=:]?|a\s?[=:])\s?(?P<a2>{VALUE})[\s,;]*(?:and\s)?"
    rf"(?:(?:beta|β)\s?[=:]?|b\s?[=:])\s?(?P<b2>{VALUE})"
    rf"|(?P<a3>{VALUE})\s?[,;\s]\s?(?P<b3>{VALUE}))",
    re.IGNORECASE,
)
_BLANK_WINDOW: Final = re.compile(
    rf"(?:node\s)?(?P<name>{NAME})\s?[=:]?\s?(?:[(\[][\s,;_-]*[)\]]|{MARK}|[=:]\s?(?=$|[,;]))",
    re.IGNORECASE,
)

_GAP: Final = re.compile(r"(?:[\s,;|]+|→|&|(?:and|und)\b)+", re.IGNORECASE)
#: What may follow an entry: its end, a gap, or a remark without alternatives.
_END: Final = re.compile(
    r"\s*(?:$|[,;]|→(?=\s*[^\s=:→]+\s?[=:])|\|(?=\s|$)|[.!](?=\s|$)"
    r"|(?=\s)(?!\s*(?:[/?=<>≤≥→]|(?:or|not|no|xor|vs|corrected|instead|actually|rather|but|was|now)\b)))",
    re.IGNORECASE,
)
#: The next entry.
_NEXT: Final = re.compile(rf"\s(?={NAME}\s?[=:]\s?\S)")
#: A second value, to which no name belongs.
_SECOND: Final = re.compile(rf"[\s,;→(\[]*({VALUE})(?!\s?[=:(<>≤≥→])", re.IGNORECASE)
_IN_OTHER_FORM: Final = re.compile(rf"\s?\(\s?=?\s?({VALUE})\s?\)", re.IGNORECASE)
_REMARK: Final = re.compile(r"\s*\(([^()]*)\)")
_DOUBT: Final = re.compile(
    r"\b(?:or|not|no|maybe|perhaps|either|instead|wrong|unsure|if|unless|never)\b|n't|[?/]",
    re.IGNORECASE,
)
#: A remark that says how a value was found.
_WORKING: Final = re.compile(
    r"(?:the\s)?(?:min(?:imum)?|max(?:imum)?|smallest|largest|average|mean|avg)\b", re.IGNORECASE
)
#: A decimal comma, which is read where commas cannot separate entries.
DECIMAL_COMMA: Final = re.compile(r"(?<=\d),(?=\d)")

#: The working of a value, from the inside out: max(3, min(2, 14)).
_FUNCTION: Final = re.compile(
    r"\b(min|max|avg|average|mean|expected|e)\s?[({\[][^(){}\[\]]*[)}\]]", re.IGNORECASE
)
_WORKED_OUT: Final = re.compile(
    r"[=:]\s*(?:(?:(?:min|max|avg|average|mean|expected|e)…"
    r"|[\d\s.()½⅓¼-]{0,40}[*/×·+][\d\s.*/×·+()-]{0,80})\s*(?:=|→)\s*){1,3}"
    rf"(?=(?:[<>≤≥]=?)?\s*{VALUE})",
    re.IGNORECASE,
)
#: The working behind a value: A = 3 = max(3, 2).
_WORKED_BEHIND: Final = re.compile(
    rf"(=\s*{VALUE})\s*=\s*(?:min|max|avg|average|mean|expected|e)…(?=\s*(?:$|[,;]))", re.IGNORECASE
)
#: The value of a node with its name as a subscript: v_A = 3.
_SUBSCRIPTED: Final = re.compile(r"(?<!\w)[vV]_(\w+)(?=\s?[=:])")
#: Dots from a name to its value.
_LEADERS: Final = re.compile(rf"(?<=\w)\s?\.{{3,}}\s?(?={VALUE})", re.IGNORECASE)
#: A name with a number and no sign between them: A3.
_GLUED: Final = re.compile(r"([^\W\d_]+)(-?\d+(?:\.\d+)?)")
_DEEPEST: Final = 8


def without_working(text: str) -> str:
    """Rewrite `B = min(3, 12, 8) = 3` and `B = 3 = min(3, 12, 8)` as `B = 3`."""
    if text.count("=") < 2 and "(" not in text:
        return text
    worked = text
    for _ in range(_DEEPEST):
        worked, count = _FUNCTION.subn(r"\1…", worked)
        if not count:
            break
    return _WORKED_BEHIND.sub(r"\1", _WORKED_OUT.sub("= ", worked))


def value_entries(text: str, names: NodeNames | None) -> tuple[list[Entry], list[Unread]]:
    """Read the values of several nodes."""
    if names is not None and names.spaced:
        return read_entries(text, lambda line: _spaced_values(line, names))
    return read_entries(
        text, lambda line: scan_entries(_plain_values(line, names), _value_at, names)
    )


def _plain_values(line: str, names: NodeNames | None) -> str:
    line = _SUBSCRIPTED.sub(
        lambda found: found[1] if names is not None and names.names_node(found[1]) else found[0],
        line,
    )
    line = _LEADERS.sub(" = ", line[1:-1] if line[:1] + line[-1:] == "[]" else line)
    words = re.split(r"[\s,;]+", line)
    glued = [*map(_GLUED.fullmatch, words)]
    if names is not None and all(
        one and names.is_node(names.node(one[1])) and not names.names_node(one[0]) for one in glued
    ):
        return ", ".join(f"{one[1]} = {one[2]}" for one in glued if one)
    return _IN_BRACKETS.sub(r" \1 = \2 ", without_working(line))


def window_entries(text: str, names: NodeNames) -> tuple[list[Entry], list[Unread]]:
    """Read the windows of several nodes."""
    if names.spaced:
        return read_entries(text, lambda line: _spaced_windows(line, names))
    return read_entries(text, lambda line: scan_entries(line, _window_at, names))


Scanned = Iterator[tuple[str, str, tuple[str, ...]] | str]


def read_entries(text: str, scan: Callable[[str], Scanned]) -> tuple[list[Entry], list[Unread]]:
    """Read line by line; a scanner yields entries, and as strings what it could not read."""
    entries: list[Entry] = []
    unread: list[Unread] = []
    bare = text.strip()
    for place, line in lines_of(text.strip("{}") if bare[:1] + bare[-1:] == "{}" else text):
        claim, reason = without_reason(line)
        found = [*scan(claim)]
        if any(isinstance(one, str) for one in found) and DECIMAL_COMMA.search(claim):
            decimal = [*scan(DECIMAL_COMMA.sub(".", claim))]
            found = found if any(isinstance(one, str) for one in decimal) else decimal
        strange = (one for one in found if isinstance(one, str))
        unread += [Unread(place, one if one in line else claim) for one in strange]
        entries += [Entry(place, *one) for one in found if not isinstance(one, str)]
        if reason:
            unread.append(Unread(place, reason))
    return entries, unread


def scan_entries(
    line: str,
    read_at: Callable[[str, int, NodeNames | None], tuple[str, tuple[str, ...], int] | None],
    names: NodeNames | None,
) -> Scanned:
    """Yield the entries of a line, and the texts that are none."""
    at = 0
    ends = [*_ends_of_pieces(line)]
    while at < len(line):
        if gap := _GAP.match(line, at):
            at = gap.end()
            continue
        found = read_at(line, at, names)
        end = _end_of(line, _same_behind(line, found[2], found[1])) if found else None
        if end is not None and (second := _SECOND.match(line, end)):
            # Two values for a node; but in "1 3, 2 5" the second is the name of a node.
            end = end if names is None or names.names_node(second[1]) else None
        if found is None or end is None:
            end = _end_of_unread(line, at, ends[bisect_left(ends, (at, False))])
            piece = line[at:end].strip(" .!")
            if piece and not is_none(piece):
                yield piece
            elif breaks_off(line[at:end]):
                yield line[at:end].strip()
            at = end + 1
        else:
            if found[1] or found[0]:
                yield line[at : found[2]], found[0], found[1]
            at = end


def _ends_of_pieces(line: str) -> Iterator[tuple[int, bool]]:
    """Yield the ends of the pieces between commas, and whether a piece has alternatives."""
    end = -1
    for piece in pieces(line, ",;"):
        end += len(piece) + 1
        yield end, _DOUBT.search(piece) is not None


def _end_of_unread(line: str, at: int, piece: tuple[int, bool]) -> int:
    """Return the end of text that is not an entry: the next name with a sign, or the comma."""
    end, has_doubt = piece
    found = None if has_doubt else _NEXT.search(line, at + 1, end)
    return found.start() if found else end


def _same_behind(line: str, at: int, values: tuple[str, ...]) -> int:
    """Return the place after the same value in brackets: 2.67 (8/3)."""
    found = _IN_OTHER_FORM.match(line, at) if len(values) == 1 else None
    if found:
        try:
            one, other = parse_typed_number(values[0]), parse_typed_number(found[1])
        except InvalidInput:
            return at
        if agrees_as_written(one, other) or agrees_as_written(other, one):
            return found.end()
    return at


def _end_of(line: str, at: int) -> int | None:
    """Return the place after an entry and its remark; None if alternatives follow."""
    if remark := _REMARK.match(line, at):
        has_number = any(map(str.isdigit, remark[1])) and not _WORKING.match(remark[1])
        if _DOUBT.search(remark[1]) or has_number:
            return None
        at = remark.end()
    found = _END.match(line, at)
    return found.end() if found else None


def _value_at(
    line: str, at: int, names: NodeNames | None
) -> tuple[str, tuple[str, ...], int] | None:
    found = _VALUE.match(line, at)
    if found is None or not is_name_in(found["arg"] or found["name"], names):
        found = _BLANK_VALUE.match(line, at)
        if found is None or not is_name_in(found["arg"] or found["name"], names):
            return None
        return found["arg"] or found["name"], (), found.end()
    value = found["value"] or found["bound"] or found["inside"] or found["after"]
    given = () if is_unanswered(value) else (_plain_bound(value),)
    return found["arg"] or found["name"], given, found.end()


def _plain_bound(value: str) -> str:
    """Return a value with its bound as a sign."""
    value = re.sub(r"at\s+most\b", "≤", value, flags=re.IGNORECASE)
    return re.sub(r"at\s+least\b", "≥", value, flags=re.IGNORECASE)


def _window_at(
    line: str, at: int, names: NodeNames | None
) -> tuple[str, tuple[str, ...], int] | None:
    found = _WINDOW.match(line, at)
    if found is None or not is_name_in(found["name"], names):
        found = _BLANK_WINDOW.match(line, at)
        if found is None or not is_name_in(found["name"], names):
            return None
        return found["name"], (), found.end()
    bounds = [one for one in found.groups()[1:] if one is not None]
    return found["name"], tuple(bounds), found.end()


def is_name_in(word: str, names: NodeNames | None) -> bool:
    """Return whether a word is a node's name."""
    if names is None:
        return any(map(str.isalpha, word))
    return names.resembles_node(word)


def _spaced_values(line: str, names: NodeNames) -> Scanned:
    """Yield values of nodes whose names contain spaces, which commas separate."""
    for piece in pieces(line, ",;"):
        text = piece.strip()
        name, sign, value = text.rpartition("=") if "=" in text else text.rpartition(":")
        if not sign:
            name, _, value = text.rpartition(" ")
        name, value = name.strip(), value.strip(" ()")
        if not text or is_none(text):
            continue
        if not names.names_node(name):
            yield text
        elif is_unanswered(value):
            yield text, name, ()
        elif re.fullmatch(rf"(?:{BOUND}\s?)?{VALUE}", value, re.IGNORECASE):
            yield text, name, (value,)
        else:
            yield text


def _spaced_windows(line: str, names: NodeNames) -> Scanned:
    """Yield windows of nodes whose names contain spaces."""
    bounds = re.compile(
        rf"[=:]?\s?[(\[]\s?(?:{_ALPHA})?({VALUE})\s?[,;]\s?(?:{_BETA})?({VALUE})\s?[)\]]\Z",
        re.IGNORECASE,
    )  # at the end, since a name such as (0,2) looks like one
    for piece in pieces(line, ",;"):
        text = piece.strip()
        found = bounds.search(text)
        name = text[: found.start()].strip(" =:") if found else ""
        if found and names.names_node(name):
            yield text, name, (found[1], found[2])
        elif text and not is_none(text) and not _BLANK_WINDOW.search(text):
            yield text


# Orders ---------------------------------------------------------------------------------------

_BETWEEN: Final = re.compile(r"\s*(?:→|>|[,;|])\s*|\s+[-–—]\s+|\s+")
_BETWEEN_PATHS: Final = re.compile(r"\s*(?:→|>|[;|]|,(?![^()\n]*\)))\s*")
_ITEM_NUMBER: Final = re.compile(r"(?:\d{1,3}[.)]|\(\d{1,3}\))(?=\s|$)")
#: A name, and the text in brackets behind it.
_BEFORE_BRACKET: Final = re.compile(r"(?<![\w.])([\w.]+)[\s,;→]*[(\[]([^()\[\]]+)")
_JOINTS: Final = frozenset({"and", "&", "then", "und"})
_BESIDE: Final = re.compile(
    rf"(?<=[^\W_])\s?(?:[=:]\s?(?:{BOUND}\s?)?{VALUE}|\(\s?=?\s?{VALUE}\s?\))(?=[\s,;)\]|→]|$)",
    re.IGNORECASE,
)


def order_entries(
    text: str,
    names: NodeNames,
    *,
    find: Callable[[str], str | None] | None = None,
    parents: Mapping[str, str] | None = None,
) -> tuple[list[str], list[Unread]]:
    """Read nodes in order, separated by arrows, commas, dashes or spaces."""
    find = find or (lambda word: names.node(word) if names.resembles_node(word) else None)
    found: list[str] = []
    unread: list[Unread] = []
    lines = [(place, line, *without_reason(line)) for place, line in lines_of(text)]
    if any(breaks_off(claim) for _, _, claim, _ in lines):
        return [], [Unread(place, line) for place, line, _, _ in lines]
    seen: set[str] = set()
    is_open = True  # whether a name alone on the next line continues the order
    for place, line, claim, reason in lines:
        if is_none(line):
            continue
        listed, remarks = _order_in(claim, names, find)
        if parents and not names.spaced and _is_beside(claim, names, parents):
            listed = None
        if listed is None or (not is_open and len(listed) == 1 and listed[0] in seen):
            unread.append(Unread(place, line))
            continue
        is_open = (is_open and len(listed) == 1) or claim.endswith((",", ";", "→", "-"))
        found += listed
        seen.update(listed)
        unread += [Unread(place, one) for one in (*remarks, reason) if one]
    return found, unread


def _is_beside(line: str, names: NodeNames, parents: Mapping[str, str]) -> bool:
    """Return whether brackets hold nodes that may not be visited, as in C1 (C2 C3)."""
    for above, inner in _BEFORE_BRACKET.findall(line):
        nodes = [names.node(word) for word in _BETWEEN.split(inner.strip()) if word]
        if nodes and all(map(names.is_node, nodes)) and parents.get(nodes[0]) != names.node(above):
            return True
    return False


def _order_in(
    line: str, names: NodeNames, find: Callable[[str], str | None]
) -> tuple[list[str] | None, list[str]]:
    """Return the names in a line and its remarks; None if it contains anything else."""
    remarks: list[str] = []
    for sign in "/·∙•":
        listed = [find(word.strip()) for word in line.strip(" .").split(sign)]
        if len(listed) > 2 and all(listed):
            return [name for name in listed if name], []
    if names.spaced:
        bare = line.strip("[]{} ")
        bare = bare if names.bracketed else bare.strip("() ")
        words = [word for word in _BETWEEN_PATHS.split(bare) if word]
    else:

        def beside(found: re.Match[str]) -> str:
            inside = [word for word in _BETWEEN.split(found[1]) if word]
            named = [word for word in inside if word.strip("-–—")]  # (C1, -, -)
            if named and all(find(word) is not None for word in named):
                return f" {' '.join(named)} "
            remarks.append(found[0])
            return " " if not _DOUBT.search(found[1]) else f" ?{found[1]}? "

        text = _BESIDE.sub("", line)
        text = re.sub(r"\(([^()]*)\)", beside, text).translate(str.maketrans("[](){}<", " " * 7))
        words = [word for word in _BETWEEN.split(text.strip(" .>")) if word]
        if any(map(_ITEM_NUMBER.fullmatch, words)) and not any(
            names.names_node(word.strip("(.)")) for word in words if _ITEM_NUMBER.fullmatch(word)
        ):
            words = [word for word in words if not _ITEM_NUMBER.fullmatch(word)]
    listed = []
    for word in words:
        name = find(word)
        is_marked = word.endswith("*") and not word.startswith("*")
        if name is not None and (is_marked or (word in "xX" and not names.is_node(name))):
            return None, []  # it may mark a node that is not visited
        if name is not None:
            listed.append(name)
        elif len(joined := [find(one) for one in re.split("[-–—]", word)]) > 2 and all(joined):
            listed += joined  # A-B-C; B1-B3 may be a range
        elif word.casefold() not in _JOINTS:
            return None, []
    return [name for name in listed if name], remarks
