"""Functions over plain trees, in the forms of tutorials: lists, tuples, dicts, rows of leaves."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.programs_inside import run_inside
from tests.support.programs_slips import PLAIN_SLIPS, SLIPS, program, trees
from tests.support.programs_trials import KEYS, fresh, is_right, marked, missed, problem
from tests.support.programs_words import BRANCHES, GRAPH, LISTS
from tracer.check.key import read_key
from tracer.programs.child.tree import plain_trees
from tracer.programs.handed import HandedIn
from tracer.programs.shapes import starter_of
from tracer.programs.sheets import Watching

STARTERS = Path(__file__).parents[3] / "tracer" / "programs" / "starters"

#: The search of most tutorials; LEAF, CHILDREN and WORTH are what they differ in.
TUTORIAL = """
def alphabeta(node, depth, alpha, beta, maximizing):
    if LEAF:
        return WORTH
    if maximizing:
        value = float('-inf')
        for child in CHILDREN:
            value = max(value, alphabeta(child, depth - 1, alpha, beta, False))
            alpha = max(alpha, value)
            if alpha >= beta:
                break
        return value
    value = float('inf')
    for child in CHILDREN:
        value = min(value, alphabeta(child, depth - 1, alpha, beta, True))
        beta = min(beta, value)
        if alpha >= beta:
            break
    return value
