"""Parts that say something about each of several nodes: values and minimax values."""

from __future__ import annotations

import re
from abc import abstractmethod
from collections.abc import Iterator, Mapping, Set
from typing import Any, ClassVar, Final, Generic, TypeVar

from engine.errors import InvalidInput
from tracer.check.answers import Answers, Window
from tracer.check.parts.base import Part, Rules, Steps, WrongAt
from tracer.check.parts.node_text import pairs_in
from tracer.check.parts.said import Bound, Unread, is_said, said_number, same_said
from tracer.typed_numbers import NUMBER, nearly_equal
from tracer.values import show_number
from trees.quoting import quoted

__all__ = ["CompleteValues", "Expectiminimax", "Minimax", "OfNodes", "Values", "some_of"]

_Said = TypeVar("_Said", float, Window)

#: Names that are listed in a message.
_MOST_TOLD: Final = 6

#: What stands between a name and what is said of it, and the same with something behind.
_SIGNS: Final = re.compile(r"[=:]|\(\s*,\s*\)")
_SAID: Final = re.compile(
    rf"(?:[=:]\s*[(\[]?|[(\[])\s*(?:(?:alpha|α)\s*[=:]?\s*)?{NUMBER.pattern}"
    r"|[=:][^\s,;:=()\[\]]",
    re.IGNORECASE,
)
#: A name that is one cell or several, such as (0,1), where a name begins.
_CELLS: Final = re.compile(r"(?:\A|[,;\n])(?:[ \t]*+\(\d+,\s?\d+\))+(?=[ \t]*=)")


