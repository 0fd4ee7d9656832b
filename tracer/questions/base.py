"""The base class of a part of a sheet, and what its methods share.

A claim is a list of *statements*: at a place (a node, a field of a cutoff), something is said. The
key has *expected* places, one item each, or a fraction of one. A statement at an expected place
earns its worth if it is right. Elsewhere, a wrong statement takes its worth back.
"""

from __future__ import annotations

import itertools
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, is_dataclass
from typing import Any, ClassVar, Final, Generic, NamedTuple, TypeVar

from tracer.answers.answers import Answers
from tracer.answers.visit_names import VisitNames
from tracer.answers.work_tree import Shares
from tracer.questions.entries import Unread
from tracer.questions.items import ItemRow, find_row
from tracer.questions.rules import Right, Rules, negate
from tracer.questions.typed_text import write_as_text
from tracer.recording.recording import Recording
from tracer.steps.visit_views import Cutoffs
from tracer.text.numbers import count_decimals
from tracer.text.printable_text import show_names

#: The instruction for nodes that a search may skip.
LEAVE_BLANK: Final = "leave unvisited nodes blank"

_Claim = TypeVar("_Claim")


def hashable(claim: Any) -> Any:
    """Return a claim as a hashable value that distinguishes 2 from 2.00 and from ≤ 2."""
    kind = type(claim)
    if kind is float or kind is str:  # most
        return claim
    if kind is Shares:
        return claim.known, *map(hashable, claim)
    if isinstance(claim, dict):
        return tuple([(name, hashable(one)) for name, one in claim.items()])
    if isinstance(claim, float):
        return kind, float(claim), count_decimals(claim), getattr(claim, "shown", "")
    if is_dataclass(claim):
        return tuple([hashable(getattr(claim, name)) for name in claim.__dataclass_fields__])
    if isinstance(claim, tuple) and claim and not isinstance(claim[0], str):
        return tuple(map(hashable, claim))
    return claim


class Statement(NamedTuple):
    """One thing that a claim says."""

    place: Hashable
    said: Any
    worth: float = 1.0

    @property
    def node(self) -> Any:
        """The node that it is about, or the whole place."""
        return self.place[0] if isinstance(self.place, tuple) else self.place


@dataclass(slots=True)
class Tally:
    """What a claim earns."""

    items: float
    earned: float = 0.0
    charged: float = 0.0
    right: list[Statement] = field(default_factory=list)
    wrong: list[Statement] = field(default_factory=list)
    followed: list[Statement] = field(default_factory=list)

    @property
    def fit(self) -> float:
        """How far the claim agrees, from 0 to 1; 1 if wholly."""
        total = self.items + self.charged
        return max(0.0, self.earned / total) if total else 1.0

    def share(self, gained: float = 0.0) -> float:
        """Return the earned share of all items, from 0 to 1."""
        earned = self.earned - self.charged + gained
        if not self.items:
            return float(earned >= 0)
        return min(1.0, max(0.0, earned / self.items))


def tally_statements(
    statements: Iterable[Statement],
    expected: Collection[Hashable],
    accepted: Sequence[Mapping[Hashable, Any]],
    agrees: Callable[[Any, Any], bool],
    items: float | None = None,
) -> Tally:
    """Return what statements earn, at most one for each place.

    Elsewhere than at an expected place, a wrong statement takes its worth back. Without `items`,
    there is one for each expected place.
    """
    tally = Tally(len(expected) if items is None else items)
    for statement in statements:
        place, is_expected = statement.place, statement.place in expected
        if any(place in facts and agrees(statement.said, facts[place]) for facts in accepted):
            if is_expected:
                tally.right.append(statement)
                tally.earned += statement.worth
        else:
            tally.wrong.append(statement)
            if not is_expected:
                tally.charged += statement.worth
    return tally


class PartReading(NamedTuple):
    """An answer as it was read."""

    claim: Any
    unread: tuple[Unread, ...] = ()


class WrongAt(NamedTuple):
    """A mistake at a step and a node."""

    step: int
    node: str
    claim: str
    right: str = ""
    is_missing: bool = False  # whether nothing is written there, so that it may be unfinished


