"""Functions over plain trees, in the forms of tutorials: lists, tuples, dicts, rows of leaves."""

import re

import pytest

from tests.support.cases import over
from tests.support.program_files import read_program, read_programs
from tests.support.programs_inside import answers_of, run_inside
from tests.support.programs_marking import assert_recorded, program_of
from tests.support.programs_slips import PLAIN_SLIPS, SLIPS, program, trees
from tests.support.programs_trials import (
    KEYS,
    fresh,
    is_right,
    key_with_trees,
    marked,
    missed,
    problem,
)
from tests.support.programs_words import BRANCHES, GRAPH, LISTS
from tests.support.tables import table
from tests.tracer.programs.test_sheets import programs
from tracer.marking.keys.key import read_key
from tracer.programs.child.shapes.tree import nodes
from tracer.programs.sheets import ProgramRunner, sheets_of_programs
from tracer.programs.submissions import Submission

#: The search of most tutorials; LEAF, CHILDREN and WORTH are what they differ in.
TUTORIAL = read_program("tree/tutorial")
LEAVES = table(__file__, "tree-leaves")
CHILDREN = table(__file__, "tree-children")


#: Searches with a place for how a leaf is found, and for the children, `kids`.
FINDS = read_program("tree/finds.template")


def finds(lines: list[str], kids: str = "kids") -> str:
    """Searches that find a leaf in some lines."""
    return FINDS.replace("$find", "\n    ".join(lines)).replace("$kids", kids)


def _searches(search):
    return {name: (search, code) for name, code in read_programs(f"tree/{search}").items()}


def tutorial(leaf: str, children: str, worth: str = "node") -> str:
    text = TUTORIAL.replace("LEAF", leaf).replace("CHILDREN", children)
    return text.replace("WORTH", worth)


#: Other ways to write it, all right.
OTHERS = {
    **_searches("minimax"),
    **_searches("alphabeta"),
    **{f"pvs: {name}": one for name, one in _searches("pvs").items()},
    "a dict of moves": ("alphabeta", program(BRANCHES)),
    "names and values": ("alphabeta", program(GRAPH)),
    **{
        name: ("alphabeta", before + tutorial(*form))
        for name, before, *form in table(__file__, "tree-forms")
    },
}
#: The widespread form over a complete binary tree, its leaves in a row.
ARRAY = read_program("tree/array")
COMPLETE = "[[[3, 5], [6, 9]], [[1, 2], [0, -1]]]"
#: Subtrees that are equal.
EQUAL = "[[[3, 5], [3, 5]], [[3, 5], 2], [3, 5]]"


@over("leaf", LEAVES, ms=45)
@over("source", KEYS[:3])
def test_leaf_is_visited_when_searched_however_it_is_detected(leaf, source, tmp_path):
    record = marked(tmp_path, tutorial(leaf, "node"), problem(source), "tree")
    assert is_right(record), record


@over("search", ["minimax", "alphabeta"])
@over("lines", table(__file__, "tree-finds"), ms=45)
def test_leaf_is_visited_after_siblings_that_are_searched_first(lines, search, tmp_path):
    for source in [*KEYS[:3], *map(str, trees(7, 6))]:
        record = marked(tmp_path, finds(lines), problem(source, search), "tree")
        assert is_right(record), (source, record)


@over("order", ["list(kids)[::-1]", "reversed(list(kids))"])
@over("search", ["minimax", "alphabeta"])
@over("lines", table(__file__, "tree-finds"), ms=45)
def test_leaf_is_visited_before_siblings_if_the_order_is_reversed(lines, search, order, tmp_path):
    for source in KEYS[1:3]:
        record = marked(tmp_path, finds(lines, order), problem(source, search), "tree")
        assert not is_right(record), (source, record)


