"""The steps of a payoff matrix, against the definitions worked out in a second way."""

import random
import re
from fractions import Fraction

import pytest

from engine.matrix.game import Side
from tests.engine.matrix.naive import beliefs, gains_nobody, game_of, tables
from tests.support.golden import check_golden
from tracer.questions.forms import Names
from tracer.questions.question import judge
from tracer.worked.matrix_run import WorkedMatrix
from trees.other_inputs.kinds import MATRIX
from trees.other_inputs.matrix import open_matrix

RANDOM = [
    game_of(
        [[(rng.randrange(-3, 6), rng.randrange(-3, 6)) for _ in range(n)] for _ in range(m)],
        rng.choice(list(Side)),
    )
    for seed in range(40)
    for rng in [random.Random(seed)]
    for m, n in [(rng.randrange(1, 4), rng.randrange(1, 4))]
]
EXAMPLES = [open_matrix(name) for name in MATRIX.example_names()]
GAMES = [*RANDOM, *EXAMPLES, game_of([[(3, -3), (-1, 1)], [(0, 0), (2, -2)]])]
games = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name or "random")


def named(question):
    return set() if question.answer == "none" else set(re.split(", | and ", question.answer))


def ours(game, side):
    """A player's payoffs by own strategy, then the other's."""
    table = tables(game)[side]
    return table if side == 0 else [list(column) for column in zip(*table, strict=True)]


def is_dominated(table, own, left, others):
    """Whether a mix does better: by Farkas, no belief makes the strategy a best response."""
    rest = [one for one in left if one != own]
    gains = [[table[one][t] - table[own][t] for t in others] for one in rest]
    return bool(gains) and not beliefs([[Fraction(g) for g in row] for row in gains])


@games
def test_best_responses_are_the_largest_payoffs(game):
    run = WorkedMatrix("x", game)
    steps = [one for one in run.steps if one.phase == "Best responses"]
    expected = [
        (
            side,
            {names[k] for k, row in enumerate(table) if row[other] == max(r[other] for r in table)},
        )
        for side in game.order
        for table, names in [(ours(game, side), game.chooser(side).strategies)]
        for other in range(len(table[0]))
    ]
    assert len(steps) == len(expected)
    for step, (side, best) in zip(steps, expected, strict=True):
        assert step.part == f"Best responses of {game.chooser(side).name}"
        largest = {line.split(":")[0] for line in step.lines if "← largest" in line}
        assert largest == best
        for question in step.questions:
            assert named(question) == best
            assert judge(question, ", ".join(sorted(best, reverse=True))).is_right
            assert not judge(question, "none").is_right


@games
def test_every_round_deletes_what_no_belief_supports(game):
    run = WorkedMatrix("x", game)
    left = [list(range(game.size(side))) for side in Side]
    number = 1
    while True:
        part = f"Elimination, round {number}"
        steps = [one for one in run.steps if one.part == part]
        going = {
            side: [
                own
                for own in left[side]
                if is_dominated(ours(game, side), own, left[side], left[side.other])
            ]
            for side in Side
        }
        asked = [one for one in steps if one.questions]
        sides = [side for side in game.order if len(left[side]) > 1]
        assert len(asked) == len(sides)
        for step, side in zip(asked, sides, strict=True):
            names = {game.chooser(side).strategies[own] for own in going[side]}
            assert named(step.questions[0]) == names
            assert judge(step.questions[0], " and ".join(names) or "none").is_right
            assert not judge(step.questions[0], "none" if names else step_name(game, side)).is_right
        if not any(going.values()):
            assert not [one for one in steps if one.sentence.startswith("Delete")]
            break
        assert [one for one in steps if one.sentence.startswith("Delete")] == steps[-1:]
        left = [[own for own in left[side] if own not in going[side]] for side in Side]
        number += 1
    assert f"Elimination, round {number + 1}" not in {one.part for one in run.steps}


def step_name(game, side):
    return game.chooser(side).strategies[0]


@games
def test_mixed_equilibria_are_equilibria_and_their_equations_hold(game):
    run = WorkedMatrix("x", game)
    for step in (one for one in run.steps if one.part.startswith("Mixed equilibrium ")):
        state = step.state
        assert gains_nobody(game, *state.mixes)
        text = "\n".join(step.lines)
        for head, equations, solution, value in re.findall(
            r"^(.*)\n((?:   .* by .*\n)+)   Equal for (.*): (?:both|all) are (.*)\.$", text, re.M
        ):
            assert head
            known = {
                name: Fraction(number.replace("−", "-"))
                for name, number in re.findall(r"(p\d*) = ([^,]+)", solution)
            }
            for line in equations.strip().split("\n"):
                assert calculated(line.split(": ", 1)[1], known) == Fraction(
                    value.replace("−", "-")
                ), line
        for question in step.questions:
            ((weight,),) = question.right
            assert judge(question, question.answer).is_right
            assert judge(question, f"{weight:.2f}").is_right
            assert not judge(question, f"{weight + 0.05:.2f}").is_right


