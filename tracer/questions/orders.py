"""The grammar of orders: names of nodes with arrows, commas, dashes or spaces between them.

Visits, leaves and lines of play are orders. A value beside a name, and a word that its node is not
visited, may answer other parts, and so are not read.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from math import isnan, nan
from typing import Final

from tracer.questions.base import PartReading
from tracer.questions.claims import said_number, same_said
from tracer.questions.entries import Unread
from tracer.questions.node_names import NodeNames
from tracer.questions.rules import Rules
from tracer.questions.typed_text import (
    AND_ABROAD,
    BOUND,
    DOUBT,
    NAME,
    NOT_VISITED,
    VALUE,
    WORDS,
    breaks_off,
    is_none,
    lines_of,
    without_reason,
)

_BETWEEN: Final = re.compile(r"\s*(?:→|>|[,;|])\s*|\s+[-–—]\s+|\s+")
_ITEM_NUMBER: Final = re.compile(r"(?<!\S)(?:\d{1,3}[.)]|\(\d{1,3}\))(?=\s+[^→\s])")
#: Names, and another sign before a last one, which may be another answer: A B C → B, A, B, C; B.
_CONCLUSION: Final = re.compile(
    r"(?P<names>(?:[^→;|\s–—-]+[\s–—-]+){2,}[^→;|\s]+)(?P<said>(?:\s*[→;|])+\s*[^→;|\s]+)"
)
#: A name, and the text in brackets behind it.
_BEFORE_BRACKET: Final = re.compile(r"(?<![\w.])([\w.]+)[\s,;→]*[(\[]([^()\[\]]+)")
#: A name with the word that its node is not visited: C2 (pruned). "Cut" may follow the last visit.
_WITH_NO_VISIT: Final = re.compile(
    rf"(?<![^\s,;→>(]){NAME}\s?[(\[]\s?(?:(?:is|was)\s)?(?:pruned|skipped|unvisited|unexplored"
    rf"|{NOT_VISITED})"
    r"\s?[)\]]",
    re.IGNORECASE,
)
_JOINTS: Final = frozenset({"and", "&", "then", "und"})
#: A value beside a node, and both.
_BESIDE: Final = re.compile(
    rf"(?<=[^\W_])\s?(?:[=:]\s?(?:{BOUND}\s?=?\s?)?{VALUE}|\(\s?=?\s?{VALUE}\s?\))(?=[\s,;)\]|→]|$)",
    re.IGNORECASE,
)
_NAMED_BESIDE: Final = re.compile(
    rf"(?<![^\s,;→(|])(?P<name>[^\s,;→(|=:]+)(?P<value>{_BESIDE.pattern})", re.IGNORECASE
)
_MARK_FIRST: Final = re.compile(r"(?:.*[:=])?\s*\(?[a-h]\)\s", re.IGNORECASE)
#: A sign of an entry, which an order does not have.
ENTRY_SIGN: Final = re.compile(r"[=:(≤≥]")
#: A sign behind the last node that is visited before a cutoff.
_CUT_SIGN: Final = re.compile(r"\|")
#: The words of a sentence around an order: "We visit A, B in this order."
_AROUND: Final = WORDS["any"] | WORDS["order"] | WORDS["visiting"]
#: The beginning of a pass of iterative deepening: "Depth 2: A B D".
_PASS: Final = re.compile(
    r"^\W*(?:depth|iteration|pass|limit|ply|level)(?:\slimit)?\s?=?\s?\d{1,2}\s?(?:[:.)→-]|\s(?=\w))\s*",
    re.IGNORECASE | re.MULTILINE,
)


def begins_with_mark(text: str) -> bool:
    """Return whether the first node of a list, and no other, may be a question: "(d) C2 C3"."""
    return text.count(")") == 1 and _MARK_FIRST.match(text) is not None


def read_order(
    text: str, rules: Rules, find: Callable[[str], str | None] | None = None
) -> PartReading:
    """Read nodes in order, or the moves of a line, which `find` returns.

    Brackets may only hold the children of the node before them.
    """
    order: list[str] = []
    unread: list[Unread] = []
    lines = [(place, line, *without_reason(line)) for place, line in lines_of(text)]
    if any(breaks_off(claim) for _, _, claim, _ in lines):
        return PartReading(None, tuple(Unread(place, line) for place, line, _, _ in lines))
    seen: set[str] = set()
    is_open = True  # whether a name alone on the next line continues the order
    for place, line, claim, reason in lines:
        if is_none(line):
            continue
        listed, remarks = _read_names(claim, rules.names, find or rules.names.find_node)
        is_list = len(listed or ()) > 1
        if _is_beside(claim, rules) or (is_list and begins_with_mark(claim)):
            listed = None
        if listed is None or (not is_open and len(listed) == 1 and listed[0] in seen):
            unread.append(Unread(place, line))
            continue
        is_open = (is_open and len(listed) == 1) or claim.endswith((",", ";", "→", "-"))
        order += listed
        seen.update(listed)
        remarks += _list_other_values(claim, rules, is_list=is_list, is_path=find is not None)
        unread += [Unread(place, text) for text in (*remarks, reason) if text]
    return PartReading(tuple(order) if order or not unread else None, tuple(unread))


def read_visits(text: str, rules: Rules) -> PartReading:
    """Read nodes in order, maybe in a sentence, or after the number of a pass."""
    lines = drop_passes(text, rules).split("\n")
    return read_order("\n".join(_strip_sentence(line, rules.names) for line in lines), rules)


def drop_passes(text: str, rules: Rules) -> str:
    """Return an order without the numbers of the passes of iterative deepening."""
    return _PASS.sub("", text) if rules.deepens else text


def _strip_sentence(line: str, names: NodeNames) -> str:
    """Return a line without the words around its nodes, of which one must be about visiting."""
    words = line.split()
    bare = [word.strip(".,:") for word in words]
    is_around = [word.casefold() in _AROUND and not names.is_node(word) for word in bare]
    start = is_around.index(False) if False in is_around else 0
    before = {word.casefold() for word in bare[:start]}
    if before.isdisjoint(WORDS["visiting"] | {"order"}) or words[0].endswith(":"):
        return line  # "visits:" is a label
    end = next(at for at in range(len(words), start, -1) if not is_around[at - 1])
    return " ".join(words[start:end])


def _read_names(
    line: str, names: NodeNames, find: Callable[[str], str | None]
) -> tuple[list[str] | None, list[str]]:
    """Return the names in a line and its remarks; None if it contains anything else."""
    remarks: list[str] = []
    if not any(names.names_node(item.strip("(.)")) for item in _ITEM_NUMBER.findall(line)):
        line = _ITEM_NUMBER.sub("", line)
    if conclusion := _CONCLUSION.fullmatch(line.strip()):
        line = conclusion["names"]
        remarks.append(conclusion["said"].strip())
    for sign in "/·∙•":
        parts = line.strip(" .").split(sign)
        between = [find(word.strip()) for word in parts if len(parts) > 2]
        if between and all(between):
            return [name for name in between if name], remarks

    def open_brackets(brackets: re.Match[str]) -> str:
        inside = [word for word in _BETWEEN.split(brackets[1]) if word]
        named = [word for word in inside if word.strip("-–—")]  # (C1, -, -)
        if named and all(find(word) is not None for word in named):
            return f" {' '.join(named)} "
        remarks.append(brackets[0])
        return " " if not DOUBT.search(brackets[1]) else f" ?{brackets[1]}? "

    def leave_out(not_visited: re.Match[str]) -> str:
        remarks.append(not_visited[0])
        return " "

    line = _WITH_NO_VISIT.sub(leave_out, _BESIDE.sub("", line))
    text = re.sub(r"\(([^()]*)\)", open_brackets, line)
    text = text.translate(str.maketrans("[](){}<", " " * 7))
    words = [word for word in _BETWEEN.split(text.strip(" .>")) if word]
    listed: list[str | None] = []
    for word in words:
        name = find(word)
        is_marked = word.endswith("*") and not word.startswith("*")
        if name is not None and (is_marked or (word in "xX" and not names.is_node(name))):
            return None, []  # it may mark a node that is not visited
        if name is not None:
            listed.append(name)
        elif len(joined := [find(part) for part in re.split("[-–—]", word)]) > 2 and all(joined):
            listed += joined  # A-B-C; B1-B3 may be a range
        elif word.casefold() not in _JOINTS and word.rstrip(".") not in AND_ABROAD:
            return None, []
    return [name for name in listed if name], remarks


def _is_beside(line: str, rules: Rules) -> bool:
    """Return whether brackets hold nodes that may not be visited, as in C1 (C2 C3)."""
    names = rules.names
    for above, inner in _BEFORE_BRACKET.findall(line) if rules.parents else ():
        nodes = [names.node(word) for word in _BETWEEN.split(inner.strip()) if word]
        is_list = bool(nodes) and all(map(names.is_node, nodes))
        if is_list and rules.parents.get(nodes[0]) != names.node(above):
            return True
    return False


# Values beside the nodes of an order ----------------------------------------------------------


def list_values_beside(line: str) -> list[tuple[str, str, str]]:
    """Return the nodes of an order with a value beside them: the text, the name, the value."""
    return [
        (entry[0], entry["name"], entry["value"].strip(" =:()"))
        for entry in _NAMED_BESIDE.finditer(line)
    ]


def is_value_beside(text: str) -> bool:
    """Return whether a text is a node with a value, which may answer another part."""
    return _NAMED_BESIDE.fullmatch(text) is not None


def _list_other_values(line: str, rules: Rules, *, is_list: bool, is_path: bool) -> Iterator[str]:
    """Yield the values beside nodes that may answer another part.

    Those of leaves are given, and numbers in order may number the nodes. A single one among several
    nodes may be about all of them, if it is not of the end of a path.
    """
    values = list_values_beside(line)
    in_brackets = [text.endswith(")") for text, _, _ in values]
    numbers = [said_number(value) for _, _, value in values]
    may_number = all(after == before + 1 for before, after in pairwise(numbers))
    for (text, name, value), is_bracket in zip(values, in_brackets, strict=True):
        node = rules.names.node(name)
        is_of_all = is_list and in_brackets.count(is_bracket) == 1 and (is_bracket or not is_path)
        is_given = node not in rules.leaves or rules.players or may_number
        if is_of_all or node in rules.inner or not (is_given or is_of_leaf(name, value, rules)):
            yield text


def is_of_leaf(name: str, value: str, rules: Rules) -> bool:
    """Return whether a value may be that of the leaf beside it, which is not always known."""
    node = rules.names.node(name)
    if not (rules.names.names_node(name) or rules.names.is_move(name)) or node in rules.inner:
        return False
    own = float(rules.leaves.get(node, nan))  # type: ignore[arg-type]
    return isnan(own) or same_said(said_number(value), own)


def drop_values_of_leaves(text: str, rules: Rules) -> str:
    """Return a list without the values beside its leaves that are theirs: "C2=4, C3=6"."""
    lines = text.split("\n")
    for at, line in enumerate(lines if not rules.players else ()):
        for entry, name, value in list_values_beside(line):
            if is_of_leaf(name, value, rules):
                lines[at] = lines[at].replace(entry, name, 1)
    return "\n".join(lines)


# The lines of an order ------------------------------------------------------------------------


def may_continue(
    above: Sequence[str],
    line: str,
    rules: Rules,
    follows: Callable[[Sequence[str], Sequence[str]], bool],
) -> bool:
    """Return whether a line may continue an order: it has nodes alone, and they follow.

    Another line ends the order, since those below it may be about what it says. One that says that
    the order goes on is part of it.
    """
    names = rules.names
    texts = "\n".join(above), line
    listed, read = (read_visits(names.mark(text), rules).claim for text in texts)
    for signs in (ENTRY_SIGN, _CUT_SIGN):
        is_first = signs.search(line) is not None and not signs.search(above[0])
        if is_first and not _is_leaf_with_value(above, listed or (), read or (), rules):
            return False
    if read is None:
        return breaks_off(line)
    if len(read) == 1 and not names.spaced and not names.is_node(read[0]):
        return False  # a word, such as "Done"
    return not listed or not read or follows(listed, read)


def _is_leaf_with_value(
    above: Sequence[str], listed: Sequence[str], read: Sequence[str], rules: Rules
) -> bool:
    """Return whether a line has the next leaf of a list in which leaves have their values."""
    if len(listed) != len(above) or len(read) != 1 or read[0] in listed:
        return False
    leaves = (line for name, line in zip(listed, above, strict=True) if name in rules.leaves)
    return read[0] in rules.leaves and all(map(ENTRY_SIGN.search, leaves))


def list_order_patterns() -> dict[str, str]:
    """Return the patterns of orders with which a script on a page reads fields."""
    return {
        "itemNumber": _ITEM_NUMBER.pattern,
        "beside": _BESIDE.pattern,
        "withNoVisit": _WITH_NO_VISIT.pattern,
    }
