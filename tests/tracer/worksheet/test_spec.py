"""Specs: their content, and one message with the place of any error."""

import re

import pytest

from engine.errors import PlytraceError
from tests.support import naive, naive_generated
from tests.support.cases import over
from tests.support.tables import table
from tests.tracer.worksheet.made import set_of, spec_of
from tests.tracer.worksheet.test_answerable import statement_of
from tracer.worksheet.bundle import WorksheetMaker
from tracer.worksheet.class_list import numbered, read_class
from tracer.worksheet.spec import read_spec

PROBLEM = "problems: [{source: lecture, parts: [visits]}]"


@over("text, place, words", table(__file__, "wrong_specs"))
def test_errors_in_a_spec_are_reported_with_their_place(text, place, words):
    with pytest.raises(PlytraceError) as caught:
        read_spec(text, "s.yaml")
    message = str(caught.value)
    assert message.startswith(f"s.yaml:{place}: "), message
    assert words in message
    assert caught.value.exit_code == 3
    if text.startswith("title: T\nproblems: [{"):
        assert message.startswith(f"s.yaml:{place}: problem 1: "), message


@over("problem, words", table(__file__, "refused_searches"))
def test_worksheet_is_refused_if_its_key_cannot_be_made(problem, words):
    maker = WorksheetMaker(spec_of(problem))
    for make in (maker.worksheet, maker.make):
        with pytest.raises(PlytraceError) as caught:
            make()
        message = str(caught.value)
        assert message.startswith("spec.yaml:3:5: problem 1: "), message
        assert words in message
        assert " -" not in message  # a spec has no options


def test_endless_game_is_refused_with_the_keys_that_end_it():
    pytest.importorskip("chess")
    maker = WorksheetMaker(spec_of("{source: chess, parts: [move]}"))
    for make in (maker.worksheet, maker.make):
        with pytest.raises(
            PlytraceError, match=r"expected depth:, if .* or search: mcts"
        ) as refused:
            make()
        assert "--" not in str(refused.value)
    WorksheetMaker(spec_of("{source: chess, depth: 1, parts: [move]}")).worksheet()


@over("problem, words", table(__file__, "refused_problems"), ms=45)
def test_problem_that_cannot_be_made_is_reported_with_its_place(problem, words):
    spec = spec_of("{source: lecture, parts: [visits]}", problem)
    with pytest.raises(PlytraceError) as caught:
        WorksheetMaker(spec).make()
    message = str(caught.value)
    assert message.startswith("spec.yaml:4:5: problem 2: "), message
    assert words in message
    assert caught.value.exit_code == 3


def test_spec_sets_the_header():
    spec = read_spec(
        "title: T\ncourse: C\ndate: D\npaper: letter\n"
        "instructions: |\n  Do *this*.\n\n  And that.\n"
        f"seed: x\nvariants: 3\nconvention: cs188\n{PROBLEM}",
        "s.yaml",
    )
    worksheet = WorksheetMaker(spec).worksheet(numbered(3)[2])
    assert (worksheet.title, worksheet.course, worksheet.date) == ("T", "C", "D")
    assert (worksheet.variant, spec.variants, spec.paper) == ("3", 3, "letter")
    assert worksheet.instructions == "Do *this*.\n\nAnd that."
    assert worksheet.tasks[0].questions[0].points == 1


def test_most_variants_are_ten_thousand():
    assert read_spec(f"title: T\nvariants: 10000\n{PROBLEM}", "s.yaml").variants == 10_000


def test_problem_about_a_matrix_needs_no_general_instructions():
    spec = spec_of("{matrix: mp520, parts: [dominance]}")
    assert WorksheetMaker(spec).worksheet().instructions == ""


@over(("problem", "may_round"), table(__file__, "rounding_stated"))
def test_instructions_say_that_numbers_may_be_rounded(problem, may_round):
    maker = WorksheetMaker(spec_of(problem))
    sheet = maker.worksheet()
    assert ("rounded to two or more decimals" in sheet.instructions) == may_round
    # Fields of a learning platform may take no fractions, so its questions say what to write.
    assert "fraction," not in maker.questions(maker.make()).problems[0].task.statement


def test_failed_search_for_a_tree_is_reported_with_its_problem(monkeypatch):
    import tracer.generate.tree_search as tree_search

    monkeypatch.setattr(tree_search, "USUAL_TRIES", 30)
    order = "{generate: {values: [0, 1], cutoffs: 6, unique: true}, parts: [visits]}"
    with pytest.raises(PlytraceError, match=r"^spec\.yaml:3:5: problem 1: no tree found after 30"):
        WorksheetMaker(spec_of(order)).make()


@over(("convention", "words"), table(__file__, "conventions_stated"))
def test_convention_is_stated_to_students(convention, words):
    head = f'title: T\nconvention: "{convention}"'
    sheet = WorksheetMaker(spec_of("{source: lecture, parts: [visits]}", head=head)).worksheet()
    assert words in sheet.instructions
    apart = "cs188" if convention == "aima" else "aima"
    problem = f'{{source: lecture, convention: "{convention}", parts: [visits]}}'
    for usual, is_told in ((apart, True), (convention, False)):
        spec = spec_of(problem, head=f'title: T\nconvention: "{usual}"')
        (task,) = WorksheetMaker(spec).worksheet().tasks
        assert (words in task.statement) == is_told


