"""Notebooks: which cells run, how errors name them, and what may be missing."""

import ast
import importlib.util
import json

import pytest

from tests.support.cases import over
from tests.support.programs_lab3 import alpha_beta, minimax
from tests.support.programs_marking import assert_recorded, checked
from tests.support.programs_notebooks import GAME, MIT, cell, lab, notebook
from tests.support.tables import table
from tracer.programs.child.loading.notebooks import (
    cells_of_notebook,
    select_needed,
    split_statements,
)
from tracer.programs.submissions import Submission, find_submissions

KEY = (
    "source: 'tic-tac-toe@...|xo.|ox.'\nsearch: {search}\naccept: [lab3]\ncells: row-col\n"
    "parts: {{visits: 4, utility: 1, move: 1}}\nwin: 10\n"
)


def test_name_that_is_set_anew_defers_nothing_more():
    body = ast.parse("x = input()\nx = 3\ny = x\nz = input()\nw = z\n").body
    run_first, deferred = (list(map(ast.unparse, part)) for part in split_statements(body))
    assert run_first == ["x = 3", "y = x"]
    assert deferred == ["x = input()", "z = input()", "w = z"]


def run(tmp_path, text, search="alphabeta", **more):
    return checked(tmp_path, KEY.format(search=search), text, name="lab.ipynb", **more)


def kept(text, function="f"):
    """The code that is run of a notebook, written out."""
    body = [statement for one in cells_of_notebook(text.encode()) for statement in one.body]
    return ast.unparse(ast.Module(select_needed(*split_statements(body), [function]), []))


@over("search", ["minimax", "alphabeta"])
def test_lab_notebook_is_checked_although_it_draws_plays_and_measures(tmp_path, search):
    pytest.importorskip("numpy")
    done = run(tmp_path, lab(), search)
    assert done.marked.ok, done.record
    if importlib.util.find_spec("matplotlib") is None:
        assert "it imports matplotlib, which is not installed here" in done.notes
    else:
        assert done.notes == ""


def test_mit_notebook_is_reduced_to_its_functions(tmp_path):
    text = notebook(cell("# Problem 5", "markdown"), "import numpy as np\n%matplotlib inline", MIT)
    code = kept(text, "minimax")
    assert [one.name for one in ast.parse(code).body if isinstance(one, ast.FunctionDef)] == [
        "minimax",
        "maximize",
        "minimize",
    ]


def test_notebook_and_equivalent_file_get_the_same_record(tmp_path):
    program = alpha_beta("window-reset")
    in_cells = run(tmp_path, notebook(*program.split("\n\n", 1)))
    in_file = checked(tmp_path, KEY.format(search="alphabeta"), program)
    assert in_cells.record["parts"] == in_file.record["parts"]
    assert in_cells.slugs == in_file.slugs != set()


@over(("fault", "place"), table(__file__, "notebooks-faults"))
def test_error_names_the_cell_and_its_line(tmp_path, fault, place):
    program = alpha_beta(limit=fault)
    text = notebook(cell("Some text\nin two lines", "markdown"), "x = 1\n\n", program)
    line = program.split("\n").index(f"    {fault}") + 1
    assert place.replace("11", str(line)) in run(tmp_path, text).marked.error


def test_error_below_a_cell_magic_names_its_line(tmp_path):
    text = notebook("%%time\n" + alpha_beta(limit="1 / 0"))
    line = alpha_beta(limit="1 / 0").split("\n").index("    1 / 0") + 2
    assert f"(lab.ipynb, cell 1, line {line})" in run(tmp_path, text).marked.error


@over(("source", "wanted"), table(__file__, "notebooks-kept-and-dropped"))
def test_definitions_are_kept_and_actions_dropped(source, wanted):
    assert kept(notebook(source)) == wanted


def test_cells_as_one_string_and_old_notebooks_are_read():
    one_text = json.dumps({"cells": [{"cell_type": "code", "source": "x = 1\ny = 2"}]})
    assert kept(one_text) == "x = 1\ny = 2"
    old = {"worksheets": [{"cells": [{"cell_type": "code", "input": ["x = 1\n", "y = 2"]}]}]}
    assert kept(json.dumps(old)) == "x = 1\ny = 2"


def test_search_in_a_cell_that_is_not_python_is_reported_missing_with_the_reason(tmp_path):
    error = run(tmp_path, notebook("import math", alpha_beta() + "\n)")).marked.error
    assert "it has no function for alphabeta; it defines nothing" in error
    assert "cell 2 is not valid Python (line " in error


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (b"{", "it is not a notebook: "),
        (b"\xff\xfe", "it is not a notebook: "),
        (b"[]", "it is not a notebook: it has no cells"),
        (b'{"cells": 5}', "it is not a notebook: it has no cells"),
        (b'{"cells": [5, {}, {"cell_type": "code"}]}', "it defines nothing"),
        (b'{"cells": []}', "it defines nothing"),
        (b"[" * 100_000, "lab.ipynb"),
    ],
)
def test_file_that_is_not_a_notebook_is_reported(tmp_path, text, message):
    assert message in run(tmp_path, text).marked.error


