"""Fresh trees: other trees of the same kind, on which a program's parts earn their lowest share."""

import json
import math
import re
import sys
from dataclasses import replace
from fractions import Fraction

import pytest

from engine.errors import InvalidInput
from engine.game import CHANCE, MAX, MIN
from engine.search import run_search
from tests.support.cases import over
from tests.support.hostile import RIGHT
from tests.support.program_files import read_program
from tests.support.programs_inside import run_inside, sheet_of
from tests.support.programs_marking import key_in
from tests.support.programs_mit import ALPHA_BETA, MINIMAX
from tests.support.programs_run import changed
from tests.support.programs_slips import SLIPS, program
from tests.support.programs_trials import fresh, is_right, key_with_trees, marked, problem
from tests.support.programs_words import AIMA, AIMA_TO_A_DEPTH, BRANCHES, CS188, LISTS
from tests.support.tables import table
from tests.support.wrong_programs import listed_mistakes
from tests.tracer.programs.test_aima import CHANCES
from tests.tracer.programs.test_cs188 import MULTI_AGENTS, strict
from tests.tracer.programs.test_sheets import PRUNES_NEVER, programs
from tests.tracer.programs.test_tree import ARRAY, COMPLETE
from tracer.generate.fresh import FRESH_TREES, add_fresh_trees
from tracer.generate.program_mistakes import Mistakes
from tracer.generate.telling_trees import choose_telling
from tracer.generate.tree_sketch import TreeSketch
from tracer.generate.wrong_searches import SearchKind, weigh
from tracer.marking.grading.make_grader import grader_of
from tracer.marking.keys.key import read_key
from tracer.marking.keys.problem_set import ProblemSet
from tracer.marking.results.text import text_of_program
from tracer.programs.running import Limits, run_program
from tracer.programs.sheets import ProgramRunner, SheetFolder, sheets_of_programs
from tracer.runs.run import request_search
from trees.sources import open_source

HOMEWORK = "[[[[3,17],[2,12]],[[15],[25,0]]],[[[2,5],[3]],[[2,14]]]]"
#: Right programs, with their shapes, searches and trees.
HONEST = {
    "aima": (RIGHT, "aima", "alphabeta", ("lecture", HOMEWORK, "ties", "deep-cutoff")),
    "aima-other-words": (program(AIMA), "aima", "alphabeta", ("lecture", HOMEWORK)),
    "aima-minimax": (program(AIMA, windowed=False), "aima", "minimax", ("lecture", "pacman")),
    "aima-chance": (CHANCES, "aima", "expectiminimax", ("dice", "fractions")),
    "mit-alpha-beta": (ALPHA_BETA, "mit", "alphabeta", ("lecture", HOMEWORK)),
    "mit-minimax": (MINIMAX, "mit", "minimax", ("lecture",)),
    "tree-lists": (program(LISTS), "tree", "alphabeta", ("lecture", HOMEWORK)),
    "tree-dicts": (program(BRANCHES), "tree", "alphabeta", ("lecture", "worst-order")),
    "tree-row-of-leaves": (
        changed(
            ARRAY,
            ("HEIGHT", "math.log2(len(values))"),
            ("MAX, MIN = 1000, -1000", "MAX, MIN = math.inf, -math.inf"),  # no leaf is beyond them
        ),
        "tree",
        "alphabeta",
        (COMPLETE, "pacman"),
    ),
    "cs188-other-words": (program(CS188), "cs188", "alphabeta", ("lecture", HOMEWORK)),
}


def with_trees(key, seed=""):
    programs = replace(key.programs, fresh_seed=seed)
    return add_fresh_trees(replace(key, programs=programs).for_programs())


def mark(folder, text, *codes, diagnoses=False):
    key, grader = key_with_trees(text, diagnoses=diagnoses)
    sheets = sheets_of_programs(programs(folder, *codes), key, ProgramRunner())
    return [grader.mark(sheet) for sheet in sheets]


#: Agents of CS 188, whose moves alone show their values.
AGENTS = """
players: [max, chance]
tree: [[4, 2, 9], [[3, 6], 5, [2, 1]]]
search: expectimax
accept: [cs188]
parts: {visits: 4, move: 1}
fresh-seed: b
"""