class Steps:
    """The step of the right trace that each answer belongs to."""

    def __init__(self, trace: Recording, answers: Answers, parents: Mapping[str, str]) -> None:
        self.trace = trace
        self.answers = answers
        #: The node above each node of a tree; empty for a game.
        self.parents = parents
        self._rows: dict[str, int] | None = None
        self._skipped: dict[str, int] | None = None

    @property
    def last(self) -> int:
        """The number of the last step."""
        return len(self.trace.tour) - 1

    def or_last(self, step: int | None) -> int:
        """Return a step, or the last one if there is none."""
        return self.last if step is None else step

    def row(self, name: str) -> int | None:
        """Return the row of the first visit to a node; None if it is not visited."""
        visits = self.answers.visits
        if isinstance(visits, VisitNames):
            return visits.row(name)
        if self._rows is None:
            self._rows = {}
            for row, visited in enumerate(visits):
                self._rows.setdefault(visited, row)
        return self._rows.get(name)

    def entered(self, name: str) -> int | None:
        """Return the step at which a node is entered or skipped."""
        row = self.row(name)
        return self.skipped(name) if row is None else self.trace.tour.entered_at(row)

    def left(self, name: str) -> int | None:
        """Return the step at which a node returns or is skipped."""
        row = self.row(name)
        return self.skipped(name) if row is None else self.trace.tour.left_at(row)

    def skipped(self, name: str) -> int | None:
        """Return the step of the cutoff that skips a node or its ancestor; None without one."""
        visits = self.answers.visits
        if isinstance(visits, VisitNames):
            cuts = [row for row, _ in visits.cuts_above(name)]
            return self.trace.tour.left_at(cuts[-1]) - 1 if cuts else None
        if self._skipped is None:
            cutoffs = (cut for cut in Cutoffs(self.trace) if cut.skipped)
            steps = ((cut.skipped, self.trace.tour.left_at(cut.row) - 1) for cut in cutoffs)
            self._skipped = {child: step for children, step in steps for child in children}
        while name and name not in self._skipped:
            # A node of a game is named by the moves to it.
            name = self.parents.get(name) or name.rpartition(" ")[0]
        return self._skipped.get(name)

    def cut(self, name: str) -> int | None:
        """Return the step at which a node's cutoff test succeeds, or else at which it returns."""
        left = self.left(name)
        if left is None or self.row(name) is None:
            return left
        return left - 1 if self.answers.is_cut(name) else left


class Item(ABC, Generic[_Claim]):
    """Something that can be asked about a problem, such as the order of visits."""

    #: Name on sheets, in keys and in records.
    name: ClassVar[str]
    #: One line that says what to answer.
    about: ClassVar[str]
    #: Labels of other parts under which sheets answer it.
    also: ClassVar[tuple[str, ...]] = ()
    #: Whether it is a list on a form.
    is_list: ClassVar[bool] = False
    #: Whether only programs answer it.
    is_of_programs: ClassVar[bool] = False

    @property
    def row(self) -> ItemRow:
        """What the table of items has of it."""
        return find_row(self.name)

    def instruction(self, rules: Any) -> str:
        """Return one line that says what to answer to a problem."""
        return self.about

    def blank(self, rules: Any) -> Any:
        """Return an empty answer, for a form."""
        return [] if self.is_list else ""

    def is_blank(self, given: Any) -> bool:
        """Return whether nothing has been filled in; an empty list of another item means "none"."""
        return not write_as_text(given).strip() or (self.is_list and given in ([], {}))

    @abstractmethod
    def read(self, typed: Any, rules: Any) -> PartReading:
        """Read an answer of a text or a file; what is not of the grammar is not read."""

    def reads_wholly(self, typed: Any, rules: Any) -> bool:
        """Return whether an answer can be read, and all of it."""
        claim, unread = self.read(typed, rules)
        return claim is not None and not unread

    def is_plainly_this(self, line: str, rules: Any) -> bool:
        """Return whether a line without a label can only be an answer to this item."""
        return False

    def continues(self, above: Sequence[str], line: str, rules: Any) -> bool:
        """Return whether a line may be more of the answer in the lines above."""
        return True

    @abstractmethod
    def show(self, claim: _Claim) -> str:
        """Return a claim in canonical form, as it would be typed."""