@over("children", CHILDREN, ms=45)
def test_visits_are_the_same_however_children_are_iterated(children, tmp_path):
    for source in KEYS[:3]:
        for leaf in (LEAVES[0], LEAVES[3]):
            record = marked(tmp_path, tutorial(leaf, children), problem(source), "tree")
            assert is_right(record), record


#: A search with places for lines that show nodes.
SHOWS = read_program("tree/shows.template")
#: A search with a place for how it picks a value.
PICKS = read_program("tree/picks.template")


@over("form", ["list", "tuple"])
@over(("place", "line"), table(__file__, "tree-showing"), ms=45)
def test_node_that_is_only_shown_is_not_visited(place, line, form, tmp_path):
    code = SHOWS.replace("list", form).replace(f"${place}", line)
    code = re.sub(r"\$\w+", "pass", code)
    for source in [*KEYS[1:3], COMPLETE, EQUAL]:
        record = marked(tmp_path, code, problem(source), "tree")
        assert is_right(record), record


@over("line", table(__file__, "tree-using"))
def test_pruned_leaf_whose_value_is_used_is_visited(line, tmp_path):
    code = re.sub(r"\$\w+", "pass", SHOWS.replace("$cut", line))
    record = marked(tmp_path, code, problem("lecture"), "tree")
    assert "should not be there" in record["parts"][0]["message"], record


@over("takes, children", table(__file__, "tree-some-children"), ms=45)
@over("leaf", [LEAVES[0], "depth == 0"])
def test_loop_that_ends_early_is_told_from_fixed_indexes(takes, children, leaf, tmp_path):
    code = tutorial(leaf, children)
    run = run_inside(fresh(tmp_path), code, problem(COMPLETE), "tree")
    expected = "level" if takes == "any" and leaf == "depth == 0" else takes
    assert run.returned["takes"] == expected


def of_first_children(code: str, loop: str, count: int) -> list[str]:
    """A program whose loops end early: that of both players, of MAX alone, of MIN alone."""
    before, of_max, of_min = code.split(f"{loop}:")
    short = f"{loop}[:{count}]:"
    return [
        f"{before}{first}{of_max}{second}{of_min}"
        for first, second in ((short, short), (short, f"{loop}:"), (f"{loop}:", short))
    ]


@pytest.mark.parametrize("tree", [COMPLETE, "[[3, 12, 8], [2, 4, 6], [14, 5, 2]]"])
@over("count", [2, 3, 4, 5], ms=400)
def test_program_that_reads_the_first_children_alone_loses_marks(tree, count, tmp_path):
    text = f"tree: {tree}\nsearch: alphabeta\naccept: [aima]\nparts: {{utility: 1}}\n"
    key, grader = key_with_trees(text, diagnoses=False)
    codes = [
        code
        for leaf in (LEAVES[0], "depth == 0")
        for code in of_first_children(tutorial(leaf, "node"), "child in node", count)
    ]
    codes += of_first_children(read_program("tree/helpers"), "child in node.children", count)
    sheets = sheets_of_programs(programs(tmp_path, *codes), key, ProgramRunner())
    assert [grader.mark(sheet).score for sheet in sheets] == [0] * len(codes)


#: A leaf, the children and the value of a node in different forms.
PICK_FORMS = dict(table(__file__, "tree-pick-forms"))


def picks(form: str, search: str, pick: str) -> str:
    """A search that picks one of all values below a node."""
    leaf, below, value = PICK_FORMS[form]
    code = PICKS.replace("PICK", pick).replace("LEAF", leaf).replace("VALUE", value)
    code = code.replace("BELOW", below).replace("SEARCH", search)
    if form != "names":
        return code
    return code.replace(f"{search}(", f"{search}(tree, values, ")


@over("form", PICK_FORMS)
@over("pick", table(__file__, "tree-picks"), ms=45)
def test_order_is_that_of_the_search_however_values_are_compared(form, pick, tmp_path):
    code = picks(form, "minimax", pick)
    for source in [*KEYS[:3], *map(str, trees(3, 6))]:
        record = marked(tmp_path, code, problem(source, "minimax"), "tree")
        assert is_right(record), record


