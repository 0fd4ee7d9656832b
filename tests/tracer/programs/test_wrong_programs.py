"""Programs that are wrong in one place lose marks in every key, whatever its tree."""

from dataclasses import replace

import pytest

from engine.conventions import PRESETS
from tests.support.cases import over, scaled
from tests.support.hostile import RIGHT
from tests.support.program_files import read_program, variants
from tests.support.programs_inside import run_inside, sheet_of
from tests.support.programs_run import changed
from tests.support.programs_trials import fresh, is_right, key_with_trees, marked, problem
from tests.support.tables import table
from tests.support.wrong_program_keys import (
    HOMEWORK,
    KEYS,
    PLACE_KEYS,
    changed_at_places,
    key_of,
    list_missed,
    reference_trees,
    right_programs,
    wrong_programs,
)
from tests.support.wrong_programs import listed_mistakes, search
from tests.tracer.programs.test_sheets import programs
from tracer.generate.fresh import add_fresh_trees
from tracer.marking.grading.make_grader import grader_of
from tracer.marking.keys.problem import ANY, Problem, SearchRules
from tracer.marking.results.text import text_of_program
from tracer.programs.sheets import ProgramRunner, sheets_of_programs

DOCS_KEY = f"""\
root: max
tree: {HOMEWORK}
search: alphabeta
accept: [aima]
parts: {{visits: 4, move: 1, utility: 1, time: 1}}
seconds: 5
"""
#: Mistakes with which a program had all marks for long.
UNSEEN = ("MIN's children get β = ∞", "a β of 0 is ignored", "α is v")


#: What no tree of a key shows: it compares with a number of its own, which no mistake does.
MISSED = {("homework, strict", "autumn"): {"aima/right: 25: beta → 4"}}


@over("name", KEYS, ms=30)
@over("seed", ["", "autumn", "winter", "spring"])
def test_every_wrong_program_differs_on_a_tree_of_the_key(name, seed):
    key = key_of(name, seed)
    references = reference_trees(scaled(12, 150))
    for program, right in right_programs(name).items():
        codes = wrong_programs(program, right)
        missed = list_missed(key, program, right, codes, references)
        assert {*missed} <= MISSED.get((name, seed), set())


@over("source", PLACE_KEYS.values(), ms=60)
def test_programs_changed_at_some_places_differ_on_a_tree_of_the_key(source):
    key = add_fresh_trees(problem(source).for_programs())
    codes = changed_at_places()
    references = reference_trees(scaled(12, 60))
    missed = list_missed(key, "aima/plies", read_program("aima/plies"), codes, references)
    assert not missed


#: What programs do at great depths alone.
AT_DEPTHS = dict(table(__file__, "wrong-at-depths"))


@over("source", PLACE_KEYS.values(), ms=60)
@over("parts", [{"visits": 1}, {"utility": 1}, {"move": 1}])
def test_programs_that_are_wrong_at_great_depths_alone_differ_on_a_fresh_tree(source, parts):
    key = add_fresh_trees(replace(problem(source), parts=parts).for_programs())
    right = read_program("aima/plies")
    trees = [one.source for one in key.programs.trees]
    results = [search("aima", right, tree) for tree in trees]
    for old, new in AT_DEPTHS.items() if "visits" in parts else [*AT_DEPTHS.items()][:1]:
        assert old in right
        for ply in (6, 7, 8):
            code = right.replace(old, new.format(ply), 1)
            assert [search("aima", code, tree) for tree in trees] != results, (old, ply)


#: What is wrong with values that have fractions alone.
OF_FRACTIONS = dict(table(__file__, "wrong-fractions"))


