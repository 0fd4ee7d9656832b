"""Question banks: the right answers earn everything on each platform, misconceptions less."""

import math
import re

import pytest
from click.testing import CliRunner

from engine.errors import InvalidInput
from tests.support.cases import over
from tests.tracer.worksheet.made import EXPLAINED, PROBLEMS, SEARCHES, spec_of
from tests.tracer.worksheet.platform_readers import canvas, moodle
from tracer.drawing.tree.nodes import Sign
from tracer.marking.reading.formats import sheet_of_text
from tracer.mistakes import MISCONCEPTIONS
from tracer.worksheet.bundle import PLATFORM_FORMATS, WorksheetMaker
from tracer.worksheet.class_list import Variant, numbered
from tracer.worksheet.contents import solutions
from tracer.worksheet.contents.answers import answer_to
from tracer.worksheet.contents.questions import counts_asked
from tracer.worksheet.formats.question_bank import (
    NOT_VISITED,
    Field,
    QuestionBank,
    WrittenAnswer,
)
from tui.cli import cli

NOTHING = "nothing is pruned"


def bank_of(*problems, variants=(None,), head="title: T"):
    """The bank of a spec, and what it was made from."""
    spec = spec_of(*problems, head=head)
    maker = WorksheetMaker(spec)
    made = [maker.make(one) for one in variants]
    return QuestionBank(spec, tuple(maker.questions(one) for one in made)), made


def files_of(bank, name):
    return PLATFORM_FORMATS[name].write(bank)


def questions_in(bank, name):
    """All questions that a platform's bank has, in order."""
    (content,) = files_of(bank, name).values()
    if name == "qti":
        return [one for quiz in canvas(content).values() for group in quiz for one in group]
    parts = {
        one.task.number: [q.part for q in one.questions if not isinstance(q.answer, WrittenAnswer)]
        for one in bank.variants[0].problems
    }
    return moodle(content, parts)


def as_typed(value):
    """A number as a student types it."""
    if math.isinf(value):
        return "inf" if value > 0 else "-inf"
    return str(int(value)) if value == int(value) else f"{value:.2f}"


class Student:
    """Answers with the results of a search: the recorded one, or that of a misconception."""

    def __init__(self, made, answers=None):
        (self.grader,) = made.graders
        self.made = made
        self.version = self.grader.preferred
        self.answers = answers or self.version.answers

    def __call__(self, part, row, column):
        found = self.answers
        between = ", " if self.grader.has_spaced_names else " "
        if part in ("visits", "line"):
            return between.join(found.visits if part == "visits" else found.moves) or "none"
        if part == "move":
            return found.moves[0] if found.moves else "none"
        if part == "utility":
            return as_typed(float(found.utility))
        if part == "counts":
            return str(found.counts[row])
        if part == "cutoffs":
            return {name for cut in found.cuts for name in cut.skipped} or {NOTHING}
        if part == "windows":
            if row not in found.windows:
                return NOT_VISITED
            ends = dict(zip("αβ", map(as_typed, found.windows[row]), strict=True))
            return ends[column] if column else f"({ends['α']}, {ends['β']})"
        if part == "values":
            return as_typed(float(found.values[row])) if row in found.values else NOT_VISITED
        counts = counts_asked(self.made.problems[0].spec)
        cells = dict(answer_to(part, self.version, counts, found).cells)
        if row not in cells:
            return NOT_VISITED
        top, _, bottom = cells[row].replace("−", "-").partition("/")
        return as_typed(float(top) / float(bottom or 1))


def test_questions_are_made_without_the_notes_of_a_key(monkeypatch):
    monkeypatch.setattr(solutions, "_notes", lambda *_: pytest.fail("they take most of the time"))
    for name in ("lecture", "matrix"):
        bank, _ = bank_of(PROBLEMS[name])
        assert questions_in(bank, "moodle")


