"""The grammar of single answers: the move, the value of the root, and the counts."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import lru_cache
from itertools import islice
from typing import Any, Final

from engine.errors import InvalidInput
from engine.log.counts import COUNT_MEANINGS
from tracer.answers.answers import NodeValue
from tracer.questions.base import PartReading, Rules
from tracer.questions.claims import said_number, said_shares
from tracer.questions.entries import (
    BOUND,
    DECIMAL_COMMA,
    IS,
    NODE,
    Entry,
    Unread,
    is_name_in,
    read_entries,
    scan_entries,
    without_working,
)
from tracer.questions.node_names import NodeNames
from tracer.questions.typed_text import MARK, NAME, VALUE, breaks_off, lines_of, without_reason
from tracer.text.numbers import parse_typed_number

#: The words around a move: "play B", "B is best".
_MOVE: Final = re.compile(
    r"(?:(?:the\s)?(?:best|optimal)\s(?:move|action|choice)\s(?:(?:for|of)\s\w+\s)?)?"
    r"(?:is\s)?(?:(?:max|min|x|o)\s)?(?:(?:plays?|moves?|chooses?|takes?|picks?|goes?|go)\s)?(?:to\s)?"
    r"(?:the\s)?(?:(?:move|node|child|branch|cell|square|field)\s)?(?P<move>.+?)"
    r"(?:\s(?:branch|child|node|move))?(?:\sis\s(?:the\s)?best(?:\smove)?)?",
    re.IGNORECASE,
)
#: The value beside a move.
_WITH_VALUE: Final = re.compile(
    rf"\s*(?:[=:,]|\(|with\b)\s*(?:an?\s|the\s)?(?:value|v|utility)?\s*(?:of\s|[=:]\s*)?{VALUE}\s*\)?\Z",
    re.IGNORECASE,
)
#: The words around the value of the root.
_VALUE_OF_ROOT: Final = re.compile(
    rf"(?:(?:the\s)?(?:value|utility|v)\s*(?:of\s|at\s)?)?(?:the\s)?(?:root\s?)?"
    rf"(?:(?!is\b)\(?(?P<node>{NAME})\)?\s?)?"
    rf"(?P<sign>[=:]|is\b)?\s*(?P<value>{VALUE})(?:\s(?:for|to)\s(?:max|min))?",
    re.IGNORECASE,
)
#: The value of a node as a course's program prints it: "MAX node A: minimax value = 3".
PRINTED_VALUE: Final = re.compile(
    rf"(?:max|min|chance) node (?P<node>{NAME}): "
    rf"(?:expecti)?(?:mini)?max value = (?P<value>{VALUE})",
    re.IGNORECASE,
)
#: Characters of a single answer.
_LONGEST_ONE: Final = 300
_REMARK: Final = re.compile(r"(?<![\d.])\([^()]*\)\s*\Z|\s+\([^()]*\)\s*\Z")
_DOUBT: Final = re.compile(
    r"\b(?:or|not|no|maybe|perhaps|either|instead|wrong|unsure|if|unless|never)\b|n't|\?|[<>≤≥~±]",
    re.IGNORECASE,
)


#: Lines of one answer that are read.
_MOST_LINES: Final = 50


def only_answer(given: Any, find: Callable[[str], Any]) -> PartReading:
    """Read the one answer of a text; two different answers are none."""
    if isinstance(given, list) and len(given) == 1:
        given = given[0]
    if isinstance(given, bool | list | Mapping):
        return PartReading(None, (Unread(0, f"{given!r:.100}"),))
    found: list[tuple[int, str, Any]] = []
    unread: list[Unread] = []
    for place, line in islice(lines_of(str(given)), _MOST_LINES):
        claim, reason = without_reason(line)
        is_short = len(claim) <= _LONGEST_ONE and not breaks_off(claim)
        short = claim.strip(" .,;!*") if is_short else ""
        if short and (said := find(short)) is not None:
            found.append((place, line, said))
            unread += [Unread(place, reason)] if reason else []
        else:
            unread.append(Unread(place, line))
    if len({said for _, _, said in found}) == 1:
        return PartReading(found[0][2], tuple(unread))
    return PartReading(None, (*(Unread(place, line) for place, line, _ in found), *unread))


def move_in(text: str, rules: Rules) -> str | None:
    """Return the one move that a text names, or None."""
    names = rules.names
    tried = [text]
    if not _DOUBT.search(text):
        tried += [_WITH_VALUE.sub("", text), _REMARK.sub("", text)]
        bare = re.sub(r"\A(?:move|action)\s?[:=]\s?", "", text.strip("()[]{} "))
        tried.append(f"({bare.replace(' ', '')})" if names.bracketed else bare)
        start, arrow, end = text.partition("→")  # A → B
        if arrow and rules.parents.get(names.node(end)) == names.node(start):
            tried.append(end)
        tried += [found["move"] for one in tried if (found := _MOVE.fullmatch(one.strip()))]
    for one in tried:
        move = names.move(one.strip())
        if one.strip() and names.is_move(move) and _is_at_root(move, rules):
            return move
    node = names.node(text)
    return node if not names.spaced and names.is_node(node) else None


def _is_at_root(move: str, rules: Rules) -> bool:
    """Return whether it is a child of the root, or a move that does not name a node."""
    if not rules.parents or not rules.names.is_node(move):
        return True
    above = rules.parents.get(move)
    return above is not None and above not in rules.parents


def root_value_in(text: str, rules: Rules) -> float | None:
    """Return the root's value in a text such as `3`, `A = 3` or `max(3, 2, 2) = 3`, or None."""
    worked = without_working(f"v = {text}").removeprefix("v = ")
    bare = worked if _DOUBT.search(worked) else _REMARK.sub("", worked) or worked.strip("()[] ")
    found = _VALUE_OF_ROOT.fullmatch(bare.strip()) or _VALUE_OF_ROOT.fullmatch(
        DECIMAL_COMMA.sub(".", bare.strip())
    )
    if found is None:
        return None
    node = found["node"]
    if node and node.casefold() not in ("max", "min", "root", "game", "tree", "it", "value"):
        named = rules.names.node(node)
        is_number = node.isdigit() and not found["sign"]
        if is_number or not rules.names.is_node(named) or named in rules.parents:
            return None
    try:
        return said_number(found["value"])
    except InvalidInput:
        return None