@over("wrong", ["min", "max"])
def test_variety_of_a_mistake_is_named_only_if_no_other_one_leads_to_the_same(wrong, tmp_path):
    code = read_program("cs188/multi-agents")
    code = changed(code, ("sum(values) / len(values)", f"{wrong}(values)"))
    [marks] = mark(tmp_path, AGENTS, code, diagnoses=True)
    (named,) = marks.record()["misconceptions"]
    assert named["id"] == "chance-misread"
    other = {"min": "as maximum", "max": "as minimum"}[wrong]
    assert other not in named["message"]


HONEST_KEYS = [
    (name, source, seed)
    for name, (_, shape, _, sources) in HONEST.items()
    for source in sources
    for seed in ("", "1", "2")
    if (source, shape) != ("pacman", "tree")  # MAX alone moves there
]


@over("name, source, seed", HONEST_KEYS, ms=45)
def test_honest_program_is_right_on_every_fresh_tree(name, source, seed, tmp_path):
    code, shape, search, _ = HONEST[name]
    key = with_trees(problem(source, search), seed)
    assert len(key.programs.trees) >= FRESH_TREES
    takes = "complete" if name == "tree-row-of-leaves" else "any"
    for one in key.programs.trees_for(takes):
        record = marked(tmp_path, code, one, shape)
        assert is_right(record), (one.programs.tree_text, record)


#: Right where all outcomes are equally likely; it cannot know other probabilities.
WITHOUT_SHARES = read_program("tree/expectimax-of-equal-shares")


@over("search", ["expectimax", "expectiminimax"], ms=45)
def test_outcomes_of_fresh_trees_are_equally_likely_if_those_of_the_key_are(search, tmp_path):
    start = "players: [max, chance]\nparts: {visits: 4, utility: 1}\n"
    text = f"{start}tree: [[3, 1, 8], [2, 4]]\nsearch: {search}\n"
    assert is_right(mark(tmp_path, text, WITHOUT_SHARES, diagnoses=True)[0].record("full", None))
    renamed = WITHOUT_SHARES.replace("expectimax", "expectiminimax")
    assert is_right(mark(tmp_path, text, renamed, diagnoses=True)[0].record("full", None))
    wrong = WITHOUT_SHARES.replace("/ len(values)", "/ 2")
    assert not is_right(mark(tmp_path, text, wrong, diagnoses=True)[0].record("full", None))


#: Programs that get probabilities, and how they would ignore these.
WITH_SHARES = {
    "aima": (
        CHANCES,
        "sum(p * value(game.result(s, o)) for o, p in game.chances(s))",
        "sum(value(game.result(s, o)) for o in game.actions(s)) / len(game.actions(s))",
    ),
    "comp341": (
        read_program("comp341/right"),
        "sum(probability_fn(state, one) * value for one, value in below)",
        "sum(value for _, value in below) / len(below)",
    ),
}


@pytest.mark.parametrize("course", WITH_SHARES)
@pytest.mark.parametrize("names_shape", [False, True])
def test_program_that_ignores_probabilities_loses_marks_if_it_gets_them(
    course, names_shape, tmp_path
):
    code, weighted, mean = WITH_SHARES[course]
    text = "source: dice\nsearch: expectiminimax\nparts: {visits: 4, utility: 1}\n"
    text += f"shape: {course}\n" if names_shape else f"accept: [{course}]\n"
    right, wrong = mark(tmp_path, text, code, changed(code, (weighted, mean)))
    assert right.ok, right
    assert [part.part for part in wrong.parts if not part.ok] == ["utility"]


@pytest.mark.parametrize("more", ["shape: cs188", "accept: [cs188]", "accept: [mit]"])
def test_outcomes_are_equally_likely_on_trees_of_courses_without_probabilities(more, tmp_path):
    tree = "players: [max, chance]\ntree: [[3, 1, 8], [2, 4]]\nsearch: expectimax\n"
    key = add_fresh_trees(key_in(tmp_path, f"{tree}parts: {{visits: 4}}\n{more}\n"))
    rules = key.programs
    assert rules.trees_for("weighted") is rules.trees
    for problem_on_tree in rules.trees:
        tree = problem_on_tree.source
        nodes = [node for node in range(len(tree)) if tree.to_move(node) is CHANCE]
        assert all(len({share for _, share in tree.chances(node)}) == 1 for node in nodes)