@over("name", EXPLAINED, ms=45)
@over("platform", ["moodle", "qti"])
def test_right_answers_earn_everything(name, platform):
    bank, (made,) = bank_of(EXPLAINED[name])
    student = Student(made)
    questions = [one for one in questions_in(bank, platform) if one.fields]
    asked = {q.part for q in bank.variants[0].problems[0].questions}
    written = {
        q.part
        for q in bank.variants[0].problems[0].questions
        if isinstance(q.answer, WrittenAnswer)
    }
    marked = {one.part for question in questions for one in question.fields}
    assert marked | written >= asked
    for question in questions:
        assert question.share(student) == pytest.approx(1, abs=1e-4), question


@over("part", ["visits", "values", "windows", "cutoffs", "move", "utility"], ms=45)
@over("source", ["lecture", "deep-cutoff"])
@over("platform", ["moodle", "qti"])
def test_misconceptions_earn_less_in_the_parts_that_show_them(part, source, platform):
    bank, (made,) = bank_of(f"{{source: {source}, search: alphabeta, parts: [{part}]}}")
    right = Student(made)
    questions = questions_in(bank, platform)
    fields = [one for question in questions for one in question.fields]
    tried = 0
    for kind in MISCONCEPTIONS.values():
        for reading in kind.readings(right.version.task):
            student = Student(made, reading.answers)
            places = [(one.part, one.row, one.column) for one in fields]
            if all(student(*one) == right(*one) for one in places):
                continue
            shares = [one.share(student) for one in questions]
            assert min(shares) < 1, (kind.slug, shares)
            tried += 1
    assert tried, "no misconception shows in this part"


@over("name", SEARCHES, ms=45)
def test_every_accepted_text_earns_its_share_from_the_grader(name):
    bank, (made,) = bank_of(SEARCHES[name])
    (grader,) = made.graders
    for question in bank.variants[0].problems[0].questions:
        if not isinstance(question.answer, Field):
            continue
        for one in question.answer.accepted:
            sheet = sheet_of_text(f"{question.part}: {one.text}", "sheet", ".txt")
            mark = next(x for x in grader.mark(sheet).parts if x.part == question.part)
            assert mark.score == pytest.approx(one.share * mark.most), one


def test_a_single_part_is_a_cloze_question_too():
    """It has the points of the spec, and a table the points of its cells."""

    def question_of(parts, search="alphabeta"):
        bank, _ = bank_of(f"{{source: lecture, search: {search}, parts: {{{parts}}}}}")
        (question,) = questions_in(bank, "moodle")
        return question.kind, [one.weight for one in question.fields]

    for part in ("visits", "utility", "cutoffs", "move"):
        assert question_of(f"{part}: 4") == ("cloze", [4]), part
    assert question_of("visits: 4", "minimax") == ("cloze", [4])
    assert question_of("values: 4") == ("cloze", [1] * 4)
    assert question_of("windows: 4, move: 1") == ("cloze", [1] * 8 + [2])


def test_fields_of_a_cloze_weigh_as_the_points_of_the_spec():
    problem = "{source: lecture, search: alphabeta, parts: {visits: 4, windows: 2, move: 0.5}}"
    (question,) = questions_in(bank_of(problem)[0], "moodle")
    weights = {}
    for one in question.fields:
        weights[one.part] = weights.get(one.part, 0) + one.weight
    assert weights["visits"] == 2 * weights["windows"] == 8 * weights["move"]


def test_partial_credit_is_what_the_grader_gives_in_whole_percents():
    bank, (made,) = bank_of("{source: lecture, search: alphabeta, parts: {visits: 4}}")
    (question,) = questions_in(bank, "moodle")
    task = made.graders[0].preferred.task
    readings = [one for kind in MISCONCEPTIONS.values() for one in kind.readings(task)]
    whole = next(one for one in readings if len(one.answers.visits) == 13)
    assert question.share(Student(made, whole.answers)) == 0.9  # 10 of 11 items
    (offered,) = bank.variants[0].problems[0].questions
    for one in offered.answer.accepted:
        got = question.fields[0].earned(one.text)
        assert one.share - 0.01 < got <= one.share + 1e-6
        assert bool(one.remark) == (one.share < 1)


VISITS = "{generate: {plies: 3, cutoffs: 1, unique: true}, search: alphabeta, parts: [visits]}"


