"""Programs over `game` and `state`, in the forms of the book's editions and of students."""

from __future__ import annotations

import pytest

from tests.support.cases import over
from tests.support.programs_inside import run_inside
from tests.support.programs_slips import PLAIN_SLIPS, SLIPS, program, trees
from tests.support.programs_trials import KEYS, fresh, is_right, marked, missed, problem
from tests.support.programs_words import AIMA, AIMA_TO_A_DEPTH
from tracer.check.keys.key import read_key
from tracer.programs.child.loading.source_files import source_files
from tracer.programs.child.shapes.choosing import find_driver, function_for
from tracer.programs.shapes import starter_of
from tracer.programs.sheets import ProgramRunner
from tracer.programs.submissions import Submission

DICE = "dice"
ESTIMATES = "{max: {eval: 2, children: [6, 5]}}"

#: The third edition's, whose functions take the state first.
THIRD = """
import math
def alpha_beta_search(state, game):
    player = game.to_move(state)
    def max_value(state, alpha, beta):
        if game.terminal_test(state):
            return game.utility(state, player)
        v = -math.inf
        for a in game.actions(state):
            v = max(v, min_value(game.result(state, a), alpha, beta))
            if v >= beta:
                return v
            alpha = max(alpha, v)
        return v
    def min_value(state, alpha, beta):
        if game.terminal_test(state):
            return game.utility(state, player)
        v = math.inf
        for a in game.actions(state):
            v = min(v, max_value(game.result(state, a), alpha, beta))
            if v <= alpha:
                return v
            beta = min(beta, v)
        return v
    best_score, beta, best_action = -math.inf, math.inf, None
    for a in game.actions(state):
        v = min_value(game.result(state, a), best_score, beta)
        if v > best_score:
            best_score, best_action = v, a
    return best_action
"""
#: The fourth edition's, of pairs, in a class with a method.
OF_A_CLASS = """
import math
class Player:
    def __init__(self, game):
        self.game = game
    def search(self, state):
        return self.best(state, -math.inf, math.inf)
    def best(self, s, a, b):
        game = self.game
        if game.is_terminal(s):
            return game.utility(s, 'MAX'), None
        sign = 1 if game.to_move(s) == 'MAX' else -1
        value, move = -math.inf * sign, None
        for act in game.actions(s):
            x, _ = self.best(game.result(s, act), a, b)
            if sign * x > sign * value:
                value, move = x, act
                a, b = (max(a, x), b) if sign > 0 else (a, min(b, x))
            if value >= b if sign > 0 else value <= a:
                break
        return value, move
"""
NEGAMAX = """
def negamax(game, state, depth, alpha, beta, color):
    if game.is_terminal(state) or depth == 0:
        return color * game.utility(state, 'MAX'), None
    best, move = float('-inf'), None
    for a in game.actions(state):
        x = -negamax(game, game.result(state, a), depth - 1, -beta, -alpha, -color)[0]
        if x > best:
            best, move = x, a
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    return best, move
"""
CACHED = """
from functools import lru_cache
def minimax_search(game, state):
    @lru_cache(maxsize=None)
    def value(s):
        if game.is_terminal(s):
            return game.utility(s, 'MAX')
        pick = max if game.to_move(s) == 'MAX' else min
        return pick(value(game.result(s, a)) for a in game.actions(s))
    return value(state)
"""
GENERATORS = """
def minimax_search(game, state):
    def values(s):
        for a in game.actions(s):
            yield from one(game.result(s, a))
    def one(s):
        if game.is_terminal(s):
            yield game.utility(s, 'MAX')
        else:
            yield (max if game.to_move(s) == 'MAX' else min)(values(s))
    return next(one(state))
"""
DECISION = """
def minimax_decision(state, game):
    def value(s):
        if game.terminal_test(s):
            return game.utility(s, player)
        found = [value(game.result(s, a)) for a in game.actions(s)]
        return max(found) if game.to_move(s) == player else min(found)
    player = game.to_move(state)
    moves = game.actions(state)
    return max(moves, key=lambda a: value(game.result(state, a)))
"""
CHANCES = """
def expectiminimax(game, state):
    def value(s):
        if game.is_terminal(s):
            return game.utility(s, 'MAX')
        who = game.to_move(s)
        if who == 'CHANCE':
            return sum(p * value(game.result(s, o)) for o, p in game.chances(s))
        return (max if who == 'MAX' else min)([value(game.result(s, a)) for a in game.actions(s)])
    moves = game.actions(state)
    values = [value(game.result(state, a)) for a in moves]
    return max(values), moves[values.index(max(values))]
"""
DEEPENING = """
def minimax_search(game, state, depth):
    def value(s, left):
        if game.is_terminal(s) or left == 0:
            return game.evaluate(s)
        pick = max if game.to_move(s) == 'MAX' else min
        return pick([value(game.result(s, a), left - 1) for a in game.actions(s)])
    for limit in range(1, depth + 1):
        v = value(state, limit)
    return v
"""

