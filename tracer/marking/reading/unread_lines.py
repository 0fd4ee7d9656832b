"""What a line of a sheet that was not read may be about: an item, a cutoff, or nothing."""

from __future__ import annotations

import re
from collections.abc import Mapping, Set
from dataclasses import dataclass, field
from itertools import chain
from typing import Any, Final

from tracer.marking.reading.draft import OF_VALUES
from tracer.marking.reading.part_names import names_part
from tracer.marking.reading.sheet import SheetLine
from tracer.questions.items import Form, find_row
from tracer.questions.node_names import NodeNames
from tracer.questions.rules import Rules
from tracer.questions.single_entries import counts_in, says_move
from tracer.questions.typed_text import (
    ELSEWHERE,
    WORDS,
    is_left_out,
    is_none,
    normalized,
    without_reason,
)
from tracer.text.numbers import NUMBER

#: Unread lines that are compared with missing answers.
MOST_UNREAD: Final = 500
NOTHING: Final = re.compile(r"\b(?:no|none|nothing|never|not)\b", re.IGNORECASE)
#: Words for skipped nodes, which may be below; "alpha-beta pruning" is a title.
_IS_CUT: Final = re.compile(r"\b(?:cut|pruned|skipped|unvisited)\b", re.IGNORECASE)
#: Words about all nodes or leaves, which are not named: "All leaves are visited".
EVERY_NODE: Final = re.compile(
    r"(?:\A\W*(?:but\s)?|\bvisit\s)(?:all|each|every)\s(?:the\s)?(?:leaf|leaves|nodes?)\b",
    re.IGNORECASE,
)
#: A sentence, which is not a title.
_SENTENCE: Final = re.compile(r"\w{2}\.\s*\Z")
#: Words that close a letter, which are about no answer.
_CLOSES: Final = re.compile(
    r"(?:see\syou|thank(?:s|\syou)|have\sa|(?:best|kind|warm)\s(?:regards|wishes)|regards|sincerely"
    r"|cheers|bye|good\s(?:bye|luck|night))"
    r"(?:\s(?:and|on|in|at|for|the|your|my|very|so|much|a|lot|next|this|nice|good|great|day|week"
    r"|weekend|evening|time|class|course|reading|grading|help|patience|semester|soon|tomorrow"
    r"|then|again|everyone|(?:mon|tues|wednes|thurs|fri|satur|sun)day))*",
    re.IGNORECASE,
)
#: What an entry has: a number, a sign, or none of something.
_ENTRY: Final = re.compile(r"[\d½¼¾∞:=<>≤≥→|]|\b(?:inf|(?:none|nothing)\b)", re.IGNORECASE)
#: A value of a node, maybe in doubt, such as "C = 2" and "C=2 or 4".
_VALUE: Final = re.compile(
    rf"[\w.'()]+\s?(?:[=≤≥<>]|\bis\b)\s?{NUMBER.pattern}(?:\s?(?:or|/)\s?{NUMBER.pattern})*"
)
#: Items whose entries have numbers.
_WITH_NUMBERS: Final = frozenset({Form.NODES, Form.NUMBER, Form.COUNTS})
#: Items that one line may answer: a cutoff says what is pruned, and the root is a node.
ALIKE: Final = ({"cutoffs", "pruned"}, *({part, "utility"} for part in OF_VALUES))
#: Words that do not abbreviate a course: "SCORE 3", "ANSWER 3".
_OF_ANSWERS: Final = "|".join(sorted(filter(str.isalpha, {*chain(*WORDS.values()), "result"})))
#: Numbers in a title: "Lab 3", "CS 480", "(2 points)".
_NUMBERED: Final = re.compile(
    r"(?:homework|hw|lab|assignment|problem|ps|set|week|exercise|sheet|worksheet|quiz|exam|midterm"
    r"|project|series|chapter|unit|lecture|question|task|part|no|nr|version|variant|group|team"
    r"|section|spring|summer|fall|autumn|winter|tutorial|aufgabe|blatt)\W{0,2}\d+(?:[./-]\d+)*"
    rf"|\b(?!(?:{_OF_ANSWERS})\b)(?-i:[A-Z]{{2,6}})[ -]?\d+(?:[./-]\d+)*"
    r"|\(\d+(?:\.\d+)?\s(?:points?|pts?|marks?)\)"
    r"|(?<!\d)(?:\d{1,2}[./-]\d{1,2}[./-](?:\d\d)?\d\d|\d{4}-\d\d-\d\d|\b(?:19|20)\d\d\b)(?!\d)",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class SheetReading:
    """A sheet as it was read."""

    claims: Mapping[str, Any]
    unread: tuple[SheetLine, ...]
    notes: tuple[str, ...]
    #: The rules of a search; None for another problem.
    rules: Any
    #: The parts under whose labels unread lines are.
    labels: Mapping[SheetLine, Set[str]] = field(default_factory=dict)
    #: The whole lines of which unread ones are pieces.
    wholes: Mapping[SheetLine, str] = field(default_factory=dict)
    #: The items with an answer, whether it was read or not.
    answered: Set[str] = frozenset()
    #: The unread lines that are about nothing but the items of their labels.
    shared: Set[SheetLine] = frozenset()
    #: Those that are alternatives behind the label of their items, such as "move: B or C".
    doubted: Set[SheetLine] = frozenset()

    def may_hold(self, item: str) -> bool:
        """Return whether a line that was not read may hold more of an answer, or the whole."""
        return len(self.unread) > MOST_UNREAD or any(
            self._may_be_about(line, item) for line in self.unread
        )

    def _may_be_about(self, line: SheetLine, item: str) -> bool:
        """Return whether an unread line may be about an item.

        Any line may, except words that leave the item out, such as "I don't know", or close a
        letter, such as "See you!", what has no entry and names no part, and what is
        below the label of another item: if it has answers to that one alone, or if this item is
        answered and the line names no node, or has no number where its entries have one.
        """
        labels = self.labels.get(line, frozenset())
        is_answered = item in self.claims
        row = find_row(item)
        has_none = self.rules is None or row.form is Form.CUTOFFS
        has_none |= row.form is Form.LIST and not row.ordered
        is_node = self.rules is not None and self.rules.names.names_node(line.text)
        if is_left_out(line.text, may_be_none=has_none) and not is_node:
            return False
        if line in self.shared:
            return item in labels
        if item in labels and not is_answered:
            return True
        if _CLOSES.fullmatch(normalized(line.shown).strip(" .,!:)(")) and not is_node:
            return False
        if line in self.doubted and not any(are_alike(item, label) for label in labels):
            return False
        whole = normalized(self.wholes.get(line, line.text))
        is_count = row.form is Form.COUNTS and bool(counts_in(whole)[0])
        text = normalized(line.text)
        is_other = is_answered and bool(labels) and item not in labels
        if is_other and not is_count:
            if not self._names_node(whole):
                return False
            is_named = ELSEWHERE.search(text) or names_part(text)
            if self.rules and not (is_named or self._has_entry_of(item, text)):
                return False
        if ELSEWHERE.search(text) or self._names_node(text):
            return True
        if self.rules is None:
            return without_reason(text)[0].strip(" :") != ""
        text = _NUMBERED.sub("", text) if not labels else text  # "Homework 4" is a title
        text = text.strip(" :")
        return bool(_ENTRY.search(text)) or is_none(text) or names_part(text) or says_move(text)

    def _has_entry_of(self, item: str, text: str) -> bool:
        """Return whether a text has what an entry of an item has.

        That is a number or a sign, or else a node that is not the one of a value.
        """
        if find_row(item).form in _WITH_NUMBERS:
            return _ENTRY.search(text) is not None
        return self._names_node(_VALUE.sub(" ", text))

    def _names_node(self, text: str) -> bool:
        return self.rules is not None and bool(find_nodes(text, self.rules.names))


def are_alike(item: str, other: str) -> bool:
    """Return whether a line about one item may be about another one, or both are one."""
    row, other_row = find_row(item), find_row(other)
    is_count = row.counted and other_row.form is Form.COUNTS
    are_of_a_kind = (row.ordered and other_row.ordered) or (row.result and other_row.result)
    return item == other or are_of_a_kind or is_count or {item, other} in ALIKE


def find_nodes(text: str, names: NodeNames) -> set[str]:
    """Return the nodes and moves that a text names."""
    words = {*re.findall(r"\w+", text), *re.findall(r"[\w'.]+", text), text.strip()}
    words |= {word for word in re.split(r"[\s,;:=→()]+", text) if word}
    if names.spaced:
        words |= {*map(str.strip, re.split(r"[:;=→]|,(?![^()]*\))", text))}
    named = {names.move(word) for word in words if names.names_node(word) or names.is_move(word)}
    return named | {names.node(word) for word in words if names.names_node(word)}


def has_number(text: str) -> bool:
    """Return whether a text has a number that is not one of a title, as in "Homework 4"."""
    return re.search(r"\d", _NUMBERED.sub("", text)) is not None


def is_title(line: SheetLine, rules: Rules | None = None) -> bool:
    """Return whether a line without a label is a heading; without rules, no nodes have names."""
    heads = line.number == 1 or line.text.startswith("#")
    signs = r"=|:\s|:$" if rules else "[=:(]"
    if not heads or re.search(signs, line.text) or ELSEWHERE.search(line.text):
        return False
    if says_move(line.text) or _IS_CUT.search(line.text) or EVERY_NODE.search(line.text):
        return False
    if NOTHING.search(line.text) or is_none(line.text.strip("# ")):
        return False
    if _SENTENCE.search(line.text):
        return False
    if re.search(r"(?<!\d)(?!(?:19|20)\d\d\b)\d", _NUMBERED.sub("", line.text)):
        return False
    return rules is None or not find_nodes(line.text, rules.names)
