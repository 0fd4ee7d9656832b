"""Parts that answer something for each of several nodes, such as values."""

from __future__ import annotations

import math
import re
from abc import abstractmethod
from collections import ChainMap
from collections.abc import Collection, Hashable, Iterator, Mapping, Sequence, Set
from typing import Any, ClassVar, Final, Generic, TypeVar

from engine.errors import InvalidInput
from tracer.answers.answers import Answers, NodeValue, Window
from tracer.answers.work_tree import Shares
from tracer.questions.base import Part, PartReading, Statement, Steps, Tally, WrongAt
from tracer.questions.claims import (
    Bound,
    said_number,
    said_shares,
    same_said,
    shown_value,
    value_agrees,
)
from tracer.questions.entries import Entry, Unread, value_entries, vector_entries
from tracer.questions.rules import Right, Rules
from tracer.questions.typed_text import is_none
from tracer.text.numbers import show_count, show_number
from tracer.text.printable_text import join_names
from trees.text import quote

_Said = TypeVar("_Said", NodeValue, Window)

#: Most names in a message.
_MOST_TOLD: Final = 6

#: "C: none" may say that nothing is cut at C, or that C has no value.
_NONE: Final = re.compile(r"\bnone\Z", re.IGNORECASE)
#: A name with a dash, or a minus sign, before its number.
_DASHED: Final = re.compile(r"[^\s=:]+\s[-–—−]\d.*")
_NUMBER: Final = re.compile(r"\d|∞|inf|oo|[½⅓¼⅔¾⅕⅖⅗⅘⅙⅚⅛⅜⅝⅞]", re.IGNORECASE)


def _is_dashed(entry: Entry) -> bool:
    """Return whether the minus sign of a value may be a dash behind its node: "A -3"."""
    return _DASHED.fullmatch(entry.text) is not None


#: The two views of the values that negamax returns.
_VIEWS: Final = "; all as MAX sees them, or all as the player to move does"