"""
LEAVES = (
    "depth == 0 or not isinstance(node, list)",
    "depth == 0 or isinstance(node, int)",
    "isinstance(node, (int, float))",
    "type(node) == int",
    "type(node) is not list",
    "type(node) in (int, float)",
    "not hasattr(node, '__iter__') and not isinstance(node, list)",
)
CHILDREN = (
    "node",
    "list(node)",
    "node[:]",
    "[node[i] for i in range(len(node))]",
    "(node[i] for i in range(len(node)))",
    "[one for _, one in enumerate(node)]",
    "[*node]",
    "iter(node)",
    "reversed(list(reversed(node)))",
    "sorted(node, key=lambda one: 0)",
    "node.copy()",
    "map(lambda one: one, node)",
)
#: Other ways to write it, all right.
OTHERS = {
    "minimax by a generator": (
        "minimax",
        "def minimax(node, maximizing):\n"
        "    if isinstance(node, int): return node\n"
        "    return (max if maximizing else min)(minimax(c, not maximizing) for c in node)\n",
    ),
    "minimax by a list": (
        "minimax",
        "def minimax(tree, is_max=True):\n"
        "    if type(tree) == int: return tree\n"
        "    values = [minimax(t, not is_max) for t in tree]\n"
        "    return max(values) if is_max else min(values)\n",
    ),
    "minimax in two functions": (
        "minimax",
        "def max_value(node):\n"
        "    return node if not isinstance(node, list) else max(map(min_value, node))\n"
        "def min_value(node):\n"
        "    return node if not isinstance(node, list) else min(map(max_value, node))\n"
        "def minimax(node):\n    return max_value(node)\n",
    ),
    "unpacking": (
        "minimax",
        "def minimax(node, mx):\n"
        "    match node:\n"
        "        case int(): return node\n"
        "        case [first]: return minimax(first, not mx)\n"
        "        case [first, *rest]:\n"
        "            found = minimax(first, not mx)\n"
        "            for one in rest:\n"
        "                found = (max if mx else min)(found, minimax(one, not mx))\n"
        "            return found\n",
    ),
    "negamax": (
        "alphabeta",
        "def negamax(node, alpha, beta, color):\n"
        "    if not isinstance(node, list): return color * node\n"
        "    best = float('-inf')\n"
        "    for one in node:\n"
        "        best = max(best, -negamax(one, -beta, -alpha, -color))\n"
        "        alpha = max(alpha, best)\n"
        "        if alpha >= beta: break\n"
        "    return best\n",
    ),
    "a measured height first": (
        "alphabeta",
        "def height(t): return 0 if not isinstance(t, list) else 1 + max(height(c) for c in t)\n"
        "def alpha_beta(root, a=-10**9, b=10**9, player='MAX'):\n"
        "    if height(root) == 0: return root\n"
        "    v = -10**9 if player == 'MAX' else 10**9\n"
        "    for i in range(len(root)):\n"
        "        x = alpha_beta(root[i], a, b, 'MIN' if player == 'MAX' else 'MAX')\n"
        "        if player == 'MAX':\n"
        "            v = max(v, x); a = max(a, v)\n"
        "        else:\n"
        "            v = min(v, x); b = min(b, v)\n"
        "        if b <= a: break\n"
        "    return v\n",
    ),
    "tuples": (
        "alphabeta",
        TUTORIAL.replace("LEAF", "not isinstance(node, tuple)")
        .replace("WORTH", "node")
        .replace("CHILDREN", "node"),
    ),
    "a dict of moves": ("alphabeta", program(BRANCHES)),
    "a dict of moves by its keys": (
        "minimax",
        "def minimax(node, maximizing):\n"
        "    if not isinstance(node, dict): return node\n"
        "    found = {k: minimax(node[k], not maximizing) for k in node.keys()}\n"
        "    best = (max if maximizing else min)(found, key=found.get)\n"
        "    return found[best], best\n".replace("return found[best], best", "return found[best]"),
    ),
    "names and values": ("alphabeta", program(GRAPH)),
    "names and values in one dict": (
        "minimax",
        "def minimax(tree, node, maximizing):\n"
        "    if isinstance(tree[node], (int, float)): return tree[node]\n"
        "    values = [minimax(tree, child, not maximizing) for child in tree[node]]\n"
        "    return max(values) if maximizing else min(values)\n",
    ),
    "names in globals": (
        "minimax",
        "tree = {'A': ['B', 'C'], 'B': [], 'C': []}\nvalues = {'B': 1, 'C': 2}\n"
        "def minimax(node, depth, maximizing):\n"
        "    if node in values: return values[node]\n"
        "    found = [minimax(c, depth - 1, not maximizing) for c in tree[node]]\n"
        "    return max(found) if maximizing else min(found)\n",
    ),
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
    "objects that keep what was found": (
        "minimax",
        "def minimax(node, is_max):\n"
        "    if len(node.children) == 0: return node.value\n"
        "    values = [minimax(c, not is_max) for c in node.children]\n"
        "    node.value = max(values) if is_max else min(values)\n"
        "    return node.value\n",
    ),
    "values by name, with the path": (
        "alphabeta",
        "def minimax(tree, terminal_nodes, node, alpha=-1e9, beta=1e9, isMax=True):\n"
        "    if node in terminal_nodes.keys(): return terminal_nodes[node], [node]\n"
        "    v, path = (-1e9 if isMax else 1e9), []\n"
        "    for one in tree[node]:\n"
        "        x, below = minimax(tree, terminal_nodes, one, alpha, beta, not isMax)\n"
        "        if x > v if isMax else x < v: v, path = x, [node, *below]\n"
        "        if isMax: alpha = max(alpha, v)\n"
        "        else: beta = min(beta, v)\n"
        "        if beta <= alpha: break\n"
        "    return v, path\n",
    ),
    "records by get": (
        "alphabeta",
        TUTORIAL.replace("LEAF", "not node.get('children')")
        .replace("WORTH", "node.get('value')")
        .replace("CHILDREN", "node.get('children', [])"),
    ),
}
#: The widespread form over a complete binary tree, its leaves in a row.
ARRAY = """
import math
MAX, MIN = 1000, -1000
def minimax(depth, nodeIndex, maximizingPlayer, values, alpha, beta):
    if depth == HEIGHT:
        return values[nodeIndex]
    best = MIN if maximizingPlayer else MAX
    for i in range(0, 2):
        val = minimax(depth + 1, nodeIndex * 2 + i, not maximizingPlayer, values, alpha, beta)
        if maximizingPlayer:
            best = max(best, val)
            alpha = max(alpha, best)
        else:
            best = min(best, val)
            beta = min(beta, best)
        if beta <= alpha:
            break
    return best
