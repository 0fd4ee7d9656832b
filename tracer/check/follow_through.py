"""One early slip, and what follows correctly from it."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Final, Literal

from engine.log import NO_PARENT
from tracer.check.answers import Answers
from tracer.check.hand_worker import Frame, HandWorker, Work
from tracer.check.misconceptions import Task
from tracer.check.parts.cutoffs import ClaimedCut
from tracer.check.work_tree import WorkTree
from tracer.typed_numbers import nearly_equal

__all__ = ["Followed", "Following", "Slip", "slips"]

#: Nodes below a wrong value that are tried as the one that was misread.
_MOST_LEAVES: Final = 4
#: Parts that say what nodes are worth.
_OF_VALUES: Final = ("values", "minimax", "expectiminimax")


@dataclass(frozen=True, slots=True)
class Slip:
    """Something that was done wrongly at one place.

    Args:
        kind: a wrong value, a cutoff that should not be, one that was not made, or a child that is
            taken for the best although another is.
        node: where, as the tree counts nodes.
        part: the part in which it shows, and is charged.
        value: the wrong value.
        tried: the children that were visited before the cutoff that should not be.
        explains: the node whose claimed value it explains, where it is a wrong value.
        chosen: the child that is taken for the best.
    """

    kind: Literal["value", "stopped", "went on", "chose"]
    node: int
    part: str
    value: float = 0.0
    tried: int = 0
    explains: int = 0
    chosen: int = 0

    @property
    def nodes(self) -> tuple[int, ...]:
        """The nodes at which it shows."""
        return (self.node, self.explains) if self.kind == "value" else (self.node,)


class Following(HandWorker):
    """Works the tree with some slips in it, and rightly otherwise."""

    given: Mapping[int, float] = {}
    stopped: Mapping[int, int] = {}
    went_on: frozenset[int] = frozenset()
    chosen: Mapping[int, int] = {}

    def written_back(self, node: int, value: float) -> float:
        """The wrong value where there is one."""
        return self.given.get(node, value)

    def stops(self, frame: Frame, x: float, place: int, children: Sequence[int]) -> bool:
        """As was decided at this node, or by the test."""
        if frame.node in self.stopped:
            return place + 1 == self.stopped[frame.node]
        if frame.node in self.went_on:
            return False
        return super().stops(frame, x, place, children)

    def returned(self, frame: Frame) -> float:
        """The value as it is, whichever child is taken for the best."""
        self.work.best[frame.node] = self.chosen.get(frame.node, frame.best)
        return super().returned(frame)


class Followed:
    """What follows from some slips, for somebody who is right otherwise.

    Args:
        task: the problem.
        made: the slips, in the order in which they were found.
    """

    def __init__(self, task: Task, made: Sequence[Slip]) -> None:
        self.slips = tuple(made)
        self._task = task
        self._slipping = {
            "given": {slip.node: slip.value for slip in made if slip.kind == "value"},
            "stopped": {slip.node: slip.tried for slip in made if slip.kind == "stopped"},
            "went_on": frozenset(slip.node for slip in made if slip.kind == "went on"),
            "chosen": {slip.node: slip.chosen for slip in made if slip.kind == "chose"},
        }
        #: What follows, by the tree's nodes.
        self.work = task.worked(Following, **self._slipping)[1]

    @cached_property
    def answers(self) -> Answers:
        """What follows."""
        return self._task.answers_of(self.work, Following, **self._slipping)

    def work_for(self, part: str) -> Work:
        """The work that a part about values asks for: some ask for every node's."""
        return self.work if part == "values" or not self._task.windowed else self._everywhere

    @cached_property
    def _everywhere(self) -> Work:
        return replace(self._task, windowed=False).worked(Following, **self._slipping)[1]

    @property
    def is_explained(self) -> bool:
        """Whether the last slip leads to the value that it should explain."""
        last = self.slips[-1]
        return last.kind != "value" or nearly_equal(
            last.value, self.work_for(last.part).values.get(last.explains, math.nan)
        )


def slips(tree: WorkTree, now: Followed, claims: Mapping[str, Any]) -> Iterator[Slip]:
    """What might have gone wrong next, by what was claimed.

    Args:
        tree: the tree.
        now: what follows from the slips that are known.
        claims: what was claimed, by part.
    """
    for part in _OF_VALUES:
        if part in claims:
            yield from _wrong_values(tree, now, claims[part], part)
    if "visits" in claims:
        yield from _wrong_turns(tree, now, claims)
    elif "cutoffs" in claims:
        yield from _wrong_cuts(tree, now, claims["cutoffs"])
    yield from _wrong_choices(tree, now, claims)


