"""The order of visits."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from tracer.check.answers import Answers, common_in_order, share_in_order
from tracer.check.parts.base import Part, Rules, Steps, WrongAt
from trees.quoting import quoted

__all__ = ["Visits"]

_Names = tuple[str, ...]


class Visits(Part[_Names]):
    """The nodes in the order in which the search comes to them."""

    name = "visits"
    aliases = (
        *("visit order", "visit_order", "order", "visited", "nodes visited", "trace"),
        *("order of visits", "order of visit", "visiting order", "visited nodes", "visit"),
        *("nodes in order", "order of the visits", "order visited", "order of nodes"),
    )
    about = "the nodes in the order in which they are visited, such as P Q Q1 Q2"

    def read(self, given: Any, rules: Rules) -> _Names:
        """A list, or a text with spaces, commas or arrows between names."""
        return rules.names.nodes_in(given, self.name)

    def wrote(self, answers: Answers, rules: Rules) -> _Names:
        """All of them."""
        return answers.visits

    def share(self, claim: _Names, answers: Answers, rules: Rules) -> float:
        """The longest common subsequence, over the longer of the two orders."""
        return share_in_order(claim, answers.visits)

    def items(self, answers: Answers, rules: Rules) -> int:
        """A visit each."""
        return max(1, len(answers.visits))

    def told(self, claim: _Names, answers: Answers, rules: Rules) -> str:
        """How many are in order, which are missing, and which should not be there."""
        right = answers.visits
        if claim == right:
            return f"all {len(right)} visits in the right order"
        common = common_in_order(claim, right)
        told = [f"{common} of {len(right)} visits in the right order"]
        unknown = [name for name in claim if name not in right and not rules.names.is_node(name)]
        mine, theirs = Counter(claim), Counter(right)
        extra = [name for name in (mine - theirs) if name not in unknown]
        missing = list(theirs - mine)
        if unknown:
            told.append(f"there is no node {', '.join(quoted(name) for name in unknown[:3])}")
        if extra:
            told.append(f"{_listed(extra)} should not be there")
        if missing:
            told.append(f"{_listed(missing)} {'is' if len(missing) == 1 else 'are'} missing")
        return "; ".join(told)

    def wrong(
        self, claim: _Names, answers: Answers, rules: Rules, steps: Steps
    ) -> Iterator[WrongAt]:
        """The event after which another node follows than should."""
        right = answers.visits
        place = next(
            (at for at, (mine, one) in enumerate(zip(claim, right, strict=False)) if mine != one),
            min(len(claim), len(right)),
        )
        if place == len(claim) == len(right):
            return
        if place == len(claim):
            left = len(right) - place
            said = f"the order ends there, {left} visit{'' if left == 1 else 's'} early"
        else:
            said = f"{claim[place]} is visited next"
        tour = steps.trace.tour
        # A node that a cutoff skipped: it is at that test that the ways part.
        if place < len(claim):
            for cut in answers.cuts:
                if claim[place] in cut.skipped:
                    step = steps.cut(cut.at)
                    before = tour.entered_at(place) if place < len(right) else len(tour)
                    if step is not None and step < before:
                        yield WrongAt(step, cut.at, said)
                    return
        if place == len(right):
            yield WrongAt(steps.last, right[-1], said)
            return
        if place and place < len(claim) and claim[place] in _below(steps, place - 1):
            yield WrongAt(tour.entered_at(place - 1), right[place - 1], said)
            return
        # Whoever goes elsewhere, or stops, does so when a node has returned, or in its place.
        step = max(0, tour.entered_at(place) - 1)
        if place == 0 or tour.row_at(step)[1]:
            step = tour.entered_at(place)
            said = said.removesuffix(" next")
        yield WrongAt(step, _node_of(steps, step), said)

    def blank(self, answers: Answers, rules: Rules) -> Any:
        """Nothing yet."""
        return []


def _below(steps: Steps, row: int) -> list[str]:
    """The children of a node that the search takes for a leaf."""
    trace = steps.trace
    state, game = trace.state(row), trace.game
    if trace.log.actions[row] or game.is_terminal(state):
        return []
    path = trace.moves_to(row)
    return [
        game.node_name(game.result(state, move), [*path, game.name_of(move)])
        for move in game.moves(state)
    ]


def _node_of(steps: Steps, step: int) -> str:
    """The node of a step."""
    row, entering = steps.trace.tour.row_at(step)
    parent = steps.trace.log.parent[row]
    return steps.answers.visits[row if entering or parent < 0 else parent]


def _listed(names: list[str]) -> str:
    return ", ".join(names[:6]) + (", …" if len(names) > 6 else "")
