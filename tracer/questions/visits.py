"""Orders of nodes, and that of the visits."""

from __future__ import annotations

import re
from abc import abstractmethod
from collections import Counter
from collections.abc import Collection, Hashable, Iterator, Mapping, Sequence
from itertools import islice, pairwise, repeat
from typing import Any, ClassVar, Final

from tracer.answers.answers import Answers, number_occurrences
from tracer.answers.common_order import common_beginning, common_in_order
from tracer.answers.visit_names import LONG
from tracer.questions.base import Part, PartReading, Statement, Steps, Tally, WrongAt
from tracer.questions.orders import drop_passes, may_continue, read_visits
from tracer.questions.rules import Right, Rules
from tracer.text.numbers import show_number
from trees.text import quote

_Names = Sequence[str]
#: Nodes of a line that is an order even without a label.
_FEWEST: Final = 2
#: The words behind the name of the next node in a message.
COMES_NEXT: Final = " comes next"
#: Names that a message lists.
_MOST_LISTED: Final = 6
#: Names before and after the first difference of two orders that show where it is.
_SHOWN_BEFORE, _SHOWN_AFTER = 4, 3
#: The end of a line whose order continues below.
GOES_ON: Final = (",", ";", ">", "→", "-", "–")


class NodeOrder(Part[_Names]):
    """An order of nodes."""

    says_much = True
    tells_way = True
    is_list = True
    carries_values = False
    compares = ("visits",)
    #: What an entry is, before its number.
    entry: ClassVar[str] = "number"

    @abstractmethod
    def order(self, answers: Answers, rules: Rules, claim: Any = ()) -> Any:
        """Return the right order, in the form of a claim."""

    def read_marked(self, text: str, rules: Rules) -> PartReading:
        """Read names with spaces, commas, dashes or arrows between them, maybe in a sentence."""
        return read_visits(text, rules)

    def show_difference(self, claim: _Names, right: Right) -> tuple[str, str]:
        """Return the names of an order and of the right one around their first difference.

        If there is none, return the first names of the order alone.
        """
        order = self.order(*right[0], claim)
        place = common_beginning(claim, order)
        if place == len(claim) == len(order):
            return self._show_around(claim, 0), ""
        return self._show_around(claim, place), self._show_around(order, place)

    def _show_around(self, names: _Names, place: int) -> str:
        """Return the names around a place, with … for those that are left out."""
        start, end = max(0, place - _SHOWN_BEFORE), place + 1 + _SHOWN_AFTER
        shown = self.show(tuple(names[start:end]))
        return f"{'… ' if start else ''}{shown}{' …' if end < len(names) else ''}"

    def as_right(self, claim: Any, right: Right) -> Any:
        """Return a claim with its entries as the right ones are written."""
        return claim

    def wrote(self, answers: Answers, rules: Rules) -> _Names:
        return self.order(answers, rules)  # type: ignore[no-any-return]

    def facts(self, answers: Answers, rules: Rules) -> Mapping[Hashable, Any]:
        """Return all visits: a name with how often it has been visited."""
        names = self.order(answers, rules)
        if len({*names}) == len(names):
            return dict.fromkeys(zip(names, repeat(1), strict=False), True)
        return dict.fromkeys(number_occurrences(names), True)

    def statements(self, claim: _Names, right: Right) -> list[Statement]:
        """Return the visits beyond those of every right order."""
        there: Counter[str] = Counter()
        for answers, rules in right:
            there |= Counter(self.order(answers, rules, claim))
        return [
            Statement((name, number), True)
            for name, number in number_occurrences(claim)
            if number > there[name]
        ]

    def tally(self, claim: _Names, right: Right) -> Tally:
        """Count the longest common subsequence with the right order, less what is too much."""
        order, claim = self.order(*right[0], claim), self.as_right(claim, right)
        tally = Tally(len(order), common_in_order(claim, order))
        mine = Counter(claim)
        there = Counter(name for name in order if name in mine)
        for other in right[1:]:
            there |= Counter(self.order(*other, claim))
        tally.charged = sum((mine - there).values())
        if tally.charged and len(order) < LONG:
            tally.wrong = self.statements(claim, right)
        return tally

    def at(self, claim: _Names, node: str, right: Right) -> _Names:
        """Return the order up to the first difference from the right one."""
        return tuple(claim[: common_beginning(claim, self.order(*right[0], claim)) + 1])

    def leads_to(self, claim: _Names, node: str, other: tuple[Answers, Rules]) -> bool:
        """Return whether another search begins with this order, or ends where it does."""
        order = self.order(*other, claim)
        if len(claim) > len(order) or (claim and order[len(claim) - 1] != claim[-1]):
            return False
        return tuple(order[: len(claim)]) == claim

    def message(self, claim: _Names, right: Right, tally: Tally) -> str:
        """Describe how many visits are in order, missing or extra."""
        rules = right[0][1]
        order, claim = self.order(*right[0], claim), self.as_right(claim, right)
        has_values = bool(claim) and not isinstance(claim[0], str)
        if has_values:
            order, claim = (tuple(map(show_number, numbers)) for numbers in (order, claim))
        if claim == order:
            return f"all {len(order)} {self.name} in the right order"
        details = [f"{tally.earned:g} of {len(order)} {self.name} in the right order"]
        followed = {one.place for one in tally.followed}
        claim = tuple(one[0] for one in number_occurrences(claim) if one not in followed)
        mine = Counter(claim)
        there = Counter(name for name in order if name in mine)
        strange = [name for name in claim if not there[name]]
        # Of a game's nodes, only those near the search are known.
        is_game = rules.names.spaced or has_values
        unknown = [name for name in strange if not is_game and not rules.names.is_node(name)]
        surplus = (name for name in claim if mine[name] > there[name])
        extra = [name for name in dict.fromkeys(surplus) if name not in {*unknown}]
        missing = [order[at] for at in islice(_missing(order, mine, there), _MOST_LISTED + 1)]
        if unknown:
            details.append(f"there is no node {', '.join(quote(name) for name in unknown[:3])}")
        if extra:
            details.append(f"{list_some(extra)} should not be there")
        if missing:
            details.append(f"{list_some(missing)} {'is' if len(missing) == 1 else 'are'} missing")
        if len(details) == 1 and claim != order:
            at = common_beginning(claim, order)
            after = f"after {order[at - 1]}" if at else "first"
            details.append(f"{order[at]} comes {after}, not {claim[at]}")
        return "; ".join(details)

    def list_visited(self, claim: Any, rules: Rules) -> Collection[Any]:
        """Return the nodes, each of which the search visits."""
        return claim  # type: ignore[no-any-return]

    def wrong(self, claim: Any, right: Right, tally: Tally, steps: Steps) -> Iterator[WrongAt]:
        """Yield the first entry that differs."""
        order, claim = self.order(*right[0], claim), self.as_right(claim, right)
        if claim == order:
            return
        place = common_beginning(claim, order)
        names = self.order(*right[0])
        node = names[min(place, len(names) - 1)]
        said = f"give {self.show(claim[place : place + 1])} as {self.entry} {place + 1}"
        if place == len(claim):
            said = f"end the {self.name} after {place} of them"
        due = "there is none"
        if place < len(order):
            due = f"it is {self.show(order[place : place + 1])}"
        is_end = 0 < place == len(claim)
        yield WrongAt(steps.or_last(steps.entered(node)), node, said, due, is_end)


