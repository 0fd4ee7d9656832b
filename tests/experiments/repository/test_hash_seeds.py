"""Python's hashes have a seed for each process, and nothing that plytrace writes depends on it."""

import pytest

from tests.support.cases import over
from tests.support.processes import run_python

FIGURES = """
from tests.support.drawn_trees import random_tree
from tracer import trace
for seed in (3, 9, 12):
    t = trace(random_tree(seed))
    print(t.export(sys.argv[1], step=9))
"""

WORKSHEETS = """
from tests.support.problem_sets import problem_set
from tracer.worksheet.formats.writers import write_pdf
sheet, key = problem_set()
print(write_pdf(sheet), write_pdf(sheet, key))
"""

RECORDS = """
import json
from tests.tracer.marking.laws.cases import make_case, spoil
for case in map(make_case, range(12)):
    marked = case.grader._mark_all(spoil(case, case.start()), case.parts)
    print(json.dumps(marked.record()))
"""


def assert_same_with_any_seed(script, argument=""):
    one, other = (run_python(f"import sys{script}", argument, PYTHONHASHSEED=n) for n in "12")
    assert one == other
    assert len(one) > 5_000


@over("name", ["svg", "png", "pdf"])
def test_figures_are_the_same_in_every_process(name):
    if name != "svg":
        pytest.importorskip("typst")
    assert_same_with_any_seed(FIGURES, name)


def test_printed_worksheets_are_the_same_in_every_process():
    pytest.importorskip("typst")
    assert_same_with_any_seed(WORKSHEETS)


def test_records_are_the_same_in_every_process():
    assert_same_with_any_seed(RECORDS)
