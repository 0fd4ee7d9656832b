"""No result of a search appears on a worksheet, in any format."""

from __future__ import annotations

import itertools
import re
from collections import Counter

from tests.support.cases import over
from tests.tracer.worksheet.made import spec_of
from tests.tracer.worksheet.test_redaction import (
    ASKED,
    ORDERS,
    SHAPES,
    read,
    sheets_of,
)
from tracer.worksheet.bundle import WorksheetMaker

TOLD = "text: Work it., parts: [visits, values, move, line, utility, counts, minimax]"


@over("source", ["lecture", "ties", "worst-order", "deep-cutoff", "lab3-pruning"], ms=150)
def test_worksheet_is_the_same_for_any_search_and_rules(source):
    sheets, solved = [], set()
    for search, convention, window in itertools.product(
        ("minimax", "alphabeta", "negamax", "pvs"), ("aima", "cs188"), ("", "[-2, 2]")
    ):
        if window and search == "minimax":
            continue
        head = f"title: T\ninstructions: Work.\nconvention: {convention}"
        more = f", root-window: {window}" if window else ""
        problem = f"{{source: {source}, search: {search}, counts: [visited]{more}, {TOLD}}}"
        sheets.append(sheets_of(problem, head))
        (solution,) = WorksheetMaker(spec_of(problem, head=head)).make().solutions
        solved.add(tuple((part, one.text) for part, one in solution.answers.items()))
    assert all(one == sheets[0] for one in sheets)
    assert len(solved) > 1, "the searches must differ, or this shows nothing"


LEAF = re.compile(r"1\d{6}")


@over("shape", SHAPES, ms=150)
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
            # A value that stood there as another node's would stand there more often than others.
            assert len(set(found.values())) <= 1, name
        assert any(LEAF.search(text) for text in sheets.values())
        (solution,) = WorksheetMaker(spec_of(problem)).make().solutions
        solved.add(tuple(one.text for one in solution.answers.values()))
    assert all(one == masked[0] for one in masked)
    assert len(solved) == len(ORDERS)
