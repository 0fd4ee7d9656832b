"""The properties of a tree that an order can require: estimated for a sketch, or searched."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import pairwise
from typing import Any, Final

from engine.conventions import Convention
from engine.game import Player
from engine.log.counts import count_visits
from engine.log.visit_log import NO_PARENT, Flag, VisitLog
from engine.search import run_search
from engine.searches.settings import Settings
from tracer.answers.answers import Answers
from tracer.answers.work_tree import MOST_NODES
from tracer.ask.search_run import SearchRun
from tracer.generate.order import Order
from tracer.generate.tree_sketch import TreeSketch
from tracer.marking.grading.grader import Grader
from tracer.marking.keys.problem import ANY, Problem, SearchRules
from tracer.mistakes import MISCONCEPTIONS
from tracer.mistakes.base import HandTask, make_task
from tracer.questions import LOOKS_AT
from tracer.steps.cutoff_reason import find_narrowing
from trees.hand_tree import HandTree


@dataclass(frozen=True, slots=True)
class SearchFacts:
    """The counts of a search."""

    cutoffs: int = 0
    deep: int = 0
    skipped: int = 0
    skipped_leaves: tuple[str, ...] = field(default=(), compare=False)
    skipped_children: tuple[str, ...] = field(default=(), compare=False)

    def pruned_miss(self, names: Sequence[str]) -> int:
        """Return the number of nodes that are pruned but not named, or named but not pruned."""
        listed = (self.skipped_leaves, self.skipped_children)
        return min(len({*names} ^ {*one}) for one in listed)


@dataclass(frozen=True, slots=True)
class TreeFacts:
    """The properties of a tree that an order can require."""

    leaves: int
    distinct: int
    value: int | Fraction
    best: int
    fractional: int
    level: int
    unsorted: dict[str, int]
    played: SearchFacts

    @property
    def ties(self) -> int:
        """The number of leaves with the value of an earlier leaf."""
        return self.leaves - self.distinct


def tree_facts(sketch: TreeSketch, played: SearchFacts) -> TreeFacts:
    """Return the properties of a sketch, with the counts of its search."""
    children, worth = sketch.children, sketch.worth()
    fractional = level = 0
    unsorted = {"best-first": 0, "worst-first": 0}
    for node, below in ((node, below) for node, below in enumerate(children) if below):
        player = sketch.turns[node]
        values = [worth[child] for child in below]
        if player is Player.CHANCE:
            fractional += worth[node].denominator > 1
            level += len(values) - len({*values})
            continue
        falls = any(one > other for one, other in pairwise(values))
        rises = any(one < other for one, other in pairwise(values))
        unsorted["best-first"] += rises if player is Player.MAX else falls
        unsorted["worst-first"] += falls if player is Player.MAX else rises
    is_chance = sketch.turns[0] is Player.CHANCE
    return TreeFacts(
        leaves=len(sketch.leaves),
        distinct=len({sketch.values[leaf] for leaf in sketch.leaves}),
        value=worth[0],
        best=1 if is_chance else sum(worth[child] == worth[0] for child in children[0]),
        fractional=fractional,
        level=level,
        unsorted=unsorted,
        played=played,
    )


def quick_alphabeta(sketch: TreeSketch, convention: Convention) -> SearchFacts:
    """Run alpha-beta on a sketch; each bound is kept with the depth of the node that set it."""
    children, values, turns = sketch.children, sketch.values, sketch.turns
    strict = convention.cutoff == ">"
    hard = convention.returns == "fail-hard"
    cutoffs = deep = seen = 0

    def visit(
        node: int, depth: int, alpha: float, beta: float, alpha_from: int, beta_from: int
    ) -> float:
        nonlocal cutoffs, deep, seen
        kids = children[node]
        if not kids:
            seen += 1
            value: float = values[node]
            return value
        at_max = turns[node] is Player.MAX
        low, high = alpha, beta
        v = -math.inf if at_max else math.inf
        left = len(kids)
        for kid in kids:
            left -= 1
            x = visit(kid, depth + 1, alpha, beta, alpha_from, beta_from)
            if at_max:
                v = max(v, x)
                cut = v > beta if strict else v >= beta
                setter = beta_from
            else:
                v = min(v, x)
                cut = v < alpha if strict else v <= alpha
                setter = alpha_from
            if cut:
                if left:
                    cutoffs += 1
                    deep += depth - setter >= 3
                break
            if at_max and v > alpha:
                alpha, alpha_from = v, depth
            elif not at_max and v < beta:
                beta, beta_from = v, depth
        return min(max(v, low), high) if hard else v

    visit(0, 0, -math.inf, math.inf, 0, 0)
    return SearchFacts(cutoffs, deep, len(sketch.leaves) - seen)


def search_facts(tree: HandTree, search: str, convention: Convention) -> SearchFacts:
    """Return the counts of a search of a tree, from its log."""
    settings = Settings(convention=convention)
    result = run_search(tree, search, settings)
    run, log = SearchRun(tree, result.game, result.log, search, settings), result.log
    visited = {*run.nodes}
    leaves = (node for node in range(len(tree)) if tree.is_terminal(node))
    skipped = tuple(tree.ids[leaf] for leaf in leaves if leaf not in visited)
    return SearchFacts(
        count_visits(log).cutoffs,
        sum(_plies_to_bound(log, row) >= 3 for row in log.find_rows(Flag.CUTOFF)),
        len(skipped),
        skipped,
        tuple(child for cutoff in run.cutoffs for child in cutoff.skipped),
    )


def _plies_to_bound(log: VisitLog, row: int) -> int:
    """Return the plies from a cut-off node up to the one that set its bound; 0 for the search's."""
    _, above = find_narrowing(log, row, log.player[row] == Player.MAX)
    return log.depth[row] - log.depth[above] if above != NO_PARENT else 0