SCOUT = """
import math
def pvs(game, state):
    def f(s, a, b):
        if game.is_terminal(s):
            return game.utility(s, 'MAX')
        is_max = game.to_move(s) == 'MAX'
        v = -math.inf if is_max else math.inf
        for place, act in enumerate(game.actions(s)):
            t = game.result(s, act)
            low, high = a, b
            if place and is_max and a > -math.inf:
                low, high = a, min(b, a + 1)
            elif place and not is_max and b < math.inf:
                low, high = max(a, b - 1), b
            x = f(t, low, high)
            if (high < b and x >= high and x < b) or (low > a and x <= low and x > a):
                x = f(t, a, b)
            v = max(v, x) if is_max else min(v, x)
            a, b = (max(a, v), b) if is_max else (a, min(b, v))
            if a >= b:
                break
        return v
    return f(state, -math.inf, math.inf)
"""
PASSES = """
import math
def iterative_deepening_search(game, state, depth):
    def f(s, left, a, b):
        if game.is_terminal(s) or left == 0:
            return game.evaluate(s)
        is_max = game.to_move(s) == 'MAX'
        v = -math.inf if is_max else math.inf
        for act in game.actions(s):
            x = f(game.result(s, act), left - 1, a, b)
            v = max(v, x) if is_max else min(v, x)
            a, b = (max(a, v), b) if is_max else (a, min(b, v))
            if a >= b:
                break
        return v
    for limit in range(1, depth + 1):
        v = f(state, limit, -math.inf, math.inf)
    return v
"""

FORMS = [
    pytest.param(THIRD, "alphabeta", "", id="third edition"),
    pytest.param(OF_A_CLASS, "alphabeta", "Player", id="a class"),
    pytest.param(NEGAMAX, "alphabeta", "", id="negamax"),
    pytest.param(GENERATORS, "minimax", "", id="generators"),
    pytest.param(DECISION, "minimax", "", id="decision"),
    pytest.param(program(AIMA), "alphabeta", "", id="fourth edition"),
    pytest.param(program(AIMA, windowed=False), "minimax", "", id="minimax"),
]


@over(("code", "search", "function"), FORMS, ms=150)
@over("source", KEYS)
def test_correct_program_gets_full_marks(code, search, function, source, tmp_path):
    record = marked(tmp_path, code, problem(source, search), "aima", function)
    assert is_right(record), record


@over("slip", SLIPS, ms=150)
def test_misconception_is_recognised(slip, tmp_path):
    assert not missed(tmp_path, AIMA, slip, "aima")


def test_returned_bounds_instead_of_values_still_get_full_marks(tmp_path):
    for tree in trees(3, 40):
        key = problem(str(tree))
        assert is_right(marked(tmp_path, program(AIMA, "fail-hard-values/"), key, "aima")), tree


