"""The steps of an MCTS run by hand, against a second run with plain dictionaries."""

import math
import random
import re
from fractions import Fraction

import pytest

from engine.errors import InvalidInput
from engine.mcts.hand_run import Axis, Direction, HandRunSetup, Identity, Selection
from tests.support.cases import over
from tests.support.golden import check_golden
from tests.support.naive_hand_run import NaiveRun
from tracer.lesson.fresh_tables import RunOrder, fresh_run
from tracer.questions.forms import Names, Numbers
from tracer.questions.question import judge
from tracer.worked.mcts_run import WorkedMcts
from trees.other_inputs.hand_run import open_hand_run


def setups():
    yield open_hand_run("mp520")
    for choice in ({"c": "1"}, {"y": "down"}, {"nodes": "paths"}):
        yield open_hand_run("mp520", choice)
    for seed in range(12):
        yield fresh_run(RunOrder(), str(seed))
    rng = random.Random(3)
    for identity in Identity:  # deep enough for a selection at depth 1 too
        rewards = {
            ((x, y), depth): Fraction(rng.randrange(1, 100), 100)
            for depth in range(1, 6)
            for x in range(-5, 6)
            for y in range(-5, 6)
        }
        directions = tuple(rng.choice(list(Direction)) for _ in range(40))
        yield HandRunSetup((0, 0), directions, rewards, Selection.UCB1, 0.3, Axis.DOWN, identity)


@over("problem", setups)
def test_every_number_is_that_of_a_second_run(problem):
    run = WorkedMcts("x", problem)
    iterations = NaiveRun(problem).iterations
    assert len(iterations) == len(run.run.iterations)
    for number, (chosen, _, added, reward, totals) in enumerate(iterations, 1):
        part = f"Iteration {number} of {len(problem.directions)}"
        steps = [one for one in run.steps if one.part == part]
        selections = [one for one in steps if one.phase == "Selection" and one.questions]
        assert len(selections) == len(chosen)
        for step, (name, values) in zip(selections, chosen, strict=True):
            lines = "\n".join(step.lines)
            for child, value in values.items():
                (shown,) = re.findall(rf"^{child} .*\n.* = ([\d.]+)", lines, re.MULTILINE)
                assert math.isclose(float(shown), value, abs_tol=6e-5)
            (largest,) = re.findall(r"^(\w) .*\n.*←", lines, re.MULTILINE)
            assert largest == name
            ask, which = step.questions
            child = re.search(r"√?\d[.\d]*\. (\w) \(", ask.text)[1]
            assert judge(ask, f"{values[child]:.2f}").is_right
            assert not judge(ask, f"{values[child] + 0.02:.2f}").is_right
            assert judge(which, name).is_right
            assert not any(judge(which, other).is_right for other in values if other != name)
        expansion, playout, backup = steps[-3:]
        assert expansion.sentence.endswith(f"adds ({added[0]},{added[1]}).")
        assert judge(expansion.questions[0], f"{added[0]}, {added[1]}").is_right
        assert float(playout.sentence.split()[-1].rstrip(".")) == float(reward)
        shown = re.findall(r"visits \d+ \+ 1 = (\d+)\n.* = ([\d.]+)", "\n".join(backup.lines))
        wanted = [(str(visits), round(float(total), 4)) for visits, total in reversed(totals)]
        assert [(visits, float(total)) for visits, total in shown] == wanted
        for ask in backup.questions:
            visits, total = map(float, ask.answer.split(", "))
            assert (visits, total) in [(v, round(float(t), 4)) for v, t in totals]


def test_each_iteration_is_its_four_phases_in_order():
    run = WorkedMcts("mcts:mp520", open_hand_run("mp520"))
    phases = [one.phase for one in run.steps if one.part == "Iteration 6 of 10"]
    assert phases == ["Selection", "Expansion", "Playout", "Backup"]
    assert run.steps[run.step_after(6)].phase == "Backup"
    assert run.steps[-1].sentence == (
        "The next iteration would select W (3,4), with the largest UCB1, 1.6774."
    )