# Trees that distinguish misconceptions.
#
# A misconception has readings, one for each way in which students have it. A tree distinguishes
# several misconceptions in some parts of an answer sheet if
#
# - each misconception shows: at least one of its readings gives wrong answers, and - no two
# misconceptions have the same effect: readings of different misconceptions never give the same
# wrong answers.
#
# A list of visits that merely ends early does not count: the grader blames no misconception for
# it. So a sheet made with one misconception differs from a right sheet and shows which one it is.
#
# The grader checks the result. It marks the answers of every reading as a sheet, once with a key
# that asks for the parts and once with a key that does not. It must never name another of the
# misconceptions.

#: Misconceptions that are right in another course: a key that accepts any convention allows them.
OF_ONE_CONVENTION: Final = frozenset({"strictness-flipped"})


def task_of(tree: HandTree, search: str, convention: Convention) -> HandTask:
    """Return a tree as a problem."""
    task = make_task(tree, Settings(convention=convention), search)
    if task is None:
        raise ValueError(f"more than {MOST_NODES} nodes")
    return task


def right_and_wrong_answers(tree: HandTree, order: Order) -> tuple[Any, dict[str, set[Any]]]:
    """Return the right answers to the parts, and the wrong answers of each misconception."""
    task = task_of(tree, order.search_name, order.convention)

    def compared(answers: Answers) -> Any:
        visits = answers.visits
        if visits == task.right.visits[: len(visits)]:  # the grader blames nothing for this
            answers = answers.changed(visits=task.right.visits)
        return tuple(LOOKS_AT[part](answers) for part in order.apart_in)

    right = compared(task.right)
    shown = {
        slug: {compared(reading.answers) for reading in MISCONCEPTIONS[slug].readings(task)}
        - {right}
        for slug in order.apart
    }
    return right, shown


def failures(tree: HandTree, order: Order) -> Iterator[str]:
    """Yield as clauses the misconceptions that a tree does not distinguish."""
    _, shown = right_and_wrong_answers(tree, order)
    for at, slug in enumerate(order.apart):
        if not shown[slug]:
            yield f"{slug} changes no answer"
        for other in order.apart[at + 1 :]:
            if shown[slug] & shown[other]:
                yield f"{slug} and {other} give the same answers"


def confusions(tree: HandTree, order: Order, accept: tuple[Convention, ...] = ()) -> Iterator[str]:
    """Yield as clauses the misconceptions that the grader does not distinguish."""
    task = task_of(tree, order.search_name, order.convention)
    found: dict[str, None] = {}
    for parts in (None, dict.fromkeys(order.apart_in, 1.0)):
        accepted = accept or (order.convention,)
        grader = Grader(Problem("tree", tree, SearchRules(order.search_name), accepted, parts))
        for slug in order.apart:
            shown = False
            for reading in MISCONCEPTIONS[slug].readings(task):
                marked = grader.mark_answers(reading.answers, order.apart_in)
                named = {one.slug for one in marked.findings} & set(order.apart)
                shown = shown or named == {slug}
                for other in sorted(named - {slug}):
                    found[" and ".join(sorted((slug, other))) + " cannot be distinguished"] = None
            if not shown:
                found[f"{slug} is not recognised by the grader"] = None
    yield from found


def is_apart_for_any(tree: HandTree, order: Order) -> bool:
    """Return whether the misconceptions are distinguished even if a key accepts any convention."""
    return not OF_ONE_CONVENTION & set(order.apart) and not any(confusions(tree, order, ANY))
