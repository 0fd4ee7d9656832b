"""Functions over plain trees, in the forms of tutorials: lists, tuples, dicts, rows of leaves."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from tests.support.cases import over
from tests.support.program_files import read_program, read_programs
from tests.support.programs_inside import run_inside
from tests.support.programs_slips import PLAIN_SLIPS, SLIPS, program, trees
from tests.support.programs_trials import KEYS, fresh, is_right, marked, missed, problem
from tests.support.programs_words import BRANCHES, GRAPH, LISTS
from tests.support.tables import table
from tracer.marking.keys.key import read_key
from tracer.programs.child.shapes.tree import nodes
from tracer.programs.shapes import starter_of
from tracer.programs.sheets import ProgramRunner
from tracer.programs.submissions import Submission

STARTERS = Path(__file__).parents[3] / "tracer" / "programs" / "starters"

#: The search of most tutorials; LEAF, CHILDREN and WORTH are what they differ in.
TUTORIAL = read_program("tree/tutorial")
LEAVES = (
    "depth == 0 or not isinstance(node, list)",
    "depth == 0 or isinstance(node, int)",
    "isinstance(node, (int, float))",
    "type(node) == int",
    "type(node) is not list",
    "type(node) in (int, float)",
    "not hasattr(node, '__iter__') and not isinstance(node, list)",
)
CHILDREN = table(__file__, "tree-children")


def _searches(search):
    return {name: (search, code) for name, code in read_programs(f"tree/{search}").items()}


#: Other ways to write it, all right.
OTHERS = {
    **_searches("minimax"),
    **_searches("alphabeta"),
    "tuples": (
        "alphabeta",
        TUTORIAL.replace("LEAF", "not isinstance(node, tuple)")
        .replace("WORTH", "node")
        .replace("CHILDREN", "node"),
    ),
    "a dict of moves": ("alphabeta", program(BRANCHES)),
    "names and values": ("alphabeta", program(GRAPH)),
    "records": (
        "alphabeta",
        TUTORIAL.replace("LEAF", "'children' not in node or not node['children']")
        .replace("WORTH", "node['value']")
        .replace("CHILDREN", "node['children']"),
    ),
    "objects": (
        "alphabeta",
        "class Node:\n    def __init__(self, value=None, children=()):\n"
        "        self.value, self.children = value, list(children)\n"
        + TUTORIAL.replace("LEAF", "not node.children")
        .replace("WORTH", "node.value")
        .replace("CHILDREN", "node.children"),
    ),
    "objects with methods": (
        "alphabeta",
        TUTORIAL.replace("LEAF", "depth == 0 or node.is_terminal()")
        .replace("WORTH", "node.evaluate()")
        .replace("CHILDREN", "node.get_children()"),
    ),
    "records by get": (
        "alphabeta",
        TUTORIAL.replace("LEAF", "not node.get('children')")
        .replace("WORTH", "node.get('value')")
        .replace("CHILDREN", "node.get('children', [])"),
    ),
}
#: The widespread form over a complete binary tree, its leaves in a row.
ARRAY = read_program("tree/array")
COMPLETE = "[[[3, 5], [6, 9]], [[1, 2], [0, -1]]]"


def tutorial(leaf: str, children: str) -> str:
    text = TUTORIAL.replace("LEAF", leaf).replace("CHILDREN", children)
    return text.replace("WORTH", "node")


@over("leaf", LEAVES, ms=150)
@over("source", KEYS[:3])
def test_leaf_is_visited_when_searched_however_it_is_detected(leaf, source, tmp_path):
    record = marked(tmp_path, tutorial(leaf, "node"), problem(source), "tree")
    assert is_right(record), record


@over("children", CHILDREN, ms=150)
def test_visits_are_the_same_however_children_are_iterated(children, tmp_path):
    for source in KEYS[:3]:
        for leaf in (LEAVES[0], LEAVES[3]):
            record = marked(tmp_path, tutorial(leaf, children), problem(source), "tree")
            assert is_right(record), record


@over("name", OTHERS, ms=150)
def test_correct_program_of_any_form_gets_full_marks(name, tmp_path):
    search, code = OTHERS[name]
    for source in KEYS:
        record = marked(tmp_path, code, problem(source, search), "tree")
        assert is_right(record), record
    for tree in trees(9, 6):
        record = marked(tmp_path, code, problem(str(tree), search), "tree")
        assert is_right(record), (tree, record)


@over("slip", SLIPS, ms=150)
def test_misconception_is_recognised(slip, tmp_path):
    assert not missed(tmp_path, LISTS, slip, "tree")


@over("search", ["minimax", "alphabeta"])
def test_breadth_first_search_is_recognised(search, tmp_path):
    code = read_program("tree/breadth-first").replace("minimax", search)
    for source in KEYS[:2]:
        record = marked(tmp_path, code, problem(source, search), "tree")
        named = {one["id"]: one["fit"] for one in record["misconceptions"]}
        assert named.get("other-traversal") == 1, record


@over("words", [BRANCHES, GRAPH], ms=150)
@over("slip", ["root-reset/", "zero-unset/not passed", "right-to-left/"])
def test_misconception_is_recognised_in_other_forms(slip, words, tmp_path):
    assert not missed(tmp_path, words, slip, "tree")


@over("slip", PLAIN_SLIPS, ms=150)
def test_misconception_without_windows_is_recognised(slip, tmp_path):
    assert not missed(tmp_path, LISTS, slip, "tree", "minimax")


@over(
    ("line", "how"),
    [("sum(v) / len(v)", ""), ("max(v)", "x"), ("min(v)", "x"), ("sum(v) / len(v) / len(v)", "x")],
)
def test_expectimax_over_a_tree_and_its_mistakes_are_recognised(line, how, tmp_path):
    code = (
        "def expectimax(node, is_max):\n"
        "    if not isinstance(node, list): return node\n"
        "    v = [expectimax(c, not is_max) for c in node]\n"
        f"    return max(v) if is_max else {line}\n"
    )
    key = problem("[[5, 7], [1, 12, 9.5], [-5, 15]]", "expectimax")
    record = marked(tmp_path, code, key, "tree")
    if not how:
        assert is_right(record), record
    else:
        named = [one["id"] for one in record["misconceptions"]]
        assert "chance-misread" in {*named, *record["indistinguishable"]}, record


def test_index_over_a_row_of_leaves_is_correct_on_a_complete_tree(tmp_path):
    code = ARRAY.replace("HEIGHT", "3")
    assert is_right(marked(tmp_path, code, problem(COMPLETE), "tree"))
    code = ARRAY.replace("HEIGHT", "math.log2(len(values))")
    for tree in trees(4, 10, 4, even=True):
        assert is_right(marked(tmp_path, code, problem(str(tree)), "tree")), tree


TWO_CALLS = read_program("tree/two-calls")


def test_depth_that_counts_up_to_a_target_is_recognised(tmp_path):
    for tree in trees(4, 5, 3, even=True):
        assert is_right(marked(tmp_path, TWO_CALLS, problem(str(tree), "minimax"), "tree")), tree


def test_parameter_of_unknown_meaning_is_reported(tmp_path):
    code = TWO_CALLS.replace("targetDepth", "zeal")
    run = run_inside(fresh(tmp_path), code, problem(COMPLETE, "minimax"), "tree")
    assert run.failure.startswith("minimax has a parameter 'zeal' with an unknown meaning")


@over("children", ["node", "list(node)", "[one for one in node]"], ms=150)
def test_leaves_detected_by_depth_alone_are_visited_when_used(children, tmp_path):
    for tree in trees(8, 6, 3, even=True):
        key = problem(str(tree))
        assert is_right(marked(tmp_path, tutorial("depth == 0", children), key, "tree")), tree
        turned = tutorial("depth == 0", f"list({children})[::-1]")
        record = marked(tmp_path, turned, key, "tree")
        named = [one["id"] for one in record["misconceptions"]]
        assert "right-to-left" in {*named, *record["indistinguishable"]}, (tree, record)


def test_index_over_a_row_of_leaves_is_refused_on_an_incomplete_tree(tmp_path):
    run = run_inside(fresh(tmp_path), ARRAY.replace("HEIGHT", "2"), problem(KEYS[1]), "tree")
    assert run.failure.startswith(
        "its function takes an index in a row of leaves, but the key's tree"
    )


def test_form_with_two_children_is_refused_on_a_tree_with_three(tmp_path):
    record = marked(tmp_path, ARRAY.replace("HEIGHT", "2"), problem("lecture"), "tree")
    assert any("nodes of the key's tree have 3 children" in one for one in record["notes"])


def test_depth_limit_of_the_key_cuts_the_tree_at_its_estimates(tmp_path):
    code = tutorial(LEAVES[0], "node")
    assert is_right(marked(tmp_path, code, problem("estimates", depth=1), "tree"))


@over(("source", "search", "message"), table(__file__, "tree-refused-keys"))
def test_keys_that_a_plain_tree_cannot_express_are_refused(
    source, search, message, tmp_path, monkeypatch
):
    monkeypatch.setattr(nodes, "MOST_NODES", 300)
    code = OTHERS["minimax-by-a-list"][1].replace("minimax", search)
    run = run_inside(fresh(tmp_path), code, problem(source, search), "tree", search)
    assert run.failure.startswith(message), run.failure


def test_player_to_move_is_required_if_min_begins(tmp_path):
    (tmp_path / "key.yaml").write_text("root: min\ntree: [[3, 12], [8, 2], [1]]\n")
    folder = tmp_path / "programs"
    folder.mkdir()
    key = problem(str(tmp_path / "key.yaml"), "minimax")
    code = OTHERS["minimax-by-a-list"][1]
    assert is_right(marked(folder, code, key, "tree"))
    code = OTHERS["minimax-in-two-functions"][1]
    run = run_inside(fresh(folder), code, key, "tree", "minimax")
    assert run.failure.startswith("MIN begins, and minimax has no parameter that says who moves")
    key = problem(str(tmp_path / "key.yaml"), "alphabeta")
    record = marked(folder, OTHERS["negamax"][1], key, "tree", "negamax")
    assert is_right(record), record


@over(("returned", "ok"), table(__file__, "tree-returned"), ms=150)
def test_any_return_value_gets_a_clear_record(returned, ok, tmp_path):
    code = program(LISTS).replace("return value, BEST[0]", f"return {returned}", 1)
    record = marked(tmp_path, code, problem("lecture"), "tree")
    assert (record["score"] == record["max_score"]) is ok, record


#: A search whose turn is passed in some spelling.
BY_BRANCHES = read_program("tree/by-branches.template")
TURNS = {name: texts for name, *texts in table(__file__, "turns")}


def by_branches(name):
    parameter, test, to_min, to_max, lines = TURNS[name]
    code = BY_BRANCHES.replace("LINES", lines).replace("PARAMETER", parameter)
    return code.replace("TEST", test).replace("TO_MIN", to_min).replace("TO_MAX", to_max)


@over("root", ["max", "min"], ms=150)
@over("name", TURNS)
def test_turn_may_be_passed_in_any_spelling(name, root, tmp_path):
    (tmp_path / "programs").mkdir()
    for place, tree in enumerate(("[[3, 12], [8, 2], [1]]", "[[[4, 1], [7]], [[5, 6], [0, 9]]]")):
        file = tmp_path / f"key{place}.yaml"
        file.write_text(f"root: {root}\ntree: {tree}\n")
        record = marked(
            tmp_path / "programs", by_branches(name), problem(str(file), "minimax"), "tree"
        )
        assert is_right(record), record


@over("name", TURNS, ms=150)
def test_wrong_branch_stays_wrong_in_any_spelling(name, tmp_path):
    code = by_branches(name).replace("best = min(best", "best = max(best")
    code = code.replace("best = math.inf", "best = -math.inf")
    records = [
        marked(tmp_path, code, problem(tree, "minimax"), "tree")
        for tree in ("[[3, 12], [8, 2], [1]]", "[[[4, 1], [7]], [[5, 6], [0, 9]]]")
    ]
    assert not any(map(is_right, records))


#: Searches in which no test stands alone before a branch.
OTHER_TURNS = read_programs("tree/turns")


@over("root", ["max", "min"], ms=150)
@over("name", OTHER_TURNS)
def test_turn_is_found_without_two_branches(name, root, tmp_path):
    (tmp_path / "key.yaml").write_text(f"root: {root}\ntree: [[3, 12], [8, 2], [1, 7]]\n")
    (tmp_path / "programs").mkdir()
    key = problem(str(tmp_path / "key.yaml"), "minimax")
    record = marked(tmp_path / "programs", OTHER_TURNS[name], key, "tree")
    assert is_right(record), record


@over("name", ["color", "player", "sign", "who"])
def test_value_of_a_negating_search_is_that_of_max(name, tmp_path):
    code = (
        "def negamax(node, who):\n"
        "    if isinstance(node, int): return who * node\n"
        "    return max(-negamax(c, -who) for c in node)\n"
    ).replace("who", name)
    (tmp_path / "key.yaml").write_text("root: min\ntree: [[3, 12], [8, 2], [4, 7]]\n")
    run = run_inside(
        fresh(tmp_path), code, problem(str(tmp_path / "key.yaml"), "minimax"), "tree", "negamax"
    )
    assert (run.failure, run.returned and run.returned["value"]) == ("", 7)


def test_parameter_of_another_kind_is_not_taken_for_the_turn(tmp_path):
    code = (
        "def minimax(node, is_max, verbose=False, count=0):\n"
        "    assert verbose is False and count < 9\n"
        "    if isinstance(node, int): return node\n"
        "    below = [minimax(c, not is_max, verbose, count + 1) for c in node]\n"
        "    return max(below) if is_max else min(below)\n"
    )
    assert is_right(marked(tmp_path, code, problem("lecture", "minimax"), "tree"))
    code = code.replace("verbose=False", "colour_of_hair").replace("verbose", "colour_of_hair")
    run = run_inside(fresh(tmp_path), code, problem("lecture", "minimax"), "tree")
    assert "has a parameter 'colour_of_hair' with an unknown meaning" in run.failure
    code = (
        "def minimax(node, zeal):\n"
        "    assert zeal is False\n"
        "    return node if isinstance(node, int) else max(other(c, zeal) for c in node)\n"
        "def other(node, zeal):\n"
        "    return node if isinstance(node, int) else min(minimax(c, zeal) for c in node)\n"
    )
    run = run_inside(fresh(tmp_path), code, problem("lecture", "minimax"), "tree")
    assert "has a parameter 'zeal' with an unknown meaning" in run.failure


def test_trials_of_a_program_leave_nothing_behind(tmp_path):
    code = (
        "SEEN = {}\n"
        "def minimax(node, who, seen=[]):\n"
        "    if isinstance(node, int): return node\n"
        "    assert str(node) not in SEEN and str(node) not in seen\n"
        "    SEEN[str(node)] = 1\n"
        "    seen.append(str(node))\n"
        "    return (max if who else min)(minimax(c, not who) for c in node)\n"
    )
    for tree in ("[[3, 8], [6, 30]]", "[[6, 30], [8, 20]]"):  # those of the trials
        assert is_right(marked(tmp_path, code, problem(tree, "minimax"), "tree"))


def test_caching_of_equal_subtrees_is_noted(tmp_path):
    code = (
        "from functools import lru_cache\n@lru_cache(None)\n"
        "def minimax(node, maximizing):\n"
        "    if not isinstance(node, tuple): return node\n"
        "    v = [minimax(c, not maximizing) for c in node]\n"
        "    return max(v) if maximizing else min(v)\n"
    )
    record = marked(tmp_path, code, problem("[[3, 5], [3, 5], [1, 2]]", "minimax"), "tree")
    assert any("caches the positions" in one for one in record["notes"]), record
    visits = next(one for one in record["parts"] if one["part"] == "visits")
    assert visits["score"] < visits["max_score"]


def test_starter_runs_alone_and_is_not_marked_until_completed(tmp_path):
    done = subprocess.run(
        [sys.executable, STARTERS / "tree.py"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stderr.rstrip().endswith("NotImplementedError")
    (tmp_path / "a.py").write_text(starter_of("tree"), encoding="utf-8")
    runner = ProgramRunner(shape="tree")
    sheet = runner.sheet(Submission("s", tmp_path / "a.py"), read_key("lecture"))
    assert "it raised NotImplementedError while it searched" in sheet.error


def test_completed_starter_is_correct_and_runs_once(tmp_path):
    starter = starter_of("tree")
    begin, end = starter.index("def minimax"), starter.index("if __name__")
    searches = tutorial(LEAVES[0], "node").replace("depth, ", "").replace("depth - 1, ", "")
    searches = searches.replace("depth == 0 or ", "")
    filled = starter[:begin] + OTHERS["minimax-by-a-generator"][1] + searches + starter[end:]
    for search in ("minimax", "alphabeta"):
        assert is_right(marked(tmp_path, filled, problem("lecture", search), "tree"))
    file = tmp_path / "filled.py"
    file.write_text(filled, encoding="utf-8")
    done = subprocess.run([sys.executable, file], capture_output=True, text=True, check=False)
    assert done.stdout == "minimax: 3\nalpha-beta: 3\n"


def test_tutorial_program_is_recognised_and_run(tmp_path):
    file = tmp_path / "prog.py"
    file.write_text(tutorial(LEAVES[3], CHILDREN[1]), encoding="utf-8")
    sheet = ProgramRunner().sheet(Submission("prog.py", file), read_key("lecture"))
    assert not sheet.error
    assert " ".join(sheet.answers["visits"]) == "A B B1 B2 B3 C C1 D D1 D2 D3"
    assert sheet.answers["utility"] == 3


#: Searches in classes, under the name of no search, and with an object as the result.
SEARCHES_IN_FORMS = read_programs("tree/in-forms")


@over("form", SEARCHES_IN_FORMS, ms=150)
@over("tree", ["lecture", "lab3-pruning", "best-order"])
def test_search_is_right_in_a_class_or_with_an_object_as_its_result(form, tree, tmp_path):
    assert is_right(marked(tmp_path, SEARCHES_IN_FORMS[form], problem(tree, "alphabeta"), "tree"))


def test_class_that_lets_min_begin_swaps_the_players(tmp_path):
    right, wrong = "return self.max_value(self.tree", "return self.min_value(self.tree"
    code = SEARCHES_IN_FORMS["class-with-the-tree"].replace(right, wrong)
    record = marked(tmp_path, code, problem("lecture", "alphabeta"), "tree")
    assert [one["id"] for one in record["misconceptions"]] == ["max-min-swapped"]