@over("source", PLACE_KEYS.values(), ms=60)
def test_programs_wrong_about_fractions_differ_if_programs_of_the_shape_take_them(source):
    key = problem(source)
    key = replace(key, programs=replace(key.programs, shape="aima"))
    trees = [one.source for one in add_fresh_trees(key.for_programs()).programs.trees]
    right = read_program("aima/plies")
    results = [search("aima", right, tree) for tree in trees]
    for old, changes in OF_FRACTIONS.items():
        assert old in right
        for new in changes:
            code = right.replace(old, new)
            assert [search("aima", code, tree) for tree in trees] != results, new


@pytest.mark.parametrize("shape", [None, "tree", "adapter"])
def test_fresh_trees_have_whole_values_if_a_right_program_may_need_them(shape):
    key = problem("lecture")
    key = replace(key, programs=replace(key.programs, shape=shape))
    trees = [one.source for one in add_fresh_trees(key.for_programs()).programs.trees]
    values = {value for tree in trees for value in tree.values if value is not None}
    assert values == {*map(int, values)}


@over("players", ["max, min, min", "min, min, max", "max, max, min", "min, max, max, max"], ms=60)
@over("seed", ["", "autumn", "winter"])
def test_wrong_programs_differ_where_a_player_moves_more_than_once(players, seed):
    tree = (
        f"{{players: [{players}], tree: [[[[3, 5], [2, 9]], [[1, 4], 7]], [[8, [2, 5]], [9, 3]]]}}"
    )
    key = problem(tree)
    key = replace(key, programs=replace(key.programs, fresh_seed=seed))
    trees = [one.source for one in add_fresh_trees(key.for_programs()).programs.trees]
    right = [search("aima", read_program("aima/any-turns"), one) for one in trees]
    for mistake, code in listed_mistakes("aima/any-turns").items():
        assert [search("aima", code, one) for one in trees] != right, mistake


def shape_of(program):
    return program.partition("/")[0]


#: Programs that show no value, with what is wrong in them by search: one function for each player,
#: and loops, of which the root has one of its own.
WRONG_AGENTS = {
    "cs188/multi-agents": variants("cs188/wrong"),
    "cs188/loops": variants("cs188/wrong-loops"),
    "comp341/loops": variants("comp341/wrong-loops"),
}
#: Keys of them: a tree searched to one round, and trees whose nodes are all alike.
AGENT_KEYS = dict(table(__file__, "agent-keys"))
WRONG_SEARCHES = [
    (program, kind, name)
    for program, kinds in WRONG_AGENTS.items()
    for kind in kinds
    for name, (_, options) in AGENT_KEYS.items()
    if not (options and program == "comp341/loops")  # it has no depth
]


@over("program, kind, name", WRONG_SEARCHES, ms=60)
@over("accepts_any", [False, True])
@over("seed", ["", "autumn", "winter"])
def test_wrong_programs_that_show_no_value_lose_marks_in_every_key(
    program, kind, name, accepts_any, seed, tmp_path
):
    source, options = AGENT_KEYS[name]
    right, shape = read_program(program), shape_of(program)
    accept = ANY if accepts_any else (PRESETS[shape],)
    rules = SearchRules(kind, options)
    parts = {"visits": 4, "move": 1}
    key = Problem("key", source, rules, accept=accept, parts=parts).for_programs()
    key = replace(key, programs=replace(key.programs, fresh_seed=seed, shape=shape))
    codes = [right.replace(old, new) for old, new in WRONG_AGENTS[program][kind]]
    for tree in add_fresh_trees(key).programs.trees:
        assert is_right(marked(tmp_path, right, tree, shape))
        codes = [code for code in codes if is_right(marked(tmp_path, code, tree, shape))]
    assert not codes


@over("name", [one for one in KEYS if "strict" not in one and "MIN" not in one], ms=30)
def test_listed_mistakes_lose_marks_and_right_programs_none(name, tmp_path):
    key = key_of(name)
    trees = (replace(key, programs=replace(key.programs, trees=())), *key.programs.trees)
    for program, right in right_programs(name).items():
        for tree in trees:
            assert is_right(marked(tmp_path, right, tree, shape_of(program))), (program, tree)
    program, right = next(iter(right_programs(name).items()))
    for mistake in [*listed_mistakes(program)][:3]:
        code = wrong_programs(program, right)[mistake]
        records = (marked(tmp_path, code, tree, shape_of(program)) for tree in trees)
        assert not all(map(is_right, records)), mistake


