"""What a search does with leaves: the order in which it evaluates them, and those it prunes."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Hashable, Iterator, Mapping, Sequence
from typing import Any, Final

from engine.errors import InvalidInput
from tracer.answers.answers import Answers
from tracer.questions.base import Part, PartReading, Statement, Steps, Tally, WrongAt
from tracer.questions.cutoff_statements import as_skipped, read_cuts
from tracer.questions.cutoffs import Cutoffs
from tracer.questions.entries import Unread, list_unread, value_entries
from tracer.questions.orders import (
    ENTRY_SIGN,
    drop_values_of_leaves,
    is_of_leaf,
    read_order,
)
from tracer.questions.rules import Right, Rules, leaves_below
from tracer.questions.typed_text import IS_NOT_VISITED, breaks_off, is_none, lines_of
from tracer.questions.visits import NodeOrder, list_some
from tracer.text.numbers import agrees_as_written, parse_typed_number, show_number

#: Between two values.
_BETWEEN: Final = re.compile(r"\s*(?:→|[,;|])\s*|\s+")
#: The number of an item in a list.
_ITEM: Final = re.compile(r"(?<!\S)(\d{1,3})[.):](?=\s)")
#: How many nodes are listed: "(2 leaves)".
COUNTED_NODES: Final = re.compile(r"\((\d{1,3})\s(?:leaf|leaves|nodes?)(?:\sin\s(?:all|total))?\)")
#: The same without brackets, where the number may be a node.
_COUNTS: Final = re.compile(r"(?<![\w(])(\d{1,3})\s(?:leaf|leaves|nodes?)\b")
#: The number of an item at the beginning of its line.
_NUMBERED: Final = re.compile(r"\A\(\d{1,2}\)\s+")
#: A line such as "Terminal nodes", which begins another list.
_WORDS_ALONE: Final = re.compile(r"[^\W\d_]{3}[^\d:=(]*")
#: The place of the answer "none".
_NONE: Final = "none"


class Leaves(NodeOrder):
    """The leaves in the order of evaluation, by name or by value."""

    name = "leaves"
    about = "the leaves in the order in which they are evaluated, by name or by value"
    entry = "leaf"

    def read_marked(self, text: str, rules: Rules) -> PartReading:
        """Read names as in an order of visits, or the values of leaves."""
        reading = read_order(text, rules)
        is_order = all(map(rules.names.is_node, reading.claim or ("",))) and not reading.unread
        values = () if is_order else _read_values(text)
        if len(values) == 1 < len(rules.leaves):
            return PartReading(None, list_unread(text))  # it may be their number
        named = [rules.names.names_node(show_number(value)) for value in values]
        are_of_leaves = {*values} <= {*rules.leaves.values()} and not all(named)
        if values and (are_of_leaves or not any(named)):
            return PartReading(values)
        return reading

    def continues(self, above: Sequence[str], line: str, rules: Rules) -> bool:
        """Return whether a line has leaves and nothing else, or more of those with their values.

        A leaf with a value that it does not have is a statement of a value.
        """
        if ENTRY_SIGN.search(line) is None or not ENTRY_SIGN.search(above[0]):
            is_value = bool(_read_values(line)) and bool(_read_values(above[0]))
            named = {*(self.read(line, rules).claim or ())}
            is_list = self.reads_wholly(line, rules) and named.isdisjoint(rules.inner)
            return ENTRY_SIGN.search(line) is None and (is_value or is_list)
        listed = {*(self.read("\n".join(above), rules).claim or ())}
        for text in (above[0], line):
            entries, unread = value_entries(text, rules.names)
            are_given = all(
                len(entry.values) == 1 and is_of_leaf(entry.name, entry.values[0], rules)
                for entry in entries
            )
            if unread or not are_given:
                return False
        return listed.isdisjoint(rules.names.node(entry.name) for entry in entries)

    def show(self, claim: Any) -> str:
        return super().show(
            [leaf if isinstance(leaf, str) else show_number(leaf) for leaf in claim]
        )

    def order(self, answers: Answers, rules: Rules, claim: Any = ()) -> Any:
        """Return the evaluated leaves; by value if a claim has values."""
        leaves = [name for name in answers.visits if name not in answers.interior]
        if not claim or isinstance(claim[0], str):
            return tuple(leaves)
        values = (rules.leaves.get(name, answers.values.get(name)) for name in leaves)
        return tuple(value for value in values if value is not None)

    def as_right(self, claim: Any, right: Right) -> Any:
        """Return a claim with its rounded values as the right ones."""
        if not claim or isinstance(claim[0], str):
            return tuple(claim)
        exact = dict.fromkeys(self.order(*right[0], claim))
        tolerance = right[0][1].tolerance
        return tuple(
            next((value for value in exact if agrees_as_written(said, value, tolerance)), said)
            for said in claim
        )

    def list_visited(self, claim: Any, rules: Rules) -> Collection[Any]:
        """Return the names; of values, those that one leaf has, or all if all leaves are listed."""
        if not claim or isinstance(claim[0], str):
            return tuple(claim)
        if [*claim] == [*rules.leaves.values()]:
            return tuple(rules.leaves)
        counted = Counter(rules.leaves.values())
        return tuple(
            name for name, value in rules.leaves.items() if counted[value] == 1 and value in claim
        )


def _read_values(text: str) -> tuple[float, ...]:
    """Return the numbers of an answer that has nothing else; empty if it has."""
    lines = (_remove_item_numbers(line.text).strip("()[]{}. ") for line in lines_of(text))
    words = [word for line in lines for word in _BETWEEN.split(line) if word]
    try:
        return () if any(map(breaks_off, words)) else tuple(map(parse_typed_number, words))
    except InvalidInput:
        return ()


def _remove_item_numbers(line: str) -> str:
    """Return a line without the numbers of its items if there are two or more, each of one word."""
    before, *items = _ITEM.split(line)
    numbers, texts = items[::2], items[1::2]
    is_list = len(numbers) > 1 and [*map(int, numbers)] == [*range(1, len(numbers) + 1)]
    is_list = is_list and not before.strip() and all(len(text.split()) == 1 for text in texts)
    return " ".join(texts) if is_list else line


def _lists_parent_behind(text: str, rules: Rules) -> bool:
    """Return whether a line has only a node that is the parent of nodes on the lines above."""
    names: list[str] = []
    for _, line in lines_of(text):
        names += read_order(line, rules).claim or ("",)
    are_alone = 1 < len(names) == sum(1 for _ in lines_of(text))
    return are_alone and any(
        rules.parents.get(child) == name for at, name in enumerate(names) for child in names[:at]
    )


class Pruned(Part[tuple[str, ...]]):
    """The leaves that are not evaluated, whichever level is named."""

    name = "pruned"
    about = "the leaves that are pruned, such as Q2 Q3, or the nodes above them; none if nothing is"
    also = ("counts",)
    compares = ("cuts",)
    needs_window = True
    tells_way = True
    carries_values = False
    states_cutoffs = True

    def read_marked(self, text: str, rules: Rules) -> PartReading:
        """Read a list of nodes, or cutoffs with their skipped nodes; names alone without a tree."""
        if is_none(text):
            return PartReading(())
        if not rules.parents:
            return read_order(text, rules)
        text = drop_values_of_leaves(text, rules)
        counted = _COUNTS.search(text)
        if _lists_parent_behind(text, rules) or (counted and rules.names.names_node(counted[1])):
            return PartReading(None, tuple(Unread(*line) for line in lines_of(text)))
        counts = [int(count) for count in COUNTED_NODES.findall(text)]
        lines = COUNTED_NODES.sub("", text).split("\n")
        read = read_cuts("\n".join(lines), rules)
        if read.unread:  # maybe nodes without a word that says what they are
            lines = [as_skipped(_NUMBERED.sub("", line)) for line in lines]
            read = read_cuts("\n".join(lines), rules)
        skipped = tuple(name for cut in read.cuts for name in cut.skipped or ())
        if not read.agrees or (counts and sum(counts) != len(skipped)):
            return PartReading(None, list_unread(text))
        if not read.unread and all(cut.skipped for cut in read.cuts):
            return PartReading(skipped)
        label = as_skipped("")
        unread = tuple(
            line if line.text in text else line._replace(text=line.text.removeprefix(label))
            for line in read.unread
        )
        return PartReading(skipped or None, unread or (Unread(0, f"{text:.100}"),))

    def continues(self, above: Sequence[str], line: str, rules: Rules) -> bool:
        """Return whether a line has no values of nodes, and more than other words."""
        if not any(map(rules.names.resembles_node, re.findall(r"[\w'.]+", line))):
            return is_none(line) or _WORDS_ALONE.fullmatch(line) is None
        entries, unread = value_entries(line, rules.names)
        return bool(unread) or not any(entry.values for entry in entries)

    def is_marked_line(self, line: str, rules: Rules) -> bool:
        """Return whether a line is a cutoff, which says what is pruned, or what is not visited."""
        is_sentence = IS_NOT_VISITED.search(line) is not None and self.reads_wholly(line, rules)
        return is_sentence or Cutoffs().is_marked_line(line, rules)

    def wrote(self, answers: Answers, rules: Rules) -> tuple[str, ...]:
        """Return the pruned leaves."""
        skipped = [name for _, cut in answers.listed_cuts() for name in cut.skipped]
        return tuple(dict.fromkeys(leaves_below(skipped, rules)))

    def facts(self, answers: Answers, rules: Rules) -> Mapping[Hashable, Any]:
        """Return the pruned leaves; `none` if there are none."""
        return dict.fromkeys(self.wrote(answers, rules) or (_NONE,), True)

    def statements(self, claim: tuple[str, ...], right: Right) -> list[Statement]:
        """Return the leaves below the claimed nodes, each once."""
        answers, rules = right[0]
        is_none_due = not self.wrote(answers, rules)
        none = [Statement(_NONE, True)] if is_none_due and not claim else []
        return none + [Statement(leaf, True) for leaf in dict.fromkeys(leaves_below(claim, rules))]

    def list_cuts(self, claim: tuple[str, ...], rules: Rules) -> list[tuple[str, tuple[str, ...]]]:
        """Return the claimed nodes that have a parent in common, with their parent."""
        lists = rules.group_by_parent(claim)
        return [(above, tuple(names)) for above, names in lists.items()]

    def remove_cutoff(self, claim: tuple[str, ...], node: str, right: Right) -> tuple[str, ...]:
        """Return the claimed leaves that the cutoff does not skip."""
        answers, rules = right[0]
        skipped = (name for cut in answers.cuts if cut.at == node for name in cut.skipped)
        lost = {*leaves_below(skipped, rules)}
        return tuple(leaf for leaf in leaves_below(claim, rules) if leaf not in lost)

    def message(self, claim: tuple[str, ...], right: Right, tally: Tally) -> str:
        """Describe the missing leaves and those that are not pruned."""
        due = self.wrote(*right[0])
        if not due:
            head = "the search prunes nothing"
        else:
            less = f", less {show_number(tally.charged)}" if tally.charged else ""
            head = f"{show_number(tally.earned)} of {len(due)} pruned leaves{less}"
        missing, extra = self._differences(claim, right)
        details = [f"{list_some(missing)} {_is(missing)} missing"] if missing else []
        details += [f"{list_some(extra)} {_is(extra)} not pruned"] if extra else []
        return "; ".join((head, *details))

    def _differences(self, claim: tuple[str, ...], right: Right) -> tuple[list[str], list[str]]:
        due = self.wrote(*right[0])
        said = {str(statement.place) for statement in self.statements(claim, right)} - {_NONE}
        return [leaf for leaf in due if leaf not in said], sorted(said - {*due})

    def wrong(
        self, claim: tuple[str, ...], right: Right, tally: Tally, steps: Steps
    ) -> Iterator[WrongAt]:
        """Yield the leaves that are not pruned, and the missing ones."""
        missing, extra = self._differences(claim, right)
        for leaf in extra:
            step = steps.or_last(steps.entered(leaf))
            yield WrongAt(step, leaf, f"list {leaf} among the pruned leaves", "it is not pruned")
        for leaf in missing:
            step = steps.or_last(steps.skipped(leaf))
            said = f"do not list {leaf} among the pruned leaves"
            yield WrongAt(step, leaf, said, "it is pruned", is_missing=bool(claim))


def _is(names: list[str]) -> str:
    return "is" if len(names) == 1 else "are"