BREADTH_FIRST = """
def alpha_beta_search(game, state):
    level, below, order = [state], {}, []
    known = {}
    while level:
        after = []
        for s in level:
            order.append(s)
            if game.is_terminal(s):
                known[id(s)] = game.utility(s, 'MAX')
            else:
                below[id(s)] = [(a, game.result(s, a)) for a in game.actions(s)]
                after += [t for _, t in below[id(s)]]
        level = after
    for s in reversed(order):
        if id(s) in below:
            pick = max if game.to_move(s) == 'MAX' else min
            known[id(s)] = pick(known[id(t)] for _, t in below[id(s)])
    best = next(a for a, t in below[id(state)] if known[id(t)] == known[id(state)])
    return known[id(state)], best
def minimax_search(game, state):
    return alpha_beta_search(game, state)
"""


@over("search", ["minimax", "alphabeta"])
def test_breadth_first_search_is_recognised(search, tmp_path):
    for source in KEYS[:2]:
        record = marked(tmp_path, BREADTH_FIRST, problem(source, search), "aima")
        named = {one["id"]: one["fit"] for one in record["misconceptions"]}
        assert named.get("other-traversal") == 1, record


@over("slip", PLAIN_SLIPS, ms=150)
def test_misconception_without_windows_is_recognised(slip, tmp_path):
    assert not missed(tmp_path, AIMA, slip, "aima", "minimax")


LIMITED = (
    "{tree: [{eval: 1, children: [{eval: 5, children: [3, 4]}, {eval: 2, children: [0, 9]}]}, "
    "{eval: 6, children: [{eval: 3, children: [1, 8]}, {eval: 7, children: [2, 2]}]}]}"
)


@over(("off", "slug"), [(0, None), (1, True), (-1, True)])
def test_depth_limit_off_by_one_is_recognised(off, slug, tmp_path):
    (tmp_path / "key.yaml").write_text(f"{LIMITED[1:-1]}\n", encoding="utf-8")
    key = problem(str(tmp_path / "key.yaml"), depth=2)
    folder = tmp_path / "programs"
    folder.mkdir()
    code = program(AIMA_TO_A_DEPTH) + f"OFF = {off}\n"
    record = marked(folder, code, key, "aima")
    if slug is None:
        assert is_right(record), record
    else:
        assert record["misconceptions"][0]["id"] == "depth-off-by-one"
        assert record["misconceptions"][0]["fit"] == 1


@over(
    ("line", "how"),
    [
        ("sum(p * value(game.result(s, o)) for o, p in game.chances(s))", ""),
        ("sum(value(game.result(s, o)) for o in game.actions(s)) / len(game.actions(s))", "alike"),
        ("sum(p * value(game.result(s, o)) for o, p in game.chances(s)) / 2", "divided again"),
        ("max([value(game.result(s, o)) for o in game.actions(s)])", "maximum"),
        ("min([value(game.result(s, o)) for o in game.actions(s)])", "minimum"),
    ],
)
def test_misread_chance_node_is_recognised(line, how, tmp_path):
    tree = (
        "tree: [{player: chance, children: [{p: 1/4, node: [2, 8]}, {p: 3/4, node: [7, 4]}]}, "
        "{player: chance, children: [{p: 2/3, node: [6, 0]}, {p: 1/3, node: [5, 9]}]}]\n"
    )
    (tmp_path / "key.yaml").write_text(tree, encoding="utf-8")
    folder = tmp_path / "programs"
    folder.mkdir()
    code = CHANCES.replace("sum(p * value(game.result(s, o)) for o, p in game.chances(s))", line)
    key = problem(str(tmp_path / "key.yaml"), "expectiminimax")
    record = marked(folder, code, key, "aima")
    if not how:
        assert is_right(record), record
    else:
        assert record["misconceptions"][0]["id"] == "chance-misread", record
        assert record["misconceptions"][0]["fit"] == 1


def test_expectimax_gets_chance_nodes_in_place_of_min(tmp_path):
    code = CHANCES.replace("def expectiminimax", "def expectimax")
    assert is_right(marked(tmp_path, code, problem("lecture", "expectimax"), "aima"))