def test_programs_that_had_all_marks_for_long_lose_some(tmp_path):
    key, grader = key_with_trees(DOCS_KEY, diagnoses=False)
    (right,) = right_programs("lecture").keys() & {"aima/right"}
    codes = [right_programs("lecture")[right]]
    codes += [listed_mistakes(right)[mistake] for mistake in UNSEEN]
    sheets = sheets_of_programs(programs(tmp_path, *codes), key, ProgramRunner(), jobs=2)
    first, *others = [grader.mark(sheet) for sheet in sheets]
    assert first.score == first.most == 7
    assert all(one.score < 7 for one in others)


def sheet_on(folder, code, key, shape="aima"):
    def answered(tree):
        return sheet_of(run_inside(fresh(folder), code, tree, shape), tree)

    return replace(answered(key), fresh=tuple(map(answered, key.programs.trees)))


@over("mistake", listed_mistakes("aima/right"), ms=30)
def test_further_fresh_trees_do_not_change_the_marks_of_a_program(mistake, tmp_path):
    code = listed_mistakes("aima/right")[mistake]
    few = key_of("two plies", fresh=1)
    many = key_of("two plies", fresh=few.programs.telling + 2)
    assert len(few.programs.trees) == few.programs.telling == many.programs.telling
    assert len(many.programs.trees) == many.programs.telling + 2
    texts = [[one.programs.tree_text for one in key.programs.trees] for key in (few, many)]
    assert texts[0] == texts[1][: len(texts[0])]
    graders = (grader_of(key, diagnoses=False) for key in (few, many))
    marks = [one.mark(sheet_on(tmp_path, code, one.problem)) for one in graders]
    scores = [[(part.part, part.score) for part in one.parts] for one in marks]
    assert scores[0] == scores[1]


def test_further_fresh_tree_counts_if_only_it_is_wrong(tmp_path):
    key = key_of("two plies", fresh=key_of("two plies").programs.telling + 1)
    right = right_programs("two plies")["aima/right"]
    sheet = sheet_on(tmp_path, right, key)
    grader = grader_of(key)
    assert grader.mark(sheet).ok
    last = replace(sheet.fresh[-1], answers={**sheet.fresh[-1].answers, "utility": "12345"})
    marks = grader.mark(replace(sheet, fresh=(*sheet.fresh[:-1], last)))
    assert [part.part for part in marks.parts if not part.ok] == ["utility"]
    # A program that is wrong before has lost its marks already.
    first = replace(sheet.fresh[0], answers={**sheet.fresh[0].answers, "move": "none"})
    marks = grader.mark(replace(sheet, fresh=(first, *sheet.fresh[1:-1], last)))
    assert [part.part for part in marks.parts if not part.ok] == ["move"]


@pytest.mark.parametrize("source", ["tic-tac-toe@xo.|.x.|..o", HOMEWORK])
def test_feedback_on_a_program_has_the_first_difference_in_a_few_lines(source, tmp_path):
    key = add_fresh_trees(problem(source).for_programs())
    grader = grader_of(key)
    longest = 0
    for mistake in ("MIN never stops", "MAX goes from right to left", "MAX begins with 0"):
        code = listed_mistakes("aima/right")[mistake]
        record = grader.mark(sheet_on(tmp_path, code, key)).record()
        text = text_of_program(record)
        assert len(text.splitlines()) <= 12, text
        if record["departure"]:
            assert "First mistake" in text
        visits = {record[kind].get("visits", "") for kind in ("read", "right")}
        if record["score"] < record["max_score"]:
            assert all(len(order.split()) <= 10 or "," in order for order in visits), visits
            assert all(order.count(",") <= 8 for order in visits), visits
        longest = max(longest, len(text.splitlines()))
    assert longest > 6