@pytest.mark.parametrize(
    ("source", "search"),
    [
        *(("lecture", search) for search in ("minimax", "alphabeta", "expectimax")),
        *(("ghosts", search) for search in ("minimax", "alphabeta")),
    ],
)
def test_agents_are_right_on_every_fresh_tree(search, source, tmp_path):
    for one in with_trees(strict(source, search)).programs.trees:
        assert is_right(marked(tmp_path, MULTI_AGENTS, one, "cs188")), one.programs.tree_text


def test_estimates_and_the_depth_limit_are_kept(tmp_path):
    key = with_trees(problem("estimates", depth=1))
    assert len(key.programs.trees) >= FRESH_TREES
    code = program(AIMA_TO_A_DEPTH) + "OFF = 0\n"
    for one in key.programs.trees:
        assert None not in {one.source.evaluate(node) for node in range(len(one.source))}
        assert is_right(marked(tmp_path, code, one, "aima")), one.programs.tree_text


def find_range(tree):
    values = [value for value in tree.values if value is not None]
    return min(values), max(values)


SOURCES = [
    "lecture",
    HOMEWORK,
    "ghosts",
    "dice",
    "deep-cutoff",
    "worst-order",
    "estimates",
    "[1, 2]",
]


@over("source", SOURCES, ms=60)
def test_fresh_trees_differ_but_are_of_the_same_kind(source):
    own = open_source(source).game
    key = with_trees(problem(source, None))
    texts = {one.programs.tree_text for one in key.programs.trees}
    assert len(texts) == len(key.programs.trees) >= FRESH_TREES
    ranges = [find_range(one.source) for one in key.programs.trees]
    # Whatever the key's values; on some trees all are on one side.
    assert sum(lowest < 0 < highest for lowest, highest in ranges) >= FRESH_TREES
    for one in key.programs.trees:
        tree = one.source
        assert tree.first_edge != own.first_edge
        assert tree.players == own.players
        assert {tree.to_move(node) for node in range(len(tree)) if tree.moves(node)} & {CHANCE} == {
            own.to_move(node) for node in range(len(own)) if own.moves(node)
        } & {CHANCE}
        read = open_source(one.programs.tree_text).game
        assert read.values == tree.values
        assert read.player == tree.player
        assert read.evals == tree.evals
        assert read.probabilities == tree.probabilities


def test_mean_of_both_infinities_is_a_value_as_in_programs():
    # A wrong player who takes no child has one of them, and programs get NaN as their mean.
    equal, weighted = None, (Fraction(1, 2), Fraction(1, 2))
    for shares in (equal, weighted):
        mean = weigh((-math.inf, math.inf), shares)
        assert math.isnan(mean)
        assert math.isnan(weigh((mean, 3), shares))
    sketch = TreeSketch.start(MAX)
    sketch.add_children(0, 2, CHANCE)
    sketch.add_children(1, 2, MAX)
    sketch.turns[4] = MIN
    sketch.add_children(3, 2, MAX)
    sketch.add_children(4, 2, MAX)
    kinds = (SearchKind(has_window=False),)
    parts = frozenset({"utility"})
    turns = (MAX, CHANCE, MIN)
    mistakes = Mistakes(kinds, turns, 2, parts, takes_any_move=False, has_fractions=False)
    names = mistakes.list_shown(mistakes.find_shown(sketch))
    assert "the program drops a value of 0" in names


def test_fresh_trees_depend_on_the_seed_alone(monkeypatch):
    unkept = choose_telling.__wrapped__
    monkeypatch.setattr("tracer.generate.telling_trees.choose_telling", unkept)
    key = problem("[[3, 12], [2, 4], [5]]", "minimax")

    def texts(seed):
        return [one.programs.tree_text for one in with_trees(key, seed).programs.trees]

    assert texts("") == texts("") != texts("other")


@over("source", [HOMEWORK, "lecture", "deep-cutoff", "worst-order"], ms=60)
def test_fresh_trees_have_cutoffs_and_other_values(source):
    def searched(key):
        asked = request_search(key.source, key.search.name, key.accept[0])
        return run_search(asked.game, asked.search, asked.settings)

    key = with_trees(problem(source))
    for one in key.programs.trees:
        assert searched(one).counts.cutoffs
        assert searched(one).log.value[0] != searched(key).log.value[0]


