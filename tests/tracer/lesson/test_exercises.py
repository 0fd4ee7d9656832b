"""Exercises on new payoff matrices and MCTS runs, checked independently."""

import re
from dataclasses import replace
from fractions import Fraction
from itertools import product
from math import inf

import pytest

from engine.errors import InvalidInput
from engine.game import Player
from engine.mcts.hand_run import Identity
from tests.support.cases import over
from tests.support.lessons import lesson_of
from tests.support.naive import AlphaBeta, as_lists, minimax
from tests.support.naive_hand_run import NaiveRun
from tests.support.tables import table
from tracer.lesson.exercise import Exercise
from tracer.lesson.fresh_trees import find_end
from tracer.lesson.lint import lint
from tracer.lesson.plain_text import solution_lines
from tracer.lesson.session import LessonSession
from tracer.questions.forms import Window

MATRIX = "{rows: 2..3, columns: 2..3, dominated: yes, pure: 1..2}"
ASKED = "[dominance, dominant, equilibria]"
RUN = "{iterations: 5..6}"
LETTERS = "{plies: 2, branching: 3, values: 0..15, bands: ['C1:pruned=C2', 'D1:visited=D2']}"
GUESS = "{generate: {plies: 2, branching: 3}, search: alphabeta, guess: yes, ask: [visits, values]}"
BOUNDED = (
    "{generate: {plies: 2, branching: 2..3, chance: 1, values: 0..10},"
    " search: star1, ask: [visits, move]}"
)
SEEDS = [f"seed {n}" for n in range(12)]


def lesson(exercise):
    return lesson_of(f"  - exercise: {exercise}\n", about="")


def exercise_of(text, seed="s"):
    return Exercise(lesson(text).pages[0].exercise, seed)


def matrix_exercise(seed="s", order=MATRIX, ask=ASKED):
    return exercise_of(f"{{matrix: {order}, ask: {ask}}}", seed)


def run_exercise(seed="s", order=RUN, ask="[added, expanded, mcts, move]"):
    return exercise_of(f"{{mcts: {order}, ask: {ask}}}", seed)


def numbers(game):
    """The payoffs of both players, by row and column, as plain numbers."""
    return [[(int(a), int(b)) for a, b in row] for row in game.pairs]


# Matrices by a second way ---------------------------------------------------------------------


def own_payoffs(pairs, player):
    """A player's payoffs by own strategy and then by the other's."""
    if player == "Row":
        return [[a for a, _ in row] for row in pairs]
    return [[row[column][1] for row in pairs] for column in range(len(pairs[0]))]


def dominated(pairs, player):
    payoffs, letter = own_payoffs(pairs, player), player[0].lower()
    found = []
    for one, mine in enumerate(payoffs, 1):
        better = [
            theirs
            for other, theirs in enumerate(payoffs, 1)
            if other != one
            and all(a >= b for a, b in zip(theirs, mine, strict=True))
            and theirs != mine
        ]
        if better:
            strictly = any(
                all(a > b for a, b in zip(theirs, mine, strict=True)) for theirs in better
            )
            found.append(f"{letter}{one} {'strictly' if strictly else 'weakly'}")
    return f"{player}: {', '.join(found) or 'none'}"


def pure(pairs):
    rows, columns = range(len(pairs)), range(len(pairs[0]))
    return [
        f"(r{r + 1}, c{c + 1})"
        for r, c in product(rows, columns)
        if pairs[r][c][0] == max(pairs[other][c][0] for other in rows)
        and pairs[r][c][1] == max(pairs[r][other][1] for other in columns)
    ]


@over("seed", SEEDS)
def test_matrix_answers_agree_with_an_independent_solution(seed):
    exercise = matrix_exercise(seed)
    pairs = numbers(exercise.topic.problem.source)
    assert exercise.topic.right("dominance") == (
        f"{dominated(pairs, 'Row')}; {dominated(pairs, 'Column')}"
    )
    assert sorted(exercise.topic.right("equilibria").split("; ")) == pure(pairs)
    assert 1 <= len(pure(pairs)) <= 2
    assert 2 <= len(pairs) <= 3
    assert 2 <= len(pairs[0]) <= 3
    assert "ly" in exercise.topic.right("dominance")


@over("seed", SEEDS)
def test_no_player_loses_nothing_by_deviating_from_an_equilibrium(seed):
    pairs = numbers(
        matrix_exercise(seed, "{rows: 3, columns: 3, payoffs: 0..3}").topic.problem.source
    )
    for r, c in product(range(3), range(3)):
        if f"(r{r + 1}, c{c + 1})" in pure(pairs):
            assert [row[c][0] for row in pairs].count(pairs[r][c][0]) == 1
            assert [pair[1] for pair in pairs[r]].count(pairs[r][c][1]) == 1


