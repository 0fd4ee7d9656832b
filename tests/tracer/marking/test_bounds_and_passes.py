"""Sheets about known bounds and passes, made by pupils who share no code with the checker."""

import random
from functools import cache, cached_property
from itertools import islice

import pytest

from engine.conventions import AIMA, parse_convention
from tests.support.cases import over, scaled
from tests.support.naive import random_lists
from tests.support.naive_star import hand_tree, leaves_of, random_tree
from tests.support.window_pupils import PassPupil, StarPupil
from tracer import trace
from tracer.marking.grading.grader import Grader
from tracer.marking.keys.problem import ANY, Problem, SearchRules
from tracer.marking.reading.formats import sheet_of

CONVENTIONS = [AIMA, parse_convention("cs188")]


class StarCase:
    """A random tree with chance nodes and bounds."""

    def __init__(self, number, convention):
        draw = random.Random(number)
        self.tree = random_tree(draw, 3)
        leaves = leaves_of(self.tree)
        self.bounds = min(leaves) - draw.choice([0, 1]), max(leaves) + draw.choice([0, 1, 2])
        self.game = hand_tree(self.tree)
        self.convention = convention

    @cached_property
    def names(self):
        return [one.name for one in trace(self.game, "expectiminimax").walk()]

    @cached_property
    def grader(self):
        options = {"bounds": tuple(map(float, self.bounds))}
        accept = (self.convention,)
        return Grader(Problem("t", self.game, SearchRules("star1", options), accept=accept))

    def sheet(self, **slip):
        strict = self.convention.cutoff == ">"
        pupil = StarPupil(strict=strict, **slip)
        pupil.run(self.tree, *self.bounds)
        return pupil.sheet(self.tree, self.names)


class PassCase:
    """A random tree of whole numbers, searched in passes."""

    def __init__(self, number, search):
        draw = random.Random(f"{search} {number}")
        self.tree = random_lists(draw, 3, (-6, 6))
        self.search, self.guess = search, draw.randint(-5, 5)

    @cached_property
    def names(self):
        return [one.name for one in trace(self.tree, "minimax").walk()]

    @cached_property
    def grader(self):
        options = {"guess": float(self.guess)}
        return Grader(Problem("t", self.tree, SearchRules(self.search, options), accept=(AIMA,)))

    def sheet(self):
        return PassPupil(self.tree, self.names, search=self.search, guess=self.guess).sheet()


@cache
def star_cases(convention, count):
    made = (StarCase(number, convention) for number in range(2_000))
    return [*islice((case for case in made if case.game.has_chance), count)]


@cache
def pass_cases(search):
    return [PassCase(number, search) for number in range(600)]


def record_of(case, sheet):
    return case.grader.mark(sheet_of(sheet, "s")).record()


def check_right(record):
    assert record["misconceptions"] == []
    assert record["departure"] is None
    assert record["score"] == record["max_score"]


@pytest.mark.parametrize("convention", CONVENTIONS, ids=lambda one: one.name)
def test_right_sheet_with_known_bounds_is_right(convention):
    for case in star_cases(convention, scaled(30, 1_000)):
        check_right(record_of(case, case.sheet()))


@pytest.mark.parametrize("search", ["mtdf", "aspiration"])
def test_right_sheet_of_passes_is_right(search):
    for case in pass_cases(search)[: scaled(40, 600)]:
        check_right(record_of(case, case.sheet()))


def test_a_cutoff_that_passes_repeat_may_be_listed_once_or_each_time():
    tree = [
        [[[-3, 3], [2, -4]], [[-1, 3], [1, 4]]],
        [[[3, -5], [3, -6]], [[1, -2], [2, -3]]],
    ]
    options = {"guess": -2.0, "research": "bound"}
    grader = Grader(Problem("t", tree, SearchRules("aspiration", options), accept=(AIMA,)))
    found = trace(tree, "aspiration", **options)
    every = [
        {"at": cut.at, "alpha": cut.alpha, "beta": cut.beta, "skipped": list(cut.skipped)}
        for cut in found.cutoffs
        if cut.skipped
    ]
    once = [cut for place, cut in enumerate(every) if cut not in every[:place]]
    assert len(once) < len(every)
    for cutoffs in (once, every):
        check_right(grader.mark(sheet_of({"cutoffs": cutoffs}, "s")).record())
    wrong = [*every[:-1], {**every[-1], "skipped": [found.name(0)]}]
    record = grader.mark(sheet_of({"cutoffs": wrong}, "s")).record()
    assert record["score"] < record["max_score"]


@over("convention", ANY, ms=45)
def test_no_convention_of_such_a_search_is_a_misconception(convention):
    if convention.returns == "fail-hard" or convention.ties == "last":
        return  # mtdf and star1 refuse these
    star = [StarCase(number, convention) for number in range(10)]
    for case in star:
        right = case.grader.preferred.answers
        assert case.grader.mark_answers(right, ["visits", "values", "windows", "cutoffs"]).ok
    for case in pass_cases("mtdf")[:10]:
        grader = Grader(Problem("t", case.tree, SearchRules("mtdf", {"guess": float(case.guess)})))
        found = trace(case.tree, "mtdf", convention, guess=case.guess)
        sheet = {"visits": [*found.names()], "utility": found.value, "move": found.move}
        check_right(grader.mark(sheet_of(sheet, "s")).record())
