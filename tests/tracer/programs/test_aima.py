"""Programs over `game` and `state`, in the forms of the book's editions and of students."""

import re
from dataclasses import replace

import pytest

from tests.support.cases import over
from tests.support.hostile import RIGHT
from tests.support.program_files import read_program, read_programs
from tests.support.programs_inside import record_of, run_inside
from tests.support.programs_marking import assert_recorded, checked, program_of
from tests.support.programs_run import changed
from tests.support.programs_slips import PLAIN_SLIPS, SLIPS, program, trees
from tests.support.programs_trials import KEYS, fresh, is_right, marked, missed, problem
from tests.support.programs_words import AIMA, AIMA_TO_A_DEPTH
from tests.support.tables import table
from tracer.marking.keys.key import read_key
from tracer.programs.child.entries import EntryRequest, find_entry
from tracer.programs.child.loading.source_files import source_files
from tracer.programs.sheets import ProgramRunner
from tracer.programs.submissions import Submission

#: The third edition's, whose functions take the state first.
THIRD = read_program("aima/third-edition")
#: The fourth edition's, of pairs, in a class with a method.
OF_A_CLASS = read_program("aima/of-a-class")
NEGAMAX = read_program("aima/negamax")


GENERATORS = read_program("aima/generators")
DECISION = read_program("aima/decision")
CHANCES = read_program("aima/chances")
DEEPENING = read_program("aima/deepening")

SCOUT = read_program("aima/scout")
PASSES = read_program("aima/passes")

FORMS = [
    pytest.param(THIRD, "alphabeta", "", id="third edition"),
    pytest.param(OF_A_CLASS, "alphabeta", "Player", id="a class"),
    pytest.param(NEGAMAX, "alphabeta", "", id="negamax"),
    pytest.param(GENERATORS, "minimax", "", id="generators"),
    pytest.param(DECISION, "minimax", "", id="decision"),
    pytest.param(program(AIMA), "alphabeta", "", id="fourth edition"),
    pytest.param(program(AIMA, windowed=False), "minimax", "", id="minimax"),
]


@over(("code", "search", "function"), FORMS, ms=45)
@over("source", KEYS)
def test_correct_program_gets_full_marks(code, search, function, source, tmp_path):
    record = marked(tmp_path, code, problem(source, search), "aima", function)
    assert is_right(record), record


@over("slip", SLIPS, ms=45)
def test_misconception_is_recognised(slip, tmp_path):
    assert not missed(tmp_path, AIMA, slip, "aima")


def test_returned_bounds_instead_of_values_still_get_full_marks(tmp_path):
    for tree in trees(3, 40):
        key = problem(str(tree))
        assert is_right(marked(tmp_path, program(AIMA, "fail-hard-values/"), key, "aima")), tree


BREADTH_FIRST = read_program("aima/breadth-first")


@over("search", ["minimax", "alphabeta"])
def test_breadth_first_search_is_recognised(search, tmp_path):
    for source in KEYS[:2]:
        record = marked(tmp_path, BREADTH_FIRST, problem(source, search), "aima")
        named = {one["id"]: one["fit"] for one in record["misconceptions"]}
        assert named.get("other-traversal") == 1, record


@over("slip", PLAIN_SLIPS, ms=45)
def test_misconception_without_windows_is_recognised(slip, tmp_path):
    assert not missed(tmp_path, AIMA, slip, "aima", "minimax")


LIMITED = (
    "{tree: [{eval: 1, children: [{eval: 5, children: [3, 4]}, {eval: 2, children: [0, 9]}]}, "
    "{eval: 6, children: [{eval: 3, children: [1, 8]}, {eval: 7, children: [2, 2]}]}]}"
)


@over(("off", "slug"), [(0, None), (1, True), (-1, True)])
def test_depth_limit_off_by_one_is_recognised(off, slug, tmp_path):
    code = program(AIMA_TO_A_DEPTH) + f"OFF = {off}\n"
    record = marked(tmp_path, code, problem(LIMITED, depth=2), "aima")
    if slug is None:
        assert is_right(record), record
    else:
        assert record["misconceptions"][0]["id"] == "depth-off-by-one"
        assert record["misconceptions"][0]["fit"] == 1


#: Chance nodes whose outcomes are not equally likely.
UNEVEN = (
    "{tree: [{player: chance, children: [{p: 1/4, node: [2, 8]}, {p: 3/4, node: [7, 4]}]}, "
    "{player: chance, children: [{p: 2/3, node: [6, 0]}, {p: 1/3, node: [5, 9]}]}]}"
)


