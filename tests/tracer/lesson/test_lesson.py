"""Lessons: reading them, facts about a search, exercises, and the lessons that there are."""

from dataclasses import replace
from pathlib import Path

import pytest

from engine.errors import InvalidInput
from tests.support.cases import over
from tests.support.lessons import lesson_of
from tests.support.tables import table
from tests.tracer.lesson.test_exercises import answered
from tracer import trace
from tracer.generate.tree_facts import right_and_wrong_answers
from tracer.hands.events import Back, Need
from tracer.hands.judging import right_event
from tracer.lesson.exercise import Exercise
from tracer.lesson.facts import fact_of, step_at
from tracer.lesson.figures import PageFigure
from tracer.lesson.lint import lint
from tracer.lesson.plain_text import figure_lines, prose_lines, solution_lines
from tracer.lesson.session import LessonSession
from tracer.mistakes import MISCONCEPTIONS
from tracer.worksheet.contents.answers import answer_to
from tui.lessons import lesson_names, open_lesson

# Reading --------------------------------------------------------------------------------------


def test_lesson_is_named_after_its_file_without_the_number():
    assert lesson_of("  - say: one\n").name == "test"


@over(("page", "where", "message"), table(__file__, "lessons_refused"))
def test_errors_in_a_lesson_are_reported_with_their_place(page, where, message):
    with pytest.raises(InvalidInput, match=message.replace("(", r"\(")) as error:
        lesson_of(f"  - {page}\n")
    assert f"01-test.yaml:{where}" in str(error.value)


def test_letters_of_any_script_are_accepted():
    text = "αβ ▲ é 漢字 \N{ZERO WIDTH JOINER} x"
    assert lesson_of(f'  - say: "{text}"\n').pages[0].text == text


# Facts and steps ------------------------------------------------------------------------------


def test_docs_describe_every_fact():
    with pytest.raises(InvalidInput) as refused:
        fact_of(trace("lecture"), 0, "nothing")
    examples = {"count X": "count visited", "pass value N": "pass value 2"}
    known = refused.value.expected.removeprefix("one of ").split(", ")
    page = (Path(__file__).parents[3] / "docs" / "lessons.md").read_text("utf-8")
    assert [fact for fact in known if f"`{examples.get(fact, fact)}`" not in page] == []


@over("row", table(__file__, "facts"))
def test_facts_about_a_search_are_those_of_the_table(row):
    found = trace(**row["search"])
    step = step_at(found, row.get("at", "end"))
    for fact, text in row["facts"].items():
        assert fact_of(found, step, fact).answer == text, fact
    for fact, message in row.get("refused", {}).items():
        with pytest.raises(InvalidInput, match=message):
            fact_of(found, step, fact)


@over(("at", "kind", "name"), table(__file__, "steps"))
def test_steps_are_selected_by_their_events(at, kind, name):
    found = trace("lecture")
    event = found.at(step_at(found, at)).event
    assert (event.kind, event.name) == (kind, name)


@over("at", ["enters C2", "enters B (2)", "cut at B", "99", "somewhere", ""])
def test_steps_that_do_not_exist_are_refused(at):
    with pytest.raises(InvalidInput):
        step_at(trace("lecture"), at)


# Exercises ------------------------------------------------------------------------------------

WALK = "  - exercise: {generate: {plies: 2, branching: 2, cutoffs: 1}, search: alphabeta}\n"
SHEET = (
    "  - exercise: {generate: {plies: 2, branching: 3, cutoffs: 1..2}, search: alphabeta,"
    " ask: [visits, move]}\n"
)


def worked(sitting, *, is_cut_missed=False):
    """Work the search of a tree by hand; return the feedback."""
    hands = sitting.hands
    while not hands.is_over:
        event = right_event(hands.right, hands.work)
        left = hands.work.frame.children_left
        if is_cut_missed and event == Back() and left and hands.work.need is Need.STEP:
            hands.visit(left[0])
        hands._do(event)
    return sitting.take_hand_work()


