"""The states that a program generated, each once, as CS 188's grader counts them.

The grader of the project compares the set of states that `generateSuccessor` returned, and the
move. It makes no difference how often a state is generated, when it is searched, and whether it is
searched at all. Where the search prunes, this depends on the order of the moves, which is then
compared too.

Source: "Project 2: Multi-Agent Search", UC Berkeley: its class of tests `GraphGameTreeTest`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from tracer.programs.call_follower import MASK
from tracer.programs.child.watched_nodes import BITS, EXPANDED, MADE, VALUED
from tracer.programs.numbered_nodes import NumberedNodes
from tracer.programs.visits_from_calls import ObservedVisits


def list_generated_states(
    calls: Iterable[int], nodes: NumberedNodes, *, in_order: bool
) -> ObservedVisits:
    """Return the generated states in the order of the tree, parents first, with remarks."""
    children: dict[int, dict[int, None]] = {}
    searched: set[int] = set()
    repeated: dict[int, None] = {}
    for call in calls:
        number, what = call >> BITS, call & MASK
        if what == MADE:
            children.setdefault(nodes.up[number], {})[number] = None
            if number in searched:
                repeated[number] = None
        elif what in (EXPANDED, VALUED):
            searched.add(number)
    states: list[int] = []
    reordered: list[int] = []
    waiting = [0] if children or searched else []
    while waiting:
        number = waiting.pop()
        states.append(number)
        below = [*children.get(number, ())]
        if not in_order and below != sorted(below):
            below.sort()
            reordered.append(number)
        waiting += reversed(below)
    unused = [number for number in states if number not in searched and number not in children]
    positions = {nodes.position(number) for number in searched}
    cached = [number for number in unused if nodes.position(number) in positions]
    remarks = (
        (
            repeated,
            "after the search of {} it generates the same state again: is a child searched twice?",
        ),
        (reordered, "it generates the children of {} in another order than that of the moves"),
        (cached, "it generates {} without searching it: it caches the positions that it searches"),
        (
            [] if cached else unused,
            "it generates {} without searching it; each generated state counts, so generate a "
            "child only to search it",
        ),
    )
    texts = (text.format(_name_first(nodes, [*numbers])) for numbers, text in remarks if numbers)
    return ObservedVisits(states, tuple(texts))


def _name_first(nodes: NumberedNodes, numbers: Sequence[int]) -> str:
    """Return the name of the first node, and the number of the others."""
    others = len(numbers) - 1
    return nodes.name(numbers[0]) + (f" (and {others:,} more)" if others else "")
