"""Trees held against the grader of answer sheets, which has the last word on what they tell apart.

The answers of every reading of a misconception are marked as a sheet: with a key that asks for the
parts, to which a sheet owes all of each, and with one that does not, where only what is answered is
looked at. Neither may name another of the misconceptions that are to be told apart.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engine.conventions import Convention
from tracer.check.grader import Grader
from tracer.check.misconceptions import MISCONCEPTIONS
from tracer.check.problem import ANY, Problem
from tracer.generate.apart import task_of
from tracer.generate.order import Order
from trees.hand_tree import HandTree

__all__ = ["OF_ONE_CONVENTION", "confusions", "is_apart_for_any"]

#: What is no misconception where a key accepts any convention: another course does so.
OF_ONE_CONVENTION: Final = frozenset({"strictness-flipped"})


def confusions(tree: HandTree, order: Order, accept: tuple[Convention, ...] = ()) -> Iterator[str]:
    """What the grader does not tell apart, each as a clause; nothing where it tells all apart.

    Args:
        tree: the tree.
        order: the misconceptions and parts, the search and its convention, by which sheets are
            made.
        accept: the conventions that the key accepts; that of the order by default.
    """
    task = task_of(tree, order.search_name, order.convention)
    found: dict[str, None] = {}
    for parts in (None, dict.fromkeys(order.apart_in, 1.0)):
        accepted = accept or (order.convention,)
        grader = Grader(Problem("tree", tree, order.search_name, accepted, parts))
        for slug in order.apart:
            shown = False
            for reading in MISCONCEPTIONS[slug].readings(task):
                marked = grader.mark_answers(reading.answers, order.apart_in)
                named = {one.slug for one in marked.findings} & set(order.apart)
                shown = shown or named == {slug}
                for other in sorted(named - {slug}):
                    found[" and ".join(sorted((slug, other))) + " look alike"] = None
            if not shown:
                found[f"{slug} shows nothing that names it"] = None
    yield from found


def is_apart_for_any(tree: HandTree, order: Order) -> bool:
    """Whether a tree tells the misconceptions apart where the key accepts any convention."""
    return not OF_ONE_CONVENTION & set(order.apart) and not any(confusions(tree, order, ANY))