def calculated(text, known):
    """The value of a sum of products such as 3p − 1/2(1 − p)."""
    text = re.sub(r"(?<=\d)(?=[p(])", "*", text.replace("−", "-").replace(" · ", "*"))
    text = re.sub(r"(?<![p\d/])(\d+)", r"Fraction(\1)", text)
    return eval(text, {"Fraction": Fraction, **known})


def drawn(run, step, width=60):
    return ["".join(piece.text for piece in row) for row in run.draw(step, width)]


def test_a_mixed_equilibrium_is_named_if_few_strategies_are_in_use():
    pennies = game_of([[(1, -1), (-1, 1)], [(-1, 1), (1, -1)]])
    wheel = [(0, 0), (-1, 1), (1, -1)]
    stone = game_of([wheel, wheel[2:] + wheel[:2], wheel[1:] + wheel[:1]])
    sentences = [
        step.sentence
        for game in (pennies, stone)
        for step in WorkedMatrix("x", game).steps
        if step.part.startswith("Mixed equilibrium ")
    ]
    assert sentences == [
        "R plays r1 with 1/2 and r2 with 1/2, C plays c1 with 1/2 and c2 with 1/2.",
        "Each mix makes the other player's strategies in use equally good.",
    ]


def test_the_matrix_shows_marks_of_its_step_and_no_later_ones():
    run = WorkedMatrix("matrix:mp520", open_matrix("mp520"))
    assert "*" not in "\n".join(drawn(run, 0))
    whole = next(n for n, one in enumerate(run.steps) if one.part == "Equilibria")
    check_golden("worked/matrix.txt", "\n".join(drawn(run, whole)))


@games
def test_the_drawing_keeps_its_place_from_step_to_step(game):
    run = WorkedMatrix("x", game)
    before_mixes = [n for n, one in enumerate(run.steps) if not one.part.startswith("Mixed eq")]
    assert len({len(drawn(run, step, 500)[2]) for step in before_mixes}) == 1


@games
def test_nothing_beside_a_question_marks_its_answer(game):
    run = WorkedMatrix("x", game)
    for step, question in ((n, one) for n in range(len(run.steps)) for one in run.questions(n)):
        visible = "\n".join([run.steps[step - 1].sentence, *run.steps[step - 1].lines])
        if isinstance(question.form, Names):
            # The names are on the screen, but no claim about the answer.
            assert question.why.rstrip(".") not in visible
            assert "none" not in visible
        else:
            everything = visible + "\n".join(drawn(run, step - 1))
            for secret in question.hidden:
                assert not re.search(rf"(?<![\w./]){re.escape(secret)}(?![\w./])", everything)


def test_names_that_cannot_be_typed_safely_are_not_asked():
    from engine.matrix.game import Chooser, NormalForm

    pairs = tuple(tuple((Fraction(a), Fraction(b)) for b in (0, 1)) for a in (0, 1))
    game = NormalForm(Chooser("R", ("a", "A")), Chooser("C", ("go left", "x")), pairs)
    run = WorkedMatrix("x", game)
    asked = [one.text for n in range(len(run.steps)) for one in run.questions(n)]
    assert asked
    assert not any("R's" in text or "of R " in text for text in asked)
    best = next(q for n in range(len(run.steps)) for q in run.questions(n) if "C's" in q.text)
    assert judge(best, "X").is_right
    assert not judge(best, "go left, x").is_right


def test_a_game_without_pure_equilibrium_asks_for_both_mixes_before_it_shows_one():
    run = WorkedMatrix("x", game_of([[(3, -3), (-1, 1)], [(0, 0), (2, -2)]]))
    step = next(n for n, one in enumerate(run.steps) if one.part.startswith("Mixed equilibrium"))
    rows, columns = run.questions(step)
    assert rows.answer == "1/3"
    assert judge(rows, "2/3").mistake == "the other strategy's probability"
    assert columns.answer == "0.5"
    assert run.steps[step].lines[1:3] == ("   C by c1: −3p", "   C by c2: p − 2(1 − p)")