@pytest.mark.parametrize("platform", ["moodle", "qti"])
def test_bank_has_a_question_for_each_variant_that_differs(platform):
    fixed = "{source: lecture, search: alphabeta, parts: [visits]}"
    bank, made = bank_of(VISITS, fixed, variants=numbered(3))
    names = [one.name for one in questions_in(bank, platform)]
    assert len(names) == 3 + 1
    if platform != "qti":
        assert [re.search(r"variant (\d)", name) is not None for name in names] == [True] * 3 + [
            False
        ]
    (content,) = files_of(bank, platform).values()
    if platform == "qti":
        ((_, groups),) = canvas(content).items()
        assert [len(group) for group in groups] == [3, 1]
    texts = [one.solutions[0].answers["visits"].text for one in made]
    for question, text in zip(questions_in(bank, platform), texts, strict=False):
        (one,) = question.fields
        assert one.earned(text) == 1


def test_class_list_gives_named_questions_and_a_quiz_for_each_student():
    students = [Variant(name, name.replace(" ", "-"), name) for name in ("Ann Lee", "Bo <X>")]
    bank, _ = bank_of(VISITS, variants=students)
    assert [one.name for one in questions_in(bank, "moodle")] == [
        "T, Problem 1, Ann Lee",
        "T, Problem 1, Bo <X>",
    ]
    (content,) = files_of(bank, "qti").values()
    assert [*canvas(content)] == ["T, Ann Lee", "T, Bo <X>"]


@pytest.mark.parametrize("platform", ["moodle", "qti"])
@pytest.mark.parametrize("name", ["matrix", "own matrix", "hand run"])
def test_what_cannot_be_asked_is_a_free_text_with_a_note(name, platform):
    bank, _ = bank_of(PROBLEMS[name])
    questions = questions_in(bank, platform)
    free = [
        one.part
        for one in bank.variants[0].problems[0].questions
        if isinstance(one.answer, WrittenAnswer)
    ]
    assert free
    notes = PLATFORM_FORMATS[platform].notes(bank)
    for part in free:
        assert f"problem 1, {part}: a free text, which a person must grade" in notes
    essays = [one for one in questions if not one.fields and one.kind != "text_only"]
    assert len(essays) == (1 if platform == "moodle" else len(free))


def test_fields_do_not_show_whether_a_node_is_visited():
    """A field for numbers refuses "not visited", so it would tell that the node is visited."""
    problem = "{source: lecture, search: alphabeta, parts: [values, windows, move]}"
    bank, _ = bank_of(problem)
    (content,) = files_of(bank, "moodle").values()
    assert b"NUMERICAL" not in content
    plain, _ = bank_of("{source: lecture, search: minimax, parts: [values, move]}")
    (content,) = files_of(plain, "moodle").values()
    assert content.count(b"NUMERICAL") == 4


def test_infinity_has_several_spellings_on_every_platform():
    problem = "{source: lecture, search: alphabeta, parts: {windows: 1, move: 1}}"
    bank, (made,) = bank_of(problem)
    right = Student(made)
    for typed in ("inf", "∞", "+∞", "+inf", "Infinity"):

        def student(part, row, column, typed=typed):
            found = right(part, row, column)
            return found if "-inf" in found else found.replace("inf", typed)

        for platform in ("moodle", "qti"):
            for question in questions_in(bank, platform):
                if question.fields:
                    assert question.share(student) == pytest.approx(1), (typed, platform)


def test_conventions_that_disagree_cost_nothing_where_they_do():
    problem = (
        "{source: ties, search: alphabeta, convention: aima, accept: [cs188], parts: [cutoffs]}"
    )
    bank, (made,) = bank_of(problem)
    (question,) = questions_in(bank, "moodle")
    for version in made.graders[0].versions:
        ticked = {name for cut in version.answers.cuts for name in cut.skipped}
        share = question.share(lambda *_, ticked=ticked: ticked or {NOTHING})
        assert share == pytest.approx(1, abs=1e-4)