def test_root_of_min_expects_the_minimum(tmp_path):
    (tmp_path / "key.yaml").write_text("root: min\ntree: [[3, 12], [8, 2], [1]]\n")
    folder = tmp_path / "programs"
    folder.mkdir()
    key = problem(str(tmp_path / "key.yaml"))
    assert is_right(marked(folder, program(AIMA), key, "aima"))
    assert is_right(marked(folder, NEGAMAX, key, "aima"))


def test_caching_is_noted_and_costs_nothing_if_the_key_has_the_same_positions(tmp_path):
    record = marked(tmp_path, CACHED, problem("lecture", "minimax"), "aima")
    assert is_right(record), record
    # A node that comes again is looked up: what is below it is not visited again.
    record = marked(tmp_path, CACHED, problem("transposition", "minimax"), "aima")
    assert record["score"] < record["max_score"]
    assert any("caches the positions" in note for note in record["notes"]), record


def test_scout_search_is_correct_by_a_key_for_pvs(tmp_path):
    for tree in trees(11, 25):
        record = marked(tmp_path, SCOUT, problem(str(tree), "pvs"), "aima")
        assert is_right(record), (tree, record)
        assert not any("twice in a row" in note for note in record.get("notes", ()))


def test_iterative_deepening_is_correct_by_a_key_for_deepening(tmp_path):
    (tmp_path / "key.yaml").write_text(f"{LIMITED[1:-1]}\n", encoding="utf-8")
    folder = tmp_path / "programs"
    folder.mkdir()
    for depth in (1, 2, 3):
        key = problem(str(tmp_path / "key.yaml"), "deepening", depth=depth)
        record = marked(folder, PASSES, key, "aima")
        assert is_right(record), (depth, record)


def test_iterative_deepening_is_not_accepted_as_minimax(tmp_path):
    (tmp_path / "key.yaml").write_text(f"{LIMITED[1:-1]}\n", encoding="utf-8")
    folder = tmp_path / "programs"
    folder.mkdir()
    key = problem(str(tmp_path / "key.yaml"), "minimax", depth=2)
    run = run_inside(fresh(folder), DEEPENING, key, "aima")
    assert run.returned
    record = marked(folder, DEEPENING, key, "aima")
    assert record["score"] < record["max_score"]


@over(
    ("returned", "ok", "message"),
    [
        ("(value, best)", True, ""),
        ("(best, value)", True, ""),
        ("[value, best]", True, ""),
        ("best", True, ""),
        ("value", True, ""),
        ("value, best, 'more'", True, ""),
        ("__import__('fractions').Fraction(value), best", True, ""),
        ("None", True, ""),
        ("'nothing'", False, "nothing"),
        ("[]", False, "[]"),
        ("{'move': best}", True, ""),
        ("value + 1, best", False, "4"),
        ("float('nan'), best", True, ""),
    ],
)
def test_any_return_value_gets_a_clear_record(returned, ok, message, tmp_path):
    code = program(AIMA).replace("return value, BEST[0]", f"best = BEST[0]; return {returned}", 1)
    record = marked(tmp_path, code, problem("lecture"), "aima")
    assert not record.get("error")
    assert (record["score"] == record["max_score"]) is ok, record
    assert message in str(record)


def test_illegal_move_is_reported(tmp_path):
    code = program(AIMA).replace("game.result(s, act)", "game.result(s, 'Z')", 1)
    run = run_inside(fresh(tmp_path), code, problem("lecture"), "aima")
    assert run.failure == "it made the illegal move 'Z' at A; the legal moves are B, C, D"


def test_starter_is_not_marked_until_completed_and_then_correct(tmp_path):
    starter = starter_of("aima")
    for name, text in (("empty.py", starter), ("filled.py", _filled(starter))):
        (tmp_path / name).write_text(text, encoding="utf-8")
    runner = ProgramRunner(shape="aima")
    empty = runner.sheet(Submission("empty.py", tmp_path / "empty.py"), read_key("lecture"))
    assert "it raised NotImplementedError while it searched" in empty.error
    record = marked(fresh(tmp_path), _filled(starter), problem("lecture"), "aima")
    assert is_right(record), record


