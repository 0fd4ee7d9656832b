"""Specs: what they say, and one message with the place for whatever is wrong in them."""

from __future__ import annotations

import math
import re

import pytest

from engine.errors import PlytraceError
from tests.tracer.worksheet.made import set_of, spec_of
from tracer.worksheet.bundle import Maker
from tracer.worksheet.class_list import numbered, read_class
from tracer.worksheet.opening import open_spec, read_spec

PROBLEM = "problems: [{source: lecture, parts: [visits]}]"

#: What is wrong, its place, and words of the message.
WRONG = {
    "title: T": ("1:1", "no problems"),
    PROBLEM: ("1:1", "no title"),
    "[1, 2]": ("1:1", "a map with title"),
    f"title: T\ntilte: x\n{PROBLEM}": ("2:1", "Did you mean title"),
    f"title: T\nvariants: 0\n{PROBLEM}": ("2:1", "1 to 10,000"),
    f"title: T\nvariants: many\n{PROBLEM}": ("2:1", "--class"),
    f"title: T\npaper: a5\n{PROBLEM}": ("2:1", "a4 or letter"),
    f"title: T\nconvention: aimo\n{PROBLEM}": ("2:13", "Did you mean aima"),
    f"title: T\naccept: [aimo]\n{PROBLEM}": ("2:1", "aimo"),
    f"title: T\nseed: {'s' * 41}\n{PROBLEM}": ("2:1", "at most 40"),
    "title: T\nproblems: 3": ("2:11", "a list with a map"),
    "title: T\nproblems: [3]": ("2:12", "problem 1"),
    "title: T\nproblems: [{parts: [visits]}]": ("2:12", "no source"),
    "title: T\nproblems: [{source: lecture}]": ("2:12", "no parts"),
    "title: T\nproblems: [{source: a, tree: [1], parts: [visits]}]": ("2:24", "in one problem"),
    "title: T\nproblems: [{source: lecture, parts: [vists]}]": ("2:30", "Did you mean visits"),
    "title: T\nproblems: [{source: lecture, parts: {visits: -1}}]": ("2:30", "points for visits"),
    "title: T\nproblems: [{source: lecture, seach: a, parts: [visits]}]": (
        "2:30",
        "Did you mean search",
    ),
    "title: T\nproblems: [{source: lecture, search: a, parts: [visits]}]": ("2:30", "no search"),
    "title: T\nproblems: [{source: lecture, figure: big, parts: [visits]}]": ("2:38", "tree or"),
    "title: T\nproblems: [{source: lecture, counts: [x], parts: [counts]}]": ("2:39", "no count"),
    "title: T\nproblems: [{source: lecture, counts: [], parts: [counts]}]": ("2:30", "none"),
    "title: T\nproblems: [{tree: [[3, x]], parts: [visits]}]": ("2:24", "'x'"),
    "title: T\nproblems: [{generate: 3, parts: [visits]}]": ("2:23", "as an order"),
    "title: T\nproblems: [{generate: {plys: 3}, parts: [visits]}]": ("2:24", "plies?"),
    "title: T\nproblems: [{generate: {plies: 99}, parts: [visits]}]": ("2:24", "99"),
    "title: T\nproblems: [{generate: {plies: 3, deep: true}, parts: [visits]}]": ("2:34", "deep"),
    "title: T\nproblems: [{generate: {plies: 2}, root: min, parts: [move]}]": ("2:35", "the order"),
    "title: T\nproblems: [{matrix: mp520, accept: any, parts: [dominant]}]": ("2:28", "accept"),
    "title: T\nproblems: [{source: lecture, counts: [visited], parts: [move]}]": (
        "2:30",
        "counts among the parts",
    ),
    "title: T\nproblems: [{source: lecture, name: x, parts: [move]}]": (
        "2:30",
        "title: with what the problem",
    ),
    "title: T\nproblems: [{source: lecture, description: x, parts: [move]}]": ("2:30", "text:"),
    f"name: T\n{PROBLEM}": ("1:1", "title: with what the set"),
    "title: T\nproblems: [{matrix: mp520, search: minimax, parts: [dominant]}]": (
        "2:28",
        "no key 'search'; expected one of title, text, parts, matrix",
    ),
    "title: T\nproblems: [{mcts: mp520, counts: [visited], parts: [move]}]": ("2:26", "'counts'"),
    "": ("1:1", "a map with title: and problems:"),
    "# no more than this\n": ("1:1", "a map with title: and problems:"),
    "title: [T]\nproblems: []": ("1:8", "a list as title"),
    "title: T\nproblems: []": ("2:11", "as the problems"),
}