def test_vectors_in_moodle_are_those_that_the_grader_reads_as_right():
    tree = "'[[[(3,2,5),(4,2,3)],[(1,1,2),(7,1,1)]],[(1,8,1),(1,7,1)]]'"
    problem = f"{{source: {tree}, search: maxn, sum: 10, parts: [values, utility]}}"
    bank, (made,) = bank_of(problem)
    (content,) = files_of(bank, "moodle").values()
    fields = re.findall(r"SHORTANSWER:=(\([^{}]*|≥[^{}]*)\}", content.decode())
    spellings = [one.split("~=") for one in fields if one.startswith("(3, 2, 5)~")][-1]
    assert {"(3,2,5)", "[3, 2, 5]", "3, 2, 5", "3 2 5"} <= {*spellings}
    for spelling in spellings:
        marked = made.graders[0].mark(sheet_of_text(f"utility: {spelling}", "s"))
        assert next(one for one in marked.parts if one.part == "utility").ok, spelling
    assert any("~=≥ 8~" in field for field in fields)


@pytest.mark.parametrize("platform", ["moodle", "qti"])
def test_letter_is_asked_about(platform):
    tree = "[[3, 12, 8], [x, 4, 6], [14, 5, 2]]"
    bank, _ = bank_of(f"{{tree: {tree}, ask: pruned C2, parts: {{numbers: 2}}}}")
    texts = [one.text for one in questions_in(bank, platform)]
    assert any("For which numbers x does the search prune C2?" in text for text in texts)


def test_tilde_in_a_name_is_refused_for_moodle():
    tree = '{tree: {id: "r~", children: [1, 2]}, search: minimax, parts: [visits, move]}'
    bank, _ = bank_of(tree)
    with pytest.raises(InvalidInput, match="tilde"):
        files_of(bank, "moodle")


def run_worksheet(*arguments):
    return CliRunner().invoke(cli, ["worksheet", *arguments])


def test_notes_name_what_is_asked_in_another_way(tmp_path):
    (tmp_path / "set.yaml").write_text(
        "title: T\nproblems:\n"
        "  - {source: lecture, search: alphabeta, parts: [cutoffs]}\n"
        "  - {matrix: mp520, parts: [dominance]}\n"
    )
    done = run_worksheet(str(tmp_path / "set.yaml"), "-f", "moodle", "-o", str(tmp_path / "out"))
    assert (
        "moodle: problem 1, cutoffs: asks for the pruned children, not for α and β" in done.stderr
    )
    assert "moodle: problem 2, dominance: a free text, which a person must grade" in done.stderr


def test_position_to_a_depth_asks_about_the_nodes_above_the_limit():
    bank, (made,) = bank_of(PROBLEMS["board"])
    answers = {one.part: one.answer for one in bank.variants[0].problems[0].questions}
    figure = made.worksheet.tasks[0].figure
    cutoffs = answers["cutoffs"]
    assert len(cutoffs.choices) == len(figure.nodes) - 1 + 1  # no root, but "nothing is pruned"
    inner = {node.name or "root" for node in figure.nodes if node.sign is not Sign.LEAF}
    assert {row.name for row in answers["minimax"].rows} == inner


def test_bank_does_not_go_to_standard_output():
    done = run_worksheet("lab3", "-f", "moodle")
    assert "moodle cannot go to standard output" in done.output + str(done.exception)


@pytest.mark.parametrize("platform", PLATFORM_FORMATS)
def test_questions_show_no_answer_outside_their_answers(platform):
    """The figure and the statement are those of the worksheet, made without a search."""
    bank, (made,) = bank_of(PROBLEMS["lecture"])
    problem, task = bank.variants[0].problems[0], made.worksheet.tasks[0]
    assert problem.task.figure is task.figure
    assert not problem.task.figure.answered
    assert task.statement in problem.task.statement
    if platform == "prairielearn":
        return
    for question in questions_in(bank, platform):
        shown = re.sub(r"\{\d+:.*?(?<!\\)\}", "", question.text)
        assert "A B B1 B2 B3 C C1 D" not in shown
        assert "α = 3" not in shown