def _filled(starter: str) -> str:
    """Return the starter with a search in place of each missing line."""
    begin = starter.index("def minimax_search")
    end = starter.index("class Figure")
    return starter[:begin] + program(AIMA) + "\n\n" + starter[end:]


COUNTS_UP = """
import math
MAX_DEPTH = 2
def alphabeta(game, state, PARAMETERS):
    if game.is_terminal(state) or OVER:
        return game.evaluate(state), None
    is_max = game.to_move(state) == 'MAX'
    value, move = -math.inf if is_max else math.inf, None
    for act in game.actions(state):
        x, _ = alphabeta(game, game.result(state, act), BELOW)
        if x > value if is_max else x < value:
            value, move = x, act
        alpha, beta = (max(alpha, value), beta) if is_max else (alpha, min(beta, value))
        if value >= beta if is_max else value <= alpha:
            break
    return value, move
"""
OPEN = "alpha=-math.inf, beta=math.inf"


def _counting(parameters, over, below):
    code = COUNTS_UP.replace("PARAMETERS", parameters).replace("OVER", over)
    return code.replace("BELOW", below)


DEPTHS = [
    (f"depth=0, {OPEN}", "depth == MAX_DEPTH", "depth + 1, alpha, beta"),
    (f"{OPEN}, depth=0", "depth == MAX_DEPTH", "alpha, beta, depth=1 + depth"),
    (f"depth=0, max_depth=4, {OPEN}", "depth == max_depth", "depth + 1, max_depth, alpha, beta"),
    ("depth, max_depth, alpha, beta", "depth == max_depth", "depth + 1, max_depth, alpha, beta"),
    (f"d=0, max_depth=1, {OPEN}", "d >= max_depth", "d + 1, max_depth, alpha, beta"),
    (
        "current_depth, limit, alpha, beta",
        "current_depth >= limit",
        "current_depth + 1, limit, alpha, beta",
    ),
    (f"depth=4, {OPEN}", "depth == 0", "depth - 1, alpha, beta"),
    (f"max_depth, {OPEN}", "max_depth == 0", "max_depth - 1, alpha, beta"),
]


@over(("parameters", "over", "below"), DEPTHS, ms=150)
def test_depth_argument_follows_the_programs_way_of_counting(parameters, over, below, tmp_path):
    key = problem("tic-tac-toe@x..|.o.|...", depth=2)
    record = marked(tmp_path, _counting(parameters, over, below), key, "aima")
    assert is_right(record), record


PARTS_COUNT_UP = """
import math
def alphabeta_search(game, state, d):
    return max_value(game, state, -math.inf, math.inf, 0, d)
def max_value(game, state, alpha, beta, d, most):
    if game.is_terminal(state) or d == most:
        return game.evaluate(state)
    v = -math.inf
    for act in game.actions(state):
        v = max(v, min_value(game, game.result(state, act), alpha, beta, d + 1, most))
        if v >= beta:
            return v
        alpha = max(alpha, v)
    return v
def min_value(game, state, alpha, beta, d, most):
    if game.is_terminal(state) or d == most:
        return game.evaluate(state)
    v = math.inf
    for act in game.actions(state):
        v = min(v, max_value(game, game.result(state, act), alpha, beta, d + 1, most))
        if v <= alpha:
            return v
        beta = min(beta, v)
    return v
"""


@over(
    ("head", "first"),
    [
        ("game, state, d", "0, d"),  # the limit of a search whose parts count up
        ("game, state, d=0, max_depth=5", "d, max_depth"),
        ("game, state, d=0", "d, 2"),
        ("game, state, depth", "-1, depth - 1"),
    ],
)
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


TIMED = """
def timed(f):
    def wrapper(*args, **kwargs):
        return f(*args, **kwargs)
    return wrapper
"""