@over("convention", ["cs188", "aima"], ms=45)
def test_generated_trees_suit_the_convention_stated_to_students(convention):
    order = "generate: {plies: 3, branching: 2, ties: 4, cutoffs: 2}"
    message = f"title: T\nconvention: {convention}"
    apart = f"{{{order}, convention: {convention}, parts: [cutoffs]}}"
    for spec in (
        spec_of(f"{{{order}, parts: [cutoffs]}}", head=message),
        spec_of(apart),
    ):
        maker = WorksheetMaker(spec)
        for variant in numbered(8):
            made = maker.make(variant)
            game = made.problems[0].problem.source.game
            plain = naive_generated.AlphaBeta(strict=convention == "cs188")
            assert plain.run(naive.as_lists(game), True).cutoffs == 2
            assert len(made.solutions[0].answers["cutoffs"].cells) == 2
    (own,) = spec_of(
        "{generate: {cutoffs: 2, convention: aima}, parts: [cutoffs]}", head=message
    ).problems
    assert own.order.convention.name == "aima"


def test_generated_trees_suit_the_search_of_the_problem():
    def order_of(problem):
        return spec_of(problem).problems[0].order

    pvs = order_of("{generate: {cutoffs: 2}, search: pvs, parts: [visits]}")
    assert pvs.search_name == "pvs"
    own = "{generate: {cutoffs: 2, search: alphabeta}, search: pvs, parts: [visits]}"
    assert order_of(own).search_name == "alphabeta"
    assert order_of("{generate: {plies: 2}, search: deepening, parts: [visits]}").search is None


@over(("more", "message"), table(__file__, "generation_refused"))
def test_settings_that_generation_does_not_support_are_refused(more, message):
    with pytest.raises(PlytraceError) as caught:
        spec_of(f"{{generate: {{plies: 3, skipped: 2}}, {more}, parts: [visits]}}")
    assert message in str(caught.value)
    assert str(caught.value).startswith("spec.yaml:3:")
    spec_of(f"{{generate: {{plies: 3}}, {more}, parts: [visits]}}")  # of the tree alone: anything


LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


@over("turned", [False, True])
def test_evaluation_agrees_with_the_statement(turned):
    from tracer import trace

    board, mover = ("xo.|x..|...", "max: to-move") if turned else ("xo.|...|...", "max: first")
    problem = f"{{source: 'tic-tac-toe@{board}', depth: 0, {mover}, parts: [utility]}}"
    text = statement_of(problem)
    rule = r"lines without an O minus the lines without an X, divided by (\d+)"
    divisor = int(re.search(rule, text)[1])
    assert ("with its sign reversed" in text) == turned
    cells = board.replace("|", "")
    counted = sum(
        ("o" not in {cells[at] for at in line}) - ("x" not in {cells[at] for at in line})
        for line in LINES
    )
    found = trace(f"tic-tac-toe@{board}", depth=0, max_player=mover.split()[1]).value
    assert found == (-counted if turned else counted) / divisor


def test_line_through_chance_states_its_outcome():
    tree = (
        "{tree: [{player: chance, children: [{p: 1/3, node: [1, 5]}, {p: 2/3, node: [11, 18]}]}, "
        "{player: chance, children: [{p: 1/2, node: [4, 6]}, {p: 1/2, node: [3, 9]}]}], "
        "parts: [line]}"
    )
    made = set_of(tree)
    assert "follow the first outcome" in made.worksheet.tasks[0].questions[0].text
    assert made.solutions[0].answers["line"].text == "B D D1"  # D is the first outcome of B
    plain = WorksheetMaker(spec_of("{source: lecture, parts: [line]}")).worksheet()
    assert "outcome" not in plain.tasks[0].questions[0].text


def test_custom_text_replaces_the_statement():
    problem = "{source: lecture, text: 'Own *words*.', title: Mine, parts: {visits: 2.5}}"
    (task,) = WorksheetMaker(spec_of(problem)).worksheet().tasks
    assert (task.statement, task.title, task.points) == ("Own *words*.", "Mine", 2.5)


def write_class(tmp_path, text, name="class.txt"):
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    return str(path)


@over(("name", "text"), table(__file__, "class_lists"))
def test_class_list_gives_each_student_a_file_with_a_safe_name(tmp_path, name, text):
    found = read_class(write_class(tmp_path, text, name))
    students = ["Ann Lee", "../../etc/passwd", "CON", "Ann/Lee", ".hidden", "Zoë"]
    assert [one.student for one in found] == students
    stems = ["Ann-Lee", "etc-passwd", "student-CON", "Ann-Lee-2", "hidden", "Zoë"]
    assert [one.stem for one in found] == stems


@over(("text", "message"), table(__file__, "class_lists_refused"))
def test_unusable_class_list_is_reported(tmp_path, text, message):
    with pytest.raises(PlytraceError, match=r"class\.txt") as caught:
        read_class(write_class(tmp_path, text))
    assert message in str(caught.value)


def test_names_equal_on_some_file_system_get_separate_files(tmp_path):
    found = read_class(
        write_class(tmp_path, "ann-lee\nAnn Lee\n①\n1\n" + "x" * 100 + "\n" + "x" * 99)
    )
    stems = [one.stem for one in found]
    assert len({one.casefold() for one in stems}) == 6
    assert stems[:4] == ["ann-lee", "Ann-Lee-2", "①", "1-2"]
    assert all(len(one) < 70 for one in stems)