def test_nodes_below_skipped_ones_count_once_where_the_tree_is_too_large_to_list(tmp_path):
    """Law 2 of marks: each unexpected visit takes one of those that are due back."""
    right = read_program("aima/right.py")
    call = "lowest(game.result(state, a), alpha, beta)"
    assert call in right
    key = replace(problem("tic-tac-toe@xo.|...|..."), parts={"visits": 749})
    run = run_inside(
        fresh(tmp_path), right.replace(call, call.replace("beta", "math.inf")), key, "aima"
    )
    sheet = sheet_of(run, key)
    assert len(sheet.answers["visits"]) == 749 + 75
    assert grader_of(key).mark(sheet).score == pytest.approx(749 - 75)


#: Programs over a binary tree: in general, by the indexes of two children, and down to one depth;
#: with the trees that they take.
BINARY_PROGRAMS = {
    "for child in node": ("isinstance(node, int)", "any"),
    "for child in (node[0], node[1])": ("isinstance(node, int)", "complete"),
    "for child in [node[i] for i in range(2)]": ("isinstance(node, int)", "complete"),
    "for  child in node": ("depth == 0", "level"),
}
OF_A_BINARY_TREE = changed(
    read_program("one-loop.template"),
    ("GIVEN", "node, depth"),
    ("PASSED", "child, depth - 1"),
    ("LEAF", "if LEAF:\n        return node"),
)


@pytest.mark.parametrize("shape", ["", "shape: tree\n"])
def test_plain_tree_of_any_shape_is_searched_by_programs_that_take_any(shape, tmp_path):
    text = "source: '[[3, 5], [2, 9]]'\naccept: [aima]\nparts: {visits: 4, utility: 1}\n" + shape
    key, grader = key_with_trees(text, diagnoses=False)
    codes = [
        changed(OF_A_BINARY_TREE, ("LEAF", leaf), ("for child in CHILDREN", children))
        for children, (leaf, _) in BINARY_PROGRAMS.items()
    ]
    # It differs on few complete trees, and a sixth child is on none.
    wrong = [code.replace("min(beta, v)", "min(beta, v) if v else v") for code in codes]
    wrong += [codes[at].replace("in node:", "in node[:5]:") for at in (0, 3)]
    found = programs(tmp_path, *codes, *wrong)
    sheets = [*sheets_of_programs(found, key, ProgramRunner(), jobs=2)]
    assert [grader.mark(sheet).ok for sheet in sheets] == [True] * len(codes) + [False] * len(wrong)
    takes = [each for _, each in BINARY_PROGRAMS.values()]
    assert [sheet.takes for sheet in sheets] == [*takes, *takes, "any", "level"]
    rules = key.programs
    assert [len(one.fresh) for one in sheets] == [len(rules.trees_for(one.takes)) for one in sheets]


#: Numbers that programs begin with as if no value were worse.
STARTS = (1, 10, 100, 999, 1000)


@over("source", ["lecture", "[[3, 5], [2, 9]]", "[[[3, 5], [6, 9]], [[1, 2], [0, -1]]]"], ms=80)
@over("seed", ["", "autumn", "winter", "spring"])
def test_wrong_programs_differ_on_trees_for_programs_that_take_no_others(source, seed):
    key = problem(source)
    key = replace(key, programs=replace(key.programs, fresh_seed=seed))
    rules = add_fresh_trees(key.for_programs()).programs
    trees = [one.source for one in rules.trees_for("level")]
    for tree in trees:
        leaves = [node for node in range(len(tree)) if tree.is_terminal(node)]
        assert len({len(tree.find_path(leaf)) for leaf in leaves}) == 1
    for program in ("tree/two-branches", "tree/alphabeta/negamax"):
        right = read_program(program)
        codes = dict(listed_mistakes(program))
        for start in STARTS:
            for text, sign in (("v = -inf", "-"), ("v = inf", ""), ("best = float('-inf')", "-")):
                if text in right:
                    name = text.partition(" ")[0]
                    codes[f"{text} {start}"] = right.replace(text, f"{name} = {sign}{start}")
        codes["sixth child"] = right.replace(" in node:", " in node[:5]:")
        found = [search(program, right, tree) for tree in trees]
        same = [one for one in codes if found == [search(program, codes[one], t) for t in trees]]
        assert not same