def test_decorator_hides_no_parameters(tmp_path):
    code = TIMED + THIRD.replace("def alpha_beta_search", "@timed\ndef alpha_beta_search")
    assert is_right(marked(tmp_path, code, problem("lecture"), "aima"))
    code = TIMED + _counting(*DEPTHS[2]).replace("def alphabeta", "@timed\ndef alphabeta")
    key = problem("tic-tac-toe@x..|.o.|...", depth=2)
    assert is_right(marked(tmp_path, code, key, "aima"))
    code = TIMED + OF_A_CLASS.replace("    def search", "    @timed\n    def search")
    assert is_right(marked(tmp_path, code, problem("lecture"), "aima", "Player"))


@over("names", ["alpha_beta_search", "alpha_beta_search = search_ab"])
def test_function_may_have_several_names(names, tmp_path):
    code = f"{THIRD.replace('def alpha_beta_search', 'def mine')}\n{names} = mine\n"
    assert is_right(marked(tmp_path, code, problem("lecture"), "aima"))


PARTS_OF_MINIMAX = """
def minimax_decision(state, game):
    return max(game.actions(state), key=lambda a: min_value(game.result(state, a), game))
def max_value(state, game):
    if game.is_terminal(state):
        return game.utility(state, 'MAX')
    return max(min_value(game.result(state, a), game) for a in game.actions(state))
def min_value(state, game):
    if game.is_terminal(state):
        return game.utility(state, 'MAX')
    return min(max_value(game.result(state, a), game) for a in game.actions(state))
"""


def test_helper_of_another_search_is_not_mistaken_for_the_search(tmp_path):
    def called(code, search):
        folder = fresh(tmp_path)
        (folder / "prog.py").write_text(code, encoding="utf-8")
        return function_for(source_files(folder)[0], find_driver("aima"), search)

    assert called(PARTS_OF_MINIMAX, "alphabeta") is None
    assert called(PARTS_OF_MINIMAX, "minimax") == "minimax_decision"
    alone = PARTS_OF_MINIMAX.replace("minimax_decision", "decide")
    assert called(alone, "minimax") == "max_value"
    assert called(alone, "alphabeta") is None
    windowed = PARTS_COUNT_UP.replace("alphabeta_search", "decide")
    assert called(windowed, "alphabeta") == "max_value"
    assert called(PARTS_COUNT_UP, "minimax") is None
    (tmp_path / "it.py").write_text(PARTS_OF_MINIMAX, encoding="utf-8")
    sheet = ProgramRunner().sheet(Submission("it.py", tmp_path / "it.py"), read_key("lecture"))
    assert "it has no function for alphabeta; it defines minimax_decision, max_value" in sheet.error


NEVER_DOWN = """
from math import inf
def alpha_beta_search(game, state):
    return max_value(game, state, -inf, inf)
def max_value(game, state, alpha, beta):
    if game.is_terminal(state): return game.utility(state, "MAX"), None
    v, move = -inf, None
    for a in game.actions(state):
        v2, _ = min_value(game, game.result(state, a), -inf, beta)
        if v2 > v: v, move = v2, a
        if v >= beta: return v, move
        alpha = max(alpha, v)
    return v, move
def min_value(game, state, alpha, beta):
    if game.is_terminal(state): return game.utility(state, "MAX"), None
    v, move = inf, None
    for a in game.actions(state):
        v2, _ = max_value(game, game.result(state, a), alpha, beta)
        if v2 < v: v, move = v2, a
        if v <= alpha: return v, move
        beta = min(beta, v)
    return v, move
"""


def test_alpha_that_never_falls_is_diagnosed_as_such(tmp_path):
    """Both tests are present: asking which one is missing would mislead."""
    record = marked(tmp_path, NEVER_DOWN, problem(KEYS[1], "alphabeta"), "aima", "")
    (named,) = [one for one in record["misconceptions"] if one["id"] == "one-sided-test"]
    assert named["fit"] == 1
    assert "never passed down: α to MIN nodes" in named["message"]
    assert "no MIN node is cut" in named["message"]