def test_exercise_is_finished_after_two_correct_trees_in_a_row():
    sitting = LessonSession(lesson_of(WALK), "s")
    assert sitting.view.is_by_hand
    worked(sitting)
    assert sitting.view.progress_text == "tree 1: 1 right in a row, 1 to go"
    assert sitting.forward()
    verdict = worked(sitting, is_cut_missed=True)
    assert sitting.view.progress_text == "tree 2: 2 to go"
    assert "steps right at once, not at" in verdict.text
    assert "Your streak starts over." in verdict.text
    for _ in range(2):
        assert sitting.forward()
        worked(sitting)
    assert sitting.view.progress_text == "done"
    assert not sitting.forward()
    assert sitting.is_finished


def test_wrong_sheet_is_diagnosed_and_the_search_plays_from_its_first_error():
    exercise = Exercise(lesson_of(SHEET).pages[0].exercise, "s")
    every = [place.name for place in trace(exercise.topic.problem.source, "minimax").walk()]
    verdict = answered(exercise, visits=" ".join(every), move=exercise.topic.trace.move)
    assert not verdict.is_right
    assert verdict.misconception in ("window-reset", "refuses-cutoff")
    scene = exercise.scene
    assert scene.plays
    assert scene.trace is exercise.topic.trace
    assert 0 < scene.step < len(scene.trace.replay)


#: What no tree of this kind can show: it has no chance nodes or depth limit, its
#: moves are asked about apart, and a slip of arithmetic is nobody's habit.
NOT_SHOWN = {"bound-as-exact", "depth-off-by-one", "chance-misread", "arithmetic-slip"}
THREE_PLIES = """\
  - exercise:
      generate: {plies: 3, branching: 2..3, cutoffs: 1..3}
      search: alphabeta
"""


@over("slug", sorted(set(MISCONCEPTIONS) - NOT_SHOWN), ms=45)
def test_next_tree_shows_the_misconception(slug):
    """Check that a student with the misconception submits a different answer."""
    spec = lesson_of(THREE_PLIES).pages[0].exercise
    tree = Exercise(spec, "s", exposes=slug).topic.problem.source
    shown = False
    for part in ("visits", "values", "windows"):
        order = replace(spec.order, apart=(slug,), apart_in=(part,))
        right, sheets = right_and_wrong_answers(tree, order)
        shown = shown or right not in sheets[slug]
    assert shown


@over("slug", sorted(NOT_SHOWN))
def test_misconception_that_no_tree_shows_gets_an_ordinary_tree(slug):
    spec = lesson_of(WALK).pages[0].exercise
    assert (
        Exercise(spec, "s", exposes=slug).topic.problem.source.values
        == Exercise(spec, "s").topic.problem.source.values
    )


def test_custom_tree_is_worked_by_hand():
    sitting = LessonSession(lesson_of("  - exercise: {own: yes, search: alphabeta}\n"), "s")
    assert sitting.view.scene is None
    for wrong in ("lecture", "[[3, 4]", "5", "[[1, {p: 2}]]"):
        with pytest.raises(InvalidInput):
            sitting.answer(wrong)
    assert sitting.answer("[[3, 4], [1, 9]]") is None
    assert sitting.hands.right.value == 3
    worked(sitting)
    assert sitting.view.progress_text == "done"


# Lint -----------------------------------------------------------------------------------------


@over(
    ("page", "message"), [*table(__file__, "lint"), ("{say: " + "word " * 200 + "}", "200 words")]
)
def test_lint_reports_false_claims(page, message):
    faults = [str(fault) for fault in lint(lesson_of(f"  - {page}\n"))]
    assert any(message in fault for fault in faults), faults
    assert all("01-test.yaml:5" in fault for fault in faults)


def test_lint_accepts_list_numbers_numbers_of_the_shown_run_and_180_words():
    pages = (
        f"  - {{at: end, say: {'word ' * 180}}}\n"
        "  - {at: end, say: '1. one\n\n      2. two'}\n"
        "  - {about: {mcts: mp520}, at: 2, say: W has 0.2200 and N 0.135.}\n"
    )
    assert not list(lint(lesson_of(pages)))