def test_trees_for_programs_that_take_no_others_are_chosen_when_one_runs(monkeypatch):
    chosen = []

    def choose(choice, shape, most):
        chosen.append(shape)
        return choose_telling(choice, shape, most)

    monkeypatch.setattr("tracer.generate.fresh.choose_telling", choose)
    rules = with_trees(problem(COMPLETE, "minimax")).programs
    assert rules.trees_for("any") is rules.trees is rules.trees_for("weighted")
    assert not chosen
    complete = rules.trees_for("complete")
    assert rules.trees_for("one depth") is complete
    assert chosen == ["complete"]
    texts = [one.programs.tree_text for one in rules.trees_for("level")]
    assert texts[: len(complete)] == [one.programs.tree_text for one in complete]
    assert len(texts) > len(complete) >= FRESH_TREES


@over("depth", [2, 3], ms=60)
def test_trees_of_a_limited_search_need_no_estimates_if_the_keys_has_none(depth):
    key = with_trees(problem("[[3, 12, 8], [2, 4, 6], [14, 5, 2]]", "minimax", depth=depth))
    assert len(key.programs.trees) >= FRESH_TREES
    for one in (*key.programs.trees, *key.programs.trees_for("level")):
        searched = request_search(one.source, "minimax", one.accept[0], **one.search.options)
        assert run_search(searched.game, searched.search, searched.settings).counts.visited > 9


def test_number_of_fresh_trees_is_the_keys(tmp_path):
    def trees(text):
        key = add_fresh_trees(key_in(tmp_path, text))
        if isinstance(key, ProblemSet):
            return [len(one.programs.trees) for one in key.problems.values()]
        return len(key.programs.trees)

    lecture = "{source: lecture, accept: [aima], parts: {visits: 1}%s}"
    of_two = f"problems:\n  1: {lecture}\n  2: {lecture}\n"
    assert trees(lecture % "") >= FRESH_TREES
    assert trees(lecture % ", fresh: 0") == 0
    assert trees(lecture % ", fresh: 9") == 9
    position = "source: nim:3,2\nparts: {visits: 1}\n"
    assert 7 > trees(position) >= FRESH_TREES
    assert trees(position + "fresh: 0\n") == 0
    assert trees(position + "fresh: 7\n") == 7
    assert trees("source: nim:2,1\nsearch: mcts\nparts: {move: 1}\n") == 0
    assert min(trees(of_two % ("", ""))) >= FRESH_TREES
    of_three = of_two + "  3: {source: ties}\n"
    assert min(trees(of_three % ("", ""))) >= FRESH_TREES
    assert trees(of_three % (", fresh: 0", ", fresh: 9"))[:2] == [0, 9]


#: Another search, two trees of one kind, one of MIN, one with fractions, other parts and tests.
TWO_PLIES = {"source": "[[5, 3], [2, 4], [9, 1]]"}
OF_A_SET = (
    {"source": "lecture", "search": "minimax"},
    TWO_PLIES,
    {"source": "[[3, 17], [[2, 12], 5, 15]]", "parts": {"visits": 2, "utility": 3}},
    {"root": "min", "tree": [[5, 3], [2, 4], [9, 1]]},
    {"source": "[[5.5, 3], [2, 4], [9, 1]]"},
    {**TWO_PLIES, "parts": {"visits": 1}},
    {**TWO_PLIES, "accept": ["cs188"]},
)


def set_of(*problems):
    usual = {"search": "alphabeta", "accept": ["aima"], "parts": {"visits": 4, "utility": 1}}
    return json.dumps({"problems": {str(at): usual | one for at, one in enumerate(problems, 1)}})


def test_problems_of_a_set_that_are_alike_have_the_same_fresh_trees(tmp_path):
    key = add_fresh_trees(key_in(tmp_path, set_of(*OF_A_SET)))
    trees = [one.programs.trees for one in key.problems.values()]
    assert all(len(each) >= FRESH_TREES for each in trees)
    same = [[number for number, each in enumerate(trees) if each is one] for one in trees]
    assert same == [[0], [1, 2], [1, 2], [3], [4], [5], [6]]


#: Mistakes that hardly show on the trees of the set.
IN_A_SET = ("MIN's children get β = ∞", "a β of 0 is ignored", "α is v", "MAX never stops")