"""
COMPLETE = "[[[3, 5], [6, 9]], [[1, 2], [0, -1]]]"


def tutorial(leaf: str, children: str) -> str:
    text = TUTORIAL.replace("LEAF", leaf).replace("CHILDREN", children)
    return text.replace("WORTH", "node")


@pytest.mark.parametrize("leaf", LEAVES)
@pytest.mark.parametrize("source", KEYS[:3])
def test_however_a_leaf_is_known_it_is_visited_where_it_is_searched(leaf, source, tmp_path):
    record = marked(tmp_path, tutorial(leaf, "node"), problem(source), "tree")
    assert is_right(record), record


@pytest.mark.parametrize("children", CHILDREN)
def test_however_children_are_gone_through_the_visits_are_the_same(children, tmp_path):
    for source in KEYS[:3]:
        for leaf in (LEAVES[0], LEAVES[3]):
            record = marked(tmp_path, tutorial(leaf, children), problem(source), "tree")
            assert is_right(record), record


@pytest.mark.parametrize("name", OTHERS)
def test_a_right_program_of_any_form_is_right(name, tmp_path):
    search, code = OTHERS[name]
    for source in KEYS:
        record = marked(tmp_path, code, problem(source, search), "tree")
        assert is_right(record), record
    for tree in trees(9, 6):
        record = marked(tmp_path, code, problem(str(tree), search), "tree")
        assert is_right(record), (tree, record)


@pytest.mark.parametrize("slip", SLIPS)
def test_a_slip_is_recognised(slip, tmp_path):
    assert not missed(tmp_path, LISTS, slip, "tree")


@pytest.mark.parametrize("search", ["minimax", "alphabeta"])
def test_who_goes_by_levels_is_recognised(search, tmp_path):
    code = (
        f"def {search}(node, maximizing):\n"
        "    levels = [[node]]\n"
        "    while any(isinstance(one, list) for one in levels[-1]):\n"
        "        below = []\n"
        "        for one in levels[-1]:\n"
        "            below += one if isinstance(one, list) else []\n"
        "        levels.append(below)\n"
        "    found = []\n"
        "    for depth in range(len(levels) - 1, -1, -1):\n"
        "        pick, left = (min if (depth % 2) == maximizing else max), iter(found)\n"
        "        found = [pick([next(left) for _ in one]) if isinstance(one, list) else one + 0\n"
        "                 for one in levels[depth]]\n"
        "    return found[0]\n"
    )
    for source in KEYS[:2]:
        record = marked(tmp_path, code, problem(source, search), "tree")
        named = {one["id"]: one["fit"] for one in record["misconceptions"]}
        assert named.get("other-traversal") == 1, record


@pytest.mark.parametrize("words", [BRANCHES, GRAPH], ids=["branches", "graph"])
@pytest.mark.parametrize("slip", ["root-reset/", "zero-unset/not passed", "right-to-left/"])
def test_a_slip_is_recognised_in_other_forms(slip, words, tmp_path):
    assert not missed(tmp_path, words, slip, "tree")


@pytest.mark.parametrize("slip", PLAIN_SLIPS)
def test_a_slip_without_windows_is_recognised(slip, tmp_path):
    assert not missed(tmp_path, LISTS, slip, "tree", "minimax")


@pytest.mark.parametrize(
    ("line", "how"),
    [("sum(v) / len(v)", ""), ("max(v)", "x"), ("min(v)", "x"), ("sum(v) / len(v) / len(v)", "x")],
)
def test_expectimax_over_a_tree_and_its_slips(line, how, tmp_path):
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


def test_the_form_of_leaves_in_a_row_is_right_on_a_complete_tree(tmp_path):
    code = ARRAY.replace("HEIGHT", "3")
    assert is_right(marked(tmp_path, code, problem(COMPLETE), "tree"))
    code = ARRAY.replace("HEIGHT", "math.log2(len(values))")
    for tree in trees(4, 10, 4, even=True):
        assert is_right(marked(tmp_path, code, problem(str(tree)), "tree")), tree


TWO_CALLS = """
import math
def minimax(curDepth, nodeIndex, maxTurn, scores, targetDepth):
    if curDepth == targetDepth:
        return scores[nodeIndex]
    pick = max if maxTurn else min
    return pick(minimax(curDepth + 1, nodeIndex * 2, not maxTurn, scores, targetDepth),
                minimax(curDepth + 1, nodeIndex * 2 + 1, not maxTurn, scores, targetDepth))