#: What only shows when the problem is made: its place, and words of the message.
CANNOT_BE_MADE = {
    "{source: lectrue, parts: [visits]}": "Did you mean lecture",
    "{source: lecture, search: minimax, parts: [cutoffs]}": "minimax, which has no window",
    "{source: lecture, search: minimax, parts: [windows]}": "minimax, which has no window",
    "{source: lecture, parts: [dominance]}": "dominance",
    "{matrix: mp520, parts: [visits]}": "dominance, dominant",
    "{matrix: nix, parts: [dominance]}": "nix",
    "{mcts: mp520, parts: [cutoffs]}": "mcts, added, expanded",
    "{source: tic-tac-toe, parts: [values]}": "more than 300 nodes",
    "{source: tic-tac-toe, parts: [visits]}": "18,297 entries",
    "{source: tic-tac-toe, figure: tree, parts: [move]}": "too many for a figure",
    "{source: lecture, figure: board, parts: [move]}": "no board",
    "{source: dice, search: alphabeta, parts: [move]}": "expectiminimax",
    "{source: lecture, search: minimax, root-window: [-2, 2], parts: [move]}": "window",
    "{source: 'tic-tac-toe@xo.|...|...', cells: row-col, depth: 1, evaluation: open-lines, "
    "parts: [windows]}": "commas",
}


@pytest.mark.parametrize("text", WRONG)
def test_what_is_wrong_in_a_spec_is_said_with_its_place(text):
    place, words = WRONG[text]
    with pytest.raises(PlytraceError) as caught:
        read_spec(text, "s.yaml")
    told = str(caught.value)
    assert told.startswith(f"s.yaml:{place}: "), told
    assert words in told
    assert caught.value.exit_code == 3
    if text.startswith("title: T\nproblems: [{"):
        assert told.startswith(f"s.yaml:{place}: problem 1: "), told


#: What a search refuses before its first visit, and words of the message.
REFUSED = {
    "{source: dice, search: alphabeta, parts: [move]}": "Use expectiminimax",
    "{source: lecture, search: deepening, parts: [move]}": "has no estimate",
    "{source: lecture, order: static, parts: [move]}": "no static order",
    "{source: lecture, search: minimax, order: killer, parts: [move]}": "learns from cutoffs",
    "{source: lecture, search: single, parts: [move]}": "players: [max]",
    "{source: lecture, iterations: 3, parts: [move]}": "alphabeta has no iterations",
    "{source: lecture, search: minimax, root-window: [1, 2], parts: [move]}": "has no window",
    "{source: dice, rounds: 3, parts: [move]}": "a limit in plies (depth:)",
    "{source: lecture, win: 10, parts: [move]}": "a game where win: is given",
    "{source: lecture, evaluation: x, parts: [move]}": "no evaluation: it has none",
}


@pytest.mark.parametrize("problem", REFUSED)
def test_no_worksheet_is_made_whose_key_cannot_be(problem):
    maker = Maker(spec_of(problem))
    for make in (maker.worksheet, maker.make):
        with pytest.raises(PlytraceError) as caught:
            make()
        told = str(caught.value)
        assert told.startswith("spec.yaml:3:5: problem 1: "), told
        assert REFUSED[problem] in told
        assert " -" not in told  # a spec has no options


