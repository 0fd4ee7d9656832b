"""The wrong searches by which fresh trees are chosen, and the mistakes that these trees show."""

from dataclasses import replace

import pytest

from engine.conventions import PRESETS
from tests.support.cases import cases, over
from tests.support.programs_slips import random_tree
from tests.support.programs_trials import problem
from tests.support.tables import table
from tracer.answers.answers import Answers
from tracer.answers.hand_worker import HandWorker
from tracer.answers.work_tree import work_tree
from tracer.generate.fresh import add_fresh_trees
from tracer.generate.tree_outline import TreeOutline
from tracer.generate.tree_sketch import Dice
from tracer.generate.wrong_searches import SearchKind, WrongSearch
from tracer.mistakes import MISCONCEPTIONS
from tracer.mistakes.base import HandTask
from tracer.runs.run import request_search, trace
from trees.sources import open_source

#: Keys in which programs search: the source, the search, its options, and the convention.
KEYS = table(__file__, "wrong_searches")


def key_of(source, search, options, convention, seed=""):
    key = problem(source, search, **options)
    programs = replace(key.programs, fresh_seed=seed)
    return replace(key, accept=(PRESETS[convention],), programs=programs).for_programs()


def task_on(source, key):
    """The task of the key's search on a tree."""
    request = request_search(source, key.search.name, key.accept[0], **key.search.options)
    tree = work_tree(request.game, request.settings, request.search)
    windowed = key.search.name == "alphabeta"
    blank = HandTask(tree, key.accept[0], windowed, Answers(), key.accept, of_program=True)
    right = blank.answers(HandWorker)
    return HandTask(tree, key.accept[0], windowed, right, key.accept, of_program=True)


def shown_on(source, key):
    """The readings of misconceptions that show on a tree: in the visits, and in the result."""
    task = task_on(source, key)
    right = task.right
    in_visits, in_result = set(), set()
    for slug, kind in MISCONCEPTIONS.items():
        if kind.only_of_people or slug in ("other-traversal", "other-count"):
            continue  # a program's visits are its calls, in order
        for number, reading in enumerate(kind.readings(task)):
            answers = reading.answers
            if answers.visits != right.visits:
                in_visits.add((slug, number))
            elif (answers.utility, answers.moves[:1]) != (right.utility, right.moves[:1]):
                in_result.add((slug, number))
    return in_visits, in_visits | in_result


@over("source, search, options, convention", KEYS, ms=75)
def test_fresh_trees_show_every_misconception_that_other_trees_show(
    source, search, options, convention
):
    key = key_of(source, search, options, convention)
    keys = add_fresh_trees(key), add_fresh_trees(key_of(source, search, options, convention, "2"))
    here, there = ([shown_on(fresh.source, key) for fresh in one.programs.trees] for one in keys)
    for kind in (0, 1):
        own = set().union(*(shown[kind] for shown in here))
        other = set().union(*(shown[kind] for shown in there))
        # The readings of one cut node have other places on other trees.
        missing = {(slug, number) for slug, number in other - own if slug != "refuses-cutoff"}
        assert not missing, missing


def outline_and_draft(random, plies, kind=None):
    nested = random_tree(random, plies, even=random.random() < 0.5)
    while not isinstance(nested, list):
        nested = random_tree(random, plies)
    outline = TreeOutline.read(open_source(str(nested)).game, None)
    shape = random.choice(["any", "level", *(["complete"] * outline.is_complete)])
    dice = Dice(str(random.random()))
    return outline, outline.draw(plies, kind or SearchKind(), dice, shape=shape)


@pytest.mark.parametrize("search", ["minimax", "alphabeta"])
def test_right_searches_are_those_of_the_engine(search):
    for random in cases(ms=45):
        convention = random.choice([*PRESETS.values()])
        kind = SearchKind(search == "alphabeta", convention.cutoff == ">")
        outline, draft = outline_and_draft(random, random.randint(1, 5), kind)
        right = trace(outline.build(draft, ""), search, convention)
        outcome = WrongSearch(kind).search(draft)
        places = ("root", "below")  # where nothing is wrong either
        assert {WrongSearch(kind, place=place).search(draft) for place in places} == {outcome}
        # Both number the nodes level by level.
        assert outcome.visits == tuple(map(right.state, range(len(right.log))))
        assert outcome.value == right.value