def dense_value(payoffs):
    """The value of a zero-sum game of two rows: the best of the mixes at which lines cross."""
    first, second = payoffs
    crossings = [Fraction(0), Fraction(1)]
    for a, b in product(range(len(first)), repeat=2):
        slope = (first[a] - second[a]) - (first[b] - second[b])
        if slope and 0 <= (p := Fraction(second[b] - second[a], slope)) <= 1:
            crossings.append(p)
    return max(
        min(p * x + (1 - p) * y for x, y in zip(first, second, strict=True)) for p in crossings
    )


@over("seed", SEEDS)
@over("pure_ones", ["0", "1"])
def test_zero_sum_value_agrees_with_an_independent_solution(seed, pure_ones):
    order = f"{{columns: 2..3, payoffs: -5..5, zero-sum: yes, pure: {pure_ones}}}"
    exercise = matrix_exercise(seed, order, "[utility]")
    pairs = numbers(exercise.topic.problem.source)
    assert all(a + b == 0 for row in pairs for a, b in row)
    right = exercise.topic.right("utility")
    assert Fraction(right) == dense_value([[a for a, _ in row] for row in pairs])
    assert exercise.answer(right).is_right


# Runs by a second way -------------------------------------------------------------------------


@over("order", ["{iterations: 4}", RUN, "{iterations: 6, c: 1}"])
@over("seed", SEEDS[:6])
def test_mcts_answers_agree_with_an_independent_solution(seed, order):
    topic = run_exercise(seed, order).topic
    run = NaiveRun(replace(topic.problem.source, identity=Identity.PATHS))
    added = [one.path for one in run.iterations]
    assert topic.right("expanded").split() == [path[-1] for path in added]
    last = run.scores("")
    assert topic.right("move") == run.best(last)
    compared = [last, *(scores for one in run.iterations for _, scores in one.chosen)]
    for first, second, *_ in (sorted(scores.values(), reverse=True) for scores in compared):
        assert first - second >= 0.05 - 1e-9  # nobody's rounding decides
    rows = dict(row.split(": ", 1) for row in topic.right("mcts").split("; "))
    assert rows.keys() == {path or "root" for path in run.counts}
    for path, (visits, total) in run.counts.items():
        statement, mean = rows[path or "root"].split("mean ")
        assert statement == f"visits {visits}, "
        assert Fraction(mean) == total / visits
        assert len(mean.partition(".")[2]) <= 3
    ways = run_exercise(seed, order, "[added]")
    assert ways.answer(" ".join(added)).is_right


@pytest.mark.parametrize("iterations", [4, 5, 6])
def test_second_terms_are_listed_for_every_count_of_a_direction(iterations):
    order = f"{{iterations: {iterations}, selection: ucb1}}"
    shown = "\n".join(run_exercise(order=order).scene.lines)
    # Each of the four directions is tried once before UCB1 selects among them.
    most = iterations - 3
    assert re.findall(r"n = (\d)", shown) == [str(n) for n in range(1, most + 1)]
    assert re.findall(r"N = (\d)", shown) == [str(n) for n in range(4, iterations + 1)]


# Trees for one agent, and how many nodes a tree has --------------------------------------------


def leaves(tree):
    """All leaves of nested lists."""
    return [one for below in tree for one in leaves(below)] if isinstance(tree, list) else [tree]


@over("exposes", ["", "max-min-swapped"])
@over("seed", SEEDS[:6])
def test_single_player_gets_the_largest_leaf(seed, exposes):
    text = "{generate: {plies: 2, branching: 2..3, distinct: true}, search: single, ask: [utility]}"
    exercise = Exercise(lesson(text).pages[0].exercise, seed, exposes=exposes)
    found = leaves(as_lists(exercise.topic.problem.source))
    assert len(set(found)) == len(found)
    assert float(exercise.right) == max(found)
    assert not exercise.answer(str(min(found))).is_right


def test_expectimax_exercise_has_chance_nodes_for_the_opponent():
    text = "{generate: {plies: 2, branching: 2}, search: expectimax, ask: by hand}"
    exercise = exercise_of(text)
    hands = exercise.hands
    hands.visit(0)
    assert hands.work.frame.player is Player.CHANCE
    first, second = as_lists(exercise.topic.problem.source)[0]
    for place, total in enumerate((first / 2, (first + second) / 2)):
        hands.visit(place)
        hands.write_value(total)
        assert hands.work.frame.v == total
    assert not hands.slips


def test_single_player_exercise_has_no_chance_and_no_opponent_to_start():
    for shape in ("{plies: 2, root: min}", "{plies: 2, chance: 1}"):
        text = f"{{generate: {shape}, search: single, ask: [utility]}}"
        (fault,) = lint(lesson(text))
        assert "single" in str(fault)