def test_a_game_without_end_is_refused_with_the_keys_that_end_it():
    pytest.importorskip("chess")
    maker = Maker(spec_of("{source: chess, parts: [move]}"))
    for make in (maker.worksheet, maker.make):
        with pytest.raises(
            PlytraceError, match=r"expected depth:, where .* or search: mcts"
        ) as told:
            make()
        assert "--" not in str(told.value)
    Maker(spec_of("{source: chess, depth: 1, parts: [move]}")).worksheet()


@pytest.mark.parametrize("problem", CANNOT_BE_MADE)
def test_a_problem_that_cannot_be_made_is_named_with_its_place(problem):
    spec = spec_of("{source: lecture, parts: [visits]}", problem)
    with pytest.raises(PlytraceError) as caught:
        Maker(spec).make()
    told = str(caught.value)
    assert told.startswith("spec.yaml:4:5: problem 2: "), told
    assert CANNOT_BE_MADE[problem] in told
    assert caught.value.exit_code == 3


def test_a_spec_says_what_stands_at_the_head():
    spec = read_spec(
        "title: T\ncourse: C\ndate: D\npaper: letter\n"
        "instructions: |\n  Do *this*.\n\n  And that.\n"
        f"seed: x\nvariants: 3\nconvention: cs188\n{PROBLEM}",
        "s.yaml",
    )
    worksheet = Maker(spec).worksheet(numbered(3)[2])
    assert (worksheet.title, worksheet.course, worksheet.date) == ("T", "C", "D")
    assert (worksheet.variant, spec.variants, spec.paper) == ("3", 3, "letter")
    assert worksheet.instructions == "Do *this*.\n\nAnd that."
    assert worksheet.tasks[0].questions[0].points == 1


def test_what_is_said_for_all_problems_is_about_what_they_are():
    def told(*problems):
        return Maker(spec_of(*problems)).worksheet().instructions

    assert told("{matrix: mp520, parts: [dominance]}") == ""
    assert "v ≥ β" not in told("{source: dice, parts: [values]}")
    assert "left to right" in told("{source: dice, parts: [values]}")
    backwards = "{source: lecture, order: right-to-left, parts: [visits]}"
    assert "left to right" not in told(backwards)
    assert "unless the problem says" in told(backwards, "{source: lecture, parts: [visits]}")
    assert "v ≥ β" in told("{source: dice, parts: [values]}", "{source: lecture, parts: [move]}")


def test_a_tree_that_is_not_found_is_told_of_with_its_problem(monkeypatch):
    import tracer.generate.making as making

    monkeypatch.setattr(making, "USUAL_TRIES", 30)
    order = "{generate: {values: [0, 1], cutoffs: 6, unique: true}, parts: [visits]}"
    with pytest.raises(PlytraceError, match=r"^spec\.yaml:3:5: problem 1: no tree found after 30"):
        Maker(spec_of(order)).make()


@pytest.mark.parametrize(
    ("convention", "words"),
    [
        ("aima", "v ≥ β"),
        ("cs188", "v > β"),
        ("aima,returns=fail-hard", "fail-hard"),
        ("cs188,ties=last", "the last one"),
    ],
)
def test_the_convention_is_told_to_students(convention, words):
    head = f'title: T\nconvention: "{convention}"'
    sheet = Maker(spec_of("{source: lecture, parts: [visits]}", head=head)).worksheet()
    assert words in sheet.instructions
    apart = "cs188" if convention == "aima" else "aima"
    problem = f'{{source: lecture, convention: "{convention}", parts: [visits]}}'
    for usual, is_told in ((apart, True), (convention, False)):
        spec = spec_of(problem, head=f'title: T\nconvention: "{usual}"')
        (task,) = Maker(spec).worksheet().tasks
        assert (words in task.statement) == is_told


def test_another_convention_is_told_after_own_words_too():
    head = "title: T\nconvention: aima"
    for kind, is_told in (("cs188", True), ("aima", False)):
        problem = f"{{source: ties, text: 'Own *words*.', convention: {kind}, parts: [visits]}}"
        (task,) = Maker(spec_of(problem, head=head)).worksheet().tasks
        assert task.statement.startswith("Own *words*.")
        assert ("v > β" in task.statement) == is_told