def test_mistakes_cost_marks_in_every_problem_of_a_set(tmp_path, monkeypatch):
    key, grader = key_with_trees(set_of(*OF_A_SET[1:3], OF_A_SET[1], OF_A_SET[1]), diagnoses=False)
    runs = []

    def run(self, packed, problem, *rest, answered=ProgramRunner._answered_on):
        runs.append(problem.label)
        return answered(self, packed, problem, *rest)

    monkeypatch.setattr(ProgramRunner, "_answered_on", run)
    codes = [RIGHT, *(listed_mistakes("aima/right")[mistake] for mistake in IN_A_SET)]
    sheets = [*sheets_of_programs(programs(tmp_path, *codes), key, ProgramRunner())]
    assert len(runs) == len(codes) * (4 + len(key.problems["1"].programs.trees))
    right, *wrong = [grader.mark(sheet) for sheet in sheets]
    assert right.ok
    assert right.score == right.most
    for marks in wrong:
        points = {part.part: part.score for part in marks.parts}
        assert all(points[f"{number} visits"] < (2 if number == 2 else 4) for number in range(1, 5))
        # What a set shares is judged as it is in a key of its own.
        alone = grader_of(key.problems["1"], diagnoses=False).mark(
            sheets[1 + wrong.index(marks)].sections["1"]
        )
        assert [part.score for part in alone.parts] == [points["1 visits"], points["1 utility"]]


LECTURE = "source: lecture\nsearch: alphabeta\nparts: {visits: 4, utility: 1}\n"


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere there is no processor time")
def test_slow_program_takes_a_bounded_time_on_all_fresh_trees(tmp_path, monkeypatch):
    monkeypatch.setattr("tracer.programs.sheets._FOR_FRESH_TREES", 1)
    key, grader = key_with_trees(LECTURE + "fresh: 9\n", diagnoses=False)
    slow = changed(
        RIGHT, ("import math\n", "import math, time\nwhile time.process_time() < 0.4: pass\n")
    )
    (sheet,) = sheets_of_programs(programs(tmp_path, slow), key, ProgramRunner(Limits(seconds=1.5)))
    *right, last = sheet.fresh
    assert len(right) <= 1.5 / 0.4
    assert not any(one.error for one in right)
    assert re.search(
        r"not finish within [01]\.?\d? seconds .*, all that its runs on other fresh", last.error
    )
    assert grader.mark(sheet).score == 0


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere there is no processor time")
def test_limit_of_all_fresh_trees_together_does_not_shorten_those_of_later_problems(
    tmp_path, monkeypatch
):
    monkeypatch.setattr("tracer.programs.sheets._FOR_FRESH_TREES", 1)
    parts = "source: lecture, search: alphabeta, parts: {visits: 4, utility: 1}"
    key, grader = key_with_trees(
        f"problems: {{1: {{{parts}, fresh: 9}}, 2: {{{parts}, fresh: 0}}}}", diagnoses=False
    )
    slow = changed(
        RIGHT, ("import math\n", "import math, time\nwhile time.process_time() < 0.8: pass\n")
    )
    (sheet,) = sheets_of_programs(programs(tmp_path, slow), key, ProgramRunner(Limits(seconds=1.5)))
    assert "all that its runs on other fresh" in sheet.sections["1"].fresh[-1].error
    assert sheet.sections["2"].error == ""
    assert grader.mark(sheet).score == 5


def test_program_that_does_not_load_in_time_is_run_once_for_a_set(tmp_path, monkeypatch):
    key, grader = key_with_trees(set_of(*OF_A_SET[1:3]), diagnoses=False)
    runs = []

    def run(*given):
        runs.append(given)
        return run_program(*given)

    monkeypatch.setattr("tracer.programs.sheets.run_program", run)
    runner = ProgramRunner(Limits(seconds=0.5))
    (sheet,) = sheets_of_programs(programs(tmp_path, "while True: pass\n" + RIGHT), key, runner)
    assert len(runs) == 1
    assert "it did not finish within 0.5 seconds of processor time" in grader.mark(sheet).error


def test_program_is_run_on_no_fresh_tree_after_it_failed_on_one(tmp_path):
    key, grader = key_with_trees(LECTURE, diagnoses=False)
    lines = "    assert len(game.actions(state)) == 3\n    return highest"
    fails = changed(RIGHT, ("    return highest", lines))
    (sheet,) = sheets_of_programs(programs(tmp_path, fails), key, ProgramRunner())
    *before, last = sheet.fresh
    assert last.error
    assert not any(one.error for one in before)
    assert grader.mark(sheet).score == 0