@over("seed", SEEDS[:6])
def test_minimax_visits_every_node(seed):
    text = "{generate: {plies: 3, branching: 2..3}, search: minimax, ask: counts}"
    exercise = exercise_of(text, seed)

    def nodes(tree):
        return 1 + sum(map(nodes, tree)) if isinstance(tree, list) else 1

    tree = as_lists(exercise.topic.problem.source)
    assert exercise.right == f"visited={nodes(tree)}"
    verdict = exercise.answer(str(len(leaves(tree))))
    assert verdict.misconception == "other-count"


# Sitting through them -----------------------------------------------------------------------------


def answered(exercise, **others):
    """Answer every part correctly, except those named."""
    verdict = None
    while not exercise.is_over:
        verdict = exercise.answer(others.get(exercise.question[1], exercise.right))
    return verdict


@over("make", [matrix_exercise, run_exercise])
@over("seed", SEEDS[:4])
def test_correct_answers_count_and_two_in_a_row_finish(make, seed):
    exercise = make(seed)
    assert answered(exercise).is_right
    assert "1 right in a row, 1 to go" in exercise.progress_text
    assert not exercise.is_done
    exercise = exercise.next_tree()
    assert answered(exercise).is_right
    assert exercise.is_done


@over(
    ("make", "wrong", "right"),
    [
        (matrix_exercise, {"equilibria": "(r9, c1)"}, None),
        (matrix_exercise, {"dominance": "Row: none; Column: none"}, "dominance"),
        (run_exercise, {"move": "N"}, "move"),
        (run_exercise, {"mcts": "root 1 0.987"}, "mcts"),
    ],
)
def test_mistake_is_answered_with_the_solution_and_its_working(make, wrong, right):
    exercise = make("seed 1" if right == "move" else "s")
    before = exercise.scene.lines
    if right is None:  # it names nothing that there is
        with pytest.raises(InvalidInput, match=r"equilibria could not be read: '.r9, c1.'"):
            answered(exercise, **wrong)
        return
    if right == "move":
        others = [way for way in "NWSE" if way != exercise.topic.right("move")]
        wrong = {"move": others[0]}
    verdict = answered(exercise, **wrong)
    assert not verdict.is_right
    assert exercise.topic.right(right) in verdict.text
    assert exercise.scene.plays
    assert exercise.scene.lines != before
    worked_out = "\n".join(solution_lines(exercise.scene))
    assert ("Pure equilibria" in worked_out) or ("After iteration" in worked_out)
    assert exercise.next_tree().streak == 0


def tree_exercise(seed):
    return exercise_of("{generate: {plies: 2, branching: 2, cutoffs: 1}, search: alphabeta}", seed)


@over("make", [matrix_exercise, run_exercise, tree_exercise])
def test_exercises_are_fresh_and_the_same_for_the_same_student(make):
    def shown(exercise):
        return exercise.scene.lines or exercise.topic.problem.source.values

    first, again, other = (shown(make(seed)) for seed in ("a", "a", "b"))
    assert first == again
    assert first != other
    assert shown(make("a").next_tree()) != first


@over("make", [matrix_exercise, run_exercise])
def test_given_data_reveals_no_answer_and_fits_beside_a_page(make):
    for seed in SEEDS:
        lines = make(seed).scene.lines
        assert max(map(len, lines)) <= 74
        assert len(lines) <= 10
        assert "*" not in "".join(lines)


def test_answer_of_which_an_entry_is_in_doubt_costs_no_try():
    exercise = run_exercise()
    with pytest.raises(InvalidInput, match=r"mcts could not be read: '1 or 2 0.5'"):
        answered(exercise, mcts="root 1 0.987\nW 1 or 2 0.5")
    assert not exercise.is_over


def test_session_asks_about_matrices_and_continues_with_the_next():
    sitting = LessonSession(lesson(f"{{matrix: {MATRIX}, ask: [equilibria]}}"), "s")
    assert sitting.view.progress_text == "matrix 1: 2 to go"
    assert "equilibria" in sitting.view.question
    for _ in range(2):
        assert not sitting.view.can_go_on
        assert sitting.answer(sitting._exercise.right).is_right
        sitting.forward()
    assert sitting.is_finished


# Reading and lint -----------------------------------------------------------------------------


@over(("exercise", "message"), table(__file__, "exercises_refused"))
def test_invalid_exercise_is_refused_with_its_place(exercise, message):
    with pytest.raises(InvalidInput, match=r"01-test\.yaml:4:") as caught:
        lesson(exercise)
    assert message in str(caught.value)