class OfNodes(Part[dict[str, _Said]], Generic[_Said]):
    """A part that maps nodes to values."""

    @abstractmethod
    def entries(self, text: str, rules: Rules) -> tuple[list[Entry], list[Unread]]:
        """Read the entries of a text."""

    @abstractmethod
    def said(self, values: tuple[str, ...], rules: Rules) -> _Said | None:
        """Return what an entry says of its node; None if it is not of this part's kind."""

    def read_marked(self, text: str, rules: Rules) -> PartReading:
        """Read a claim per node; two different claims about one node are not read."""
        entries, unread = self.entries(text, rules)
        claims: dict[str, tuple[_Said, Unread]] = {}
        double: dict[str, None] = {}
        again: list[tuple[str, Unread]] = []
        for entry in entries:
            try:
                said = self.said(entry.values, rules) if entry.values else None
            except InvalidInput:
                said = None
            node, line = rules.names.node(entry.name), Unread(entry.place, entry.text)
            if said is None:
                unread += [line] if entry.values or _NONE.search(entry.text) else []
            elif node not in claims:
                claims[node] = said, line
            elif not self.is_same(claims[node][0], said):
                unread.append(line)
                double[node] = None
            else:
                again.append((node, line))
        if len(again) == 1 and rules.is_root(again[0][0]):
            unread.append(again[0][1])  # the root's value may be the answer to another part
        unread += (claims.pop(node)[1] for node in double)
        claim = {node: said for node, (said, _) in claims.items()}
        nothing_is_asked = rules.right is not None and not self.asked(rules.right, rules)
        if nothing_is_asked and is_none(text):
            return PartReading({}, ())
        return PartReading(claim or None, tuple(unread))

    def continues(self, above: Sequence[str], line: str, rules: Rules) -> bool:
        """Return whether a line has an entry of a node, or one that cannot be read."""
        entries, unread = self.entries(line, rules)
        are_unknown = not rules.names.spaced and not any(
            rules.names.names_node(entry.name) for entry in entries
        )
        return bool(unread) or not entries or not are_unknown

    @abstractmethod
    def is_same(self, one: _Said, other: _Said) -> bool:
        """Return whether two claims about a node agree."""

    def show(self, claim: dict[str, _Said]) -> str:
        """Return one entry per node: `A=3`, `B ≤ 2`, `A=(1, 2, 6)` or `C (3, +∞)`."""
        return (
            ", ".join(
                f"{name}{' ' if type(said) in (tuple, Bound) else '='}{self.shown(said)}"
                for name, said in claim.items()
            )
            or "none"
        )

    @abstractmethod
    def shown(self, said: _Said) -> str:
        """Return a claimed value as text."""

    @abstractmethod
    def right(self, answers: Answers, rules: Rules) -> Mapping[str, _Said]:
        """Return what is right for each node that has an answer."""

    def asked(self, answers: Answers, rules: Rules) -> Set[str]:
        """Return the nodes that a sheet must answer."""
        return answers.interior

    def wrote(self, answers: Answers, rules: Rules) -> dict[str, _Said]:
        right, asked = self.right(answers, rules), self.asked(answers, rules)
        return {name: value for name, value in right.items() if name in asked}

    def expected(self, answers: Answers, rules: Rules) -> Collection[Hashable]:
        return self.asked(answers, rules)

    def items(self, claim: Mapping[str, _Said], answers: Answers, rules: Rules) -> float:
        """Return the number of required nodes, or of those that are answered."""
        asked = self.asked(answers, rules)
        return len(asked) if rules.whole else sum(name in asked for name in claim)

    def agrees(self, said: Any, fact: Any, rules: Rules) -> bool:
        return value_agrees(said, fact, rules.tolerance)

    def at(self, claim: dict[str, _Said], node: str, right: Right) -> dict[str, _Said]:
        return {node: claim[node]} if node in claim else {}

    def leads_to(self, claim: dict[str, _Said], node: str, other: tuple[Answers, Rules]) -> bool:
        """Return whether other answers have this value, or none if it is missing."""
        if not claim:
            return node not in self.asked(*other)
        facts = self.facts(*other)
        return all(
            one.place in facts and self.agrees(one.said, facts[one.place], other[1])
            for one in self.statements(claim, (other,))
        )

    def message(self, claim: dict[str, _Said], right: Right, tally: Tally) -> str:
        """Describe how many nodes are right, and which are wrong or missing."""
        seen = self.in_view(claim, right)
        is_same = seen is right
        right = seen
        answers, rules = right[0]
        known = self.right(answers, rules)
        bad = sorted({one.node for one in tally.wrong})
        missing = sorted(self._missing(claim, right))
        details = [f"{show_number(tally.earned)} of {tally.items:g} right"]
        listed = bad[:_MOST_TOLD]
        for name in listed:
            said = self.shown(claim[name])
            if name in known:
                shown = self.directed(name, claim[name], right[0]) or self.shown(known[name])
                details.append(f"{name} is {shown}, not {said}")
            elif not rules.names.is_node(name):
                details.append(f"there is no node {quote(name)}")
        if idle := [name for name in listed if name not in known and rules.names.is_node(name)]:
            details.append(f"{join_names(idle)} {'is' if len(idle) == 1 else 'are'} not visited")
        if len(bad) > _MOST_TOLD:
            details.append(f"{show_count(len(bad) - _MOST_TOLD, 'more is', 'more are')} wrong")
        if missing:
            more = ", …" if len(missing) > _MOST_TOLD else ""
            details.append(f"no answer for {', '.join(missing[:_MOST_TOLD])}{more}")
        if not is_same:
            details.append(f"each {self.thing} is for the player to move")
        return "; ".join(details)

    def directed(self, name: str, said: _Said, right: tuple[Answers, Rules]) -> str:
        """Return the right bound if a claimed bound points the wrong way, or else an empty text."""
        return ""

    def _missing(self, claim: dict[str, _Said], right: Right) -> list[str]:
        """Return the required nodes without an answer."""
        asked = self.asked(*right[0]) if right[0][1].whole else ()
        return [name for name in asked if name not in claim]

    #: What a node is given.
    thing: ClassVar[str] = "value"

    def clause(self, name: str, said: _Said) -> str:
        """Return a claim as the end of a sentence that begins with "You"."""
        sign = "" if isinstance(said, Bound) else "= "
        return f"write {name} {sign}{self.shown(said)}"

    def correction(self, name: str, said: _Said | None, fact: _Said) -> str:
        """Return what is right for a node, as a clause."""
        return f"{name} is {self.shown(fact)}"

    @abstractmethod
    def step_of(self, name: str, steps: Steps) -> int | None:
        """Return the step that decides the value of a node."""

    def wrong(
        self, claim: dict[str, _Said], right: Right, tally: Tally, steps: Steps
    ) -> Iterator[WrongAt]:
        """Yield the wrong and missing nodes."""
        right = self.in_view(claim, right)
        names: dict[str, None] = dict.fromkeys(one.node for one in tally.wrong)
        for name in [*names, *sorted(self._missing(claim, right))]:
            step = steps.or_last(self.step_of(name, steps))
            if name in claim:
                said = self.clause(name, claim[name])
            else:
                said = f"give no {self.thing} for {name}"
            fact = self.right(*right[0]).get(name)
            is_node = right[0][1].names.is_node(name)
            text = f"{name} is not visited" if is_node else f"there is no node {quote(name)}"
            if fact is not None:
                directed = self.directed(name, claim[name], right[0]) if name in claim else ""
                text = f"{name} is {directed}" if directed else ""
                text = text or self.correction(name, claim.get(name), fact)
            yield WrongAt(step, name, said, text, is_missing=bool(claim) and name not in claim)

    def blank(self, rules: Rules) -> Any:
        """Return all internal nodes: the visited ones alone would reveal what is skipped."""
        return {name: "" for name in rules.complete if name in rules.inner} or ""