def printed_root_value(text: str, rules: Rules) -> str | None:
    """Return the root's value in a printed line such as "MAX node A: minimax value = 3"."""
    found = PRINTED_VALUE.fullmatch(text.strip())
    said = found and f"{found['node']} = {found['value']}"
    return said if said and root_value_in(said, rules) is not None else None


#: Names that students use for counts.
_COUNT_WORDS: Final[Mapping[str, str]] = {
    "nodes": "visited",
    "nodes visited": "visited",
    "visits": "visited",
    "explored": "visited",
    "states explored": "visited",
    "leaves": "evaluated",
    "leaf": "evaluated",
    "pruned": "skipped",
    "cuts": "cutoffs",
    "cutoff": "cutoffs",
    "truncations": "early_returns",
    "early returns": "early_returns",
    "below root": "below_root",
    "visited nodes": "visited",
    "nodes pruned": "skipped",
    "pruned nodes": "skipped",
    "cutoffs made": "cutoffs",
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
    known = word.replace(" ", "_")
    return known if known in COUNT_MEANINGS else _COUNT_WORDS.get(word)


def without_count_names(text: str) -> str:
    """Return a text of counts without their names, as on a blank form."""
    return _COUNT_NAMED.sub("", text)


def counts_in(text: str) -> tuple[dict[str, int | float], list[Unread]]:
    """Read counts by name; a number alone is the course's own count."""
    claim: dict[str, int | float] = {}
    unread: list[Unread] = []
    for place, line in lines_of(text):
        for piece in _BETWEEN_COUNTS.split(line):
            found = _COUNT.fullmatch(piece.strip(" .{}"))
            name = count_named((found["name"] or found["what"] or "visited") if found else "")
            # Without a number, a name alone is a blank; other words are listed as unread.
            words = bool(found and found["name"] and found["what"])
            if not piece.strip(" .{}") or (found and name and not found["count"] and not words):
                continue
            if not found or name is None or not found["count"] or _OTHER.match(found["what"] or ""):
                unread.append(Unread(place, piece.strip()))
                continue
            try:
                count = parse_typed_number(found["count"].replace(",", ""))
            except InvalidInput:
                unread.append(Unread(place, piece.strip()))
                continue
            if claim.setdefault(name, count) != count:
                unread.append(Unread(place, piece.strip()))
                del claim[name]
    return claim, unread


# The grammar of vectors: `A = (1, 2, 6)`, and `C ≥ 8` after a shallow cutoff.

#: A share, which may be a bound.
_SHARE: Final = rf"(?:{BOUND}\s?)?{VALUE}"
_BETWEEN: Final = r"(?:\s?[,;]\s?|\s)"
_SINGLE: Final = re.compile(_SHARE, re.IGNORECASE)
#: The words around the vector of the root.
_OF_ROOT: Final = (
    rf"(?:(?:the\s)?(?:value|utility|vector|v)s?\s*(?:of\s|at\s)?)?(?:the\s)?(?:root\s?)?"
    rf"(?:(?!is\b)\(?(?P<node>{NAME})\)?\s?)?(?:[=:]|is\b)?\s*"
)


@lru_cache(maxsize=16)
def _shares(count: int) -> str:
    """Return the pattern of a vector for a number of players, in brackets or without them."""
    listed = rf"{_SHARE}(?:{_BETWEEN}{_SHARE}){{{count - 1}}}"
    return rf"(?:[(\[<{{⟨]\s?(?P<shares>{listed})\s?[)\]>}}⟩]|(?P<bare>{listed})(?!\s?[=:(\[]))"


@lru_cache(maxsize=16)
def _entry(count: int) -> re.Pattern[str]:
    """Return the pattern of a node with its vector, or with a bound."""
    return re.compile(
        rf"{NODE}(?:\s?\(\s?[^\s,;:=()]+\s?\))?"
        rf"(?:(?:{IS}\s?|\s?){_shares(count)}"
        rf"|(?:{IS}|\s)\s?(?P<mark>{MARK})"
        rf"|(?:{IS}\s?|\s?)(?:(?P<whose>{NAME})\s?)?(?P<bound>{BOUND}\s?{VALUE})"
        rf"|\s?[=:](?:\s*_+)?(?=\s*(?:$|[,;]|{NAME}\s?[=:])))",
        re.IGNORECASE,
    )


def share_entries(text: str, rules: Rules) -> tuple[list[Entry], list[Unread]]:
    """Read the vectors of several nodes."""
    pattern = _entry(len(rules.players))

    def read_at(
        line: str, at: int, names: NodeNames | None
    ) -> tuple[str, tuple[str, ...], int] | None:
        found = pattern.match(line, at)
        if found is None or not is_name_in(found["arg"] or found["name"], names):
            return None
        name = found["arg"] or found["name"]
        whose = found["whose"]
        if whose and whose.casefold() != rules.movers.get(rules.names.node(name), "").casefold():
            return None
        if found["bound"]:
            return name, (found["bound"],), found.end()
        return name, tuple(_SINGLE.findall(found["shares"] or found["bare"] or "")), found.end()

    return read_entries(text, lambda line: scan_entries(line, read_at, rules.names))


def root_shares_in(text: str, rules: Rules) -> NodeValue | None:
    """Return the root's vector in a text such as `(1, 2, 6)` or `A = (1, 2, 6)`, or None."""
    count = len(rules.players)
    found = re.fullmatch(_OF_ROOT + _shares(count), text.strip(), re.IGNORECASE)
    if found is None:
        return None
    node = found["node"]
    if node and node.casefold() not in ("root", "game", "tree", "it", "value"):
        named = rules.names.node(node)
        if not rules.names.is_node(named) or named in rules.parents:
            return None
    try:
        return said_shares(_SINGLE.findall(found["shares"] or found["bare"]), count)
    except InvalidInput:
        return None