@over(("source", "nodes", "plies"), [("best-order", 121, 4), ("lecture", 13, 2)])
def test_first_plies_of_a_large_tree_are_readable_before_its_search(source, nodes, plies):
    lines = figure_lines(PageFigure(trace(source)))
    named = {word for line in lines for word in line.replace("┬", " ").split()}
    every = {place.name: place.row for place in trace(source, "minimax").walk()}
    depth = trace(source, "minimax").log.depth
    read = [name for name in every if name in named]
    if nodes <= 40:
        assert read == [*every]
    else:
        assert lines[0] == f"{nodes} nodes, 81 leaves, {plies} plies; the first 3 plies:"
        assert read == [name for name, row in every.items() if depth[row] <= 3]


def test_prose_is_formatted_as_plain_lines():
    text = (
        "One **bold** word.\n\n- first\n- second\n\n| a | bb |\n|---|---|\n| 1 | 2 |\n\n    code\n"
    )
    assert prose_lines(text, 40) == [
        "One bold word.", "", "- first", "- second", "", "a  bb", "1  2", "", "    code",
    ]  # fmt: skip


# The lessons that there are -------------------------------------------------------------------


def sheet_exercises():
    """The exercises of the tutorial that ask for a sheet about alpha-beta."""
    for name in lesson_names():
        for number, page in enumerate(open_lesson(name).pages, 1):
            spec = page.exercise
            if spec is not None and spec.search == "alphabeta" and not spec.is_by_hand:
                yield pytest.param(spec, id=f"{name}-{number}")


@over("name", lesson_names(), ms=45)
def test_every_lesson_passes_lint(name):
    assert [str(fault) for fault in lint(open_lesson(name))] == []


def test_every_misconception_is_an_anticipated_wrong_answer_of_some_lesson():
    met = {
        mistake.misconception
        for name in lesson_names()
        for page in open_lesson(name).pages
        if page.ask
        for mistake in (*page.ask.choices, *page.ask.slips)
    }
    assert {*MISCONCEPTIONS} <= met


@over("spec", sheet_exercises, ms=45)
def test_answers_of_every_misconception_are_diagnosed(spec):
    """Check that their answers are wrong and give it, or one that looks the same."""
    told_of = set()
    for slug in sorted(set(MISCONCEPTIONS) - NOT_SHOWN):
        pupil = Exercise(spec, "pupil")
        version = pupil.topic.grader.preferred
        whole = {part: answer_to(part, version).text for part in spec.asks}
        right = {part: sorted(text.replace(",", "").split()) for part, text in whole.items()}
        for reading in MISCONCEPTIONS[slug].readings(version.task):
            answers = {
                part: answer_to(part, version, (), reading.answers).text for part in spec.asks
            }
            in_order = {
                part: sorted(text.replace(",", "").split()) for part, text in answers.items()
            }
            is_begun = all(whole[part].startswith(text) for part, text in answers.items())
            if in_order != right and all(answers.values()) and not is_begun:  # it shows here
                verdict = answered(pupil, **answers)
                assert not verdict.is_right, (slug, answers)
                title = MISCONCEPTIONS[verdict.misconception].title.casefold()
                assert title in verdict.text.casefold(), (slug, answers)
                exposed = {pupil.next_tree().exposes, pupil.as_record()["exposes"]}
                assert exposed <= {*verdict.suspects}, (slug, answers)
                told_of.add(slug)
                break
    assert len(told_of) >= 5


def test_board_of_a_game_is_shown_beside_the_step():
    board = trace("tic-tac-toe@xox|xxo|o..").game
    lines = figure_lines(PageFigure(trace("tic-tac-toe@xox|xxo|o.."), 1))
    drawn = [line.rstrip() for line in board.draw(board.result(board.initial, 8)).split("\n")]
    assert len(drawn) == 5
    assert drawn == lines[lines.index("") + 1 :][:5]
    assert not any("--+" in line for line in figure_lines(PageFigure(trace("lecture"), 1)))
    without_cells = figure_lines(PageFigure(trace("nim:1,2"), 1))
    assert without_cells[without_cells.index("") + 1].startswith("Step 1: ")


def test_figure_without_a_step_has_no_solution():
    assert solution_lines(PageFigure(trace("lecture"))) == []
    assert solution_lines(PageFigure(None, 3)) == []