def test_visits_beyond_those_that_can_earn_are_not_compared(tmp_path):
    key, grader = key_with_trees(LECTURE + "fresh: 0\n", diagnoses=False)
    again = "    for _ in range(500): highest(state, -math.inf, math.inf)\n    return highest"
    often = changed(RIGHT, ("    return highest(state", f"{again}(state"))
    (sheet,) = sheets_of_programs(programs(tmp_path, often), key, ProgramRunner())
    assert len(sheet.answers["visits"]) == 1000
    marks = grader.mark(sheet)
    assert {part.part: part.score for part in marks.parts}["visits"] == 0
    assert "the program: it made 5,511 visits, of which the first 1,000 count" in marks.notes


@pytest.mark.parametrize(("text", "message"), table(__file__, "fresh-refused"))
def test_fresh_trees_that_are_impossible_are_refused(tmp_path, text, message):
    with pytest.raises(InvalidInput, match=message):
        add_fresh_trees(key_in(tmp_path, text))


KEY = (
    "source: lecture\nsearch: alphabeta\naccept: [aima]\nparts: {visits: 4, move: 1, utility: 1}\n"
)


def test_variants_get_fresh_trees_as_they_are_read(tmp_path):
    (tmp_path / "keys").mkdir()
    (tmp_path / "keys" / "s0.yaml").write_text(KEY)
    key = add_fresh_trees(read_key(str(tmp_path / "keys")).for_programs())
    (sheet,) = sheets_of_programs(programs(tmp_path, RIGHT), key, ProgramRunner())
    assert len(sheet.fresh) >= FRESH_TREES
    assert grader_of(key, diagnoses=False).mark(sheet).ok


def test_lowest_tree_counts_and_the_record_says_which_it_is(tmp_path):
    # It is right on every tree of the key's depth, and on no deeper one.
    code = RIGHT.replace("game.is_terminal(state)", "game.is_terminal(state)", 1)
    shallow = code.replace(
        "    return highest(state, -math.inf, math.inf)",
        "    deep = state\n"
        "    for _ in range(2):\n"
        "        if not game.is_terminal(deep):\n"
        "            deep = game.result(deep, game.actions(deep)[0])\n"
        "    value, move = highest(state, -math.inf, math.inf)\n"
        "    return (value, move) if game.is_terminal(deep) else (value + 1, move)",
    )
    (marks,) = mark(tmp_path, KEY, shallow)
    scores = {part.part: (part.score, part.most) for part in marks.parts}
    assert scores["utility"] == (0, 1)
    assert scores["move"] == (1, 1)
    (utility,) = [part for part in marks.parts if part.part == "utility"]
    assert utility.hint.startswith("on fresh tree ")
    name = utility.hint.removeprefix("on ")
    assert f"the program: {name} has " in marks.notes[-1]
    (note,) = [one for one in marks.sources if f"{name} is " in one]
    # The tree can be repeated: as a key of its own it lowers the same part.
    source = note.partition(" is ")[2]
    text = KEY.replace("source: lecture", f"source: {json.dumps(source)}\nfresh: 0")
    (again,) = mark(tmp_path, text, shallow)
    assert {part.part: part.score for part in again.parts}["utility"] == 0
    record = marks.record()
    assert record["max_score"] == 6
    assert [part["part"] for part in record["parts"]] == ["visits", "move", "utility"]
    assert note in record["notes"]


@pytest.mark.parametrize("feedback", ["hint", "score"])
def test_feedback_to_students_names_a_large_fresh_tree_and_does_not_write_it_out(
    feedback, tmp_path
):
    (marks,) = mark(tmp_path, KEY, RIGHT.replace("v >= beta", "v > beta"))
    record = marks.record(feedback)
    assert not marks.ok
    assert "fresh tree" in " ".join(record["notes"])
    assert len(text_of_program(record).splitlines()) <= 12
    assert len(json.dumps(record)) < 1_500
    if feedback == "hint":
        assert record["departure"]["message"].startswith("The first mistake on fresh tree ")


def test_failure_on_a_fresh_tree_is_reported_with_the_tree(tmp_path):
    code = RIGHT.replace(
        "def highest(", "assert len(game.actions(state)) == 3\n    def highest(", 1
    )
    text = KEY.replace("lecture", "'[[3, 12], [2, 4], [5]]'")
    (marks,) = mark(tmp_path, text, code)
    assert marks.score == 0
    assert not marks.error
    assert all("AssertionError" in part.message for part in marks.parts)
    assert "fresh tree" in marks.notes[-1]