class Part(Item[_Claim]):
    """A part of a sheet about a search."""

    #: Whether a form asks for it if the key names no parts.
    is_usual: ClassVar[bool] = False
    #: Whether only searches with windows have it.
    needs_window: ClassVar[bool] = False
    #: Whether it depends on the search, so that misconceptions show in it.
    is_of_search: ClassVar[bool] = True
    #: Whether it hardly ever agrees with a misconception by chance.
    says_much: ClassVar[bool] = False
    #: Whether it has an entry for each visited node of a kind, on a form with all of them.
    is_of_visited: ClassVar[bool] = False
    #: Whether it shows which nodes the search visited.
    tells_way: ClassVar[bool] = False
    #: Whether an entry of it can show that a wrong value was used.
    carries_values: ClassVar[bool] = True
    #: Whether it says which cutoffs are made.
    states_cutoffs: ClassVar[bool] = False
    #: Whether its entries have α and β.
    has_bounds: ClassVar[bool] = False
    #: The answers that it compares.
    compares: ClassVar[tuple[str, ...]] = ()

    def read(self, typed: Any, rules: Rules) -> PartReading:
        """Read an answer of a text or a file; what is not of the grammar is not read."""
        marked = rules.names.mark(typed)
        claim, unread = self.read_marked(write_as_text(marked), rules)
        texts = (line._replace(text=rules.names.unmark(line.text)) for line in unread)
        return PartReading(claim, tuple(texts))

    @abstractmethod
    def read_marked(self, text: str, rules: Rules) -> PartReading:
        """Read an answer in which each name is one word."""

    def is_plainly_this(self, line: str, rules: Rules) -> bool:
        """Return whether a line without a label can only be an answer to this part."""
        return self.is_marked_line(rules.names.mark(line), rules)

    def is_marked_line(self, line: str, rules: Rules) -> bool:
        """Return whether a line, in which each name is one word, can only be an answer to this."""
        return False

    def show(self, claim: Any) -> str:
        """Return a claim in canonical form, by default a list of names."""
        return show_names(claim)

    @abstractmethod
    def wrote(self, answers: Answers, rules: Rules) -> _Claim:
        """Return the claim that states these answers."""

    def looks_at(self, answers: Answers) -> Any:
        """Return the answers that this part compares, as a hashable value."""
        looked = (getattr(answers, name) for name in self.compares)
        return tuple(hashable(one) if isinstance(one, dict) else one for one in looked)

    # Grading --------------------------------------------------------------------------------

    def expected(self, answers: Answers, rules: Rules) -> Collection[Hashable]:
        """Return the places that a sheet must answer."""
        return self.facts(answers, rules).keys()

    @abstractmethod
    def facts(self, answers: Answers, rules: Rules) -> Mapping[Hashable, Any]:
        """Return what the answers say at each place, of many nodes on demand."""

    def statements(self, claim: Any, right: Right) -> list[Statement]:
        """Return what a claim says, by default of each place of a mapping."""
        return list(itertools.starmap(Statement, claim.items()))

    def list_visited(self, claim: _Claim, rules: Rules) -> Collection[Any]:
        """Return the nodes that a claim shows to be visited."""
        return ()

    def items(self, claim: _Claim, answers: Answers, rules: Rules) -> float:
        """Return the number of items: the expected places."""
        return len(self.expected(answers, rules))

    def agrees(self, said: Any, fact: Any, rules: Rules) -> bool:
        """Return whether a statement agrees with a fact."""
        return bool(said == fact)

    def tally(self, claim: _Claim, right: Right) -> Tally:
        """Return what a claim earns."""
        return self._tally_plainly(claim, self.in_view(claim, right))

    def in_view(self, claim: _Claim, right: Right) -> Right:
        """Return what is right for the player to move if a claim agrees better with that.

        Negamax returns its values so; a part of a sheet has all in one view.
        """
        if not right[0][1].negated:
            return right
        seen = [negate(*version) for version in right]
        plain, other = (self._tally_plainly(claim, view).earned for view in (right, seen))
        return seen if other > plain else right

    def _tally_plainly(self, claim: _Claim, right: Right) -> Tally:
        answers, rules = right[0]
        return tally_statements(
            self.statements(claim, right),
            self.expected(answers, rules),
            [self.facts(*version) for version in right],
            lambda text, fact: self.agrees(text, fact, rules),
            self.items(claim, answers, rules),
        )

    def list_cuts(self, claim: _Claim, rules: Rules) -> list[tuple[str, tuple[str, ...]]]:
        """Return the node of each cutoff that a claim states, with the nodes that it skips."""
        return []

    def remove_cutoff(self, claim: _Claim, node: str, right: Right) -> _Claim:
        """Return a claim without what it says about a cutoff that was not made."""
        return claim

    def share(self, claim: _Claim, answers: Answers, rules: Rules) -> float:
        """Return how far a claim agrees with some answers, from 0 to 1; 1 if wholly."""
        return self.tally(claim, ((answers, rules),)).fit

    def at(self, claim: _Claim, node: str, right: Right) -> Any:
        """Return a claim as far as it concerns a node."""
        return claim

    def leads_to(self, claim: Any, node: str, other: tuple[Answers, Rules]) -> bool:
        """Return whether other answers are what a claim says at a node."""
        return self.tally(claim, (other,)).share() == 1

    @abstractmethod
    def message(self, claim: _Claim, right: Right, tally: Tally) -> str:
        """Describe what is right and what is wrong."""

    @abstractmethod
    def wrong(self, claim: _Claim, right: Right, tally: Tally, steps: Steps) -> Iterator[WrongAt]:
        """Yield the mistakes, each with its step."""