def test_an_added_cell_is_also_named_by_its_direction_and_its_path():
    problem = open_hand_run("mp520")
    run = WorkedMcts("mcts:mp520", problem)
    for one in run.run.iterations:
        steps = [step for step in run.steps if step.part.startswith(f"Iteration {one.number} ")]
        (question,) = next(step for step in steps if step.phase == "Expansion").questions
        path = "".join(way.name for way in (*one.chosen, one.expanded))
        for typed in (one.expanded.name, one.expanded.value.title(), path, f"{path}."):
            assert judge(question, typed).is_right
        for other in {*Direction} - {one.expanded}:
            assert not judge(question, other.name).is_right
        with pytest.raises(InvalidInput):
            judge(question, "NNNNNNNNN")


def test_a_tie_of_the_rule_says_how_many_children_are_equal():
    cells = [(0, 1), (-1, 0), (0, -1), (1, 0)]
    rewards = {(cell, 1): Fraction(cell[0] >= 0, 2) for cell in cells}
    rewards[(0, 2), 2] = Fraction(1)
    directions = tuple(Direction[name] for name in "NWSEN")
    setup = HandRunSetup((0, 0), directions, rewards, Selection.UCB1, 0.3, Axis.UP, Identity.STATES)
    step, *_ = [
        one for one in WorkedMcts("x", setup).steps if one.phase == "Selection" and one.questions
    ]
    assert step.sentence.endswith(" for N (0,1), the first of 3 equal ones.")


def test_a_missing_reward_ends_the_run_with_its_reason():
    run = WorkedMcts("mcts:mp520", open_hand_run("mp520", {"selection": "mean"}))
    assert run.steps[-1].part == "The run stops"
    assert "no reward for" in run.steps[-1].sentence
    assert run.steps[-2].phase == "Backup"


def drawn(run, step):
    return ["".join(piece.text for piece in row) for row in run.draw(step, 60)]


def test_the_tree_shows_the_totals_of_its_step():
    run = WorkedMcts("mcts:mp520", open_hand_run("mp520"))
    check_golden("worked/mcts-tree.txt", "\n".join(drawn(run, run.step_after(5))[2:]))


def test_the_history_lists_finished_iterations():
    run = WorkedMcts("mcts:mp520", open_hand_run("mp520"))
    for step in range(len(run.steps)):
        done = sum(one.phase == "Backup" for one in run.steps[: step + 1])
        rows = run.history(step)
        assert len(rows) == (done + 1 if done else 0)
    last = ["".join(piece.text for piece in row).split() for row in run.history(step)]
    rewards = [str(float(one.reward)) for one in run.run.iterations]
    assert [line[-1] for line in last[1:]] == rewards


def test_a_tree_that_is_too_high_is_an_outline_at_every_step():
    run = WorkedMcts("mcts:mp520", open_hand_run("mp520"))
    high = len(run.draw(len(run.steps) - 1, 120)) + 1
    for step in range(len(run.steps)):
        assert run.draw(step, 120, high) == run.draw(step, 120)
        assert run.draw(step, 120, high - 2)[2:] == run.draw(step, 60)[2:] or step < 3


def questions(run):
    return [(n, ask) for n in range(len(run.steps)) for ask in run.questions(n)]


@over("problem", setups, ms=45)
def test_no_answer_is_visible_beside_its_question(problem):
    run = WorkedMcts("x", problem)
    for step, ask in questions(run):
        before = run.steps[step - 1]
        visible = [before.part, before.sentence, *before.lines, *drawn(run, step - 1)]
        visible += ["".join(piece.text for piece in row) for row in run.history(step - 1)]
        text = "\n".join([*visible, ask.text, ask.hint])
        if isinstance(ask.form, Numbers) and ask.item != "added cell":
            for secret in ask.hidden:
                assert not re.search(rf"(?<![\w.]){re.escape(secret)}(?![\w.])", text), ask
        elif isinstance(ask.form, Names):
            values = re.findall(r"(?m)^  = .* = ([\d.]+)", "\n".join(run.steps[step].lines))
            assert values
            shown = set(re.findall(r"[\d.]+", text))
            assert len(shown & set(values)) < 2, ask  # one may be another number too