@over("key", ["matrix: {rows: }", "matrix: {zero-sum: , dominated: , pure: }"])
def test_key_without_a_value_is_as_if_it_were_missing(key):
    spec, usual = (
        lesson(f"{{{text}, ask: equilibria}}").pages[0].exercise for text in (key, "matrix: {}")
    )
    assert spec == usual


@over("exercise", table(__file__, "matrices_that_do_not_exist"), ms=45)
def test_lint_reports_matrices_that_do_not_exist(exercise):
    (fault,) = lint(lesson(exercise))
    assert "matrices has the requested properties" in str(fault)


def test_nodes_of_wrong_entries_are_marked_in_the_tree():
    made = exercise_of(
        "{generate: {plies: 2, branching: 2}, search: minimax, ask: values, until: 1}"
    )
    assert made.scene.marked == frozenset()
    values = dict(one.split("=") for one in made.right.replace(",", " ").split())
    values["B"] = str(int(values["B"]) + 100)
    feedback = answered(made, values=" ".join(f"{node}={value}" for node, value in values.items()))
    assert not feedback.is_right
    rows = {one.name: one.row for one in made.topic.trace.walk()}
    assert rows["B"] in made.scene.marked
    assert rows["C"] not in made.scene.marked
    assert feedback.text.count(f"B={values['B']}") == 1
    assert "\n\nAt B: MIN takes the smallest value of B1 = " in feedback.text


@pytest.mark.parametrize(("exercise", "is_game"), table(__file__, "moves_as_games"))
def test_move_without_a_search_is_shown_as_a_game(exercise, is_game):
    made = exercise_of(exercise)
    made.answer(made.right)
    while not made.is_over:
        made.answer(made.right)
    last = len(made.scene.trace.replay) - 1
    assert made.scene.sentence(last).startswith(f"Step {last}: So you play ") is is_game


# Letters, known bounds and guesses ------------------------------------------------------------


def plain_search(tree, **options):
    """A plain program that has searched a tree."""
    program = AlphaBeta(as_lists(tree), **options)
    program.run()
    return program


@over("seed", SEEDS)
def test_numbers_of_a_letter_agree_with_a_plain_program(seed):
    exercise = exercise_of(f"{{letters: {LETTERS}, ask: numbers}}", seed)
    topic = exercise.topic
    assert topic.problem.source.unknowns == ("x",)
    _, leaf = topic.problem.letter.question.split()
    end, tree = find_end(topic), topic.problem.source
    is_visited = {
        leaf in plain_search(tree.replace_letters({"x": end + by})).visited for by in (-1, 0, 1)
    }
    assert is_visited == {True, False}  # the answer changes at its end
    assert exercise.answer(exercise.right).is_right


def test_after_the_answer_the_letter_is_the_number_at_the_end():
    exercise = exercise_of(f"{{letters: {LETTERS}, ask: numbers}}")
    assert exercise.scene.step is None
    answered(exercise, numbers="none")
    scene = exercise.scene
    assert (scene.step, scene.plays) == (0, True)
    (letter,) = exercise.topic.problem.source.letters
    assert scene.trace.game.values[letter] == find_end(exercise.topic)


@over("seed", SEEDS)
def test_guess_is_near_the_value_and_its_test_skips_a_leaf(seed):
    exercise = exercise_of(GUESS, seed)
    tree = exercise.topic.problem.source
    value, guess = minimax(as_lists(tree)), int(exercise.topic.trace.log.beta[0])
    assert guess in (value, value + 1)
    assert f"is the root worth {guess} or more?" in exercise.question[0]
    assert any(cut.skipped for cut in exercise.topic.trace.cutoffs)
    values = plain_search(tree, window=(guess - 1, guess)).values
    exercise.answer(exercise.right)
    expected = " ".join(f"{node}={values[node]:g}" for node in "ABCD" if node in values)
    assert exercise.answer(expected).is_right


@over("seed", SEEDS)
def test_known_bounds_of_the_leaves_skip_an_outcome(seed):
    exercise = exercise_of(BOUNDED, seed)
    assert "Every leaf is known to be from 0 to 10." in exercise.question[0]
    assert any(cut.skipped for cut in exercise.topic.trace.cutoffs)
    assert len(exercise.right.split()) < len(exercise.topic.problem.source)


# The feedback on a typed window that is partly right ----------------------------------------------


@pytest.mark.parametrize(("typed", "departure"), table(__file__, "wrong_windows"))
def test_a_wrong_window_says_which_end_is_wrong(typed, departure):
    form, right = Window(), (5.0, inf)
    claim = form.read(typed)
    assert not form.is_same(claim, right)
    assert form.describe_departure(claim, right) == departure