@over("form", PICK_FORMS)
@over("mean", table(__file__, "tree-means"), ms=45)
def test_order_is_that_of_the_search_however_a_mean_is_computed(form, mean, tmp_path):
    code = picks(form, "expectimax", f"max(vals) if mx else {mean}")
    for source in [*KEYS[:3], *map(str, trees(3, 6))]:
        record = marked(tmp_path, code, problem(source, "expectimax"), "tree")
        assert is_right(record), record


def test_leaf_that_meets_a_fraction_is_visited_once(tmp_path):
    for source in KEYS[:3]:
        key = problem(source, "expectimax")
        record = marked(tmp_path, read_program("tree/mean-of-fractions"), key, "tree")
        assert is_right(record), record


def test_class_of_the_leaves_is_not_named_where_they_are_no_numbers(tmp_path):
    code = picks("lists", "minimax", "max(map(Decimal, vals))").replace(
        "(node, mx)", "(node, is_max)"
    )
    code = "from decimal import Decimal\n" + code.replace("not mx", "not is_max")
    run = run_inside(fresh(tmp_path), code, problem("lecture", "minimax"), "tree", "minimax")
    assert "conversion from number to Decimal is not supported" in run.failure


#: The children and the value of a node in other forms than nested lists, as `SHOWS` needs them.
IN_FORMS = {
    "objects": ("{}.children", "{}.value"),
    "records": ("{}.get('children', ())", "{}.get('value')"),
}
SHOWN_VALUES = {
    "cut": "print([VALUE for one in BELOW[i:]])",
    "entered": "print([str(VALUE) for one in BELOW], BELOW)",
    "searched": "one = child; print(child, found, VALUE)",
}


@over("form", IN_FORMS)
@over("place", SHOWN_VALUES, ms=45)
def test_value_that_is_only_shown_is_not_visited(form, place, tmp_path):
    below, value = IN_FORMS[form]
    line = SHOWN_VALUES[place].replace("VALUE", value.format("one"))
    code = SHOWS.replace("not isinstance(node, list)", "not BELOW").replace(f"${place}", line)
    code = code.replace("return node\n", f"return {value.format('node')}\n")
    code = re.sub(r"\$\w+", "pass", code.replace("enumerate(node)", "enumerate(BELOW)"))
    code = code.replace("BELOW", below.format("node"))
    for source in [*KEYS[1:3], COMPLETE]:
        record = marked(tmp_path, code, problem(source), "tree")
        assert is_right(record), record


def test_values_in_a_row_that_are_only_shown_are_not_visited(tmp_path):
    code = ARRAY.replace("HEIGHT", "3").replace(
        "            break", "            SHOW\n            break"
    )
    code = code.replace("SHOW", "print(values, values[2 * nodeIndex + i :])")
    assert is_right(marked(tmp_path, code, problem(COMPLETE), "tree"))


def test_value_that_is_shown_and_used_is_visited(tmp_path):
    code = read_program("tree/shown-and-used")
    for source in (*KEYS[:3], "[[3]]"):
        record = marked(tmp_path, code, problem(source, "minimax"), "tree")
        assert is_right(record), record


def test_dicts_with_other_keys_are_an_error_that_names_the_keys(tmp_path):
    code = tutorial("not node['kids']", "node['kids']", "node['value']")
    record = marked(tmp_path, code, problem("lecture"), "tree")
    assert "have the keys children and value, not 'kids'" in record["error"]


@over("key", ["node", "str(node)", "f'{node}'", "(repr(node), maximizing)"])
def test_node_found_under_its_text_in_a_table_is_visited(key, tmp_path):
    code = read_program("tree/known-by-text.template")
    tree = problem("[[3, 5], [3, 5], [1, 2]]", "minimax")
    run = run_inside(fresh(tmp_path), code.replace("KEY", key), tree, "tree", "minimax")
    assert answers_of(run, tree)["visits"] == ["A", "B", "B1", "B2", "C", "D", "D1", "D2"]