@over(("line", "how"), table(__file__, "aima-chance-nodes"))
def test_misread_chance_node_is_recognised(line, how, tmp_path):
    code = CHANCES.replace("sum(p * value(game.result(s, o)) for o, p in game.chances(s))", line)
    record = marked(tmp_path, code, problem(UNEVEN, "expectiminimax"), "aima")
    if not how:
        assert is_right(record), record
    else:
        assert record["misconceptions"][0]["id"] == "chance-misread", record
        assert record["misconceptions"][0]["fit"] == 1


def test_root_of_min_expects_the_minimum(tmp_path):
    key = problem("{root: min, tree: [[3, 12], [8, 2], [1]]}")
    assert is_right(marked(tmp_path, program(AIMA), key, "aima"))


#: A search whose value is that for MAX, though its parameter has the name of a negamax's sign.
SIGNED = read_program("aima/signed")
OF_MIN = "{root: min, tree: [[3, 12], [8, 2], [4, 7]]}"


@over("default", ["", "=1", "=None"])
@over("code", [NEGAMAX, SIGNED], ms=45)
def test_value_at_a_root_of_min_is_negated_if_the_search_negates(code, default, tmp_path):
    code = code.replace("color):", f"color{default}):", 1)
    record = marked(tmp_path, code, problem(OF_MIN), "aima")
    assert is_right(record), record


def test_message_says_for_whom_a_value_is_if_only_its_sign_is_wrong(tmp_path):
    code = NEGAMAX.replace(", color)", ")").replace(", -color)", ")")
    code = code.replace("color * game.utility(state, 'MAX')", "game.utility(state, WHO)")
    texts = {
        code.replace("WHO", "game.to_move(state)"): "7, not −7; it is the value for MAX",
        program(AIMA).replace("return value, BEST[0]", "return value + 1, BEST[0]"): "7, not 8",
    }
    for text, message in texts.items():
        parts = marked(tmp_path, text, problem(OF_MIN), "aima")["parts"]
        assert [part["ok"] for part in parts] == [True, True, False]
        assert parts[2]["message"] == f"the root's value is {message}"


PROGRAMS = {
    "search": program(AIMA),
    "chances": CHANCES,
    "cached": read_program("aima/cached"),
    "own-table": read_program("aima/own-table"),
    "right": read_program("aima/right"),
}


@over("case", table(__file__, "aima-records"))
def test_program_gets_its_record(case, tmp_path):
    record = marked(tmp_path, program_of(case, PROGRAMS), problem(**case["key"]), "aima")
    assert_recorded(record, case)
    assert record["pending"] == []


def test_scout_search_is_correct_by_a_key_for_pvs(tmp_path):
    for tree in trees(11, 25):
        record = marked(tmp_path, SCOUT, problem(str(tree), "pvs"), "aima")
        assert is_right(record), (tree, record)
        assert not any("twice in a row" in note for note in record.get("notes", ()))


def test_iterative_deepening_is_correct_by_a_key_for_deepening(tmp_path):
    for depth in (1, 2, 3):
        key = problem(LIMITED, "deepening", depth=depth)
        record = marked(tmp_path, PASSES, key, "aima")
        assert is_right(record), (depth, record)


def test_iterative_deepening_is_not_accepted_as_minimax(tmp_path):
    key = problem(LIMITED, "minimax", depth=2)
    run = run_inside(fresh(tmp_path), DEEPENING, key, "aima")
    assert run.returned
    record = record_of(run, key)
    assert record["score"] < record["max_score"]


@over(("returned", "ok", "message"), table(__file__, "aima-returned"))
def test_any_return_value_gets_a_clear_record(returned, ok, message, tmp_path):
    code = program(AIMA).replace("return value, BEST[0]", f"best = BEST[0]; return {returned}", 1)
    record = marked(tmp_path, code, problem("lecture"), "aima")
    assert not record.get("error")
    assert (record["score"] == record["max_score"]) is ok, record
    assert message in str(record)


#: A won position: the value is 1, and the cells 1, 3, 5, 7 and 9 are free.
NUMBERED = replace(problem("tic-tac-toe@.x.|o.x|.o."), parts={"visits": 1, "move": 1, "utility": 1})


