"""Trees of exercises: fresh ones to order, or one that a student types."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from functools import cached_property
from typing import Final

from engine.errors import InvalidInput, PlytraceError
from engine.search import SEARCHES
from tracer.check.diagnosis import LOOKS_AT
from tracer.check.graders import grader_of
from tracer.check.problem import Problem
from tracer.check.set_grader import OneGrader
from tracer.generate import Generated, Order, generate
from tracer.generate.writers import inline_text
from tracer.lesson.model import Drill
from tracer.lesson.stage import Scene, right_part
from tracer.run import trace
from tracer.search_trace import Trace
from trees.hand_tree import HandTree
from trees.reader import read_tree
from trees.sources import open_source

__all__ = ["SAMPLE", "TreeMatter", "fresh_tree", "typed_tree"]

SAMPLE: Final = "such as [[3,12,8],[2,4,6],[14,5,2]]"
#: Trees that are looked at for one that shows a misconception: a student waits for it.
_TRIES: Final = 80
#: Nodes of a tree that is typed: more are no fun to walk through.
_MOST_OWN: Final = 60
#: The parts of a sheet in which a tree is made to show a misconception, where an exercise asks for
#: no sheet.
_SHOWN_IN: Final = ("visits", "values", "windows")


class TreeMatter:
    """A tree and the search that is to be worked on it.

    Args:
        drill: what is to be done.
        tree: the tree.
        is_apart: whether it was made to show a misconception, and does.
    """

    def __init__(self, drill: Drill, tree: HandTree, *, is_apart: bool = False) -> None:
        self._drill = drill
        self.tree = tree
        self.is_apart = is_apart

    @cached_property
    def trace(self) -> Trace:
        """The search that is to be worked."""
        return trace(self.tree, self._drill.search, self._drill.convention)

    @cached_property
    def grader(self) -> OneGrader:
        """What marks parts of an answer sheet about it."""
        drill = self._drill
        points = dict.fromkeys(drill.asks, 1.0)
        accept = (drill.convention,)
        return grader_of(Problem("the tree", self.tree, drill.search, accept, points))

    def about(self, part: str) -> str:
        """What a part asks for."""
        return self.grader.about(part)

    def right(self, part: str) -> str:
        """The right answer to a part."""
        return right_part(self.grader, part)

    def scene(self, step: int, *, is_worked: bool) -> Scene:
        """The tree; once it has been worked, its search from where a sheet goes wrong."""
        return Scene(self.trace, step, plays=True) if is_worked else Scene(self.trace)


def fresh_tree(drill: Drill, order: Order, seed: str, exposes: str) -> TreeMatter:
    """A tree to order; one that shows a misconception where that can be.

    Args:
        drill: what is to be done with it.
        order: what it is like.
        seed: what it is drawn from.
        exposes: the misconception; empty for none.

    Raises:
        PlytraceError: there is no such tree.
    """
    alone = drill.search is not None and not SEARCHES[drill.search].has_min
    if exposes and not alone:  # misconceptions are about two players
        asked = tuple(part for part in drill.asks if part in LOOKS_AT)
        apart = replace(order, apart=(exposes,), apart_in=asked or _SHOWN_IN)
        # Where it does not show in trees of this kind, there is one like any other.
        with suppress(PlytraceError):
            return TreeMatter(drill, generate(apart, seed, tries=_TRIES).tree, is_apart=True)
    made = generate(order, seed)
    return TreeMatter(drill, _for_one_agent(made) if alone else made.tree)


def _for_one_agent(made: Generated) -> HandTree:
    """The same tree where every move is MAX's; one with MIN first, or chance, as it is."""
    listed = inline_text(made)
    if not listed.startswith("["):
        return made.tree  # the search refuses it and says why
    return read_tree(f"players: [max]\ntree: {listed}", "the tree", title=made.tree.name)


def typed_tree(drill: Drill, typed: str) -> TreeMatter:
    """A student's own tree.

    Raises:
        PlytraceError: it is none, or not one for this search.
    """
    text = typed.strip()
    opened = open_source(text).game if text.startswith("[") else None
    if not isinstance(opened, HandTree):
        raise InvalidInput(f"{text[:60]!r}", expected="lists in lists, " + SAMPLE)
    if not 3 <= len(opened) <= _MOST_OWN:
        raise InvalidInput(f"{len(opened)} nodes", expected=f"3 to {_MOST_OWN}")
    trace(opened, drill.search, drill.convention)  # refuses what does not suit it
    return TreeMatter(drill, opened)
