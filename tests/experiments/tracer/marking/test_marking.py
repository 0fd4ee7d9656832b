"""Marking: what takes long, or several processes."""

import multiprocessing
import os
import pickle
import random
import signal
import sys
from itertools import islice

import pytest

from engine.conventions import AIMA
from engine.errors import InvalidInput
from tests.support.programs_cs50 import RIGHT
from tests.support.programs_marking import checked
from tests.support.window_pupils import paths_of
from tests.tracer.marking.test_batch import PROBLEM, sheets
from tests.tracer.marking.test_bounds_and_passes import record_of, star_cases
from tests.tracer.marking.test_variants import keys
from tracer import trace
from tracer.marking.batch import marked
from tracer.marking.grading.grader import Grader
from tracer.marking.grading.make_grader import grader_of
from tracer.marking.keys.key import read_key
from tracer.marking.keys.problem import Problem, SearchRules
from tracer.marking.reading.formats import sheet_of, sheet_of_text


def test_program_of_minimax_is_wrong_although_some_rules_never_cut():
    """Strict tests against a fail-hard bound cut nothing on this board, and no course has both."""
    source = "reversi@..B.|.WB.|WBW.|.WBB"
    everything = [place.name for place in trace(source, "minimax").walk()]
    sheet = sheet_of({"visits": everything}, "sheet")
    assert grader_of(read_key(source).for_programs()).mark(sheet).score < 0.7
    assert grader_of(read_key(source)).mark(sheet).ok  # a person may follow any rules


def test_a_program_may_choose_any_of_the_best_moves_under_the_default_search(tmp_path):
    key = "source: 'tic-tac-toe@xo.|...|...'\nparts: {move: 1}\n"
    for cell in ("1, 0", "1, 1", "2, 0"):  # 4, 5 and 7 win
        search = RIGHT + f"\n\ndef minimax(board):\n    return ({cell})\n"
        done = checked(tmp_path, key, search, shape="cs50", name="tictactoe.py")
        assert done.marked.ok, done.record
    other = RIGHT + "\n\ndef minimax(board):\n    return (2, 2)\n"
    assert not checked(tmp_path, key, other, shape="cs50", name="tictactoe.py").marked.ok


def test_marks_of_variants_are_the_same_with_several_processes(keys):
    variants = read_key(str(keys))
    variants.check()
    names = ["3", "ann", "zoë ü.", "none", "bob-b"] * 12

    def sheets():
        return (sheet_of_text(f"variant: {name}\nmove: B", f"{n}") for n, name in enumerate(names))

    alone = [one.record() for one in marked(variants, sheets())]
    assert [one.record() for one in marked(variants, sheets(), jobs=2)] == alone
    assert [one["score"] for one in alone[:5]] == [1, 0, 0, 0, 0]
    assert pickle.loads(pickle.dumps(variants)).keys == variants.keys


@pytest.mark.skipif(sys.platform == "win32", reason="processes are killed otherwise there")
def test_error_names_the_process_if_it_is_killed():
    found = marked(PROBLEM, sheets(5_000), jobs=2, diagnoses=False)
    first, *_ = islice(found, 20)  # the first lot needs no processes
    os.kill(multiprocessing.active_children()[0].pid, signal.SIGKILL)
    with pytest.raises(InvalidInput, match="a grading process died"):
        list(found)
    assert first.sheet == "n0"
    assert multiprocessing.active_children() == []


def test_what_follows_from_a_slip_in_star1_counts():
    """A value is wrong, and others follow, with the same visits: one entry is charged."""
    tried = 0
    for number, case in enumerate(star_cases(AIMA, 1_000)):
        draw, right = random.Random(number), case.sheet()
        name = dict(zip(case.names, paths_of(case.tree), strict=True))
        sheet = case.sheet(at=name[draw.choice([*right["values"]])], slip=draw.choice([-1, 1]))
        wrong = [one for one, value in right["values"].items() if sheet["values"].get(one) != value]
        if len(wrong) < 2 or any(sheet[part] != right[part] for part in ("visits", "cutoffs")):
            continue
        record = record_of(case, sheet)
        charged = [one for one in record["parts"] if one["score"] < 1]
        assert len(charged) == 1, (case.tree, sheet, record)
        assert "arithmetic-slip" in [one["id"] for one in record["misconceptions"]]
        tried += 1
        if tried == 20:
            return
    pytest.fail(f"only {tried} trees")