def cutoffs_of(tree, convention):
    """The early returns that skip a child, by a plain alpha-beta that shares no code."""
    found = 0
    cuts = {">=": lambda one, other: one >= other, ">": lambda one, other: one > other}[convention]

    def value(node, alpha, beta, is_max):
        nonlocal found
        if not isinstance(node, list):
            return node
        best = -math.inf if is_max else math.inf
        for place, child in enumerate(node):
            one = value(child, alpha, beta, not is_max)
            best = max(best, one) if is_max else min(best, one)
            if cuts(best, beta) if is_max else cuts(alpha, best):
                found += place < len(node) - 1
                return best
            alpha, beta = (max(alpha, best), beta) if is_max else (alpha, min(beta, best))
        return best

    value(tree, -math.inf, math.inf, True)
    return found


def as_lists(game, node):
    if game.is_terminal(node):
        return game.values[node]
    return [as_lists(game, game.result(node, edge)) for edge in game.actions(node)]


@pytest.mark.parametrize(("convention", "cut"), [("cs188", ">"), ("aima", ">=")])
def test_trees_to_order_are_made_for_the_convention_that_students_are_told(convention, cut):
    order = "generate: {plies: 3, branching: 2, ties: 4, cutoffs: 2}"
    told = f"title: T\nconvention: {convention}"
    apart = f"{{{order}, convention: {convention}, parts: [cutoffs]}}"
    for spec in (
        spec_of(f"{{{order}, parts: [cutoffs]}}", head=told),
        spec_of(apart),
    ):
        maker = Maker(spec)
        for variant in numbered(8):
            made = maker.make(variant)
            game = made.problems[0].problem.source.game
            assert cutoffs_of(as_lists(game, game.initial), cut) == 2
            assert len(made.solutions[0].answers["cutoffs"].cells) == 2
    (own,) = spec_of(
        "{generate: {cutoffs: 2, convention: aima}, parts: [cutoffs]}", head=told
    ).problems
    assert own.order.convention.name == "aima"


def test_trees_to_order_are_made_for_the_search_of_the_problem():
    def order_of(problem):
        return spec_of(problem).problems[0].order

    pvs = order_of("{generate: {cutoffs: 2}, search: pvs, parts: [visits]}")
    assert pvs.search_name == "pvs"
    own = "{generate: {cutoffs: 2, search: alphabeta}, search: pvs, parts: [visits]}"
    assert order_of(own).search_name == "alphabeta"
    assert order_of("{generate: {plies: 2}, search: deepening, parts: [visits]}").search is None


@pytest.mark.parametrize(
    ("more", "told"),
    [
        ("order: right-to-left", "order: beside generate: with skipped:"),
        ("root-window: [-2, 2]", "root-window: beside generate: with skipped:"),
        ("depth: 2", "depth: beside generate: with skipped:"),
        ("search: deepening", "skipped: for a problem with search: deepening"),
        ("search: minimax", "minimax"),
    ],
)
def test_what_an_order_about_a_search_cannot_heed_is_refused(more, told):
    with pytest.raises(PlytraceError) as caught:
        spec_of(f"{{generate: {{plies: 3, skipped: 2}}, {more}, parts: [visits]}}")
    assert told in str(caught.value)
    assert str(caught.value).startswith("spec.yaml:3:")
    spec_of(f"{{generate: {{plies: 3}}, {more}, parts: [visits]}}")  # of the tree alone: anything


def statement(problem):
    (task,) = Maker(spec_of(problem)).worksheet().tasks
    return task.statement


@pytest.mark.parametrize(
    ("problem", "told"),
    [
        ("{source: lecture, order: right-to-left, parts: [move]}", "from right to left"),
        ("{source: tic-tac-toe, order: right-to-left, parts: [move]}", "the game lists them"),
        ("{source: tic-tac-toe, order: static, parts: [move]}", "the centre, then the corners"),
        ('{source: "reversi:4", order: static, depth: 2, parts: [move]}', "corners first"),
        ('{source: "reversi:4", depth: 2, parts: [move]}', "The evaluation is B's discs less W's."),
        (
            "{source: 'tic-tac-toe@xo.|xo.|...', depth: 1, figure: tree, parts: [move]}",
            "The evaluations stand in the figure.",
        ),
    ],
)
def test_orders_and_evaluations_are_told_so_that_they_can_be_worked_by_hand(problem, told):
    assert told in statement(problem)
    assert "the reverse of that" not in statement(problem)


LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


@pytest.mark.parametrize("turned", [False, True])
def test_an_evaluation_is_as_the_statement_says(turned):
    from tracer import trace

    board, mover = ("xo.|x..|...", "max: to-move") if turned else ("xo.|...|...", "max: first")
    problem = f"{{source: 'tic-tac-toe@{board}', depth: 0, {mover}, parts: [utility]}}"
    told = statement(problem)
    rule = r"lines without an O less the lines without an X, divided by (\d+)"
    divisor = int(re.search(rule, told)[1])
    assert ("with its sign turned" in told) == turned
    cells = board.replace("|", "")
    counted = sum(
        ("o" not in {cells[at] for at in line}) - ("x" not in {cells[at] for at in line})
        for line in LINES
    )
    found = trace(f"tic-tac-toe@{board}", depth=0, max_player=mover.split()[1]).value
    assert found == (-counted if turned else counted) / divisor


def test_an_evaluation_of_a_file_is_told_and_its_path_is_not(tmp_path):
    (tmp_path / "own.yaml").write_text(
        "table: [[9, -3, -3, 9], [-3, 0, 0, -3], [-3, 0, 0, -3], [9, -3, -3, 9]]\n"
        "weights: {positional: 1, mobility: 0.5}\n"
    )
    (tmp_path / "s.yaml").write_text(
        'title: T\nproblems: [{source: "reversi:4", depth: 1, evaluation: own.yaml, parts: [move]}]'
    )
    (task,) = Maker(open_spec(str(tmp_path / "s.yaml"))).worksheet().tasks
    assert "9 -3 -3 9; -3 0 0 -3" in task.statement
    assert "0.5 times mobility (B's moves less W's" in task.statement
    assert "own" not in task.statement


def test_of_a_line_through_chance_it_is_said_which_outcome():
    tree = (
        "{tree: [{player: chance, children: [{p: 1/3, node: [1, 5]}, {p: 2/3, node: [11, 18]}]}, "
        "{player: chance, children: [{p: 1/2, node: [4, 6]}, {p: 1/2, node: [3, 9]}]}], "
        "parts: [line]}"
    )
    made = set_of(tree)
    assert "with its first outcome" in made.worksheet.tasks[0].questions[0].text
    assert made.solutions[0].answers["line"].text == "B D D1"  # D is the first outcome of B
    plain = Maker(spec_of("{source: lecture, parts: [line]}")).worksheet()
    assert "outcome" not in plain.tasks[0].questions[0].text


def test_own_words_stand_in_the_place_of_the_statement():
    problem = "{source: lecture, text: 'Own *words*.', title: Mine, parts: {visits: 2.5}}"
    (task,) = Maker(spec_of(problem)).worksheet().tasks
    assert (task.statement, task.title, task.points) == ("Own *words*.", "Mine", 2.5)


def test_files_stand_beside_the_spec_and_come_with_the_key(tmp_path):
    (tmp_path / "mine.yaml").write_text("tree: [[1, 2], [3, 4]]", encoding="utf-8")
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub" / "mine.yaml").write_text("tree: [[5, 6], [7, 8]]", encoding="utf-8")
    (tmp_path / "s.yaml").write_text(
        "title: T\nproblems:\n- {source: mine.yaml, parts: [utility]}\n"
        "- {source: sub/mine.yaml, parts: [utility]}\n",
        encoding="utf-8",
    )
    maker = Maker(open_spec(str(tmp_path / "s.yaml")))
    made = maker.make(numbered(1)[0])
    assert [one.answers["utility"].text for one in made.solutions] == ["3", "7"]
    key = maker.files(made, [])["keys/1.yaml"].decode()
    assert "../sources/mine.yaml" in key
    assert "../sources/mine-2.yaml" in key
    assert {*maker.sources.files()} == {"sources/mine.yaml", "sources/mine-2.yaml"}
    for name, content in {**maker.files(made, []), **maker.sources.files()}.items():
        path = tmp_path / "out" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    from tracer.check.graders import grader_of
    from tracer.check.key import read_key
    from tracer.check.sheets import sheet_of_text

    grader = grader_of(read_key(str(tmp_path / "out" / "keys" / "1.yaml")))
    marked = grader.mark(sheet_of_text("Problem 1\nutility: 3\n\nProblem 2\nutility: 7", "a"))
    assert (marked.score, marked.most) == (2, 2)