def test_feedback_on_any_number_of_parts_has_at_most_twelve_lines(tmp_path):
    key = key_of("two plies")
    code = listed_mistakes("aima/right")["MIN never stops"]
    record = grader_of(key).mark(sheet_on(tmp_path, code, key)).record()
    message = "of a long message " * 20
    part = {"score": 0, "max_score": 1, "ok": False, "message": message}
    for number in range(1, 9):
        parts = [{**part, "part": f"part {place}"} for place in range(number)]
        text = text_of_program({**record, "parts": parts})
        assert len(text.splitlines()) <= 12, text
        assert "First mistake" in text
        assert text.splitlines()[-1].startswith("More about")
        of_parts = text.partition("First mistake")[0].splitlines()[1:]
        assert len(of_parts) == min(2 * number, 8)


#: Right searches that begin with a window of their own; its bounds stand for LOW and HIGH.
WITH_DEFAULTS = {
    "aima": changed(
        RIGHT,
        ("(game, state):", "(game, state, alpha=LOW, beta=HIGH):"),
        ("highest(state, -math.inf, math.inf)", "highest(state, alpha, beta)"),
    ),
    "tree": read_program("tree/window-by-default"),
}


@pytest.mark.parametrize("shape", WITH_DEFAULTS)
def test_defaults_of_a_program_are_its_own_unless_the_key_has_a_window(shape, tmp_path):
    parts = {"visits": 4, "utility": 1}
    key = add_fresh_trees(replace(problem("lecture"), parts=parts).for_programs())
    narrow = replace(key, search=SearchRules("alphabeta", {"window": (0, 100)}))

    def is_right_on(one, low, high):
        code = WITH_DEFAULTS[shape].replace("LOW", low).replace("HIGH", high)
        return is_right(marked(tmp_path, code, one, shape))

    for bounds in [("-math.inf", "math.inf"), ("-1e9", "10 ** 9"), ("None", "None")]:
        code = [is_right_on(one, *bounds) for one in (key, *key.programs.trees)]
        assert all(code), bounds
    for bounds in [("0", "100"), ("0", "math.inf"), ("-math.inf", "0")]:
        assert not all(is_right_on(one, *bounds) for one in key.programs.trees)
        assert is_right_on(narrow, *bounds)


#: Tests and children of a loop at the root of expectimax, the right ones first.
ROOT_LOOPS = table(__file__, "wrong-root-loops")


@over("tree", ["[[3, 12, 8], [2, 4, 6], [14, 5, 2]]", "[[3, 12], [2, 4, 1]]"], ms=60)
@over("seed", ["", "autumn", "winter"])
@over("parts", [{"utility": 1}, {"visits": 4, "utility": 1}])
def test_wrong_loops_at_the_root_of_expectimax_lose_marks(tree, seed, parts, tmp_path):
    key = problem(f"{{players: [max, chance], tree: {tree}}}", "expectimax").for_programs()
    key = replace(key, parts=parts, programs=replace(key.programs, fresh_seed=seed))
    code = read_program("tree/expectimax-from-a-loop")
    codes = [code.replace("TEST", test).replace("CHILDREN", loop) for test, loop in ROOT_LOOPS]
    lost = set()
    for one in add_fresh_trees(key).programs.trees:
        for number, each in enumerate(codes):
            if number not in lost and not is_right(marked(tmp_path, each, one, "tree")):
                lost.add(number)
    assert lost == {*range(1, len(codes))}