class Visits(NodeOrder):
    """The order in which the search visits nodes."""

    name = "visits"
    about = "the nodes in the order in which they are visited, such as P Q Q1 Q2"
    is_usual = True

    def is_marked_line(self, line: str, rules: Rules) -> bool:
        """Return whether a line lists nodes, the root first, which are not a line of play."""
        if re.search(r"[=:(]", drop_passes(line, rules)) and not rules.names.spaced:
            return False
        names, unread = read_visits(line, rules)
        return (
            names is not None
            and len(names) > _FEWEST
            and not unread
            and all(map(rules.names.is_node, names))
            and names[0] not in rules.parents
            and not _is_line_of_play(line, names, rules)
        )

    def continues(self, above: Sequence[str], line: str, rules: Rules) -> bool:
        """Return whether a line has no entries, and names other nodes or begins another pass."""
        return drop_passes(line, rules) != line or may_continue(
            above, line, rules, lambda listed, read: len(read) == 1 or not {*read} <= {*listed}
        )

    def order(self, answers: Answers, rules: Rules, claim: Any = ()) -> Any:
        return answers.visits

    def wrong(self, claim: _Names, right: Right, tally: Tally, steps: Steps) -> Iterator[WrongAt]:
        """Yield the first event after which the order differs."""
        answers = right[0][0]
        order = answers.visits
        place = common_beginning(claim, order)
        if place == len(claim) == len(order):
            return
        due = f"{order[place]}{COMES_NEXT}" if place < len(order) else "the search ends there"
        is_end = 0 < place == len(claim)
        if place == len(claim):
            said = f"end the order after {claim[-1]}" if claim else "list no visits"
        elif claim[place] in claim[:place]:
            said = f"list {claim[place]} again after {claim[place - 1]}"
        elif place:
            said = f"list {claim[place]} after {claim[place - 1]}"
        else:
            said = f"begin with {claim[place]}"
            due = f"the search begins with {order[0]}"
        tour = steps.trace.tour
        # If a cutoff skips the node, the orders differ at its test.
        if place < len(claim):
            node = answers.cut_that_skips(claim[place])
            if node is not None:
                step = steps.cut(node)
                before = tour.entered_at(place) if place < len(order) else len(tour)
                if step is not None and step < before:
                    yield WrongAt(step, node, f"list {claim[place]} among the visits")
                    return
        if place == len(order):
            yield WrongAt(steps.last, order[-1], said, due)
            return
        if place and place < len(claim) and claim[place] in _below(steps, place - 1):
            leaf = f"the search goes no deeper than {order[place - 1]}"
            yield WrongAt(tour.entered_at(place - 1), order[place - 1], said, leaf)
            return
        # The order differs after a node returned, or instead of an entry.
        step = max(0, tour.entered_at(place) - 1)
        if place == 0 or tour.row_at(step)[1]:
            step = tour.entered_at(place)
        row, entering = tour.row_at(step)
        parent = steps.trace.log.parent[row]
        yield WrongAt(step, order[row if entering or parent < 0 else parent], said, due, is_end)


def _is_line_of_play(line: str, names: _Names, rules: Rules) -> bool:
    """Return whether names are a path to a leaf, and their line does not say that it goes on."""
    is_path = all(rules.parents.get(name) == above for above, name in pairwise(names))
    return is_path and names[-1] not in rules.inner and not line.rstrip().endswith(GOES_ON)


def _below(steps: Steps, row: int) -> list[str]:
    """Return the children of a node that the search takes for a leaf."""
    trace = steps.trace
    state, game = trace.state(row), trace.game
    if trace.log.actions[row] or game.is_terminal(state):
        return []
    return [name for name, _ in trace.name_children(row, game.moves(state))]


def _missing(theirs: Sequence[Any], mine: Counter[Any], there: Counter[Any]) -> Iterator[int]:
    """Yield the first place of each name that occurs too rarely in an order."""
    seen = set()
    for at, key in enumerate(theirs):
        if key not in seen:
            seen.add(key)
            if there[key] > mine[key] or key not in mine:
                yield at


def list_some(names: Sequence[str]) -> str:
    """Return the first of some names, with an ellipsis if there are more."""
    return ", ".join(names[:_MOST_LISTED]) + (", …" if len(names) > _MOST_LISTED else "")