"""


def test_a_depth_that_counts_up_to_a_target_is_known(tmp_path):
    for tree in trees(4, 5, 3, even=True):
        assert is_right(marked(tmp_path, TWO_CALLS, problem(str(tree), "minimax"), "tree")), tree


def test_a_parameter_that_means_nothing_known_is_told(tmp_path):
    code = TWO_CALLS.replace("targetDepth", "zeal")
    run = run_inside(fresh(tmp_path), code, problem(COMPLETE, "minimax"), "tree")
    assert run.fault.startswith("minimax has a parameter 'zeal', and what is meant by it")


@pytest.mark.parametrize("children", ["node", "list(node)", "[one for one in node]"])
def test_who_knows_leaves_by_the_depth_alone_visits_them_as_they_are_used(children, tmp_path):
    for tree in trees(8, 6, 3, even=True):
        key = problem(str(tree))
        assert is_right(marked(tmp_path, tutorial("depth == 0", children), key, "tree")), tree
        turned = tutorial("depth == 0", f"list({children})[::-1]")
        record = marked(tmp_path, turned, key, "tree")
        named = [one["id"] for one in record["misconceptions"]]
        assert "right-to-left" in {*named, *record["indistinguishable"]}, (tree, record)


def test_leaves_in_a_row_say_nothing_of_a_tree_that_is_not_complete(tmp_path):
    run = run_inside(fresh(tmp_path), ARRAY.replace("HEIGHT", "2"), problem(KEYS[1]), "tree")
    assert run.fault.startswith("its function takes a place in a row of leaves, and the key's tree")


def test_a_form_of_two_children_is_told_of_a_tree_of_three(tmp_path):
    record = marked(tmp_path, ARRAY.replace("HEIGHT", "2"), problem("lecture"), "tree")
    assert any("nodes of the key's tree have 3 children" in one for one in record["notes"])


def test_a_limit_of_the_key_ends_the_tree_with_estimates(tmp_path):
    code = tutorial(LEAVES[0], "node")
    assert is_right(marked(tmp_path, code, problem("estimates", depth=1), "tree"))


@pytest.mark.parametrize(
    ("source", "search", "said"),
    [
        ("ghosts", "minimax", "two players do not take turns at "),
        ("dice", "expectiminimax", "two players do not take turns at "),
        ("tic-tac-toe@xo.|...|...", "minimax", "the key's game has more than 300 nodes"),
        ("pacman", "minimax", "one player moves all along"),
    ],
)
def test_what_a_plain_tree_cannot_say_is_refused(source, search, said, tmp_path, monkeypatch):
    monkeypatch.setattr(plain_trees, "MOST_NODES", 300)
    code = OTHERS["minimax by a list"][1].replace("minimax", search)
    run = run_inside(fresh(tmp_path), code, problem(source, search), "tree", search)
    assert run.fault.startswith(said), run.fault


def test_who_moves_has_to_be_said_where_min_begins(tmp_path):
    (tmp_path / "key.yaml").write_text("root: min\ntree: [[3, 12], [8, 2], [1]]\n")
    folder = tmp_path / "programs"
    folder.mkdir()
    key = problem(str(tmp_path / "key.yaml"), "minimax")
    code = OTHERS["minimax by a list"][1]
    assert is_right(marked(folder, code, key, "tree"))
    code = OTHERS["minimax in two functions"][1]
    run = run_inside(fresh(folder), code, key, "tree", "minimax")
    assert run.fault.startswith("MIN begins, and minimax has no parameter that says who moves")
    key = problem(str(tmp_path / "key.yaml"), "alphabeta")
    record = marked(folder, OTHERS["negamax"][1], key, "tree", "negamax")
    assert is_right(record), record


@pytest.mark.parametrize(
    ("returned", "ok"),
    [
        ("value", True),
        ("(value, BEST[0])", True),
        ("[value, BEST[0]]", True),
        ("float(value)", True),
        ("None", True),
        ("(value, 'sideways')", True),
        ("'three'", False),
        ("value + 1", False),
        ("(value, 1)", False),
        ("{}", False),
    ],
)
def test_whatever_is_returned_has_a_clear_record(returned, ok, tmp_path):
    code = program(LISTS).replace("return value, BEST[0]", f"return {returned}", 1)
    record = marked(tmp_path, code, problem("lecture"), "tree")
    assert (record["score"] == record["max_score"]) is ok, record


def test_an_equal_tree_that_is_remembered_is_told_of(tmp_path):
    code = (
        "from functools import lru_cache\n@lru_cache(None)\n"
        "def minimax(node, maximizing):\n"
        "    if not isinstance(node, tuple): return node\n"
        "    v = [minimax(c, not maximizing) for c in node]\n"
        "    return max(v) if maximizing else min(v)\n"
    )
    record = marked(tmp_path, code, problem("[[3, 5], [3, 5], [1, 2]]", "minimax"), "tree")
    assert any("remembers positions" in one for one in record["notes"]), record
    visits = next(one for one in record["parts"] if one["part"] == "visits")
    assert visits["score"] < visits["max_score"]


def test_the_starter_runs_alone_and_is_not_marked_before_it_is_filled_in(tmp_path):
    told = subprocess.run(
        [sys.executable, STARTERS / "tree.py"], capture_output=True, text=True, check=False
    )
    assert told.stderr.rstrip().endswith("NotImplementedError")
    (tmp_path / "a.py").write_text(starter_of("tree"), encoding="utf-8")
    watching = Watching(shape="tree")
    sheet = watching.sheet(HandedIn("s", tmp_path / "a.py"), read_key("lecture"))
    assert "it raised NotImplementedError while it searched" in sheet.error


def test_the_starter_is_right_and_runs_once_it_is_filled_in(tmp_path):
    starter = starter_of("tree")
    begin, end = starter.index("def minimax"), starter.index("if __name__")
    searches = tutorial(LEAVES[0], "node").replace("depth, ", "").replace("depth - 1, ", "")
    searches = searches.replace("depth == 0 or ", "")
    filled = starter[:begin] + OTHERS["minimax by a generator"][1] + searches + starter[end:]
    for search in ("minimax", "alphabeta"):
        assert is_right(marked(tmp_path, filled, problem("lecture", search), "tree"))
    file = tmp_path / "filled.py"
    file.write_text(filled, encoding="utf-8")
    told = subprocess.run([sys.executable, file], capture_output=True, text=True, check=False)
    assert told.stdout == "minimax: 3\nalpha-beta: 3\n"


def test_a_tutorials_program_is_known_for_what_it_is_and_run_beside(tmp_path):
    file = tmp_path / "prog.py"
    file.write_text(tutorial(LEAVES[3], CHILDREN[1]), encoding="utf-8")
    sheet = Watching().sheet(HandedIn("prog.py", file), read_key("lecture"))
    assert not sheet.error
    assert " ".join(sheet.answers["visits"]) == "A B B1 B2 B3 C C1 D D1 D2 D3"
    assert sheet.answers["utility"] == 3