@over("height", ["HEIGHT", "math.log2(len(values))"])
@over(("tree", "depth"), [("[[3, 5], [6, 9]]", "2"), (COMPLETE, "3")])
def test_program_for_the_depth_of_one_tree_is_told_so(tree, depth, height, tmp_path):
    code = ARRAY.replace("1000, -1000", "math.inf, -math.inf")
    code = code.replace("HEIGHT", height).replace("HEIGHT", depth)
    text = f"tree: {tree}\nsearch: alphabeta\naccept: [aima]\nparts: {{visits: 1}}\n"
    for fresh_trees in ("", "fresh: 0\n"):
        (marks,) = mark(tmp_path, text + fresh_trees, code)
        assert marks.ok is ("log2" in height or fresh_trees != "")
        assert any("needs fresh: 0" in note for note in marks.notes) is not marks.ok


def test_only_a_misconception_that_explains_all_wrong_trees_is_named(tmp_path):
    (marks,) = mark(tmp_path, KEY, PRUNES_NEVER, diagnoses=True)
    assert "refuses-cutoff" in {one.slug for one in marks.findings} | {*marks.alike}
    alone = grader_of(key_in(tmp_path, KEY + "fresh: 0\n"))
    (sheet,) = sheets_of_programs(programs(tmp_path, PRUNES_NEVER), alone.problem, ProgramRunner())
    before = {one.slug for one in alone.mark(sheet).findings}
    assert {one.slug for one in marks.findings} <= before


@over("slip", SLIPS, ms=45)
def test_misconception_is_named_on_all_trees_together(slip, tmp_path):
    key, grader = key_with_trees(KEY)

    def answered(one):
        return sheet_of(run_inside(fresh(tmp_path), program(AIMA, slip), one, "aima"), one)

    sheet = replace(answered(key), fresh=tuple(map(answered, key.programs.trees)))
    marks = grader.mark(sheet)
    assert marks.ok or slip.partition("/")[0] in {
        *(one.slug for one in marks.findings),
        *marks.alike,
    }


def test_written_sheet_has_only_answers_that_can_earn(tmp_path):
    key = key_in(tmp_path, KEY)
    found = programs(tmp_path, "def alpha_beta_search(game, state):\n    return 3, 'B'\n", RIGHT)
    folder = SheetFolder(str(tmp_path / "sheets"), [one.name for one in found])
    assert len([*folder.write_each(sheets_of_programs(found, key, ProgramRunner()))]) == 2
    first, second = (json.loads((tmp_path / "sheets" / f"p{n}.json").read_text()) for n in (0, 1))
    assert "move" not in first
    assert "utility" not in first
    assert second["move"] == "B"


def test_all_or_nothing_gives_points_only_if_everything_is_right(tmp_path):
    text = KEY + "fresh: 0\nall-or-nothing: true\n"
    right, wrong = mark(tmp_path, text, RIGHT, PRUNES_NEVER)
    assert right.score == right.most == 6
    assert (wrong.score, wrong.most) == (0, 6)
    assert any("all or nothing" in part.message_at("hint") for part in wrong.parts)


def test_all_or_nothing_of_a_set_joins_its_problems(tmp_path):
    problems = (
        "  1: {source: lecture, search: minimax, accept: [aima], fresh: 0, parts: {visits: 1}}\n"
        "  2: {source: lecture, search: alphabeta, accept: [aima], fresh: 0, parts: {visits: 1}}\n"
    )
    minimax = PRUNES_NEVER.replace("alpha_beta_search", "minimax_search")
    both, wrong = f"{minimax}\n{RIGHT}", f"{minimax}\n{PRUNES_NEVER}"
    strict_set = f"all-or-nothing: true\nproblems:\n{problems}"
    assert [one.score for one in mark(tmp_path, f"problems:\n{problems}", both, wrong)] > [2, 1]
    assert [one.score for one in mark(tmp_path, strict_set, both, wrong)] == [2, 0]


def test_people_are_not_marked_by_keys_of_programs(tmp_path):
    (tmp_path / "key.yaml").write_text(KEY + "fresh: 3\nall-or-nothing: true\n")
    key = read_key(str(tmp_path / "key.yaml"))
    from tracer.marking.reading.sheet import Sheet

    answers = {"visits": "A B B1 B2 B3 C C1 D D1 D2 D3", "move": "B", "utility": "4"}
    assert grader_of(key).mark(Sheet("s", answers=answers)).score == 5