class OfNodes(Part[dict[str, _Said]], Generic[_Said]):
    """A map of nodes to what is said of them."""

    def is_blank(self, given: Any) -> bool:
        """Whether no node has anything said of it."""
        if isinstance(given, str) and _SIGNS.search(given):
            return not _SAID.search(_CELLS.sub(" ", given) if "=" in given else given)
        return super().is_blank(given)

    @abstractmethod
    def right(self, answers: Answers, rules: Rules) -> Mapping[str, _Said]:
        """What is right, of every node that may be named."""

    @abstractmethod
    def equal(self, said: _Said, right: _Said) -> bool:
        """Whether what is said is right."""

    @abstractmethod
    def shown(self, said: _Said) -> str:
        """What is said, for people."""

    @abstractmethod
    def unread(self, said: _Said) -> Unread | None:
        """What is said, where it could not be read."""

    def misdirected(self, name: str, said: _Said, answers: Answers, rules: Rules) -> str:
        """What a bound is, where it is written the wrong way; empty where it is not."""
        return ""

    def asked(self, answers: Answers, rules: Rules) -> Set[str]:
        """The nodes that a sheet owes."""
        return answers.interior

    def owed(self, claim: Mapping[str, _Said], answers: Answers, rules: Rules) -> Set[str]:
        """The nodes that count: those that are asked for, and those that were answered."""
        return self.asked(answers, rules) | claim.keys() if rules.whole else {*claim}

    def harmless(self, name: str, said: _Said, answers: Answers, rules: Rules) -> bool:
        """Whether what is said of a node that was not visited does no harm."""
        return False

    def _sorted_out(
        self, claim: Mapping[str, _Said], answers: Answers, rules: Rules
    ) -> tuple[list[str], list[str], list[str]]:
        """The nodes that are right, wrong and missing."""
        right = self.right(answers, rules)
        good: list[str] = []
        bad: list[str] = []
        missing: list[str] = []
        for name in self.owed(claim, answers, rules):
            if name not in claim:
                missing.append(name)
            elif name not in right:
                if not self.harmless(name, claim[name], answers, rules):
                    bad.append(name)
            elif self.equal(claim[name], right[name]) and not self.misdirected(
                name, claim[name], answers, rules
            ):
                good.append(name)
            else:
                bad.append(name)
        return good, bad, missing

    def share(self, claim: dict[str, _Said], answers: Answers, rules: Rules) -> float:
        """Right nodes of all that count."""
        right = self.right(answers, rules)
        asked = self.asked(answers, rules) if rules.whole else frozenset()
        good, total = 0, sum(name not in claim for name in asked)
        for name, said in claim.items():
            if name in right:
                good += self.equal(said, right[name]) and not (
                    type(said) is Bound and self.misdirected(name, said, answers, rules)
                )
            elif self.harmless(name, said, answers, rules):
                continue
            total += 1
        return good / total if total else 1.0

    def share_of_either(
        self, claim: dict[str, _Said], answers: Answers, others: Answers, rules: Rules
    ) -> float:
        """The same, where a node may be right by either."""
        either = max(self.share(claim, answers, rules), self.share(claim, others, rules))
        mine: tuple[list[str], ...] = self._sorted_out(claim, answers, rules)
        theirs: tuple[list[str], ...] = self._sorted_out(claim, others, rules)
        right = {*mine[0], *theirs[0]}
        total = sum(map(len, theirs))
        good = sum(name in right for name in (*theirs[0], *theirs[1]))
        return max(either, good / total if total else 0.0)

    def items(self, answers: Answers, rules: Rules) -> int:
        """A node each."""
        return max(1, len(self.asked(answers, rules)))

    def told(self, claim: dict[str, _Said], answers: Answers, rules: Rules) -> str:
        """How many are right, which are wrong, and which are missing."""
        good, bad, missing = self._sorted_out(claim, answers, rules)
        right = self.right(answers, rules)
        total = len(good) + len(bad) + len(missing)
        told = [f"{len(good)} of {total} right"]
        for name in sorted(bad)[:_MOST_TOLD]:
            said = self.shown(claim[name])
            unread = self.unread(claim[name])
            if unread is not None and not unread.shown:
                told.append(f"{quoted(name)} could not be read")
            elif name in right:
                one = self.misdirected(name, claim[name], answers, rules)
                told.append(f"{name} is {one or self.shown(right[name])}, not {said}")
            elif rules.names.is_node(name):
                told.append(f"{name} is not visited")
            else:
                told.append(f"there is no node {quoted(name)}")
        if len(bad) > _MOST_TOLD:
            told.append(f"and {len(bad) - _MOST_TOLD} more are wrong")
        if missing:
            names = sorted(missing)
            more = ", …" if len(names) > _MOST_TOLD else ""
            told.append(f"nothing is said of {', '.join(names[:_MOST_TOLD])}{more}")
        return "; ".join(told)

    @abstractmethod
    def step_of(self, name: str, steps: Steps) -> int | None:
        """The step that decides what is said of a node."""

    def wrong(
        self, claim: dict[str, _Said], answers: Answers, rules: Rules, steps: Steps
    ) -> Iterator[WrongAt]:
        """The nodes that are wrong or missing."""
        sorted_out = self._sorted_out(claim, answers, rules)
        for name in sorted_out[1] + sorted_out[2]:
            step = self.step_of(name, steps)
            said = ""
            if name in claim:
                unread = self.unread(claim[name])
                said = f"{name or quoted(name)} is given {self.shown(claim[name])}"
                if unread is not None and not unread.shown:
                    said = f"{quoted(name)} is written"
            yield WrongAt(steps.last if step is None else step, name, said)

    def blank(self, answers: Answers, rules: Rules) -> Any:
        """All inner nodes: those that are owed alone would tell what is skipped."""
        return {name: "" for name in rules.complete if name in rules.inner} or ""


def some_of(claim: dict[str, _Said], part: OfNodes[_Said], example: str) -> dict[str, _Said]:
    """A claim, unless there is nothing in it that can be read.

    Raises:
        InvalidInput: there is nothing.
    """
    if not claim:
        raise InvalidInput(f"no node is given any of the {part.name}", expected=example)
    unread = [(name, one) for name, said in claim.items() if (one := part.unread(said)) is not None]
    if len(unread) == len(claim):
        name, one = unread[0]
        found = f"{name}: {one.shown}" if one.shown else f"{quoted(name)} among the {part.name}"
        raise InvalidInput(found, expected=example)
    return claim