@over("name", OTHERS, ms=45)
def test_correct_program_of_any_form_gets_full_marks(name, tmp_path):
    search, code = OTHERS[name]
    for source in KEYS:
        record = marked(tmp_path, code, problem(source, search), "tree")
        assert is_right(record), record
    for tree in trees(9, 6):
        record = marked(tmp_path, code, problem(str(tree), search), "tree")
        assert is_right(record), (tree, record)


@over("slip", SLIPS, ms=45)
def test_misconception_is_recognised(slip, tmp_path):
    assert not missed(tmp_path, LISTS, slip, "tree")


@over("search", ["minimax", "alphabeta"])
def test_breadth_first_search_is_recognised(search, tmp_path):
    code = read_program("tree/breadth-first").replace("minimax", search)
    for source in KEYS[:2]:
        record = marked(tmp_path, code, problem(source, search), "tree")
        named = {one["id"]: one["fit"] for one in record["misconceptions"]}
        assert named.get("other-traversal") == 1, record


@over("words", [BRANCHES, GRAPH], ms=45)
@over("slip", ["root-reset/", "zero-unset/not passed", "right-to-left/"])
def test_misconception_is_recognised_in_other_forms(slip, words, tmp_path):
    assert not missed(tmp_path, words, slip, "tree")


@over("slip", PLAIN_SLIPS, ms=45)
def test_misconception_without_windows_is_recognised(slip, tmp_path):
    assert not missed(tmp_path, LISTS, slip, "tree", "minimax")


def test_index_over_a_row_of_leaves_is_correct_on_a_complete_tree(tmp_path):
    code = ARRAY.replace("HEIGHT", "3")
    assert is_right(marked(tmp_path, code, problem(COMPLETE), "tree"))
    code = ARRAY.replace("HEIGHT", "math.log2(len(values))")
    for tree in trees(4, 10, 4, even=True):
        assert is_right(marked(tmp_path, code, problem(str(tree)), "tree")), tree


def test_left_and_right_children_are_read_in_a_tree_whose_nodes_have_two(tmp_path):
    code = read_program("tree/left-and-right")
    for tree in [COMPLETE, *map(str, trees(4, 6, 3, even=True))]:
        assert is_right(marked(tmp_path, code, problem(tree, "minimax"), "tree")), tree
    record = marked(tmp_path, code, problem("lecture", "minimax"), "tree")
    assert "reads the left and the right child of A, which has 3 children" in record["error"]


@over("line", ["node.sons", "node['sons']", "{}[node]", "node.next.next"])
def test_form_that_is_unknown_is_an_error_without_the_names_of_own_classes(line, tmp_path):
    code = f"def minimax(node, is_max):\n    return max({line})\n"
    record = marked(tmp_path, code, problem("lecture", "minimax"), "tree")
    assert "Lists" not in record["error"]
    assert "plytrace passed nested lists; if the function takes another form" in record["error"]


@over(
    ("line", "reason"),
    [
        ("node.{} if node.type else []", "nodes of this key have no type"),
        ("node['{}'] if node['type'] else []", "KeyError: 'type'"),
    ],
)
def test_error_is_that_of_the_form_that_is_read_furthest(line, reason, tmp_path):
    read = line.partition(" if ")[0].format
    code = f"def minimax(node):\n    if not {read('children')}: return {read('value')}\n"
    code += f"    return max(minimax(each) for each in ({line.format('children')}))\n"
    record = marked(tmp_path, code, problem("lecture", "minimax"), "tree")
    assert reason in record["error"]
    assert "with the" in record["error"].partition("plytrace passed ")[2]


TWO_CALLS = read_program("tree/two-calls")