class Values(OfNodes[NodeValue]):
    """The value that each node returns."""

    name = "values"
    also: ClassVar[tuple[str, ...]] = ("minimax", "expectiminimax")
    about = "the value that each internal node returns, such as P=1 Q=-4"
    compares: ClassVar[tuple[str, ...]] = ("values", "interior")
    is_of_visited = True
    is_usual = True
    says_much = True

    def entries(self, text: str, rules: Rules) -> tuple[list[Entry], list[Unread]]:
        if rules.players:
            return vector_entries(text, rules.names, rules.players, rules.movers)
        entries, unread = value_entries(text, rules.names)
        said = [entry for entry in entries if entry.values]
        values = [value for value in rules.complete.values() if not isinstance(value, Shares)]
        may_be_dashes = bool(values) and min(values) >= 0 and bool(said)
        if may_be_dashes and all(map(_is_dashed, said)):
            return [], [*unread, *(Unread(entry.place, entry.text) for entry in said)]
        return entries, unread

    def instruction(self, rules: Rules) -> str:
        """Return what to answer: a value, or a vector."""
        if not rules.players:
            return f"{self.about}{_VIEWS if rules.negated else ''}"
        example = ", ".join(str(2 * place) for place in range(len(rules.players)))
        return f"the vector that each internal node returns, such as P=({example})"

    def said(self, values: tuple[str, ...], rules: Rules) -> NodeValue | None:
        """Return a number or a bound; with several players a vector or a bound."""
        if rules.players:
            return said_shares(values, len(rules.players))
        return said_number(values[0]) if len(values) == 1 else None

    def is_same(self, one: NodeValue, other: NodeValue) -> bool:
        return same_said(one, other)

    def is_marked_line(self, line: str, rules: Rules) -> bool:
        """Return whether a line consists of nodes with values, and not only unknown ones."""
        if not re.search(r"[=:→<>≤≥]|\bis\b", line) or not _NUMBER.search(line):
            return False
        entries, unread = self.entries(line, rules)
        return not unread and any(
            entry.values and rules.names.names_node(entry.name) for entry in entries
        )

    def list_visited(self, claim: dict[str, NodeValue], rules: Rules) -> Collection[Any]:
        return claim

    def right(self, answers: Answers, rules: Rules) -> Mapping[str, NodeValue]:
        """Return the values of all visited nodes."""
        return answers.values

    def facts(self, answers: Answers, rules: Rules) -> Mapping[Hashable, Any]:
        return ChainMap(self.right(answers, rules), rules.leaves)  # type: ignore[arg-type]

    def statements(self, claim: dict[str, NodeValue], right: Right) -> list[Statement]:
        """Return the claimed values; a bound that points the wrong way is not a number."""
        return [
            Statement(name, math.nan if self.directed(name, said, right[0]) else said)
            for name, said in claim.items()
        ]

    def shown(self, said: NodeValue) -> str:
        return shown_value(said)

    def directed(self, name: str, said: NodeValue, right: tuple[Answers, Rules]) -> str:
        """Return the right bound: at least at a cut MAX node, at most at a cut MIN node."""
        if type(said) is Bound:
            answers, rules = right
            for cut in (rules.right or answers).cuts:
                if cut.at == name and cut.at_max != said.at_least:
                    return Bound(cut.value, at_least=cut.at_max).shown
        return ""

    def step_of(self, name: str, steps: Steps) -> int | None:
        return steps.left(name)


class CompleteValues(Values):
    """The values of all nodes, whether visited or not."""

    is_usual = False
    is_of_visited = False
    compares = ("complete",)

    def list_visited(self, claim: dict[str, NodeValue], rules: Rules) -> Collection[Any]:
        """Return none: every node has such a value."""
        return ()

    def directed(self, name: str, said: NodeValue, right: tuple[Answers, Rules]) -> str:
        """Return an empty text: these values are not bounds."""
        return ""

    def right(self, answers: Answers, rules: Rules) -> Mapping[str, NodeValue]:
        """Return the values of a search that prunes nothing."""
        complete = answers.complete  # a misconception may show here as well
        return rules.complete if complete is None else complete

    def asked(self, answers: Answers, rules: Rules) -> Set[str]:
        """Return all nodes except leaves, whose values are given."""
        return rules.inner

    thing = "minimax value"

    def clause(self, name: str, said: NodeValue) -> str:
        return f"give {name} the {self.thing} {self.shown(said)}"


class Minimax(CompleteValues):
    """The minimax value of every node."""

    name = "minimax"
    also = ("values", "expectiminimax")
    about = "the minimax value of every internal node, whether a search visits it or not"


class Expectiminimax(CompleteValues):
    """The expectiminimax value of every node."""

    name = "expectiminimax"
    also = ("values", "minimax")
    about = "minimax values with chance nodes, each worth the mean of its outcomes"
    thing = "expectiminimax value"
