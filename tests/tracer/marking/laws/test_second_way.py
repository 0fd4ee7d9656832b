"""The marks of small trees by a second way: the law in its own words, with brute force."""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

import pytest

from engine.conventions import parse_convention
from tests.support.cases import over
from tracer.marking.grading.grader import Grader
from tracer.marking.keys.problem import Problem
from tracer.marking.reading.formats import sheet_of_text

LECTURE = [[3, 12, 8], [2, 4, 6], [14, 5, 2]]
POINTS = {"visits": 4.0, "cutoffs": 4.0, "values": 2.0, "move": 1.0}


class Cutoff(NamedTuple):
    """A cutoff of a MIN node; β may be written as it was before the test or after it."""

    alpha: float
    betas: tuple[float, ...]
    skipped: tuple[str, ...]


class Search(NamedTuple):
    """What a search of a tree of depth 2 says."""

    visits: list[str]
    values: dict[str, float]
    cutoffs: dict[str, Cutoff]
    move: str


def search(tree: list[list[float]], node: str = "", value: float = 0, goes_on: str = "") -> Search:
    """Search a MAX root with MIN children; `node` has a wrong value, `goes_on` makes no cutoff."""
    visits = ["A"]
    values: dict[str, float] = {}
    cutoffs: dict[str, Cutoff] = {}
    alpha, move = -math.inf, ""
    for at, leaves in enumerate(tree):
        inner = "BCDE"[at]
        visits.append(inner)
        v = math.inf
        for number, leaf in enumerate(leaves, 1):
            name = f"{inner}{number}"
            visits.append(name)
            beta = v
            v = min(v, value if name == node else leaf)
            if v <= alpha and inner != goes_on:
                if number < len(leaves):
                    skipped = (f"{inner}{n}" for n in range(number + 1, len(leaves) + 1))
                    cutoffs[inner] = Cutoff(alpha, (beta, v), tuple(skipped))
                break
        values[inner] = value if inner == node else v
        if values[inner] > alpha:
            alpha, move = values[inner], inner
    values["A"] = value if node == "A" else alpha
    return Search(visits, values, cutoffs, move)


def longest_common(one: list[str], other: list[str]) -> int:
    lengths = [0] * (len(other) + 1)
    for name in one:
        before = [*lengths]
        for at, each in enumerate(other):
            lengths[at + 1] = before[at] + 1 if name == each else max(before[at + 1], lengths[at])
    return lengths[-1]


def gains(said: Search, right: Search, slip: Search) -> Iterator[tuple[str, float]]:
    """Yield the part and the worth of each wrong entry that the search with the slip has."""
    known, other = Counter(right.visits), Counter(slip.visits)
    for name, times in Counter(said.visits).items():
        for number in range(known[name] + 1, times + 1):
            if number <= other[name]:
                yield "visits", 1.0
    for name, value in said.values.items():
        if value != right.values[name] and value == slip.values[name]:
            yield "values", 1.0
    for name, cutoff in said.cutoffs.items():
        there = agreeing(cutoff, slip.cutoffs.get(name))
        for is_right, follows in zip(agreeing(cutoff, right.cutoffs.get(name)), there, strict=True):
            if follows and not is_right:
                yield "cutoffs", 0.25
    if said.move != right.move and said.move == slip.move:
        yield "move", 1.0


def agreeing(said: Cutoff, there: Cutoff | None) -> list[bool]:
    """Return whether node, α, β and the skipped children agree."""
    if there is None:
        return [False] * 4
    is_beta = said.betas[0] in there.betas
    return [True, said.alpha == there.alpha, is_beta, {*said.skipped} == {*there.skipped}]