def test_depth_that_counts_up_to_a_target_is_recognised(tmp_path):
    for tree in trees(4, 5, 3, even=True):
        assert is_right(marked(tmp_path, TWO_CALLS, problem(str(tree), "minimax"), "tree")), tree


def test_depth_that_counts_up_begins_at_0(tmp_path):
    right = read_program("tree/move-at-depth-0")
    assert is_right(marked(tmp_path, right, problem("lecture"), "tree"))
    call = "alphabeta(child, alpha, beta"
    assert call in right
    wrong = right.replace(call, "alphabeta(child, -math.inf if depth == 0 else alpha, beta")
    assert not is_right(marked(tmp_path, wrong, problem("lecture"), "tree"))


PROGRAMS = {"array": ARRAY, "tutorial": TUTORIAL, "two-calls": TWO_CALLS}


@over("case", table(__file__, "tree-records"))
def test_program_gets_its_record(case, tmp_path):
    code = program_of(case, PROGRAMS)
    assert_recorded(marked(tmp_path, code, problem(**case["key"]), "tree"), case)


@over("children", ["node", "list(node)", "[one for one in node]"], ms=45)
def test_leaves_detected_by_depth_alone_are_visited_when_used(children, tmp_path):
    for tree in trees(8, 6, 3, even=True):
        key = problem(str(tree))
        assert is_right(marked(tmp_path, tutorial("depth == 0", children), key, "tree")), tree
        turned = tutorial("depth == 0", f"list({children})[::-1]")
        record = marked(tmp_path, turned, key, "tree")
        named = [one["id"] for one in record["misconceptions"]]
        assert "right-to-left" in {*named, *record["indistinguishable"]}, (tree, record)


@over(("source", "search", "message"), table(__file__, "tree-refused-keys"))
def test_keys_that_a_plain_tree_cannot_express_are_refused(
    source, search, message, tmp_path, monkeypatch
):
    monkeypatch.setattr(nodes, "MOST_NODES", 300)
    code = OTHERS["minimax-by-a-list"][1].replace("minimax", search)
    run = run_inside(fresh(tmp_path), code, problem(source, search), "tree", search)
    assert run.failure.startswith(message), run.failure


def test_player_to_move_is_required_if_min_begins(tmp_path):
    tree = "{root: min, tree: [[3, 12], [8, 2], [1]]}"
    key = problem(tree, "minimax")
    assert is_right(marked(tmp_path, OTHERS["minimax-by-a-list"][1], key, "tree"))
    code = OTHERS["minimax-in-two-functions"][1]
    run = run_inside(fresh(tmp_path), code, key, "tree", "minimax")
    assert run.failure.startswith("MIN begins, and minimax has no parameter that says who moves")
    record = marked(tmp_path, OTHERS["negamax"][1], problem(tree), "tree", "negamax")
    assert is_right(record), record


def test_parameters_for_a_window_are_required_if_the_key_sets_one(tmp_path):
    helped = "def alphabeta(node, maximizing):\n    return search(node, -99, 99, maximizing)\n"
    code = OTHERS["negamax"][1] + helped.replace("search(", "negamax(")
    key = problem("lecture", "alphabeta", window=(0, 10))
    run = run_inside(fresh(tmp_path), code, key, "tree", "alphabeta")
    assert run.failure.startswith("the key's search begins with a window, but alphabeta has no")
    assert is_right(marked(tmp_path, tutorial(LEAVES[1], "node"), key, "tree"))


@over(("returned", "ok"), table(__file__, "tree-returned"), ms=45)
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


@over("root", ["max", "min"], ms=45)
@over("name", TURNS)
def test_turn_may_be_passed_in_any_spelling(name, root, tmp_path):
    for tree in ("[[3, 12], [8, 2], [1]]", "[[[4, 1], [7]], [[5, 6], [0, 9]]]"):
        key = problem(f"{{root: {root}, tree: {tree}}}", "minimax")
        record = marked(tmp_path, by_branches(name), key, "tree")
        assert is_right(record), record


