"""The names that a notebook imports from `tracer`, and the errors that its mistakes give."""

import inspect
import pydoc
import re
from pathlib import Path

import pytest

import tracer
from engine.errors import InvalidInput, PlytraceError, UsageError
from tests.support.cases import over
from tests.support.processes import run_python
from tests.support.tables import table
from tracer import compare, counted, load, trace
from tracer.runs.run import TRACE_ARGUMENTS

#: Names of `tracer` that are also packages.
PACKAGES = ("ask", "compare", "generate", "worksheet")

#: Wrong values for any argument; some are right for a few.
WRONG = (
    *("x", "3,5", "", 5, 2.5, -1, True, float("nan"), None, b"a", object()),
    *([], [1, 2], [1, 2, 3], (None, 1), {}, {"a": 1}),
)

#: For the arguments that alpha-beta or a tree do not support, a search that does.
SUPPORTED = dict(table(__file__, "supported_names"))


def run_alone(script):
    return run_python(script, PYTHONWARNINGS="error::ImportWarning").strip()


def test_every_name_is_imported_and_can_be_called_or_raised():
    names = tracer.__all__
    script = (
        f"from tracer import {', '.join(names)}; print(all(map(callable, [{', '.join(names)}])))"
    )
    assert run_alone(script) == "True"
    assert set(names) <= set(dir(tracer))


@over(
    "first",
    ["import tracer", "import tracer.{0}", "from tracer import {0}", "from tracer.{0} import *"],
    ms=45,
)
def test_a_package_is_a_function_however_it_was_imported(first):
    script = "".join(
        f"{first.format(name)}\nimport tracer\nassert callable(tracer.{name})\n"
        for name in PACKAGES
    )
    run_alone(script)


def test_a_package_that_is_a_function_is_still_a_package():
    script = (
        "from tracer import compare\nimport tracer.compare.comparison as module\n"
        "import tracer\nprint(tracer.compare is compare, compare.comparison is module)"
    )
    assert run_alone(script) == "True True"


@over("name", PACKAGES)
def test_help_shows_the_function_of_a_package(name):
    package = getattr(tracer, name)
    assert "Args:" in pydoc.render_doc(package)
    (first, *_) = inspect.signature(package).parameters
    assert f"{first}: " in inspect.getdoc(package)


@over("function", [trace, counted])
def test_a_notebook_completes_every_argument_of_a_search(function):
    parameters = inspect.signature(function).parameters
    assert {*parameters} == {*TRACE_ARGUMENTS}
    assert (parameters["order"].default, parameters["max_player"].default) == ("given", "first")
    assert parameters["depth"].annotation == "int | None"


def test_an_unknown_name_is_an_attribute_error():
    with pytest.raises(AttributeError, match="no attribute 'comapre'"):
        tracer.comapre  # noqa: B018


def test_check_marks_answers_from_a_mapping_and_from_a_file(tmp_path):
    marked = tracer.check("lecture", {"value": 3, "move": "C"})
    assert (marked.score, marked.most) == (1, 2)
    sheet = tmp_path / "mine.yaml"
    sheet.write_text("value: 3\nmove: B\n", encoding="utf-8")
    lists = [[3, 12, 8], [2, 4, 6], [14, 5, 2]]
    for key in ("lecture", lists, tracer.library_tree("lecture")):
        for answers in (sheet, str(sheet)):
            assert tracer.check(key, answers).score == 2
    assert tracer.check("lecture", "value: 3\nmove: B\n").score == 2
    several = tmp_path / "all.csv"
    several.write_text("student,value\nAnn,3\nBob,2\n", encoding="utf-8")
    with pytest.raises(InvalidInput, match="has 2 answer sheets"):
        tracer.check("lecture", several)
    for answers in ("missing.yaml", 3, None):
        with pytest.raises(InvalidInput, match="there is no answer sheet"):
            tracer.check("lecture", answers)


@over("name", TRACE_ARGUMENTS, ms=45)
def test_a_wrong_argument_is_one_clear_error(name):
    source, search = SUPPORTED.get(name, ("lecture", None))
    for wrong in WRONG:
        arguments = {"source": source, "search": search, name: wrong}
        if name == "source" and wrong == "":
            continue
        try:
            trace(**arguments)
        except PlytraceError as error:
            assert str(error)  # noqa: PT017


def test_a_list_is_a_window_too():
    assert trace("lecture", window=[-2, 2]) == trace("lecture", window=(-2, 2))


@pytest.mark.parametrize("function", [trace, counted, compare])
def test_a_misspelt_keyword_is_a_type_error_with_the_nearest(function):
    with pytest.raises(TypeError, match=r"\(\) got an unexpected keyword argument 'dept'.*depth"):
        function("lecture", dept=2)
    with pytest.raises(TypeError, match=r"'xyzzy'; expected one of"):
        function("lecture", xyzzy=2)


@pytest.mark.parametrize("what", ["searches", "conventions", "orders"])
@pytest.mark.parametrize("wrong", ["minimax", 3])
def test_compare_takes_lists_of_names(what, wrong):
    with pytest.raises(UsageError, match=rf"{what} cannot be {wrong!r}; expected a list, such as"):
        compare("lecture", **{what: wrong})