def write_class(tmp_path, text, name="class.txt"):
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    return str(path)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.txt", "\ufeff# my class\nAnn Lee\n\n  ../../etc/passwd \nCON\nAnn/Lee\n.hidden\nZoë\n"),
        (
            "a.csv",
            "Section,Student,ID\n1,Ann Lee,7\n1,../../etc/passwd,8\n2,CON,9\n2,Ann/Lee,1\n"
            "1,.hidden,2\n,,\n1,Zoë,3\n",
        ),
        (
            "b.csv",
            "name;mark\nAnn Lee;1\n../../etc/passwd;\nCON;\nAnn/Lee;\n.hidden;\nZoë;\n",
        ),
    ],
)
def test_a_class_list_gives_each_student_a_file_of_a_safe_name(tmp_path, name, text):
    found = read_class(write_class(tmp_path, text, name))
    students = ["Ann Lee", "../../etc/passwd", "CON", "Ann/Lee", ".hidden", "Zoë"]
    assert [one.student for one in found] == students
    stems = ["Ann-Lee", "etc-passwd", "student-CON", "Ann-Lee-2", "hidden", "Zoë"]
    assert [one.stem for one in found] == stems


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "nobody"),
        ("# Ann\n\n", "nobody"),
        ("Ann\nBob\n ann ", ":3: 'ann' stands on line 1 too"),
        ("x" * 201, "at most 200"),
        ("A\x1bB", "as a student"),
    ],
)
def test_a_class_list_that_cannot_be_used_says_so(tmp_path, text, told):
    with pytest.raises(PlytraceError, match=r"class\.txt") as caught:
        read_class(write_class(tmp_path, text))
    assert told in str(caught.value)


def test_files_that_might_be_meant_are_of_the_kind_and_look_alike(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name in ("class1.csv", "r.json", "ties.yaml"):
        write_class(tmp_path, "tree: [1]", name)
    with pytest.raises(PlytraceError, match=r"Did you mean class1\.csv\?"):
        read_class(str(tmp_path / "class.csv"))
    with pytest.raises(PlytraceError, match=r"The files there: class1\.csv$"):
        read_class(str(tmp_path / "nobody.csv"))
    (tmp_path / "s.yaml").write_text(
        "title: T\nproblems: [{matrix: nofile.yaml, parts: [dominant]}]"
    )
    with pytest.raises(PlytraceError, match=r"The files there: r\.json, s\.yaml, ties\.yaml$"):
        Maker(open_spec(str(tmp_path / "s.yaml"))).worksheet()
    (tmp_path / "s.yaml").write_text("title: T\nproblems: [{matrix: tie.yaml, parts: [dominant]}]")
    with pytest.raises(PlytraceError, match=r"Did you mean ties\.yaml\?$"):
        Maker(open_spec(str(tmp_path / "s.yaml"))).worksheet()


def test_names_that_one_file_system_takes_for_the_same_get_files_of_their_own(tmp_path):
    found = read_class(
        write_class(tmp_path, "ann-lee\nAnn Lee\n①\n1\n" + "x" * 100 + "\n" + "x" * 99)
    )
    stems = [one.stem for one in found]
    assert len({one.casefold() for one in stems}) == 6
    assert stems[:4] == ["ann-lee", "Ann-Lee-2", "①", "1-2"]
    assert all(len(one) < 70 for one in stems)
