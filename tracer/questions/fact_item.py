"""The base classes of items about problems without a search.

Payoff matrices, MCTS runs by hand and questions about a letter have them. The right answer is known
when an item is made, so it needs neither the answers of a search nor rules.
"""

from __future__ import annotations

import itertools
from abc import abstractmethod
from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import Any, TypeVar

from tracer.answers.common_order import common_in_order
from tracer.questions.base import Item, PartReading, Statement, Tally, tally_statements
from tracer.questions.entries import Unread
from tracer.questions.typed_text import lines_of, write_as_text
from tracer.text.numbers import agrees_as_written

_Claim = TypeVar("_Claim")
_Place = TypeVar("_Place", bound=Hashable)
_Said = TypeVar("_Said", bound=Hashable)


def clean_text(text: str) -> str:
    """Return an answer with one spelling of each sign, without empty lines."""
    return "\n".join(line.text for line in lines_of(text))


def unread_texts(answer: str, texts: Iterable[str]) -> tuple[Unread, ...]:
    """Return texts of an answer that were not read, each line of them with its place."""
    lines = [*lines_of(answer)]
    return tuple(
        Unread(next((at for at, line in lines if text in line), 0), text)
        for several in texts
        for text in several.split("\n")
    )


def merge_entries(
    entries: Sequence[tuple[Mapping[_Place, _Said], str]],
) -> tuple[dict[_Place, _Said], list[str]]:
    """Return what entries say, and the texts of those that contradict each other.

    Two different entries at one place do not count.
    """
    said: dict[_Place, set[_Said]] = {}
    for places, _ in entries:
        for place, claim in places.items():
            said.setdefault(place, set()).add(claim)
    contradicted = {place for place, claims in said.items() if len(claims) > 1}
    texts = [text for places, text in entries if contradicted & places.keys()]
    return {place: said[place].pop() for place in said if place not in contradicted}, texts


class FactItem(Item[_Claim]):
    """An item of a problem without a search."""

    #: The claim that states the right answer.
    right: _Claim
    #: What a key notes beside the right answer.
    remark: str = ""
    #: The right answer as the rows of a table; empty if it is a text.
    rows: tuple[tuple[str, ...], ...] = ()
    #: How far a number may be off; None for the digits that it is written with.
    tolerance: float | None = None

    def read(self, typed: Any, rules: None = None) -> PartReading:
        """Read an answer of a text or a file; what is not of the grammar is not read."""
        return self.read_text(write_as_text(typed))

    @abstractmethod
    def read_text(self, text: str) -> PartReading:
        """Read an answer as it would be typed."""

    @abstractmethod
    def entries(self, claim: _Claim) -> list[str]:
        """Return the entries of a claim in canonical form, as they would be typed."""

    def show(self, claim: _Claim) -> str:
        return "; ".join(self.entries(claim)) or "none"

    # Grading --------------------------------------------------------------------------------

    def statements(self, claim: Any) -> list[Statement]:
        """Return what a claim says, by default of each place of a mapping."""
        return list(itertools.starmap(Statement, claim.items()))

    def facts(self, claim: _Claim) -> Mapping[Any, Any]:
        """Return what is right at the places that a claim must answer."""
        return {right.place: right.said for right in self.statements(self.right)}

    def agrees(self, said: Any, fact: Any) -> bool:
        """Return whether a statement agrees with a fact."""
        return bool(said == fact)

    def tally(self, claim: _Claim) -> Tally:
        """Return what a claim earns."""
        facts = self.facts(claim)
        return tally_statements(self.statements(claim), facts, [facts], self.agrees)

    @abstractmethod
    def message(self, claim: _Claim, tally: Tally) -> str:
        """Describe what is right and what is wrong."""

    def hint(self, claim: _Claim) -> str:
        """Return what to think about after a wrong claim, without the answer; empty for nothing."""
        return ""

    def can_show(self, slug: str) -> bool:
        """Return whether a mistake leads to a wrong answer."""
        return False

    def mistakes(self, claim: _Claim) -> tuple[str, ...]:
        """Return the slugs of the mistakes that lead to a wrong claim, the likeliest first."""
        return ()


class OneFact(FactItem[_Claim]):
    """An item with one answer."""

    def entries(self, claim: _Claim) -> list[str]:
        return [str(claim)]

    def statements(self, claim: _Claim) -> list[Statement]:
        return [Statement(self.name, claim)]

    def agrees(self, said: Any, fact: Any) -> bool:
        if isinstance(fact, float):
            return agrees_as_written(said, fact, self.tolerance)
        return super().agrees(said, fact)

    def message(self, claim: _Claim, tally: Tally) -> str:
        if not tally.wrong:
            return f"{self.show(claim)} is right"
        return f"right is {self.show(self.right)}, not {self.show(claim)}"


class FactsInOrder(FactItem[tuple[str, ...]]):
    """An item with an entry for each iteration, in order."""

    is_list = True

    def entries(self, claim: tuple[str, ...]) -> list[str]:
        return [" ".join(claim)] if claim else []

    def statements(self, claim: tuple[str, ...]) -> list[Statement]:
        return [Statement(place, name) for place, name in enumerate(claim)]

    def tally(self, claim: tuple[str, ...]) -> Tally:
        """Count the longest common subsequence, less what is beyond the last iteration."""
        extra = max(0, len(claim) - len(self.right))
        return Tally(len(self.right), common_in_order(claim, self.right), extra)

    def message(self, claim: tuple[str, ...], tally: Tally) -> str:
        more = f"; {tally.charged:g} too many" if tally.charged else ""
        return f"{tally.earned:g} of {len(self.right)} in the right order{more}"