class Values(OfNodes[float]):
    """What each node returns."""

    name = "values"
    aliases: ClassVar[tuple[str, ...]] = (
        *("value of nodes", "values of nodes", "node values", "node_values", "v"),
        *("values returned", "returned values", "return values"),
    )
    about = (
        "the value that each inner node returns, such as P=1 Q=-4; "
        "leave a node that is not visited blank"
    )

    def read(self, given: Any, rules: Rules) -> dict[str, float]:
        """Node by node."""
        claim: dict[str, float] = {}
        # A trace that visits a node twice: it is worth what it was at first.
        traced = isinstance(given, list) and any(
            isinstance(one, Mapping) and "id" in one for one in given
        )
        for name, value in pairs_in(given, self.name, spaced=rules.names.spaced):
            if not is_said(value):
                continue
            node, said = rules.names.node(name), said_number(value)
            before = claim.get(node)
            if before is None:
                claim[node] = said
            elif not traced and not same_said(before, said):
                claim[node] = Unread(f"both {self.shown(before)} and {self.shown(said)}")
        return some_of(claim, self, "such as P=1 Q=-4")

    def wrote(self, answers: Answers, rules: Rules) -> dict[str, float]:
        """The values of the nodes that are asked for."""
        right, asked = self.right(answers, rules), self.asked(answers, rules)
        return {name: value for name, value in right.items() if name in asked}

    def right(self, answers: Answers, rules: Rules) -> Mapping[str, float]:
        """What every visited node returned."""
        return answers.values

    def equal(self, said: float, right: float) -> bool:
        """As far as its digits go."""
        return nearly_equal(said, right)

    def shown(self, said: float) -> str:
        """As people write numbers."""
        return said.shown if isinstance(said, Unread | Bound) else show_number(said)

    def unread(self, said: float) -> Unread | None:
        """What is no number."""
        return said if isinstance(said, Unread) else None

    def misdirected(self, name: str, said: float, answers: Answers, rules: Rules) -> str:
        """A node that was left early is worth at least its value if it is MAX's, else at most."""
        if type(said) is Bound:
            # Whatever the values come from, the right search tells which of them are bounds.
            for cut in (rules.right or answers).cuts:
                if cut.at == name and cut.at_max != said.at_least:
                    return Bound(cut.value, at_least=cut.at_max).shown
        return ""

    def harmless(self, name: str, said: float, answers: Answers, rules: Rules) -> bool:
        """The number that stands beside a leaf in the drawing."""
        drawn = rules.complete.get(name)
        return drawn is not None and nearly_equal(said, drawn) and name not in rules.inner

    def step_of(self, name: str, steps: Steps) -> int | None:
        """Where the node returns."""
        return steps.left(name)


class CompleteValues(Values):
    """The values of all nodes, whether a search comes to them or not."""

    def misdirected(self, name: str, said: float, answers: Answers, rules: Rules) -> str:
        """These are no bounds."""
        return ""

    def right(self, answers: Answers, rules: Rules) -> Mapping[str, float]:
        """The values of a search that leaves nothing out."""
        complete = answers.complete  # a misconception may show here as well
        return rules.complete if complete is None else complete

    def asked(self, answers: Answers, rules: Rules) -> Set[str]:
        """All nodes but the leaves, whose values are given."""
        return rules.inner

    def wrong(
        self, claim: dict[str, float], answers: Answers, rules: Rules, steps: Steps
    ) -> Iterator[WrongAt]:
        """The nodes that are wrong or missing; the search may return something else there."""
        for one in super().wrong(claim, answers, rules, steps):
            said = one.said.replace("is given", "is given the minimax value", 1)
            yield one._replace(said=said)


class Minimax(CompleteValues):
    """Minimax values at every node."""

    name = "minimax"
    aliases = ("minimax values", "minimax_values")
    about = "the minimax value of every inner node, whether a search visits it or not"


class Expectiminimax(CompleteValues):
    """Expectiminimax values at every node."""

    name = "expectiminimax"
    aliases = ("expectiminimax values", "expectimax", "expected values")
    about = "the same with chance nodes, each worth the mean of its outcomes"
