"""Worksheets: keys, ready sets, what a page gives away, and question banks."""

import itertools
import re
from collections import Counter

import pytest

from tests.support.cases import over
from tests.support.tables import table
from tests.tracer.worksheet.made import PROBLEMS, spec_of
from tests.tracer.worksheet.test_keys import VARIANTS, files_of
from tests.tracer.worksheet.test_platforms_prairielearn import (
    FRESH,
    drawn,
    folders_of,
    graded,
    right_answers,
)
from tests.tracer.worksheet.test_ready import answers_of
from tests.tracer.worksheet.test_redaction import (
    ASKED,
    ORDERS,
    SHAPES,
    read,
    sheets_of,
)
from tracer.worksheet.bundle import WORKSHEET_FORMATS, WorksheetMaker
from tracer.worksheet.class_list import Variant, numbered


def test_variants_have_different_trees_that_depend_only_on_the_seed():
    spec = spec_of(PROBLEMS["generated"], PROBLEMS["lecture"], head="title: T\nseed: week 3")
    first, again = WorksheetMaker(spec), WorksheetMaker(spec)
    keys = {}
    for variant in VARIANTS:
        made = first.make(variant)
        files = first.files(made, [*WORKSHEET_FORMATS.values()])
        assert files == again.files(again.make(variant), [*WORKSHEET_FORMATS.values()])
        keys[variant] = files_of(made, first)[0]
    trees = [re.search(r"tree: .*", key)[0] for key in keys.values()]
    assert len(set(trees)) == len(VARIANTS)
    other = WorksheetMaker(spec_of(PROBLEMS["generated"], head="title: T\nseed: week 4")).make()
    assert re.search(r"tree: .*", files_of(other, WorksheetMaker(spec))[0])[0] not in trees


@over(("name", "problems"), table(__file__, "published"))
def test_ready_sets_have_the_published_figures(name, problems):
    for answers, published in zip(answers_of(name), problems, strict=True):
        for part, text in published.items():
            is_whole = part != "values"  # of which the root's is published
            assert answers[part] == text if is_whole else answers[part].startswith(text)
        assert name == "lab3" or answers.keys() == published.keys()


STATED = "text: Work it., parts: [visits, values, move, line, utility, counts, minimax]"


@over("source", ["lecture", "ties", "worst-order", "deep-cutoff", "lab3-pruning"], ms=45)
def test_worksheet_is_the_same_for_any_search_and_rules(source):
    sheets, solved = [], set()
    for search, convention, window in itertools.product(
        ("minimax", "alphabeta", "negamax", "pvs"), ("aima", "cs188"), ("", "[-2, 2]")
    ):
        if window and search == "minimax":
            continue
        head = f"title: T\ninstructions: Work.\nconvention: {convention}"
        more = f", root-window: {window}" if window else ""
        problem = f"{{source: {source}, search: {search}, counts: [visited]{more}, {STATED}}}"
        sheets.append(sheets_of(problem, head))
        (solution,) = WorksheetMaker(spec_of(problem, head=head)).make().solutions
        solved.add(tuple((part, one.text) for part, one in solution.answers.items()))
    assert all(one == sheets[0] for one in sheets)
    assert len(solved) > 1, "the searches must differ, or this shows nothing"


LEAF = re.compile(r"1\d{6}")


@over("shape", SHAPES, ms=45)
@over("search", ASKED)
@over("root", ["max", "min"])
def test_other_leaf_values_change_only_the_leaves_on_a_worksheet(shape, search, root):
    masked, solved = [], set()
    for leaves in ORDERS:
        tree = SHAPES[shape].format(*leaves)
        problem = f"{{tree: {tree}, root: {root}, search: {search}, parts: {ASKED[search]}}}"
        sheets = {name: read(name, content) for name, content in sheets_of(problem).items()}
        masked.append({name: LEAF.sub("#", text) for name, text in sheets.items()})
        for name, text in sheets.items():
            found = Counter(int(one) for one in LEAF.findall(text))
            assert found.keys() in (set(), set(leaves)), name
            # A value of another node would be there more often than others.
            assert len(set(found.values())) <= 1, name
        assert any(LEAF.search(text) for text in sheets.values())
        (solution,) = WorksheetMaker(spec_of(problem)).make().solutions
        solved.add(tuple(one.text for one in solution.answers.values()))
    assert all(one == masked[0] for one in masked)
    assert len(solved) == len(ORDERS)


def test_right_answers_of_any_seed_are_marked_right(tmp_path):
    (folder,) = folders_of(tmp_path, FRESH)
    orders = set()
    for seed in range(1, 51):
        server, data = drawn(folder, seed * 7919)
        maker = WorksheetMaker(spec_of(FRESH))
        made = maker.make(Variant(str(seed * 7919), str(seed * 7919)))
        answers = right_answers(made)
        shown = {one["part"]: one["lines"] for one in data["correct_answers"]["parts"]}
        assert shown["visits"] == [answers["visits"]]
        orders.add(answers["visits"])
        marked = graded(server, data, answers)
        assert marked["score"] == 1
        assert {one["score"] for one in marked["partial_scores"].values()} == {1}
        assert marked["partial_scores"]["cutoffs"]["weight"] == 4
    assert len(orders) > 40


def test_numbered_variants_are_those_of_the_keys(tmp_path):
    (folder,) = folders_of(tmp_path, FRESH, variants=numbered(3))
    keys = [
        WorksheetMaker(spec_of(FRESH)).make(one).solutions[0].answers["visits"].text
        for one in numbered(3)
    ]
    seen = set()
    for seed in range(12):
        _, data = drawn(folder, seed)
        (text,) = data["correct_answers"]["parts"][0]["lines"]
        assert text == keys[seed % 3]
        seen.add(text)
    assert len(seen) == 3