@over("name", TURNS, ms=45)
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


@over("root", ["max", "min"], ms=45)
@over("name", OTHER_TURNS)
def test_turn_is_found_without_two_branches(name, root, tmp_path):
    key = problem(f"{{root: {root}, tree: [[3, 12], [8, 2], [1, 7]]}}", "minimax")
    record = marked(tmp_path, OTHER_TURNS[name], key, "tree")
    assert is_right(record), record


@over("name", ["color", "player", "sign", "who"])
def test_value_of_a_negating_search_is_that_of_max(name, tmp_path):
    code = (
        "def negamax(node, who):\n"
        "    if isinstance(node, int): return who * node\n"
        "    return max(-negamax(c, -who) for c in node)\n"
    ).replace("who", name)
    key = problem("{root: min, tree: [[3, 12], [8, 2], [4, 7]]}", "minimax")
    run = run_inside(fresh(tmp_path), code, key, "tree", "negamax")
    assert (run.failure, run.returned and run.returned["value"]) == ("", 7)


#: Trees of an odd height: with MAX's sign a negamax that never negates it is right on others.
OF_ODD_HEIGHT = ("[3, 8, 5]", COMPLETE, "[[[3, 5, 1], [6, 9, 4]], [[1, 2, 7], [0, -1, 8]]]")
WRONG_SIGNS = {
    "it stays": ("-beta, -alpha, -color", "-beta, -alpha, color"),
    "leaves have the other one": ("return color * node", "return -color * node"),
}


@over("source", OF_ODD_HEIGHT)
@over("root", ["max", "min"])
@over("name", ["color", "sign", "player", "who"])
def test_sign_of_a_negamax_is_what_its_caller_passes(name, root, source, tmp_path):
    right = read_program("tree/alphabeta/negamax").replace("color", name)
    key = problem(f"{{root: {root}, tree: {source}}}")
    assert is_right(marked(tmp_path, right, key, "tree", "negamax"))
    for mistake, (old, new) in WRONG_SIGNS.items():
        if name in ("player", "who") and mistake != "it stays":
            continue  # it may be the number of a player, and -1 that of MAX
        code = right.replace(old.replace("color", name), new.replace("color", name))
        assert code != right
        assert not is_right(marked(tmp_path, code, key, "tree", "negamax")), mistake


def test_tutorial_program_is_recognised_and_run(tmp_path):
    file = tmp_path / "prog.py"
    file.write_text(tutorial(LEAVES[3], CHILDREN[1]), encoding="utf-8")
    sheet = ProgramRunner().sheet(Submission("prog.py", file), read_key("lecture"))
    assert not sheet.error
    assert " ".join(sheet.answers["visits"]) == "A B B1 B2 B3 C C1 D D1 D2 D3"
    assert sheet.answers["utility"] == 3


#: Searches in classes, under the name of no search, and with an object as the result.
SEARCHES_IN_FORMS = read_programs("tree/in-forms")


@over("form", SEARCHES_IN_FORMS, ms=45)
@over("tree", ["lecture", "lab3-pruning", "best-order"])
def test_search_is_right_in_a_class_or_with_an_object_as_its_result(form, tree, tmp_path):
    assert is_right(marked(tmp_path, SEARCHES_IN_FORMS[form], problem(tree, "alphabeta"), "tree"))


def test_class_that_lets_min_begin_swaps_the_players(tmp_path):
    right, wrong = "return self.max_value(self.tree", "return self.min_value(self.tree"
    code = SEARCHES_IN_FORMS["class-with-the-tree"].replace(right, wrong)
    record = marked(tmp_path, code, problem("lecture", "alphabeta"), "tree")
    assert [one["id"] for one in record["misconceptions"]] == ["max-min-swapped"]