@over("case", table(__file__, "notebooks-records"))
def test_search_in_cells_gets_its_record(case, tmp_path):
    if "cells" in case:
        cells = [alpha_beta(**one) if isinstance(one, dict) else one for one in case["cells"]]
        done = run(tmp_path, notebook(*cells))
    else:
        program = alpha_beta().join(case["script"])
        done = checked(tmp_path, KEY.format(search="alphabeta"), program)
    assert_recorded(done.record, case)


def test_outputs_of_several_megabytes_are_accepted(tmp_path):
    picture = {"output_type": "display_data", "data": {"image/png": "iVBOR" * 1_100_000}}
    text = notebook(cell("draw()", outputs=[picture]), alpha_beta())
    assert len(text) > 5_000_000
    assert run(tmp_path, text).marked.ok


# What is not installed ---------------------------------------------------------------------------

#: A module that courses show things with, and that is not installed here.
ABSENT = next(
    name
    for name in ("ipycanvas", "pygraphviz", "altair", "bokeh", "cv2")
    if importlib.util.find_spec(name) is None
)


@over(
    "line",
    [
        f"import {ABSENT}",
        f"import {ABSENT}.pyplot as plt\nplt.style.use('x')\nplt.rcParams['a'] = 1",
        f"from {ABSENT} import AGraph, layouts\nlayouts.size = 3",
        f"from {ABSENT} import *",
    ],
)
def test_missing_drawing_packages_are_ignored(tmp_path, line):
    done = checked(tmp_path, KEY.format(search="alphabeta"), f"{line}\n{alpha_beta()}")
    assert done.marked.ok, done.record
    assert f"it imports {ABSENT}, which is not installed here" in done.notes


@over(
    "use",
    ["plt.plot(1)", "plt.size + 1", "list(plt.size)", "bool(plt.x)", "plt.x == 1", "plt.x[0]"],
)
def test_search_that_uses_a_missing_package_is_not_marked(tmp_path, use):
    program = f"import {ABSENT} as plt\n{alpha_beta(limit=use)}"
    error = checked(tmp_path, KEY.format(search="alphabeta"), program).marked.error
    assert f"{ABSENT} is not installed here (prog.py:" in error


def test_function_built_by_a_missing_package_is_not_marked(tmp_path):
    program = alpha_beta().replace("def alpha_beta", f"@{ABSENT}.jit\ndef alpha_beta", 1)
    error = checked(tmp_path, KEY.format(search="alphabeta"), f"import {ABSENT}\n{program}")
    assert f"{ABSENT} is not installed here" in error.marked.error


def test_program_that_handles_a_missing_package_is_marked(tmp_path):
    guarded = f"try:\n    import {ABSENT}\nexcept ImportError:\n    {ABSENT} = None\n"
    program = guarded + alpha_beta(limit=f"assert {ABSENT} is None")
    done = checked(tmp_path, KEY.format(search="alphabeta"), program)
    assert done.marked.ok, done.record
    assert done.notes == ""


@over("use", ["my_other_file.limit", "other.limit", "limit()"])
def test_search_that_needs_a_file_that_was_not_handed_in_says_which(tmp_path, use):
    imports = "import my_other_file, my_other_file as other\nfrom my_other_file import *\n"
    program = imports + alpha_beta(limit=f"return {use} + 1")
    error = checked(tmp_path, KEY.format(search="alphabeta"), program).marked.error
    assert "my_other_file" in error
    assert "is not installed here" in error
    unused = checked(tmp_path, KEY.format(search="alphabeta"), imports + alpha_beta())
    assert unused.marked.ok
    assert "it imports my_other_file, which is not installed here" in unused.notes


# Which files are programs ------------------------------------------------------------------------


def test_folder_of_notebooks_has_one_per_student(tmp_path):
    for name in ("ann", "bob"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "lab3.ipynb").write_text(notebook(minimax()))
    (tmp_path / "ann" / ".ipynb_checkpoints").mkdir()
    found = find_submissions([str(tmp_path)])
    assert [one.path.name for one in found] == ["ann", "bob"]


@pytest.mark.parametrize(
    ("cells", "whose"),
    [
        ([cell("# Lab 3\nName: Ann Smith", "markdown")], "Ann Smith"),
        (["import math\n# student: s123", GAME], "s123"),
        ([GAME], None),
    ],
)
def test_notebook_names_its_student(tmp_path, cells, whose):
    file = tmp_path / "lab.ipynb"
    file.write_text(notebook(*cells))
    assert Submission("lab", file).whose().get("student") == whose


def test_broken_notebook_names_no_student(tmp_path):
    file = tmp_path / "lab.ipynb"
    for text in ("{", "[]", '{"cells": 5}', '{"cells": [{"source": 7}]}'):
        file.write_text(text)
        assert Submission("lab", file).whose() == {}
