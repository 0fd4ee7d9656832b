"""What a key requires, with the tree that its answers are about."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Literal, TypeAlias

from tracer.answers.answers import Answers, NodeValue
from tracer.answers.work_tree import Shares
from tracer.questions.node_names import NodeNames

WindowWanted = Literal["either", "before", "after"]

#: A line: the names of each move. Past a chance node, the names contain None: no move is due.
Way: TypeAlias = tuple[frozenset[str | None], ...]


@dataclass(frozen=True)
class Rules:
    """The requirements of a key, without the answers."""

    names: NodeNames
    window: WindowWanted = "either"
    whole: bool = True
    headline: str = "visited"
    #: The values of all nodes of a tree, by a search that prunes nothing.
    complete: Mapping[str, NodeValue] = field(default_factory=dict)
    #: The node above each other node of a tree; empty for a large game.
    parents: Mapping[str, str] = field(default_factory=dict)
    right: Answers | None = None
    ways: tuple[Way, ...] = ()
    ways_near: Callable[[Sequence[str]], tuple[Way, ...]] | None = field(
        default=None, compare=False
    )
    is_over: bool = False
    seconds: float | None = None
    tolerance: float | None = None
    players: tuple[str, ...] = ()
    movers: Mapping[str, str] = field(default_factory=dict)
    #: Who moves at the root: MAX, MIN or another name; empty if that is not known.
    chooser: str = ""
    #: Whether the search begins again at each depth, and sheets may number its passes.
    deepens: bool = False
    #: MIN's nodes, if the search returns values for the player to move, as negamax does.
    negated: frozenset[str] = frozenset()
    #: Whether the search averages over outcomes, as expectimax does.
    has_chance: bool = False
    #: Names of the moves of best play that are passes, which a line need not have.
    passes: frozenset[str] = frozenset()

    # The tree -------------------------------------------------------------------------------

    @cached_property
    def inner(self) -> frozenset[str]:
        """The nodes that have children."""
        return frozenset(self.parents.values())

    @cached_property
    def leaves(self) -> Mapping[str, NodeValue]:
        """The leaves with their values."""
        inner = self.inner
        return {name: value for name, value in self.complete.items() if name not in inner}

    def is_root(self, name: str) -> bool:
        """Return whether a node is the root, as far as the tree is known."""
        return name in self.inner and name not in self.parents

    def is_leaf(self, name: str) -> bool:
        """Return whether a node is a leaf of the tree."""
        return name in self.parents and name not in self.inner

    def is_below(self, name: str, above: str) -> bool:
        """Return whether a node is below another one."""
        parent = self.parents.get(name)
        return parent is not None and (parent == above or self.is_below(parent, above))

    def list_upwards(self, nodes: Iterable[str]) -> set[str]:
        """Return nodes and all nodes above them."""
        upwards: set[str] = set()
        for name in nodes:
            while name and name not in upwards:
                upwards.add(name)
                name = self.parents.get(name, "")
        return upwards

    def find_highest(self, nodes: Iterable[str]) -> tuple[str, ...]:
        """Return nodes without their descendants: skipping a node skips everything below it."""
        named = dict.fromkeys(nodes)
        return tuple(name for name in named if self.parents.get(name) not in named)

    def find_top(self, nodes: Iterable[str]) -> str:
        """Return the node of which all others are below; empty if there is none."""
        named = {*nodes}
        tops = (top for top in named if all(self.is_below(node, top) for node in named - {top}))
        return next(tops, "") if len(named) > 1 else ""

    def group_by_parent(self, nodes: Iterable[str]) -> dict[str, list[str]]:
        """Return the highest of some nodes by their parent, which is empty if there is none."""
        groups: dict[str, list[str]] = {}
        for name in self.find_highest(nodes):
            groups.setdefault(self.parents.get(name, ""), []).append(name)
        return groups

    def list_children(self, node: str) -> list[str]:
        """Return the children of a node of the tree."""
        return [name for name, parent in self.parents.items() if parent == node]


def leaves_below(nodes: Iterable[str], rules: Rules) -> list[str]:
    """Return the leaves below nodes, in the order of the tree; a leaf is below itself."""
    listed = [*nodes]
    if rules.inner.isdisjoint(listed):
        return listed
    named = {*listed}
    below = []
    for leaf in rules.leaves:
        above: str | None = leaf
        while above is not None and above not in named:
            above = rules.parents.get(above)
        below += [leaf] if above is not None else []
    return [*below, *(name for name in listed if name not in rules.complete)]


#: Accepted answers that mix within a sheet, each with its rules; all expect the same places.
Right: TypeAlias = Sequence[tuple[Answers, Rules]]


def negate(answers: Answers, rules: Rules) -> tuple[Answers, Rules]:
    """Return answers with the values and windows for the player to move, and their rules."""
    nodes = rules.negated
    values = {
        name: -value if name in nodes and not isinstance(value, Shares) else value
        for name, value in answers.values.items()
    }
    windows = {
        name: (-high, -low) if name in nodes else (low, high)
        for name, (low, high) in answers.windows.items()
    }
    cuts = tuple(
        replace(
            cut,
            value=-cut.value,
            before=(-cut.before[1], -cut.before[0]),
            then=(-cut.then[1], -cut.then[0]),
            at_max=not cut.at_max,
        )
        if cut.at in nodes
        else cut
        for cut in answers.cuts
    )
    seen = answers.changed(values=values, windows=windows, cuts=cuts)
    return seen, replace(rules, right=seen)