def _wrong_values(
    tree: WorkTree, now: Followed, claim: Mapping[str, float], part: str
) -> Iterator[Slip]:
    """The first wrong value, in the order of returns; or a leaf below it that was misread."""
    made = {slip.node for slip in now.slips}
    # Values are kept in the order in which nodes return.
    work = now.work_for(part)
    for node, value in work.values.items():
        said = claim.get(tree.names[node])
        if said is None or math.isnan(said) or nearly_equal(said, value) or node in made:
            continue
        yield Slip("value", node, part, said, explains=node)
        leaves = [child for child in tree.children[node] if child in work.values]
        for leaf in leaves[:_MOST_LEAVES]:
            if leaf not in work.best and leaf not in made and tree.names[leaf] not in claim:
                yield Slip("value", leaf, part, said, explains=node)
        return


def _wrong_turns(tree: WorkTree, now: Followed, claims: Mapping[str, Any]) -> Iterator[Slip]:
    """The first place at which another node follows than should."""
    claim = claims["visits"]
    claimed = {cut.at for cut in claims.get("cutoffs", ())}
    right = now.work.visits
    place = 0
    while place < min(len(claim), len(right)) and claim[place] == tree.names[right[place]]:
        place += 1
    for cut in now.work.cuts if place < len(claim) else ():
        if claim[place] in (tree.names[node] for node in cut.skipped):
            # That a cutoff was not made costs what was asked about it, where that is missing.
            asked = "cutoffs" in claims and tree.names[cut.at] not in claimed
            yield Slip("went on", cut.at, "cutoffs" if asked else "visits")
    if place == len(right):
        return
    expected = right[place]
    parent = tree.parent[expected]
    if parent >= 0:
        tried = sum(tree.parent[node] == parent for node in right[:place])
        if tried and (place == len(claim) or not _is_below(tree, parent, claim[place])):
            yield Slip("stopped", parent, "visits", tried=tried)


def _is_below(tree: WorkTree, above: int, name: str) -> bool:
    """Whether a node of that name stands below another."""
    for node, called in enumerate(tree.names):
        if called == name:
            while node > above:
                node = tree.parent[node]
            if node == above:
                return True
    return False


def _wrong_cuts(tree: WorkTree, now: Followed, claim: Sequence[ClaimedCut]) -> Iterator[Slip]:
    """The first cutoff that is not made, or that should not be."""
    claimed = {cut.at for cut in claim}
    for cut in now.work.cuts:
        if cut.skipped and tree.names[cut.at] not in claimed:
            yield Slip("went on", cut.at, "cutoffs")
            break
    cuts = {tree.names[cut.at] for cut in now.work.cuts}
    nodes = {tree.names[node]: node for node in now.work.best}
    for one in claim:
        if one.at in cuts or one.at not in nodes or not one.skipped:
            continue
        node = nodes[one.at]
        names = [tree.names[child] for child in tree.children[node]]
        tried = len(names) - len(set(one.skipped))
        if 0 < tried < len(names):
            yield Slip("stopped", node, "cutoffs", tried=tried)
            return


def _wrong_choices(tree: WorkTree, now: Followed, claims: Mapping[str, Any]) -> Iterator[Slip]:
    """The first place at which the move, or the line, is another than it should be."""
    line: tuple[str, ...] = claims.get("line", ())
    if "move" in claims:
        yield from _choice_at(tree, now, 0, claims["move"], "move")
    node = 0
    for said in line[1:] if line[:1] == (tree.names[0],) else line:
        child = _child_called(tree, node, said)
        if child is None:
            return
        best = now.work.best.get(node)
        if best == NO_PARENT:  # of chance's outcomes, a line takes the first
            best = tree.children[node][0]
        if child != best:
            if node or "move" not in claims:
                yield from _choice_at(tree, now, node, said, "line")
            return
        node = child


def _choice_at(tree: WorkTree, now: Followed, node: int, said: str, part: str) -> Iterator[Slip]:
    child = _child_called(tree, node, said)
    best = now.work.best.get(node, NO_PARENT)
    known = any(slip.kind == "chose" and slip.node == node for slip in now.slips)
    if child is not None and child != best != NO_PARENT and not known:
        yield Slip("chose", node, part, chosen=child)


def _child_called(tree: WorkTree, node: int, said: str) -> int | None:
    """The child that a move leads to, or that has the name."""
    return next(
        (child for child in tree.children[node] if said in (tree.names[child], tree.moves[child])),
        None,
    )