def best_total(tree: list[list[float]], said: Search) -> float:
    """Return the points by the law: the maximum over all hypotheses."""
    right = search(tree)
    due = right.cutoffs
    extra = sum((Counter(said.visits) - Counter(right.visits)).values())
    earned = {
        "visits": longest_common(said.visits, right.visits) - extra,
        "values": sum(value == right.values[name] for name, value in said.values.items()),
        "cutoffs": sum(
            sum(agreeing(cutoff, due[name])) / 4 if name in due else -1
            for name, cutoff in said.cutoffs.items()
        )
        + (not due and not said.cutoffs),
        "move": said.move == right.move,
    }
    most = {"visits": len(right.visits), "values": len(right.values), "cutoffs": len(due) or 1}

    def total(*more: tuple[str, float]) -> float:
        points = 0.0
        for part, worth in POINTS.items():
            got = earned[part] + sum(gained for name, gained in more if name == part)
            points += worth * min(1.0, max(0.0, got / most.get(part, 1)))
        return points

    totals = [total()]
    for name in due:  # the cutoff that was not made is the item that it costs
        lost = sum(agreeing(said.cutoffs[name], due[name])) / 4 if name in said.cutoffs else 0
        more = gains(said, right, search(tree, goes_on=name))
        totals.append(total(*more, ("cutoffs", -lost)))
    for node in right.visits:
        for value in numbers(tree, said):
            found = [*gains(said, right, search(tree, node, value))]
            without = (found[:at] + found[at + 1 :] for at in range(len(found)))
            totals.append(min((total(*rest) for rest in without), default=0.0))
    return max(totals)


def numbers(tree: list[list[float]], said: Search) -> list[float]:
    """Return all numbers of a tree and a sheet, with one between and beyond them."""
    found = {leaf for leaves in tree for leaf in leaves} | {*said.values.values()}
    for cutoff in said.cutoffs.values():
        found |= {one for one in (cutoff.alpha, *cutoff.betas) if math.isfinite(one)}
    known = sorted(found)
    between = [(one + other) / 2 for one, other in pairwise(known)]
    return [known[0] - 1, *known, *between, known[-1] + 1]


def make_sheet(dice: random.Random, tree: list[list[float]]) -> Search:
    """Return what a right search or one with a slip says, with some changes."""
    right = search(tree)
    said = right
    if dice.random() < 0.7:
        said = search(tree, dice.choice(right.visits), dice.randint(-2, 14))
    elif right.cutoffs:
        said = search(tree, goes_on=dice.choice([*right.cutoffs]))
    visits, values, cutoffs = [*said.visits], dict(said.values), dict(said.cutoffs)
    for _ in range(dice.randint(0, 3)):
        inner = dice.choice("BCD")
        leaves = [f"{inner}{n}" for n in range(1, len(tree["ABCD".index(inner) - 1]) + 1)]
        what = dice.randrange(4)
        if what == 0:  # an invented pruning
            alpha, beta = dice.choice([-math.inf, 2, 3]), dice.choice([math.inf, 2, 5])
            cutoffs[inner] = Cutoff(alpha, (beta,), tuple(leaves[1:]))
            visits = [name for name in visits if name not in leaves[1:]]
        elif what == 1:
            values[inner] = dice.randint(-2, 14)
        elif what == 2:
            cutoffs.pop(inner, None)
        elif len(visits) > 2:
            visits.insert(dice.randrange(len(visits)), visits.pop(dice.randrange(len(visits))))
    return Search(visits, values, cutoffs, dice.choice([said.move, right.move, "D"]))


def as_text(said: Search) -> str:
    cutoffs = "; ".join(
        f"{name} ({one.alpha:g}, {one.betas[0]:g}) skips {' '.join(one.skipped)}"
        for name, one in said.cutoffs.items()
    )
    values = " ".join(f"{name}={value:g}" for name, value in said.values.items())
    lines = (f"visits: {' '.join(said.visits)}", f"values: {values}", f"move: {said.move}")
    return "\n".join((*lines, f"cutoffs: {cutoffs or 'none'}"))


@over("seeds", [range(start, start + 5) for start in range(0, 300, 5)], ms=150)
def test_marks_are_what_the_law_says(seeds: range) -> None:
    for seed in seeds:
        dice = random.Random(seed)
        tree = LECTURE
        if seed % 3:
            tree = [[dice.randint(0, 12) for _ in range(dice.randint(2, 3))] for _ in range(3)]
        said = make_sheet(dice, tree)
        key = Problem("key", tree, accept=(parse_convention("aima"),), parts=POINTS)
        marked = Grader(key, diagnoses=False).mark(sheet_of_text(as_text(said), "sheet"))
        assert marked.score == pytest.approx(best_total(tree, said)), (seed, tree, as_text(said))