@over("returned", ["(value, best)", "(best, value)", "value", "best"])
def test_value_and_move_that_are_numbers_are_told_apart(returned, tmp_path):
    code = program(AIMA).replace("return value, BEST[0]", f"best = BEST[0]; return {returned}", 1)
    parts = marked(tmp_path, code, NUMBERED, "aima")["parts"]
    answered = {one["part"] for one in parts if one["ok"]}
    assert {"visits", *("move",) * ("best" in returned)} <= answered
    assert ("utility" in answered) is ("value" in returned), parts
    assert ("move" in answered) is ("best" in returned), parts


COUNTS_UP = read_program("aima/counts-up")


def _counting(parameters, over, below):
    code = COUNTS_UP.replace("PARAMETERS", parameters).replace("OVER", over)
    return code.replace("BELOW", below)


DEPTHS = table(__file__, "aima-depths")


@over(("parameters", "over", "below"), DEPTHS, ms=45)
def test_depth_argument_follows_the_programs_way_of_counting(parameters, over, below, tmp_path):
    key = problem("tic-tac-toe@x..|.o.|...", depth=2)
    record = marked(tmp_path, _counting(parameters, over, below), key, "aima")
    assert is_right(record), record


def test_depth_that_counts_up_begins_at_0_without_a_limit(tmp_path):
    code = read_program("aima/move-at-depth-0")
    assert is_right(marked(tmp_path, code, problem("lecture"), "aima"))


PARTS_COUNT_UP = read_program("aima/parts-count-up")


@over(("head", "first"), table(__file__, "aima-limits"))
def test_limit_counted_up_in_another_function_may_be_counted_down_here(head, first, tmp_path):
    code = PARTS_COUNT_UP.replace("game, state, d)", f"{head})", 1).replace("0, d)", f"{first})", 1)
    key = problem("tic-tac-toe@x..|.o.|...", depth=2)
    record = marked(tmp_path, code, key, "aima")
    assert is_right(record), record


def test_method_that_counts_up_starts_at_0(tmp_path):
    lines = _counting(*DEPTHS[0]).replace("= alphabeta(", "= self.alphabeta(").splitlines()
    begin = next(at for at, line in enumerate(lines) if line.startswith("def "))
    lines[begin:] = ["class AlphaBeta:", *(f"    {line}" for line in lines[begin:])]
    code = "\n".join(lines).replace("def alphabeta(", "def alphabeta(self, ")
    key = problem("tic-tac-toe@x..|.o.|...", depth=2)
    assert is_right(marked(tmp_path, code.replace("alphabeta(", "alpha_beta("), key, "aima"))


TIMED = read_program("aima/timed")


def test_decorator_hides_no_parameters(tmp_path):
    code = TIMED + THIRD.replace("def alpha_beta_search", "@timed\ndef alpha_beta_search")
    assert is_right(marked(tmp_path, code, problem("lecture"), "aima"))
    code = TIMED + _counting(*DEPTHS[2]).replace("def alphabeta", "@timed\ndef alphabeta")
    key = problem("tic-tac-toe@x..|.o.|...", depth=2)
    assert is_right(marked(tmp_path, code, key, "aima"))
    code = TIMED + OF_A_CLASS.replace("    def search", "    @timed\n    def search")
    assert is_right(marked(tmp_path, code, problem("lecture"), "aima", "Player"))


LECTURE = "source: lecture\nsearch: alphabeta\nparts: {visits: 4, move: 1, utility: 1}\n"
#: Changes of a class that searches: its name, those of its methods, and who gets the game.
NAMED_METHODS = dict(table(__file__, "aima-named-methods"))


@over("name", NAMED_METHODS, ms=45)
def test_class_with_a_method_that_searches_is_found_whatever_its_name(name, tmp_path):
    code = changed(OF_A_CLASS, NAMED_METHODS[name])
    assert checked(tmp_path, LECTURE, code).marked.ok
    both = f"{code}\nclass Other:\n    def solve(self, search):\n        return self.search\n"
    if name == "solve":  # the class that searches is taken, and the feedback says so
        done = checked(tmp_path, LECTURE, both)
        assert done.marked.ok
        assert "Player.solve" in done.notes


@over("value", ["10 ** 4000", "-(10 ** 400)"])
def test_value_that_no_float_can_be_is_shown(value, tmp_path):
    code = changed(RIGHT, ("    return highest(state", f"    return {value}, highest(state"))
    done = checked(tmp_path, LECTURE, code)
    assert "utility" not in done.sheet.answers
    assert re.search(r"it returned \(-?10{70,}; expected a number, a move", done.notes)