def test_visits_say_how_they_are_indexed():
    t = trace("lecture")
    for index in (11, -12, 99):
        with pytest.raises(IndexError, match=f"has no index {index}: its indexes are 0 to 10"):
            t.visits[index]
    with pytest.raises(IndexError, match="it is empty"):
        t.visits[:0][0]
    with pytest.raises(TypeError, match="not by 'C1'") as error:
        t.visits["C1"]
    advice = re.search(r"\.filter\(.*\)$", str(error.value))[0]
    assert [visit.id for visit in eval(f"t.visits{advice}")] == ["C1"]
    with pytest.raises(TypeError) as error:
        t.cutoffs["C"]
    advice = re.search(r"\.filter\(.*\)$", str(error.value))[0]
    assert [cutoff.at for cutoff in eval(f"t.cutoffs{advice}")] == ["C"]
    with pytest.raises(TypeError, match="filter takes a function, not 'C1'"):
        t.visits.filter("C1")
    with pytest.raises(TypeError, match="a step is a whole number, not 'x'"):
        t.at("x")


def test_load_says_how_to_search_a_tree(tmp_path):
    tree = tmp_path / "mine.yaml"
    tree.write_text("tree: [1, 2]\n", encoding="utf-8")
    with pytest.raises(InvalidInput, match=re.escape(f"use tracer.trace({str(tree)!r})")):
        load(tree)
    with pytest.raises(InvalidInput, match="3 is not the name of a file"):
        load(3)
    saved = tmp_path / "saved.yaml"  # whatever its name, a saved trace is one
    trace("lecture").save(saved)
    assert load(saved) == trace("lecture")


def test_the_page_on_python_imports_from_tracer_alone():
    page = Path(__file__).parents[2] / "docs" / "python.md"
    imported = re.findall(r"^>>> from (\S+) import", page.read_text(encoding="utf-8"), re.MULTILINE)
    assert set(imported) == {"tracer"}


@over("wrong", [None, 5, True, [], ["a"], {"title": "x"}, b"a"])
@over(
    "call",
    [
        tracer.worksheet,
        tracer.make_game,
        lambda wrong: tracer.make_game("nim", position=wrong),
        tracer.library_tree,
        tracer.analyse,
        tracer.load,
        lambda wrong: trace("lecture").save(wrong),
        lambda wrong: tracer.check(wrong, {}),
        lambda wrong: tracer.check("lecture", [wrong]),
    ],
)
def test_a_wrong_kind_of_argument_is_one_error_of_plytrace(call, wrong):
    with pytest.raises(PlytraceError):
        call(wrong)


def test_sizes_seeds_matrices_and_trees_are_accepted_as_python_writes_them():
    order = tracer.Order(plies=2)
    assert tracer.make_game("reversi", size=5).size == "5"
    assert tracer.generate(order, 7).seed == "7"
    assert tracer.generate(order).seed == "1"
    assert tracer.analyse([[3, -1], [0, 2]]).constant_sum.solution.value == 1
    assert trace({"tree": [[1, 2], [3, 4]]}).value == 3
    with pytest.raises(InvalidInput, match="Did you mean tree"):
        trace({"tre": [[1, 2]]})
    with pytest.raises(InvalidInput, match="tolist"):
        trace(pytest.importorskip("numpy").array([[1, 2], [3, 4]]))


@pytest.mark.parametrize("name", ["depth", "rounds", "iterations", "seed"])
def test_true_is_no_number(name):
    source, search = SUPPORTED.get(name, ("lecture", None))
    with pytest.raises(UsageError, match="True"):
        trace(source, search, **{name: True})


@pytest.mark.parametrize(("word", "meant"), [("algorithm", "search"), ("eval", "evaluation")])
def test_another_word_for_an_argument_gets_its_name(word, meant):
    with pytest.raises(TypeError, match=f"Did you mean {meant}"):
        trace("lecture", **{word: "minimax"})


def test_a_node_that_was_visited_is_in_the_visits():
    t = trace("lecture")
    assert [name in t.visits for name in ("C1", "C2", t.visits[3])] == [True, False, True]
    assert ["C" in t.cutoffs, "B" in t.cutoffs] == [True, False]
    with pytest.raises(TypeError, match=r"depth=1: .filter\(lambda one: one.depth == 1\)"):
        t.visits.filter(depth=1)


def test_comparisons_are_equal_if_they_found_the_same():
    assert compare("lecture") == compare("lecture") != compare("lecture", ["minimax"])
    stopped = [compare("tic-tac-toe", ["minimax", "expectimax"], max_visits=9) for _ in range(2)]
    assert stopped[0] == stopped[1]


def test_generate_and_worksheet_are_called_from_tracer():
    found = tracer.generate(tracer.Order(plies=2, cutoffs=1), "demo")
    assert found.facts.played.cutoffs == 1
    assert re.fullmatch(r"<Generated <.*>, seed 'demo', after \d+ tr(y|ies)>", repr(found))
    made = tracer.worksheet("lab3")
    assert repr(made) == f"<WorksheetSet {made.worksheet.title!r}, {len(made.problems)} problems>"
    with pytest.raises(UsageError, match="expected an order, such as"):
        tracer.generate(3, "demo")


def test_reprs_are_short():
    assert repr(tracer.make_game("nim", size="1,3,5,7")) == "<nim 1,3,5,7>"
    assert repr(tracer.make_game("tic-tac-toe")) == "<tic-tac-toe>"
    analysis = tracer.analyse([[3, -1], [0, 2]])
    assert repr(analysis) == "<analysis of a payoff matrix, 2 × 2>"
    assert "<td>3, -3</td>" in analysis._repr_html_()
    assert "<li>" in analysis._repr_html_()
    assert "<table>" in tracer.worksheet("lab3")._repr_html_()