@over("names", ["alpha_beta_search", "alpha_beta_search = search_ab"])
def test_function_may_have_several_names(names, tmp_path):
    code = f"{THIRD.replace('def alpha_beta_search', 'def mine')}\n{names} = mine\n"
    assert is_right(marked(tmp_path, code, problem("lecture"), "aima"))


PARTS_OF_MINIMAX = read_program("aima/parts-of-minimax")


def test_helper_of_another_search_is_not_mistaken_for_the_search(tmp_path):
    def called(code, search):
        folder = fresh(tmp_path)
        (folder / "prog.py").write_text(code, encoding="utf-8")
        request = EntryRequest(search, search == "alphabeta", ["visits"], None, None)
        entry = find_entry(source_files(folder)[0], "aima", request)
        return entry and entry.function

    assert called(PARTS_OF_MINIMAX, "alphabeta") is None
    assert called(PARTS_OF_MINIMAX, "minimax") == "minimax_decision"
    alone = PARTS_OF_MINIMAX.replace("minimax_decision", "decide")
    assert called(alone, "minimax") == "decide"
    assert called(alone, "alphabeta") is None
    windowed = PARTS_COUNT_UP.replace("alphabeta_search", "decide")
    assert called(windowed, "alphabeta") == "decide"
    assert called(PARTS_COUNT_UP, "minimax") is None
    (tmp_path / "it.py").write_text(PARTS_OF_MINIMAX, encoding="utf-8")
    sheet = ProgramRunner().sheet(Submission("it.py", tmp_path / "it.py"), read_key("lecture"))
    assert "it has no function for alphabeta; it defines minimax_decision, max_value" in sheet.error


NEVER_DOWN = read_program("aima/never-down")


def test_alpha_that_never_falls_is_diagnosed_as_such(tmp_path):
    """Both tests are present: asking which one is missing would mislead."""
    record = marked(tmp_path, NEVER_DOWN, problem(KEYS[1], "alphabeta"), "aima", "")
    (named,) = [one for one in record["misconceptions"] if one["id"] == "one-sided-test"]
    assert named["fit"] == 1
    assert "never passed down: α to MIN nodes" in named["message"]
    assert "no MIN node is cut" in named["message"]


#: Right searches that search the root or its children again.
AGAIN = read_programs("aima/again")
SECOND_SEARCH = "it searches the root or a child of the root again"


@over("name", AGAIN)
@over("source", KEYS[1:])
def test_program_that_only_searches_the_roots_children_again_waits(name, source, tmp_path):
    record = marked(tmp_path, AGAIN[name], problem(source, "minimax"), "aima")
    (visits,) = (part for part in record["parts"] if part["part"] == "visits")
    if not visits["ok"]:  # it repeats nothing that is searched first and last
        assert record["pending"] == ["visits"], record
        assert any(SECOND_SEARCH in note for note in record["notes"]), record


@over("name", AGAIN)
def test_wrong_program_that_searches_again_loses_marks(name, tmp_path):
    code = AGAIN[name].replace("in game.actions(state)]", "in game.actions(state)[:2]]")
    assert code != AGAIN[name]
    record = marked(tmp_path, code, problem("lecture", "minimax"), "aima")
    assert record["pending"] == []
    assert record["score"] < record["max_score"]


@over("source", ["lecture", "[[[3, 12], 8], 9]"])
def test_program_with_wrong_results_does_not_wait_because_it_searches_again(source, tmp_path):
    parts = "{visits: 4, counts: 1, move: 1, utility: 1}"
    key = f"source: '{source}'\nsearch: minimax\nparts: {parts}\n"
    record = checked(tmp_path, key, read_program("aima/forgot-return")).record
    assert any(SECOND_SEARCH in note for note in record["notes"]), record
    assert record["pending"] == []


def test_second_searches_of_deeper_nodes_lose_marks(tmp_path):
    line = "    values = ["
    again = "    for move in game.actions(state):\n        value(game, game.result(state, move))\n"
    code = AGAIN["the-move-after-the-value"].replace(line, again + line)
    record = marked(tmp_path, code, problem(KEYS[1], "minimax"), "aima")
    assert record["pending"] == []
    assert record["score"] < record["max_score"]
